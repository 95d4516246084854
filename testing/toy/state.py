"""The state of a table of High Card, and what one seat sees of it."""

from dataclasses import dataclass, field, replace
from typing import Optional

from engine.kernel.game import Result
from engine.kernel.luck import AnyLuck
from engine.kernel.strict import Strict
from engine.kernel.undo import Row, Seats, UndoOffer

CARDS = range(1, 16)
ROUNDS = 4  # and so many cards are dealt to everybody


class Options(Strict):
    """What a table may choose in the lobby: nothing. A field here becomes a select there."""


@dataclass(slots=True)
class Player:
    hand: list[int]  # in order
    laid: int | None = None  # face down
    points: int = 0


@dataclass(slots=True)
class State:
    """All there is to know about a table. It is stored as JSON and copied often."""

    luck: AnyLuck  # for whatever is shuffled or rolled later: here nothing, but tests exchange it
    players: list[Player]
    undealt: list[int]
    acting: tuple[int, ...]  # who has to act
    first: int = 0
    round: int = 1
    shown: tuple[int, ...] = ()  # the cards of the round before, seat by seat
    is_over: bool = False
    base: Optional["State"] = (
        None  # this and the next two belong to undo, see engine/kernel/undo.py
    )
    rows: list[Row] = field(default_factory=list)
    undoable: Seats = field(default_factory=set)

    def copy(self) -> "State":
        players = [replace(player, hand=player.hand[:]) for player in self.players]
        return replace(
            self,
            players=players,
            undealt=self.undealt[:],
            rows=self.rows[:],
            undoable=self.undoable.copy(),
        )


@dataclass(slots=True)
class View:
    """What one seat may know. Words and pictures are made of this alone, so they cannot leak."""

    seat: int | None  # None is the public
    round: int
    to_act: tuple[int, ...]
    points: tuple[int, ...]
    shown: tuple[int, ...]
    hand: tuple[int, ...]  # the seat's own
    laid: int | None  # the seat's own
    undo: UndoOffer
    result: Result | None
