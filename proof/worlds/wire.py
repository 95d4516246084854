"""The same two worlds on the wire: the real bot, its library and a file, asked the same things."""

import itertools
from collections.abc import AsyncGenerator
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine import GAMES
from engine.kernel.codes import code
from engine.kernel.luck import FastLuck
from proof.worlds.pairs import Seated, some_move, tempting
from proof.worlds.script import LINES, WRONG, Script
from proof.worlds.stage import WATCHING, Stage, casts, staged
from proof.worlds.told import Found, Told, compared
from render.raster import Easel

MOST_SEATED = 2  # people of a table who look at it, besides the one who watches


class Wired(NamedTuple):
    """What was compared; `differing` is None where the worlds themselves do not differ."""

    name: str
    differing: Found | None
    size: int = 0
    requests: int = 0


async def wired_pairs(folder: Path, rng: Random) -> AsyncGenerator[Wired, None]:
    """Without an end."""
    easel, turns = Easel(), {game.id: casts(game) for game in GAMES.values()}
    for number in itertools.count():
        for game, turn in turns.items():
            cast = next(turn)
            place = folder / f"wire-{number}-{game}-{len(cast.names)}+{cast.robots}"
            place.mkdir(parents=True)
            async with staged(place, game, cast, easel, rng) as stage:
                seated = rng.sample(cast.names, min(MOST_SEATED, len(cast.names)))
                for name in (WATCHING, *seated):
                    yield await _paired(stage, name, rng)


async def _paired(stage: Stage, name: str, rng: Random) -> Wired:
    game, here = stage.state()
    names = stage.cast.names
    seat = names.index(name) if name in names else None
    there = game.other_world(here, seat, FastLuck(rng.getrandbits(30)))
    title = f"{stage.file.parent.name}, {name}"
    if game.dump(here) == game.dump(there):
        return Wired(title, None)
    both = here, there
    legal = [] if seat is None else [code(each) for each in game.actions(here, seat)]
    refused = [text for text in tempting(game, both, rng) if text not in legal]
    move = some_move(game, both, seat, rng, Seated(len(names)))
    script = Script(stage, name, refused, move)
    mine, other = [await script.told(game.dump(each)) for each in both]
    found = _wrong(mine) or _wrong(other) or compared(mine, other)
    return Wired(title, found, sum(map(len, mine.values())), script.requests)


def _wrong(told: Told) -> Found:
    """A bot that answers nothing but excuses tells nothing, in whichever world."""
    errors = [line for line in told[LINES].decode().splitlines() if "level=error" in line]
    said = "\n".join(filter(None, [told[WRONG].decode(), *errors]))
    return {WRONG: f"is this: {said}"} if said else {}
