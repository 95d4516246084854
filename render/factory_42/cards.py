"""Cards: Inventions and Commissions on a board, and all other cards that are drawn alone."""

from functools import lru_cache

from engine.factory_42.cards import COMMISSIONS, INVENTIONS
from engine.factory_42.cards import LAST_EVENT as LAST
from engine.factory_42.phrases import card_name
from render.factory_42.effect_words import effect_lines
from render.factory_42.look import (
    CARD_H,
    COMMISSION,
    FAMILIES,
    INVENTION,
    LAST_EVENT,
    SIGNS,
    Family,
    family_of,
    scene_of,
)
from render.factory_42.tokens import (
    OPERATION,
    ROSETTE,
    STAR,
    Counted,
    counted,
    disc,
    fitted_row,
    of_cost,
)
from render.lettering import Face
from render.marks import (
    Box,
    Piece,
    Placed,
    Shape,
    Sprite,
    Text,
    breadth,
    centered,
    centered_row,
    piece,
    shrunk,
    sign,
    sprite_item,
)
from render.theme import (
    CARD_NAME,
    COLUMN,
    CREAM,
    DIM,
    DONE,
    GOLD,
    GOLD_INK,
    INK,
    SHADE,
    SHADOW,
    SMALLEST,
    WHITE,
    YES,
    Style,
)
from render.widgets.cards import EDGE, RADIUS, RULE, Skin, balanced, body, new_ribbon
from render.widgets.panels import over, word_pill

NAME_H, TALL_NAME_H = 46, 68
SEEN, LOW_SEEN = 108, 86
SMALL = Style(Face.BOLD, SMALLEST)
WORDS = Style(Face.BOLD, 34)


def look_of(name: str) -> Family:
    return LAST_EVENT if name == LAST else FAMILIES[family_of(name)]


def frame(
    name: str, height: int, seen: tuple[int, int] = (SEEN, LOW_SEEN)
) -> tuple[list[Shape], int]:
    """Draw body, name and scene of a card; return where its special part begins."""
    look = look_of(name)
    words = card_name(name).upper()
    lines = balanced(words, SMALL, COLUMN - 20)
    high = NAME_H if len(lines) == 1 else TALL_NAME_H
    shown = seen[len(lines) - 1]
    cut = ".card" if len(lines) == 1 or shown > LOW_SEEN else ".low"
    marks = body(Skin(look.main, look.dark, look.dark), height, high)
    marks += _name(lines, high, look)
    inner = COLUMN - 2 * EDGE
    top = high + RULE
    scene = scene_of(name) + cut
    marks.append(Sprite(scene, EDGE, top, inner, shown, is_backdrop=True, window=(EDGE, 0)))
    marks.append(Box(EDGE, top + shown, inner, 4, look.dark))
    return marks, top + shown + 4


def _name(lines: tuple[str, ...], high: int, look: Family) -> list[Text]:
    if len(lines) == 1:
        style = shrunk(lines[0], CARD_NAME, COLUMN - 20)
        return [centered(COLUMN / 2, high / 2 + 2, lines[0], style, look.words, look.main)]
    first = high / 2 + 2 - 15
    return [
        centered(COLUMN / 2, first + 31 * n, line, SMALL, look.words, look.main)
        for n, line in enumerate(lines)
    ]


def standing(x: int, y: int, whole: Piece) -> Placed:
    """Draw a card on its shadow."""
    return Placed(x, y, _shaded(whole))


@lru_cache(maxsize=128)
def _shaded(whole: Piece) -> Piece:
    h = whole.h
    shadow = Box(0, h - 2 * RADIUS, COLUMN, 2 * RADIUS + SHADOW, SHADE, RADIUS, corners="bottom")
    return piece(COLUMN, h + SHADOW, [shadow, Placed(0, 0, whole, is_backdrop=True)])


# --- Inventions ---------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def invention(name: str, mode: str = "built", left: int | None = None) -> Piece:
    """Draw an Invention: `built` with its effect, `plan` with its cost, `active` at work."""
    card, look = INVENTIONS[name], FAMILIES[INVENTION]
    marks, top = frame(name, CARD_H)
    uses = card.uses if left is None else left
    marks += corner_tokens(card.vp, uses, top)
    inner, bottom = COLUMN - 2 * EDGE, CARD_H - EDGE
    fill = DONE if mode == "active" else look.tint if mode == "plan" else CREAM
    marks.append(Box(EDGE, top, inner, bottom - top, fill, RADIUS - EDGE, corners="bottom"))
    middle = (top + bottom) / 2
    if mode == "plan":
        label = Style(Face.LABEL, 32)
        marks.append(centered(COLUMN / 2, top + 22, "still to research", label, GOLD_INK, fill))
        marks += fitted_row(COLUMN / 2, top + 66, of_cost(card.cost), inner - 16, 42, INK, fill)
    else:
        x = COLUMN / 2 + (18 if mode == "active" else 0)
        marks += two_lines(
            effect_lines(name), x, middle, fill, inner - (60 if x > COLUMN / 2 else 12)
        )
    if mode == "active":
        marks.append(sign("common/check", 28, middle, 34, YES))
    if mode == "spent":
        marks.append(Box(0, 0, COLUMN, CARD_H, DIM, RADIUS))
        pill = word_pill("USED UP", INK, WHITE, CREAM, SMALL)
        marks.append(over(COLUMN, 110, pill))
    return piece(COLUMN, CARD_H, marks)


