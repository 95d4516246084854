"""Carrying out legal actions: every verb has one function."""

from collections.abc import Callable
from typing import Any

from engine.fantastic_factories.actions import metal_cost
from engine.fantastic_factories.cards import (
    BLUEPRINTS,
    CONTRACTORS,
    NOTHING,
    ON_BUILD,
    ON_GOOD,
    Blueprint,
    ExtraDie,
    Gain,
    Train,
)
from engine.fantastic_factories.dice import turned, with_more, without
from engine.fantastic_factories.market import fill, refill, reveal, sweep
from engine.fantastic_factories.rounds import (
    end_market_turn,
    end_work,
    roll,
    seats_at_work,
    watch_the_end,
)
from engine.fantastic_factories.state import Dice, Player, State
from engine.kernel.codes import Action
from engine.kernel.events import Fact
from engine.kernel.trail import seal, seal_rows

PAID, ROLLED, REROLL = ExtraDie.PAID, ExtraDie.ROLLED, Train.REROLL  # enums are slow to ask

Verb = Callable[[State, int, Any, list[Fact]], None]


# --- market -----------------------------------------------------------------------------------


def _refresh(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    _, name, coin = action
    player = state.players[seat]
    setattr(player, coin, getattr(player, coin) - 1)
    state.refreshed = True
    shelf = getattr(state, name)
    sweep(shelf)
    fill(state, shelf, events)


def _take(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    card, player, shelf = action[1], state.players[seat], state.blueprints
    player.pick_up(card)
    refill(state, shelf, shelf.row.index(card), events)  # Ruling 5: the leftmost of equals
    end_market_turn(state, events)


def _hire(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    name, tool, card = action[1:4]
    player, contractor = state.players[seat], CONTRACTORS[name]
    discard(state, player, card)
    player.metal -= contractor.metal
    player.energy -= contractor.energy
    if contractor.gain is not NOTHING:
        _receive(state, seat, player, contractor.gain, 0, events)
    if contractor.opponent and len(action) > 4:
        _receive(state, action[4], state.players[action[4]], contractor.opponent, 0, events)
    player.set_dice += contractor.set_dice
    player.rolled_dice += contractor.rolled_dice
    player.named_dice += contractor.named_dice
    if contractor.reveal == "cost":
        _gain_revealed_cost(state, seat, events)
    elif contractor.reveal == "build":
        _build_revealed(state, seat, events)
    state.contractors.deck.discards.append(name)
    refill(state, state.contractors, state.labels.index(tool), events)
    end_market_turn(state, events)


def _gain_revealed_cost(state: State, seat: int, events: list[Fact]) -> None:
    """Ruling 8: Investor."""
    card = reveal(state, seat, events)
    if card:
        player, cost = state.players[seat], BLUEPRINTS[card]
        player.metal += cost.metal
        player.energy += cost.energy
        state.blueprints.deck.discards.append(card)


def _build_revealed(state: State, seat: int, events: list[Fact]) -> None:
    """Ruling 9: Engineer. What may not stand is laid aside until the effect is over."""
    player = state.players[seat]
    aside: list[str] = []
    while (card := reveal(state, seat, events)) is not None:
        if BLUEPRINTS[card].many or card not in player.compound:
            events.append(("engineered", seat, (card,)))
            _stand(state, seat, player, card, events)
            break
        aside.append(card)
    state.blueprints.deck.discards += aside


def _pass(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    end_market_turn(state, events)


# --- work: dice -------------------------------------------------------------------------------


def _set(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Ruling 10: Foreman."""
    player = state.players[seat]
    values = action[1:]
    state.pending = [question for question in state.pending if question.seat != seat]
    player.set_dice = 0
    roll(state, seat, player, values, events)
    state.acting = seats_at_work(state)


def _specialist(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    player.named_dice -= 1
    player.dice = with_more(player.dice, (action[1],))


def _research(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player, die = state.players[seat], action[1:]
    bonus = action[1] in player.research  # Ruling 3, as on the other floors
    player.dice = without(player.dice, die)
    player.research += die
    draw(state, seat, player, 1 + bonus, events)


def _generate(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player, value = state.players[seat], action[1]
    player.energy += value + (value in player.generate)
    player.dice = without(player.dice, action[1:])
    player.generate += action[1:]


def _mine(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player, value = state.players[seat], action[1]
    player.metal += 1 + (value in player.mine)
    player.dice = without(player.dice, action[1:])
    player.mine += action[1:]


# --- work: cards ------------------------------------------------------------------------------


def _build(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    _, name, partner = action
    player, card = state.players[seat], BLUEPRINTS[name]
    player.give_up(name)
    discard(state, player, partner)
    player.metal -= metal_cost(player, card)
    player.energy -= card.energy
    _stand(state, seat, player, name, events)


def _stand(state: State, seat: int, player: Player, card: str, events: list[Fact]) -> None:
    """A card enters the compound; what waits for a building acts, but never for itself."""
    player.compound.append(card)
    _trigger(state, seat, player, ON_BUILD, events)
    player.ready.append(card)
    watch_the_end(state, seat, player, events)


def _trigger(
    state: State, seat: int, player: Player, triggers: dict[str, Gain], events: list[Fact]
) -> None:
    """Ruling 17: once a round, by itself, on the first occasion."""
    for card, gain in triggers.items():
        if card in player.ready:
            player.ready.remove(card)
            events.append(("triggered", seat, (card,)))
            _receive(state, seat, player, gain, 0, events)


def _use(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    name, tail = action[1], action[2:]
    card = BLUEPRINTS[name]
    player.ready.remove(name)
    if card.copies_market:
        player.energy -= card.pay_energy[0]
        player.copied = copied = tail[0]
        card, tail = BLUEPRINTS[copied], tail[1:]
    die = 0
    if card.dice:
        placed, tail = tail[: card.dice], tail[card.dice :]
        die = placed[0]
        player.dice = without(player.dice, placed)
        player.placed[name] = placed
    elif card.extra_die is PAID:
        die = tail[0]
    player.metal -= card.pay_metal[die]
    player.energy -= card.pay_energy[die]
    for given in tail[: card.discards]:
        discard(state, player, given)
    if card.gain is not NOTHING:
        _receive(state, seat, player, card.gain, die, events)
    if tail or card.extra_die:
        _bring(state, seat, player, card, tail, events)


def _bring(
    state: State, seat: int, player: Player, card: Blueprint, tail: Any, events: list[Fact]
) -> None:
    """What a card brings beside its plain gain; `tail` is the code behind its dice."""
    if card.choices:
        _receive(state, seat, player, card.choices[tail[0]], 0, events)
    elif card.refund:
        _refund(player, *tail)
    elif card.train:
        _train(state, seat, player, card.train, tail, events)
    elif card.extra_die is ROLLED:
        roll(state, seat, player, (), events, count=1)
    elif card.extra_die:
        player.dice = with_more(player.dice, (tail[0],))


def _refund(player: Player, card: str, *picked: int) -> None:
    cost = BLUEPRINTS[card]
    metal, energy = picked or (cost.metal, cost.energy)
    player.metal += metal
    player.energy += energy


def _train(
    state: State, seat: int, player: Player, train: Train, dice: Dice, events: list[Fact]
) -> None:
    player.dice = without(player.dice, dice)
    if train is REROLL:
        roll(state, seat, player, (), events, count=len(dice))
        return
    player.dice = with_more(player.dice, (turned(train, dice[0]),))


def _receive(
    state: State, seat: int, player: Player, gain: Gain, die: int, events: list[Fact]
) -> None:
    player.metal += gain.metal[die]
    player.energy += gain.energy[die]
    if gain.goods:
        player.goods += gain.goods
        _trigger(state, seat, player, ON_GOOD, events)
        watch_the_end(state, seat, player, events)
    if gain.cards:
        draw(state, seat, player, gain.cards, events)


def draw(state: State, seat: int, player: Player, count: int, events: list[Fact]) -> None:
    deck = state.blueprints.deck
    shuffles = deck.shuffles
    drawn = deck.draw_many(count, state.luck)
    if drawn:
        for card in drawn:
            player.pick_up(card)
        seal(state, "drew")
        events.append(("drew", seat, (len(drawn),)))
        events.append(("drew_cards", seat, tuple(drawn), (seat,)))
    if deck.shuffles != shuffles:
        seal_rows(state, "shuffled", _discarded)
        events.append(("reshuffled", None, ("blueprints",)))


def discard(state: State, player: Player, card: str) -> None:
    player.give_up(card)
    state.blueprints.deck.discards.append(card)


def _discarded(action: Action) -> bool:
    """Did this action put a card on the discard pile?"""
    verb, *words = action
    if verb == "use":
        return any(BLUEPRINTS[str(word)].discards for word in words[:2] if word in BLUEPRINTS)
    return verb == "build" or (verb == "drop" and words[0] in BLUEPRINTS)


def _drop(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    what, player = action[1], state.players[seat]
    if what in BLUEPRINTS:
        discard(state, player, what)
    else:
        count = action[2] if len(action) > 2 else 1
        setattr(player, what, getattr(player, what) - count)


def _done(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    state.players[seat].done = True
    if state.round > state.learning:
        acting = state.acting
        place = acting.index(seat)
        state.acting = acting[:place] + acting[place + 1 :]
    else:
        state.acting = seats_at_work(state)
    if not state.acting:
        end_work(state, events)


VERBS: dict[str | int, Verb] = {
    "refresh": _refresh,
    "take": _take,
    "hire": _hire,
    "pass": _pass,
    "set": _set,
    "specialist": _specialist,
    "research": _research,
    "generate": _generate,
    "mine": _mine,
    "build": _build,
    "use": _use,
    "drop": _drop,
    "done": _done,
}
