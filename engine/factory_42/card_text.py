"""Writes the text of a card from its data and effects."""

from engine.factory_42.board import IMPROVEMENTS
from engine.factory_42.cards import (
    COMMISSIONS,
    EVENTS,
    IMPROVEMENT_COSTS,
    INVENTIONS,
    ORDERS,
    QUALITIES,
    Commission,
    EventCard,
    Invention,
    Order,
)
from engine.factory_42.labels import cost_words
from engine.factory_42.market import MARKETS, Market
from engine.factory_42.nouns import IMPROVEMENT_NAMES, amounts, listed, resource_name
from engine.kernel.phrases import capital, joined, plural


def card(name: str) -> str:
    """Write everything about a card or an improvement."""
    if name in ORDERS:
        return _order(ORDERS[name])
    if name in COMMISSIONS:
        return _commission(COMMISSIONS[name])
    if name in INVENTIONS:
        return _invention(INVENTIONS[name])
    if name in EVENTS:
        return _event(EVENTS[name])
    if name in IMPROVEMENTS:
        return _improvement(name)
    return _market(MARKETS[name])


def effect(name: str) -> str:
    """Say what an Invention or an event does."""
    if name in EVENTS:
        return " ".join(each.text for each in EVENTS[name].effects) or "Nothing else happens."
    invention = INVENTIONS[name].effect
    return f"{capital(invention.text)}." if invention else "It has never worked."


def _order(order: Order) -> str:
    lines = [
        f"{quality.capitalize()}: {cost_words(order.costs[quality], 0)}"
        f"{_rosettes(order.rosettes[quality])}."
        for quality in QUALITIES
    ]
    return (
        f"{order.name} (Government Order). {order.steam} Steam. {' '.join(lines)} "
        f"Brings {amounts(order.allocation)} into the Pool."
    )


def _rosettes(count: int) -> str:
    return f" → {plural(count, 'Rosette')}" if count else ""


def _at_once(rosettes: int) -> str:
    return f" and {plural(rosettes, 'Rosette')} at once" if rosettes else ""


def _commission(card: Commission) -> str:
    return (
        f"{card.name} (Commission). {plural(card.pieces, 'piece')}, each for "
        f"{cost_words(card.cost)}: {card.vp} VP at scoring"
        f"{_at_once(card.rosettes)}."
    )


def _invention(card: Invention) -> str:
    uses = f" It can be used {plural(card.uses, 'time')}." if card.uses else ""
    store = f" It stores up to {card.store} Private Steam." if card.store else ""
    return (
        f"{card.name} (Invention). {effect(card.id)}{uses}{store} Research: "
        f"{cost_words(card.cost)} → {card.vp} VP."
    )


def _event(card: EventCard) -> str:
    sentences = [f"The Pool gains {amounts(card.adds)}."] if any(card.adds) else []
    sentences += [f"The Pool loses {amounts(card.removes)}."] if any(card.removes) else []
    return " ".join([f"{card.name} (event).", *sentences, effect(card.id)])


def _market(card: Market) -> str:
    dashes = [resource_name(n) for n, price in enumerate(card.sell) if not price]
    nothing = f" It takes no {joined(dashes)}." if dashes else ""
    return (
        f"{card.name} (Market). Worth when sold: {listed_prices(card.sell)}.{nothing} "
        f"To buy: {listed_prices(card.buy)}."
    )


def listed_prices(prices: tuple[int, ...]) -> str:
    return ", ".join(f"{resource_name(n)} {price}" for n, price in enumerate(prices) if price)


def _improvement(name: str) -> str:
    row = IMPROVEMENTS[name]
    does = {
        "crane": "Both Manufacturia can use cubes from both Docks.",
        "incinerator": "While you make a good, you can burn cubes from your Warehouse for Private "
        f"Steam, and it stores up to {row.store}.",
    }.get(name, f"Your Warehouse has room for {row.room} more cubes.")
    cost = listed(IMPROVEMENT_COSTS[name].cubes)
    return f"{IMPROVEMENT_NAMES[name]} (improvement). {does} Research: {cost}."
