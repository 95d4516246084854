"""A player's panel: one button for each card, and who must be stopped."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.factory_frenzy.card_text import effect
from engine.factory_frenzy.labels import label
from engine.factory_frenzy.phrases import card_name, recipe_name
from engine.factory_frenzy.stopping import standing_rivals, stopped_by
from engine.factory_frenzy.view import View
from engine.kernel import panel
from engine.kernel.codes import UNDO, Action
from engine.kernel.game import Names
from engine.kernel.panel import SHORT, Answer, Caution, Choice, Form, Place, Region
from engine.kernel.phrases import clipped, joined, plural

ChoiceOf = Callable[[Sequence[Any], View, Names], Choice]  # words behind the verb
DONE: Action = ("done",)
DECLARE: Action = ("declare",)
START = Region(
    *("main", Form.BUTTONS),
    (
        Place((("keep",),), "Keep these cards", is_main=True),
        Place((("mulligan",),), "Draw new cards"),
    ),
)
ORDER = Region(
    *("main", Form.SELECT, (Place((("order",),), "Order"),)),
    title="Put the cards back",
    none="Nothing to put back",
)
END = Region(
    "end",
    Form.BUTTONS,
    (Place((DECLARE,), "Declare", is_end=True), Place((DONE,), "End turn", is_end=True)),
)
MAX_BUTTONS = 7  # cards; more of them, seldom seen, would not fit on a phone
NO_END = Region("end", Form.BUTTONS, ())


class FrenzyPanel(panel.TurnPanel[View]):
    def regions(self, view: View) -> tuple[Region, ...]:
        if view.step == "mulligan":
            return (START, NO_END)
        if view.asked == "order" and view.seat in view.to_act:
            return (ORDER, END)
        return (_cards(view), END)

    def choice(self, action: Action, view: View, names: Names) -> Choice:
        verb, *args = action
        make_choice = _CHOICES.get(str(verb))
        if make_choice:
            return make_choice(args, view, names)
        long = label(action, view, names)
        return Choice(long[:SHORT], long)

    def own_turn(self, view: View, names: Names) -> str:
        if view.step == "mulligan":
            return "Keep your cards, or draw new ones?"
        return _your_turn(view, names)

    def call(self, view: View) -> str:
        if view.step == "mulligan":
            return "keep your cards, or draw new ones."
        return "play a card."

    def caution(self, place: Place, view: View, actions: Sequence[Action]) -> Caution | None:
        """Ask before a turn ends without declaring, or without stopping a rival who wins next."""
        if not place.holds(DONE) or DONE not in actions:
            return None
        if DECLARE not in actions:
            return _too_late(view, actions)
        assert view.recipe
        name = recipe_name(view.recipe.recipe)
        return Caution(
            f"End your turn without declaring the {name}?",
            "The board has everything it needs right now.",
            (
                Answer("End turn anyway", (DONE,), is_loss=True),
                Answer(f"Declare the {name}", (DECLARE,)),
            ),
        )

    def progress(self, view: View, seat: int) -> str:
        if seat not in view.to_act:
            return ""
        return "is choosing their starting cards" if view.step == "mulligan" else "is playing"

    def cards(self, view: View) -> Mapping[str, Sequence[str]]:
        recipes = [player.recipe.recipe for player in view.players if player.recipe]
        return {
            "your hand": [held.card for held in view.hand],
            "on the board": [card for pile in view.piles for card in pile.cards],
            "recipe": recipes,
        }


def _too_late(view: View, actions: Sequence[Action]) -> Caution | None:
    """Ask when somebody wins next although another card would have stopped them."""
    rivals = standing_rivals(view)
    missed = [card for card in view.start_hand if stopped_by(view, card)]
    if not rivals or not missed or UNDO not in actions:
        return None
    recipe = rivals[0].recipe
    assert recipe
    return Caution(
        f"End your turn? The {recipe_name(recipe.recipe)} wins next.",
        f"You could undo your card and play {card_name(missed[0])}, which stops it.",
        (
            Answer("End turn anyway", (DONE,), is_loss=True),
            Answer("Undo my card", (UNDO,)),
        ),
    )


def _cards(view: View) -> Region:
    """Make a place for each card of the turn; only cards that stop a rival are colored then."""
    rivals = standing_rivals(view)
    places = tuple(
        Place(
            (("play", card), ("discard", card)),
            card_name(card)[:SHORT],
            is_main=not rivals or bool(stopped_by(view, card)),
        )
        for card in (*view.start_hand, *view.new_cards)
    )
    laid = len(view.start_hand)
    form = Form.BUTTONS if len(places) <= MAX_BUTTONS else Form.SELECT
    title = "Play a card" if view.step == "play" else "Discard a card"
    return Region(
        *("main", form, places or (Place((), "No cards"),), 2, laid),
        title=title,
        counted="to choose from",
        none="No card can be played now",
    )


def _your_turn(view: View, names: Names) -> str:
    if view.asked == "order":
        return "Your turn: put the cards back."
    if view.to_discard and view.step != "play":
        return f"Your turn: discard {plural(view.to_discard, 'card')}."
    if view.step == "play":
        if rivals := standing_rivals(view):
            who = clipped(names[rivals[0].seat])
            return f"🚨 Your turn. Stop {who}, or {who} wins!"
        return "Your turn: play a card."
    if view.can_declare:
        return "Your turn: declare, or end it."
    return "Your turn: end it when you're ready."


# Choices


def _play(args: Sequence[Any], view: View, names: Names) -> Choice:
    card, chosen = args[0], args[1] if len(args) > 1 else None
    long = label(("play", *args), view, names)
    stopped = [clipped(names[rival.seat]) for rival in stopped_by(view, card, chosen)]
    if stopped:
        long = f"{card_name(card)} · stops {joined(stopped)}"
    short = f"Stop: {card_name(card)}" if stopped else card_name(card)
    return Choice(short[:SHORT], long, effect(card))


_CHOICES: dict[str, ChoiceOf] = {
    "play": _play,
    "discard": lambda args, view, names: Choice(
        card_name(args[0])[:SHORT], f"Discard {card_name(args[0])}", effect(args[0])
    ),
    "keep": lambda args, view, names: Choice("Keep these cards", "Keep these cards"),
    "mulligan": lambda args, view, names: Choice(
        "Draw new cards", "Swap all your cards for new ones, only once"
    ),
    "declare": lambda args, view, names: Choice("Declare", label(DECLARE, view, names)),
    "done": lambda args, view, names: Choice("End turn", "End your turn"),
}
