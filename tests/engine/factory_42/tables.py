"""Positions of Factory 42 to test with."""

from typing import Any

from engine.factory_42.board import BOARD
from engine.factory_42.game import Factory42
from engine.factory_42.resources import COUNT, RESOURCES, named
from engine.factory_42.tower import inside_tower
from engine.kernel.codes import code, parse
from engine.kernel.luck import FastLuck

GAME = Factory42()
NAMES = ("Ada", "Ben", "Cleo", "Dirk", "Emil")
ORDERS = ["pit_prop_timbers", "medal_blanks", "boiler_refit", "drill_heads", "fire_brigade_kit"]


def dealt(seats: int, seed: int = 0, **options: Any) -> Any:
    return GAME.setup(GAME.options(**options), seats, FastLuck(seed))


def laid_out(*players: dict[str, Any], options: Any = None, **start: Any) -> Any:
    """A table with one seat for each player, as a scenario file would describe it."""
    values = {"orders": ORDERS[: len(players)], **start, "player": list(players)}
    model = GAME.scenarios.start.model_validate(values)
    return GAME.scenarios.build_position(model, len(players), GAME.options(**(options or {})))


def played(state: Any, *codes: str) -> list[Any]:
    """The events of some actions of whoever is waited for first."""
    events: list[Any] = []
    for text in codes:
        events += GAME.apply(state, GAME.to_act(state)[0], parse(text))
    return events


def acted(state: Any, seat: int, *codes: str) -> list[Any]:
    events: list[Any] = []
    for text in codes:
        events += GAME.apply(state, seat, parse(text))
    return events


def offered(state: Any, seat: int | None = None) -> list[str]:
    """The codes of the seat that is waited for; without undo and asides."""
    asked = GAME.to_act(state)[0] if seat is None else seat
    return [code(action) for action in GAME.choices(state, asked)]


def kinds(events: list[Any]) -> list[str]:
    return [event.kind for event in events]


def warehouse(state: Any, seat: int = 0) -> dict[str, int]:
    return named(state.players[seat].warehouse)


def all_cubes(state: Any) -> list[int]:
    """How many of each resource are anywhere."""
    places = [state.supply, state.pool, state.bag, state.drawn, inside_tower(state)]
    places += [*state.loads, *(player.warehouse for player in state.players)]
    return [sum(place[n] for place in places) for n in range(COUNT)]


def all_rosettes(state: Any) -> int:
    held = sum(player.rosettes for player in state.players)
    return int(state.rosettes + held + sum(order.rosettes for order in state.orders))


PRINTED = [BOARD.resource[name].supply for name in RESOURCES]
