"""The guided first rounds of a learning table: what the step is about, told to one player."""

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.codes import own_uses
from engine.fantastic_factories.phrases import amounts, card_name
from engine.fantastic_factories.state import HAND_LIMIT, RESOURCE_LIMIT
from engine.fantastic_factories.view import HandCardView, PlayerView, View
from engine.kernel.phrases import joined

CHOOSE = (
    "Your turn in the market: **take** a blueprint, it is free, or **hire** a contractor by "
    "giving up a card with the tool above it. Two cards with the same tool are good to have: "
    "building one of them costs you the other."
)
REFRESHED = "The row is new. Now **take** one of the blueprints or **hire** a contractor."
LOOK_AHEAD = (
    "The others choose in the market. Meanwhile look at your hand: which card would you like to "
    "build, and do you have a second one with the same tool?"
)
NAME_DICE = (
    "Your Foreman at work: name the dice you want before the others are rolled. A 6 in the Mine "
    "is as good as a 4, but cards may ask for certain values."
)
PLACE = (
    "Your dice are your workers. **Research** takes any die and draws a card, **Generate** takes "
    "a 1, 2 or 3 and gives that much energy, **Mine** takes a 4, 5 or 6 and gives 1 metal; a die "
    "equal to one that lies there already brings one more."
)
GO_ON = "You still have dice to place; at the end of the round they are lost."
NAME_A_DIE = "Your Specialist waits: name any value you like, and you have one more die."
DROP = (
    f"You may keep {RESOURCE_LIMIT} metal and energy together and {HAND_LIMIT} cards: spend or "
    "**drop** what is too much, then you can finish."
)
FINISH = "All your dice are placed. If nothing else tempts you, press **Done for this round**."
WATCH = (
    "You have rolled. At a learning table the players work one after the other: watch what "
    "the others do with their dice, your turn comes."
)
FINISHED = "Well done. When everybody is done the next round begins, with a new first player."
COUNTED = "Well done. When everybody is done the points are counted."


def lesson(view: View) -> str:
    """Nothing for spectators, after the learning rounds and at any other table."""
    if view.seat is None or not view.is_learning or view.phase == "over":
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
    """The card that is nearest to being built."""
    near = [card for card in view.hand if {name for name, _ in card.lacks} <= {"metal", "energy"}]
    if not near:
        return ""
    card = min(near, key=_missing)
    if not card.lacks:
        return f"And you can **build** {card_name(card.card)} at once."
    return f"For {card_name(card.card)} you still need {joined(amounts(card.lacks))}."


def _missing(card: HandCardView) -> int:
    return sum(count for _, count in card.lacks)


def _build(view: View) -> str:
    ready = [card_name(card.card) for card in view.hand if not card.lacks]
    if not ready:
        return ""
    return (
        f"You can **build** {ready[0]} now: it costs its price and another card with the same "
        "tool. You may use it in this very round."
    )


def _use(player: PlayerView) -> str:
    ready = [building.card for building in player.compound if _is_usable(player, building.card)]
    if not ready:
        return ""
    return (
        f"Your {card_name(ready[0])} stands ready: **use** it. Every card works once a round; a "
        "die that lies on it is used up."
    )


def _is_usable(player: PlayerView, name: str) -> bool:
    card = BLUEPRINTS[name]
    is_ready = any(each.card == name and not each.used for each in player.compound)
    if not is_ready or card.copies_market or not card.is_usable:
        return False
    uses = own_uses(name, player.metal, player.energy, player.dice)
    return bool(uses) and player.hand_size >= card.discards


def _rest(view: View, player: PlayerView) -> str:
    if player.dice:
        return f"{GO_ON} {_aim(view)}".strip()
    return NAME_A_DIE if player.named_dice else FINISH


def _has_too_much(player: PlayerView) -> bool:
    return player.metal + player.energy > RESOURCE_LIMIT or player.hand_size > HAND_LIMIT
