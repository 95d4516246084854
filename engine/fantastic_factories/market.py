"""Fill, sweep and reveal the two rows of the market from their decks."""

from engine.fantastic_factories.state import Shelf, State
from engine.kernel.events import Fact


def fill_all(state: State, events: list[Fact]) -> None:
    """Fill both rows, before each market turn and before The Machine's turn (ruling 11)."""
    fill(state, state.blueprints, events)
    fill(state, state.contractors, events)


def fill(state: State, shelf: Shelf, events: list[Fact]) -> None:
    """Fill empty slots from the left as long as there are cards (ruling 11)."""
    while None in shelf.row and not shelf.deck.is_spent:
        refill(state, shelf, shelf.row.index(None), events)


def refill(state: State, shelf: Shelf, slot: int, events: list[Fact]) -> None:
    """Lay the top card into the slot, in place of the card that was there."""
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
    """Discard the whole row before it is filled again (ruling 4)."""
    shelf.deck.discards += [card for card in shelf.row if card is not None]
    shelf.row = [None] * len(shelf.row)


def reveal(state: State, seat: int, events: list[Fact]) -> str | None:
    """Turn up the top blueprint for all to see and take it out of the deck."""
    card = draw_one(state, state.blueprints, events)
    if card is not None:
        events.append(("revealed", seat, (card,)))
    return card
