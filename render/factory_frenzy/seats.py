"""A player's panel on the board: name, hand as backs, recipe, whose turn it is."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from engine.factory_frenzy.result import has_scored
from engine.factory_frenzy.view import PlayerView, View
from render.factory_frenzy.hands import held
from render.factory_frenzy.look import GLYPHS
from render.factory_frenzy.moment import is_to_act, open_recipe, waiting_words
from render.factory_frenzy.open_recipes import block, block_height, shown_recipe
from render.lettering import Face
from render.marks import (
    Box,
    Piece,
    Placed,
    Shape,
    centered,
    centered_row,
    piece,
    sign,
    spread,
    sprite_item,
    words_item,
)
from render.names import initial_of
from render.theme import (
    CREAM,
    EDGE,
    GLOW,
    GOLD,
    GOLD_INK,
    HEAD,
    INNER,
    PANEL,
    PILL,
    SOFT,
    YES_DARK,
    Style,
)
from render.widgets.badges import badge, name_marks
from render.widgets.panels import shadow, word_pill

HEAD_H = 76
HAND_H = 54
SECRET_H = 152
BADGE = 58
NAME_X = 84
INSET = 6
OUTSET = 12  # frames reach so far beyond a panel
RADIUS = 20
NAME = Style(Face.TITLE, 42)
SECRET = Style(Face.BOLD, 38)
GAP = 20


def panel_width(count: int) -> int:
    return (INNER - GAP * (count - 1)) // count


def panel_height(view: View) -> int:
    """Return the height of the panels; lower as long as every recipe is secret."""
    return HEAD_H + HAND_H + _recipe_height(view) + INSET


def _recipe_height(view: View) -> int:
    if any(open_recipe(view, player) for player in view.players):
        return block_height(panel_width(len(view.players)) - 2 * INSET)
    return SECRET_H


def panel_parts(
    view: View, player: PlayerView, names: Sequence[str], x: int, y: int
) -> list[Placed]:
    w, h = panel_width(len(view.players)), panel_height(view)
    is_awaited = is_to_act(view, player)
    ground = _ground(w, h, is_awaited, player.declared)
    return [
        Placed(x - OUTSET, y - OUTSET, ground, is_backdrop=True),
        *spread(_head(player, names, w), x, y, PANEL),
        *spread(
            [Placed(22, HEAD_H + 3, held(player.hand_size, w - 40, 50, CREAM, HEAD))], x, y, HEAD
        ),
        Placed(x + INSET, y + HEAD_H + HAND_H, _recipe(view, player, w), on=HEAD),
        *_pills(view, player, x + w, y),
    ]


@lru_cache(maxsize=16)
def _ground(w: int, h: int, is_awaited: bool, is_declared: bool) -> Piece:
    """Draw the panel: green around the player to act, gold around one who has declared."""
    marks: list[Shape] = [shadow(OUTSET, OUTSET, w, h, RADIUS)]
    if is_awaited:
        marks.append(_frame(w, h, 12 if is_declared else 6, GLOW))
    if is_declared:
        marks.append(_frame(w, h, 6, GOLD))
    marks += [
        Box(OUTSET, OUTSET, w, h, HEAD, RADIUS),
        Box(OUTSET, OUTSET, w, HEAD_H, PANEL, RADIUS, corners="top"),
    ]
    return piece(w + 2 * OUTSET, h + 2 * OUTSET, marks)


def _frame(w: int, h: int, reach: int, color: str) -> Box:
    inset = OUTSET - reach
    return Box(inset, inset, w + 2 * reach, h + 2 * reach, color, RADIUS + reach)


def _head(player: PlayerView, names: Sequence[str], w: int) -> list[Shape]:
    seat, room = player.seat, w - NAME_X - 14
    crest = badge(seat, BADGE, initial_of(seat, names))
    marks = name_marks(NAME_X, HEAD_H / 2 + 2, names[seat], room, NAME, CREAM, PANEL)
    return [Placed(14, (HEAD_H - BADGE) // 2, crest), *marks]


def _recipe(view: View, player: PlayerView, w: int) -> Piece:
    recipe = open_recipe(view, player)
    inner = w - 2 * INSET
    if recipe:
        return block(shown_recipe(recipe, player.declared), inner)
    return _secret(inner, _recipe_height(view))


@lru_cache(maxsize=8)
def _secret(w: int, h: int) -> Piece:
    """Draw a rolled sheet that gives nothing away."""
    well = _dashed(8, 4, w - 16, h - 14)
    if h <= w:
        words = "secret" if w < 300 else "secret recipe"
        items = [sprite_item(GLYPHS + "recipe_secret", 104), words_item(words, SECRET, SOFT, HEAD)]
        return piece(w, h, [*well, *centered_row(w / 2, h / 2 - 3, items, 14)])
    roll = sign(GLYPHS + "recipe_secret", w / 2, h * 0.4, 138)
    title = centered(w / 2, h * 0.79, "secret recipe", SECRET, SOFT, HEAD)
    return piece(w, h, [*well, roll, title])


def _dashed(x: int, y: int, w: int, h: int) -> list[Shape]:
    """Draw a dashed frame."""
    gaps = chain(
        (Box(x + n, side, 11, 4, HEAD) for n in range(26, w - 32, 27) for side in (y, y + h - 4)),
        (Box(side, y + n, 4, 11, HEAD) for n in range(26, h - 32, 27) for side in (x, x + w - 4)),
    )
    return [Box(x, y, w, h, HEAD, 14, EDGE, 4), *gaps]


def _pills(view: View, player: PlayerView, right: int, y: int) -> list[Placed]:
    """Draw on the upper edge what the player does, or that they have won."""
    if _has_won(view, player.seat):
        return [_on_edge(_pill("WINS", GOLD, GOLD_INK), right, y)]
    if is_to_act(view, player):
        return [_on_edge(_pill(waiting_words(view), YES_DARK, CREAM), right, y)]
    return []


def _has_won(view: View, seat: int) -> bool:
    """Nobody has won a game that was ended before anything counted."""
    result = view.result
    if result is None or not (has_scored(result) or view.turns_left <= 1):
        return False
    return seat in result.winners


def _on_edge(pill: Piece, right: int, y: int) -> Placed:
    return Placed(right - pill.w - 14, y - 36, pill)


@lru_cache(maxsize=8)
def _pill(words: str, fill: str, color: str) -> Piece:
    return word_pill(words, fill, color, CREAM, PILL._replace(size=32), pad=16)