def two_lines(
    lines: tuple[str, ...], x: float, middle: float, on: str, room: float, size: int = 34
) -> list[Shape]:
    style, step = WORDS._replace(size=size), size + 2
    first = middle - step / 2 * (len(lines) - 1)
    return [
        centered(x, first + step * n, line, shrunk(line, style, room), INK, on)
        for n, line in enumerate(lines)
    ]


def corner_tokens(vp: int, uses: int, bottom: int, w: int = COLUMN) -> list[Shape]:
    """Draw its points in a star at the right, its remaining uses in a hexagon at the left."""
    y = bottom - 60
    marks: list[Shape] = [Placed(w - 70, y, star(vp))]
    if uses:
        marks.append(Placed(8, y, hexagon(uses)))
    return marks


@lru_cache(maxsize=16)
def star(points: int, size: int = 62) -> Piece:
    """Draw a number in a star."""
    inner = 30
    x = (size - inner) // 2
    return piece(
        size,
        size,
        [
            sign(STAR, size / 2, size / 2, size)._replace(is_backdrop=True),
            Box(x, x + 1, inner, inner, GOLD, inner // 2),
            centered(size / 2, size / 2 + 2, str(points), Style(Face.TITLE, SMALLEST), INK, GOLD),
        ],
    )


@lru_cache(maxsize=16)
def hexagon(count: int) -> Piece:
    """Draw the Operation Tokens that are left."""
    size = 58
    token = sign(OPERATION, size / 2, size / 2, size)._replace(is_backdrop=True)
    return piece(size, size, [token, Placed(12, 12, disc(str(count), 34))])


# --- Commissions --------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def commission(name: str, left: int | None = None, is_done: bool = False) -> Piece:
    """Draw what one piece costs, and what each brings for how many."""
    card, look = COMMISSIONS[name], FAMILIES[COMMISSION]
    marks, top = frame(name, CARD_H)
    inner, bottom = COLUMN - 2 * EDGE, CARD_H - EDGE
    half = (bottom - top) // 2
    fill = DONE if is_done else look.tint
    marks += [
        Box(EDGE, top, inner, half, CREAM),
        Box(EDGE, top + half, inner, bottom - top - half, fill, RADIUS - EDGE, corners="bottom"),
        *fitted_row(COLUMN / 2, top + half / 2, of_cost(card.cost), inner - 10, 36, INK, CREAM),
    ]
    middle = top + half + (bottom - top - half) / 2 - 1
    if is_done:
        check = [sprite_item("common/check", 28, YES), *counted([(card.vp, STAR)], 38, INK, fill)]
        return piece(COLUMN, CARD_H, [*marks, *centered_row(COLUMN / 2, middle, check, 10)])
    return piece(COLUMN, CARD_H, [*marks, *_reward(name, left, middle, fill, look.dark)])


def _reward(name: str, left: int | None, middle: float, on: str, color: str) -> list[Shape]:
    card = COMMISSIONS[name]
    gains: list[Counted] = [(card.vp, STAR)]
    if card.rosettes:
        gains.append((card.rosettes, ROSETTE))
    pieces = card.pieces if left is None else left
    for size in (38, 36, 34, 32):
        items = [
            *counted([(pieces, OPERATION)], size, INK, on),
            sprite_item("common/arrow", size * 0.72, color),
            *counted(gains, size, INK, on, 6),
        ]
        if breadth(items) + 20 <= COLUMN - 20:
            break
    return centered_row(COLUMN / 2, middle, items, 2)


@lru_cache(maxsize=8)
def secret(count: int) -> Piece:
    """Draw Commissions face down: an empty sheet, and how many there are."""
    look = FAMILIES[COMMISSION]
    words = "secret" if count == 1 else f"{count} secret"
    return piece(
        COLUMN,
        CARD_H,
        [
            Box(0, 0, COLUMN, CARD_H, look.dark, RADIUS),
            Box(4, 4, COLUMN - 8, CARD_H - 8, look.main, RADIUS - 4),
            Box(14, 14, COLUMN - 28, CARD_H - 28, look.mid, 14),
            Box(18, 18, COLUMN - 36, CARD_H - 36, look.main, 11),
            sign(SIGNS + "leaf", COLUMN / 2, 100, 112),
            centered(COLUMN / 2, 200, words, Style(Face.BOLD, 38), WHITE, look.main),
        ],
    )


@lru_cache(maxsize=32)
def fresh(whole: Piece) -> Piece:
    """Mark a card that was just drawn: its owner has to choose."""
    ribbon = new_ribbon()
    place = Placed(COLUMN - ribbon.w - 9, 78, ribbon)
    return piece(whole.w, whole.h, [Placed(0, 0, whole, is_backdrop=True), place])
