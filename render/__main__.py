"""Makes pictures without Discord: `python -m render` show, card, sheet, lobby or bake."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine import ALL_GAMES
from engine.cli.common import NAMES, add_game, chosen_game, fail
from engine.kernel.game import Game
from engine.kernel.journal import Faulty, read, replay
from engine.kernel.luck import FastLuck
from engine.kernel.scenario import ScenarioError, load
from render import PAINTERS
from render.marks import Drawing
from render.sheet import contact_sheet
from render.studio import Studio


def show(arguments: argparse.Namespace) -> Iterable[tuple[str, Drawing]]:
    """Draw all pictures of a position, or the named one."""
    game, state = _from_file(arguments) if arguments.file else _played(arguments)
    if arguments.seat not in (None, *game.occupied(state)):
        fail(f"There is no seat {arguments.seat} at this table.")
    painter, view = PAINTERS[game.id], game.view(state, arguments.seat)
    offered = painter.offers(view)
    if arguments.picture and arguments.picture not in offered:
        fail(f"There is no picture “{arguments.picture}” here. There are: {', '.join(offered)}.")
    names = _names(arguments, len(game.occupied(state)), NAMES)
    for name in [arguments.picture] if arguments.picture else offered:
        yield name.replace(" ", "_"), painter.draw(name, view, names)


def _names(
    arguments: argparse.Namespace, min_count: int, otherwise: tuple[str, ...], max_count: int = 9
) -> tuple[str, ...]:
    names = tuple(arguments.names.split(",")) if arguments.names else otherwise
    if not min_count <= len(names) <= max_count:
        fail(f"--names gives {len(names)} names; the table has {min_count or max_count} seats.")
    return names


def _from_file(arguments: argparse.Namespace) -> tuple[Game[Any, Any], Any]:
    file = Path(arguments.file)
    try:
        if file.suffix == ".toml":
            return load(file, ALL_GAMES)
        journal = read(file.read_text(encoding="utf-8"))
        *_, last = replay(journal, ALL_GAMES)
        return ALL_GAMES[journal.game], last.state
    except (Faulty, ScenarioError, OSError, UnicodeDecodeError) as error:
        fail(f"{file}: {error}")


def _played(arguments: argparse.Namespace) -> tuple[Game[Any, Any], Any]:
    """Return a table after a number of moves by the autopilot."""
    game, options = chosen_game(arguments)
    state = game.setup(options, arguments.seats, FastLuck(arguments.seed))
    for _ in range(arguments.moves):
        seats = game.to_act(state)
        if not seats:
            break
        view, actions = game.view(state, seats[0]), game.choices(state, seats[0])
        game.apply(state, seats[0], game.autopilot(view, actions))
    return game, state


def card(arguments: argparse.Namespace) -> Iterable[tuple[str, Drawing]]:
    painter = PAINTERS[arguments.game]
    if arguments.card not in painter.cards:
        fail(f"{painter.title} has no card “{arguments.card}”.")
    yield arguments.card, painter.card(arguments.card)


def sheet(arguments: argparse.Namespace) -> Iterable[tuple[str, Drawing]]:
    painter = PAINTERS[arguments.game]
    if not painter.cards:
        fail(f"{painter.title} has no cards.")
    yield "cards", contact_sheet(painter)


def lobby(arguments: argparse.Namespace) -> Iterable[tuple[str, Drawing]]:
    seats = ALL_GAMES[arguments.game].seats
    names = _names(arguments, 0, NAMES[:2], seats[-1])
    yield "lobby", PAINTERS[arguments.game].lobby(names, seats)


def bake(arguments: argparse.Namespace) -> Iterable[tuple[str, Drawing]]:
    """Write sprites, palette and manifest; needs the development packages."""
    from render import bake

    for count, name in enumerate(bake.bake(), 1):
        print(f"\r{count} sprites: {name:60}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return ()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m render", description="Pictures without Discord.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    pictures = commands.add_parser("show", help="draw a scenario, a journal or a seed")
    add_game(pictures, seats=4)
    pictures.add_argument("file", nargs="?", metavar="FILE", help="a journal or a .toml scenario")
    pictures.add_argument("--seed", type=int, default=7, metavar="N", help="without FILE: the deal")
    pictures.add_argument(
        "--moves", type=int, default=120, metavar="N", help="without FILE: how many actions"
    )
    pictures.add_argument("--seat", type=int, metavar="N", help="as this seat sees it")
    pictures.add_argument("--picture", metavar="NAME", help="only this one")
    pictures.set_defaults(run=show)
    one_card = commands.add_parser("card", help="draw one card")
    one_card.add_argument("card", metavar="CARD", help="such as biolab")
    one_card.set_defaults(run=card)
    all_cards = commands.add_parser("sheet", help="draw all cards on one sheet")
    all_cards.set_defaults(run=sheet)
    lobby_header = commands.add_parser("lobby", help="draw the header of a lobby")
    lobby_header.set_defaults(run=lobby)
    bake_command = commands.add_parser(
        "bake", help="redraw sprites and palettes from their sources"
    )
    bake_command.set_defaults(run=bake)
    for command in (one_card, all_cards, lobby_header):
        command.add_argument("--game", choices=PAINTERS, default=next(iter(PAINTERS)))
    for command in (pictures, lobby_header):
        command.add_argument("--names", metavar="A,B", help="names of the players")
    for command in (pictures, one_card, all_cards, lobby_header):
        command.add_argument("--out", type=Path, default=Path("pictures"), metavar="FOLDER")
    return parser


def main() -> None:
    arguments = _parser().parse_args()
    studio = Studio()
    for name, drawing in arguments.run(arguments):
        picture = studio.finish(drawing)
        arguments.out.mkdir(parents=True, exist_ok=True)
        file = arguments.out / f"{name}.png"
        file.write_bytes(picture.png)
        print(f"{file}  {drawing.w} x {drawing.h}, {len(picture.png) / 1000:.0f} kB")
        print(f"  {picture.alt}")
    studio.close()


if __name__ == "__main__":
    main()
