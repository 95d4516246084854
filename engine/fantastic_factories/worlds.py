"""Another table that one seat cannot tell from this one: only hidden cards are exchanged."""

from collections import Counter
from collections.abc import Iterator

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.state import State
from engine.kernel.luck import Luck
from engine.kernel.undo import copies

Place = tuple[int, str] | int  # a card in a rival's hand (seat, name), or a place in the deck


def other_world(state: State, seat: int | None, luck: Luck) -> State:
    """Undo works in the copy as before: what the trail names or drew stays where it was."""
    worlds = copies(state)
    world = worlds[0]
    places = list(_free_places(world, seat))
    cards = [_card_at(world, place) for place in places]
    luck.shuffle(cards, "hidden")
    for each in worlds:
        _lay(each, places, cards)
        if each.contractors.deck.cards:
            luck.shuffle(each.contractors.deck.cards, "hidden contractors")
    return world


def _free_places(world: State, seat: int | None) -> Iterator[Place]:
    """Hidden cards that lie in the same place now and at the checkpoint."""
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


def _card_at(world: State, place: Place) -> str:
    return world.blueprints.deck.cards[place] if isinstance(place, int) else place[1]


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
