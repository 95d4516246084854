"""Whole games with their viewers, and two worlds that look the same to one of them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import count
from random import Random
from typing import Any, NamedTuple

from engine import GAMES
from engine.kernel.codes import UNDO, Action, code, parse
from engine.kernel.game import Game
from engine.kernel.luck import FastLuck, KeyedLuck
from host.replay_cache import ReplayCache
from proof.worlds.channels import Viewer
from proof.worlds.house import House, other_film
from testing.hosting import PEOPLE, STRANGER
from testing.playing import Table, as_json, key_of, option_sets, some_action, some_seat

MAX_TEMPTING = 3
TRIES = 3  # to find a world that differs
TRIES_TO_FOLLOW = 12  # to find one in which the same follows
Both = tuple[Any, Any]  # states


class Move(NamedTuple):
    seat: int
    action: Action


class Seated(NamedTuple):
    """People have the first seats; the others, and who has planned ahead, play by themselves."""

    people: int
    queues: Mapping[int, Sequence[str]] = {}

    def own_action(self, game: Game[Any, Any], state: Any, seat: int) -> Action | None:
        choices = game.choices(state, seat)
        if seat >= self.people:
            return game.autopilot(game.view(state, seat), choices)
        planned = map(parse, self.queues.get(seat, ()))
        return next((action for action in planned if action in choices), None)


@dataclass(frozen=True)
class Pair:
    """One viewer, one position, one world and its other."""

    house: House
    viewer: Viewer
    here: Any
    there: Any
    seed: int
    wanted: Move | None = None  # the move that is to be compared

    def __str__(self) -> str:
        at = f"after row {self.house.table.version}"
        return f"{self.house.rules}, {at}, {self.viewer}, world {self.seed}"

    @property
    def game(self) -> Game[Any, Any]:
        return self.house.rules.game

    @cached_property
    def cards(self) -> list[str]:
        """Where the worlds differ, card by card; that their luck does is not enough."""
        here, there = (json.loads(self.game.dump(each)) for each in (self.here, self.there))
        return list(_differing(_cards(here), _cards(there)))

    @property
    def other_film(self) -> ReplayCache:
        """Each moment of the replay with its own other cards."""
        exchanged = partial(other_world, self.house, self.viewer, seed=self.seed)
        return other_film(self.house.film, exchanged)

    @cached_property
    def other_plans(self) -> dict[int, list[str]]:
        """What others could have planned instead while nobody waits for them; not in all worlds."""
        game, rng, waiting = self.game, Random(self.seed), self.game.to_act(self.there)
        if self.seed // 2 % 2 or self.wanted:
            return {}
        idle = {seat for seat in self.house.queues if seat not in (*waiting, self.viewer.seat)}
        return {seat: _another_plan(game, self.there, seat, rng) for seat in idle}

    def has(self, move: Move) -> bool:
        return is_harmless(self.game, (self.here, self.there), self.viewer.seat, move, self.seated)

    @cached_property
    def seated(self) -> Seated:
        return Seated(self.house.people, self.house.queues)

    def tempting(self, rng: Random) -> list[str]:
        return tempting(self.game, (self.here, self.there), rng)

    def move(self, rng: Random) -> Move | None:
        both = self.here, self.there
        return self.wanted or some_move(self.game, both, self.viewer.seat, rng, self.seated)


def _another_plan(game: Game[Any, Any], state: Any, seat: int, rng: Random) -> list[str]:
    lines = [code(line) for line in game.plans(state, seat) if line != game.rest_line]
    return rng.sample(lines, min(MAX_PLANNED, len(lines)))


def some_move(
    game: Game[Any, Any], both: Both, viewer: int | None, rng: Random, seated: Seated
) -> Move | None:
    """Of any of the people and any verb that can be compared afterwards."""
    moves = _moves(game, both[0], rng, seated)
    return next((move for move in moves if is_harmless(game, both, viewer, move, seated)), None)


def _moves(game: Game[Any, Any], state: Any, rng: Random, seated: Seated) -> list[Move]:
    """One of each seat and verb, in any order."""
    by_verb: dict[tuple[int, str | int], list[Action]] = {}
    for seat in range(seated.people):
        for action in game.actions(state, seat):
            by_verb.setdefault((seat, action[0]), []).append(action)
    kinds = rng.sample(list(by_verb), len(by_verb))
    return [Move(kind[0], rng.choice(by_verb[kind])) for kind in kinds]


def _is_followed(game: Game[Any, Any], state: Any, move: Move, seated: Seated) -> bool:
    after = state.copy()
    game.apply(after, *move)
    return any(seated.own_action(game, after, seat) for seat in game.to_act(after))


def is_harmless(
    game: Game[Any, Any], both: Both, viewer: int | None, move: Move, seated: Seated
) -> bool:
    """Legal in both worlds, and neither it nor what follows rightly shows hidden cards."""
    seat, action = move
    if any(action not in game.actions(each, seat) for each in both):
        return False
    after = [each.copy() for each in both]
    for each in after:
        game.apply(each, seat, action)
    shows = action == UNDO or action[0] in game.aside_verbs  # what is sent has been a draft
    has_shown_nothing = not shows and UNDO in game.actions(after[0], seat)
    followed = [_followed(game, each, seated, seat) for each in after]
    if followed[0] != followed[1]:
        return False
    has_shown_nothing = has_shown_nothing and not followed[0]
    views = [as_json(game.view(each, viewer)) for each in after]
    return has_shown_nothing or views[0] == views[1]


def _followed(game: Game[Any, Any], state: Any, seated: Seated, mover: int) -> list[Move]:
    """What is done in that state by itself; an action of a seat ends its plan."""
    found: list[Move] = []
    queues = {seat: codes for seat, codes in seated.queues.items() if seat != mover}
    while True:
        seated = seated._replace(queues=queues)
        actions = ((seat, seated.own_action(game, state, seat)) for seat in game.to_act(state))
        move = next((Move(seat, action) for seat, action in actions if action), None)
        if move is None:
            return found
        game.apply(state, *move)
        queues.pop(move.seat, None)
        found.append(move)


def tempting(game: Game[Any, Any], both: Both, rng: Random) -> list[str]:
    """What others may do, in either world, and the same with another word."""
    seats = game.occupied(both[0])
    legal = {each for seat in seats for world in both for each in game.actions(world, seat)}
    found = rng.sample(sorted(legal, key=str), min(MAX_TEMPTING, len(legal)))
    word = rng.choice(sorted(game.vocabulary))
    return [code(each) for each in (*found, *((*each[:-1], word) for each in found[:1]))]


def pair_of(house: House, viewer: Viewer, seed: int) -> Pair | None:
    """None where nothing is hidden that could be otherwise."""
    state = house.state.copy()
    for number in range(seed, seed + TRIES):
        pair = Pair(house, viewer, state, other_world(house, viewer, state, number), number)
        if pair.cards:
            return pair
    return None


def followed_pair(house: House, viewer: Viewer, rng: Random) -> Pair | None:
    """One in which autopilots and plans rightly do the same after a move, if it is soon found.

    Mostly they do not: they go by the hidden cards, and what they take shows some.
    """
    game, state, seated = house.rules.game, house.state, Seated(house.people, house.queues)
    moves = _moves(game, state, rng, seated)
    moves = [move for move in moves if _is_followed(game, state, move, seated)]
    for _ in range(TRIES_TO_FOLLOW if moves else 0):
        pair = pair_of(house, viewer, rng.getrandbits(30))
        move = next((move for move in moves if pair and pair.has(move)), None)
        if pair and move:
            return replace(pair, wanted=move)
    return None


def other_world(house: House, viewer: Viewer, state: Any, seed: int) -> Any:
    """Where no luck could be asked for again by an undo, the luck to come is another, too."""
    world = house.rules.game.other_world(state, viewer.seat, FastLuck(seed))
    if seed % 2 and not state.rows:
        for each in filter(None, (world, world.base)):
            each.luck = KeyedLuck(key_of(seed))
    return world


def _cards(stored: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in stored.items() if name not in ("base", "luck")}


def _differing(here: Any, there: Any, name: str = "") -> Iterator[str]:
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        for key in here:
            yield from _differing(here[key], there[key], f"{name}.{key}")
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for mine, theirs in zip(here, there, strict=True):
            yield from _differing(mine, theirs, name)
    elif here != there:
        yield name


PACES = (0, 24)  # hours for a turn
AUTOPILOT = 0.7  # of the moves, in every second game
PLANNING, MAX_PLANNED = 0.3, 3  # of the stops, and how much each plans


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
    """Play the house on and yield the row of each stop, about `every` moves apart."""
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
            house.plan(seat, rng.sample(found, min(MAX_PLANNED, len(found))))


def next_move(house: House, rng: Random, skill: float) -> Move:
    game, state = house.rules.game, house.state
    seat = _somebody(house, state, rng)
    choices = game.choices(state, seat)
    if rng.random() < skill and choices:
        return Move(seat, game.autopilot(game.view(state, seat), choices))
    return Move(seat, some_action(game.actions(state, seat), rng))


def _somebody(house: House, state: Any, rng: Random) -> int:
    """Not an autopilot, which is never waited for here."""
    while True:
        seat = some_seat(house.rules, state, rng)
        if seat is not None and seat < house.people:
            return seat
