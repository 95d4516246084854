"""Deals a new table."""

from collections.abc import Iterable
from typing import Any

from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS, EVENT_DECK, EVENT_ROWS, INVENTIONS, ORDERS, RULES
from engine.factory_42.market import MARKET_ROWS, MARKETS
from engine.factory_42.resources import COUNT, cubes, empty
from engine.factory_42.rounds import proceed
from engine.factory_42.state import Options, Player, State
from engine.factory_42.tower import SHELVES, drop
from engine.kernel.cards import CardRow
from engine.kernel.deck import Deck
from engine.kernel.luck import AnyLuck

CARD_ROWS: tuple[CardRow, ...] = (
    *(card.row for cards in (ORDERS, INVENTIONS, COMMISSIONS) for card in cards.values()),
    *EVENT_ROWS,
    *MARKET_ROWS,
)


def decks_of(rules: int) -> dict[str, tuple[str, ...]]:
    printed = {row.id for row in CARD_ROWS if row.is_in(rules)}
    decks: dict[str, Iterable[str]] = {
        "order": ORDERS,
        "market": MARKETS,
        "event": EVENT_DECK,
        "invention": INVENTIONS,
        "commission": COMMISSIONS,
    }
    return {kind: tuple(card for card in deck if card in printed) for kind, deck in decks.items()}


DECKS = decks_of(RULES)


def setup(options: Options, seats: int, luck: AnyLuck, rules: int = RULES) -> State:
    state = empty_table(options, seats, luck)
    for kind, cards in decks_of(rules).items():
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
