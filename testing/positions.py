"""Positions to draw, played by the autopilot, and helpers to walk through a drawing."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from engine import ALL_GAMES
from engine.kernel.luck import FastLuck
from render import PAINTERS
from render.fantastic_factories.look import GLYPHS
from render.marks import Drawing, Piece, Placed, Shape, Sprite, Text

FANTASTIC, FRENZY, FACTORY_42 = "fantastic_factories", "factory_frenzy", "factory_42"
WITH_ALL = {FACTORY_42: {"expansion": True}}  # options with which a game has most to show
GAME, PAINTER = ALL_GAMES[FANTASTIC], PAINTERS[FANTASTIC]
TO_THE_END = 10_000
COUNTED = {
    GLYPHS + kind for kind in ("metal", "energy", "goods", "blueprint_draw", "blueprint_discard")
}


@cache
def state_after(
    seats: int, moves: int, seed: int = 7, game: str = FANTASTIC, **options: Any
) -> Any:
    played = ALL_GAMES[game]
    state = played.setup(played.options(**options), seats, FastLuck(seed))
    for _ in range(moves):
        acting = played.to_act(state)
        if not acting:
            break
        seat = acting[0]
        action = played.autopilot(played.view(state, seat), played.choices(state, seat))
        played.apply(state, seat, action)
    return state


def view_after(
    seats: int,
    moves: int,
    seat: int | None = None,
    seed: int = 7,
    game: str = FANTASTIC,
    **options: Any,
) -> Any:
    """Return a separate copy of a view, which may be changed."""
    return ALL_GAMES[game].view(state_after(seats, moves, seed, game, **options), seat)


def full_view(game: str, seats: int, moves: int, seat: int | None = None) -> Any:
    """Return the same for any game, with everything that belongs to it."""
    return view_after(seats, moves, seat, game=game, **WITH_ALL.get(game, {}))


class Place(NamedTuple):
    """A mark and its position in the whole drawing."""

    x: int
    y: int
    mark: Shape


def places(drawing: Drawing) -> Iterator[Place]:
    """Yield every mark of a drawing, from bottom to top."""
    for part in drawing.parts:
        yield from _inside(part.piece, part.x, part.y)


def _inside(piece: Piece, x: int, y: int) -> Iterator[Place]:
    for mark in piece.marks:
        if isinstance(mark, Placed):
            yield from _inside(mark.piece, x + mark.x, y + mark.y)
        else:
            yield Place(x + mark.x, y + mark.y, mark)


def words_of(drawing: Drawing) -> list[str]:
    """Return all words in a drawing, as often as they occur."""
    return [place.mark.words for place in places(drawing) if isinstance(place.mark, Text)]


def flat(marks: Iterable[Shape]) -> Iterator[Shape]:
    """Return marks in the order in which they were laid, including those of inner pieces."""
    for mark in marks:
        if isinstance(mark, Placed):
            yield from flat(mark.piece.marks)
        else:
            yield mark


def counted(marks: Iterable[Shape]) -> Counter[tuple[str, str]]:
    """Return each amount with the sign after it."""
    return Counter(
        (text.words, sign.name.removeprefix(GLYPHS))
        for text, sign in pairwise(flat(marks))
        if isinstance(text, Text) and isinstance(sign, Sprite) and sign.name in COUNTED
        if text.words == "X" or text.words.isdigit()
    )
