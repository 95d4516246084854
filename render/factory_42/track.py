"""Railcars on the track and in the Station: two may be shipped, the others wait.

A Railcar that is being loaded is shown where it will stand.
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_42.view import CarView, View
from render.factory_42.look import CHOSEN, GLYPHS, LINK, LOCKED, RAIL, SIGNS, SLEEPER, SOCKET, WELL
from render.factory_42.tokens import CAR_H, CAR_W, PLACES, cube, disc, listed, railcar
from render.lettering import Face
from render.marks import Box, Piece, Placed, Shape, Sprite, centered, piece, sign, text
from render.theme import (
    CREAM,
    EDGE,
    GOLD,
    HEAD,
    INNER,
    MUTED,
    SMALLEST,
    SOFT,
    WHITE,
    YES_DARK,
    Style,
)
from render.widgets.panels import over, word_pill

TRACK_H = 268
RAIL_Y = 254
FIRST = 2  # Railcars that may be shipped
STEP = CAR_W + 14
WAITING_X, MINI_W, MINI_H, ACROSS = 534, 102, 104, 4
STATION_X = WAITING_X + ACROSS * (MINI_W + 4) + 8
PILL = Style(Face.BOLD, 32)
WORDS = Style(Face.BOLD, 34)
SMALL = Style(Face.BOLD, SMALLEST)


def track_panel(view: View) -> Piece:
    loading = [view.loading] if view.loading else []
    station = tuple(car.number for car in view.station if car not in loading)
    return _panel(_cars([*view.track, *loading]), station, len(view.track) if loading else None)


def _cars(cars: Sequence[CarView]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple((car.number, car.load) for car in cars)


@lru_cache(maxsize=128)
def _panel(
    track: tuple[tuple[int, tuple[int, ...]], ...], station: tuple[int, ...], loading: int | None
) -> Piece:
    """Draw all Railcars; `loading` is the place of the one that is being loaded."""
    marks: list[Shape] = [Box(0, 0, INNER, TRACK_H, HEAD, 18, EDGE, 4), *_rails()]
    for place in range(FIRST):
        x = 18 + STEP * place
        if place < len(track):
            number, load = track[place]
            pill = word_pill(f"{place + 1} · may ship", YES_DARK, WHITE, CREAM, PILL, pad=14)
            if place == loading:
                pill = word_pill("is loaded now", CHOSEN, GOLD, GOLD, PILL, pad=14)
            marks += [Placed(x, RAIL_Y - CAR_H, railcar(load, number)), _above(x, pill)]
        else:
            pill = word_pill(f"{place + 1} · free", LOCKED, WHITE, None, PILL, pad=14)
            free = Sprite(SIGNS + "berth", x + 20, 74, 200, 160, LINK)
            marks += [free, _above(x, pill)]
    marks += _waiting(track[FIRST:], None if loading is None else loading - FIRST)
    return piece(INNER, TRACK_H, [*marks, *_station(station)])


def _above(x: int, pill: Piece) -> Shape:
    return over(CAR_W, 28, pill)._replace(x=x + (CAR_W - pill.w) // 2)


def _rails() -> list[Shape]:
    sleepers = [Box(x, RAIL_Y + 3, 14, 7, SLEEPER) for x in range(14, WAITING_X - 20, 34)]
    return [Box(4, RAIL_Y - 2, WAITING_X - 18, 5, RAIL), *sleepers]


def _waiting(cars: Sequence[tuple[int, tuple[int, ...]]], loading: int | None) -> list[Shape]:
    """Draw them small, with their cubes; the last place counts the empty ones."""
    marks: list[Shape] = [text(WAITING_X, 28, "WAITING", WORDS, SOFT, HEAD)]
    if not cars:
        return [*marks, text(WAITING_X, 80, "no other railcar", SMALL, MUTED, HEAD)]
    if loading is not None and loading >= 0:
        words = f"Railcar {cars[loading][0]} is loaded now"
        marks.append(text(WAITING_X + 132, 28, words, SMALL, GOLD, HEAD))
    most = 2 * ACROSS
    shown = cars if len(cars) <= most else cars[: most - 1]
    for place, (number, load) in enumerate(shown):
        marks.append(Placed(*_mini_place(place), _mini(number, load, place == loading)))
    if len(cars) > len(shown):
        x, y = _mini_place(most - 1)
        words = f"+{len(cars) - len(shown)}"
        marks.append(
            centered(x + MINI_W / 2, y + MINI_H / 2, words, Style(Face.TITLE, 42), SOFT, HEAD)
        )
    return marks


def _mini_place(place: int) -> tuple[int, int]:
    return (
        WAITING_X + (MINI_W + 4) * (place % ACROSS),
        50 + (MINI_H + 3) * (place // ACROSS),
    )


@lru_cache(maxsize=256)
def _mini(number: int, load: tuple[int, ...], is_loading: bool) -> Piece:
    line = GOLD if is_loading else LINK
    marks: list[Shape] = [Box(0, 0, MINI_W, MINI_H, WELL, 12, line, 5 if is_loading else 3)]
    cubes = listed(load)
    for place in range(PLACES):
        x, floor = 19 + 32 * (place % 3), 33 + 31 * (place // 3)
        if place < len(cubes):
            marks.append(cube(cubes[place], x, floor, 0.38))
        else:
            marks.append(Sprite(SIGNS + "shelf", x - 10, floor - 23, 20, 20, SOCKET))
    return piece(
        MINI_W, MINI_H, [*marks, Placed(MINI_W // 2 - 18, MINI_H - 38, disc(str(number), 36))]
    )


def _station(numbers: Sequence[int]) -> list[Shape]:
    w = INNER - STATION_X - 12
    marks: list[Shape] = [
        Box(STATION_X, 12, w, TRACK_H - 24, WELL, 14),
        centered(STATION_X + w / 2, 36, "STATION", WORDS, SOFT, WELL),
    ]
    if not numbers:
        style = Style(Face.LABEL, 34)
        return [*marks, centered(STATION_X + w / 2, 150, "empty", style, MUTED, WELL)]
    for place, number in enumerate(numbers[:6]):
        x = STATION_X + w / 4 + (w / 2) * (place % 2)
        y = 84 + 62 * (place // 2)
        marks.append(sign(GLYPHS + "railcar", x - 20, y, 44))
        marks.append(Placed(round(x) + 6, y - 18, disc(str(number), 36)))
    return marks
