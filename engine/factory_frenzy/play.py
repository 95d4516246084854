"""Carry out legal actions: every verb has one function."""

from collections.abc import Callable
from typing import Any

from engine.factory_frenzy.effects import draw
from engine.factory_frenzy.state import STARTING_HAND, State
from engine.factory_frenzy.turns import begin_turn, carry_out, end_turn
from engine.kernel.events import Fact
from engine.kernel.questions import Question
from engine.kernel.undo import seal

Verb = Callable[[State, int, Any, list[Fact]], None]


# --- before the first turn --------------------------------------------------------------------


def _keep(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    _decide(state, seat, events)


def _mulligan(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Put all cards back before new ones are drawn (ruling 3)."""
    player = state.players[seat]
    state.deck.shuffle_in(player.hand, state.luck)
    player.hand = []
    draw(state, seat, STARTING_HAND, events)
    _decide(state, seat, events)


def _decide(state: State, seat: int, events: list[Fact]) -> None:
    state.players[seat].ready = True
    order = state.clockwise(state.first)
    waiting = [other for other in order if not state.players[other].ready]
    if waiting:
        state.seat, state.acting = waiting[0], (waiting[0],)
    else:
        begin_turn(state, state.first, events)


# --- a turn -----------------------------------------------------------------------------------


def _play(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    card = action[1]
    state.players[seat].give_up(card)
    state.playing = card
    carry_out(state, seat, action[2] if len(action) > 2 else None, events)


def _discard(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Discard a card, for an effect or down to the limit at the end of the turn."""
    card = action[1]
    state.players[seat].give_up(card)
    state.deck.discards.append(card)
    if not state.pending:
        state.step = "discard"
        return
    count = int(state.pending[0].about[0]) - 1
    state.pending = [Question(seat, "discard", (count,))] if count else []
    if not count:
        carry_out(state, seat, None, events)


def _order(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    cards = action[1:]
    state.deck.cards[-len(cards) :] = reversed(cards)
    state.players[seat].deck_top = [*cards]
    state.pending = []
    events.append(("ordered", seat, cards, (seat,)))
    carry_out(state, seat, None, events)


def _declare(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    player.declared = True
    player.seen_by = sorted(state.others(seat))
    state.step = "discard"
    seal(state, "declared")
    events.append(("declared", seat, (player.recipe,)))


def _done(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    end_turn(state, events)


VERBS: dict[str | int, Verb] = {
    "keep": _keep,
    "mulligan": _mulligan,
    "play": _play,
    "discard": _discard,
    "order": _order,
    "declare": _declare,
    "done": _done,
}
