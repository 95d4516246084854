"""What the viewer knows of the others: hand sizes, recipes seen, cards remembered."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_frenzy.cards import RECIPES
from engine.factory_frenzy.phrases import card_name, recipe_name
from engine.factory_frenzy.view import PlayerView, RecipeView, View
from engine.kernel.phrases import capital
from render.factory_frenzy import private_alt
from render.factory_frenzy.asking import request, when
from render.factory_frenzy.deeds import needs
from render.factory_frenzy.hands import held
from render.factory_frenzy.look import FAMILIES, GLYPHS, SCENES, WELLS, family_of
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    Sprite,
    centered_row,
    drawing,
    piece,
    shrunk,
    sprite_item,
    text,
    words_item,
)
from render.names import initial_of
from render.theme import (
    CREAM,
    EDGE,
    GLOW,
    GUTTER,
    HEAD,
    INNER,
    LABEL,
    MARGIN,
    MISSING,
    MUTED,
    PANEL,
    SOFT,
    TOP,
    Style,
)
from render.widgets.badges import badge, name_marks
from render.widgets.panels import panel, seat_header

ROW_H = 208
HEADS_TOP, HEADS_H = TOP + 18, 48
ROWS_TOP = HEADS_TOP + HEADS_H + 14
NAME = Style(Face.TITLE, 42)
SAID = Style(Face.BOLD, 38)
RECIPE_X, KNOWN_X = 340, 786
SCENE = 156
THUMB = 54
MAX_NAMED = 3  # cards that are named


def is_known(view: View) -> bool:
    """Whether the viewer knows anything of the others that the public doesn't."""
    return not view.result and any(
        each.known or (each.recipe and not each.declared) for each in _others(view)
    )


def picture(view: View, names: Sequence[str]) -> Drawing:
    assert view.seat is not None
    title = f"{capital(when(view))} · private"
    parts = seat_header(
        view.seat, "What you know", title, request(view), letter=initial_of(view.seat, names)
    )
    parts.append(Placed(MARGIN, HEADS_TOP, _heads()))
    y = ROWS_TOP
    for player in _others(view):
        parts.append(
            Placed(MARGIN, y, _row(player, names[player.seat], initial_of(player.seat, names)))
        )
        y += ROW_H + GUTTER
    return drawing(y, parts, private_alt.rivals(view, names, _others(view)))


@lru_cache(maxsize=1)
def _heads() -> Piece:
    """Draw the titles of the columns."""
    places = ((24, "in hand"), (RECIPE_X, "recipe"), (KNOWN_X, "cards you know of"))
    words = [text(x, HEADS_H / 2, each, LABEL, SOFT, PANEL) for x, each in places]
    return piece(INNER, HEADS_H, [Box(0, 0, INNER, HEADS_H, PANEL, 14), *words])


def _others(view: View) -> list[PlayerView]:
    """List the others in the order of their turns."""
    count, seat = len(view.players), view.seat or 0
    return [view.players[(seat + n) % count] for n in range(1, count)]


def _row(player: PlayerView, name: str, letter: str) -> Piece:
    marks: list[Shape] = [
        Placed(20, 22, badge(player.seat, 70, letter)),
        *name_marks(106, 57, name, RECIPE_X - 126, NAME, CREAM, HEAD),
        Placed(24, 118, held(player.hand_size, RECIPE_X - 54, 66, CREAM, HEAD)),
        *(_recipe(player.recipe) if player.recipe else _secret()),
        *_known_cards(player.known),
    ]
    return panel(INNER, ROW_H, marks, HEAD, EDGE)


def _secret() -> list[Shape]:
    well = Sprite(WELLS + "secret_3", 0, 0, 351, 132, is_backdrop=True)
    marks: list[Shape] = [
        well,
        *centered_row(
            351 / 2,
            66,
            [
                sprite_item(GLYPHS + "recipe_secret", 92),
                words_item("secret", SAID, SOFT, HEAD),
            ],
            12,
        ),
    ]
    return [Placed(RECIPE_X + 20, (ROW_H - 132) // 2, piece(351, 132, marks))]


def _recipe(recipe: RecipeView) -> list[Shape]:
    x, top = RECIPE_X, (ROW_H - SCENE) // 2
    beside, room = x + SCENE + 18, KNOWN_X - x - SCENE - 40
    name = recipe_name(recipe.recipe)
    colors = tuple((need.resource, MISSING if need.lacks else CREAM) for need in recipe.needs)
    row = needs(RECIPES[recipe.recipe].needs, room, 54, HEAD, colors)
    verdict = f"{recipe.lacks} short" if recipe.lacks else "all is there"
    return [
        Sprite(f"{SCENES}{recipe.recipe}.thumb", x, top, SCENE, SCENE, is_backdrop=True, radius=16),
        text(beside, 46, name, shrunk(name, SAID, room), CREAM, HEAD),
        Placed(beside, 76, row),
        text(beside, 160, verdict, LABEL, MISSING if recipe.lacks else GLOW, HEAD),
    ]


def _known_cards(cards: Sequence[str]) -> list[Shape]:
    if not cards:
        return [text(KNOWN_X, ROW_H / 2, "none", LABEL, MUTED, HEAD)]
    visible = cards if len(cards) <= MAX_NAMED else cards[: MAX_NAMED - 1]
    lines = max(len(visible) + (len(cards) > MAX_NAMED), 1)
    step = (ROW_H - 16) / MAX_NAMED
    top = ROW_H / 2 - step * (lines - 1) / 2
    marks: list[Shape] = []
    for number, card in enumerate(visible):
        marks += _card(card, round(top + step * number))
    if len(cards) > MAX_NAMED:
        more = f"and {len(cards) - len(visible)} more"
        marks.append(text(KNOWN_X, top + step * (MAX_NAMED - 1), more, LABEL, MUTED, HEAD))
    return marks


def _card(card: str, middle: int) -> list[Shape]:
    y, name = middle - THUMB // 2, card_name(card)
    x = KNOWN_X + THUMB + 14
    frame = Box(KNOWN_X, y, THUMB, THUMB, FAMILIES[family_of(card)].main, 10)
    inner = THUMB - 8
    scene = Sprite(
        f"{SCENES}{card}.thumb", KNOWN_X + 4, y + 4, inner, inner, is_backdrop=True, radius=6
    )
    style = shrunk(name, SAID, INNER - x - 16)
    return [frame, scene, text(x, middle, name, style, CREAM, HEAD)]
