"""Who still has a turn before a declared recipe is checked: stops on a conveyor belt."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.factory_frenzy.pages import still_to_play
from engine.factory_frenzy.state import MAX_TURNS
from engine.factory_frenzy.view import View
from render import lettering
from render.factory_frenzy.hands import held
from render.factory_frenzy.look import GLYPHS, SCENES
from render.factory_frenzy.moment import open_recipe
from render.lettering import Face
from render.marks import Box, Piece, Placed, Shape, Sprite, centered, piece, sign
from render.names import initial_of
from render.theme import (
    CREAM,
    EDGE,
    GLOW,
    GOLD,
    GOLD_INK,
    HEAD,
    INK,
    INNER,
    LINE,
    PANEL,
    PILL,
    SOFT,
    STEEL,
    WINNER,
    YES_DARK,
    Style,
)
from render.widgets.badges import badge, name_marks
from render.widgets.belts import belt
from render.widgets.panels import panel, word_pill

PANEL_H = 312
FRAME = 6
SCENE_H, NAME_H = 84, 70
STRIP_W = 448  # of a product's strip
STOP_H = SCENE_H + NAME_H + 2 * FRAME
STOP_TOP = 90
WIDEST = 330
ARROW = 46  # the room between two stops
BADGE = 52
NAME = Style(Face.TITLE, 40)
LABEL = PILL._replace(size=32)
CHECKS = ("WINS IF IT STANDS", "IF IT STANDS")
HOPES = ("WINS IF COMPLETE", "IF COMPLETE")


class Stop(NamedTuple):
    """A turn to come, or the present one."""

    seat: int
    name: str
    letter: str  # of the badge
    hand_size: int
    is_awaited: bool
    has_played: bool
    product: str  # of an open recipe
    is_check: bool  # the recipe that the picture is about is checked then


def stops(view: View, owner: int, names: Sequence[str]) -> list[Stop]:
    """List the turns up to the owner's next one, or up to the last turn of the game."""
    order = still_to_play(view, owner)
    last = len(order) - 1
    stops = [
        _stop(view, seat, names, is_now=not number, is_last=number == last)
        for number, seat in enumerate(order[: view.turns_left])
    ]
    is_over_for_owner = stops[0].seat == owner and stops[0].has_played
    return stops[1:] if is_over_for_owner and len(stops) > 1 else stops


def _stop(view: View, seat: int, names: Sequence[str], is_now: bool, is_last: bool) -> Stop:
    player = view.players[seat]
    recipe = open_recipe(view, player)
    return Stop(
        seat,
        names[seat],
        initial_of(seat, names),
        player.hand_size,
        is_awaited=is_now and seat in view.to_act,
        has_played=is_now and view.step in ("declare", "discard"),
        product=recipe.recipe if recipe else "",
        is_check=is_last,
    )


def heading(coming: Sequence[Stop], owner: int, lacks: int) -> str:
    """Say how many turns are left."""
    if not coming[-1].is_check:
        return f"TURN {MAX_TURNS} COMES FIRST"
    if lacks:
        return f"{lacks} MISSING NOW"
    left = sum(stop.seat != owner and not stop.has_played for stop in coming)
    if not left:
        return "IT STANDS"
    return "ONE TURN TO STOP IT" if left == 1 else f"{left} TURNS TO STOP IT"


