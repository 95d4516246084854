"""What a user may see of a table: their own view of it, what they may do, and the log."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.kernel.codes import Action, parse
from engine.kernel.events import Event, readable
from engine.kernel.game import Result
from engine.kernel.refusal import Refused
from engine.kernel.undo import UndoOffer
from host.caller import Caller
from host.errors import Damaged
from host.limits import MAX_LISTED
from host.notes import told
from host.outbox import MessageKind
from host.records import FINISHED, Phase, Post, Seat, Table
from host.settings import settings_of
from host.statistics import Reliability, reliability_of
from host.unit_of_work import UnitOfWork, seated

_NOTHING = UndoOffer(None)
DEEDS = ("did", "undo")  # kinds of events: what somebody did or took back
AGREED = "ended by agreement"
FORCED = "ended by a moderator"
NO_WINNER = "Nobody has scored yet, so there is no winner."


@dataclass(frozen=True, slots=True)
class TableView:
    """One look at a table. Before the deal there is no view of a game."""

    table: Table
    seat: int | None  # None: a spectator
    moves: int = 0
    view: Any = None
    waiting: tuple[int, ...] = ()  # who the table is waiting for
    actions: tuple[Action, ...] = ()
    undo: UndoOffer = _NOTHING
    round: int = 0
    result: Result | None = None
    has_plans: bool = False  # something may be queued for a later turn
    zones: tuple[tuple[int, str], ...] = ()  # in the lobby: the time zones that seats show
    reliability: tuple[tuple[int, Reliability], ...] = ()  # in the lobby, seat by seat
    newcomers: tuple[int, ...] = ()  # in the lobby: seats of those who never finished such a game

    @property
    def has_list_plan(self) -> bool:
        """Whether the seat may have a plan of several lines."""
        return self.has_plans and self.table.game.plan_style == "list"

    @property
    def is_learned(self) -> bool:
        """Whether the guided first round is over for its learner."""
        course = self.table.game.course
        if not self.table.is_lesson or self.table.phase is not Phase.PLAYING:
            return bool(self.table.is_lesson)
        is_asked = self.seat in self.waiting
        return course is None or (is_asked and course.at(self.moves) is None)

    @property
    def is_undecided(self) -> bool:
        """Whether it was ended before anybody had scored, so that nobody has won."""
        return is_undecided(self.table, self.result)

    @property
    def status(self) -> str:
        """Who the table is waiting for, or how it ended."""
        if self.view is None:
            return ""
        if self.is_undecided:
            return NO_WINNER
        if self.table.phase is Phase.OVER and self.result is None:
            return f"The game was {self.table.ending}."
        return self.table.game.words.status(self.view, self.table.names)


def is_undecided(table: Table, result: Result | None) -> bool:
    """Whether a game of several players was ended before anybody had scored."""
    is_early = table.phase is Phase.OVER and table.ending != FINISHED and len(table.seats) > 1
    return is_early and result is not None and not table.game.has_scored(result)


def view_table(uow: UnitOfWork, table_id: int, by: Caller | None) -> TableView:
    """Return the table as the caller sees it; without a caller, as the public does."""
    table = uow.table(table_id)
    seat = table.seat_of(by.id) if by else None
    if table.phase in (Phase.LOBBY, Phase.CLOSED, Phase.QUARANTINED):
        return TableView(
            table,
            seat.number if seat else None,
            zones=tuple(_zones(uow, table)),
            reliability=tuple(_reliability(uow, table)),
            newcomers=tuple(_newcomers(uow, table)),
        )
    state = uow.position(table)
    return seen(table, state, seat)


def _zones(uow: UnitOfWork, table: Table) -> Iterator[tuple[int, str]]:
    """Return the time zones of those in a lobby who share their local time."""
    for seat in table.humans if table.phase is Phase.LOBBY else ():
        settings = settings_of(uow, seat.user or 0)
        if settings.shows_time:
            yield seat.number, settings.zone


def _reliability(uow: UnitOfWork, table: Table) -> Iterator[tuple[int, Reliability]]:
    """Return how many turns the people in a lobby did in time."""
    for seat in table.humans if table.phase is Phase.LOBBY else ():
        yield seat.number, reliability_of(uow, seat.user or 0)


def _newcomers(uow: UnitOfWork, table: Table) -> Iterator[int]:
    for seat in table.humans if table.phase is Phase.LOBBY else ():
        if not uow.store.has_finished(seat.user or 0, table.game.id):
            yield seat.number


def shown_board(uow: UnitOfWork, table_id: int) -> tuple[TableView, Post | None]:
    """Return the table as the public sees it, and the message that shows it now."""
    return view_table(uow, table_id, None), uow.store.post(table_id, MessageKind.BOARD)


def view_from_seat(uow: UnitOfWork, table_id: int, by: Caller) -> TableView:
    """Return the table as the caller sees it; refuse people without a seat."""
    seated(uow.table(table_id), by.id)
    return view_table(uow, table_id, by)


def view_as_public(uow: UnitOfWork, table_id: int, by: Caller) -> TableView:
    """Return what everybody sees, where the caller is."""
    return view_table(uow, table_id, None)


def seen(table: Table, state: Any, seat: Seat | None) -> TableView:
    game, number = table.game, seat.number if seat else None
    view = game.view(state, number)
    is_playing = table.phase is Phase.PLAYING
    return TableView(
        table,
        number,
        seat.moves if seat else 0,
        view,
        tuple(game.to_act(state)) if is_playing else (),
        actions_of(table, state, seat) if is_playing and seat else (),
        game.undo_offer(state, number) if is_playing and number is not None else _NOTHING,
        game.round_number(state),
        game.result(state),
        is_playing and has_plans(table, state, number),
    )


def actions_of(table: Table, state: Any, seat: Seat) -> tuple[Action, ...]:
    """Return what the seat may do now; in a lesson only its next step."""
    game = table.game
    actions = tuple(game.actions(state, seat.number))
    if not table.is_lesson:
        return actions
    lesson = game.course.at(seat.moves) if game.course else None
    is_alone = [*game.to_act(state)] == [seat.number]
    return (lesson.action,) if lesson and is_alone and lesson.action in actions else ()


def has_plans(table: Table, state: Any, seat: int | None) -> bool:
    """Whether the seat may plan ahead; nobody does so in a lesson."""
    return seat is not None and not table.is_lesson and table.game.has_plans(state, seat)


def plans(uow: UnitOfWork, table_id: int, by: Caller) -> tuple[list[Action], tuple[str, ...]]:
    """Return what the caller may queue, and what they have queued."""
    table = uow.playing(table_id)
    seat = seated(table, by.id)
    state = uow.position(table)
    queued = uow.store.queues(table.id).get(seat.number, ())
    return table.game.plans(state, seat.number), queued


def log_lines(
    uow: UnitOfWork,
    table_id: int,
    by: Caller | None,
    newest: int | None = None,
    of_round: int | None = None,
) -> list[str]:
    """Return the log as the caller may read it; without a caller, as the public may."""
    table = uow.table(table_id)
    seat = table.seat_of(by.id) if by else None
    rows = uow.store.rows(table.id, newest=newest, of_round=of_round)
    since = rows[0].number - 1 if rows else 0
    notes = uow.store.notes(table.id, since, newest=newest) if of_round is None else []
    lines: list[str] = []
    for row in rows:
        lines += [told(each, table.names) for each in notes if each.number < row.number]
        notes = [each for each in notes if each.number >= row.number]
        events = [event for event in row.events if not _is_summed_up(table, event)]
        lines += sentences(table, events, seat.number if seat else None)
    return lines + [told(each, table.names) for each in notes]


def _is_summed_up(table: Table, event: Event) -> bool:
    """Whether a later event covers this action, or nobody is told that it was taken back."""
    return event.kind in DEEDS and bool(table.game.summed_up & {*map(str, event.facts[:1])})


class Noted(NamedTuple):
    """One of the host's own notes, and its sentence."""

    table: Table
    kind: str
    sentence: str


