"""Positions of Factory Frenzy! to test with."""

from typing import Any

from engine.factory_frenzy.game import FactoryFrenzy
from engine.kernel.codes import parse
from engine.kernel.luck import FastLuck

GAME = FactoryFrenzy()
NAMES = ("Ada", "Ben", "Cleo", "Dirk")


def dealt(seats: int, seed: int = 0, **options: Any) -> Any:
    return GAME.setup(GAME.options(**options), seats, FastLuck(seed))


def laid_out(*players: dict[str, Any], **start: Any) -> Any:
    """A table with one seat for each player, as a scenario file would describe it."""
    values = {"player": list(players), **start}
    model = GAME.scenarios.start.model_validate(values)
    return GAME.scenarios.build_position(model, len(players), GAME.options())


def played(state: Any, *codes: str) -> list[Any]:
    """The events of some actions of whoever is waited for."""
    events: list[Any] = []
    for text in codes:
        events += GAME.apply(state, GAME.to_act(state)[0], parse(text))
    return events


def kinds(events: list[Any]) -> list[str]:
    return [event.kind for event in events]
