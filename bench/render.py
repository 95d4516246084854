"""The cost of pictures next to encoding the same pixels: warm, as played, and from cold."""

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any, NamedTuple

from PIL import Image

from engine import ALL_GAMES
from engine.kernel.luck import FastLuck
from render import PAINTERS
from render.marks import Drawing
from render.png import encoded
from render.raster import Rasterizer
from render.studio import Studio

NAMES = ("Ada", "Ben", "Cleo", "Dirk")


class Request(NamedTuple):
    """A picture that somebody would ask for."""

    name: str
    view: Any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=PAINTERS, default="fantastic_factories")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--every", type=int, default=4, help="actions between two looks")
    parser.add_argument("--processes", type=int, default=5, help="cold starts for each picture")
    parser.add_argument("--cold", metavar="PICTURE", help="one cold start, for internal use")
    parser.set_defaults(run=run)


def requests(game_id: str, seed: int, every: int) -> Iterator[Request]:
    """After some actions of a game: what concerns all, and what concerns the actor."""
    game, painter = ALL_GAMES[game_id], PAINTERS[game_id]
    state = game.setup(game.options(), len(NAMES), FastLuck(seed))
    number = 0
    while seats := game.to_act(state):
        seat = seats[0]
        view = game.view(state, seat)
        if number % every == 0:
            public = game.view(state, None)
            offered = painter.offers(public)
            yield from (Request(name, public) for name in offered if _concerns(name, seat))
            private = [name for name in painter.offers(view) if name not in offered]
            yield from (Request(name, view) for name in private)
        game.apply(state, seat, game.autopilot(view, game.choices(state, seat)))
        number += 1
    over = game.view(state, None)
    yield from (Request(name, over) for name in painter.offers(over) if name.isalpha())


def _concerns(name: str, seat: int) -> bool:
    return name.isalpha() or name.split()[1] == str(seat)


def run(arguments: argparse.Namespace) -> None:
    if arguments.cold:
        _one_cold_start(arguments)
        return
    asked = list(requests(arguments.game, arguments.seed, arguments.every))
    draw = _drawer(arguments.game)
    played = _measured(asked, draw, Rasterizer())
    easel = Rasterizer()
    for each in asked:
        easel.picture(draw(each))
    warm = _measured(asked, draw, easel)
    print(f"{len(asked)} pictures of one game with {len(NAMES)} players, in times of encoding the")
    print("same pixels with Pillow at level 1 (8 bit with a palette, as they are sent):")
    _say("warm caches", warm)
    _say("as played", played)
    print(f"  answered from memory: {_remembered(asked, draw):.0%} of the requests")
    print(f"  the same pixels in true color: encoding alone {warm.true_color:.1f}")
    cold = _cold(arguments, list(dict.fromkeys(each.name.split()[0] for each in asked)))
    size = f"kB={warm.mean_kb:.0f} largest={warm.largest_kb:.0f}"
    print(f"render: ratio={warm.everything:.2f} compose={warm.compose:.2f} cold={cold:.1f} {size}")


def _drawer(game: str) -> Callable[[Request], Drawing]:
    painter = PAINTERS[game]
    return lambda request: painter.draw(request.name, request.view, NAMES)


class Figures(NamedTuple):
    """Sums over all pictures, in times of the reference."""

    compose: float
    everything: float
    true_color: float
    mean_kb: float
    largest_kb: float


def _say(name: str, figures: Figures) -> None:
    parts = f"composing {figures.compose:.2f}, all together {figures.everything:.2f}"
    print(f"  {name}: {parts}")


def _measured(
    asked: list[Request], draw: Callable[[Request], Drawing], easel: Rasterizer
) -> Figures:
    compose = ours = reference = true_color = 0.0
    sizes = []
    for number, each in enumerate(asked):
        spent, image = _timed(lambda each=each: easel.picture(draw(each)))  # type: ignore[misc]
        compose += spent
        spent, png = _timed(lambda image=image: encoded(image))  # type: ignore[misc]
        ours += spent
        reference += _timed(lambda image=image: _level_1(image))[0]  # type: ignore[misc]
        if number % 16 == 0:
            full = image.convert("RGB")
            true_color += 16 * _timed(lambda full=full: _level_1(full))[0]  # type: ignore[misc]
        sizes.append(len(png) / 1000)
    return Figures(
        compose / reference,
        (compose + ours) / reference,
        true_color / reference,
        statistics.mean(sizes),
        max(sizes),
    )


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def _level_1(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _remembered(asked: list[Request], draw: Callable[[Request], Drawing]) -> float:
    """How many requests show what was drawn before."""
    easel = CountingEasel()
    studio = Studio(easel=easel)
    for each in asked:
        studio.finish(draw(each))
    studio.close()
    return 1 - easel.drawn / len(asked)


class CountingEasel(Rasterizer):
    drawn = 0

    def picture(self, drawing: Drawing) -> Image.Image:
        self.drawn += 1
        return super().picture(drawing)


def _cold(arguments: argparse.Namespace, kinds: list[str]) -> float:
    """First pictures of fresh processes: fonts, sprites and shapes are loaded, nothing is drawn."""
    spent = reference = 0.0
    for kind in kinds:
        runs = [_cold_start(kind, arguments) for _ in range(arguments.processes)]
        first, alone = (statistics.median(column) for column in zip(*runs, strict=True))
        print(f"  first {kind} of a process: {first / alone:.1f}")
        spent, reference = spent + first, reference + alone
    return spent / reference


def _cold_start(kind: str, arguments: argparse.Namespace) -> tuple[float, float]:
    words = ["render", "--game", arguments.game, "--seed", str(arguments.seed), "--cold", kind]
    words += ["--every", str(arguments.every)]
    done = subprocess.run(
        [sys.executable, "-m", "bench", *words], check=True, capture_output=True, text=True
    )
    first, alone = json.loads(done.stdout)
    return float(first), float(alone)


def _of_kind(arguments: argparse.Namespace, every: int) -> list[Request]:
    asked = requests(arguments.game, arguments.seed, every)
    return [each for each in asked if each.name.split()[0] == arguments.cold]


def _one_cold_start(arguments: argparse.Namespace) -> None:
    found = _of_kind(arguments, 40) or _of_kind(arguments, arguments.every)
    request = found[len(found) // 2]
    draw, easel = _drawer(arguments.game), Rasterizer()
    first, image = _timed(lambda: easel.picture(draw(request)))
    encoding, _ = _timed(lambda: encoded(image))
    alone = statistics.median(_timed(lambda: _level_1(image))[0] for _ in range(7))
    print(json.dumps([first + encoding, alone]))
