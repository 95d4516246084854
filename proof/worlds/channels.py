"""Everything that one viewer is told of a table, channel by channel: a new one is one line here."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast

from cogs.board import board
from cogs.emojis import ONLY_WORDS
from cogs.gallery import Gallery
from cogs.games import games_screen, table_lines
from cogs.panel import Beside, panel
from cogs.plans import plans_screen
from cogs.recap import digest_lines, recap_screen
from cogs.replay import replay_screen
from cogs.screen import Screen
from cogs.table_screens import TableScreens
from cogs.words import escape_markdown
from engine.kernel.codes import UNDO, code, parse
from engine.kernel.refusal import Refused
from host import fairness, play, privacy, replay, statistics
from host.caller import Caller
from host.host import Host
from host.own_tables import listed, tables_to_choose
from host.panels import attempt_at, panel_view
from host.play import Move, Played
from host.records import User
from host.replay import at, exported, read_step
from host.replay_cache import ReplayCache
from host.store.messages import COLUMNS, as_outgoing
from host.summary import recap, since
from host.unit_of_work import UnitOfWork
from host.views import TableView, plans, sentences, view_table
from proof.worlds.house import House
from render import PAINTERS
from testing.hosting import CHANNEL, reader
from testing.playing import as_json
from testing.screens import Walk, blanks, payload

T = TypeVar("T")


class Viewer(NamedTuple):
    """A seat with its user, or somebody without a seat."""

    seat: int | None
    user: int

    def __str__(self) -> str:
        return "a spectator" if self.seat is None else f"seat {self.seat}"


class Clerk:
    """In the place of the host: asks the books at once, without a thread."""

    def __init__(self, uow: UnitOfWork) -> None:
        self.uow = uow

    async def read(self, use_case: Callable[..., T], *a: Any, **kw: Any) -> T:
        return use_case(self.uow, *a, **kw)


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """What waits for nothing is done in one step."""
    try:
        work.send(None)
    except StopIteration as done:
        return cast(T, done.value)
    raise RuntimeError(f"{work} waits for something")


@dataclass
class Onlooker:
    house: House
    uow: UnitOfWork
    viewer: Viewer
    film: ReplayCache  # of the replay
    step: int  # of the replay
    tempting: Sequence[str]  # codes that are worth a try
    played: Played | None = None  # by this viewer just now
    is_later: bool = False  # than the click

    @property
    def table(self) -> int:
        return self.house.table.id

    @property
    def user(self) -> int:
        return self.viewer.user

    @property
    def caller(self) -> Caller:
        return Caller(User(self.user, ""))

    def ask(self, use_case: Callable[..., T], *a: Any, **kw: Any) -> T:
        return use_case(self.uow, *a, **kw)

    def answer(self, use_case: Callable[..., T], *a: Any, **kw: Any) -> T | str:
        """What is found, or the sentence why not."""
        try:
            return use_case(self.uow, *a, **kw)
        except Refused as refused:
            return f"{type(refused).__name__}: {refused}"

    def tried(self, text: str) -> str | None:
        """What is said to a code that is not legal."""
        with self.house.undone():
            found = self.answer(play.act, self.table, Move(text), by=self.caller)
        return found if isinstance(found, str) else "it was played"

    @cached_property
    def seen(self) -> TableView:
        return self.ask(view_table, self.table, self.caller)

    @cached_property
    def public(self) -> TableView:
        return self.ask(view_table, self.table, None)

    @property
    def views(self) -> TableScreens:
        """The bot's own screens, but for those with pictures."""
        return TableScreens(cast(Host, Clerk(self.uow)), cast(Gallery, None))

    def later(self, played: Played | None) -> "Onlooker":
        """The same one after a click, of their own or of somebody else."""
        return replace(self, played=played, is_later=True)


Channel = Callable[[Onlooker], Any]


def plainly(seen: TableView) -> TableView:
    """The hash of a state covers its key, so nobody can try hands against it; it is never shown."""
    return replace(seen, table=seen.table._replace(digest=""))


