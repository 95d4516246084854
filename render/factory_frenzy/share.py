"""The result as one card to share: who won, with which product, and how close the others came."""

from collections.abc import Sequence

from engine.factory_frenzy.view import View
from engine.kernel.phrases import plural
from render.factory_frenzy import alt
from render.factory_frenzy.look import (
    BANNER_H,
    BANNER_SCENE,
    COPPER,
    COPPER_INK,
    COPPER_LIGHT,
    GLYPHS,
    SCENES,
)
from render.factory_frenzy.needs_belt import loaded_belt
from render.factory_frenzy.ranking import RankingLine, places, sole_winner, standing
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Item,
    Placed,
    Shape,
    Sprite,
    centered,
    drawing,
    piece,
    row,
    shrunk,
    sign,
    text,
    to_the_right,
    words_item,
)
from render.theme import GOLD, LABEL, MUTED, TABLE, WIDTH, WINNER, Style
from render.widgets.ranking import STEP, headline, standings

HEIGHT = 630
EASEL_X, EASEL_Y, EASEL_W = 852, 110, BANNER_SCENE
BELOW, BOTTOM = 444, 608  # where standings begin below one winner, and end below several


def picture(view: View, names: Sequence[str], title: str) -> Drawing:
    whole = piece(WIDTH, HEIGHT, _marks(view, names, title))
    return drawing(HEIGHT, [Placed(0, 0, whole)], alt.ending(view, names))


def _marks(view: View, names: Sequence[str], title: str) -> list[Shape]:
    ranking = places(view, names)
    best = [place for place in ranking if place.has_won]
    others = [standing(place) for place in ranking if not place.has_won]
    won, middle = headline([standing(place) for place in best])
    return [
        Sprite(SCENES + "share", 0, 0, WIDTH, HEIGHT, is_backdrop=True, window=(0, 0)),
        *_on_easel(sole_winner(ranking)),
        text(58, 84, title.upper(), Style(Face.BOLD, 38), COPPER_LIGHT, TABLE),
        to_the_right(778, 84, plural(view.turn, "turn"), Style(Face.LABEL, 36), MUTED, TABLE),
        *won,
        *row(60, middle, _how(view, best), 12),
        *_needs(sole_winner(ranking)),
        *standings(others, BELOW if len(best) == 1 else BOTTOM - STEP * len(others)),
    ]


def _on_easel(best: RankingLine | None) -> list[Shape]:
    """Draw the winner's product with its name; a crown for several winners."""
    h = BANNER_H - 10
    words = best.product.upper() if best else "SHARED VICTORY"
    style = shrunk(words, Style(Face.BOLD, 40), EASEL_W - 20)
    middle = EASEL_X + EASEL_W / 2
    return [
        _product(best.recipe, h) if best else sign(GLYPHS + "crown", middle, EASEL_Y + h / 2, 168),
        Box(EASEL_X, EASEL_Y + h, EASEL_W, 46, COPPER, 8, corners="bottom"),
        centered(middle, EASEL_Y + h + 23, words, style, COPPER_INK, COPPER),
    ]


def _product(recipe: str, h: int) -> Sprite:
    return Sprite(
        f"{SCENES}{recipe}.banner",
        EASEL_X,
        EASEL_Y,
        EASEL_W,
        h,
        is_backdrop=True,
        radius=8,
        corners="top",
    )


def _how(view: View, best: Sequence[RankingLine]) -> list[Item]:
    """Say what the game was won with."""
    large = Style(Face.TITLE, 52)
    if len(best) > 1:
        words, what = "share it with", f"{best[0].score} each"
    elif view.winner is None:
        words, what = "came closest with", best[0].score
    else:
        words, what = "built the", best[0].product
    return [words_item(words, LABEL, MUTED, TABLE), words_item(what, large, GOLD, TABLE)]


def _needs(best: RankingLine | None) -> list[Shape]:
    """Draw what the product is made of, on a light strip."""
    if best is None:
        return []
    return [Box(48, 278, 736, 108, WINNER, 20), *loaded_belt(best.needs, 66, 374, 700)]
