"""Play at tables in a database from a shell: every name is a person."""

import argparse
import asyncio
import sys
import zlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Concatenate, NamedTuple

from engine import GAMES
from engine.kernel.codes import code
from engine.kernel.refusal import Refused
from host import fairness, lobby, play, privacy, seating, views, votes
from host.caller import Caller
from host.database.locations import location_of
from host.database.sqlite import make_folder
from host.env_file import InvalidSettings, database_of, read_settings
from host.errors import CannotOpen, Damaged, SaveFailed, told
from host.host import Host
from host.play import Move
from host.records import OutgoingMessage, Table, User
from host.unit_of_work import UnitOfWork
from host.views import TableView

FINE, REFUSED, CANNOT, STOPPED = 0, 1, 2, 130
Asked = argparse.Namespace
Run = Callable[[Host, Asked], Awaitable[int | None]]


def person(name: str) -> User:
    return User(zlib.crc32(name.encode()), name)


def anybody(name: str) -> User:
    """Read a name, or the number of a person from Discord."""
    return User(int(name), name) if name.isascii() and name.isdecimal() else person(name)


async def _games(host: Host, asked: Asked) -> None:
    for game in GAMES.values():
        low, high = game.seats[0], game.seats[-1]
        options = ", ".join(game.options.model_fields)
        print(f"{game.id:<22} {game.title}, {low}-{high} players; options: {options}")


async def _list(host: Host, asked: Asked) -> None:
    """List all tables, or the open ones of one person."""
    if asked.user:
        for seen in await host.read(views.tables_of, Caller(asked.user)):
            _tell(seen.table)
        return
    for table_id in await host.read(_all_ids):
        try:
            _tell(await host.read(UnitOfWork.table, table_id))
        except Refused as refused:
            print(f"table {table_id:<6} {refused}")


def _all_ids(uow: UnitOfWork) -> list[int]:
    return uow.store.all_table_ids()


def _tell(table: Table) -> None:
    ending = f" ({table.ending})" if table.ending else ""
    people = ", ".join(table.names)
    print(f"table {table.id:<6} {table.game.title:<22} {table.phase}{ending}: {people}")


async def _open(host: Host, asked: Asked) -> None:
    options = _options(asked)
    _tell(
        await host.do(lobby.open_table, asked.game, options, asked.channel, by=Caller(asked.user))
    )


async def _change_options(host: Host, asked: Asked) -> None:
    _tell(await host.do(lobby.change_options, asked.table, _options(asked), by=Caller(asked.user)))


def _options(asked: Asked) -> dict[str, str]:
    return dict(word.partition("=")[::2] for word in asked.option)


async def _autopilot(host: Host, asked: Asked) -> None:
    change = lobby.remove_autopilot if asked.remove else lobby.add_autopilot
    _tell(await host.do(change, asked.table, by=Caller(asked.user)))


def _by_caller(use_case: Callable[Concatenate[UnitOfWork, int, ...], Table]) -> Run:
    async def run(host: Host, asked: Asked) -> None:
        table = await host.do(use_case, asked.table, by=Caller(asked.user))
        await host.wait_for_autoplay()
        _tell(await host.read(UnitOfWork.table, table.id))

    return run


async def _act(host: Host, asked: Asked) -> None:
    """Play code by code; if one is refused, those before it stay."""
    for text in asked.codes:
        await _play(host, asked, text)


async def _undo(host: Host, asked: Asked) -> None:
    await _play(host, asked, "undo")


async def _play(host: Host, asked: Asked, text: str) -> None:
    """Play one action and print the log of everything that followed."""
    before = await _seen(host, asked)
    await host.do(play.act, asked.table, Move(text), by=Caller(asked.user))
    await host.wait_for_autoplay()
    after = await _seen(host, asked)
    newest = after.table.version - before.table.version
    for sentence in await host.read(
        views.log_lines, asked.table, Caller(asked.user), newest=newest
    ):
        print(f"  {sentence}")
    print(after.status)


async def _queue(host: Host, asked: Asked) -> None:
    queued = await host.do(play.queue, asked.table, asked.codes, by=Caller(asked.user))
    print(f"Planned: {', '.join(queued) or 'nothing'}.")


async def _seen(host: Host, asked: Asked) -> TableView:
    return await host.read(views.view_table, asked.table, _caller(asked))


def _caller(asked: Asked) -> Caller | None:
    return Caller(asked.user) if asked.user else None


async def _show(host: Host, asked: Asked) -> None:
    seen = await _seen(host, asked)
    _tell(seen.table)
    if seen.view is None:
        print(f"options: {seen.table.options}\nkey hash: {seen.table.commitment}")
        return
    words, names = seen.table.game.words, seen.table.names
    print("\n".join(words.pages(seen.view, names).values()))
    print(f"\n{seen.status}")
    width = max((len(code(action)) for action in seen.actions), default=0)
    for action in seen.actions:
        print(f"  {code(action):<{width}}  {words.label(action, seen.view, names)}")


async def _log(host: Host, asked: Asked) -> None:
    print("\n".join(await host.read(views.log_lines, asked.table, _caller(asked))))


async def _export(host: Host, asked: Asked) -> None:
    print(await host.read(fairness.export, asked.table), end="")


