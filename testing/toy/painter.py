"""The painter of High Card: the table for all, and for each seat the same with its own hand."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.kernel.game import Names
from render.marks import Drawing, Placed, centered, drawing, shrunk, spread, text
from render.painter import CARD_MARGIN, Painter
from render.theme import COLUMN, CREAM, HAZARD, HEAD, INNER, MARGIN, PILL, TABLE, TITLE, TOP
from render.widgets.badges import spoken
from render.widgets.panels import panel, table_header
from testing.toy import words
from testing.toy.state import View

LINE = 60


class HighCardPainter(Painter[View]):
    title = "High Card"
    accent = HAZARD
    street = "fantastic_factories/scenes/lobby"  # behind lobby, ranking and statistics
    cards = tuple(words.cards())
    captions: ClassVar[Mapping[str, str]] = {"table": "The table", "hand": "Your hand"}

    def offers(self, view: View) -> tuple[str, ...]:
        return self.board(view) if view.seat is None else ("table", "hand")

    def board(self, view: View) -> tuple[str, ...]:
        return ("table",)

    def panel(self, view: View) -> tuple[str, ...]:
        return self.offers(view)[-1:]

    def draw(self, name: str, view: View, names: Names, marks: Sequence[str] = ()) -> Drawing:
        lines = words.table(view, spoken(tuple(names)))
        lines += words.hand(view) if name == "hand" else []
        head = table_header("HIGH CARD", f"Round {view.round}", [], self.accent)
        written = [
            text(MARGIN, TOP + LINE * (n + 1), line, shrunk(line, PILL, INNER), CREAM)
            for n, line in enumerate(lines)
        ]
        height = TOP + LINE * (len(lines) + 1)
        return drawing(height, [*head, *spread(written, 0, 0, TABLE)], ". ".join(lines))

    def card(self, name: str) -> Drawing:
        title = words.cards()[name].upper()
        face = panel(COLUMN, COLUMN, [centered(COLUMN / 2, COLUMN / 2, title, TITLE, CREAM, HEAD)])
        return self.alone([Placed(CARD_MARGIN, CARD_MARGIN, face)], COLUMN, words.card(name))
