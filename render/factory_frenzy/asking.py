"""What the viewer has to do, in the words that every private picture uses."""

from functools import lru_cache

from engine.factory_frenzy.view import View
from render.factory_frenzy.look import READY_PILL
from render.marks import Piece
from render.theme import ALARM, CREAM, PILL
from render.widgets.panels import word_pill

WISHES = {"mulligan": "keep or change?", "play": "play a card", "declare": "end your turn"}


def when(view: View) -> str:
    if view.result:
        return "game over"
    return f"turn {view.turn}" if view.turn else "before turn 1"


def is_asked(view: View) -> bool:
    return view.seat in view.to_act


def is_playing(view: View) -> bool:
    """Whether the viewer has to play a card."""
    return is_asked(view) and view.step == "play" and view.asked is None


def is_ordering(view: View) -> bool:
    """Whether the viewer has to put cards back on the deck."""
    return is_asked(view) and view.asked == "order"


def is_losing(view: View) -> bool:
    """Whether the viewer has to discard."""
    return is_asked(view) and view.asked != "order" and view.to_discard > 0


def wish(view: View) -> str:
    """Say what the viewer has to do; empty if others have to act."""
    if not is_asked(view):
        return ""
    if is_ordering(view):
        return f"put {len(view.deck_top)} back"
    if is_losing(view):
        return f"discard {view.to_discard}"
    may_declare = view.step == "declare" and view.can_declare
    return "declare or end" if may_declare else WISHES.get(view.step, "")


def request(view: View) -> list[Piece]:
    """Draw the same as a pill, in red if cards must be discarded."""
    words = wish(view)
    return [_pill(words.upper(), ALARM if is_losing(view) else READY_PILL)] if words else []


@lru_cache(maxsize=16)
def _pill(words: str, fill: str) -> Piece:
    return word_pill(words, fill, CREAM, CREAM, PILL)
