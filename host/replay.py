"""Replays a table step by step as everybody saw it; shows hands only after the end."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from engine.kernel.cache import Cache
from engine.kernel.events import Event
from engine.kernel.journal import Entry
from engine.kernel.refusal import Refused
from host import fairness
from host.caller import Caller
from host.host import Host
from host.limits import NOTES_SHOWN
from host.notes import told
from host.positions import check_record, knows_rules
from host.records import Phase, Table
from host.replay_cache import ReplayCache, dealt, grown
from host.unit_of_work import UnitOfWork
from host.views import TableView, sentences, table_here

MAX_FILMS = 8  # games that are remembered played through
DEALT = "The game starts."
SEALED = "You can see hands once the game is over."
_NOT_TO_REPLAY = {
    Phase.LOBBY: "Nothing has been played at this table yet.",
    Phase.CLOSED: "This table was closed before anything was played.",
    Phase.QUARANTINED: "This table's saved data is damaged, so it can't be replayed.",
}

_GATHERING = (Phase.LOBBY, Phase.CLOSED)

Where = Callable[[Table], int]  # the step of a table that is wanted


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of a table: what was just done, and what the public saw then."""

    seen: TableView
    number: int  # 0 is the deal
    last: int
    lines: tuple[str, ...]
    rounds: dict[int, int]  # where each round begins
    at: int | None  # when it was done
    hand: TableView | None = None  # the view of the seat whose hand is shown, too

    @property
    def is_over(self) -> bool:
        return self.seen.table.phase is Phase.OVER


def opening(table: Table) -> int:
    """Return the first step to show: the deal of a finished game, the last of a running one."""
    return 0 if table.phase is Phase.OVER else table.version


def newest(table: Table) -> int:
    return table.version


def at(number: int) -> Where:
    return lambda table: number


# What is read in one transaction


@dataclass(frozen=True, slots=True)
class Reading:
    """One step as it is stored, and the new part of the journal; the key stays in the host."""

    table: Table
    number: int
    lines: tuple[str, ...]
    at: int | None
    entries: tuple[Entry, ...] | None = field(repr=False)  # None if its cache is known
    key: bytes = field(default=b"", repr=False)


def read_step(
    uow: UnitOfWork,
    table_id: int,
    reader: Caller,
    where: Where = opening,
    hand: int | None = None,
    known: str = "",
) -> Reading:
    table = uow.table(table_id)
    must_be_shown(uow, table, reader)
    _must_be_replayable(table)
    _must_be_open(table, hand)
    number = where(table)
    if not 0 <= number <= table.version:
        raise Refused("That step doesn't exist; open the replay again.")
    reading = Reading(table, number, *_told(uow, table, number, hand), entries=None)
    return reading if table.chain == known else _with_journal(uow, reading)


def must_be_shown(uow: UnitOfWork, table: Table, reader: Caller) -> None:
    """Refuse tables that the user didn't play and that aren't this channel's.

    Everybody may see attempts at a closed challenge.
    """
    if table.seat_of(reader.id) or (table.is_revealed and uow.store.attempt_at(table.id)):
        return
    if reader.channel is None:
        raise Refused("In direct messages you can only replay your own games.")
    if table.channel != reader.channel:
        raise Refused("This channel has no table with that number.")


def _must_be_replayable(table: Table) -> None:
    if table.phase in _NOT_TO_REPLAY:
        raise Refused(_NOT_TO_REPLAY[table.phase])
    if not table.version:
        raise Refused(_NOT_TO_REPLAY[Phase.LOBBY])
    if not knows_rules(table):
        raise Refused("This game can't be replayed: the rules have changed since it started.")


def _must_be_open(table: Table, hand: int | None) -> None:
    if hand is None:
        return
    if table.phase is not Phase.OVER:
        raise Refused(SEALED)
    if not 0 <= hand < len(table.seats):
        raise Refused("This table doesn't have that seat.")