def _refusals(one: Onlooker) -> list[str | None]:
    legal = [code(action) for action in one.seen.actions]
    return [one.tried(text) for text in one.tempting if text not in legal]


def _digest(one: Onlooker) -> Any:
    """What has happened since the viewer's last action."""
    found = one.answer(since, one.table, one.user)
    return found if isinstance(found, str) else (digest_lines(found, most=None), found.alarm)


def _plans(one: Onlooker) -> Any:
    found = one.answer(plans, one.table, one.caller)
    return found if isinstance(found, str) else payload(plans_screen(one.seen, *found))


def _exports(one: Onlooker) -> list[str]:
    asked = (reader(one.user, None), reader(one.user, CHANNEL))
    found = [one.answer(exported, one.table, each) for each in asked]
    return [one.answer(fairness.export, one.table), *found]


def _tables(one: Onlooker) -> list[Any]:
    """As `/games` and the daily message list them."""
    here = one.ask(tables_to_choose, reader(one.user, CHANNEL))
    own = at_once(table_lines(one.views.host, one.user))
    games = payload(games_screen(at_once(listed(one.views.host, one.user))))
    return [*own, games, *(f"{each.table.id} {each.winners}" for each in here)]


def _messages(one: Onlooker) -> Any:
    """All that still must be said to the viewer, with the numbers that Discord is told, too."""
    rows = one.uow.store._execute(f"SELECT {COLUMNS} FROM outbox ORDER BY id")
    return [each for each in map(as_outgoing, rows) if each.user in (None, one.user)]


def _panels(one: Onlooker) -> Any:
    """Every one that presses lead to."""
    assert one.ask(attempt_at, one.seen.table) is None
    return {place: payload(screen) for place, screen in Walk(one.seen).screens.items()}


def _panel(one: Onlooker) -> Any:
    """With all that it tells beside the game."""
    view = one.ask(panel_view, one.table, one.caller)
    return payload(panel(view.seen, blanks(view.seen), beside=Beside.of(view, ONLY_WORDS)))


def _hints(one: Onlooker) -> Any:
    """What a beginner reads, and what the autopilot would do in this seat."""
    game = one.seen.table.game
    beside = {*game.aside_verbs, *UNDO}
    actions = [action for action in one.seen.actions if action[0] not in beside]
    wanted = game.autopilot(one.seen.view, actions) if actions else ()
    return game.hint(one.seen.view), code(wanted)


def _replay(one: Onlooker) -> Any:
    """A step of the past, and whose hand may be seen in it."""
    if not one.film.entries:
        return None
    asked = reader(one.user, CHANNEL)
    hands = [one.answer(read_step, one.table, asked, at(one.step), 0, one.film.chain)]
    is_over = one.seen.result is not None
    return payload(replay_screen(_step(one), [])), None if is_over else hands


def _step(one: Onlooker) -> replay.Step:
    asked, where = reader(one.user, CHANNEL), at(one.step)
    reading = one.ask(read_step, one.table, asked, where, known=one.film.chain)
    return replay.shown(reading, one.film)


def _replay_lines(one: Onlooker) -> Any:
    """Of the click and all that has followed it: what is stored anew differs between worlds."""
    if not one.is_later:
        return None
    table, asked = one.ask(UnitOfWork.table, one.table), reader(one.user, CHANNEL)
    fresh = map(at, range(one.house.table.version + 1, table.version + 1))
    found = (one.ask(read_step, one.table, asked, each, known=table.chain) for each in fresh)
    return [(step.number, step.lines, step.at) for step in found]


def _captions(one: Onlooker) -> Any:
    """Which pictures there are, what they are called, and what is said instead of them."""
    painter, seen = PAINTERS[one.seen.table.game.id], one.seen
    offered, people = painter.offers(seen.view), seen.table.names
    named = [painter.caption(each, people) for each in offered]
    shown = (*painter.panel(seen.view), *painter.aside(seen.view))
    return named, [painter.draw(each, seen.view, people).alt for each in shown]


def _statistics(one: Onlooker) -> Any:
    game = one.seen.table.game.id
    mine = one.ask(statistics.of_person, one.user, game)
    return mine, one.ask(statistics.of_channels, [CHANNEL], game)


