"""Random games of every kind, each decided by its seed."""

from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from engine import GAMES
from engine.kernel.codes import END, Action, code
from engine.kernel.game import Game
from engine.kernel.journal import Entry, Journal, new_journal
from engine.kernel.luck import KeyedLuck
from testing.playing import Table, key_of, option_sets, some_action, some_seat
from testing.traces import Digest, Trace, first_look

END_NOW = 0.003  # how likely the table itself ends the game at an action
SKILLS = (0.0, 0.5, 1.0)  # how likely the autopilot decides


class Case(NamedTuple):
    """All that decides a game of the corpus."""

    game: str
    seats: int
    options: dict[str, Any]
    skill: float
    seed: int

    def __str__(self) -> str:
        chosen = "-".join(map(str, self.options.values()))
        return f"{self.game} for {self.seats} ({chosen}), skill {self.skill}, {self.seed}"


@cache
def kinds() -> list[tuple[str, int, Any, float]]:
    """Every game, seat count, option set and skill, those that differ much side by side."""
    found = [
        (game.id, seats, options.model_dump(mode="json"), skill)
        for game in GAMES.values()
        for seats, options, skill in product(game.seats, option_sets(game), SKILLS)
    ]
    return Random(1).sample(found, len(found))


def case(number: int, seed: int) -> Case:
    return Case(*kinds()[number % len(kinds())], seed)


def played(case: Case) -> tuple[Journal, Digest]:
    """Its journal and its trace grow together."""
    game: Game[Any, Any] = GAMES[case.game]
    rng, key, options = Random(f"{case}"), key_of(case.seed), game.checked_options(case.options)
    journal = new_journal(game, case.seats, options, key)
    state = game.setup(options, case.seats, KeyedLuck(key))
    table = Table(game, case.seats, options, case.seed, True)
    trace = Trace(game, case.seats, first_look(journal))
    trace.see(state, [])
    while not game.result(state):
        seat, action = _decision(table, state, rng, case.skill)
        events = game.apply(state, seat, action)
        journal.entries.append(Entry(seat, code(action)))
        trace.see(state, events)
    return journal, trace.digest()


def _decision(table: Table, state: Any, rng: Random, skill: float) -> tuple[int | None, Action]:
    if rng.random() < END_NOW:
        return None, END
    game, seat = table.game, some_seat(table, state, rng)
    choices = game.choices(state, seat) if rng.random() < skill else []
    if choices:
        return seat, game.autopilot(game.view(state, seat), choices)
    return seat, some_action(game.actions(state, seat), rng)