def belt_panel(coming: Sequence[Stop], title: str, lacks: int) -> Piece:
    """Draw all stops in order, under the alarm."""
    w = min(WIDEST, (INNER - 40 - ARROW * (len(coming) - 1)) // len(coming))
    whole = w * len(coming) + ARROW * (len(coming) - 1)
    x = (INNER - whole) // 2
    marks: list[Shape] = [
        *_alarm(title),
        Placed(18, STOP_TOP + STOP_H + 10, belt(INNER - 36), True),
    ]
    for number, stop in enumerate(coming):
        place = x + number * (w + ARROW)
        marks.append(Placed(place, STOP_TOP, _card(stop, w), True))
        marks += _label(stop, place + w // 2, w, lacks)
        if number:
            marks.append(sign("common/arrow", place - ARROW / 2, STOP_TOP + STOP_H / 2, 26, SOFT))
    return panel(INNER, PANEL_H, marks, HEAD, EDGE)


def _alarm(title: str) -> list[Shape]:
    style = Style(Face.TITLE, 46)
    reach = lettering.width(title, *style) / 2 + 62
    middle = INNER / 2
    return [
        sign(GLYPHS + "siren", middle - reach, 46, 84),
        centered(middle, 46, title, style, CREAM, HEAD),
        sign(GLYPHS + "siren", middle + reach, 46, 84),
    ]


@lru_cache(maxsize=64)
def _card(stop: Stop, w: int) -> Piece:
    """Draw what matters of the player as a picture, and their name below it."""
    line = GLOW if stop.is_awaited else GOLD if stop.is_check else LINE
    fill = WINNER if stop.is_check else CREAM
    inner, below = w - 2 * FRAME, FRAME + SCENE_H
    room = inner - BADGE - 30
    marks: list[Shape] = [
        Box(0, 0, w, STOP_H, line, 18),
        Box(FRAME, FRAME, inner, STOP_H - 2 * FRAME, fill, 12),
        *(_product(stop, inner) if stop.is_check else _means(stop, inner)),
        Placed(FRAME + 10, below + (NAME_H - BADGE) // 2, badge(stop.seat, BADGE, stop.letter)),
        *name_marks(FRAME + BADGE + 20, below + NAME_H / 2, stop.name, room, NAME, INK, fill),
    ]
    return piece(w, STOP_H, marks)


def _product(stop: Stop, inner: int) -> list[Shape]:
    """Draw what will have been built, under the crown."""
    crown = sign(GLYPHS + "crown", inner - 34, FRAME + 40, 64)
    scene = Sprite(
        SCENES + stop.product + ".strip",
        FRAME,
        FRAME,
        inner,
        SCENE_H,
        is_backdrop=True,
        window=((STRIP_W - inner) // 2, 0),
        radius=12,
        corners="top",
    )
    return [scene, *([crown] if inner > 220 else [])]


def _means(stop: Stop, inner: int) -> list[Shape]:
    """Draw the player's recipe, secret or open, and how many cards they hold."""
    size = SCENE_H - 8
    hand = held(stop.hand_size, inner - size - 30, 46, CREAM, PANEL)
    ground = Box(FRAME, FRAME, inner, SCENE_H, PANEL, 12, corners="top")
    return [ground, _aim(stop, size), Placed(FRAME + size + 22, FRAME + 19, hand)]


def _aim(stop: Stop, size: int) -> Sprite:
    x, y = FRAME + 8, FRAME + 4
    if stop.product:
        thumb = SCENES + stop.product + ".thumb"
        return Sprite(thumb, x, y, size, size, is_backdrop=True, radius=10)
    return sign(GLYPHS + "recipe_secret", x + size / 2, y + size / 2, size)


def _label(stop: Stop, middle: int, w: int, lacks: int) -> list[Shape]:
    """Write what happens at a stop, across the belt."""
    pill = _pill(stop, w, lacks)
    return [Placed(middle - pill.w // 2, STOP_TOP + STOP_H - 4, pill)] if pill else []


@lru_cache(maxsize=64)
def _pill(stop: Stop, w: int, lacks: int) -> Piece | None:
    if stop.is_check:
        return _fitting(HOPES if lacks else CHECKS, w, GOLD, GOLD_INK)
    if stop.has_played:
        return _fitting(("HAS PLAYED", "PLAYED"), w, STEEL, CREAM)
    return _fitting(("TO PLAY",), w, YES_DARK, CREAM) if stop.is_awaited else None


def _fitting(versions: Sequence[str], w: int, fill: str, color: str) -> Piece:
    """Return the first label that is hardly wider than its stop."""
    pills = [word_pill(words, fill, color, CREAM, LABEL, pad=16) for words in versions]
    return next((pill for pill in pills if pill.w <= w + ARROW // 2), pills[-1])
