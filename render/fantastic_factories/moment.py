"""When it is: the round, and how near the end is; the same words in every picture."""

from functools import lru_cache

from engine.fantastic_factories.view import View
from render.marks import Piece
from render.theme import ALARM, CREAM, HAZARD, LAST_ROUND, PILL, Accent
from render.widgets.panels import word_pill


def round_words(view: View) -> str:
    return f"Round {view.round}" + (" · game over" if view.result else "")


def accent(view: View) -> Accent:
    return LAST_ROUND if view.ended_by else HAZARD


def alarms(view: View) -> list[Piece]:
    """What everybody must know once the end is near."""
    if view.result or not view.ended_by:
        return []
    return [_alarm("LAST ROUND" if view.final else "ONE MORE ROUND")]


@lru_cache(maxsize=2)
def _alarm(words: str) -> Piece:
    return word_pill(words, ALARM, CREAM, CREAM, PILL)


def spoken(view: View) -> str:
    """The same for alt texts."""
    if view.result:
        return f"round {view.round}, game over"
    if not view.ended_by:
        return f"round {view.round}"
    return f"round {view.round}, {'the last round' if view.final else 'one more round follows'}"
