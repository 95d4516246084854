"""Describes a player's panel: where each action has its button, and the sentences around them.

Cogs turn it into buttons and lists. A panel has regions, one below the other. Each has places
(buttons, or one list), laid out when a phase begins and kept until it ends, so that no button moves
under a finger. A place is named by the beginnings of its codes, so an action's code remains its
only key.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from engine.kernel.codes import UNDO, Action
from engine.kernel.phrases import joined

if TYPE_CHECKING:
    from engine.kernel.game import Names, Words

V = TypeVar("V")
SHORT, LONG = 24, 100  # characters on a button, and in a list
MAX_COLUMNS = 5  # buttons that Discord allows in a row


class Form(StrEnum):
    """How the actions of a region are offered."""

    BUTTONS = "buttons"
    SELECT = "select"  # one list
    PICK = "pick"  # a piece, then a place for it


@dataclass(frozen=True, slots=True)
class Place:
    """A button that keeps its position; it is disabled while nothing can be done there."""

    codes: tuple[Action, ...]  # actions that begin like one of them are done here
    short: str
    emoji: str = ""
    without_emoji: str = ""  # the label if the emoji, which would say something, is missing
    is_main: bool = False  # what the phase is for
    is_end: bool = False  # ends the turn or the phase
    is_list: bool = False  # its price is chosen from a list, even if there is only one

    def holds(self, action: Action) -> bool:
        return any(action[: len(code)] == code for code in self.codes)


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that goes to a place, named by the word after the place's in the code."""

    word: str | int
    short: str
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class Region:
    """Lines of a panel that belong together."""

    name: str  # stable during a phase
    form: Form
    places: tuple[Place, ...]
    columns: int = 5  # of buttons in a row
    laid: int = 99  # number of places when the phase began; later ones fill the last line
    title: str = ""  # for a list: "Build a card"
    counted: str = "possible"  # an adjective after the number in the list; "": not shown
    none: str = ""  # what the list says if nothing in it can be done
    pieces: tuple[Piece, ...] = ()

    @property
    def lines(self) -> list[tuple[Place, ...]]:
        """Return the places, line by line."""
        starts = [*range(0, min(self.laid, len(self.places)), self.columns)] or [0]
        full = [self.places[start : start + self.columns] for start in starts[:-1]]
        others = self.places[starts[-1] :]
        return [*full, *(others[n : n + MAX_COLUMNS] for n in range(0, len(others), MAX_COLUMNS))]

    def place_of(self, action: Action) -> Place | None:
        return next((place for place in self.places if place.holds(action)), None)


@dataclass(frozen=True, slots=True)
class Choice:
    """How an action is offered: on a button, and in a list."""

    short: str
    long: str
    gives: str = ""  # what it brings
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question: one or several actions, carried out together or not at all."""

    label: str
    actions: tuple[Action, ...]
    is_loss: bool = False  # something is lost by it


@dataclass(frozen=True, slots=True)
class Several:
    """An answer that takes `count` of these actions, then the actions of `then`."""

    title: str
    actions: tuple[Action, ...]  # twice if it can be chosen twice
    count: int
    then: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Caution:
    """A question before a press that would lose something that undo can't bring back."""

    question: str
    loss: str
    answers: tuple[Answer, ...]
    others: str = ""  # the title of a list of everything else that can be done at this place
    several: Several | None = None  # instead of that list
    stay: str = "Keep playing"


@dataclass(frozen=True, slots=True)
class Aside:
    """What a player may do beside the game (offer a deal), behind a button of its own."""

    button: str  # "Deals", with the number of those waiting for an answer
    title: str
    lines: tuple[str, ...]  # how things stand
    regions: tuple[Region, ...]


class Panel(Generic[V]):
    """What a panel needs to know about a game; if it says nothing more, it gets a plain menu."""

    def __init__(self, words: "Words[V]") -> None:
        self.words = words

    def regions(self, view: V) -> tuple[Region, ...]:
        """Lay out the panel by the phase and by what the seat owns, not by what is legal right now.

        The last region is the end row. Without regions the panel is a menu of all actions.
        """
        return ()

    def choice(self, action: Action, view: V, names: "Names") -> Choice:
        """Say how one action is offered, on a button and in a list."""
        label = self.words.label(action, view, names)
        return Choice(label[:80], label[:LONG])

    def planned_gives(self, line: Action, view: V, names: "Names") -> str:
        """Say what a line of a plan would bring as things are now; "" if that is obvious."""
        return ""

    def heading(self, beginning: Action, actions: Sequence[Action], view: V) -> str:
        """Name all actions with this beginning in a list; "" takes what their labels share.

        Opening the entry shows a list of its own, with one entry for each of these actions.
        """
        return ""

    def head(self, view: V, names: "Names") -> str:
        """Say what the player does now, addressed to them."""
        return self.words.status(view, names)

    def call(self, view: V) -> str:
        """Say what the awaited players have to do; it follows "your turn:" in a ping."""
        return "it's your move."

    def status(self, view: V) -> str:
        """Return one line below the picture: a limit that was passed, or a tip."""
        return ""

    def caution(self, place: Place, view: V, actions: Sequence[Action]) -> Caution | None:
        """Return the question that a press on this place opens; `actions` are legal now."""
        return None

    def doubt(self, action: Action, view: V, names: "Names") -> Caution | None:
        """Return the question before this very action, wherever it is chosen."""
        return None

    def aside(self, view: V, names: "Names", people: Collection[int]) -> Aside | None:
        """Return what can be done beside the game in this phase; None if nothing can.

        `people` are the seats that can answer, which autopilots can't.
        """
        return None

    def turn_words(self, view: V) -> str:
        """Say what belongs to the viewer's turn, if it is more than one decision; or ""."""
        return ""

    def progress(self, view: V, seat: int) -> str:
        """Say what a seat is still doing, to follow its name: "has 3 dice left"."""
        return ""

    def cards(self, view: V) -> Mapping[str, Sequence[str]]:
        """Return the cards that the player sees now, grouped by where they are."""
        return {}


class SeatView(Protocol):
    """The part of a game's view by which its panel says whose turn it is."""

    @property
    def seat(self) -> int | None: ...
    @property
    def to_act(self) -> Collection[int]: ...
    @property
    def result(self) -> object: ...


W = TypeVar("W", bound=SeatView)


class TurnPanel(Panel[W]):
    """A panel whose first line is about the viewer's turn, or who the table is waiting for."""

    def head(self, view: W, names: "Names") -> str:
        if view.result or view.seat is None:
            return self.words.status(view, names)
        if view.seat in view.to_act:
            return self.own_turn(view, names)
        return f"Waiting for {joined(names[seat] for seat in view.to_act)}{self.waiting_for(view)}."

    def own_turn(self, view: W, names: "Names") -> str:
        """Say what the seat is to do now."""
        raise NotImplementedError

    def waiting_for(self, view: W) -> str:
        """Say what the awaited players are doing, to follow their names; or ""."""
        return ""


def place_of(regions: Sequence[Region], action: Action) -> Place | None:
    """Find the place where an action is done; None for undo, which has its own button."""
    places = (region.place_of(action) for region in regions)
    return next(filter(None, places), None) if action != UNDO else None