async def _verify(host: Host, asked: Asked) -> int:
    proof = await host.read(fairness.prove, asked.table)
    print(proof.sentence)
    return FINE if proof.is_proven else REFUSED


async def _outbox(host: Host, asked: Asked) -> None:
    for outgoing in await host.read(_messages):
        to = f"channel {outgoing.channel}" if outgoing.user is None else f"user {outgoing.user}"
        print(f"{outgoing.id:<6} {outgoing.about!s:<14} {outgoing.kind:<6} to {to} {outgoing.body}")


def _messages(uow: UnitOfWork) -> list[OutgoingMessage]:
    return uow.store.messages()


async def _privacy(host: Host, asked: Asked) -> None:
    print(await host.read(privacy.export, asked.user.id), end="")


async def _forget(host: Host, asked: Asked) -> int:
    if await host.forget(asked.user.id):
        print("Deleted. Existing backups still contain this person.")
        return FINE
    print("Nothing is stored about this person.")
    return REFUSED


class Command(NamedTuple):
    run: Run
    summary: str
    arguments: Sequence[tuple[str, dict[str, Any]]] = ()


AS = ("--as", {"dest": "user", "type": person, "required": True, "metavar": "NAME"})
AS_ANYBODY = ("--as", {**AS[1], "type": anybody, "metavar": "NAME_OR_NUMBER"})
MAYBE_AS = ("--as", {"dest": "user", "type": person, "metavar": "NAME"})
TABLE = ("table", {"type": int, "metavar": "T"})
GAME = ("game", {"metavar": "GAME"})
CHANNEL = ("--channel", {"type": int, "metavar": "N"})
OPTION = ("--option", {"action": "append", "default": [], "metavar": "NAME=VALUE"})
REMOVE = ("--remove", {"action": "store_true"})
CODES = ("codes", {"nargs": "+", "metavar": "CODE", "help": "such as done or 'mine 5'"})
ANY_CODES = ("codes", {"nargs": "*", "metavar": "CODE", "help": "best first; none clears the plan"})

COMMANDS = {
    "games": Command(_games, "list the games"),
    "list": Command(_list, "list all tables, or one person's open tables", (MAYBE_AS,)),
    "open": Command(_open, "open a table", (GAME, AS, CHANNEL, OPTION)),
    "join": Command(_by_caller(lobby.join), "join a lobby", (TABLE, AS)),
    "leave": Command(_by_caller(lobby.leave), "leave a lobby", (TABLE, AS)),
    "autopilot": Command(_autopilot, "add or remove an autopilot", (TABLE, AS, REMOVE)),
    "options": Command(_change_options, "change options in the lobby", (TABLE, AS, OPTION)),
    "close": Command(_by_caller(lobby.close), "close a lobby", (TABLE, AS)),
    "start": Command(_by_caller(lobby.start), "start the game", (TABLE, AS)),
    "show": Command(_show, "show a table as one person or as a spectator", (TABLE, MAYBE_AS)),
    "act": Command(_act, "play one or more actions", (TABLE, CODES, AS)),
    "undo": Command(_undo, "undo the last action", (TABLE, AS)),
    "queue": Command(_queue, "plan the next turn", (TABLE, ANY_CODES, AS)),
    "hand-over": Command(
        _by_caller(seating.hand_over), "hand the seat to the autopilot", (TABLE, AS)
    ),
    "take-back": Command(_by_caller(seating.take_back), "take the seat back", (TABLE, AS)),
    "end": Command(_by_caller(votes.end), "vote to end the game now", (TABLE, AS)),
    "log": Command(_log, "show the log", (TABLE, MAYBE_AS)),
    "rematch": Command(_by_caller(lobby.rematch), "open a rematch lobby", (TABLE, AS)),
    "export": Command(_export, "print the journal of a finished table", (TABLE,)),
    "verify": Command(_verify, "check that the game was dealt and played fairly", (TABLE,)),
    "outbox": Command(_outbox, "list messages waiting to be sent to Discord"),
    "privacy": Command(_privacy, "show everything stored about a person", (AS_ANYBODY,)),
    "forget": Command(_forget, "delete everything stored about a person", (AS_ANYBODY,)),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m host", description=__doc__)
    parser.add_argument(
        "--database",
        type=location_of,
        metavar="DATABASE",
        default=database_of(read_settings()),
        help="file or postgresql://… (default: DATABASE, here or in .env: %(default)s)",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        subparser = commands.add_parser(name, help=command.summary, description=command.summary)
        subparser.set_defaults(run=command.run)
        for argument, how in command.arguments:
            subparser.add_argument(argument, **how)
    return parser


async def _run(asked: Asked) -> int:
    if asked.database.folder:
        with told(f"Can't open {asked.database}"):
            make_folder(asked.database.folder)
    host = await Host.open(asked.database)
    try:
        return await asked.run(host, asked) or FINE
    finally:
        await host.wait_for_autoplay()
        await host.close()


def main(words: Sequence[str] | None = None) -> int:
    try:
        asked = _parser().parse_args(words)
        return asyncio.run(_run(asked))
    except Refused as refused:
        return _fail(refused, REFUSED)
    except (SaveFailed, CannotOpen, Damaged, InvalidSettings) as fault:
        return _fail(fault, CANNOT)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return STOPPED


def _fail(fault: Exception, exit_code: int) -> int:
    print(fault, file=sys.stderr)
    return exit_code
