"""scenario: run scenario files; exits 0 only if all pass."""

import argparse
from pathlib import Path

from engine import ALL_GAMES
from engine.kernel.scenario import ScenarioError, run_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")


def run(arguments: argparse.Namespace) -> int:
    failed = 0
    for file in arguments.files:
        try:
            run_file(file, ALL_GAMES)
            print(f"ok {file}")
        except ScenarioError as error:
            failed += 1
            print(f"FAIL {file}: {error}")
    return 1 if failed else 0
