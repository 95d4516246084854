"""The two shelves of the market: rows are filled, swept and revealed from their decks."""

from engine.fantastic_factories.state import Shelf, State
from engine.kernel.events import Fact


def fill_all(state: State, events: list[Fact]) -> None:
    """Ruling 11: before each market turn and before The Machine's turn."""
    fill(state, state.blueprints, events)
    fill(state, state.contractors, events)


def fill(state: State, shelf: Shelf, events: list[Fact]) -> None:
    """Ruling 11: empty slots are filled from the left as long as there are cards."""
    while None in shelf.row and not shelf.deck.is_spent:
        refill(state, shelf, shelf.row.index(None), events)


def refill(state: State, shelf: Shelf, slot: int, events: list[Fact]) -> None:
    """Lay the top card into the slot; whatever lay there is gone."""
    shelf.row[slot] = card = draw_one(state, shelf, events)
    if card is not None:
        shelf.since[slot] = state.round
        events.append(("arrived", None, (shelf.deck.name, card)))


def draw_one(state: State, shelf: Shelf, events: list[Fact]) -> str | None:
    deck = shelf.deck
    shuffles = deck.shuffles
    card = deck.draw(state.luck)
    if deck.shuffles != shuffles:
        events.append(("reshuffled", None, (deck.name,)))
    return card


def sweep(shelf: Shelf) -> None:
    """Ruling 4: swept cards go to the discard pile before the row is filled."""
    shelf.deck.discards += [card for card in shelf.row if card is not None]
    shelf.row = [None] * len(shelf.row)


def reveal(state: State, seat: int, events: list[Fact]) -> str | None:
    """Turn up the top blueprint for all to see; it is not in the deck any more."""
    card = draw_one(state, state.blueprints, events)
    if card is not None:
        events.append(("revealed", seat, (card,)))
    return card
