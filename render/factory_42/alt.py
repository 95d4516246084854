"""Describes the public pictures in words, from the same view: only what everybody may read."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.factory_42 import pages as twins
from engine.factory_42.board import BOARD
from engine.factory_42.card_text import card
from engine.factory_42.cards import ORDERS, QUALITIES
from engine.factory_42.labels import cost_words
from engine.factory_42.nouns import location_name
from engine.factory_42.phrases import card_name
from engine.factory_42.view import DealView, OrderView, PlayerView, View
from engine.kernel.phrases import capital, joined, plural
from render.alt import fitting, isolated, newest
from render.factory_42.moment import commissars_at, number_of, places, when, workers_at

EMPTY = "nobody"


def public(view: View) -> View:
    """Return the table as everybody sees it."""
    players = tuple(_public(view, player) for player in view.players)
    basket = replace(view.basket, cards=())
    return replace(view, seat=None, players=players, basket=basket, draft=None)


def _public(view: View, player: PlayerView) -> PlayerView:
    return player if view.result else replace(player, commissions=())


def one_line(text: str) -> str:
    """Join lines of text into sentences."""
    lines = (line.strip().removeprefix("- ") for line in text.splitlines())
    return f"{'. '.join(line.rstrip('.') for line in lines if line)}."


def _safe(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(isolated, names))


def locations(view: View, names: Sequence[str]) -> str:
    """Say who stands where, by the numbers in the picture."""
    safe = _safe(names)
    left = ", ".join(f"{safe[each.seat]} {each.meeples}" for each in view.players)
    shown = [place for place in places(view) if place not in ("bureaucracy", "scoring")]
    said = [f"{number_of(view, place)} {_place(view, place, safe)}" for place in shown]
    crowd = [line for line in said if not line.endswith(EMPTY)]
    start, end = f"{when(view)}. {_awaited(view, safe)}", f"Meeples left: {left}."
    return fitting(
        f"{start}{'. '.join(said)}. {end}",
        f"{start}{'. '.join(crowd)}. {end}",
        f"{start}{end} {'. '.join(crowd)}.",
    )


def _awaited(view: View, names: Sequence[str]) -> str:
    who = joined(names[seat] for seat in view.to_act)
    return f"Waiting for {who}. " if who else ""


def _place(view: View, place: str, names: Sequence[str]) -> str:
    title = capital(location_name(place).removeprefix("the "))
    if place in view.closed:
        return f"{title}: closed"
    workers, chairs = workers_at(view, place), commissars_at(view, place)
    said = [", ".join(names[seat] for seat in workers)] if workers else []
    free = view.slots[place] - len(workers) if place in view.slots else 0
    said += [f"{free} free"] if free and workers else []
    said += [f"Commissar {joined(names[seat] for seat in chairs)}"] if chairs else []
    return f"{title}: {', '.join(said) or EMPTY}"


def orders(view: View, names: Sequence[str]) -> str:
    """Say what each order costs and who has made it; if names are long, only how many have."""
    safe = _safe(names)
    made = sum(bool(order.makers) for order in view.orders)
    start = f"Orders, {when(view)}, {made} of {len(view.orders)} made. "
    if not view.orders:
        return f"{start}There are none yet."
    named = [f"{_order(each)}{_makers(each, safe)}" for each in view.orders]
    counted = [f"{_order(each)}{_made(each)}" for each in view.orders]
    short = [f"{card_name(each.name)}{_made(each)}" for each in view.orders]
    return fitting(*(f"{start}{'. '.join(said)}." for said in (named, counted, short)))


def _order(order: OrderView) -> str:
    row = ORDERS[order.name]
    levels = (
        f"{quality} {cost_words(row.costs[quality], 0)}{_rosettes(row.rosettes[quality])}"
        for quality in QUALITIES
    )
    waits = f", {plural(order.rosettes, 'Rosette')} for the first" if order.rosettes else ""
    return f"{row.name} ({row.steam} Steam{waits}): {'; '.join(levels)}"


def _rosettes(count: int) -> str:
    return f" for {plural(count, 'Rosette')}" if count else ""


def _makers(order: OrderView, names: Sequence[str]) -> str:
    said = joined(f"{names[seat]} ({quality})" for seat, quality in order.makers)
    return f"; made by {said}" if said else ""


def _made(order: OrderView) -> str:
    return f"; made by {len(order.makers)}" if order.makers else ""


def pool(view: View) -> str:
    """Describe the Pool, and the event and the Market below it."""
    rail = one_line(twins.pool(public(view)))
    event = f" {card(view.event)}" if view.event else ""
    market = f" {card(view.market)}" if view.market else ""
    return fitting(f"{rail}{event}{market}", f"{rail}{event}", rail)


def rail(view: View) -> str:
    return fitting(one_line(twins.pool(public(view))))


def player(view: View, player: PlayerView, names: Sequence[str], page: int) -> str:
    shown = public(view)
    said = one_line(twins.board(shown, shown.players[player.seat], _safe(names)))
    return fitting(f"More cards of {said}" if page else said)


def ending(view: View, names: Sequence[str]) -> str:
    verdict, *places = twins.ending(view, _safe(names)).splitlines()
    return fitting(f"{verdict} {'; '.join(each.strip() for each in places)}.")


def deals(view: View, shown: Sequence[DealView], names: Sequence[str]) -> str:
    said = [twins.deal_words(each, _safe(names)) for each in shown]
    return newest(f"Deals of round {view.round}: ", [*reversed(said)])


def guild(view: View, names: Sequence[str]) -> str:
    prices = ", ".join(map(str, BOARD.guild.steam))
    workers = [isolated(names[seat]) for seat in view.workers.get("guild", ())]
    there = f" Workers by slot: {', '.join(workers)}." if workers else ""
    cards = " ".join(card(name) for name in view.inventions) or "No Invention is left."
    start = f"The Inventors' Guild, Steam {view.steam}. Price by slot: {prices} Steam.{there}"
    short = ", ".join(map(card_name, view.inventions))
    return fitting(f"{start} {cards}", f"{start} {short}.")
