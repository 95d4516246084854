"""What a game gives the pictures: named drawings of a view, its cards, its lobby."""

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
    """One instance per game, in `render.PAINTERS`. Knows views only, never a state."""

    title: ClassVar[str]
    accent: ClassVar[Accent]
    street: ClassVar[str]  # the sprite behind the lobby
    cards: ClassVar[Sequence[str]]
    palette: ClassVar[str] = HOUSE
    captions: ClassVar[Mapping[str, str]]  # what each kind of picture is called, with its {owner}
    of_the_end: ClassVar[frozenset[str]] = frozenset({"final", "share"})
    """The kinds of pictures that name a winner; left out of a game that has none."""
    race_signs: ClassVar[Signs] = {}  # of what is counted in public; none: there is no race
    opponent: ClassVar[str] = "The opponent"  # of a player who is alone

    @abstractmethod
    def offers(self, view: V) -> tuple[str, ...]:
        """The names of all pictures of this view; a seat's own are there for its own view only."""

    @abstractmethod
    def board(self, view: V) -> tuple[str, ...]:
        """Those of them that belong on the table's public message now."""

    @abstractmethod
    def panel(self, view: V) -> tuple[str, ...]:
        """Those that a player wants to see when deciding."""

    def headline(self, view: V, events: Sequence[Event]) -> tuple[str, ...]:
        """Those that go with news for everybody, which these events are."""
        return ()

    def aside(self, view: V) -> tuple[str, ...]:
        """Those for what a seat does beside the game, while that is open in its panel."""
        return self.panel(view)

    def planning(self, view: V) -> tuple[str, ...]:
        """Those that a player wants to see when planning a later turn."""
        return self.panel(view)

    @abstractmethod
    def draw(self, name: str, view: V, names: Names, marks: Sequence[str] = ()) -> Drawing:
        """One of the offered pictures; what the words of `marks` stand for has a golden frame.

        In a lesson they are the code of the action that comes next.
        """

    def plan(self, view: V, lines: Sequence[Action], names: Names) -> Drawing | None:
        """A seat's own plan, for a game in which a plan is worth a picture."""
        return None

    @abstractmethod
    def card(self, name: str) -> Drawing:
        """A card alone."""

    def emojis(self) -> Mapping[str, Piece]:
        """Its own, by key; `render.emojis` makes them."""
        return {}

    def caption(self, name: str, names: Names) -> str:
        """What a picture is called in a list; the first number behind a kind may be its owner."""
        kind, *numbers = name.split()
        caption = self.captions[kind]
        owner = names[int(numbers.pop(0))] if "{owner}" in caption else ""
        page = f" ({numbers[0]})" if numbers else ""
        return f"{caption.format(owner=owner)}{page}"

    def lobby(self, names: Names, seats: range, robots: Container[int] = ()) -> Drawing:
        """Who has sat down; `robots` are the seats of autopilots."""
        return self.coloured(lobby(self.title, self.street, names, robots, seats, self.accent))

    def ranking(self, title: str, subtitle: str, rows: Sequence[RankedRow], tried: int) -> Drawing:
        found = ranking(title, subtitle, rows, tried, self.street, self.accent)
        return self.coloured(found)

    def result_card(self, title: str, subtitle: str, row: RankedRow, streak: int) -> Drawing:
        found = result_card(title, subtitle, row, streak, self.street, self.accent)
        return self.coloured(found)

    def statistics(self, title: str, facts: Statistics) -> Drawing:
        return self.coloured(statistics(title, facts, self.street, self.accent))

    def race_rows(self, before: V, now: V) -> tuple[RaceRow, ...]:
        """How far everybody is, and what came since an earlier view; best first."""
        return ()

    def race(self, title: str, rows: Sequence[RaceRow], names: Names) -> Drawing:
        """The picture of a recap, for a game that has signs for it."""
        shown = spoken(tuple(names))
        called = [self.opponent if row.seat is None else shown[row.seat] for row in rows]
        letters = ["" if row.seat is None else initials(shown)[row.seat] for row in rows]
        return self.coloured(race(title, rows, called, letters, self.race_signs, self.accent))

    def alone(self, parts: Iterable[Placed], height: int, words: str) -> Drawing:
        """A card that was drawn at the margin, and nothing beside it."""
        width = COLUMN + 2 * CARD_MARGIN
        return self.coloured(Drawing(height + 2 * CARD_MARGIN, tuple(parts), words, width))

    def coloured(self, drawing: Drawing) -> Drawing:
        """In the colours of the game."""
        return replace(drawing, palette=self.palette)


def numbered(name: str, count: int) -> list[str]:
    """The first picture has no number of its own."""
    return [name, *(f"{name} {number}" for number in range(2, count + 1))]
