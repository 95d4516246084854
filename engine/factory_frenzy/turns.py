"""What happens between actions: a turn begins, a played card is carried out, the game ends."""

from engine.factory_frenzy.actions import can_play_any
from engine.factory_frenzy.cards import CARDS, shortage
from engine.factory_frenzy.effects import draw
from engine.factory_frenzy.state import MAX_TURNS, State
from engine.kernel.events import Fact
from engine.kernel.undo import checkpoint, forget


def begin_turn(state: State, seat: int, events: list[Fact]) -> None:
    """Ruling 4: the win check and the draw happen by themselves."""
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
    """Ruling 5: compulsory if any card is playable, else skipped."""
    state.step = "play"
    if not can_play_any(state, seat):
        state.step = "declare"
        events.append(("skipped", seat))
    checkpoint(state)


def carry_out(state: State, seat: int, chosen: str | int | None, events: list[Fact]) -> None:
    """Ruling 6: the effects in printed order, up to one that asks; then the card is laid down."""
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
    """All recipes are shown: that is how everybody can check the result."""
    state.step, state.acting, state.pending = "over", (), []
    for seat, player in enumerate(state.players):
        player.seen_by = sorted(state.others(seat))
    is_guarded = state.winner is None and state.turn >= MAX_TURNS
    events.append(("over", None, (is_guarded,)))
