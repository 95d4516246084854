"""Run the Discord bot, or one of its maintenance commands."""

import argparse
import asyncio
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from cogs import environment
from engine.kernel.phrases import plural
from engine.kernel.refusal import Refused
from host.backups import backup, restore, run_hook
from host.copies import prune
from host.database.locations import Location, location_of
from host.env_file import InvalidSettings
from host.errors import CannotOpen, SaveFailed, told
from host.health import (
    Health,
    export_person,
    export_table,
    health,
    list_tables,
    refuse_damaged,
)
from host.heartbeat import Signs, span
from host.host import Host
from host.validation import Finding, validate
from host.version import version

FINE, FAULTY, CANNOT, STOPPED = 0, 1, 2, 130
STEP = 1000  # tables, between two lines of progress
TABLE_HEAD = (
    *("table", "game", "phase", "rules", "people", "autopilots", "actions"),
    *("channel", "last action"),
)
NO_PROBLEMS = "No problems found."
WAITING = "Waiting to be stopped: a new start would fail, too"
UNKNOWN = "Nothing is stored about this person."
EPILOG = (
    "Settings come from the environment and from .env in the current folder; .env.example explains "
    "them. Exit codes: 0 success, 1 problems were found (or the bot crashed), 2 a setting is wrong "
    "or the database can't be used."
)


def _run(asked: argparse.Namespace) -> int:
    from cogs.run import run  # only this command needs discord.py, which is slow to load

    run(replace(environment.read(), database=asked.database, backups=asked.backups))
    return FINE


def _backup(asked: argparse.Namespace) -> int:
    settings = environment.read()
    made = backup(asked.database, asked.backups, _now())
    if asked.backups == settings.backups:  # another folder is the host's own to thin out
        prune(asked.backups)
    print(f"Saved {made} ({_size(made.stat().st_size)}).", flush=True)
    if run_hook(settings.backup_hook, made, output=None):
        print("BACKUP_HOOK has handed it on.")
    return FINE


def _restore(asked: argparse.Namespace) -> int:
    kept = restore(asked.file, asked.database, _now())
    print(f"Restored {asked.database} from {asked.file}.")
    if kept:
        print(f"The previous database was saved as {kept}.")
    return FINE


def _repair(asked: argparse.Namespace) -> int:
    kept = asked.database.repair(_now())
    if kept is None:
        print(NO_PROBLEMS)
        return FINE
    print(f"Kept everything that can be read. The damaged log was saved as {kept}.")
    print("Before people play on, compare it with the newest backup, which may have more:")
    print("`python bot.py tables --database FILE` lists the tables of either.")
    return FINE


def _validate(asked: argparse.Namespace) -> int:
    validation = validate(asked.database, _progress)
    for finding in validation.findings:
        print(_line(finding))
    faults = len(validation.faults)
    print(f"Checked {plural(validation.tables, 'table')}: {plural(faults, 'problem')}.")
    if validation.older:
        print(f"Played with older rules or cards: {plural(validation.older, 'table')}.")
    return FAULTY if faults else FINE


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r{done}/{total} tables", end=end, file=sys.stderr, flush=True)
    elif done % STEP == 0:
        print(f"{done}/{total} tables", file=sys.stderr, flush=True)


def _line(finding: Finding) -> str:
    where = "database" if finding.table is None else f"table {finding.table}"
    mark = "!" if finding.is_fault else " "
    return f"{mark} {where:<14} {finding.game:<20} {finding.what}"


def _health(asked: argparse.Namespace) -> int:
    report = health(asked.database, asked.backups, is_quick=asked.alive)
    for name, fact in _facts(asked, report).items():
        print(f"{name:<10} {fact}")
    faults = report.of_the_bot if asked.alive else report.faults
    print("\n".join(["", *(f"! {fault}" for fault in faults)]) if faults else f"\n{NO_PROBLEMS}")
    return FAULTY if faults else FINE


def _facts(asked: argparse.Namespace, report: Health) -> dict[str, str]:
    disk, signs = report.storage.disk, report.signs
    age = report.storage.backup_age
    return {
        "database": f"{asked.database}, schema {report.schema}, {asked.database.software}",
        "size": f"{_size(disk.size)} (+ {_size(disk.log_size)} write-ahead log)",
        "disk": "on the server" if disk.free is None else f"{_size(disk.free)} free",
        **({} if asked.alive else {"integrity": report.damage[0] if report.damage else "ok"}),
        "bot": "running" if report.is_running else "not running",
        **(_processes(signs, report.at) if report.is_running else {}),
        "tables": ", ".join(f"{n} {phase}" for phase, n in signs.tables.items()) or "none",
        "unsent": plural(signs.messages, "message") + _oldest(signs),
        "backup": f"{asked.backups}: " + ("none" if age is None else f"newest {span(age)} ago"),
    }


