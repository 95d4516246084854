"""Chance: cubes falling through the Bureaucracy Tower, and cubes drawn from the Bag.

Each drop and each draw has its own stream of luck, so no other action can change its outcome.
"""

from collections.abc import Iterator

from engine.factory_42.board import BOARD
from engine.factory_42.resources import COUNT, SIZE, Cubes, empty
from engine.factory_42.state import State
from engine.kernel.refusal import Refused

SHELVES = 3
_STICK = tuple(tuple(BOARD.tower.stick[size]) for size in SIZE)  # type: ignore[index]
_KNOCK = tuple(BOARD.tower.knock[size] for size in SIZE)  # type: ignore[index]
FULL = BOARD.tower.full
Label = tuple[str | int, ...]


class Numbers:
    """Random numbers from one stream, each below a limit known only when it is drawn."""

    def __init__(self, state: State, label: Label) -> None:
        self._limit = 1
        self._numbers = state.luck.belows(self._limits(), *label)

    def _limits(self) -> Iterator[int]:
        while True:
            yield self._limit

    def below(self, limit: int) -> int:
        self._limit = limit
        return next(self._numbers)


def drop(state: State, thrown: Cubes, label: Label) -> Cubes:
    """Drop cubes and return what falls out; the rest stays inside (ruling 33)."""
    if state.script and state.script.tower_out:
        return _scripted(state, thrown, state.script.tower_out.pop(0))
    numbers = Numbers(state, label)
    falling = [resource for resource in range(COUNT) for _ in range(thrown[resource])]
    for end in range(len(falling) - 1, 0, -1):
        pick = numbers.below(end + 1)
        falling[end], falling[pick] = falling[pick], falling[end]
    out = empty()
    for resource in falling:
        _fall(state.tower, resource, 0, numbers, out)
    for shelf in state.tower:
        shelf.sort()
    return out


def _fall(tower: list[list[int]], resource: int, start: int, numbers: Numbers, out: Cubes) -> None:
    """Let a cube fall: on each shelf it may knock one free and may then get stuck (ruling 34)."""
    for number in range(start, SHELVES):
        shelf = tower[number]
        if shelf and numbers.below(100) < _KNOCK[resource]:
            freed = shelf.pop(numbers.below(len(shelf)))
            _fall(tower, freed, number + 1, numbers, out)
        # The chance sinks as the shelf fills: stick x (1 - lodged / full), in whole numbers.
        if numbers.below(100 * FULL) < _STICK[resource][number] * (FULL - len(shelf)):
            shelf.append(resource)
            return
    out[resource] += 1


def release(state: State, count: int) -> Cubes:
    """Move random cubes from inside the Tower into the Pool."""
    inside = inside_tower(state)
    if state.script and state.script.tower_out:
        out = _scripted(state, empty(), state.script.tower_out.pop(0))
    else:
        numbers = Numbers(state, ("release", state.round))
        out = empty()
        for _ in range(min(count, sum(inside))):
            out[_take_out(state, numbers.below(sum(map(len, state.tower))))] += 1
    for resource, fallen in enumerate(out):
        state.pool[resource] += fallen
    return out


def _take_out(state: State, place: int) -> int:
    for shelf in state.tower:
        if place < len(shelf):
            return shelf.pop(place)
        place -= len(shelf)
    raise AssertionError("no such place in the Tower")


def _scripted(state: State, thrown: Cubes, out: Cubes) -> Cubes:
    """Let fall what a scenario names; the rest gets stuck on the lowest shelf."""
    inside = inside_tower(state)
    left = [a + b - c for a, b, c in zip(inside, thrown, out, strict=True)]
    if min(left) < 0:
        raise Refused("“tower_out” names cubes that aren't in the Tower")
    state.tower = [[], [], [r for r in range(COUNT) for _ in range(left[r])]]
    return out


def inside_tower(state: State) -> Cubes:
    cubes = empty()
    for shelf in state.tower:
        for resource in shelf:
            cubes[resource] += 1
    return cubes


def draw_from_bag(state: State, sizes: list[str]) -> list[int]:
    """Draw one cube for each named size; a slip draws from the whole Bag (ruling 40)."""
    numbers = Numbers(state, ("bag", state.round, state.bag_draws))
    state.bag_draws += 1
    return [_draw_one(state, size, numbers) for size in sizes]


def _draw_one(state: State, size: str, numbers: Numbers) -> int:
    if state.script and state.script.draws:
        resource = state.script.draws.pop(0)
        if not state.bag[resource]:
            raise Refused("“draws” names a cube that isn't in the Bag")
    else:
        slips = size != "any" and numbers.below(100) < BOARD.spiking.slip
        fitting = [r for r in range(COUNT) if state.bag[r] and (size == "any" or SIZE[r] == size)]
        if slips or not fitting:
            fitting = [r for r in range(COUNT) if state.bag[r]]
        place = numbers.below(sum(state.bag[r] for r in fitting))
        resource = next(r for r in fitting for _ in range(state.bag[r]) if (place := place - 1) < 0)
    state.bag[resource] -= 1
    return resource
