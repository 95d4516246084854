"""What a game gives the pictures: named drawings of a view, its cards, its lobby."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from engine.kernel.game import Names
from render.lobby import lobby
from render.marks import Drawing
from render.theme import Accent

V = TypeVar("V")


class Painter(ABC, Generic[V]):
    """One instance per game, in `render.PAINTERS`. Knows views only, never a state."""

    title: ClassVar[str]
    accent: ClassVar[Accent]
    street: ClassVar[str]  # the sprite behind the lobby
    cards: ClassVar[Sequence[str]]

    @abstractmethod
    def offers(self, view: V) -> tuple[str, ...]:
        """The names of all pictures of this view; a seat's own are there for its own view only."""

    @abstractmethod
    def board(self, view: V) -> tuple[str, ...]:
        """Those of them that belong on the table's public message now."""

    @abstractmethod
    def panel(self, view: V) -> tuple[str, ...]:
        """Those that a player wants to see when deciding."""

    @abstractmethod
    def draw(self, name: str, view: V, names: Names) -> Drawing:
        """One of the offered pictures."""

    @abstractmethod
    def card(self, name: str) -> Drawing:
        """A card alone."""

    def caption(self, name: str, names: Names) -> str:
        """What a picture is called in a list: its kind, and whose it is."""
        kind, *rest = name.split()
        seat = f" · {names[int(rest[0])]}" if rest and int(rest[0]) < len(names) else ""
        page = f" ({rest[1]})" if len(rest) > 1 else ""
        return f"{kind.capitalize()}{seat}{page}"

    def lobby(self, names: Names, seats: range) -> Drawing:
        return lobby(self.title, self.street, names, seats, self.accent)
