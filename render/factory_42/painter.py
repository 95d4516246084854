"""The painter of Factory 42: which pictures a view offers, and how each is made."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from engine.factory_42.resources import RESOURCES
from engine.factory_42.state import RAIL
from engine.factory_42.view import View
from engine.factory_42.words import card as card_words
from engine.factory_42.words import cards as card_names
from engine.kernel.codes import Action
from engine.kernel.events import Event
from engine.kernel.game import Names
from render.emojis import sign
from render.factory_42 import (
    deals,
    desk,
    final,
    guild,
    locations,
    orders,
    placing,
    plan,
    player,
    pool,
    requisition,
    share,
)
from render.factory_42.cards import standing
from render.factory_42.look import GLYPHS, RESOURCE, SCENES, STRIPES
from render.factory_42.moment import is_placing
from render.factory_42.printed import printed
from render.marks import Drawing, Piece
from render.painter import CARD_MARGIN, Painter, numbered
from render.race import RaceRow, Sign, Signs, Track
from render.widgets.badges import spoken

BUYING = ("requisition", "start_cubes", "seal")
HAULING = (
    *("car", "load", "bag", "draw", "spike", "double", "ship", "burn"),
    *("rummage", "keep_cube"),
)
AT_HOME = (
    *("operate", "move", "scrap", "enter", "commissar_enter", "keep", "research"),
    *("incinerate", "account", "cleanup", "spoil", "start"),
)
DESKS = {  # what a seat sees when it is asked; otherwise it depends on the phase
    **dict.fromkeys(BUYING, "requisition"),
    **dict.fromkeys(HAULING, "rail"),
    **dict.fromkeys(AT_HOME, "own"),
    **dict.fromkeys(("trade", "fee"), "trading"),
    "take": "guild",
}
SHARED_SIGNS = ("wood", "steel")  # drawn as for Factory Frenzy!, which has their emojis
Draw = Callable[[View, Names], Drawing]


class Factory42Painter(Painter[View]):
    title = "Factory 42"
    accent = STRIPES
    street = SCENES + "lobby"
    cards = tuple(card_names())
    palette = "factory_42"
    captions: ClassVar[Mapping[str, str]] = {
        "locations": "Locations",
        "orders": "Orders",
        "pool": "Pool, track and Market",
        "player": "{owner}'s board",
        "guild": "The Guild's Inventions",
        "deals": "Deals of the round",
        "own": "Your board and cards",
        "placing": "Where to place",
        "requisition": "Requisition",
        "rail": "Pool and your stores",
        "workshop": "Orders and your stores",
        "trading": "Market and your stores",
        "draft": "Your draft of a deal",
        "final": "Final score",
        "share": "Share card",
    }
    race_signs: ClassVar[Signs] = {
        "goods": Sign(GLYPHS + "order", size=0.95),
        "Rosettes": Sign(GLYPHS + "rosette"),
    }
    pictures: ClassVar[Mapping[str, Draw]] = {
        "locations": locations.picture,
        "orders": orders.picture,
        "pool": pool.picture,
        "guild": guild.picture,
        "rail": desk.rail,
        "workshop": desk.workshop,
        "trading": desk.trading,
        "draft": deals.draft_picture,
        "final": final.picture,
    }

    def offers(self, view: View) -> tuple[str, ...]:
        names = ["locations", "orders", "pool"]
        names += ["guild"] if view.has_expansion else []
        for owner in view.players:
            names += numbered(f"player {owner.seat}", player.pages(view, owner))
        if deals.shown(view):
            names += numbered("deals", len(deals.pages(view)))
        if view.seat is not None:
            names += numbered("own", player.own_pages(view))
            names += _desks(view)
        return (*names, "final", "share") if view.result else tuple(names)

    def board(self, view: View) -> tuple[str, ...]:
        if view.result:
            return ("final", "orders")
        if is_placing(view):
            return ("locations", "orders")
        return ("pool", "locations") if view.phase in RAIL else ("orders", "pool")

    def headline(self, view: View, events: Sequence[Event]) -> tuple[str, ...]:
        """Return the deal that was offered or answered."""
        numbers = {event.facts[0] for event in events if event.kind in ("offered", "answered")}
        return tuple(f"deal {deal.number}" for deal in deals.shown(view) if deal.number in numbers)

    def aside(self, view: View) -> tuple[str, ...]:
        if view.draft:
            return ("draft",)
        return ("deals",) if deals.shown(view) else self.panel(view)

    def panel(self, view: View) -> tuple[str, ...]:
        """Return one picture: what the question is about, with the seat's own stores in it."""
        if view.seat is None or view.result:
            return self.board(view)
        if view.seat in view.to_act and view.asks in DESKS:
            return (DESKS[view.asks],)
        return (_waiting(view),)

    def learned(self, view: View) -> tuple[str, ...]:
        return ("final",) if view.result else ("race",)

    def planning(self, view: View) -> tuple[str, ...]:
        if view.seat is None or view.result:
            return self.board(view)
        return (_waiting(view),)

    def plan(self, view: View, lines: Sequence[Action], names: Names) -> Drawing | None:
        if view.own is None or view.result or not lines:
            return None
        return self.colored(plan.picture(view, lines, spoken(tuple(names))))

    def draw(self, name: str, view: View, names: Names, marks: Sequence[str] = ()) -> Drawing:
        return self.colored(self._draw(name, view, spoken(tuple(names)), marks))

    def _draw(self, name: str, view: View, names: tuple[str, ...], marks: Sequence[str]) -> Drawing:
        kind, *numbers = name.split()
        page = int(numbers[-1]) - 1 if numbers else 0
        match kind:
            case "player":
                page = int(numbers[1]) - 1 if len(numbers) > 1 else 0
                return player.picture(view, int(numbers[0]), names, page)
            case "own":
                return player.own_picture(view, names, page)
            case "deal":
                return deals.card(view, names, int(numbers[0]))
            case "deals":
                return deals.picture(view, names, page)
            case "share":
                return share.picture(view, names, self.title)
            case "placing":
                return placing.picture(view, names, marks)
            case "requisition":
                return requisition.picture(view, names, marks)
            case "race":
                return self.race(f"ROUND {view.round - 1} is over", _race_rows(view), names)
        return self.pictures[kind](view, names)

    def card(self, name: str) -> Drawing:
        whole = printed(name)
        parts = [standing(CARD_MARGIN, CARD_MARGIN, whole)]
        return self.alone(parts, whole.h, card_words(name))

    def emojis(self) -> dict[str, Piece]:
        cubes = {name: sign(RESOURCE + name) for name in RESOURCES if name not in SHARED_SIGNS}
        signs = {name: sign(GLYPHS + name) for name in ("steam", "rosette")}
        worker, commissar = (sign(f"{GLYPHS}{kind}_blue") for kind in ("worker", "commissar"))
        return {**cubes, **signs, "worker": worker, "commissar": commissar}


def _race_rows(view: View) -> list[RaceRow]:
    """Return everybody's points and Rosettes since the beginning; best first."""
    rows = [
        RaceRow(each.seat, each.vp, each.vp, (Track("Rosettes", each.rosettes, each.rosettes, 0),))
        for each in view.players
    ]
    return sorted(rows, key=lambda row: -row.points)


def _desks(view: View) -> list[str]:
    """Return what else only the seat may see while the game runs."""
    if view.result:
        return []
    names = ["placing", "rail", "workshop"]
    names += ["trading"] if view.market else []
    names += ["requisition"] if view.asks in BUYING and view.seat in view.to_act else []
    return names + (["draft"] if view.draft else [])


def _waiting(view: View) -> str:
    if is_placing(view):
        return "placing"
    return "rail" if view.phase in (*RAIL, "steam") else "workshop"
