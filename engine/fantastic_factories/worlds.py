"""Make another table that one seat can't tell from this one, by exchanging hidden cards."""

from collections import Counter
from collections.abc import Iterator

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.state import State
from engine.kernel.luck import Luck
from engine.kernel.undo import copies
from engine.kernel.worlds import Place, shuffled_cards


def other_world(state: State, seat: int | None, luck: Luck) -> State:
    """Exchange cards that the seat can't see; those that undo would move stay where they are."""
    worlds = copies(state)
    current = worlds[0]
    places = list(_free_places(current, seat))
    cards = shuffled_cards(places, current.blueprints.deck.cards, luck)
    for world in worlds:
        _lay(world, places, cards)
        if world.contractors.deck.cards:
            luck.shuffle(world.contractors.deck.cards, "hidden contractors")
    return current


def _free_places(world: State, seat: int | None) -> Iterator[Place]:
    """Yield hidden cards that are in the same place now and at the checkpoint."""
    base = world.base or world
    if base.blueprints.deck.shuffles == world.blueprints.deck.shuffles:
        yield from range(len(world.blueprints.deck.cards))
    for rival in range(len(world.players)):
        if rival != seat:
            named = Counter(
                str(word)
                for player, action, _ in world.rows
                if player == rival
                for word in action
                if word in BLUEPRINTS
            )
            held = Counter(base.players[rival].cards) & Counter(world.players[rival].cards)
            for card in (held - named).elements():
                yield rival, card


def _lay(world: State, places: list[Place], cards: list[str]) -> None:
    hands = [[*player.cards] for player in world.players]
    for place in places:
        if not isinstance(place, int):
            hands[place[0]].remove(place[1])
    for place, card in zip(places, cards, strict=True):
        if isinstance(place, int):
            world.blueprints.deck.cards[place] = card
        else:
            hands[place[0]].append(card)
    for player, hand in zip(world.players, hands, strict=True):
        player.hold(hand)
