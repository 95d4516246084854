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
    """A view of one's own, free to be bent."""
    return ALL_GAMES[game].view(state_after(seats, moves, seed, game, **options), seat)


def full_view(game: str, seats: int, moves: int, seat: int | None = None) -> Any:
    """The same for any game, with all that belongs to it."""
    return view_after(seats, moves, seat, game=game, **WITH_ALL.get(game, {}))


class Place(NamedTuple):
    """A mark where it lies in the whole drawing."""

    x: int
    y: int
    mark: Shape


def places(drawing: Drawing) -> Iterator[Place]:
    """Every mark of a drawing, from the lowest to the topmost."""
    for part in drawing.parts:
        yield from _inside(part.piece, part.x, part.y)


def _inside(piece: Piece, x: int, y: int) -> Iterator[Place]:
    for mark in piece.marks:
        if isinstance(mark, Placed):
            yield from _inside(mark.piece, x + mark.x, y + mark.y)
        else:
            yield Place(x + mark.x, y + mark.y, mark)


def words_of(drawing: Drawing) -> list[str]:
    """All that is written in a drawing, as often as it is."""
    return [place.mark.words for place in places(drawing) if isinstance(place.mark, Text)]


def flat(marks: Iterable[Shape]) -> Iterator[Shape]:
    """Marks in the order in which they were laid, those of inner pieces among them."""
    for mark in marks:
        if isinstance(mark, Placed):
            yield from flat(mark.piece.marks)
        else:
            yield mark


def counted(marks: Iterable[Shape]) -> Counter[tuple[str, str]]:
    """Each amount with the sign right behind it."""
    return Counter(
        (text.words, sign.name.removeprefix(GLYPHS))
        for text, sign in pairwise(flat(marks))
        if isinstance(text, Text) and isinstance(sign, Sprite) and sign.name in COUNTED
        if text.words == "X" or text.words.isdigit()
    )
