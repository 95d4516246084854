"""Hints for a player who is new to the game: what this step is about."""

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.codes import own_uses
from engine.fantastic_factories.phrases import amounts, card_name
from engine.fantastic_factories.state import HAND_LIMIT, RESOURCE_LIMIT
from engine.fantastic_factories.view import HandCardView, PlayerView, View
from engine.kernel.phrases import joined

CHOOSE = (
    "**Take** a blueprint for free, or **hire** by discarding a card with the tool shown. "
    "Collect pairs with the same tool: to build one card you discard the other."
)
REFRESHED = "New cards are out. Now **take** a blueprint or **hire** a contractor."
LOOK_AHEAD = (
    "The others are choosing from the market. Meanwhile, look at your hand: which "
    "card do you want to build, and do you have a second one with the same tool?"
)
NAME_DICE = (
    "Your Foreman lets you choose dice before you roll the rest. In the Mine a 6 is "
    "worth the same as a 4, but some cards need exact values."
)
PLACE = (
    "Your dice are your workers. **Research**: any die draws a card. **Generate**: a "
    "1, 2 or 3 gives that much energy. **Mine**: a 4, 5 or 6 gives 1 metal. Match a "
    "die that's already there for 1 extra."
)
GO_ON = "You still have dice to place. Unplaced dice are lost at the end of the round."
NAME_A_DIE = "Your Specialist gives you an extra die: choose any value."
DROP = (
    f"You keep at most {RESOURCE_LIMIT} resources and {HAND_LIMIT} cards. "
    "Spend or **drop** the rest before you end your round."
)
FINISH = "All dice are placed. Press **Done** to go on."
WATCH = (
    "You've rolled. In learning rounds players work one at a time: watch what the "
    "others do, then it's your turn."
)
FINISHED = "Well done! When everyone is finished, the next round begins with a new first player."
COUNTED = "Well done! When everyone is finished, we count the points."


def hint(view: View) -> str:
    """Return a hint for the view's seat; "" for spectators and after the end."""
    if view.seat is None or view.phase == "over":
        return ""
    is_waited_for = view.seat in view.to_act
    if view.phase == "work":
        return _work(view, view.players[view.seat], is_waited_for)
    if not is_waited_for:
        return LOOK_AHEAD
    return REFRESHED if view.refreshed else CHOOSE


def _work(view: View, player: PlayerView, is_waited_for: bool) -> str:
    if view.asked:
        return NAME_DICE
    if player.done:
        return COUNTED if view.final else FINISHED
    if not is_waited_for:
        return WATCH
    if player.dice and not _has_begun(player):
        return f"{PLACE} {_aim(view)}".strip()
    if not player.dice and _has_too_much(player):
        return DROP
    return _build(view) or _use(player) or _rest(view, player)


def _has_begun(player: PlayerView) -> bool:
    on_cards = any(building.dice for building in player.compound)
    return bool(player.research or player.generate or player.mine or on_cards)


def _aim(view: View) -> str:
    """Name the card that is nearest to being built and what it still needs."""
    near = [card for card in view.hand if {name for name, _ in card.lacks} <= {"metal", "energy"}]
    if not near:
        return ""
    card = min(near, key=_missing)
    if not card.lacks:
        return f"You can also **build** {card_name(card.card)} right away."
    return f"To build {card_name(card.card)} you still need {joined(amounts(card.lacks))}."


def _missing(card: HandCardView) -> int:
    return sum(count for _, count in card.lacks)


def _build(view: View) -> str:
    ready = [card_name(card.card) for card in view.hand if not card.lacks]
    if not ready:
        return ""
    return (
        f"You can **build** {ready[0]} now: pay its cost and discard another card with "
        "the same tool. You can use it this round."
    )


def _use(player: PlayerView) -> str:
    ready = [building.card for building in player.compound if _is_usable(player, building.card)]
    if not ready:
        return ""
    return (
        f"Your {card_name(ready[0])} is ready: **use** it. Each card works once per "
        "round, and dice you place on it are spent."
    )


def _is_usable(player: PlayerView, name: str) -> bool:
    card = BLUEPRINTS[name]
    is_ready = any(built.card == name and not built.used for built in player.compound)
    uses = is_ready and own_uses(name, player.metal, player.energy, player.dice)
    return bool(uses) and player.hand_size >= card.discards


def _rest(view: View, player: PlayerView) -> str:
    if player.dice:
        return f"{GO_ON} {_aim(view)}".strip()
    return NAME_A_DIE if player.named_dice else FINISH


def _has_too_much(player: PlayerView) -> bool:
    return player.metal + player.energy > RESOURCE_LIMIT or player.hand_size > HAND_LIMIT
