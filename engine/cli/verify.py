"""verify: replay a journal with its key and check that everything was fair."""

import argparse
from pathlib import Path

from engine import ALL_GAMES
from engine.cli.common import NAMES
from engine.kernel.journal import Faulty, read, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")


def run(arguments: argparse.Namespace) -> int:
    try:
        journal = read(arguments.file.read_text(encoding="utf-8"))
        verdict = verify(journal, ALL_GAMES)
    except (OSError, UnicodeDecodeError) as error:
        print(f"{arguments.file} cannot be read: {error}")
        return 1
    except Faulty as fault:
        print(f"NOT VERIFIED: {fault}")
        return 1
    game = ALL_GAMES[journal.game]
    print(f"Verified: {verdict.actions} actions of {game.title}, all legal with this key's luck.")
    print(game.words.status(game.view(verdict.state, None), NAMES))
    return 0
