"""Pictures of the tables: views go in, PNGs and alt texts come out."""

from typing import Any

from render.factory_frenzy.painter import FactoryFrenzyPainter
from render.fantastic_factories.painter import FantasticFactoriesPainter
from render.painter import Painter

PAINTERS: dict[str, Painter[Any]] = {
    "fantastic_factories": FantasticFactoriesPainter(),
    "factory_frenzy": FactoryFrenzyPainter(),
}
