"""Hints for a player who is new to the game: what this step is about."""

from engine.factory_frenzy.phrases import amounts, card_name, recipe_name
from engine.factory_frenzy.state import HAND_LIMIT
from engine.factory_frenzy.view import View
from engine.kernel.phrases import joined

KEEP = (
    "This is your starting hand. Your secret recipe shows what you want on the board. "
    "**Keep** your cards, or swap all of them once."
)
WAIT = (
    "Watch the piles while the others play: everything on the board counts for "
    "everyone. Which of your cards adds what your recipe still needs?"
)
PLAY = (
    "You've drawn a card; now **play** one. A card does what it says from top to bottom. "
    "Then a machine goes on top of its pile and adds to the board."
)
DISCARD = "Discarded cards are visible to everyone and come back when the deck runs out."
ORDER = (
    "You saw the next cards of the deck. Put them back in any order; the first one is drawn next."
)
DECLARE = (
    "The board has everything your recipe needs. **Declare** it: everyone will see "
    "it, and you win if the board still has it all when your next turn begins."
)
LIMIT = (
    f"You can keep {HAND_LIMIT} cards at the end of your turn: **discard** the ones you need least."
)
STANDS = (
    "Your recipe is declared. You win at the start of your next turn if the board has "
    "enough. If not, it stays declared and you keep playing."
)
FINISH = "Nothing left to do: **end your turn**."


def hint(view: View) -> str:
    """Return a hint for the view's seat; "" for spectators and after the end."""
    if view.seat is None or view.step == "over":
        return ""
    if view.seat not in view.to_act:
        return WAIT
    if view.step == "mulligan":
        return KEEP
    if view.asked:
        return ORDER if view.asked == "order" else DISCARD
    return f"{PLAY} {_aim(view)}".strip() if view.step == "play" else _closing(view)


def _aim(view: View) -> str:
    assert view.recipe
    name = recipe_name(view.recipe.recipe)
    if not view.recipe.lacks:
        return f"The board has everything your {name} needs. Don't break it!"
    lacking = amounts((need.resource, need.lacks) for need in view.recipe.needs)
    helping = [card_name(held.card) for held in view.hand if held.helps and held.is_playable]
    text = f"Your {name} still needs {lacking}."
    return f"{text} {joined(dict.fromkeys(helping))} would help." if helping else text


def _closing(view: View) -> str:
    assert view.seat is not None
    if view.can_declare and view.step == "declare":
        return DECLARE
    if view.to_discard:
        return LIMIT
    return f"{STANDS} {FINISH}" if view.players[view.seat].declared else FINISH
