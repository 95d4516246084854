"""Tables to test with, and random play at them. Knows no game by name."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

from pydantic import BaseModel, TypeAdapter

from engine import GAMES
from engine.kernel.codes import UNDO, code, parse
from engine.kernel.game import Game
from engine.kernel.luck import FastLuck, KeyedLuck
from testing import SCALE

NAMES = ("Ada", "Ben", "Cleo", "Dirk", "Emil", "Fay", "Gus", "Hedda")
MAX_ACTIONS = 20_000
GAMES_KEPT = 2  # random games that several tests walk through one after the other


def key_of(seed: int) -> bytes:
    """A key that looks like a real one."""
    return hashlib.sha256(f"table {seed}".encode()).digest()


def printable_key_of(seed: int) -> bytes:
    return key_of(seed).hex()[:32].encode()


@dataclass(frozen=True)
class Table:
    """Everything that decides a random game."""

    game: Game[Any, Any]
    seats: int
    options: Any
    seed: int
    is_keyed: bool = False

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        changed = self.options.model_dump(exclude_defaults=True).values()
        luck = "keyed" if self.is_keyed else "fast"
        return "-".join(map(str, (self.game.id, self.seats, luck, self.seed, *changed)))

    def deal(self) -> Any:
        luck = KeyedLuck(printable_key_of(self.seed)) if self.is_keyed else FastLuck(self.seed)
        return self.game.setup(self.options, self.seats, luck)

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Every seat, and the public."""
        return (None, *range(self.seats))


def option_sets(game: Game[Any, Any]) -> list[Any]:
    """List the defaults, and each option alone with its other values."""
    found = [game.options()]
    for name, field in _fields(game.options).items():
        found += [
            game.options(**{name: value})
            for value in _values(field)
            if value != field.get("default")
        ]
    return found


@cache
def _fields(options: type[BaseModel]) -> dict[str, Any]:
    found: dict[str, Any] = options.model_json_schema().get("properties", {})
    return found


def _values(field: dict[str, Any]) -> list[Any]:
    if "enum" in field:
        return list(field["enum"])
    if field.get("type") == "boolean":
        return [False, True]
    if field.get("type") == "integer" and {"minimum", "maximum"} <= field.keys():
        low, high = field["minimum"], field["maximum"]
        return [low, min(low + 2, high), high]
    return []


def mixed_options(game: Game[Any, Any], number: int) -> Any:
    """Choose options for one of many tables, which together play all values of all options."""
    chosen = {}
    for place, (name, field) in enumerate(_fields(game.options).items()):
        others = [value for value in _values(field) if value != field.get("default")]
        which = (number + place) % (len(others) + 1)
        if which < len(others):
            chosen[name] = others[which]
    return game.options(**chosen)


def tables(count: int = 1, games: Mapping[str, Game[Any, Any]] = GAMES) -> list[Table]:
    """Return this many tables for each game and seat count, with varying luck and options."""
    return [
        Table(game, seats, mixed_options(game, number), seed, bool(number % 2))
        for game in games.values()
        for seed in range(count * SCALE)
        for number, seats in enumerate(game.seats, seed)
    ]


class Moment(NamedTuple):
    """A table just before the action that will be played."""

    number: int
    state: Any
    seat: int | None
    action: Any
    offered: list[Any]


def moments(table: Table, state: Any = None, seed: int | None = None) -> Iterator[Moment]:
    """Play a random game; from a given state, an action is played when the next is asked for.

    A whole game is kept for the next test that walks through it: don't change its states.
    """
    if state is None and seed is None:
        return iter(_whole(table).moments)
    state = table.deal() if state is None else state
    return _played(table, state, Random(table.seed if seed is None else seed))


def end_of(table: Table) -> Any:
    """Return the state in which the random game ends; don't change it."""
    return _whole(table).end


class _Whole(NamedTuple):
    moments: list[Moment]
    end: Any


@lru_cache(GAMES_KEPT)
def _whole(table: Table) -> _Whole:
    state = table.deal()
    found = [
        each._replace(state=each.state.copy()) for each in _played(table, state, Random(table.seed))
    ]
    return _Whole(found, state)


def _played(table: Table, state: Any, rng: Random) -> Iterator[Moment]:
    game = table.game
    for number in range(MAX_ACTIONS):
        if not game.to_act(state):
            return
        seat = some_seat(table, state, rng)
        offered = game.actions(state, seat)
        action = some_action(playable(game, offered, rng), rng)
        yield Moment(number, state, seat, action, offered)
        game.advance(state, seat, action)
    raise AssertionError(f"{table} is not over after {MAX_ACTIONS} actions")


def some_seat(table: Table, state: Any, rng: Random) -> int | None:
    """Return a seat, mostly one that has to act, sometimes one that may act."""
    waited_for = table.game.to_act(state)
    if rng.random() < 0.15:
        idle = [seat for seat in range(table.seats) if seat not in waited_for]
        able = [seat for seat in idle if table.game.actions(state, seat)]
        if able:
            return rng.choice(able)
    return rng.choice(waited_for)


def playable(game: Game[Any, Any], offered: list[Any], rng: Random) -> list[Any]:
    """Keep mostly moves of the game, rarely a deal: otherwise players would only negotiate."""
    moves = [action for action in offered if action[0] not in game.aside_verbs]
    is_talk = bool(game.aside_verbs) and rng.random() < 0.1
    return moves if moves and not is_talk else offered


def some_action(offered: list[Any], rng: Random) -> Any:
    """Choose any action; half of the time any verb first, so that rare verbs get their turn."""
    if rng.random() < 0.5:
        verb = rng.choice(sorted({action[0] for action in offered}))
        offered = [action for action in offered if action[0] == verb]
    return rng.choice(offered)


def autopilot_moments(table: Table, state: Any = None) -> Iterator[Moment]:
    """Play a game in which every seat is on autopilot."""
    game = table.game
    state = table.deal() if state is None else state
    for number in range(MAX_ACTIONS):
        waited_for = game.to_act(state)
        if not waited_for:
            return
        seat = waited_for[number % len(waited_for)]
        offered = game.choices(state, seat)
        action = game.autopilot(game.view(state, seat), offered)
        yield Moment(number, state, seat, action, offered)
        game.apply(state, seat, action)
    raise AssertionError(f"{table} on autopilot is not over after {MAX_ACTIONS} actions")


def position(table: Table, actions: int) -> Any:
    """Return the state after this many random actions, or the last one before the end."""
    state = table.deal()
    previous = state.copy()
    for moment in moments(table, state):
        if moment.number >= actions:
            return state
        previous = state.copy()
    return previous


def replayed(table: Table, rows: list[tuple[int | None, str]]) -> Any:
    """Return the state after these codes, checking that each is legal."""
    state = table.deal()
    for seat, text in rows:
        table.game.apply(state, seat, parse(text))
    return state


def can_undo(game: Game[Any, Any], state: Any, seat: int | None) -> bool:
    return UNDO in game.actions(state, seat)


def goes_by_turns(table: Table) -> bool:
    """Whether the table never waits for more than one seat, except before the first turn."""
    game = table.game
    first = game.turn(table.deal())
    return all(
        len(game.to_act(each.state)) == 1
        for each in moments(table, table.deal())
        if game.turn(each.state) != first
    )


def codes(actions: list[Any]) -> list[str]:
    return [code(action) for action in actions]


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def as_json(view: Any) -> bytes:
    return _adapter(type(view)).dump_json(view)


def from_json(kind: type, text: bytes) -> Any:
    return _adapter(kind).validate_json(text)
