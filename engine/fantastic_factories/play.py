"""Carry out legal actions: every verb has one function."""

from collections.abc import Callable
from typing import Any

from engine.fantastic_factories.actions import metal_cost
from engine.fantastic_factories.amounts import NOTHING
from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.dice import with_more, without
from engine.fantastic_factories.effects import NO_OUTCOME
from engine.fantastic_factories.gains import discard, draw, receive, stand
from engine.fantastic_factories.market import fill, refill, sweep
from engine.fantastic_factories.rounds import end_market_turn, end_work, roll, seats_at_work
from engine.fantastic_factories.state import State
from engine.fantastic_factories.uses import use_of
from engine.kernel.events import Fact

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
        receive(state, seat, player, contractor.gain, 0, events)
    contractor.job.run(state, seat, action[4] if len(action) > 4 else None, events)
    state.contractors.deck.discards.append(name)
    refill(state, state.contractors, state.labels.index(tool), events)
    end_market_turn(state, events)


def _pass(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    end_market_turn(state, events)


# --- work: dice -------------------------------------------------------------------------------


def _set(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Set the Foreman's dice and roll the others (ruling 10)."""
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
    stand(state, seat, player, name, events)


def _use(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    standing, card, placed, discarded, die, outcome = use_of(action[1:])
    player.ready.remove(standing.id)
    if card is not standing:
        player.energy -= standing.pay_energy[0]
        player.copied = card.id
    if placed:
        player.dice = without(player.dice, placed)
        player.placed[standing.id] = placed
    player.metal -= card.pay_metal[die]
    player.energy -= card.pay_energy[die]
    for name in discarded:
        discard(state, player, name)
    if card.gain is not NOTHING:
        receive(state, seat, player, card.gain, die, events)
    if outcome is not NO_OUTCOME:
        if outcome.gain is not NOTHING:
            receive(state, seat, player, outcome.gain, 0, events)
        player.dice = with_more(without(player.dice, outcome.lost), outcome.won)
        if outcome.rolled:
            roll(state, seat, player, (), events, count=outcome.rolled)


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
        index = acting.index(seat)
        state.acting = acting[:index] + acting[index + 1 :]
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