def _answer(one: Onlooker) -> Any:
    """To a click of the viewer's own."""
    if one.played is None:
        return None
    told = sentences(one.played.seen.table, one.played.events, one.played.seat)
    shown = panel(one.played.seen, [], news=list(map(escape_markdown, told)))
    return one.played.events, plainly(one.played.seen), payload(shown)


CHANNELS: dict[str, Channel] = {
    "view": lambda one: as_json(one.seen.view),
    "look": lambda one: repr(
        (plainly(one.seen), one.seen.status, plainly(one.public), one.public.status)
    ),
    "codes": lambda one: [code(action) for action in one.seen.actions],  # as `/play` offers them
    "refusals": _refusals,
    "log": lambda one: payload(at_once(one.views.log_of(one.caller, one.table))),
    "round": lambda one: (  # as the channel reads of it when it is over
        payload(recap_screen(one.ask(recap, one.table, one.house.round))) if one.is_later else None
    ),
    "digest": _digest,
    "plans": _plans,
    "proof": lambda one: one.ask(fairness.prove, one.table).sentence,
    "export": _exports,
    "own data": lambda one: one.answer(privacy.export, one.user),
    "tables": _tables,
    "messages": _messages,
    "panel": _panel,
    "panels": _panels,
    "board": lambda one: payload(board(one.public, blanks(one.public))),
    "words": lambda one: [
        payload(at_once(one.views.board_text(seen))) for seen in (one.public, one.seen)
    ],
    "votes": lambda one: payload(at_once(one.views.votes_of(one.caller, one.table))),
    "hints": _hints,
    "replay": _replay,
    "replay lines": _replay_lines,
    "captions": _captions,
    "statistics": _statistics,
    "answer": _answer,
}

AFTERWARDS = (
    *("view", "look", "codes", "log", "replay lines", "round", "own data", "messages", "answer"),
)
"""What a click adds to; all else follows from the position, and is compared at others."""

# Every picture that one viewer could be sent, byte by byte, with its file name and its words

Painting = Callable[[Onlooker, Gallery], Awaitable[bytes]]


def sent(screen: Screen) -> bytes:
    """The message and its files: names, words, digests and bytes."""
    digests = [each.digest for each in screen.pictures.values()]
    files = [(each.filename, each.fp.read()) for each in screen.files()]
    head = repr((payload(screen), digests, [(name, len(content)) for name, content in files]))
    return b"\n".join([head.encode(), *(content for _, content in files)])


async def _panel_picture(one: Onlooker, gallery: Gallery) -> bytes:
    return sent(panel(one.seen, await gallery.panel(one.seen)))


async def _board_picture(one: Onlooker, gallery: Gallery) -> bytes:
    return sent(board(one.public, await gallery.board(one.public)))


async def _around(one: Onlooker, gallery: Gallery) -> bytes:
    """What everybody may look at (dice, markets, a card to share), and what the viewer may."""
    found = list[bytes]()
    for seen in (one.public, one.seen):
        for name in gallery.offered(seen):
            found += [name.encode(), sent(Screen().show(await gallery.one(seen, name)))]
    return b"\n".join(found)


async def _plan_picture(one: Onlooker, gallery: Gallery) -> bytes:
    """The viewer's own plan, or what it could be."""
    found = one.answer(plans, one.table, one.caller)
    if isinstance(found, str):
        return b""
    offered, queued = found
    lines = [*map(parse, queued)] or offered[: one.seen.table.game.max_planned]
    picture = await gallery.plan(one.seen, lines)
    return sent(Screen().show(picture)) if picture else b""


async def _replay_picture(one: Onlooker, gallery: Gallery) -> bytes:
    if not one.film.entries:
        return b""
    step = _step(one)
    return sent(replay_screen(step, await gallery.board(step.seen)))


PAINTINGS: dict[str, Painting] = {
    "pictures of the panel": _panel_picture,
    "pictures of the board": _board_picture,
    "pictures of the plan": _plan_picture,
    "pictures all around": _around,
    "pictures of the replay": _replay_picture,
}
