"""The deals of the round: who promises what to whom, and what became of it."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_42.board import BOARD
from engine.factory_42.state import Clause
from engine.factory_42.view import DealView, View
from render.factory_42 import alt, private_alt
from render.factory_42.clauses import CLAUSE_H, clause_line, nothing_line
from render.factory_42.look import BROKEN, FAMILIES, GLYPHS, LOCKED, OPEN, SCENES, WAITS
from render.factory_42.moment import accent, places, round_words
from render.factory_42.tokens import disc
from render.lettering import Face
from render.marks import Box, Drawing, Piece, Placed, Shape, Sprite, drawing, piece, sign, spread
from render.names import initial_of
from render.theme import (
    ALARM,
    CREAM,
    DONE,
    GLOW,
    HEAD,
    INNER,
    MARGIN,
    RED,
    TOP,
    WHITE,
    YES_DARK,
    Style,
)
from render.widgets.badges import badge, name_marks
from render.widgets.panels import count_pill, seat_header, table_header, word_pill

FIRST = TOP + 14
GAP = 14
HEAD_H = 66
SCENE_W = 170
SIDE_X, SIDE_W = SCENE_W + 18, (INNER - SCENE_W - 18 - 12 - 10) // 2
MAX_H = 960  # of all deals on a page
NAME = Style(Face.TITLE, 38)


LOOKS = {  # word, its ground, the line around the deal, the scene
    "open": ("OPEN", OPEN, WAITS, "deal_offer"),
    "accepted": ("AGREED", YES_DARK, GLOW, "deal_accepted"),
    "declined": ("DECLINED", LOCKED, LOCKED, "deal_declined"),
    "withdrawn": ("WITHDRAWN", LOCKED, LOCKED, "deal_declined"),
    "lapsed": ("LAPSED", LOCKED, LOCKED, "deal_declined"),
    "kept": ("KEPT", YES_DARK, GLOW, "deal_kept"),
    "broken": ("BROKEN", ALARM, RED, "deal_broken"),
    "draft": ("DRAFT", LOCKED, WAITS, "deal_offer"),
}
FLOORS = {  # of the scenes, which go on below them
    "deal_offer": FAMILIES["location"].dark,
    "deal_accepted": FAMILIES["location"].dark,
    "deal_declined": HEAD,
    "deal_kept": YES_DARK,
    "deal_broken": FAMILIES["order"].dark,
}
ORDER = ("open", "accepted", "broken", "kept", "declined", "withdrawn", "lapsed")


def shown(view: View) -> list[DealView]:
    """List the deals of this round: those that can be answered, then those that bind."""
    deals = [deal for deal in view.deals if deal.round == view.round]
    return sorted(deals, key=lambda deal: (ORDER.index(_status(deal)), -deal.number))


def pages(view: View) -> list[list[DealView]]:
    """Divide the deals into pages, with as many on each as fit."""
    sheets: list[list[DealView]] = []
    used = MAX_H
    for deal in shown(view):
        height = _height(deal.clauses) + GAP
        if used + height > MAX_H:
            sheets.append([])
            used = 0
        sheets[-1].append(deal)
        used += height
    return sheets


def picture(view: View, names: Sequence[str], page: int) -> Drawing:
    open_ones = sum(deal.status == "open" for deal in shown(view))
    pills = [count_pill(GLYPHS + "hourglass", f"{open_ones} open")] if open_ones else []
    header = table_header("DEALS", round_words(view), pills, accent(view))
    return _draw(view, pages(view)[page], names, header)


def card(view: View, names: Sequence[str], number: int) -> Drawing:
    """Draw one deal alone, as it is now."""
    deals = [deal for deal in shown(view) if deal.number == number]
    return _draw(view, deals, names, table_header("A DEAL", round_words(view), [], accent(view)))


def _draw(
    view: View, deals: Sequence[DealView], names: Sequence[str], header: Sequence[Placed]
) -> Drawing:
    parts, y = [*header], FIRST
    for deal in deals:
        parts += _block(view, deal, tuple(names), y)
        y += _height(deal.clauses) + GAP
    return drawing(y + 4, parts, alt.deals(view, deals, names))


def draft_picture(view: View, names: Sequence[str]) -> Drawing:
    """Draw the deal that the viewer is writing."""
    draft = view.draft
    assert draft and view.seat is not None
    parts = seat_header(
        view.seat, "Your draft", "only you see it", [], letter=initial_of(view.seat, names)
    )
    sides = (view.seat, draft.other)
    deal = DealView(0, sides, (draft.me, draft.you), "draft", (), view.round)
    parts += _block(view, deal, tuple(names), FIRST)
    height = FIRST + _height(deal.clauses) + GAP + 4
    return drawing(height, parts, private_alt.draft(view, names))


def _status(deal: DealView) -> str:
    if deal.status == "judged":
        return "broken" if deal.broken else "kept"
    return deal.status


def _height(clauses: Sequence[Sequence[Clause]]) -> int:
    rows = max(1, *map(len, clauses))
    return HEAD_H + rows * (CLAUSE_H + 8) + 10


def _block(view: View, deal: DealView, names: tuple[str, ...], y: int) -> list[Placed]:
    status, h = _status(deal), _height(deal.clauses)
    marks: list[Shape] = []
    x, on = SIDE_X, HEAD
    if deal.number:
        plate = disc(str(deal.number), 44)
        marks.append(Placed(x, (HEAD_H - 44) // 2 + 2, plate))
        x += 54
    pill = _pill(view, deal, status)
    right = INNER - 14 - pill.w
    marks.append(Placed(right, (HEAD_H - pill.h) // 2 + 2, pill))
    second = SIDE_X + SIDE_W + 10  # above what the other player promises
    marks.append(sign("common/swap", second - 32, HEAD_H / 2 + 2, 36, WAITS))
    for seat, left, end in zip(deal.sides, (x, second), (second - 60, right - 10), strict=True):
        marks.append(Placed(left, HEAD_H // 2 - 21, badge(seat, 46, initial_of(seat, names))))
        at, room = left + 54, end - left - 54
        marks += name_marks(at, HEAD_H / 2 + 2, names[seat], room, NAME, CREAM, on, most=1)
    lines = [*_side(view, deal, 0, names), *_side(view, deal, 1, names)]
    ground = Placed(MARGIN, y, _ground(status, h), is_backdrop=True)
    return [ground, *spread([*marks, *lines], MARGIN, y, HEAD)]


def _pill(view: View, deal: DealView, status: str) -> Piece:
    words, fill, *_ = LOOKS[status]
    if status == "broken" and view.has_fines:
        words = f"BROKEN –{BOARD.fine}"
    return word_pill(words, fill, WHITE, CREAM, Style(Face.BOLD, 34), pad=16)


@lru_cache(maxsize=64)
def _ground(status: str, h: int) -> Piece:
    line, scene = LOOKS[status][2:]
    return piece(
        INNER,
        h,
        [
            Box(0, 0, INNER, h, line, 18),
            Box(5, 5, INNER - 10, h - 10, HEAD, 14),
            Box(5, 5, SCENE_W, h - 10, FLOORS[scene], 14, corners="left"),
            Sprite(
                f"{SCENES}{scene}.deal",
                5,
                5,
                SCENE_W,
                126,
                is_backdrop=True,
                radius=14,
                corners="left",
            ),
        ],
    )


def _side(view: View, deal: DealView, side: int, names: tuple[str, ...]) -> list[Shape]:
    """Draw what one of the two promises."""
    x, y = SIDE_X + side * (SIDE_W + 10), HEAD_H + 2
    seat = deal.sides[side]
    on = CREAM
    if deal.status == "judged":
        on = BROKEN if seat in deal.broken else DONE
    numbers = tuple(places(view))
    lines = [clause_line(each, seat, names, numbers, SIDE_W, on) for each in deal.clauses[side]]
    return [
        Placed(x, y + (CLAUSE_H + 8) * number, line)
        for number, line in enumerate(lines or [nothing_line(SIDE_W)])
    ]
