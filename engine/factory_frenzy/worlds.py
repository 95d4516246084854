"""Another table that one seat cannot tell from this one: only hidden things are exchanged."""

from collections import Counter
from collections.abc import Iterator

from engine.factory_frenzy.cards import CARDS
from engine.factory_frenzy.state import State
from engine.kernel.luck import Luck
from engine.kernel.undo import copies

Place = tuple[int, str] | int  # a card in a rival's hand (seat, name), or a place in the deck
MAX_PEEKED = 3


def other_world(state: State, seat: int | None, luck: Luck) -> State:
    """Undo works in the copy as before: what the trail names or moved stays where it was."""
    worlds = copies(state)
    world = worlds[0]
    places = list(_free_places(world, seat))
    cards = [_card_at(world, place) for place in places]
    luck.shuffle(cards, "hidden")
    recipes = _other_recipes(world, seat, luck)
    for each in worlds:
        _lay(each, seat, places, cards)
        _rename(each, recipes)
    return world


def _free_places(world: State, seat: int | None) -> Iterator[Place]:
    """Hidden cards that lie in the same place now and at the checkpoint."""
    base = world.base or world
    if base.deck.shuffles == world.deck.shuffles:
        known = len(world.players[seat].deck_top) if seat is not None else 0
        if any(action[0] == "order" for _, action, _ in world.rows):
            known = MAX_PEEKED
        yield from range(len(world.deck.cards) - known)
    for rival in range(len(world.players)):
        if rival != seat:
            for card in _free_cards(world, base, rival, seat).elements():
                yield rival, card


def _free_cards(world: State, base: State, rival: int, seat: int | None) -> Counter[str]:
    """The rival's cards that have been in hand since the checkpoint and that the seat can't know.

    Cards that an action named stay out. So do cards that another player has got to know since:
    with two equal ones in the hand, we could not say which of them that player knows.
    """
    before, now = base.players[rival], world.players[rival]
    actions = [action for player, action, _ in world.rows if player == rival]
    is_robbed = not actions and before.hand != now.hand
    if is_robbed or ("mulligan",) in actions:
        return Counter()
    named = Counter(str(word) for action in actions for word in action if word in CARDS)
    known = Counter(now.known.get(seat, []) if seat is not None else [])
    for knower in {*before.known, *now.known}:
        then, later = (Counter(each.known.get(knower, [])) for each in (before, now))
        named += (then - later) + (later - then)
    return (Counter(before.hand) & Counter(now.hand)) - named - known


def _card_at(world: State, place: Place) -> str:
    return world.deck.cards[place] if isinstance(place, int) else place[1]


def _lay(world: State, seat: int | None, places: list[Place], cards: list[str]) -> None:
    for place, card in zip(places, cards, strict=True):
        if isinstance(place, int):
            world.deck.cards[place] = card
        else:
            _exchange(world, seat, *place, card)
    for player in world.players:
        top = len(player.deck_top)
        player.deck_top = world.deck.cards[: -top - 1 : -1]


def _exchange(world: State, seat: int | None, rival: int, old: str, new: str) -> None:
    """What others know of the hand goes with it; what the seat knows was left alone."""
    player = world.players[rival]
    player.hand.remove(old)
    player.pick_up([new])
    for knower, known in player.known.items():
        if knower != seat and old in known:
            known[known.index(old)] = new


def _other_recipes(world: State, seat: int | None, luck: Luck) -> dict[str, str]:
    """Recipes that the seat has not seen change places with each other and the undealt ones."""
    if world.step == "over":
        return {}
    hidden = world.undealt + [
        player.recipe
        for number, player in enumerate(world.players)
        if number != seat and not player.declared and seat not in player.seen_by
    ]
    shuffled = hidden[:]
    luck.shuffle(shuffled, "hidden recipes")
    return dict(zip(hidden, shuffled, strict=True))


def _rename(world: State, recipes: dict[str, str]) -> None:
    for player in world.players:
        player.recipe = recipes.get(player.recipe, player.recipe)
    world.undealt = sorted(recipes.get(recipe, recipe) for recipe in world.undealt)
