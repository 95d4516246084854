"""Draws the pictures of all games: takes views, gives PNGs with alt texts."""

from typing import Any

from render.emojis import house, merged
from render.factory_42.painter import Factory42Painter
from render.factory_frenzy.painter import FactoryFrenzyPainter
from render.fantastic_factories.painter import FantasticFactoriesPainter
from render.marks import Piece
from render.painter import Painter

PAINTERS: dict[str, Painter[Any]] = {
    "fantastic_factories": FantasticFactoriesPainter(),
    "factory_frenzy": FactoryFrenzyPainter(),
    "factory_42": Factory42Painter(),
}


def every_emoji() -> dict[str, Piece]:
    """Return the emojis that belong to no game and those of all games."""
    return merged([house(), *(painter.emojis() for painter in PAINTERS.values())])
