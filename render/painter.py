"""What a game's painter offers the studio: drawings of a view by name, of cards and lobbies."""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Generic, TypeVar

from engine.kernel.codes import Action
from engine.kernel.events import Event
from engine.kernel.game import Names
from render.challenge import RankedRow, ranking, result_card
from render.lobby import lobby
from render.marks import Drawing, Piece, Placed
from render.names import initials
from render.palette import HOUSE
from render.race import RaceRow, Signs, race
from render.statistics import Statistics, statistics
from render.theme import COLUMN, Accent
from render.widgets.badges import spoken

V = TypeVar("V")
CARD_MARGIN = 20


class Painter(ABC, Generic[V]):
    """One instance per game, in `render.PAINTERS`. It knows views only, never a state."""

    title: ClassVar[str]
    accent: ClassVar[Accent]
    street: ClassVar[str]  # the sprite behind the lobby
    cards: ClassVar[Sequence[str]]
    palette: ClassVar[str] = HOUSE
    captions: ClassVar[Mapping[str, str]]  # what each kind of picture is called, with its {owner}
    of_the_end: ClassVar[frozenset[str]] = frozenset({"final", "share"})
    """The kinds of pictures that name a winner; left out of a game that has none."""
    race_signs: ClassVar[Signs] = {}  # of what is counted in public; empty: there is no race
    opponent: ClassVar[str] = "The opponent"  # of a player who is alone

    @abstractmethod
    def offers(self, view: V) -> tuple[str, ...]:
        """List the pictures of this view; those of a seat are only in its own view."""

    @abstractmethod
    def board(self, view: V) -> tuple[str, ...]:
        """List the pictures for the table's public message now."""

    @abstractmethod
    def panel(self, view: V) -> tuple[str, ...]:
        """List the pictures that a player needs for the current decision."""

    def learned(self, view: V) -> tuple[str, ...]:
        """List the pictures that end a lesson."""
        return self.panel(view)[:1]

    def headline(self, view: V, events: Sequence[Event]) -> tuple[str, ...]:
        """List the pictures for a headline made of these events."""
        return ()

    def aside(self, view: V) -> tuple[str, ...]:
        """List the pictures shown while a seat has opened what can be done beside the game."""
        return self.panel(view)

    def planning(self, view: V) -> tuple[str, ...]:
        """List the pictures that a player needs to plan a later turn."""
        return self.panel(view)

    @abstractmethod
    def draw(self, name: str, view: V, names: Names, marks: Sequence[str] = ()) -> Drawing:
        """Draw one of the offered pictures, with golden frames around what `marks` name.

        In a lesson `marks` are the words of the action that comes next.
        """

    def plan(self, view: V, lines: Sequence[Action], names: Names) -> Drawing | None:
        """Draw a seat's own plan, if this game has a picture of it."""
        return None

    @abstractmethod
    def card(self, name: str) -> Drawing:
        """Draw a single card."""

    def emojis(self) -> Mapping[str, Piece]:
        """Return the game's emojis by key; `render.emojis` makes them."""
        return {}

    def caption(self, name: str, names: Names) -> str:
        """Name a picture for a list; the first number behind its kind may be the owner's seat."""
        kind, *numbers = name.split()
        caption = self.captions[kind]
        owner = names[int(numbers.pop(0))] if "{owner}" in caption else ""
        page = f" ({numbers[0]})" if numbers else ""
        return f"{caption.format(owner=owner)}{page}"

    def lobby(self, names: Names, seats: range, robots: Container[int] = ()) -> Drawing:
        """Draw who has joined; `robots` are the seats of autopilots."""
        return self.colored(lobby(self.title, self.street, names, robots, seats, self.accent))

    def ranking(
        self,
        title: str,
        subtitle: str,
        rows: Sequence[RankedRow],
        finished: int,
        playing: Sequence[str] = (),
        still: int = 0,
        ranges: Sequence[str] = (),
    ) -> Drawing:
        look = self.street, self.accent
        drawing = ranking(title, subtitle, rows, finished, *look, playing, still, ranges)
        return self.colored(drawing)

    def result_card(
        self,
        title: str,
        subtitle: str,
        row: RankedRow,
        streak: int,
        ranges: Sequence[str] = (),
    ) -> Drawing:
        drawing = result_card(title, subtitle, row, streak, self.street, self.accent, ranges)
        return self.colored(drawing)

    def statistics(self, title: str, facts: Statistics) -> Drawing:
        return self.colored(statistics(title, facts, self.street, self.accent))

    def race(self, title: str, rows: Sequence[RaceRow], names: Names) -> Drawing:
        """Draw the race for a recap, if the game has signs for it."""
        safe_names = spoken(tuple(names))
        called = [self.opponent if row.seat is None else safe_names[row.seat] for row in rows]
        letters = ["" if row.seat is None else initials(safe_names)[row.seat] for row in rows]
        return self.colored(race(title, rows, called, letters, self.race_signs, self.accent))

    def alone(self, parts: Iterable[Placed], height: int, words: str) -> Drawing:
        """Draw a card with nothing beside it."""
        width = COLUMN + 2 * CARD_MARGIN
        return self.colored(Drawing(height + 2 * CARD_MARGIN, tuple(parts), words, width))

    def colored(self, drawing: Drawing) -> Drawing:
        """Give a drawing the game's palette."""
        return replace(drawing, palette=self.palette)


def numbered(name: str, count: int) -> list[str]:
    """Name the pages of a picture; the first one has no number."""
    return [name, *(f"{name} {number}" for number in range(2, count + 1))]
