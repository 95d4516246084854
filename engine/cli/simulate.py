"""simulate: play many games by policy and summarize lengths, scores and cards."""

import argparse
import random
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from os import cpu_count
from typing import Any

from engine import ALL_GAMES
from engine.cli.common import NAMES, add_game, chosen_game, fail
from engine.cli.policies import POLICIES
from engine.kernel.game import Game
from engine.kernel.luck import FastLuck

CHUNK = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, seats=4)
    add_amount(parser, games=200)
    parser.add_argument(
        "--policy",
        default="autopilot",
        metavar="NAME[,NAME…]",
        help=f"one for all seats, or one per seat: {', '.join(POLICIES)}",
    )


def add_amount(parser: argparse.ArgumentParser, games: int) -> None:
    parser.add_argument("--games", type=int, default=games, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the first game")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1, metavar="N")


@dataclass(slots=True)
class CardTally:
    """How often a card was played by each verb, and what all its uses gained."""

    verbs: Counter[str] = field(default_factory=Counter)
    brought: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class SimulationTally:
    """The statistics of some games; a shared victory counts for everybody who shares it."""

    lengths: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    scores: list[tuple[int, ...]] = field(default_factory=list)
    wins: Counter[int] = field(default_factory=Counter)
    wins_by_turn: Counter[int] = field(default_factory=Counter)  # 0: who had the first turn
    dealt: Counter[str] = field(default_factory=Counter)  # backgrounds, as the table was dealt
    dealt_wins: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)  # backgrounds, as the game ended
    held_wins: Counter[str] = field(default_factory=Counter)
    shared: int = 0
    figures: Counter[str] = field(default_factory=Counter)  # what games count beside the score
    cards: dict[str, CardTally] = field(default_factory=lambda: defaultdict(CardTally))

    def add(self, other: "SimulationTally") -> None:
        self.lengths += other.lengths
        self.actions += other.actions
        self.scores += other.scores
        counters = ("wins", "wins_by_turn", "dealt", "dealt_wins", "held", "held_wins", "figures")
        for name in counters:
            getattr(self, name).update(getattr(other, name))
        self.shared += other.shared
        for name, card in other.cards.items():
            self.cards[name].verbs.update(card.verbs)
            self.cards[name].brought.update(card.brought)


Task = tuple[str, Any, int, tuple[str, ...], range]


def run(arguments: argparse.Namespace) -> int:
    game, options = chosen_game(arguments)
    policies = _policies(arguments.policy, arguments.seats)
    print(_summary(game, tallied(game, options, policies, arguments), policies))
    return 0


def tallied(
    game: Game[Any, Any], options: Any, policies: tuple[str, ...], arguments: argparse.Namespace
) -> SimulationTally:
    """Play as many games as the arguments ask for, with one policy per seat."""
    if arguments.games < 1:
        fail("--games must be 1 or more.")
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    chunks = [seeds[i : i + CHUNK] for i in range(0, len(seeds), CHUNK)]
    tasks: list[Task] = [(game.id, options, len(policies), policies, chunk) for chunk in chunks]
    tally = SimulationTally()
    for part in _progress(_played(tasks, arguments.jobs), len(seeds)):
        tally.add(part)
    return tally


def _policies(text: str, seats: int) -> tuple[str, ...]:
    names = tuple(text.split(","))
    for name in names:
        if name not in POLICIES:
            fail(f"Unknown policy “{name}” (known: {', '.join(POLICIES)}).")
    if len(names) not in (1, seats):
        fail(f"Name one policy, or one for each of the {seats} seats.")
    return names * seats if len(names) == 1 else names


def _played(tasks: Sequence[Task], jobs: int) -> Iterator[SimulationTally]:
    if jobs <= 1 or len(tasks) == 1:
        yield from map(play_games, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks))) as pool:
        yield from pool.map(play_games, tasks)


def _progress(parts: Iterable[SimulationTally], games: int) -> Iterator[SimulationTally]:
    done = 0
    for part in parts:
        done += len(part.lengths)
        filled = 30 * done // games
        bar = f"[{'#' * filled}{'.' * (30 - filled)}] {done}/{games} games"
        print(f"\r{bar}", end="", file=sys.stderr, flush=True)
        yield part
    print(file=sys.stderr)