def _told(
    uow: UnitOfWork, table: Table, number: int, hand: int | None
) -> tuple[tuple[str, ...], int | None]:
    """Return what the step says, and when it was done."""
    notes = uow.store.notes(table.id, number, number, newest=NOTES_SHOWN)
    after = [told(each, table.names) for each in notes]
    if not number:
        return (DEALT, *after), None
    (row,) = uow.store.rows(table.id, number, number)
    own = () if hand is None else _own_lines(table, row.events, hand)
    return (*sentences(table, row.events, None), *own, *after), row.at


def _own_lines(table: Table, events: Iterable[Event], seat: int) -> list[str]:
    """Return what only some could read, including this seat; it is addressed as “you”."""
    private = [event for event in events if event.readers is not None]
    name = table.names[seat]
    return [f"{name} saw: {line}" for line in sentences(table, private, seat)]


def _with_journal(uow: UnitOfWork, reading: Reading) -> Reading:
    table, store = reading.table, uow.store
    check_record(store, table)
    entries = tuple(Entry(seat, code) for _, seat, code, _ in store.links(table.id))
    return replace(reading, entries=entries, key=store.key(table.id))


def exported(uow: UnitOfWork, table_id: int, reader: Caller) -> str:
    """Return the journal of a finished table as text."""
    must_be_shown(uow, uow.table(table_id), reader)
    return fairness.export(uow, table_id)


def record_for(uow: UnitOfWork, table_id: int, reader: Caller) -> fairness.Proof | fairness.Record:
    """Return what can be shown about a table, to those who may replay it."""
    must_be_shown(uow, uow.table(table_id), reader)
    return fairness.record(uow, table_id)


def lineage(uow: UnitOfWork, table_id: int | None) -> Iterator[Table]:
    """Yield a table, the one it is a rematch of, and so on."""
    while table_id is not None:
        table = uow.table(table_id)
        yield table
        table_id = table.rematch_of


def last_played(uow: UnitOfWork, table_id: int) -> int:
    """Return the table, or the game before it while people gather for a rematch."""
    played = (each.id for each in lineage(uow, table_id) if each.phase not in _GATHERING)
    return next(played, table_id)


# Replaying, outside the database's thread


def load_cache(reading: Reading, known: ReplayCache | None) -> ReplayCache:
    """Return a cache of the whole journal; what `known` covers isn't replayed."""
    if reading.entries is None:
        assert known is not None
        return known
    count = len(known.entries) if known else 0
    if known is None or known.entries != reading.entries[:count]:
        return grown(dealt(reading.table, reading.key), reading.table.chain, reading.entries)
    return grown(known, reading.table.chain, reading.entries[count:])


def shown(reading: Reading, cache: ReplayCache, hand: int | None = None) -> Step:
    table, number = reading.table, reading.number
    state = cache.state(number)

    def seen(seat: int | None) -> TableView:
        view, result = table.game.view(state, seat), table.game.result(state)
        return TableView(table, seat, view=view, round=cache.round_of(number), result=result)

    return Step(
        seen(None),
        number,
        table.version,
        reading.lines,
        cache.beginnings,
        reading.at,
        None if hand is None else seen(hand),
    )


def played_here(uow: UnitOfWork, reader: Caller) -> int:
    """Return the table that was played last here; in direct messages the most active one."""
    return last_played(uow, table_here(uow, reader))


class Replays:
    """Any step of any table; the latest games are cached."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._caches: Cache[int, ReplayCache] = Cache(MAX_FILMS)

    async def step(
        self, table_id: int, reader: Caller, where: Where = opening, hand: int | None = None
    ) -> Step:
        known = self._caches.get(table_id)
        chain = known.chain if known else ""
        reading = await self.host.read(read_step, table_id, reader, where, hand, chain)
        cache, step = await asyncio.to_thread(_played, reading, known, hand)
        self._caches.put(table_id, cache)
        return step


def _played(
    reading: Reading, known: ReplayCache | None, hand: int | None
) -> tuple[ReplayCache, Step]:
    cache = load_cache(reading, known)
    return cache, shown(reading, cache, hand)
