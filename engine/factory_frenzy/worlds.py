"""Make another table that one seat can't tell from this one, by exchanging hidden cards."""

from collections import Counter
from collections.abc import Iterator

from engine.factory_frenzy.cards import CARDS
from engine.factory_frenzy.state import State
from engine.kernel.luck import Luck
from engine.kernel.undo import copies
from engine.kernel.worlds import Place, shuffled_cards

MAX_PEEKED = 3


def other_world(state: State, seat: int | None, luck: Luck) -> State:
    """Exchange cards that the seat can't see; those that undo would move stay where they are."""
    worlds = copies(state)
    current = worlds[0]
    places = list(_free_places(current, seat))
    cards = shuffled_cards(places, current.deck.cards, luck)
    recipes = _other_recipes(current, seat, luck)
    for world in worlds:
        _lay(world, seat, places, cards)
        _rename(world, recipes)
    return current


def _free_places(world: State, seat: int | None) -> Iterator[Place]:
    """Yield hidden cards that are in the same place now and at the checkpoint."""
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
    """Count cards that the rival has held since the checkpoint and that the seat can't know.

    Cards that an action named stay out. So do cards that another player has got to know since: with
    two equal ones in the hand, we could not say which of them that player knows.
    """
    before, now = base.players[rival], world.players[rival]
    actions = [action for player, action, _ in world.rows if player == rival]
    is_robbed = not actions and before.hand != now.hand
    if is_robbed or ("mulligan",) in actions:
        return Counter()
    named = Counter(str(word) for action in actions for word in action if word in CARDS)
    known = Counter(now.known.get(seat, []) if seat is not None else [])
    for knower in {*before.known, *now.known}:
        then, later = (Counter(player.known.get(knower, [])) for player in (before, now))
        named += (then - later) + (later - then)
    return (Counter(before.hand) & Counter(now.hand)) - named - known


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
    """Exchange a card in a hand; what others know of it goes along, what the seat knows stays."""
    player = world.players[rival]
    player.hand.remove(old)
    player.pick_up([new])
    for knower, known in player.known.items():
        if knower != seat and old in known:
            known[known.index(old)] = new


def _other_recipes(world: State, seat: int | None, luck: Luck) -> dict[str, str]:
    """Exchange recipes that the seat hasn't seen, with each other and with undealt ones."""
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
