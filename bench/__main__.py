"""`python -m bench NAME` runs one benchmark; each ends with one line of figures."""

import argparse

from bench import click, engine, host, hostile, knee, metrics, postgres, render, sandbox
from sandbox.hurry import lift_limits


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    names = parser.add_subparsers(dest="name", required=True)
    click.add_arguments(names.add_parser("click", help="time from a click to its answer"))
    engine.add_arguments(names.add_parser("engine", help="random playouts, next to catanatron"))
    host.add_arguments(
        names.add_parser("host", help="one action, next to its rows written by hand")
    )
    hostile.add_arguments(
        names.add_parser("hostile", help="an action while someone with 4,000 tables lists them")
    )
    knee.add_arguments(
        names.add_parser("knee", help="how many clicks a second are answered in time")
    )
    metrics.add_arguments(
        names.add_parser("metrics", help="clicks, with and without the metrics page")
    )
    postgres.add_arguments(names.add_parser("postgres", help="PostgreSQL, next to SQLite"))
    render.add_arguments(
        names.add_parser("render", help="pictures, next to encoding the same pixels")
    )
    sandbox.add_arguments(
        names.add_parser("sandbox", help="time from a slash command to its answer")
    )
    arguments = parser.parse_args()
    lift_limits()  # few people sit at all these tables
    arguments.run(arguments)


main()
