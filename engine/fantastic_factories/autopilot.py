"""A greedy autopilot: it values every offered action and takes the best.

It knows only its seat's view. Values are in units of about one drawn card.
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
    situation = _situation(view)
    return max(actions, key=lambda action: (worth(situation, action), *map(str, action)))


@dataclass(slots=True)
class Situation:
    """What matters of a seat's view, prepared once for valuing all its actions."""

    view: View
    me: PlayerView
    rounds: int  # work phases that will follow the present one
    keep: float
    hand: Counter[str]
    tools: Counter[str]
    built: frozenset[str]
    ready: tuple[Blueprint, ...]
    wanted: frozenset[int]  # values that some card would take if it could be paid


def _situation(view: View) -> Situation:
    assert view.seat is not None
    me = view.players[view.seat]
    rounds = _rounds_left(view)
    hand = Counter(held.card for held in view.hand)
    ready = tuple(BLUEPRINTS[b.card] for b in me.compound if not b.used)
    return Situation(
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
    values: set[int] = set()
    for card in ready:
        if card.is_usable and card.dice and card.gain.goods:
            for action in own_uses(card.id, MAX_PAID, MAX_PAID, dice)[:6]:
                values.update(action[2 : 2 + card.dice])  # type: ignore[arg-type]
    return values


def worth(situation: Situation, action: Action) -> float:
    return _WORTH[str(action[0])](situation, action)


# --- things -----------------------------------------------------------------------------------


def _summed(worths: Sequence[float]) -> tuple[float, ...]:
    """Return the value of having none, one, two … of a thing; the list's last entry repeats."""
    return (0.0, *accumulate([*worths, *[worths[-1]] * 200]))


_METAL, _ENERGY, _CARDS = map(_summed, (METAL_WORTH, ENERGY_WORTH, CARD_WORTH))


def _stock(situation: Situation, metal: int = 0, energy: int = 0, cards: int = 0) -> float:
    """Value a change of the own stock: the more one has of a thing, the less one more counts."""
    me = situation.me
    worth = _METAL[me.metal + metal] - _METAL[me.metal]
    worth += _ENERGY[me.energy + energy] - _ENERGY[me.energy]
    worth += _CARDS[max(0, me.hand_size + cards)] - _CARDS[me.hand_size]
    return worth * situation.keep


def _gain_worth(situation: Situation, gain: Gain, die: int = 0) -> float:
    stock = _stock(situation, gain.metal[die], gain.energy[die], gain.cards)
    return gain.goods * POINT + stock


@cache
def card_yield(name: str) -> float:
    """Value what a built card brings in a round, minus dice and costs."""
    card = BLUEPRINTS[name]
    if card.effect.round_worth is not None:
        return card.effect.round_worth
    if not card.is_usable:
        return 0.0
    die = 3 if card.dice or card.effect.is_paid_by_choice else 0
    gained = card.gain.worth(die) + card.effect.worth
    paid = card.pay_metal[die] * METAL + card.pay_energy[die] * ENERGY + card.discards * CARD
    return max(0.3, gained - paid - card.dice * DIE) * _ease(card)


def _ease(card: Blueprint) -> float:
    return EASE_OF_ONE_VALUE if card.row.value else EASE.get(card.row.slots, EASE_OF_THREE)


def build_worth(situation: Situation, name: str, now: bool) -> float:
    """Value building the card, now or in a later round, minus its price."""
    card = BLUEPRINTS[name]
    if name in situation.built and not card.many:
        return 0.0
    compound = [building.card for building in situation.me.compound]
    prestige = card.row.prestige + card.effect.more_prestige(compound.count(name))
    metal = card.metal_beside(monuments(compound))
    if now:
        price = -_stock(situation, -metal, -card.energy, -2)
    else:
        price = (metal * METAL + card.energy * ENERGY + 2 * CARD) * situation.keep
    uses = situation.rounds + (0.7 if now else 0.0)
    return prestige * POINT + card_yield(name) * uses - price


def card_worth(situation: Situation, name: str) -> float:
    """Value holding the card, to build it or to pay with it."""
    has_partner = situation.tools[BLUEPRINTS[name].tool] >= (2 if situation.hand[name] else 1)
    chance = (0.35 if has_partner else 0.2) if situation.rounds else 0.1
    return CARD * situation.keep + chance * max(0.0, build_worth(situation, name, now=False))


def _die_worth(situation: Situation, value: int) -> float:
    """Value a die by the best floor that it could go to."""
    me = situation.me
    best = 0.0
    if len(me.research) < FLOOR_SLOTS:
        best = _stock(situation, cards=1 + (value in me.research))
    if value <= 3 and len(me.generate) < FLOOR_SLOTS:
        best = max(best, _stock(situation, energy=value + (value in me.generate)))
    if value > 3 and len(me.mine) < FLOOR_SLOTS:
        best = max(best, _stock(situation, metal=1 + (value in me.mine)))
    return best


def _best_use(situation: Situation, dice: Dice) -> float:
    """Value the best use of a ready card with these dice."""
    best = 0.0
    me = situation.me
    for card in situation.ready:
        if card.dice and own_uses(card.id, me.metal, me.energy, dice):
            best = max(best, _gain_worth(situation, card.gain, dice[0]) + 0.5)
    return best


def _change(situation: Situation, lost: Dice, won: Dice) -> float:
    """Value turning some unplaced dice into others."""
    before = situation.me.dice
    after = with_more(without(before, lost), won)
    floors = sum(_die_worth(situation, v) for v in won) - sum(
        _die_worth(situation, v) for v in lost
    )
    return floors + _best_use(situation, after) - _best_use(situation, before)


# --- market -----------------------------------------------------------------------------------


def _take(situation: Situation, action: Action) -> float:
    card = str(action[1])
    tool = BLUEPRINTS[card].tool
    lonely = max(
        (build_worth(situation, held, now=False) for held in situation.hand
         if BLUEPRINTS[held].tool == tool and situation.tools[tool] == 1),
        default=0.0,
    )  # fmt: skip
    return card_worth(situation, card) + 0.15 * max(0.0, lonely)


def _hire(situation: Situation, action: Action) -> float:
    name, card = str(action[1]), str(action[3])
    row = CONTRACTORS[name]
    gain = row.gain
    value = _stock(situation, gain.metal[0] - row.metal, gain.energy[0] - row.energy, gain.cards)
    value -= card_worth(situation, card)
    rival_score = situation.view.players[int(action[4])].score if len(action) > 4 else None
    return value + row.job.worth(situation.rounds, situation.keep, rival_score)


# --- work -------------------------------------------------------------------------------------


def _floor(situation: Situation, action: Action) -> float:
    """Value placing a die on a floor.

    It is always better than not placing the die, but comes last for a die that a card could take.
    """
    verb, value = str(action[0]), int(action[1])
    placed: Dice = getattr(situation.me, verb)
    count = (value if verb == "generate" else 1) + (value in placed)
    gain = _stock(situation, **{STOCK_OF[verb]: count})
    reserved = 0.04 if value in situation.wanted else 0.0
    return 0.05 + 0.1 * gain + gain - _die_worth(situation, value) - reserved


STOCK_OF = {"research": "cards", "generate": "energy", "mine": "metal"}


def _build(situation: Situation, action: Action) -> float:
    name, partner = str(action[1]), str(action[2])
    given = max(0.0, card_worth(situation, partner) - CARD * situation.keep)
    return build_worth(situation, name, now=True) - given


def _use(situation: Situation, action: Action) -> float:
    use = use_of(action[1:])
    card, die, outcome = use.played, use.die, use.outcome
    value = 0.0 if card is use.card else _stock(situation, energy=-use.card.pay_energy[0])
    value += _gain_worth(situation, card.gain, die)
    value += _stock(situation, -card.pay_metal[die], -card.pay_energy[die])
    value -= sum(_die_worth(situation, v) for v in use.placed)
    value -= sum(card_worth(situation, name) for name in use.discarded)
    value += _gain_worth(situation, outcome.gain)
    if outcome.won:
        value += _change(situation, use.placed + outcome.lost, use.placed + outcome.won)
    if outcome.rolled:
        value += _rolled(situation, outcome.lost, outcome.rolled)
    return value


def _rolled(situation: Situation, lost: Dice, count: int) -> float:
    """Value rolling dice: extra dice are good; others might then fit a card that makes goods."""
    extra = DIE * 1.1 * (count - len(lost))
    hopes = any(card.dice and card.gain.goods for card in situation.ready)
    if not hopes or _best_use(situation, situation.me.dice):
        return extra
    return extra + sum(0.5 if value not in situation.wanted else -0.5 for value in lost)


def _specialist(situation: Situation, action: Action) -> float:
    return 0.1 + _change(situation, (), (int(action[1]),))


def _set(situation: Situation, action: Action) -> float:
    """Value chosen dice: many that some card takes are best, else threes for energy."""
    values: Any = action[1:]
    best = sum(_die_worth(situation, value) for value in values)
    doubles = sum(len(list(same)) - 1 for _, same in groupby(values))
    fitting = [
        card
        for card in situation.ready
        if card.dice and own_uses(card.id, MAX_PAID, MAX_PAID, values)
    ]
    return best + 0.8 * doubles + sum(card.gain.worth(values[0]) for card in fitting)


def _drop(situation: Situation, action: Action) -> float:
    what = str(action[1])
    if what in BLUEPRINTS:
        return -card_worth(situation, what)
    count = int(action[2]) if len(action) > 2 else 1
    return _stock(situation, **{what: -count}) / count


_WORTH: dict[str, Callable[[Situation, Action], float]] = {
    "refresh": lambda situation, action: -1.0,
    "take": _take,
    "hire": _hire,
    "pass": lambda situation, action: 0.0,
    "set": _set,
    "specialist": _specialist,
    "research": _floor,
    "generate": _floor,
    "mine": _floor,
    "build": _build,
    "use": _use,
    "drop": _drop,
    "done": lambda situation, action: 0.0,
    "undo": lambda situation, action: -100.0,
}
