"""Games that nobody was asked to play: by autopilots, by chance, mixed, and ended by the table."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from engine import GAMES
from engine.kernel.codes import END, Action, code
from engine.kernel.game import Game
from engine.kernel.journal import Entry, Journal, new_journal
from engine.kernel.luck import KeyedLuck
from proof.replay.trace import Digest, Trace, first_look
from testing.playing import Table, key_of, option_sets, some_action, some_seat

MOST_ACTIONS = 20_000
AUTOPILOTS, CHANCE, MIXED, ENDED = "autopilots", "chance", "mixed", "ended"
MANNERS = (AUTOPILOTS, CHANCE, MIXED, ENDED)
TAKEOVER = 0.04  # how likely at each action, as the table's own end is
END_NOW = {AUTOPILOTS: 0.0, CHANCE: 0.002, MIXED: 0.0, ENDED: 0.02}


class Case(NamedTuple):
    """All that decides a game of the corpus."""

    game: str
    seats: int
    options: dict[str, Any]
    manner: str
    seed: int

    def __str__(self) -> str:
        chosen = "-".join(map(str, self.options.values()))
        return f"{self.game} for {self.seats} ({chosen}), {self.manner}, {self.seed}"


@cache
def kinds() -> list[tuple[str, int, Any, str]]:
    """Every game, seat count, option set and manner, those that differ much side by side."""
    found = [
        (game.id, seats, options.model_dump(mode="json"), manner)
        for game in GAMES.values()
        for seats, options, manner in product(game.seats, option_sets(game), MANNERS)
    ]
    Random(1).shuffle(found)
    return found


def case(number: int, seed: int) -> Case:
    return Case(*kinds()[number % len(kinds())], seed)


class Played:
    """A game while it is played; its journal and its trace grow together."""

    def __init__(self, case: Case) -> None:
        self.case, self.rng = case, Random(f"{case}")
        game: Game[Any, Any] = GAMES[case.game]
        self.game, key = game, key_of(case.seed)
        options = game.checked_options(case.options)
        self.journal = new_journal(game, case.seats, options, key)
        self.state = game.setup(options, case.seats, KeyedLuck(key))
        self.trace = Trace(game, case.seats, first_look(self.journal))
        self.table = Table(game, case.seats, options, case.seed, True)
        self.is_autopilot = [case.manner == AUTOPILOTS or self._may(0.5) for _ in range(case.seats)]
        if case.manner == CHANCE:
            self.is_autopilot = [False] * case.seats

    def _may(self, chance: float) -> bool:
        return self.rng.random() < chance

    def play(self) -> tuple[Journal, Digest]:
        self.trace.see(self.state, [])
        for seat, action in self._decisions():
            events = self.game.apply(self.state, seat, action)
            self.journal.entries.append(Entry(seat, code(action)))
            self.trace.see(self.state, events)
        return self.journal, self.trace.digest()

    def _decisions(self) -> Iterator[tuple[int | None, Action]]:
        for _ in range(MOST_ACTIONS):
            if self.game.result(self.state):
                return
            if self._may(END_NOW[self.case.manner]):
                yield None, END
            else:
                yield self._decision()
        raise AssertionError(f"{self.case} does not end")

    def _decision(self) -> tuple[int | None, Action]:
        if self.case.manner in (MIXED, ENDED) and self._may(TAKEOVER):
            seat = self.rng.randrange(self.case.seats)
            self.is_autopilot[seat] = not self.is_autopilot[seat]
        seat_or_table = some_seat(self.table, self.state, self.rng)
        if seat_or_table is not None and self.is_autopilot[seat_or_table]:
            choices = self.game.choices(self.state, seat_or_table)
            if choices:
                view = self.game.view(self.state, seat_or_table)
                return seat_or_table, self.game.autopilot(view, choices)
        return seat_or_table, some_action(self.game.actions(self.state, seat_or_table), self.rng)
