"""The state of one table: plain, mutable, quick to copy."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Literal, Optional

from pydantic import Field

from engine.fantastic_factories.cards import TOOL_OF, TOOLS
from engine.fantastic_factories.dice import Dice
from engine.kernel.deck import Deck
from engine.kernel.luck import AnyLuck
from engine.kernel.questions import Question
from engine.kernel.strict import Strict
from engine.kernel.undo import Row, Seats

Phase = Literal["market", "work", "over"]
Cards = tuple[str, ...]  # always in card order

STARTING_CARDS = {"easy": 2, "medium": 3, "hard": 4, "insane": 5}
OWN_DICE = 4
FLOOR_SLOTS = 3
RESOURCE_LIMIT = 12
HAND_LIMIT = 10
GOODS_TO_END = 12
CARDS_TO_END = 10
MAX_LEARNING = 20  # rounds


class Options(Strict):
    """What a table may choose before it starts."""

    difficulty: Literal["easy", "medium", "hard", "insane"] = Field(
        "medium",
        title="The Machine",
        description="Solo only: how many cards The Machine starts with (easy 2, medium 3, "
        "hard 4, insane 5).",
        json_schema_extra={"labels": [*STARTING_CARDS], "seats": [1]},
    )
    learning: int = Field(
        0,
        ge=0,
        le=MAX_LEARNING,
        title="Work one at a time",
        description="In these rounds players work one after another, so that beginners can watch.",
        json_schema_extra={
            "labels": [
                *("no", "in round 1"),
                *(f"in rounds 1–{last}" for last in range(2, MAX_LEARNING + 1)),
            ],
            "seats": [2, 3, 4, 5],
        },
    )


@cache  # one tool's cards: few enough to remember all
def _with(cards: Cards, card: str) -> Cards:
    return tuple(sorted((*cards, card)))


@cache
def _without(cards: Cards, card: str) -> Cards:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def _empty_hand() -> dict[str, Cards]:
    return dict.fromkeys(TOOLS, ())


@dataclass(slots=True)
class Player:
    metal: int = 1
    energy: int = 2
    goods: int = 0
    hand: dict[str, Cards] = field(default_factory=_empty_hand)  # by tool, as one sorts it
    hand_size: int = 0
    compound: list[str] = field(default_factory=list)  # in building order
    ready: list[str] = field(default_factory=list)  # standing and not used yet this round
    dice: Dice = ()  # unplaced
    research: Dice = ()
    generate: Dice = ()
    mine: Dice = ()
    placed: dict[str, Dice] = field(default_factory=dict)  # dice lying on cards
    copied: str | None = None  # what the Replicator was this round
    rolls: int = 0  # how often dice were rolled this round
    set_dice: int = 0  # Foreman: values to name before the coming roll
    rolled_dice: int = 0  # Hired Hands: more dice in the coming roll
    named_dice: int = 0  # Specialist: dice whose value is still to be named
    done: bool = False

    def copy(self) -> "Player":
        twin = Player(*_fields(self))
        twin.hand = self.hand.copy()
        twin.compound = self.compound[:]
        twin.ready = self.ready[:]
        twin.placed = self.placed.copy()
        return twin

    @property
    def cards(self) -> Cards:
        """The whole hand in card order."""
        gear, hammer, shovel, wrench = self.hand.values()
        return tuple(sorted(gear + hammer + shovel + wrench))

    def pick_up(self, card: str) -> None:
        hand, tool = self.hand, TOOL_OF[card]
        hand[tool] = _with(hand[tool], card)
        self.hand_size += 1

    def give_up(self, card: str) -> None:
        hand, tool = self.hand, TOOL_OF[card]
        hand[tool] = _without(hand[tool], card)
        self.hand_size -= 1

    def hold(self, cards: Iterable[str]) -> None:
        """Hold exactly these cards."""
        self.hand, self.hand_size = _empty_hand(), 0
        for card in cards:
            self.pick_up(card)


_fields = attrgetter(*(item.name for item in fields(Player)))


@dataclass(slots=True)
class Machine:
    """The solo opponent."""

    difficulty: str
    compound: list[str] = field(default_factory=list)
    goods: int = 0
    dice: Dice = ()  # its last roll: green, red, blue, purple, yellow
    taken: str | None = None  # the card it took with that roll

    def copy(self) -> "Machine":
        return Machine(self.difficulty, self.compound[:], self.goods, self.dice, self.taken)


@dataclass(slots=True)
class Shelf:
    """A deck, and the cards that lie face up beside it in the market."""

    deck: Deck
    row: list[str | None]
    since: list[int]  # the round in which each slot was last filled

    def copy(self) -> "Shelf":
        return Shelf(self.deck.copy(), self.row[:], self.since[:])


@dataclass(slots=True)
class State:
    luck: AnyLuck
    learning: int
    players: list[Player]
    machine: Machine | None
    blueprints: Shelf
    contractors: Shelf
    labels: tuple[str, ...]  # the tool above each contractor slot
    first: int
    round: int = 1
    phase: Phase = "market"
    turn: int = 0  # the seat whose market turn it is
    refreshed: bool = False
    ended_by: tuple[int | None, str] | None = None  # who (None: The Machine) and by what
    final: bool = False
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
            self.machine.copy() if self.machine else None,
            self.blueprints.copy(),
            self.contractors.copy(),
            self.labels,
            self.first,
            self.round,
            self.phase,
            self.turn,
            self.refreshed,
            self.ended_by,
            self.final,
            self.acting,
            self.pending[:],
            self.base,
            self.rows[:],
            self.undoable.copy(),
        )

    def clockwise(self) -> list[int]:
        """Return all seats from the first player on."""
        seats = len(self.players)
        return [(self.first + i) % seats for i in range(seats)]

    @property
    def is_learning(self) -> bool:
        return self.round <= self.learning
