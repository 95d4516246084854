"""One table of the host in memory: each of its worlds is tried on the same rows, then undone."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, TypeVar

from engine.kernel.codes import Action, code
from engine.kernel.journal import Entry
from host import lobby, outbox, play
from host.caller import Caller
from host.database.schema import SCHEMA
from host.database.sqlite import SqliteConnection
from host.play import Move
from host.positions import Positions, digest
from host.records import Table
from host.replay_cache import ReplayCache, dealt, grown
from host.seals import seal
from host.store import Store
from host.terms import Terms
from host.unit_of_work import UnitOfWork
from testing.hosting import CHANNEL, PEOPLE, FakeClock
from testing.playing import Table as Rules
from testing.playing import key_of

T = TypeVar("T")
SECOND = 1_000
Plans = Mapping[int, Sequence[str]]  # by seat
NO_PLANS: Plans = MappingProxyType({})


class House:
    """The real use cases and the real statements, without threads and files.

    People have the first seats, autopilots the others.
    """

    def __init__(self, rules: Rules, hours: int = 0, robots: int = 0) -> None:
        self.rules, self.clock, self.people = rules, FakeClock(), rules.seats - robots
        self._connection = sqlite3.connect(
            ":memory:", isolation_level=None, factory=SqliteConnection
        )
        self._connection.create_function("seal", -1, seal)
        for number in sorted(SCHEMA):
            self._connection.executescript(SCHEMA[number].read_text(encoding="utf-8"))
        self._positions = Positions()
        self.table = self._dealt(hours)
        self.film = dealt(self.table, key_of(rules.seed))
        self._follow()

    def close(self) -> None:
        self._connection.close()

    def _dealt(self, hours: int) -> Table:
        rules, opener = self.rules, Caller(PEOPLE[0])
        options = rules.options.model_dump(mode="json")
        terms, key = Terms(hours=hours), key_of(rules.seed)
        table = self.run(
            lobby.open_table, rules.game.id, options, CHANNEL, by=opener, terms=terms, key=key
        )
        for user in PEOPLE[1 : self.people]:
            self.run(lobby.join, table.id, by=Caller(user))
        for _ in range(rules.seats - self.people):
            self.run(lobby.add_autopilot, table.id, by=opener)
        self.run(lobby.start, table.id, by=opener)
        return self.run(UnitOfWork.table, table.id)

    def run(self, use_case: Callable[..., T], *a: Any, **kw: Any) -> T:
        return use_case(self._books(self._positions), *a, **kw)

    def _books(self, positions: Positions) -> UnitOfWork:
        return UnitOfWork(Store(self._connection, self.clock()), positions)

    def _say_all(self) -> None:
        """What waits has been said, so that only what is new is compared."""
        while messages := self.run(outbox.due):
            for outgoing in messages:
                self.run(outbox.said, outgoing)

    @property
    def state(self) -> Any:
        """Nobody may change it."""
        return self.run(_state, self.table)

    @property
    def queues(self) -> Plans:
        """What people have planned, by seat."""
        return self.run(lambda uow: uow.store.queues(self.table.id))

    @property
    def round(self) -> int:
        return self.rules.game.round_number(self.state)

    def act(self, seat: int, action: Action) -> None:
        """One more row, some time later, and all that follows from it."""
        self.clock.advance(SECOND)
        self.run(play.act, self.table.id, Move(code(action)), by=Caller(PEOPLE[seat]))
        self._follow()

    def plan(self, seat: int, actions: Iterable[Action]) -> None:
        """What is played for that seat the moment it is legal."""
        self.run(play.queue, self.table.id, [*map(code, actions)], by=Caller(PEOPLE[seat]))
        self._follow()

    def _follow(self) -> None:
        """Autopilots and plans play, and everything is said."""
        self.run(settled, self.table.id)
        self._say_all()
        self.table = self.run(UnitOfWork.table, self.table.id)
        rows = self.run(rows_after, self.table.id, len(self.film.entries))
        self.film = grown(self.film, self.table.chain, rows)

    @contextmanager
    def world(self, state: Any, plans: Plans = NO_PLANS) -> Iterator[UnitOfWork]:
        """The table in that state, with these plans; all that is done in there is undone."""
        stored, table = self.rules.game.dump(state), self.table
        positions = Positions()
        with self.undone():
            self._connection.execute(
                "UPDATE tables SET state = ?, digest = ? WHERE id = ?",
                (stored, digest(stored), table.id),
            )
            positions.put(table, state.copy())
            books = self._books(positions)
            for seat, lines in plans.items():
                books.store.set_queue(table.id, seat, lines)
            yield books

    @contextmanager
    def undone(self) -> Iterator[None]:
        self._connection.execute("SAVEPOINT before")
        try:
            yield
        finally:
            self._connection.execute("ROLLBACK TO before")
            self._connection.execute("RELEASE before")


def settled(uow: UnitOfWork, table_id: int) -> None:
    """As the host does it, action by action, when the time to undo is over."""
    uow.store.set_breath(table_id, None)
    while play.autoplay_step(uow, table_id):
        pass


def rows_after(uow: UnitOfWork, table_id: int, number: int) -> list[Entry]:
    return [Entry(seat, code) for _, seat, code, _ in uow.store.links(table_id)[number:]]


def _state(uow: UnitOfWork, table: Table) -> Any:
    state = uow.state(table)
    uow.keep(table, state)
    return state


class OtherFilm(ReplayCache):
    """A film in which every moment looks the same to a viewer, and hides other cards."""

    __slots__ = ("exchanged",)
    exchanged: Callable[[Any], Any]

    def state(self, number: int) -> Any:
        return self.exchanged(super().state(number))


def other_film(film: ReplayCache, exchanged: Callable[[Any], Any]) -> ReplayCache:
    found = OtherFilm(film.games, film.chain, film.entries, film.rounds, film.stills)
    object.__setattr__(found, "exchanged", exchanged)
    return found
