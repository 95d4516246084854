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
from tests.host.hosting import PEOPLE, STRANGER
from tests.playing import Table, option_sets, some_action, some_seat

PACES = (0, 24)  # hours for a turn
AUTOPILOT = 0.7  # of the moves, in every second game


def houses(rng: Random) -> Iterator[House]:
    """Without an end; the first ones have every game and seat count once."""
    for lap in count():
        kinds = [(game, seats) for game in GAMES.values() for seats in game.seats]
        for number, (game, seats) in enumerate(rng.sample(kinds, len(kinds))):
            sets = option_sets(game)
            rules = Table(game, seats, sets[(lap + number) % len(sets)], rng.getrandbits(30))
            yield House(rules, hours=PACES[lap % len(PACES)])


def viewers(house: House) -> list[Viewer]:
    """Everybody who sits there, and somebody who does not."""
    seats = [Viewer(seat, PEOPLE[seat].id) for seat in range(house.rules.seats)]
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
            yield house.table.version
        wait -= 1
        house.act(*next_move(house, rng, skill))
    if most:
        yield house.table.version


def next_move(house: House, rng: Random, skill: float) -> Move:
    game, state = house.rules.game, house.state
    seat = some_seat(house.rules, state, rng)
    assert seat is not None
    actions: list[Any] = game.actions(state, seat)
    if rng.random() < skill and actions != [UNDO]:
        choices = [each for each in actions if each != UNDO]
        return Move(seat, game.autopilot(game.view(state, seat), choices))
    return Move(seat, some_action(actions, rng))
