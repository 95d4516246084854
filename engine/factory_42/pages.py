"""The text version of each picture: says in words all that the picture shows."""

from collections.abc import Iterable

from engine.factory_42.card_text import effect, listed_prices
from engine.factory_42.cards import ORDERS, QUALITIES
from engine.factory_42.labels import cost_words
from engine.factory_42.log import terms
from engine.factory_42.nouns import LOCATION_NAMES, listed
from engine.factory_42.phrases import card_name, clause
from engine.factory_42.state import OWN_BOARD
from engine.factory_42.view import CarView, DealView, OrderView, PlayerView, View
from engine.kernel.game import Names, Result
from engine.kernel.phrases import joined, plural

DECKS = {
    "order": "orders",
    "market": "Market",
    "event": "events",
    "invention": "Inventions",
    "commission": "Commissions",
    "refused": "refused Commissions",
}


def pages(view: View, names: Names) -> dict[str, str]:
    """Write the text for each picture, by its name; secrets appear only in their owner's view."""
    texts = {
        "orders": orders(view, names),
        "pool": pool(view),
        "locations": locations(view, names),
    }
    for player in view.players:
        texts[f"player {player.seat}"] = board(view, player, names)
    if view.deals:
        texts["deals"] = deals(view, names)
    if view.seat is not None:
        texts["private"] = private(view, names)
    if view.result:
        texts["result"] = ending(view, names)
    return texts


# --- the shared board ---------------------------------------------------------------------------


def orders(view: View, names: Names) -> str:
    last = " (the last one)" if view.round == view.last_round else ""
    lines = [f"Round {view.round} of {view.last_round}{last}"]
    if view.event:
        lines.append(f"  Event: {card_name(view.event)}. {effect(view.event)}")
    if not view.orders:
        lines.append("  no Government Orders yet")
    for order in view.orders:
        lines += _order(order, names)
    if view.market:
        lines.append(f"  Market: {card_name(view.market)}")
        lines.append(f"  - worth when sold: {listed_prices(view.sells)}")
        lines.append(f"  - to buy: {listed_prices(view.buys)}")
    decks = ", ".join(f"{DECKS[kind]} {count}" for kind, count in view.decks.items())
    lines.append(f"  Cards left: {decks}")
    return "\n".join(lines)


def _order(order: OrderView, names: Names) -> list[str]:
    card = ORDERS[order.name]
    extra = f", {plural(order.rosettes, 'Rosette')} for the first" if order.rosettes else ""
    lines = [f"  {card.name}: {card.steam} Steam{extra}"]
    for quality in QUALITIES:
        gained = card.rosettes[quality]
        brings = f" → {plural(gained, 'Rosette')}" if gained else ""
        lines.append(f"  - {quality}: {cost_words(card.costs[quality], 0)}{brings}")
    if order.makers:
        made = joined(f"{names[seat]} ({quality})" for seat, quality in order.makers)
        lines.append(f"  - made by {made}")
    return lines


def pool(view: View) -> str:
    lines = [
        f"Pool: {listed(view.pool, 'empty')}",
        f"  Steam {view.steam}{_gauge(view)}",
        *([f"  Being loaded: {_cars((view.loading,))}"] if view.loading else []),
        f"  Track: {_cars(view.track) or 'empty'}",
        f"  Station: {_cars([car for car in view.station if car != view.loading]) or 'empty'}",
        f"  Tower: {listed(view.tower, 'empty')}",
        f"  Bag: {listed(view.bag, 'empty')}",
    ]
    if any(view.drawn):
        lines.append(f"  Drawn: {listed(view.drawn)}")
    lines.append(f"  Supply: {listed(view.supply, 'empty')}, {plural(view.rosettes, 'Rosette')}")
    return "\n".join(lines)


def _gauge(view: View) -> str:
    if view.ruptured:
        return " (the boiler has burst)"
    return f" (the boiler bursts at {view.rupture_at})"


def _cars(cars: Iterable[CarView]) -> str:
    return ", ".join(f"{car.number} ({listed(car.load, 'empty')})" for car in cars)


def locations(view: View, names: Names) -> str:
    lines = ["Locations"]
    for place, slots in view.slots.items():
        workers = [names[seat] for seat in view.workers.get(place, ())]
        free = slots - len(workers)
        parts = [", ".join(workers)] if workers else []
        parts += [plural(free, "free slot")] if free else []
        if place in view.commissars:
            parts.append(f"Commissar {names[view.commissars[place]]}")
        if place in view.closed:
            parts = ["closed this round"]
        lines.append(f"  {_place_name(place)}: {', '.join(parts)}")
    if view.inventions:
        lines.append(f"  The Guild shows {joined(map(card_name, view.inventions))}")
    return "\n".join(lines)


def _place_name(place: str) -> str:
    return LOCATION_NAMES[place].removeprefix("the ")


# --- players ------------------------------------------------------------------------------------


