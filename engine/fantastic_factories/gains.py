"""Hand out goods, resources and cards to a player, and put cards into a compound."""

from engine.fantastic_factories.amounts import Gain
from engine.fantastic_factories.cards import BLUEPRINTS, ON_BUILD, ON_GOOD
from engine.fantastic_factories.rounds import watch_the_end
from engine.fantastic_factories.state import Player, State
from engine.fantastic_factories.uses import use_of
from engine.kernel.codes import Action
from engine.kernel.events import Fact
from engine.kernel.undo import seal, seal_rows


def stand(state: State, seat: int, player: Player, card: str, events: list[Fact]) -> None:
    """Put a card into the compound; cards that wait for a building act, but not for themselves."""
    player.compound.append(card)
    _trigger(state, seat, player, ON_BUILD, events)
    player.ready.append(card)
    watch_the_end(state, seat, player, events)


def _trigger(
    state: State, seat: int, player: Player, triggers: dict[str, Gain], events: list[Fact]
) -> None:
    """Let waiting cards act on their first occasion in the round (ruling 17)."""
    for card, gain in triggers.items():
        if card in player.ready:
            player.ready.remove(card)
            events.append(("triggered", seat, (card,)))
            receive(state, seat, player, gain, 0, events)


def receive(
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
    cards = deck.draw_many(count, state.luck)
    if cards:
        for card in cards:
            player.pick_up(card)
        seal(state, "drew")
        events.append(("drew", seat, (len(cards),)))
        events.append(("drew_cards", seat, tuple(cards), (seat,)))
    if deck.shuffles != shuffles:
        seal_rows(state, "shuffled", _discarded)
        events.append(("reshuffled", None, ("blueprints",)))


def discard(state: State, player: Player, card: str) -> None:
    player.give_up(card)
    state.blueprints.deck.discards.append(card)


def _discarded(action: Action) -> bool:
    """Tell whether this action put a card on the discard pile."""
    verb, *words = action
    if verb == "use":
        return bool(use_of(tuple(words)).discarded)
    return verb == "build" or (verb == "drop" and words[0] in BLUEPRINTS)
