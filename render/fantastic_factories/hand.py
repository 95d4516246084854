"""The hand: cards that can be paid for are framed, the others say what is missing."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from engine.fantastic_factories.cards import BLUEPRINTS, TOOL_OF, TOOLS
from engine.fantastic_factories.state import HAND_LIMIT, RESOURCE_LIMIT
from engine.fantastic_factories.view import HandCardView, PlayerView, View
from render.fantastic_factories import alt
from render.fantastic_factories.cards import CardState, Price, blueprint
from render.fantastic_factories.compound import surplus
from render.fantastic_factories.look import CARD_H, GLYPHS
from render.fantastic_factories.moment import alarms, round_words
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    centered,
    centered_row,
    drawing,
    piece,
    sign,
    space,
    spread,
    sprite_item,
    words_item,
)
from render.names import initial_of
from render.theme import (
    ALARM,
    COLUMN,
    COUNTER,
    CREAM,
    EDGE,
    GOLD,
    GREY,
    GUTTER,
    HEAD,
    LABEL,
    MUTED,
    NO,
    PANEL,
    PANEL_HIGH,
    PILL,
    PITCH,
    SOFT,
    TOP,
    YES_DARK,
    Style,
    column,
)
from render.widgets.panels import panel, pill, seat_header, word_pill

A_ROW = 4
A_PAGE = 8
CARDS_TOP = TOP + 22
ROW_PITCH = CARD_H + 24


def pages(view: View) -> int:
    return max(1, -(-len(view.hand) // A_PAGE))


def _height(view: View, page: int) -> int:
    rows = max(1, -(-len(_page(view, page)) // A_ROW))
    return CARDS_TOP + rows * ROW_PITCH + 2


def picture(view: View, names: Sequence[str], page: int) -> Drawing:
    cards = slice(page * A_PAGE, (page + 1) * A_PAGE)
    return drawing(
        _height(view, page), _parts(view, names, page), alt.hand(view, page, pages(view), cards)
    )


def _parts(view: View, names: Sequence[str], page: int) -> list[Placed]:
    assert view.seat is not None
    player = view.players[view.seat]
    cards = _page(view, page)
    parts = _header(view, player, names, page)
    for number, held in enumerate(cards):
        x, y = column(number % A_ROW), CARDS_TOP + ROW_PITCH * (number // A_ROW)
        parts += _card(held, x, y)
    hole = -len(cards) % A_ROW or (A_ROW if not cards else 0)
    if hole:
        y = CARDS_TOP + ROW_PITCH * (len(cards) // A_ROW)
        parts += _pay_panel(view, player, column(A_ROW - hole), y, hole * PITCH - GUTTER)
    return parts


def _page(view: View, page: int) -> Sequence[HandCardView]:
    return view.hand[page * A_PAGE : (page + 1) * A_PAGE]


def _header(view: View, player: PlayerView, names: Sequence[str], page: int) -> list[Placed]:
    all_pages = pages(view)
    title = "Your hand" + (f" {page + 1}/{all_pages}" if all_pages > 1 else "")
    pills = [*alarms(view), *_pills(player)]
    letter = initial_of(player.seat, names)
    return seat_header(player.seat, title, f"{round_words(view)} · private", pills, letter=letter)


def _pills(player: PlayerView) -> list[Piece]:
    """Draw the resources, in red if some of them must be dropped."""
    stock, cards = surplus(player)
    return [
        _stock(player.metal, player.energy, stock),
        _held(player.hand_size, cards),
    ]


@lru_cache(maxsize=256)
def _stock(metal: int, energy: int, surplus: int) -> Piece:
    fill = ALARM if surplus else PANEL
    items = []
    for kind, count in (("metal", metal), ("energy", energy)):
        items += [words_item(str(count), PILL, CREAM, fill), sprite_item(GLYPHS + kind, 44)]
    if surplus:
        items.append(words_item(f"/ {RESOURCE_LIMIT}", PILL, CREAM, fill))
    return pill(items, fill, pad=18)


def _held(count: int, surplus: int) -> Piece:
    fill = ALARM if surplus else PANEL
    words = words_item(f"{count} / {HAND_LIMIT}", PILL, CREAM, fill)
    return pill([sprite_item(GLYPHS + "blueprint", 44), words], fill)


def _card(held: HandCardView, x: int, y: int) -> list[Placed]:
    card = BLUEPRINTS[held.card]
    lacks = dict(held.lacks)
    price = Price(
        held.metal, held.energy, "metal" in lacks, "energy" in lacks, is_payable=not lacks
    )
    notices = _notices(lacks, card.tool)
    state = CardState(price, is_framed=not lacks, is_veiled=bool(lacks), notices=notices)
    return blueprint(held.card, x, y, state)


def _notices(lacks: dict[str, int], tool: str) -> tuple[Piece, ...]:
    """Say what is missing; only that matters on a card that has already been built."""
    if "twin" in lacks:
        return (word_pill("OWNED", PANEL_HIGH, line=CREAM),)
    signs = {"metal": "metal", "energy": "energy", "partner": f"tool_{tool}"}
    needs = tuple((signs[kind], lacks[kind]) for kind in signs if kind in lacks)
    if not needs:
        return ()
    whole = _needs(needs, "need")
    if whole.w <= COLUMN - 10:
        return (whole,)
    return (_needs(needs[:-1], "need"), _needs(needs[-1:], "+"))


@lru_cache(maxsize=256)
def _needs(needs: tuple[tuple[str, int], ...], word: str) -> Piece:
    items = [words_item(word, PILL, CREAM, NO)]
    for glyph, count in needs:
        number = words_item(str(count), PILL, CREAM, NO)
        tint = CREAM if glyph.startswith("tool_") else None
        items += [space(9), number, space(3), sprite_item(GLYPHS + glyph, 40, tint)]
    return pill(items, NO, 54, CREAM, pad=14, gap=0)


def _pay_panel(view: View, player: PlayerView, x: int, y: int, w: int) -> list[Placed]:
    """Draw what there is to pay with; a build needs a second card with the same tool."""
    pad, gap = 18, 12
    half = (w - 2 * pad - gap) // 2
    marks: list[Shape] = [
        Placed(pad, 74, _amount("metal", player.metal, half, 100)),
        Placed(pad + half + gap, 74, _amount("energy", player.energy, half, 100)),
    ]
    across = 4 if w > COLUMN else 2
    deep = 4 // across
    box_w = (w - 2 * pad - gap * (across - 1)) // across
    box_h = (CARD_H - 238 - 18 - gap * (deep - 1)) // deep
    held = Counter(TOOL_OF[card.card] for card in view.hand)
    for number, tool in enumerate(TOOLS):
        place = pad + (box_w + gap) * (number % across)
        top = 238 + (box_h + gap) * (number // across)
        marks.append(Placed(place, top, _tool(tool, held[tool], box_w, box_h)))
    ground = Placed(x, y, _pay_ground(w, not view.hand), is_backdrop=True)
    return [ground, *spread(marks, x, y, HEAD)]


@lru_cache(maxsize=8)
def _pay_ground(w: int, is_empty: bool) -> Piece:
    title = "NO BLUEPRINTS IN HAND" if is_empty else "TO PAY WITH"
    words = "cards per tool · a build needs 2" if w > COLUMN else "cards per tool"
    marks = [
        centered(w / 2, 40, title, PILL, SOFT, HEAD),
        centered(w / 2, 206, words, LABEL, MUTED, HEAD),
    ]
    return panel(w, CARD_H, marks, HEAD, EDGE)


@lru_cache(maxsize=128)
def _amount(kind: str, count: int, w: int, h: int) -> Piece:
    style = COUNTER if w > 150 or count < 10 else COUNTER._replace(size=48)
    items = [sprite_item(GLYPHS + kind, 56), words_item(str(count), style, CREAM, PANEL)]
    return piece(w, h, [Box(0, 0, w, h, PANEL, 16), *centered_row(w / 2, h / 2, items, 10)])


@lru_cache(maxsize=128)
def _tool(tool: str, count: int, w: int, h: int) -> Piece:
    """Draw how many cards have a tool; a tick if that is enough for a build."""
    fill = YES_DARK if count >= 2 else PANEL
    ink, tint = (CREAM, GOLD) if count else (MUTED, GREY)
    style = Style(Face.TITLE, 52)
    glyph = f"{GLYPHS}tool_{tool}"
    marks: list[Shape] = [Box(0, 0, w, h, fill, 16)]
    if h > 150:
        marks.append(sign(glyph, w / 2, h * 0.32, 66, tint))
        items = [words_item(str(count), style, ink, fill)]
        if count >= 2:
            items.append(sprite_item("common/check", 30, CREAM))
        return piece(w, h, [*marks, *centered_row(w / 2, h * 0.74, items, 10)])
    items = [sprite_item(glyph, 50, tint), words_item(str(count), style, ink, fill)]
    return piece(w, h, [*marks, *centered_row(w / 2, h / 2, items, 8)])