def play_games(task: Task) -> SimulationTally:
    """Play some games in this process; a pool's worker calls it."""
    name, options, seats, policies, seeds = task
    tally = SimulationTally()
    for seed in seeds:
        _play_game(ALL_GAMES[name], options, seats, policies, seed, tally)
    return tally


def _play_game(
    game: Any, options: Any, seats: int, policies: Sequence[str], seed: int, tally: SimulationTally
) -> None:
    rng = random.Random(seed)
    state = game.setup(options, seats, FastLuck(seed))
    first, dealt, actions = state.first, _backgrounds(game, state), 0
    while waiting := game.to_act(state):
        seat = waiting[int(rng.random() * len(waiting))]
        action = POLICIES[policies[seat]](game, state, seat, rng)
        before = game.counts(state, seat)
        for event in game.apply(state, seat, action):
            tally.figures.update(game.figures(event))
        actions += 1
        if card := game.played_card(action):
            _credit(tally.cards[card], str(action[0]), before, game.counts(state, seat))
    result = game.result(state)
    tally.actions.append(actions)
    tally.lengths.append(game.length(state))
    tally.scores.append(result.scores)
    tally.wins.update(result.winners)
    tally.wins_by_turn.update((winner - first) % seats for winner in result.winners)
    tally.shared += len(result.winners) > 1
    for owned, won, backgrounds in (
        (tally.dealt, tally.dealt_wins, dealt),
        (tally.held, tally.held_wins, _backgrounds(game, state)),
    ):
        owned.update(filter(None, backgrounds))
        won.update(filter(None, (backgrounds[seat] for seat in result.winners)))


def _backgrounds(game: Any, state: Any) -> list[str | None]:
    return [game.goal_card(state, seat) for seat in game.occupied(state)]


def _credit(card: CardTally, verb: str, before: Counter[str], after: Counter[str]) -> None:
    card.verbs[verb] += 1
    if verb == "use":
        after.subtract(before)
        card.brought.update(after)


def _summary(game: Game[Any, Any], tally: SimulationTally, policies: Sequence[str]) -> str:
    games = len(tally.lengths)
    lines = [f"{games} games, {len(policies)} seats", _spread(game.unit, tally.lengths)]
    lines.append(_spread("actions", tally.actions))
    for seat, policy in enumerate(policies):
        scores = [score[seat] for score in tally.scores]
        lines.append(
            f"{NAMES[seat]} ({policy}): won {tally.wins[seat] / games:.1%}, "
            f"{_spread('score', scores)}"
        )
    if tally.shared:
        lines.append(f"shared victories: {tally.shared}")
    return "\n".join([*lines, *_card_table(tally, games)])


def tenths_of(values: Sequence[int]) -> list[float]:
    return statistics.quantiles(values, n=10) if len(values) > 1 else [float(values[0])] * 9


def _spread(name: str, values: Sequence[int]) -> str:
    tenths = tenths_of(values)
    mean, middle = statistics.mean(values), statistics.median(values)
    return (
        f"{name} mean {mean:.1f}, median {middle:.0f}, 80% within {tenths[0]:.0f}-{tenths[8]:.0f}"
    )


def _card_table(tally: SimulationTally, games: int) -> list[str]:
    """Make one line per card: how often it is played in a game, and the average gain of a use."""
    verbs = sorted({verb for card in tally.cards.values() for verb in card.verbs})
    kinds = sorted({kind for card in tally.cards.values() for kind in card.brought})
    head = "".join(f"{verb:>8}" for verb in verbs) + "".join(f"{kind:>9}" for kind in kinds)
    lines = [f"{'a game':>22}{' ' * (8 * len(verbs) - 6)}  one use brought", f"{'':22}{head}"]
    for name, card in sorted(tally.cards.items()):
        often = "".join(f"{card.verbs[verb] / games:8.2f}" for verb in verbs)
        uses = card.verbs["use"]
        brought = "".join(f"{card.brought[kind] / uses:9.2f}" for kind in kinds) if uses else ""
        lines.append(f"{name:22}{often}{brought}")
    return lines
