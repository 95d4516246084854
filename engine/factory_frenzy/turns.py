"""Carry on between actions: begin turns, carry out a played card, end the game."""

from engine.factory_frenzy.actions import can_play_any
from engine.factory_frenzy.cards import CARDS, shortage
from engine.factory_frenzy.effects import draw
from engine.factory_frenzy.state import MAX_TURNS, State
from engine.kernel.events import Fact
from engine.kernel.undo import checkpoint, forget


def begin_turn(state: State, seat: int, events: list[Fact]) -> None:
    """Check for a win and draw a card (ruling 4)."""
    forget(state)
    state.turn += 1
    state.seat = seat
    events.append(("turn", seat, (state.turn,)))
    player = state.players[seat]
    if player.declared and not shortage(state.piles, player.recipe):  # Ruling 7
        state.winner = seat
        events.append(("built", seat, (player.recipe,)))
        conclude(state, events)
        return
    state.acting = (seat,)
    draw(state, seat, 1, events)
    begin_play(state, seat, events)


def begin_play(state: State, seat: int, events: list[Fact]) -> None:
    """Begin the play step; it is skipped if no card can be played (ruling 5)."""
    state.step = "play"
    if not can_play_any(state, seat):
        state.step = "declare"
        events.append(("skipped", seat))
    checkpoint(state)


def carry_out(state: State, seat: int, chosen: str | int | None, events: list[Fact]) -> None:
    """Run the effects in printed order up to one that asks; at the end lay the card down (ruling
    6).
    """
    assert state.playing
    card = CARDS[state.playing]
    while state.effects_done < len(card.effects):
        effect = card.effects[state.effects_done]
        state.effects_done += 1
        effect.run(state, seat, chosen, events)
        if state.pending:
            return
    _lay_down(state, card.id, events)


def _lay_down(state: State, name: str, events: list[Fact]) -> None:
    card = CARDS[name]
    state.playing, state.effects_done = None, 0
    if card.resource:
        state.piles[card.resource].append(name)
        events.append(("added", state.seat, (name, card.amount, card.resource)))
    else:
        state.deck.discards.append(name)
    state.newest = card.resource
    state.step = "declare"


def end_turn(state: State, events: list[Fact]) -> None:
    if state.turn >= MAX_TURNS:  # Ruling 10
        forget(state)
        conclude(state, events)
    else:
        begin_turn(state, state.others(state.seat)[0], events)


def turn(state: State) -> str:
    return str(state.turn)


def conclude(state: State, events: list[Fact]) -> None:
    """End the game and show all recipes, so that everybody can check the result."""
    state.step, state.acting, state.pending = "over", (), []
    for seat, player in enumerate(state.players):
        player.seen_by = sorted(state.others(seat))
    is_out_of_turns = state.winner is None and state.turn >= MAX_TURNS
    events.append(("over", None, (is_out_of_turns,)))
