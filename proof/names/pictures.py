"""Any picture of either game with any names: the laws of layout hold, and its alt text is clean."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine import GAMES
from proof.names.texts import is_balanced, unseen
from render import PAINTERS
from render.alt import LIMIT
from render.marks import Drawing
from testing.layout_rules import faults
from testing.positions import TO_THE_END, view_after
from testing.statistics import DAILY, MACHINE, MUCH, random_attempt, random_attempts

MOVES = (0, 7, 40, 120, TO_THE_END)
SEEDS = (3, 7)
SEATS = 5  # names for as many as can sit anywhere


class Sheet(NamedTuple):
    """One picture, still without names."""

    title: str
    draw: Callable[[Sequence[str]], Drawing]

    def lies_of(self, names: Sequence[str]) -> list[str]:
        drawing = self.draw(names)
        found = [*faults(drawing), *_alt_lies(drawing.alt)]
        said = ", ".join(repr(name[:40]) for name in names)
        return [f"{self.title} with {said}: {each}" for each in found]


def _alt_lies(alt: str) -> Iterator[str]:
    if not 0 < len(alt) <= LIMIT:
        yield f"its alt text has {len(alt)} characters"
    if wrong := unseen(alt, "\u2068\u2069\u200d"):
        yield f"its alt text has something that nobody sees: {wrong[:3]}"
    if not is_balanced(alt):
        yield f"its alt text turns the rest round: {alt[-60:]!r}"


def sheets_of(rng: Random, game: str) -> list[Sheet]:
    """All pictures of one table at some moment, or those that stand for themselves."""
    return [*(_others(rng, game) if rng.random() < 0.15 else _of_a_table(rng, game))]


def _of_a_table(rng: Random, game: str) -> Iterator[Sheet]:
    seats, moves = rng.choice(GAMES[game].seats), rng.choice(MOVES)
    viewer = rng.choice((None, *range(seats)))
    view = view_after(seats, moves, viewer, rng.choice(SEEDS), game)
    where = f"{game} for {seats} after {moves} moves"
    for name in PAINTERS[game].offers(view):
        yield Sheet(f"{where}: {name}", _drawn(game, name, view))


def _drawn(game: str, name: str, view: object) -> Callable[[Sequence[str]], Drawing]:
    return lambda names: PAINTERS[game].draw(name, view, names)


def _others(rng: Random, game: str) -> Iterator[Sheet]:
    painter, seats, seed = PAINTERS[game], GAMES[game].seats, rng.random()
    count = rng.choice(seats)
    yield Sheet(f"{game}: lobby", lambda names: painter.lobby(names[:count], seats))
    yield Sheet(f"{game}: statistics", lambda names: painter.statistics(names[0], MUCH))

    def ranking(names: Sequence[str]) -> Drawing:
        rows = random_attempts(Random(seed), names)
        return painter.ranking(DAILY, MACHINE, rows, len(rows) + 3)

    def result(names: Sequence[str]) -> Drawing:
        return painter.result_card(DAILY, MACHINE, random_attempt(Random(seed), names[0]), 3)

    yield from (Sheet(f"{game}: ranking", ranking), Sheet(f"{game}: result", result))
