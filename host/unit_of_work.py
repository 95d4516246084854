"""The unit of work: what a use case works with during its one transaction."""

from typing import Any

from engine.kernel.refusal import Refused
from host.errors import DAMAGED, Damaged
from host.positions import Positions
from host.records import Phase, Seat, Table
from host.store import Store

RESTS = (
    "My current version doesn't know the rules of this game, so it's on hold. Nothing is lost: the "
    "person who runs me can bring them back."
)


class UnitOfWork:
    """One transaction: its statements and game states. Every use case gets it as first argument."""

    def __init__(
        self,
        store: Store,
        positions: Positions,
        last_presses: dict[int, tuple[int, int]] | None = None,
    ) -> None:
        self.store, self.positions = store, positions
        # At a table, which seat acted by hand last, and when: kept by the host, in memory only.
        self.last_presses = {} if last_presses is None else last_presses
        self.to_autoplay: set[int] = set()  # tables where an autopilot or a queue can play now
        self.to_review: set[int] = set()  # tables where open votes may be lost by now
        self.to_log: list[tuple[str, dict[str, Any]]] = []  # events, told after the commit

    def waits_for_undo(self, table: Table) -> bool:
        """Whether plans are waiting so that somebody can undo."""
        is_possible = table.phase is Phase.PLAYING and table.game.breath
        until = self.store.breath(table.id) if is_possible else None
        return until is not None and until > self.store.now

    def table(self, table_id: int) -> Table:
        try:
            table = self.store.table(table_id)
        except (ValueError, TypeError) as error:
            raise Damaged(f"its saved data can't be read ({type(error).__name__})") from error
        if table is None:
            raise Refused("This table no longer exists.")
        return table

    def playing(self, table_id: int) -> Table:
        """Return the table; refuse if no game is running there."""
        table = self.table(table_id)
        must_play(table)
        return table

    def lobby(self, table_id: int) -> Table:
        """Return the table; refuse if it isn't a lobby."""
        table = self.table(table_id)
        if table.phase is not Phase.LOBBY:
            raise Refused(_NO_LOBBY[table.phase])
        return table

    def note_autoplay(self, table_id: int, needs_autoplay: bool) -> None:
        """Note whether something plays by itself there; it starts after the commit."""
        (self.to_autoplay.add if needs_autoplay else self.to_autoplay.discard)(table_id)

    def position(self, table: Table) -> Any:
        """Return the state of a table, to look at."""
        state = self.state(table)
        self.keep(table, state)
        return state

    def state(self, table: Table) -> Any:
        """Take the state out to change it; `keep` puts it back with the stored row."""
        if table.phase is Phase.PLAYING and not table.has_its_rules:
            raise Refused(RESTS)
        return self.positions.take(self.store, table)

    def keep(self, table: Table, state: Any) -> None:
        self.positions.put(table, state)


def must_play(table: Table) -> None:
    if table.phase is not Phase.PLAYING:
        raise Refused(_NOT_PLAYING[table.phase])


def seated(table: Table, user: int) -> Seat:
    seat = table.seat_of(user)
    if seat is None:
        raise Refused("You're not playing at this table, but you're welcome to watch.")
    return seat


def must_have_opened(table: Table, user: int) -> None:
    if user != table.opener:
        who = next((seat.name for seat in table.seats if seat.user == table.opener), "the host")
        raise Refused(f"Only {who} can do that: they opened this table.")


_NOT_PLAYING = {
    Phase.LOBBY: "The game hasn't started yet: press “Join”, then “Start”.",
    Phase.OVER: "This game is over.",
    Phase.CLOSED: "This table was closed before the game started.",
    Phase.QUARANTINED: DAMAGED,
}
_NO_LOBBY = {
    **_NOT_PLAYING,
    Phase.PLAYING: "This game has already started.",
}
