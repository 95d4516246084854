"""balance: measure how long games last and who wins, for every number of players."""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import mean, median
from typing import Any

from engine.cli.common import add_rules, chosen_rules
from engine.cli.simulate import SimulationTally, add_amount, tallied, tenths_of
from engine.kernel.game import Game

Tallies = dict[int, SimulationTally]  # by the number of seats


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules(parser)
    add_amount(parser, games=3000)


def run(arguments: argparse.Namespace) -> int:
    game, options = chosen_rules(arguments)
    tallies = {
        seats: tallied(game, options, ("autopilot",) * seats, arguments) for seats in game.seats
    }
    print("\n".join(_lengths_and_seats(game, tallies)))
    if any(tally.figures for tally in tallies.values()):
        print("\n" + "\n".join(_figures(tallies)))
    if any(tally.dealt for tally in tallies.values()):
        print("\n" + "\n".join(_backgrounds(game, tallies)))
    return 0


def _lengths_and_seats(game: Game[Any, Any], tallies: Tallies) -> list[str]:
    head = ["seats", f"{game.unit}, median", "p90", "win share by seat, first player first"]
    head += ["as seated", "score, mean", "of winners"]
    rows = (
        [
            seats,
            f"{median(tally.lengths):.0f}",
            f"{tenths_of(tally.lengths)[8]:.0f}",
            _shares(seats, tally, tally.wins_by_turn),
            _shares(seats, tally, tally.wins),
            f"{mean(score for scores in tally.scores for score in scores):.1f}",
            f"{mean(map(max, tally.scores)):.1f}",
        ]
        for seats, tally in tallies.items()
    )
    return _table(head, rows)


def _shares(seats: int, tally: SimulationTally, wins: Counter[int]) -> str:
    games = len(tally.lengths)
    return " ".join(_share(wins[place] / games) for place in range(seats))


def _figures(tallies: Tallies) -> list[str]:
    """Make a table of the figures that the games count, per game and number of seats."""
    names = sorted({name for tally in tallies.values() for name in tally.figures})
    rows = (
        [seats, *(f"{tally.figures[name] / len(tally.lengths):.2f}" for name in names)]
        for seats, tally in tallies.items()
    )
    return _table(["seats: a game", *names], rows)


def _backgrounds(game: Game[Any, Any], tallies: Tallies) -> list[str]:
    names = game.words.cards()
    cards = sorted({card for tally in tallies.values() for card in tally.dealt})
    head = ["won when dealt / when held at the end", *(f"{seats} seats" for seats in tallies)]
    rows = ([names[card], *(_both(t, card) for t in tallies.values())] for card in cards)
    return _table(head, rows)


def _both(tally: SimulationTally, card: str) -> str:
    dealt = _won(tally.dealt_wins, tally.dealt, card)
    return f"{dealt} / {_won(tally.held_wins, tally.held, card)}"


def _won(wins: Counter[str], had: Counter[str], card: str) -> str:
    return _share(wins[card] / had[card]) if had[card] else "-"


def _share(part: float) -> str:
    return f"{part:.2f}".removeprefix("0")


def _table(head: list[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines: list[Sequence[object]] = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(map(str, line))} |" for line in lines]
