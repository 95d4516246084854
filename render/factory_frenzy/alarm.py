"""The red warning when somebody has declared: who wins with what, and how it could be stopped."""

from collections.abc import Sequence
from functools import lru_cache

from engine.factory_frenzy.pages import still_to_play
from engine.factory_frenzy.stopping import is_fragile, is_standing
from engine.factory_frenzy.view import PlayerView, View
from render.factory_frenzy.look import BARELY, ENOUGH, GLYPHS, LACKING, RESOURCE, SCENES, Well
from render.factory_frenzy.moment import open_recipe
from render.lettering import Face
from render.marks import (
    Box,
    Piece,
    Placed,
    Shape,
    Sprite,
    breadth,
    centered_row,
    piece,
    piece_item,
    row,
    sign,
    space,
    spread,
    sprite_item,
    text,
    words_item,
)
from render.names import initial_of
from render.theme import CREAM, DEEP_RED, GOLD, INNER, MARGIN, RED, SOFT, Style
from render.widgets.badges import badge, marks_width, name_marks

ALARM_H = 232
FRAME, RADIUS = 6, 20
SCENE_W = 250
LEFT = FRAME + SCENE_W + FRAME
WELL_TOP, WELL_H, GAP = 110, 108, 12
NAME = Style(Face.TITLE, 54)
SAID = Style(Face.LABEL, 36)


def alarm(view: View, rivals: Sequence[PlayerView], names: Sequence[str], y: int) -> list[Placed]:
    """Draw the warning about the first of them; the others only have their badges in it."""
    rival, *others = rivals
    recipe = open_recipe(view, rival)
    assert recipe
    ground = _fill(rival)
    marks = [
        sign(GLYPHS + "siren", LEFT + 50, 58, 74),
        *_title(view, rival, names[rival.seat], ground),
        text(LEFT + 100, 84, _advice(view, rival), SAID, _words(rival), ground),
        *_others(others, names, _words(rival), ground),
    ]
    w = (INNER - LEFT - FRAME - 2 * GAP - GAP * (len(recipe.needs) - 1)) // len(recipe.needs)
    for number, need in enumerate(recipe.needs):
        well = _well(need.resource, need.have, need.need, is_fragile(view, need), w)
        marks.append(Placed(LEFT + GAP + (w + GAP) * number, WELL_TOP, well))
    return [
        Placed(MARGIN, y, _ground(recipe.recipe, is_standing(rival)), is_backdrop=True),
        *spread(marks, MARGIN, y, ground),
    ]


def _fill(rival: PlayerView) -> str:
    return DEEP_RED if is_standing(rival) else BARELY.fill


def _words(rival: PlayerView) -> str:
    return LACKING.words if is_standing(rival) else BARELY.words


@lru_cache(maxsize=32)
def _ground(recipe: str, is_red: bool) -> Piece:
    line, fill = (RED, DEEP_RED) if is_red else (GOLD, BARELY.fill)
    inner = ALARM_H - 2 * FRAME
    scene = Sprite(
        f"{SCENES}{recipe}.banner",
        FRAME,
        FRAME,
        SCENE_W,
        inner,
        is_backdrop=True,
        window=(10, 0),
        radius=RADIUS - FRAME,
        corners="left",
    )
    return piece(
        INNER,
        ALARM_H,
        [
            Box(0, 0, INNER, ALARM_H, line, RADIUS),
            Box(FRAME, FRAME, INNER - 2 * FRAME, inner, fill, RADIUS - FRAME),
            scene,
            Box(LEFT - FRAME, FRAME, FRAME, inner, line),
        ],
    )


def says(view: View, rival: PlayerView) -> str:
    """Return what follows the name."""
    is_in_time = len(still_to_play(view, rival.seat)) <= view.turns_left
    return "WINS NEXT TURN" if is_standing(rival) and is_in_time else "HAS DECLARED"


def _title(view: View, rival: PlayerView, name: str, ground: str) -> list[Shape]:
    x, threat = LEFT + 100, says(view, rival)
    verdict = words_item(threat, NAME, CREAM, ground)
    room = INNER - FRAME - 30 - x - round(verdict.width)
    called = name.upper() if name.isascii() else name
    named = name_marks(x, 38, called, room, NAME, CREAM, ground, most=1)
    return [*named, text(x + marks_width(named) + 16, 38, threat, NAME, CREAM, ground)]


def _advice(view: View, rival: PlayerView) -> str:
    recipe = open_recipe(view, rival)
    assert recipe
    if recipe.lacks:
        return f"{recipe.lacks} missing now"
    if any(is_fragile(view, need) for need in recipe.needs):
        return "removing a yellow one stops it"
    return "one removed card is not enough"


def _others(
    others: Sequence[PlayerView], names: Sequence[str], color: str, ground: str
) -> list[Shape]:
    if not others:
        return []
    badges = [piece_item(badge(each.seat, 44, initial_of(each.seat, names))) for each in others]
    items = [words_item("also", SAID, color, ground), space(2), *badges]
    return row(INNER - FRAME - 16 - breadth(items, 6), 84, items, 6)


@lru_cache(maxsize=256)
def _well(resource: str, have: int, need: int, fragile: bool, w: int) -> Piece:
    """Draw what there is and what is needed; yellow where one removal would hurt."""
    look, verdict = _verdict(have - need, fragile)
    number = Style(Face.TITLE, 54 if have < 10 else 46)
    items = [
        sprite_item(RESOURCE + resource, 60),
        words_item(str(have), number, look.number, look.fill),
        sprite_item("common/slash", 38, SOFT),
        words_item(str(need), Style(Face.TITLE, 42), SOFT, look.fill),
    ]
    below = [words_item(verdict, Style(Face.BOLD, 34), look.words, look.fill)]
    return piece(
        w,
        WELL_H,
        [
            Box(0, 0, w, WELL_H, look.fill, 16, look.line, 4),
            *centered_row(w / 2, 37, items, 8),
            *centered_row(w / 2, 82, below),
        ],
    )


def _verdict(spare: int, fragile: bool) -> tuple[Well, str]:
    if spare < 0:
        return LACKING, f"{-spare} missing"
    return BARELY if fragile else ENOUGH, f"{spare} to spare" if spare else "just enough"
