"""Deals a new table."""

from typing import Any

from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS, EVENT_DECK, INVENTIONS, ORDERS
from engine.factory_42.market import MARKETS
from engine.factory_42.resources import COUNT, cubes, empty
from engine.factory_42.rounds import proceed
from engine.factory_42.state import Options, Player, State
from engine.factory_42.tower import SHELVES, drop
from engine.kernel.deck import Deck
from engine.kernel.luck import AnyLuck

DECKS: dict[str, tuple[str, ...]] = {
    "order": tuple(ORDERS),
    "market": tuple(MARKETS),
    "event": EVENT_DECK,
    "invention": tuple(INVENTIONS),
    "commission": tuple(COMMISSIONS),
}


def setup(options: Options, seats: int, luck: AnyLuck) -> State:
    state = empty_table(options, seats, luck)
    for kind, cards in DECKS.items():
        deck_of(state, kind).shuffle_in(cards, luck)
    fill_bag(state)
    _fill_tower(state)
    state.phase = "start" if options.short else "draw"
    proceed(state, [])
    return state


def deck_of(state: State, kind: str) -> Deck:
    deck: Deck = getattr(state, f"{kind}_deck")
    return deck


def empty_table(options: Options, seats: int, luck: AnyLuck) -> State:
    """Return a table with all cubes in the Supply and no decks."""
    decks: dict[str, Any] = {f"{kind}_deck": Deck(kind, [], []) for kind in DECKS}
    return State(
        luck=luck,
        options=options,
        players=[Player() for _ in range(seats)],
        first=luck.below(seats, "first"),
        supply=[row.supply for row in BOARD.resource.values()],
        rosettes=BOARD.rosettes,
        bag=empty(),
        tower=[[] for _ in range(SHELVES)],
        loads=[empty() for _ in range(BOARD.railcars)],
        station=list(range(1, BOARD.railcars + 1)),
        points=[0] * seats,
        **decks,
    )


def fill_bag(state: State) -> None:
    """Fill the Bag (ruling 4)."""
    for resource, count in enumerate(cubes(BOARD.spiking.bag)):
        state.supply[resource] -= count
        state.bag[resource] += count


def _fill_tower(state: State) -> None:
    """Fill the Tower; what falls out goes back to the Supply (ruling 3)."""
    thrown = [BOARD.tower.start] * COUNT
    for resource, count in enumerate(thrown):
        state.supply[resource] -= count
    for resource, count in enumerate(drop(state, thrown, ("tower", 0))):
        state.supply[resource] += count
