"""`python -m bench engine`: runs one benchmark; each ends with one line of figures."""

import argparse

from bench import engine


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    names = parser.add_subparsers(dest="name", required=True)
    engine.add_arguments(names.add_parser("engine", help="random playouts next to catanatron"))
    arguments = parser.parse_args()
    arguments.run(arguments)


main()