def noted(uow: UnitOfWork, table_id: int, number: int) -> Noted | None:
    """Return the table's note with this number, counted from 1."""
    note, table = uow.store.note(table_id, number), uow.table(table_id)
    return Noted(table, note.kind, told(note, table.names)) if note else None


class Headline(NamedTuple):
    """What a row brought that everybody should hear at once."""

    lines: list[str]
    called: list[int]  # the seats that should hear it
    is_aside: bool  # it was done beside the game
    events: list[Event]


def headline(uow: UnitOfWork, table_id: int, number: int) -> Headline:
    table = uow.table(table_id)
    (row,) = uow.store.rows(table_id, number, number)
    events = [event for event in row.events if event.kind in table.game.headlines]
    called = [seat for event in events for seat in table.game.called(event)]
    is_aside = parse(row.code)[0] in table.game.aside_verbs
    return Headline(sentences(table, events, None), called, is_aside, events)


def sentences(table: Table, events: Iterable[Event], seat: int | None) -> list[str]:
    told = table.game.words.sentence
    return [told(event, table.names, seat) for event in readable(events, seat)]


def table_here(uow: UnitOfWork, by: Caller) -> int:
    """Return the channel's last table; in direct messages the most active, else the last one."""
    channel, user = by.channel, by.id
    if channel is not None:
        table_id = uow.store.last_table_in(channel)
        if table_id is None:
            raise Refused("There's no table in this channel yet. Open one with /new.")
        return table_id
    tables = uow.store.table_ids_of(user, 1) or uow.store.dealt_table_ids(None, user, 1)
    if not tables:
        raise Refused("You're not in any game right now. Start one with /new.")
    return tables[0]


def count_tables_of(uow: UnitOfWork, user: int) -> int:
    return uow.store.count_open_tables(user)[0]


def table_ids_of(uow: UnitOfWork, user: int, most: int) -> list[int]:
    """List the user's open tables everywhere, the latest change first."""
    return uow.store.table_ids_of(user, most)


def tables_of(uow: UnitOfWork, by: Caller, most: int = MAX_LISTED) -> list[TableView]:
    """Return the caller's open tables everywhere, the latest change first."""
    tables = []
    for table_id in uow.store.table_ids_of(by.id, most):
        with suppress(Damaged):  # it is quarantined when somebody next opens it
            tables.append(view_table(uow, table_id, by))
    return tables
