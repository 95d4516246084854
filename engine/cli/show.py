"""show: print a position from a journal or a scenario file."""

import argparse
from itertools import islice
from pathlib import Path
from typing import Any

from engine import ALL_GAMES
from engine.cli.common import NAMES, fail
from engine.kernel.codes import code
from engine.kernel.events import readable
from engine.kernel.game import Game
from engine.kernel.journal import Faulty, read, replay
from engine.kernel.scenario import ScenarioError, load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a journal, or a .toml scenario")
    parser.add_argument(
        "--at", type=int, metavar="N", help="show the position after N actions of a journal"
    )
    parser.add_argument("--seat", type=int, metavar="N", help="as seen from this seat")
    parser.add_argument("--log", action="store_true", help="also print the log up to that point")
    parser.add_argument("--codes", action="store_true", help="also list the seat's legal actions")


def run(arguments: argparse.Namespace) -> int:
    if arguments.at is not None and arguments.at < 0:
        fail("--at must be 0 or more.")
    if arguments.codes and arguments.seat is None:
        fail("--codes needs --seat.")
    try:
        game, state, log = _position(arguments)
    except (Faulty, ScenarioError, OSError, UnicodeDecodeError) as error:
        fail(f"{arguments.file}: {error}")
    if arguments.seat not in (None, *game.occupied(state)):
        fail(f"There is no seat {arguments.seat} at this table.")
    view = game.view(state, arguments.seat)
    if arguments.log:
        print("\n".join(log))
    print(game.words.status(view, NAMES))
    for text in game.words.pages(view, NAMES).values():
        print(text)
    if arguments.codes:
        for action in game.actions(state, arguments.seat):
            print(f"{code(action)}: {game.words.label(action, view, NAMES)}")
    return 0


def _position(arguments: argparse.Namespace) -> tuple[Game[Any, Any], Any, list[str]]:
    if arguments.file.suffix == ".toml":
        game, state = load(arguments.file, ALL_GAMES)
        return game, state, []
    journal = read(arguments.file.read_text(encoding="utf-8"))
    log: list[str] = []
    end = None if arguments.at is None else arguments.at + 1
    for step in islice(replay(journal, ALL_GAMES), end):
        game, state = ALL_GAMES[journal.game], step.state
        events = readable(step.events, arguments.seat)
        log += [game.words.sentence(event, NAMES, arguments.seat) for event in events]
    return game, state, log
