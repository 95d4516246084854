"""Small things: cubes, costs, meeples, discs, free places, Railcars."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from engine.factory_42.cards import Cost
from engine.factory_42.resources import CATEGORIES, RESOURCES, SIZE
from render.factory_42.look import CUBE, GLYPHS, RESOURCE, SIGNS, SOCKET, WELL
from render.lettering import Face
from render.marks import (
    Box,
    Item,
    Piece,
    Placed,
    Shape,
    Sprite,
    breadth,
    centered,
    centered_row,
    piece,
    shrunk,
    sign,
    space,
    sprite_item,
    words_item,
)
from render.theme import CREAM, INK, MUTED, SEATS, SMALLEST, Style
from render.widgets.badges import lettered

SIDES = {"small": 58, "medium": 66, "large": 78}  # of a cube with its edge, unscaled
BARE = {"small": 0.86, "medium": 0.96, "large": 1.08}  # the size of a sign in a cost
GLYPH = 56  # the box of a sign
COST = 46  # px of a number beside which signs have their own size
STEAM, ROSETTE, STAR = GLYPHS + "steam", GLYPHS + "rosette", GLYPHS + "victory_point"
OPERATION = GLYPHS + "operation_token"
SIGN_SCALE = {STEAM: 0.92, ROSETTE: 0.88, STAR: 0.88, OPERATION: 0.9}
LETTER = Style(Face.BOLD, SMALLEST)
PAWN_W, PAWN_H = 70, 96

Counted = tuple[int | str, str]  # a number and the sprite after it


def cube_side(resource: str, scale: float) -> int:
    return round(SIDES[SIZE[RESOURCES.index(resource)]] * scale)


def cube(resource: str, x: float, floor: float, scale: float) -> Sprite:
    """Draw a cube standing on a floor, centered at x; the three sizes look different."""
    side = cube_side(resource, scale)
    return Sprite(CUBE + resource, round(x - side / 2), round(floor - side), side, side)


def listed(cubes: Sequence[int]) -> list[str]:
    """List each cube by its resource."""
    return [name for name, count in zip(RESOURCES, cubes, strict=True) for _ in range(count)]


# --- costs --------------------------------------------------------------------------------------


def of_cost(cost: Cost, steam: bool = True) -> list[Counted]:
    parts = _cubes(cost.cubes)
    wild = zip(CATEGORIES, cost.wild, strict=True)
    parts += [(count, f"{RESOURCE}any_{kind}") for kind, count in wild if count]
    return parts + ([(cost.steam, STEAM)] if steam and cost.steam else [])


def _cubes(cubes: Iterable[int]) -> list[Counted]:
    named = zip(RESOURCES, cubes, strict=True)
    return [(count, RESOURCE + name) for name, count in named if count]


def of_cubes(cubes: Iterable[int]) -> list[Counted]:
    return _cubes(cubes)


def counted(pairs: Iterable[Counted], size: int, ink: str, on: str, gap: float = 10) -> list[Item]:
    """Draw numbers, each with its sign."""
    items: list[Item] = []
    for number, sprite in pairs:
        items += [space(gap)] if items else []
        style = Style(Face.BOLD, max(SMALLEST, size))
        items += [words_item(str(number), style, ink, on), space(size * 0.06)]
        items.append(sprite_item(sprite, sign_height(sprite, size)))
    return items


def sign_height(sprite: str, size: float) -> float:
    name = sprite.removeprefix(RESOURCE)
    is_cube = sprite.startswith(RESOURCE) and name in RESOURCES
    scale = BARE[SIZE[RESOURCES.index(name)]] if is_cube else SIGN_SCALE.get(sprite, 0.92)
    return GLYPH * scale * size / COST


def fitted_row(
    x: float, middle: float, pairs: Sequence[Counted], room: float, size: int, ink: str, on: str
) -> list[Shape]:
    """Draw numbers and signs centered at x, as large as they fit."""
    return centered_row(x, middle, fitted_items(pairs, room, size, ink, on))


def fitted_items(pairs: Sequence[Counted], room: float, size: int, ink: str, on: str) -> list[Item]:
    for smaller in range(size, SMALLEST - 1, -1):
        items = counted(pairs, smaller, ink, on, 10 if smaller > 36 else 6)
        if breadth(items) <= room:
            break
    return items


# --- meeples ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def pawn(kind: str, seat: int, height: int, letter: str = "") -> Piece:
    """Draw a worker or a commissar of a seat, with the player's letter on the chest."""
    look = SEATS[seat]
    scale = height / PAWN_H
    w, disc = round(PAWN_W * scale), max(34, round(35 * scale))
    x, y = w / 2, height / 2 + 23 * scale
    top = min(round(y - disc / 2), height - disc)
    body = sign(f"{GLYPHS}{kind}_{look.word}", x, height / 2, height)
    badge = Box(round(x - disc / 2), top, disc, disc, look.fill, disc // 2, INK, 3)
    largest = max(SMALLEST, round(30 * scale))
    words = lettered(letter, x, top + disc / 2, disc, largest, look.pips, look.fill)
    return piece(w, height, [body._replace(is_backdrop=True), *([badge] if words else []), *words])


@lru_cache(maxsize=32)
def slot(w: int, h: int, words: str = "", line: str = SOCKET, on: str = WELL) -> Piece:
    """Draw a free place, with what it is for."""
    dashes = Sprite(SIGNS + "slot", 0, 0, w, h, line, is_backdrop=True)
    marks: list[Shape] = [dashes]
    style = shrunk(words, LETTER._replace(size=34), w - 14)
    said = centered(w / 2, h / 2, words, style, MUTED, on)
    left, top, right, bottom = said.box
    if words and min(left, w - right, top, h - bottom) >= 7:
        marks = [Box(0, 0, w, h, on), dashes, Box(7, 7, w - 14, h - 14, on), said]
    return piece(w, h, marks)


@lru_cache(maxsize=32)
def disc(words: str, size: int = 42, fill: str = CREAM, ink: str = INK) -> Piece:
    """Draw a number on a round plate."""
    style = LETTER._replace(size=34 if len(words) < 2 else SMALLEST)
    ground = Box(0, 0, size, size, fill, size // 2, INK, 3)
    return piece(size, size, [ground, centered(size / 2, size / 2, words, style, ink, fill)])


# --- Railcars -----------------------------------------------------------------------------------

CAR_W, CAR_H = 240, 200
PLACES = 6


@lru_cache(maxsize=256)
def railcar(load: tuple[int, ...], number: int) -> Piece:
    """Draw a Railcar with its number and what it holds."""
    marks: list[Shape] = [Sprite(SIGNS + "car", 0, 0, CAR_W, CAR_H, is_backdrop=True)]
    marks += places(listed(load), PLACES, 26, 30, 188, 122, WELL)
    plate = disc(str(number), 44)
    marks.append(Placed((CAR_W - plate.w) // 2, CAR_H - 44, plate))
    return piece(CAR_W, CAR_H, marks)


def places(
    cubes: Sequence[str], room: int, x: int, y: int, w: int, h: int, on: str, across: int = 3
) -> list[Shape]:
    """Draw cubes in rows, with a dashed place for each that still fits."""
    rows = -(-room // across)
    step, high = w / across, h / rows
    scale = min((high - 2) / SIDES["large"], (step - 2) / SIDES["large"])
    free = round(min(44, high - 8, step - 8))
    marks: list[Shape] = [Box(x, y, w, h, on, 8)]
    for number in range(max(room, len(cubes))):
        middle = x + step * (number % across + 0.5)
        floor = y + high * (number // across + 1) - 1
        if number < len(cubes):
            marks.append(cube(cubes[number], middle, floor, scale))
        else:
            top = round(floor - (high + free) / 2)
            marks.append(Sprite(SIGNS + "shelf", round(middle - free / 2), top, free, free, SOCKET))
    return marks


def amounts(cubes: Mapping[str, int] | Sequence[int]) -> list[tuple[str, int]]:
    """Count every resource."""
    if isinstance(cubes, Mapping):
        return [(name, cubes.get(name, 0)) for name in RESOURCES]
    return list(zip(RESOURCES, cubes, strict=True))
