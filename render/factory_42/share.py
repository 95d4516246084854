"""The result as one card to share: who runs the factory, and how close the others came."""

from collections.abc import Sequence

from engine.factory_42.view import View
from engine.kernel.phrases import plural
from render import lettering
from render.factory_42 import alt
from render.factory_42.look import GLYPHS, MINT, SCENES
from render.factory_42.ranking import RankingLine, places, sign_name, signed, standing
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Item,
    Placed,
    Shape,
    Sprite,
    breadth,
    drawing,
    piece,
    row,
    sign,
    space,
    sprite_item,
    text,
    to_the_right,
    words_item,
)
from render.theme import CREAM, EDGE, GOLD, INK, MUTED, SMALLEST, SOFT, WIDTH, Style
from render.widgets.badges import badge, name_marks
from render.widgets.ranking import CREST, SMALL_CREST, Standing, crest

HEIGHT = 630
X, Y, W, H = 466, 28, 710, 574
LEFT, RIGHT = X + 34, X + W - 34
STEP = 54
LABEL = Style(Face.LABEL, 36)


def picture(view: View, names: Sequence[str], title: str) -> Drawing:
    whole = piece(WIDTH, HEIGHT, _marks(view, names, title))
    return drawing(HEIGHT, [Placed(0, 0, whole)], alt.ending(view, names))


def _marks(view: View, names: Sequence[str], title: str) -> list[Shape]:
    ranking = places(view, names)
    best = [place for place in ranking if place.has_won]
    others = [standing(place) for place in ranking if not place.has_won]
    marks: list[Shape] = [
        Sprite(SCENES + "share", 0, 0, WIDTH, HEIGHT, is_backdrop=True),
        Box(X, Y, W, H, GOLD, 28),
        Box(X + 7, Y + 7, W - 14, H - 14, INK, 22),
        text(LEFT, Y + 50, title.upper(), Style(Face.TITLE, 44), MINT, INK),
        to_the_right(RIGHT, Y + 52, plural(view.round, "round"), LABEL, MUTED, INK),
    ]
    y = Y + 120
    step = 76 if len(best) < 4 else 70
    for place in best:
        marks.append(Placed(LEFT, y - CREST // 2, badge(place.seat, CREST, place.letter)))
        style = Style(Face.TITLE, 58 if len(best) == 1 else 46)
        marks += name_marks(LEFT + 84, y, place.name, RIGHT - LEFT - 90, style, GOLD, INK, most=1)
        y += step
    marks += _score(best, y + 6)
    if len(best) == 1:
        marks += _parts(best[0], y + 84)
    top = Y + H - 36 - STEP * len(others) + STEP // 2
    if others:
        marks.append(Box(LEFT, top - STEP // 2 - 10, RIGHT - LEFT, 4, EDGE, 2))
    return [*marks, *_standings(others, top)]


def _score(best: Sequence[RankingLine], y: int) -> list[Shape]:
    large = Style(Face.TITLE, 88 if len(best) == 1 else 60)
    score = signed(best[0].score)
    x = LEFT + lettering.width(score, *large)
    marks: list[Shape] = [
        text(LEFT, y, score, large, CREAM, INK),
        sign(GLYPHS + "victory_point", x + 44, y - 2, 64),
    ]
    words = "each" if len(best) > 1 else "points"
    return [*marks, text(x + 92, y + 6, words, Style(Face.LABEL, 44), SOFT, INK)]


def _parts(best: RankingLine, y: int) -> list[Shape]:
    """Draw what the points are made of, as large as it fits."""
    for size, gap in ((38, 26), (34, 16), (SMALLEST, 10)):
        items: list[Item] = []
        for kind, points in best.parts:
            if points:
                items += [space(gap)] if items else []
                items.append(sprite_item(sign_name(kind), size + 4))
                words = words_item(signed(points), Style(Face.TITLE, size), CREAM, INK)
                items += [space(6), words]
        if breadth(items) <= RIGHT - LEFT:
            break
    return row(LEFT, y, items)


def _standings(others: Sequence[Standing], top: int) -> list[Shape]:
    marks: list[Shape] = []
    for number, (rank, seat, name, letter, score) in enumerate(others):
        middle = top + STEP * number
        marks.append(text(LEFT, middle, f"{rank}.", Style(Face.BOLD, 38), MUTED, INK))
        marks.append(crest(seat, LEFT + 44, middle, letter, SMALL_CREST))
        room = round(RIGHT - LEFT - 120 - lettering.width(score, Face.TITLE, 42))
        style = Style(Face.TITLE, 38)
        marks += name_marks(LEFT + 104, middle, name, room, style, CREAM, INK, most=1)
        marks.append(to_the_right(RIGHT, middle, score, Style(Face.TITLE, 42), GOLD, INK))
    return marks
