"""The painter of Factory 42: which pictures a view offers, and how each is made."""

from collections.abc import Mapping
from typing import ClassVar

from engine.factory_42.view import View
from engine.kernel.game import Names
from render.factory_42 import final, locations, orders, player, pool, share
from render.factory_42.look import SCENES, STRIPES
from render.marks import Drawing
from render.painter import Painter
from render.widgets.badges import spoken


class Factory42Painter(Painter[View]):
    title = "Factory 42"
    accent = STRIPES
    street = SCENES + "lobby"
    cards = ()
    palette = "factory_42"
    captions: ClassVar[Mapping[str, str]] = {"locations": "Locations"}

    def offers(self, view: View) -> tuple[str, ...]:
        return ("locations",)

    def board(self, view: View) -> tuple[str, ...]:
        return ("locations",)

    def panel(self, view: View) -> tuple[str, ...]:
        return ("locations",)

    def draw(self, name: str, view: View, names: Names) -> Drawing:
        return self.coloured(self._drawn(name, view, spoken(tuple(names))))

    def _drawn(self, name: str, view: View, names: tuple[str, ...]) -> Drawing:
        if name == "orders":
            return orders.picture(view, names)
        if name == "pool":
            return pool.picture(view, names)
        if name.startswith("player"):
            _, seat, *page = name.split()
            return player.picture(view, int(seat), names, int(page[0]) - 1 if page else 0)
        if name == "final":
            return final.picture(view, names)
        if name == "share":
            return share.picture(view, names, self.title)
        return locations.picture(view, names)

    def card(self, name: str) -> Drawing:
        raise KeyError
