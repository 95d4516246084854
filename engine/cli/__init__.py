"""Play, simulate and check games in the terminal."""

import argparse
from collections.abc import Sequence

from engine.cli import balance, play, scenario, show, simulate, verify


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in (play, simulate, balance, scenario, show, verify):
        name = command.__name__.rpartition(".")[2]
        summary = (command.__doc__ or "").partition(":")[2].strip(" .")
        subparser = commands.add_parser(name, help=summary, description=summary)
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    arguments = parser.parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except KeyboardInterrupt:
        print()
        return 130
