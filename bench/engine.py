"""The engine's speed: random playouts of our games and of catanatron, in turn."""

import argparse
import importlib.util
import random
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from engine import ALL_GAMES
from engine.kernel.game import Game
from engine.kernel.luck import FastLuck

SEATS = 4
YARDSTICK = "fantastic_factories"  # what another game's actions are compared with


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=ALL_GAMES, default=YARDSTICK)
    parser.add_argument("--rounds", type=int, default=25, help="measurements of each side")
    parser.add_argument("--games", type=int, default=100, help="our games in one measurement")
    parser.add_argument("--warm-up", type=int, default=1000, help="our games before measuring")
    parser.set_defaults(run=run)


class Side:
    """One side of the comparison: a process that plays when told to."""

    def __init__(self, name: str, module: str, *words: str) -> None:
        self.name = name
        self.microseconds: list[float] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer()

    def __enter__(self) -> "Side":
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()

    def _answer(self) -> list[str]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.name} stopped before it answered.")
        return line.split()

    def play(self, games: int, seed: int) -> float:
        assert self.process.stdin
        self.process.stdin.write(f"{games} {seed}\n")
        self.process.stdin.flush()
        actions, seconds = self._answer()
        return float(seconds) / int(actions) * 1e6

    @property
    def median(self) -> float:
        return statistics.median(self.microseconds)


def run(arguments: argparse.Namespace) -> None:
    game = ALL_GAMES[arguments.game]
    rival = None
    with ExitStack() as stack:
        own = [
            stack.enter_context(Side(name, "bench.playouts", name))
            for name in dict.fromkeys((game.id, YARDSTICK))
        ]
        sides = [(side, arguments.games) for side in own]
        if importlib.util.find_spec("catanatron") is not None:
            rival = stack.enter_context(Side("catanatron", "bench.catan"))
            sides.append((rival, max(1, arguments.games // 10)))
        print(f"warm-up: {arguments.warm_up} games", flush=True)
        for side in own:
            side.play(arguments.warm_up, 10_000)
        for number in range(arguments.rounds):
            _measure(number, sides)
    _print_steps(game)
    _print_figures(own, rival)


def _print_figures(own: list[Side], rival: Side | None) -> None:
    ours, *others = own
    if rival is None:
        print("catanatron is not installed: `make bench` installs it.")
    ratio = f"{rival.median / ours.median:.2f}" if rival else "unknown"
    figures = [f"ratio={ratio}", f"us_per_action={ours.median:.2f}"]
    for other in others:
        figures += [f"{other.name}={other.median:.2f}", f"beside={ours.median / other.median:.2f}"]
    print("engine:", *figures)


def _measure(number: int, sides: list[tuple[Side, int]]) -> None:
    """All sides, one after the other."""
    for side, games in sides:
        side.microseconds.append(side.play(games, 1000 * number))
    said = ", ".join(f"{side.name} {side.microseconds[-1]:.2f} us" for side, _ in sides)
    print(f"round {number + 1}: {said}", flush=True)


def _print_steps(game: Game[Any, Any]) -> None:
    """What single steps cost, over positions of random games, early and late ones apart."""
    positions = _positions(game, 20)
    late = max(positions) // 2
    parts = {"early": range(late), "late": range(late, max(positions) + 1)}
    for part, decisions in parts.items():
        found = [position for n in decisions for position in positions[n]]
        print(f"{part} positions ({len(found)}):")
        for name, step in _steps(game).items():
            print(f"  {name}: {_microseconds(step, found):.2f} us")
        sizes = [len(game.dump(state)) for state, _, _ in found]
        print(f"  state: {statistics.mean(sizes):.0f} bytes of JSON")


Position = tuple[Any, int, tuple[str | int, ...]]


def _positions(game: Game[Any, Any], games: int) -> dict[int, list[Position]]:
    """State, seat and a legal action, by tenths of their game."""
    found: dict[int, list[Position]] = defaultdict(list)
    for seed in range(games):
        chance = random.Random(seed)
        state = game.setup(game.options(), SEATS, FastLuck(seed))
        kept: list[Position] = []
        while waiting := game.to_act(state):
            seat = chance.choice(list(waiting))
            chosen = chance.choice(game.choices(state, seat))
            if chance.random() < 0.25:
                kept.append((state.copy(), seat, chosen))
            game.advance(state, seat, chosen)
        for number, position in enumerate(kept):
            found[number * 10 // len(kept)].append(position)
    return found


def _steps(game: Game[Any, Any]) -> dict[str, Callable[[Any, int, Any], object]]:
    return {
        "copy": lambda state, seat, action: state.copy(),
        "legal actions": lambda state, seat, action: game.actions(state, seat),
        "apply (on a copy)": lambda state, seat, action: game.apply(state.copy(), seat, action),
        "refusal": lambda state, seat, action: game.refusal(state, seat, ("use", "nothing")),
        "view": lambda state, seat, action: game.view(state, seat),
        "JSON out": lambda state, seat, action: game.dump(state),
        "JSON out and in": lambda state, seat, action: game.load(game.dump(state)),
    }


def _microseconds(step: Callable[[Any, int, Any], object], positions: list[Position]) -> float:
    """The median of five passes over all positions."""
    passes = []
    for _ in range(5):
        started = time.perf_counter()
        for state, seat, action in positions:
            step(state, seat, action)
        passes.append((time.perf_counter() - started) / len(positions) * 1e6)
    return statistics.median(passes)
