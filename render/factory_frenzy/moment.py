"""The turn, who has to act and what everybody may see, in the words that every picture uses."""

from engine.factory_frenzy.phrases import card_name
from engine.factory_frenzy.state import MAX_TURNS
from engine.factory_frenzy.stopping import is_standing
from engine.factory_frenzy.view import PlayerView, RecipeView, View
from render.factory_frenzy.look import COPPER_STRIPES, DECLARED_STRIPES
from render.theme import Accent

NEAR_THE_END = 20  # turns before the guard that are counted down
WAITING = {
    "mulligan": "STARTING HAND",
    "play": "TO PLAY",
    "declare": "ENDING TURN",
    "discard": "ENDING TURN",
}


def turn_words(view: View) -> str:
    if not view.turn:
        return "before the first turn"
    if view.result:
        return f"Turn {view.turn} · game over"
    last = f" of {MAX_TURNS}" if view.turns_left <= NEAR_THE_END else ""
    playing = f" · {card_name(view.playing)}" if view.playing else ""
    return f"Turn {view.turn}{last}{playing}"


def is_to_act(view: View, player: PlayerView) -> bool:
    return player.seat in view.to_act


def waiting_words(view: View) -> str:
    """Say what the player who has to act is doing."""
    if view.asked:
        return "TO DISCARD" if view.asked == "discard" else "LOOKS AT CARDS"
    if view.step == "discard" and view.to_discard:
        return "TO DISCARD"
    return WAITING[view.step]


def open_recipe(view: View, player: PlayerView) -> RecipeView | None:
    """Return a player's recipe, if everybody may see it."""
    return player.recipe if player.declared or view.result else None


def accent(view: View) -> Accent:
    """Return red as long as somebody wins if nothing changes."""
    is_near = not view.result and any(map(is_standing, view.players))
    return DECLARED_STRIPES if is_near else COPPER_STRIPES
