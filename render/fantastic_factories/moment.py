"""The round and how near the end is, in the words that every picture uses."""

from functools import lru_cache

from engine.fantastic_factories.view import PlayerView, View
from render.marks import Piece
from render.theme import ALARM, CREAM, HAZARD, LAST_ROUND, PILL, Accent
from render.widgets.panels import word_pill


def round_words(view: View) -> str:
    return f"Round {view.round}" + (" · game over" if view.result else "")


def doing(view: View, player: PlayerView) -> str:
    """Name the round and what the player is doing."""
    return round_words(view) if view.result else f"{round_words(view)} · {_state(view, player)}"


def _state(view: View, player: PlayerView) -> str:
    is_awaited = player.seat in view.to_act
    if view.phase == "market":
        return "choosing" if is_awaited else "in the market"
    return "done" if player.done else "working" if is_awaited else "waiting"


def is_first(view: View, player: PlayerView) -> bool:
    """Whether to show that the player goes first; a single player needn't know."""
    return player.seat == view.first and len(view.players) > 1


def accent(view: View) -> Accent:
    return LAST_ROUND if view.ended_by else HAZARD


def alarms(view: View) -> list[Piece]:
    """Draw the warnings that everybody must see once the end is near."""
    if view.result or not view.ended_by:
        return []
    return [_alarm("LAST ROUND" if view.final else "ONE MORE ROUND")]


@lru_cache(maxsize=2)
def _alarm(words: str) -> Piece:
    return word_pill(words, ALARM, CREAM, CREAM, PILL)


def spoken(view: View) -> str:
    """Write the same for alt texts."""
    if view.result:
        return f"round {view.round}, game over"
    if not view.ended_by:
        return f"round {view.round}"
    return f"round {view.round}, {'the last round' if view.final else 'one more round follows'}"
