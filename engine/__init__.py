"""Hold every game that can be played. The rules know nothing of Discord, files or clocks."""

from typing import Any

from engine.factory_42.game import Factory42
from engine.factory_frenzy.game import FactoryFrenzy
from engine.fantastic_factories.game import FantasticFactories
from engine.kernel.game import Game

ALL_GAMES: dict[str, Game[Any, Any]] = {
    # mypy doesn't see that `functions` fills in the abstract methods.
    game.id: game()  # type: ignore[abstract]
    for game in (FantasticFactories, FactoryFrenzy, Factory42)
}
"""Every game with complete rules: for the command line and the engine's tests."""

GAMES: dict[str, Game[Any, Any]] = {
    name: game for name, game in ALL_GAMES.items() if game.is_offered
}
"""The games that tables can be opened for: they also have pictures and panels."""
