"""Whole games of every kind, seat count and option, played at random and by the autopilot."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from engine import GAMES
from engine.kernel.codes import UNDO
from proof.worlds.house import House
from proof.worlds.onlooker import Viewer
from proof.worlds.pairs import Move
from testing.hosting import PEOPLE, STRANGER
from testing.playing import Table, option_sets, some_action, some_seat

PACES = (0, 24)  # hours for a turn
AUTOPILOT = 0.7  # of the moves, in every second game
PLANNING, MOST_PLANNED = 0.3, 3  # of the stops, and how much each plans


def houses(rng: Random) -> Iterator[House]:
    """Without an end; the first ones have every game and seat count once."""
    for lap in count():
        kinds = [(game, seats) for game in GAMES.values() for seats in game.seats]
        for number, (game, seats) in enumerate(rng.sample(kinds, len(kinds))):
            sets = option_sets(game)
            rules = Table(game, seats, sets[(lap + number) % len(sets)], rng.getrandbits(30))
            robots = rng.randrange(1, seats) if number % 3 == 0 and seats > 1 else 0
            yield House(rules, PACES[lap % len(PACES)], robots)


def viewers(house: House) -> list[Viewer]:
    """Everybody who sits there, and somebody who does not."""
    seats = [Viewer(seat, PEOPLE[seat].id) for seat in range(house.people)]
    return [Viewer(None, STRANGER.id), *seats]


def positions(house: House, rng: Random, every: int, most: int) -> Iterator[int]:
    """The house is played on; at each stop it says after which row, the last may be the end.

    There are `every` moves from one stop to the next, on average.
    """
    skill, wait = rng.choice((0, AUTOPILOT)), rng.randrange(3 * every)
    while most and house.rules.game.to_act(house.state):
        if wait == 0:
            wait = rng.randint(1, 2 * every)
            most -= 1
            if rng.random() < PLANNING:
                _plan(house, rng)
            yield house.table.version
        wait -= 1
        house.act(*next_move(house, rng, skill))
    if most:
        yield house.table.version


def _plan(house: House, rng: Random) -> None:
    """Everybody who can plans something."""
    for seat in range(house.people):
        if found := house.rules.game.plans(house.state, seat):
            house.plan(seat, rng.sample(found, min(MOST_PLANNED, len(found))))


def next_move(house: House, rng: Random, skill: float) -> Move:
    game, state = house.rules.game, house.state
    seat = _somebody(house, state, rng)
    actions: list[Any] = game.actions(state, seat)
    if rng.random() < skill and actions != [UNDO]:
        choices = [each for each in actions if each != UNDO]
        return Move(seat, game.autopilot(game.view(state, seat), choices))
    return Move(seat, some_action(actions, rng))


def _somebody(house: House, state: Any, rng: Random) -> int:
    """Not an autopilot, which is never waited for here."""
    while True:
        seat = some_seat(house.rules, state, rng)
        if seat is not None and seat < house.people:
            return seat
