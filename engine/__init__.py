"""Pure rules: the kernel and one package per game. Knows nothing of Discord, files or clocks."""

from typing import Any

from engine.factory_frenzy.game import FactoryFrenzy
from engine.fantastic_factories.game import FantasticFactories
from engine.kernel.game import Game

GAMES: dict[str, Game[Any, Any]] = {
    game.id: game for game in (FantasticFactories(), FactoryFrenzy())
}
