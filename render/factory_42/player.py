"""A player's board: Docks, Warehouse, improvements and cards, as everybody sees it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from engine.factory_42.board import BOARD
from engine.factory_42.cards import IMPROVEMENT_COSTS
from engine.factory_42.view import CarView, PlayerView, View
from render.factory_42 import alt, private_alt
from render.factory_42.cards import commission, fresh, invention, secret, standing
from render.factory_42.look import (
    CARD_H,
    GLYPHS,
    LINK,
    LIT,
    LIT_WORDS,
    ROW,
    SIGNS,
    WELL,
)
from render.factory_42.moment import round_words
from render.factory_42.tokens import (
    CAR_H,
    CAR_W,
    STAR,
    cube,
    fitted_items,
    listed,
    of_cost,
    pawn,
    railcar,
)
from render.lettering import Face
from render.marks import (
    At,
    Box,
    Drawing,
    Mark,
    Piece,
    Sprite,
    centred,
    drawing,
    piece,
    piece_item,
    row,
    shrunk,
    sign,
    text,
    to_the_right,
    words_item,
)
from render.theme import (
    COLUMN,
    CREAM,
    EDGE,
    GLOW,
    GOLD,
    GOLD_INK,
    HEAD,
    INK,
    MISSING,
    MUTED,
    PANEL,
    PILL,
    SOFT,
    TOP,
    Style,
    column,
)
from render.widgets.panels import count_pill, pill, seat_header

FIRST = TOP + 15
YARD_H = 288
BUILT_Y, BUILT_H = FIRST + YARD_H + 16, 112
CARDS_Y = BUILT_Y + BUILT_H + 18
CARD_PITCH = CARD_H + 14
ACROSS = 4
FIRST_CARDS, MORE_CARDS = 8, 12  # on the first page, on the others
TITLE = Style(Face.TITLE, 40)
NAME = Style(Face.BOLD, 34)
SAID = Style(Face.BOLD, 32)
MOST_ROOM = BOARD.warehouse_room + sum(row_.room for row_ in BOARD.improvement.values())
SIGN_OF = {
    "small_warehouse": "warehouse",
    "large_warehouse": "warehouse",
    "crane": "dock",
    "incinerator": "private_steam",
}


def pages(view: View, player: PlayerView) -> int:
    return _pages(card_faces(view, player))


def _pages(faces: Sequence[Piece]) -> int:
    more = len(faces) - FIRST_CARDS
    return 1 + max(0, -(-more // MORE_CARDS))


def picture(view: View, seat: int, names: Sequence[str], page: int) -> Drawing:
    """What everybody may see."""
    player = view.players[seat]
    said = alt.player(view, player, names, page)
    return _drawn(view, player, names, page, card_faces(view, player), said)


def own_pages(view: View) -> int:
    return _pages(own_faces(view))


def own_picture(view: View, names: Sequence[str], page: int) -> Drawing:
    """The seat's own board, with the cards that nobody else sees."""
    assert view.own
    said = private_alt.board(view, names, page)
    return _drawn(view, view.own, names, page, own_faces(view), said)


