"""The Machine: the race against it, its dice and what they made, its cards by type."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.fantastic_factories.cards import BLUEPRINTS, Type
from engine.fantastic_factories.machine import MADE_BY
from engine.fantastic_factories.state import GOODS_TO_END
from engine.fantastic_factories.view import MachineView, View
from render.fantastic_factories import alt
from render.fantastic_factories.discs import type_disc
from render.fantastic_factories.look import GLYPHS, MACHINE_DICE
from render.fantastic_factories.moment import accent, alarms, round_words
from render.fantastic_factories.thumbs import thumb
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    breadth,
    centered,
    drawing,
    piece,
    piece_item,
    row,
    sign,
    sprite_item,
    words_item,
)
from render.names import initial_of
from render.theme import (
    CREAM,
    EDGE,
    GOLD,
    GOLD_INK,
    HEAD,
    INNER,
    MARGIN,
    MUTED,
    PANEL,
    PILL,
    SEATS,
    SOFT,
    TOP,
    Style,
)
from render.widgets.badges import badge, name_marks
from render.widgets.dice import die, socket
from render.widgets.panels import panel, table_header, word_pill

RACE_H = 104
ROW_H = 104
ROW_GAP = 10
DIE = 66
THUMBS_X = 590
SWEEPS = {5: ", swept the blueprints", 6: ", swept the contractors"}
RACE_TOP = TOP + 14
ROWS_TOP = RACE_TOP + 2 * (RACE_H + 10) + 8
HEIGHT = ROWS_TOP + 6 * (ROW_H + ROW_GAP) + 8


def picture(view: View, names: Sequence[str]) -> Drawing:
    return drawing(HEIGHT, _parts(view, names), alt.machine(view, names[0]))


def _parts(view: View, names: Sequence[str]) -> list[Placed]:
    machine = view.machine
    assert machine
    player = view.players[0]
    crest = Placed(16, 16, badge(0, 72, initial_of(0, names)))
    robot = sign("common/robot", 52, RACE_H / 2, 78)
    mine = Runner(crest, names[0], player.goods, "prestige", player.prestige, SEATS[0].fill)
    cards = machine.score - machine.goods
    its = Runner(robot, "The Machine", machine.goods, "blueprint", cards, MUTED)
    parts = [*_header(view, machine), Placed(MARGIN, RACE_TOP, _race(mine))]
    parts.append(Placed(MARGIN, RACE_TOP + RACE_H + 10, _race(its)))
    for number, line in enumerate(_rows(machine)):
        parts.append(Placed(MARGIN, ROWS_TOP + number * (ROW_H + ROW_GAP), line))
    return parts


def _header(view: View, machine: MachineView) -> list[Placed]:
    pills = alarms(view) or [word_pill("CARDS +1 · MONUMENTS +2", PANEL)]
    return table_header("SOLO", f"{round_words(view)} · {machine.difficulty}", pills, accent(view))


class Runner(NamedTuple):
    """One of the two in the race: goods, and the rest of the score."""

    crest: Shape
    name: str
    goods: int
    glyph: str
    rest: int
    line: str


def _race(runner: Runner) -> Piece:
    """Draw goods on the way to the end of the game, then the rest of the score, then the sum."""
    marks: list[Shape] = [runner.crest]
    marks += name_marks(108, RACE_H / 2, runner.name, 244, Style(Face.TITLE, 44), CREAM, HEAD)
    for number in range(GOODS_TO_END):
        marks.append(Placed(362 + number * 44, RACE_H // 2 - 21, _crate(number < runner.goods)))
    extra = f"+{runner.goods - GOODS_TO_END}" if runner.goods > GOODS_TO_END else ""
    style = Style(Face.BOLD, 36)
    if extra:
        marks += row(894, RACE_H / 2, [words_item(extra, style, CREAM, HEAD)])
    rest = [
        sprite_item("common/plus", 20, MUTED),
        words_item(str(runner.rest), style, CREAM, HEAD),
        sprite_item(GLYPHS + runner.glyph, 44),
    ]
    marks += row(INNER - 124 - breadth(rest, 4), RACE_H / 2, rest, 4)
    box = Box(INNER - 112, 16, 96, RACE_H - 32, GOLD, 16)
    words = str(runner.goods + runner.rest)
    size = 56 if len(words) < 3 else 44
    points = centered(INNER - 64, RACE_H / 2, words, Style(Face.TITLE, size), GOLD_INK, GOLD)
    return panel(INNER, RACE_H, [*marks, box, points], HEAD, runner.line)


@lru_cache(maxsize=2)
def _crate(is_full: bool) -> Piece:
    well = Box(0, 0, 42, 42, HEAD, 8, EDGE, 3)
    crate = [sign(GLYPHS + "goods", 21, 21, 42)] if is_full else []
    return piece(42, 42, [well, *crate])


def _rows(machine: MachineView) -> list[Piece]:
    dice = machine.dice or (0,) * 5
    lines = [_taking(dice[0], machine.taken)]
    for value, kind, seat in zip(dice[1:], MADE_BY, MACHINE_DICE[1:], strict=True):
        lines.append(_making(kind, value, seat, _of(machine, kind)))
    lines.append(_monuments(_of(machine, Type.MONUMENT)))
    return lines


def _of(machine: MachineView, kind: Type) -> tuple[str, ...]:
    return tuple(card for card in machine.compound if BLUEPRINTS[card].row.type is kind)


def _row(marks: Sequence[Shape]) -> Piece:
    return piece(INNER, ROW_H, [Box(0, 0, INNER, ROW_H, PANEL, 18), *marks])


def _die(value: int, seat: int) -> Shape:
    y = (ROW_H - DIE) // 2
    return Placed(18, y, die(value, SEATS[seat], DIE) if value else socket("", DIE))


def _taking(value: int, taken: str | None) -> Piece:
    """Draw the green die and the card it took."""
    words = _took(value, taken) if value else "takes a blueprint"
    items = [sprite_item(GLYPHS + "blueprint_draw", 60), words_item(words, PILL, CREAM, PANEL)]
    marks = [_die(value, MACHINE_DICE[0]), *row(104, ROW_H / 2, items, 14)]
    if taken:
        marks.append(Placed(INNER - 100, (ROW_H - 84) // 2, thumb(taken, False, 84)))
    return _row(marks)


def _took(value: int, taken: str | None) -> str:
    if taken:
        text = f"took {BLUEPRINTS[taken].row.name}"
    else:
        text = f"slot {value} was empty: took nothing" if value <= 4 else "no card was left"
    return text + SWEEPS.get(value, "")


def _making(kind: Type, value: int, seat: int, cards: tuple[str, ...]) -> Piece:
    """Draw a die; it makes a good if it shows no more than there are cards of its type."""
    made = 0 < value <= len(cards)
    compare = "less_equal" if made or not value else "greater"
    marks: list[Shape] = [
        _die(value, seat),
        sign(f"common/{compare}", 116, ROW_H / 2, 40, SOFT),
        *_counted(kind, len(cards)),
    ]
    if value:
        marks.append(_outcome(made))
    return _row([*marks, *_thumbs(cards)])


def _counted(kind: Type, count: int) -> list[Shape]:
    number = str(count)
    style = Style(Face.TITLE, 48)
    items = [
        piece_item(type_disc(kind, 60)),
        words_item(number, style, CREAM, PANEL),
        words_item(_plural(kind, count), Style(Face.LABEL, 36), SOFT, PANEL),
    ]
    return row(150, ROW_H / 2, items, 12)


def _plural(kind: Type, count: int) -> str:
    return "monuments" if kind is Type.MONUMENT and count != 1 else str(kind)


def _outcome(made: bool) -> Shape:
    if made:
        return Placed(THUMBS_X - 100, (ROW_H - 56) // 2, _good())
    return sign("common/cross", THUMBS_X - 64, ROW_H / 2, 36, MUTED)


@lru_cache(maxsize=1)
def _good() -> Piece:
    items = [words_item("+1", PILL, CREAM, PANEL), sprite_item(GLYPHS + "goods", 50)]
    return piece(92, 56, [Box(0, 0, 92, 56, PANEL), *row(0, 28, items, 2)])


def _monuments(cards: tuple[str, ...]) -> Piece:
    """Draw the monuments, which make nothing but count double."""
    marks = _counted(Type.MONUMENT, len(cards))
    return _row([*marks, *_thumbs(cards)])


def _thumbs(cards: tuple[str, ...]) -> list[Shape]:
    room, size = INNER - THUMBS_X - 16, 84
    size = int(min(size, (room + 6) / max(1, len(cards)) - 6))
    items = [piece_item(thumb(card, False, size)) for card in cards]
    return row(THUMBS_X, ROW_H / 2, items, 6)