def _processes(signs: Signs, now: int) -> dict[str, str]:
    """What the running processes of the bot told of themselves, and when."""
    lines: dict[str, str] = {}
    is_one = len(signs.heartbeats) == 1
    for last in signs.heartbeats:
        state = "connected" if last.is_connected else "not connected"
        latency = "" if last.latency is None else f", latency {last.latency} ms"
        event = "" if last.event is None else f", last event {span(max(0, now - last.event))} ago"
        beat = f"version {last.version}, heartbeat {span(max(0, now - last.at))} ago"
        discord = f"{state}, {plural(last.servers, 'server')}{latency}{event}"
        if is_one:
            lines = {"bot": f"running, {beat}", "Discord": discord}
        else:
            lines[f"process {last.process}"] = f"{beat}; {discord}"
    return lines


def _oldest(signs: Signs) -> str:
    return f", oldest {span(signs.message_age)}" if signs.messages else ""


def _tables(asked: argparse.Namespace) -> int:
    row = "{:>6}  {:<20} {:<8} {:>5} {:>7} {:>10} {:>8}  {:<20} {}"
    tables = list_tables(asked.database, is_all=asked.all)
    now = asked.database.now()
    print(row.format(*TABLE_HEAD))
    for table in tables:
        channel = "private" if table.channel is None else table.channel
        print(row.format(*table[:7], channel, f"{span(max(0, now - table.touched))} ago"))
    return FINE


def _size(count: int) -> str:
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"


def _export(asked: argparse.Namespace) -> int:
    text = export_table(asked.database, asked.table)
    if asked.out is None:
        print(text, end="")
        return FINE
    try:
        asked.out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CannotOpen(f"Can't write {asked.out}: {error.strerror}.") from None
    print(f"Saved {asked.out}. Check it with `python -m engine verify {asked.out}`.")
    return FINE


def _privacy(asked: argparse.Namespace) -> int:
    try:
        print(export_person(asked.database, asked.user), end="")
    except Refused:
        print(UNKNOWN)
        return FAULTY
    return FINE


def _forget(asked: argparse.Namespace) -> int:
    refuse_damaged(asked.database)  # what an index doesn't lead to wouldn't be found
    with told(f"Can't delete anything from {asked.database}"):
        was_known = asyncio.run(_erase(asked.database, asked.user))
    if not was_known:
        print(UNKNOWN)
        return FAULTY
    print("Deleted. Existing backups still contain this person.")
    return FINE


async def _erase(database: Location, user: int) -> bool:
    host = await Host.open(database)
    try:
        return await host.forget(user)
    finally:
        await host.wait_for_autoplay()
        await host.close()


def _move(asked: argparse.Namespace) -> int:
    from host.database.moving import move  # needs PostgreSQL's library
    from host.database.postgres_server import PostgresLocation
    from host.database.sqlite_files import SqliteLocation

    if not isinstance(asked.source, SqliteLocation) or not isinstance(
        asked.target, PostgresLocation
    ):
        raise CannotOpen("Move a SQLite file to an empty database: move FILE postgresql://…")
    moved = move(asked.source, asked.target, _moved, _progress)
    for finding in moved.faults:
        print(_line(finding))
    print(f"Moved and compared {plural(moved.rows, 'row')} of {plural(moved.tables, 'table')}.")
    if moved.faults:
        print(f"The tables above were fine before, so no bot starts with {asked.target}.")
        return FAULTY
    print(f"Now set DATABASE to {asked.target} with its password, and start the bot.")
    print(f"{asked.source} is as it was: keep it as a backup, but start no bot with it any more.")
    return FINE


def _moved(part: str, done: int, total: int) -> None:
    if sys.stderr.isatty() or done == total:
        end = "\n" if done == total else ""
        print(f"\r{part}: {done}/{total} rows", end=end, file=sys.stderr, flush=True)


def _now() -> int:
    return time.time_ns() // 1_000_000


class Command(NamedTuple):
    run: Callable[[argparse.Namespace], int]
    summary: str
    arguments: Sequence[tuple[str, dict[str, Any]]] = ()


