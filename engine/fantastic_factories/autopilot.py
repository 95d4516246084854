"""A sensible greedy player: puts a worth on every offered action and takes the best.

It knows only its seat's view. Worths are in units of about one drawn card.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, groupby
from typing import Any

from engine.fantastic_factories.amounts import CARD, DIE, ENERGY, METAL, POINT, Gain
from engine.fantastic_factories.cards import BLUEPRINTS, MAX_PAID, Blueprint, Slots, monuments
from engine.fantastic_factories.codes import own_uses
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.dice import Dice, with_more, without
from engine.fantastic_factories.state import CARDS_TO_END, FLOOR_SLOTS, GOODS_TO_END
from engine.fantastic_factories.uses import use_of
from engine.fantastic_factories.view import PlayerView, View
from engine.kernel.codes import Action

METAL_WORTH = (1.8, 1.8, 1.5, 1.2, 0.9, 0.6, 0.4, 0.3)  # of the first, the second, …
ENERGY_WORTH = (1.1, 1.0, 0.9, 0.8, 0.6, 0.5, 0.4, 0.3)
CARD_WORTH = (2.0, 1.8, 1.5, 1.4, 1.2, 1.1, 0.9, 0.6)
EASE = {None: 1.0, Slots.ONE: 1.0, Slots.PAIR: 0.55, Slots.TRIPLE: 0.25}
EASE_OF_THREE = 0.3  # in a row, or with a sum
EASE_OF_ONE_VALUE = 0.55
KEEP = {0: 0.18, 1: 0.7}  # what resources are worth when so many rounds are left


def autopilot(view: View, actions: Sequence[Action]) -> Action:
    outlook = _outlook(view)
    return max(actions, key=lambda action: (worth(outlook, action), *map(str, action)))


@dataclass(slots=True)
class Outlook:
    """What the seat sees, boiled down once for all its actions."""

    view: View
    me: PlayerView
    rounds: int  # work phases that will follow the present one
    keep: float
    hand: Counter[str]
    tools: Counter[str]
    standing: frozenset[str]
    ready: tuple[Blueprint, ...]
    wanted: frozenset[int]  # values that some card would take if it could be paid


def _outlook(view: View) -> Outlook:
    assert view.seat is not None
    me = view.players[view.seat]
    rounds = _rounds_left(view)
    hand = Counter(held.card for held in view.hand)
    ready = tuple(BLUEPRINTS[b.card] for b in me.compound if not b.used)
    return Outlook(
        view,
        me,
        rounds,
        KEEP.get(rounds, 1.0),
        hand,
        Counter(BLUEPRINTS[held.card].tool for held in view.hand),
        frozenset(building.card for building in me.compound),
        ready,
        frozenset(_wanted(ready, me.dice)),
    )


def _rounds_left(view: View) -> int:
    if view.final:
        return 0
    if view.ended_by:
        return 1
    progress = max(
        max(player.goods / GOODS_TO_END, len(player.compound) / CARDS_TO_END)
        for player in view.players
    )
    return max(2, round(9 * (1 - progress)))


def _wanted(ready: Sequence[Blueprint], dice: Dice) -> set[int]:
    found: set[int] = set()
    for card in ready:
        if card.is_usable and card.dice and card.gain.goods:
            for action in own_uses(card.id, MAX_PAID, MAX_PAID, dice)[:6]:
                found.update(action[2 : 2 + card.dice])  # type: ignore[arg-type]
    return found


def worth(outlook: Outlook, action: Action) -> float:
    return _WORTH[str(action[0])](outlook, action)


# --- things -----------------------------------------------------------------------------------


def _summed(worths: Sequence[float]) -> tuple[float, ...]:
    """The worth of having none, one, two … of a thing; beyond the list the last one counts."""
    return (0.0, *accumulate([*worths, *[worths[-1]] * 200]))


_METAL, _ENERGY, _CARDS = map(_summed, (METAL_WORTH, ENERGY_WORTH, CARD_WORTH))


def _stock(outlook: Outlook, metal: int = 0, energy: int = 0, cards: int = 0) -> float:
    """What it is worth to gain or lose so much of what one has now: the more, the less."""
    me = outlook.me
    worth = _METAL[me.metal + metal] - _METAL[me.metal]
    worth += _ENERGY[me.energy + energy] - _ENERGY[me.energy]
    worth += _CARDS[max(0, me.hand_size + cards)] - _CARDS[me.hand_size]
    return worth * outlook.keep


def _brings(outlook: Outlook, gain: Gain, die: int = 0) -> float:
    stock = _stock(outlook, gain.metal[die], gain.energy[die], gain.cards)
    return gain.goods * POINT + stock


@cache
def card_yield(name: str) -> float:
    """What a standing card brings a round, dice and costs counted off."""
    card = BLUEPRINTS[name]
    if card.effect.round_worth is not None:
        return card.effect.round_worth
    if not card.is_usable:
        return 0.0
    die = 3 if card.dice or card.effect.is_paid_by_choice else 0
    brought = card.gain.worth(die) + card.effect.worth
    paid = card.pay_metal[die] * METAL + card.pay_energy[die] * ENERGY + card.discards * CARD
    return max(0.3, brought - paid - card.dice * DIE) * _ease(card)


def _ease(card: Blueprint) -> float:
    return EASE_OF_ONE_VALUE if card.row.value else EASE.get(card.row.slots, EASE_OF_THREE)


def build_worth(outlook: Outlook, name: str, now: bool) -> float:
    """What building the card would be worth, its price counted off."""
    card = BLUEPRINTS[name]
    if name in outlook.standing and not card.many:
        return 0.0
    compound = [building.card for building in outlook.me.compound]
    prestige = card.row.prestige + card.effect.more_prestige(compound.count(name))
    metal = card.metal_beside(monuments(compound))
    if now:
        price = -_stock(outlook, -metal, -card.energy, -2)
    else:
        price = (metal * METAL + card.energy * ENERGY + 2 * CARD) * outlook.keep
    uses = outlook.rounds + (0.7 if now else 0.0)
    return prestige * POINT + card_yield(name) * uses - price


def card_worth(outlook: Outlook, name: str) -> float:
    """What it is worth to hold the card: to build it, or to pay with it."""
    has_partner = outlook.tools[BLUEPRINTS[name].tool] >= (2 if outlook.hand[name] else 1)
    chance = (0.35 if has_partner else 0.2) if outlook.rounds else 0.1
    return CARD * outlook.keep + chance * max(0.0, build_worth(outlook, name, now=False))


def _die_worth(outlook: Outlook, value: int) -> float:
    """The best floor for a die."""
    me = outlook.me
    best = 0.0
    if len(me.research) < FLOOR_SLOTS:
        best = _stock(outlook, cards=1 + (value in me.research))
    if value <= 3 and len(me.generate) < FLOOR_SLOTS:
        best = max(best, _stock(outlook, energy=value + (value in me.generate)))
    if value > 3 and len(me.mine) < FLOOR_SLOTS:
        best = max(best, _stock(outlook, metal=1 + (value in me.mine)))
    return best


def _best_use(outlook: Outlook, dice: Dice) -> float:
    """The best that the cards still ready could make of the dice."""
    best = 0.0
    me = outlook.me
    for card in outlook.ready:
        if card.dice and own_uses(card.id, me.metal, me.energy, dice):
            best = max(best, _brings(outlook, card.gain, dice[0]) + 0.5)
    return best


def _change(outlook: Outlook, lost: Dice, won: Dice) -> float:
    """What it is worth to turn some unplaced dice into others."""
    before = outlook.me.dice
    after = with_more(without(before, lost), won)
    floors = sum(_die_worth(outlook, v) for v in won) - sum(_die_worth(outlook, v) for v in lost)
    return floors + _best_use(outlook, after) - _best_use(outlook, before)


# --- market -----------------------------------------------------------------------------------


def _take(outlook: Outlook, action: Action) -> float:
    card = str(action[1])
    tool = BLUEPRINTS[card].tool
    lonely = max(
        (build_worth(outlook, held, now=False) for held in outlook.hand
         if BLUEPRINTS[held].tool == tool and outlook.tools[tool] == 1),
        default=0.0,
    )  # fmt: skip
    return card_worth(outlook, card) + 0.15 * max(0.0, lonely)


def _hire(outlook: Outlook, action: Action) -> float:
    name, card = str(action[1]), str(action[3])
    row = CONTRACTORS[name]
    gain = row.gain
    value = _stock(outlook, gain.metal[0] - row.metal, gain.energy[0] - row.energy, gain.cards)
    value -= card_worth(outlook, card)
    rival_score = outlook.view.players[int(action[4])].score if len(action) > 4 else None
    return value + row.job.worth(outlook.rounds, outlook.keep, rival_score)


# --- work -------------------------------------------------------------------------------------


def _floor(outlook: Outlook, action: Action) -> float:
    """Always better than leaving the die, but last in line for a die that a card wants."""
    verb, value = str(action[0]), int(action[1])
    there: Dice = getattr(outlook.me, verb)
    count = (value if verb == "generate" else 1) + (value in there)
    brings = _stock(outlook, **{STOCK_OF[verb]: count})
    reserved = 0.04 if value in outlook.wanted else 0.0
    return 0.05 + 0.1 * brings + brings - _die_worth(outlook, value) - reserved


STOCK_OF = {"research": "cards", "generate": "energy", "mine": "metal"}


def _build(outlook: Outlook, action: Action) -> float:
    name, partner = str(action[1]), str(action[2])
    given = max(0.0, card_worth(outlook, partner) - CARD * outlook.keep)
    return build_worth(outlook, name, now=True) - given


def _use(outlook: Outlook, action: Action) -> float:
    use = use_of(action[1:])
    card, die, outcome = use.played, use.die, use.outcome
    value = 0.0 if card is use.card else _stock(outlook, energy=-use.card.pay_energy[0])
    value += _brings(outlook, card.gain, die)
    value += _stock(outlook, -card.pay_metal[die], -card.pay_energy[die])
    value -= sum(_die_worth(outlook, v) for v in use.placed)
    value -= sum(card_worth(outlook, name) for name in use.discarded)
    value += _brings(outlook, outcome.gain)
    if outcome.won:
        value += _change(outlook, use.placed + outcome.lost, use.placed + outcome.won)
    if outcome.rolled:
        value += _rolled(outlook, outcome.lost, outcome.rolled)
    return value


def _rolled(outlook: Outlook, lost: Dice, count: int) -> float:
    """Extra dice are welcome; others are rolled again in the hope for a card that makes goods."""
    more = DIE * 1.1 * (count - len(lost))
    hopes = any(card.dice and card.gain.goods for card in outlook.ready)
    if not hopes or _best_use(outlook, outlook.me.dice):
        return more
    return more + sum(0.5 if value not in outlook.wanted else -0.5 for value in lost)


def _specialist(outlook: Outlook, action: Action) -> float:
    return 0.1 + _change(outlook, (), (int(action[1]),))


def _set(outlook: Outlook, action: Action) -> float:
    """Many dice that some card takes, else threes for energy."""
    values: Any = action[1:]
    best = sum(_die_worth(outlook, value) for value in values)
    doubles = sum(len(list(same)) - 1 for _, same in groupby(values))
    fitting = [
        card
        for card in outlook.ready
        if card.dice and own_uses(card.id, MAX_PAID, MAX_PAID, values)
    ]
    return best + 0.8 * doubles + sum(card.gain.worth(values[0]) for card in fitting)


def _drop(outlook: Outlook, action: Action) -> float:
    what = str(action[1])
    if what in BLUEPRINTS:
        return -card_worth(outlook, what)
    count = int(action[2]) if len(action) > 2 else 1
    return _stock(outlook, **{what: -count}) / count


_WORTH: dict[str, Callable[[Outlook, Action], float]] = {
    "refresh": lambda outlook, action: -1.0,
    "take": _take,
    "hire": _hire,
    "pass": lambda outlook, action: 0.0,
    "set": _set,
    "specialist": _specialist,
    "research": _floor,
    "generate": _floor,
    "mine": _floor,
    "build": _build,
    "use": _use,
    "drop": _drop,
    "done": lambda outlook, action: 0.0,
    "undo": lambda outlook, action: -100.0,
}
