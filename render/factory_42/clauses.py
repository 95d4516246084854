"""Draws a promise in a deal as a short line of signs and words."""

from functools import lru_cache

from engine.factory_42.cards import ORDERS
from engine.factory_42.places import place_of
from engine.factory_42.state import Clause
from engine.kernel.phrases import plural
from render.factory_42.look import FAMILIES, GLYPHS, LOCATION, RESOURCE
from render.factory_42.moment import TITLES
from render.factory_42.tokens import counted, disc
from render.lettering import Face
from render.marks import (
    Box,
    Item,
    Piece,
    Shape,
    breadth,
    centered_row,
    piece,
    piece_item,
    row,
    shrunk,
    sign,
    text,
    words_item,
)
from render.names import initial_of
from render.theme import BROWN, CREAM, INK, SEATS, SMALLEST, WHITE, Style
from render.widgets.badges import badge, name_marks

CLAUSE_H = 62
DISC = 50
LEFT = 78  # where the words begin
WORDS = Style(Face.BOLD, 36)
NAME = Style(Face.TITLE, 34)
WHERE = {"pool": "into the pool", "load": "into cars", "spike": "from the bag"}
SAYS = {"pool": "puts", "load": "loads", "spike": "spikes"}
LOOK = FAMILIES[LOCATION]


def sign_of(clause: Clause) -> str:
    return GLYPHS + ("pool" if clause[0] == "pool" else f"act_{clause[0]}")


@lru_cache(maxsize=256)
def clause_line(
    clause: Clause, seat: int, names: tuple[str, ...], numbers: tuple[str, ...], w: int, on: str
) -> Piece:
    """Draw one promise of a deal, with a stripe in the color of the player who makes it."""
    marks: list[Shape] = [
        Box(0, 0, w, CLAUSE_H, on, 14),
        Box(6, 8, 8, CLAUSE_H - 16, SEATS[seat].fill, 4),
        Box(20, (CLAUSE_H - DISC) // 2, DISC, DISC, INK, DISC // 2),
        sign(sign_of(clause), 20 + DISC / 2, CLAUSE_H / 2, 38),
    ]
    return piece(w, CLAUSE_H, [*marks, *_said(clause, names, numbers, w - LEFT - 8, on)])


def _said(
    clause: Clause, names: tuple[str, ...], numbers: tuple[str, ...], room: int, on: str
) -> list[Shape]:
    verb, *rest = clause
    middle = CLAUSE_H / 2
    if verb == "make":
        return _two_lines(LEFT, "makes", ORDERS[str(rest[0])].name.upper(), room, on)
    if verb in ("ship", "spare"):
        words = "ships a car to" if verb == "ship" else "ships no car to"
        return _person(words, int(rest[0]), names, room, on)
    if verb in ("place", "avoid"):
        words = "goes to" if verb == "place" else "keeps out of"
        return _location(words, place_of(tuple(rest)), numbers, room, on)
    if verb == "burn":
        words = f"burns {plural(int(rest[0]), 'cube')} or more"
        return [text(LEFT, middle, words, shrunk(words, WORDS, room), INK, on)]
    count = int(rest[1]) if len(rest) > 1 else 1
    for size in (40, 38, 36, 34, 32, SMALLEST):
        small = WORDS._replace(size=min(size, 36))
        items = [
            words_item(SAYS[str(verb)], small, INK, on),
            _cubes(count, str(rest[0]), size, on),
            words_item(WHERE[str(verb)], small, INK, on),
        ]
        if breadth(items, 10) <= room:
            break
    return row(LEFT, middle, items, 10)


def _cubes(count: int, resource: str, size: int, on: str) -> Item:
    """Draw a number with its sign, as one thing."""
    parts = counted([(count, RESOURCE + resource)], size, INK, on)
    width, height = breadth(parts), max(part.height for part in parts)
    return Item(width, height, lambda x, y: row(x, y, parts))


def _person(words: str, seat: int, names: tuple[str, ...], room: int, on: str) -> list[Shape]:
    items = [
        words_item(words, WORDS, INK, on),
        piece_item(badge(seat, 44, initial_of(seat, names))),
    ]
    used = breadth(items, 10) + 10
    left = round(room - used)
    return [
        *row(LEFT, CLAUSE_H / 2, items, 10),
        *name_marks(round(LEFT + used), CLAUSE_H / 2, names[seat], left, NAME, INK, on, most=1),
    ]


def _location(words: str, place: str, numbers: tuple[str, ...], room: int, on: str) -> list[Shape]:
    plate = disc(str(numbers.index(place) + 1), 44, LOOK.main, WHITE)
    x = LEFT + plate.w + 10
    return [
        *row(LEFT, CLAUSE_H / 2, [piece_item(plate)]),
        *_two_lines(x, words, TITLES[place], room - plate.w - 10, on),
    ]


def _two_lines(x: int, above: str, below: str, room: int, on: str) -> list[Shape]:
    style = shrunk(below, Style(Face.BOLD, 32), room)
    return [
        text(x, CLAUSE_H / 2 - 15, above, Style(Face.LABEL, SMALLEST), BROWN, on),
        text(x, CLAUSE_H / 2 + 15, below, style, INK, on),
    ]


@lru_cache(maxsize=4)
def nothing_line(w: int) -> Piece:
    """Draw the side that promises nothing."""
    words = words_item("nothing in return", Style(Face.LABEL, 34), BROWN, CREAM)
    ground = Box(0, 0, w, CLAUSE_H, CREAM, 14)
    return piece(w, CLAUSE_H, [ground, *centered_row(w / 2, CLAUSE_H / 2, [words])])
