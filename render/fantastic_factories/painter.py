"""The painter of Fantastic Factories: which pictures a view offers, and how each is made."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.state import CARDS_TO_END, GOODS_TO_END
from engine.fantastic_factories.view import View
from engine.fantastic_factories.words import card as card_words
from engine.kernel.game import Names
from render.fantastic_factories import (
    compound,
    emojis,
    final,
    glance,
    hand,
    machine,
    market,
    share,
    shop,
    workbench,
)
from render.fantastic_factories.cards import blueprint, contractor
from render.fantastic_factories.look import CARD_H, CONTRACTOR_H, GLYPHS, SCENES
from render.marks import Drawing, Piece
from render.painter import CARD_MARGIN, Painter, numbered
from render.race import RaceRow, Sign, Signs, Track
from render.theme import HAZARD, ORANGE
from render.widgets.badges import spoken


class FantasticFactoriesPainter(Painter[View]):
    title = "Fantastic Factories"
    accent = HAZARD
    street = SCENES + "lobby"
    cards = (*BLUEPRINTS, *CONTRACTORS)
    captions: ClassVar[Mapping[str, str]] = {
        "glance": "The table",
        "market": "The market",
        "compound": "{owner}'s factory",
        "machine": "The Machine",
        "hand": "Your hand",
        "workbench": "Your work panel",
        "shop": "Market and hand",
        "final": "Final score",
        "share": "Share card",
    }
    opponent = "The Machine"
    race_signs: ClassVar[Signs] = {
        "goods": Sign(GLYPHS + "goods", size=1.15),
        "built": Sign(GLYPHS + "type_production", ORANGE, 0.9),
    }

    def offers(self, view: View) -> tuple[str, ...]:
        pictures = ["glance", "market"]
        for player in view.players:
            pictures += numbered(f"compound {player.seat}", compound.pages(player))
        if view.machine:
            pictures.append("machine")
        if view.seat is not None:
            pictures += numbered("hand", hand.pages(view))
        if view.result:
            pictures += ["final", "share"]
        elif view.seat is not None:
            pictures += ["workbench", "shop"]
        return tuple(pictures)

    def board(self, view: View) -> tuple[str, ...]:
        if view.result:
            return ("final", "glance")
        solo = ("machine",) if view.machine else ()
        return ("glance", *solo, *(("market",) if view.phase == "market" else ()))

    def panel(self, view: View) -> tuple[str, ...]:
        if view.seat is None or view.result:
            return self.board(view)
        if view.seat not in view.to_act:
            return ("glance",)
        return ("shop",) if view.phase == "market" else ("workbench",)

    def learned(self, view: View) -> tuple[str, ...]:
        return ("final",) if view.result else ("race",)

    def planning(self, view: View) -> tuple[str, ...]:
        """Offer the market and the hand: only market turns are planned."""
        return self.panel(view) if view.seat is None or view.result else ("shop",)

    def draw(self, name: str, view: View, names: Names, marks: Sequence[str] = ()) -> Drawing:
        safe_names = spoken(tuple(names))
        kind, *rest = name.split()
        which = [int(word) for word in rest]
        match kind:
            case "glance":
                return glance.picture(view, safe_names)
            case "market":
                return market.picture(view, safe_names)
            case "compound":
                seat, page = (*which, 1)[:2]
                return compound.picture(view, seat, safe_names, page - 1)
            case "machine":
                return machine.picture(view, safe_names)
            case "hand":
                return hand.picture(view, safe_names, which[0] - 1 if which else 0)
            case "workbench" | "shop":
                draw = workbench.picture if kind == "workbench" else shop.picture
                return draw(view, safe_names, marks)
            case "race":
                return self.race(f"ROUND {view.round - 1} is over", _race_rows(view), names)
            case "final":
                return final.picture(view, safe_names)
            case "share":
                return share.picture(view, safe_names, self.title)
        raise KeyError(f"There is no picture “{name}”.")

    def emojis(self) -> dict[str, Piece]:
        return emojis.emojis()

    def card(self, name: str) -> Drawing:
        face, height = (contractor, CONTRACTOR_H) if name in CONTRACTORS else (blueprint, CARD_H)
        return self.alone(face(name, CARD_MARGIN, CARD_MARGIN), height, card_words(name))


def _race_rows(view: View) -> list[RaceRow]:
    """Return everybody's progress since the beginning; best first."""
    rows = []
    for player in view.players:
        goods, built = player.goods, len(player.compound)
        tracks = (
            Track("goods", goods, goods, GOODS_TO_END),
            Track("built", built, built, CARDS_TO_END),
        )
        rows.append(RaceRow(player.seat, player.score, player.score, tracks))
    return sorted(rows, key=lambda row: -row.points)
