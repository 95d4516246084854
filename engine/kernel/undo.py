"""Undo for all games: replays what has happened since a checkpoint, without one row.

A game calls `checkpoint` where undo begins to make sense (a phase, a turn) and `forget` where it
ends; there is one checkpoint for the whole table. While it plays an action it calls `seal` if the
action showed something new. What others play later is replayed without checks: a game in which it
could depend on an earlier row (a shared stock, a slot) calls `seal_rows` for that row.
"""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Protocol, Self, TypeVar

from pydantic import PlainSerializer

from engine.kernel.codes import Action

Row = tuple[int | None, Action, str]  # seat, action, and why it can no longer be taken back


Seats = Annotated[set[int | None], PlainSerializer(lambda seats: sorted(seats, key=str))]


class Tracked(Protocol):
    """The part of a state that undo needs; the state is a dataclass with slots."""

    base: Any  # the state at the checkpoint, never mutated
    rows: list[Row]  # what was played since
    undoable: Seats  # the seats whose last row may be undone

    def copy(self) -> Self: ...


T = TypeVar("T", bound=Tracked)

ASIDE = "aside"  # instead of a seal: replayed, but not a move that could be undone


class UndoOffer(NamedTuple):
    """What would be undone, or why nothing can be."""

    action: Action | None
    seal: str = ""


def checkpoint(state: Tracked) -> None:
    forget(state)
    state.base = state.copy()


def forget(state: Tracked) -> None:
    state.base = None
    state.rows = []
    state.undoable = set()


def copies(state: T) -> list[T]:
    """Copy the state and its checkpoint, if it has one, so that both can be changed safely."""
    twin = state.copy()
    if twin.base is None:
        return [twin]
    twin.base = twin.base.copy()
    return [twin, twin.base]


def seal(state: Tracked, reason: str) -> None:
    """Forbid undoing the action being played, because it has shown something new."""
    if state.rows:
        seat, action, sealed = state.rows[-1]
        if not sealed:
            state.rows[-1] = (seat, action, reason)
            state.undoable.discard(seat)


def skip_in_undo(state: Tracked) -> None:
    """Mark the action being played as not a move (an offer, a wish): undo skips it."""
    seat, action, _ = state.rows[-1]
    state.rows[-1] = (seat, action, ASIDE)
    state.undoable.discard(seat)
    if undo_offer(state, seat).action:
        state.undoable.add(seat)


def seal_rows(state: Tracked, reason: str, is_touched: Callable[[Action], bool]) -> None:
    """Forbid undoing the rows picked by `is_touched`, because later actions depend on them."""
    for i, (seat, action, sealed) in enumerate(state.rows):
        if not sealed and is_touched(action):
            state.rows[i] = (seat, action, reason)
    state.undoable = {seat for seat in state.undoable if undo_offer(state, seat).action}


def seal_older(state: Tracked, reason: str) -> None:
    """Forbid undoing everything before the action being played."""
    for i in range(len(state.rows) - 2, -1, -1):
        seat, action, sealed = state.rows[i]
        if sealed and sealed != ASIDE:
            break  # older rows were sealed together with it
        if not sealed:
            state.rows[i] = (seat, action, reason)
            if seat != state.rows[-1][0]:
                state.undoable.discard(seat)


def undo_offer(state: Tracked, seat: int | None) -> UndoOffer:
    for player, action, sealed in reversed(state.rows):
        if player == seat and sealed != ASIDE:
            return UndoOffer(None if sealed else action, sealed)
    return UndoOffer(None)


def take_back(
    state: Tracked, seat: int | None, advance: Callable[[Any, int | None, Action], object]
) -> Action:
    """Turn the state into the one in which the seat's last row was never played."""
    row_indices = [i for i, row in enumerate(state.rows) if row[0] == seat and row[2] != ASIDE]
    last = row_indices[-1]
    undone = state.rows[last][1]
    fresh = state.base.copy()
    fresh.base = state.base
    for player, action, _ in state.rows[:last] + state.rows[last + 1 :]:
        advance(fresh, player, action)
    for name in state.__slots__:  # type: ignore[attr-defined]
        setattr(state, name, getattr(fresh, name))
    return undone