def _drawn(
    view: View,
    player: PlayerView,
    names: Sequence[str],
    page: int,
    faces: list[Piece],
    said: str,
) -> Drawing:
    seat = player.seat
    is_first = seat == view.first
    parts = seat_header(seat, names[seat], round_words(view), header_pills(player), is_first)
    if page:
        start = FIRST_CARDS + MORE_CARDS * (page - 1)
        shown, top = faces[start : start + MORE_CARDS], FIRST
    else:
        parts += [*_yard(player), *_improvements(player)]
        shown, top = faces[:FIRST_CARDS], CARDS_Y
    parts += card_parts(shown, top)
    rows = -(-len(shown) // ACROSS)
    return drawing(top + rows * CARD_PITCH + 4, parts, said)


def card_parts(faces: Sequence[Piece], top: int) -> list[At]:
    return [
        standing(column(place % ACROSS), top + CARD_PITCH * (place // ACROSS), face)
        for place, face in enumerate(faces)
    ]


def header_pills(player: PlayerView) -> list[Piece]:
    found = []
    if player.store:
        found.append(count_pill(GLYPHS + "private_steam", str(player.private)))
    if player.meeples:
        found.append(count_pill(GLYPHS + "dash_worker", str(player.meeples)))
    found.append(count_pill(GLYPHS + "rosette", str(player.rosettes)))
    return [*found, points_pill(player.vp)]


def points_pill(vp: int) -> Piece:
    words = words_item(number(vp), PILL._replace(size=44), GOLD_INK, GOLD)
    return pill([piece_item(_coin()), words], GOLD, pad=8)


@lru_cache(maxsize=1)
def _coin() -> Piece:
    """A star on a dark disc, to be seen on gold."""
    star = sign(STAR, 22, 21, 36)
    return piece(44, 44, [Box(0, 0, 44, 44, INK, 22), star])


def number(points: int) -> str:
    return str(points) if points >= 0 else f"–{-points}"


def card_faces(view: View, player: PlayerView) -> list[Piece]:
    """What lies in front of a player: at work, planned, begun, finished, secret."""
    found = [
        invention(name, "active" if name in player.active else "built", left)
        for name, left in player.inventions.items()
    ]
    found += [invention(name, "plan") for name in player.unresearched]
    found += [invention(name, "spent", 0) for name in player.spent]
    found += [commission(name, left) for name, left in player.begun.items()]
    found += [commission(name, None, True) for name in player.finished]
    if view.result:
        return found + [commission(name) for name in player.commissions]
    return found + ([secret(player.commission_count)] if player.commission_count else [])


def own_faces(view: View) -> list[Piece]:
    """The same for their owner: what was just drawn first, secret Commissions face up."""
    own = view.own
    assert own
    drawn = [fresh(commission(name)) for name in view.basket.cards]
    open_ones = card_faces(view, replace(own, commissions=(), commission_count=0))
    return [*drawn, *(commission(name) for name in own.commissions), *open_ones]


# --- Docks and Warehouse ------------------------------------------------------------------------


def _yard(player: PlayerView) -> list[At]:
    found = []
    for dock in (1, 2):
        place = f"manufacturium{dock}"
        crew = _crew(player, place)
        found.append(
            At(column(dock - 1), FIRST, _dock(dock, player.docks[dock - 1], crew, player.seat))
        )
    house = _warehouse(player.warehouse, player.room)
    return [*found, At(column(2), FIRST, house)]


def _crew(player: PlayerView, place: str) -> tuple[str, ...]:
    worker = ("worker",) if place in player.at else ()
    return (*worker, *(("commissar",) if place in player.commissar_at else ()))


def _dock(dock: int, car: CarView | None, crew: tuple[str, ...], seat: int) -> Piece:
    load = (car.number, car.load) if car else None
    return _dock_panel(dock, load, crew, seat)


@lru_cache(maxsize=256)
def _dock_panel(
    dock: int, car: tuple[int, tuple[int, ...]] | None, crew: tuple[str, ...], seat: int
) -> Piece:
    w, h = COLUMN, YARD_H
    marks: list[Mark] = [
        Box(0, 0, w, h, HEAD, 18, EDGE, 4),
        Box(4, h - 20, w - 8, 5, SOFT),
        text(20, 40, f"DOCK {dock}", TITLE._replace(size=38), CREAM, HEAD),
    ]
    if len(crew) < 2:
        marks.append(sign(GLYPHS + "dock", 166, 40, 48))
    for place, kind in enumerate(crew):
        who = pawn(kind, seat, 62)
        marks.append(At(w - 10 - (who.w + 2) * (place + 1), 8, who))
    if car:
        marks.append(At((w - CAR_W) // 2, h - 16 - CAR_H, railcar(car[1], car[0])))
    else:
        marks.append(Sprite(SIGNS + "berth", (w - 200) // 2, 92, 200, 160, LINK, is_backdrop=True))
        marks.append(centred(w / 2, 170, "free", Style(Face.LABEL, 38), MUTED, HEAD))
    return piece(w, h, marks)


@lru_cache(maxsize=256)
def _warehouse(cubes: tuple[int, ...], room: int) -> Piece:
    w, h = 572, YARD_H
    there = listed(cubes)
    is_full = len(there) >= room
    marks: list[Mark] = [
        Box(0, 0, w, h, HEAD, 18, EDGE, 4),
        sign(GLYPHS + "warehouse", 46, 40, 52),
        text(84, 40, "WAREHOUSE", TITLE, CREAM, HEAD),
        to_the_right(
            w - 22, 40, f"{len(there)} / {room}", TITLE, MISSING if is_full else SOFT, HEAD
        ),
    ]
    for place in range(max(MOST_ROOM, room)):
        x, y = 16 + 91 * (place % 6), 78 + 102 * (place // 6)
        if place >= room:
            marks += [
                Box(x, y, 84, 96, WELL, 14),
                sign(GLYPHS + "lock", x + 42, y + 48, 38),
            ]
            continue
        marks.append(Box(x, y, 84, 96, PANEL, 14))
        if place < len(there):
            marks.append(cube(there[place], x + 42, y + 90, 1.0))
    return piece(w, h, marks)


# --- improvements -------------------------------------------------------------------------------


def _improvements(player: PlayerView) -> list[At]:
    return [
        At(column(place), BUILT_Y, _improvement(name, name in player.improvements))
        for place, name in enumerate(BOARD.improvement)
    ]


@lru_cache(maxsize=8)
def _improvement(name: str, is_built: bool) -> Piece:
    w, h = COLUMN, BUILT_H
    on, line = (LIT, GLOW) if is_built else (ROW, EDGE)
    words = improvement_title(name)
    marks: list[Mark] = [
        Box(0, 0, w, h, on, 18, line, 4),
        sign(GLYPHS + SIGN_OF[name], 48, h / 2, 62),
        text(90, 38, words, shrunk(words, NAME, w - 100), CREAM, on),
    ]
    if is_built:
        marks.append(sign("common/check", 104, 78, 26, GLOW))
        marks.append(text(126, 78, _built(name), SAID, LIT_WORDS, on))
    else:
        marks += row(90, 78, fitted_items(of_cost(IMPROVEMENT_COSTS[name]), w - 100, 36, SOFT, on))
    return piece(w, h, marks)


def improvement_title(name: str) -> str:
    room = BOARD.improvement[name].room
    return f"WAREHOUSE +{room}" if room else name.upper()


def _built(name: str) -> str:
    store = BOARD.improvement[name].store
    return f"tank of {store}" if store else "both docks" if name == "crane" else "built"
