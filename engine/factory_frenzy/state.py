"""The state of one table: plain, mutable, quick to copy."""

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, Optional

from pydantic import Field

from engine.factory_frenzy.resources import RESOURCES
from engine.kernel.deck import Deck
from engine.kernel.luck import AnyLuck
from engine.kernel.questions import Question
from engine.kernel.strict import Strict
from engine.kernel.undo import Row, Seats

Step = Literal["mulligan", "play", "declare", "discard", "over"]

STARTING_HAND = 4
HAND_LIMIT = 6
MAX_TURNS = 200


class Options(Strict):
    """What a table may choose before it starts."""

    learning: int = Field(
        0,
        ge=0,
        le=20,
        description="Has no effect any more: hints belong to each player, see /settings.",
        json_schema_extra={"of": "past"},
    )


@dataclass(slots=True)
class Player:
    recipe: str
    hand: list[str] = field(default_factory=list)  # in card order
    ready: bool = False  # has said whether the starting hand is kept or changed
    declared: bool = False
    seen_by: list[int] = field(default_factory=list)  # who else has seen the recipe (ruling 8)
    known: dict[int, list[str]] = field(default_factory=dict)  # cards that others know to be here
    deck_top: list[str] = field(default_factory=list)  # what this seat knows of it, next one first

    def copy(self) -> "Player":
        return Player(
            self.recipe,
            self.hand[:],
            self.ready,
            self.declared,
            self.seen_by[:],
            {seat: cards[:] for seat, cards in self.known.items()} if self.known else {},
            self.deck_top[:],
        )

    def pick_up(self, cards: Iterable[str]) -> None:
        for card in cards:
            insort(self.hand, card)

    def give_up(self, card: str) -> None:
        """Remove a card in the open: seats that knew of it no longer expect it here."""
        self.hand.remove(card)
        if self.known:
            for seat in list(self.known):
                self.forget(seat, card)

    def forget(self, seat: int, card: str) -> None:
        """Forget that the seat knows this card to be here."""
        cards = self.known.get(seat, [])
        if card in cards:
            cards.remove(card)
            if not cards:
                del self.known[seat]


def empty_piles() -> dict[str, list[str]]:
    return {resource: [] for resource in RESOURCES}


@dataclass(slots=True)
class State:
    luck: AnyLuck
    learning: int
    players: list[Player]
    deck: Deck
    undealt: list[str]  # recipes that stay unused (ruling 2)
    first: int
    piles: dict[str, list[str]] = field(default_factory=empty_piles)  # the top card is the last
    step: Step = "mulligan"
    turn: int = 0  # of all players together
    seat: int = 0  # whose turn it is
    playing: str | None = None  # the card whose effects are being carried out
    effects_done: int = 0  # how many of them
    newest: str | None = None  # the pile that the last played card lies on
    winner: int | None = None  # who has built the recipe
    acting: tuple[int, ...] = ()
    pending: list[Question] = field(default_factory=list)
    base: Optional["State"] = None
    rows: list[Row] = field(default_factory=list)
    undoable: Seats = field(default_factory=set)

    def copy(self) -> "State":
        return State(
            self.luck.copy(),
            self.learning,
            [player.copy() for player in self.players],
            self.deck.copy(),
            self.undealt[:],
            self.first,
            {resource: cards[:] for resource, cards in self.piles.items()},
            self.step,
            self.turn,
            self.seat,
            self.playing,
            self.effects_done,
            self.newest,
            self.winner,
            self.acting,
            self.pending[:],
            self.base,
            self.rows[:],
            self.undoable.copy(),
        )

    def clockwise(self, first: int) -> list[int]:
        """Return all seats from that one on."""
        seats = len(self.players)
        return [(first + i) % seats for i in range(seats)]

    def others(self, seat: int) -> list[int]:
        """Return all other seats, in the order of their turns."""
        return self.clockwise(seat)[1:]

    @property
    def round(self) -> int:
        """Count rounds; a turn that only declared the winner begins no round of its own."""
        played = self.turn if self.winner is None else self.turn - 1
        return max(0, played - 1) // len(self.players) + 1
