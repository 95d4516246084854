"""Pure rules: the kernel and one package per game. Knows nothing of Discord, files or clocks."""

from typing import Any

from engine.factory_42.game import Factory42
from engine.factory_frenzy.game import FactoryFrenzy
from engine.fantastic_factories.game import FantasticFactories
from engine.kernel.game import Game

ALL_GAMES: dict[str, Game[Any, Any]] = {
    game.id: game for game in (FantasticFactories(), FactoryFrenzy(), Factory42())
}
"""Every game with complete rules: what the command line and the engine's tests know."""

GAMES: dict[str, Game[Any, Any]] = {
    name: game for name, game in ALL_GAMES.items() if game.is_offered
}
"""The games that tables can be opened for: they have pictures and panels, too."""