def board(view: View, player: PlayerView, names: Names) -> str:
    start = ", Starting Player" if player.seat == view.first else ""
    lines = [
        f"{names[player.seat]}: {player.vp} VP, {plural(player.rosettes, 'Rosette')}{start}",
        f"  Warehouse {sum(player.warehouse)}/{player.room}: {listed(player.warehouse, 'empty')}",
    ]
    for number, car in enumerate(player.docks, 1):
        load = f"Railcar {car.number} ({listed(car.load, 'empty')})" if car else "open"
        lines.append(f"  Dock {number}: {load}")
    if player.meeples:
        lines.append(f"  {plural(player.meeples, 'meeple')} to place")
    lines += _at(player)
    if player.store:
        lines.append(f"  Private Steam {player.private}/{player.store}")
    lines += [f"  {line}" for line in _cards(view, player)]
    return "\n".join(lines)


def _at(player: PlayerView) -> list[str]:
    own = [place for place in OWN_BOARD if place in player.at]
    chairs = [place for place in OWN_BOARD if place in player.commissar_at]
    lines = [f"  Worker at {joined(map(_place_name, own))}"] if own else []
    return lines + ([f"  Commissar at {joined(map(_place_name, chairs))}"] if chairs else [])


def _cards(view: View, player: PlayerView) -> list[str]:
    uses = [
        f"{card_name(name)}{f' ({left} left)' if left else ''}"
        for name, left in player.inventions.items()
    ]
    begun = [f"{card_name(name)} ({left} left)" for name, left in player.begun.items()]
    parts = {
        "Improvements": list(map(card_name, player.improvements)),
        "Inventions": uses,
        "Not researched": list(map(card_name, player.unresearched)),
        "Used up": list(map(card_name, player.spent)),
        "Commissions begun": begun,
        "Commissions finished": list(map(card_name, player.finished)),
        "Orders this round": list(map(card_name, player.completed)),
        "Commissions this round": list(map(card_name, player.pieces)),
    }
    lines = [f"{title}: {', '.join(cards)}" for title, cards in parts.items() if cards]
    if player.commission_count and player.seat != view.seat:
        lines.append(plural(player.commission_count, "secret Commission"))
    return lines


def private(view: View, names: Names) -> str:
    """Write what only the viewer sees."""
    own = view.own
    assert own
    lines = ["Only you see this"]
    lines += [f"  Commission: {card_name(name)}" for name in own.commissions]
    lines += [f"  Just drawn: {card_name(name)}" for name in view.basket.cards]
    if view.draft:
        other = names[view.draft.other]
        lines.append(f"  Your draft of a deal with {other}")
        lines += [f"  - you will {clause(each, names)}" for each in view.draft.me]
        lines += [f"  - {other} will {clause(each, names)}" for each in view.draft.you]
    return "\n".join(lines) if lines[1:] else "You have no secrets"


# --- deals --------------------------------------------------------------------------------------


def deals(view: View, names: Names) -> str:
    """Write the deals of this round."""
    now = [deal for deal in view.deals if deal.round == view.round]
    lines = [f"  {deal_words(deal, names)}" for deal in now]
    return "\n".join(["Deals of this round", *lines]) if lines else "No deals this round"


def deal_words(deal: DealView, names: Names) -> str:
    one, other = (names[seat] for seat in deal.sides)
    state = deal.status
    if state == "judged":
        state = f"broken by {joined(names[s] for s in deal.broken)}" if deal.broken else "kept"
    return f"{deal.number}, {state}: {terms(one, other, *deal.clauses, names)}"


# --- the end ------------------------------------------------------------------------------------

_PARTS = {
    "track": "on the track",
    "rosettes": "for Rosettes",
    "unresearched": "for unresearched Inventions",
    "cubes": "for the fullest Warehouse",
    "improvements": "for the most improvements",
    "commissions": "for the most Commissions",
    "inventions": "for the most Inventions",
}


def ending(view: View, names: Names) -> str:
    """Write the final ranking, and why it came out that way."""
    result = view.result
    assert result
    ranked = sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat])
    lines = [f"  {result.ranks[seat]}. {_score(result, names, seat)}" for seat in ranked]
    return "\n".join([verdict(result, names), *lines])


def _score(result: Result, names: Names, seat: int) -> str:
    parts = [f"{n} {_PARTS[kind]}" for kind, n in result.parts[seat].items() if n]
    return f"{names[seat]}: {result.scores[seat]} VP ({', '.join(parts) or 'nothing'})"


def verdict(result: Result, names: Names) -> str:
    winners = joined(names[seat] for seat in result.winners)
    points = result.scores[result.winners[0]]
    if result.reason == "shared":
        return f"{winners} share the win with {points} VP."
    by = ", more Rosettes decide" if result.reason == "rosettes" else ""
    return f"{winners} wins with {points} VP{by}!"