BACKUP = ("file", {"type": Path, "metavar": "FILE", "help": "backup file to restore"})


def _place(text: str) -> Location:
    try:
        return location_of(text)
    except CannotOpen as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


SOURCE = ("source", {"type": _place, "metavar": "FILE", "help": "the SQLite file"})
TARGET = (
    "target",
    {"type": _place, "metavar": "postgresql://…", "help": "an empty database for all of it"},
)
TABLE = ("table", {"type": int, "metavar": "TABLE", "help": "table number"})
OUT = ("--out", {"type": Path, "metavar": "FILE", "help": "write to FILE instead of the terminal"})
USER = (
    "user",
    {"type": int, "metavar": "USER", "help": "the person's number (Copy User ID in Discord)"},
)
ALIVE = (
    "--alive",
    {
        "action": "store_true",
        "help": "check only that the bot runs, is connected and sends (quick)",
    },
)
ALL = ("--all", {"action": "store_true", "help": "also tables that are over or closed"})

COMMANDS = {
    "backup": Command(_backup, "back up the database (works while the bot runs)"),
    "restore": Command(
        _restore, "replace the database with a backup (stop the bot first)", (BACKUP,)
    ),
    "repair": Command(
        _repair, "keep what can be read of a damaged write-ahead log (stop the bot first)"
    ),
    "validate": Command(
        _validate,
        "replay every stored game with this version's rules and report differences "
        "(works while the bot runs)",
    ),
    "health": Command(
        _health,
        "check the bot, its connection, database, disk and backups (works while the bot runs)",
        (ALIVE,),
    ),
    "tables": Command(_tables, "list the open tables (works while the bot runs)", (ALL,)),
    "move": Command(
        _move,
        "move everything from a SQLite file to PostgreSQL (stop the bot first)",
        (SOURCE, TARGET),
    ),
    "export": Command(
        _export, "print the journal of a finished game (works while the bot runs)", (TABLE, OUT)
    ),
    "privacy": Command(
        _privacy, "print everything stored about a person (works while the bot runs)", (USER,)
    ),
    "forget": Command(
        _forget, "delete everything stored about a person (stop the bot first)", (USER,)
    ),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python bot.py", description=__doc__, epilog=EPILOG)
    _add_places(parser, None)
    parser.add_argument("--version", action="version", version=f"Factory Table {version()}")
    parser.add_argument(
        "--wait",
        action="store_true",
        help="if the bot can't start, for example because of a wrong token, wait to be stopped "
        "instead of exiting (for Docker, which would restart it again and again)",
    )
    parser.set_defaults(run=_run)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        subparser = commands.add_parser(name, help=command.summary, description=command.summary)
        subparser.set_defaults(run=command.run)
        for argument, how in command.arguments:
            subparser.add_argument(argument, **how)
        _add_places(subparser, argparse.SUPPRESS)
    return parser


def _add_places(parser: argparse.ArgumentParser, default: str | None) -> None:
    """Add the options for files, before or after the command; defaults come from settings."""
    parser.add_argument(
        "--database",
        type=_place,
        metavar="DATABASE",
        default=default,
        help="database file or postgresql://… (default: the setting DATABASE)",
    )
    parser.add_argument(
        "--backups",
        type=Path,
        metavar="FOLDER",
        default=default,
        help="backup folder (default: the setting BACKUPS, or “backups” next to DATABASE)",
    )


def _find_places(asked: argparse.Namespace) -> None:
    settings = environment.read()
    beside = asked.database.backups if asked.database else settings.backups
    asked.backups = asked.backups or beside
    asked.database = asked.database or settings.database


def _complain(event: str, sentence: str, asked: argparse.Namespace) -> None:
    """Print the error as a sentence, or as a line of JSON if the log is JSON."""
    if not asked.command and environment.is_log_json():
        from cogs.logs import line

        sentence = line(event, why=sentence)
    print(sentence, file=sys.stderr, flush=True)


def _wait_to_be_stopped() -> None:
    stops = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, stops)
    signal.sigwait(stops)


def main(words: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(words)
    try:
        _find_places(asked)
        return int(asked.run(asked))
    except (CannotOpen, Refused, InvalidSettings, SaveFailed) as fault:
        _complain("the bot can't run", str(fault), asked)
        if asked.wait and not asked.command:
            _complain(WAITING, f"{WAITING}.", asked)
            _wait_to_be_stopped()
        return CANNOT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return STOPPED


if __name__ == "__main__":
    sys.exit(main())
