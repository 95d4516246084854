"""Shares what all commands need: seat names, options from text, errors as one sentence."""

import argparse
import sys
from typing import Any, NoReturn

from engine import ALL_GAMES
from engine.kernel.game import Game
from engine.kernel.refusal import Refused

NAMES = ("Red", "Blue", "Green", "Purple", "Yellow")


def add_game(parser: argparse.ArgumentParser, seats: int) -> None:
    add_rules(parser)
    parser.add_argument("--seats", type=int, default=seats, metavar="N", help="number of players")


def add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=ALL_GAMES, metavar="GAME", help=", ".join(ALL_GAMES))
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, such as difficulty=hard or learning=2",
    )


def chosen_game(arguments: argparse.Namespace) -> tuple[Game[Any, Any], Any]:
    """Return the game and its checked options, or exit with one sentence."""
    game, options = chosen_rules(arguments)
    if arguments.seats not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        fail(f"{game.title} is for {low} to {high} players, not {arguments.seats}.")
    return game, options


def chosen_rules(arguments: argparse.Namespace) -> tuple[Game[Any, Any], Any]:
    game = ALL_GAMES[arguments.game]
    options = dict(word.partition("=")[::2] for word in arguments.option)
    try:
        return game, game.checked_options(options)
    except Refused as refused:
        fail(str(refused))


def fail(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr)
    raise SystemExit(2)
