"""When it is: the round, and how near the end is; the same words in every picture."""

from functools import lru_cache

from engine.fantastic_factories.view import PlayerView, View
from render.marks import Piece
from render.theme import ALARM, CREAM, HAZARD, LAST_ROUND, PILL, Accent
from render.widgets.panels import word_pill


def round_words(view: View) -> str:
    return f"Round {view.round}" + (" · game over" if view.result else "")


def doing(view: View, player: PlayerView) -> str:
    """The round and what the player is at."""
    return round_words(view) if view.result else f"{round_words(view)} · {_state(view, player)}"


def _state(view: View, player: PlayerView) -> str:
    is_awaited = player.seat in view.to_act
    if view.phase == "market":
        return "choosing" if is_awaited else "in the market"
    return "done" if player.done else "working" if is_awaited else "waiting"


def is_first(view: View, player: PlayerView) -> bool:
    """Alone nobody needs to be told."""
    return player.seat == view.first and len(view.players) > 1


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
