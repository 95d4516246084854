"""Describes a seat's own pictures in words, for that seat only."""

from collections.abc import Sequence

from engine.factory_42 import pages as twins
from engine.factory_42.card_text import card, listed_prices
from engine.factory_42.labels import label
from engine.factory_42.nouns import resource_name
from engine.factory_42.phrases import clause
from engine.factory_42.plan_states import line_states
from engine.factory_42.plans import AUTOPILOT
from engine.factory_42.view import View
from engine.factory_42.words import left
from engine.kernel.codes import Action
from engine.kernel.phrases import plural
from render.alt import fitting, isolated
from render.factory_42 import alt
from render.factory_42.alt import one_line


def _names(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(isolated, names))


def _own(view: View, names: Sequence[str]) -> str:
    own = view.own
    assert own
    return one_line(twins.board(view, own, _names(names)))


def placing(view: View, names: Sequence[str]) -> str:
    own = view.own
    assert own
    event = f" {card(view.event)}" if view.event else ""
    start = f"Placing, {plural(own.meeples, 'meeple')} left.{event}"
    return fitting(
        f"{start} {alt.locations(view, names)} {_own(view, names)}",
        f"{start} {alt.locations(view, names)}",
    )


def plan(view: View, lines: Sequence[Action], names: Sequence[str]) -> str:
    """List all lines of a plan in order."""
    own = [line for line in lines if line != AUTOPILOT]
    states = [f": {state.why}" if state.why else "" for state in line_states(own, view)]
    labels = [label(line, view, _names(names)) for line in own]
    said = [
        f"{n} {words}{state}"
        for n, (words, state) in enumerate(zip(labels, states, strict=True), 1)
    ]
    rest = "the autopilot decides" if AUTOPILOT in lines else "I wait for you"
    return fitting(f"Your plan, only you see it. {'. '.join(said)}. For everything else {rest}.")


def _wanted(orders: int) -> str:
    return f", for {plural(orders, 'open order')}" if orders else ""


def requisition(view: View, offers: Sequence[tuple[str, int, int, int, bool]]) -> str:
    said = [
        f"{resource_name(name)} {price}, {count} left{_wanted(wanted)}"
        for name, price, count, wanted, _ in offers
    ]
    own = view.own
    assert own
    store = f"Warehouse {sum(own.warehouse)} of {own.room}"
    return fitting(f"Requisition, {left(view)}. {'; '.join(said)}. {store}.")


def draft(view: View, names: Sequence[str]) -> str:
    draft, safe = view.draft, _names(names)
    assert draft
    other = safe[draft.other]
    said = [f"you will {clause(each, safe)}" for each in draft.me]
    said += [f"{other} will {clause(each, safe)}" for each in draft.you]
    return fitting(f"Your draft of a deal with {other}: {'; '.join(said) or 'nothing yet'}.")


def board(view: View, names: Sequence[str], page: int) -> str:
    secrets = one_line(twins.private(view, _names(names)))
    start = "More cards." if page else ""
    return fitting(f"{start} {_own(view, names)} {secrets}".strip())


def workshop(view: View, names: Sequence[str]) -> str:
    return fitting(f"{alt.orders(view, names)} {_own(view, names)}", alt.orders(view, names))


def rail(view: View, names: Sequence[str]) -> str:
    """Describe the rail, with those who will ship while something is loaded for them."""
    shippers = view.workers.get("shipping", ()) if view.phase in ("loading", "spiking") else ()
    who = ", ".join(isolated(names[seat]) for seat in shippers)
    said = f"{f'At Shipping: {who}. ' if who else ''}{alt.rail(view)}"
    return fitting(f"{said} {_own(view, names)}", said)


def trading(view: View, names: Sequence[str]) -> str:
    market = f"Worth when sold: {listed_prices(view.sells)}. To buy: {listed_prices(view.buys)}."
    event = card(view.event) if view.event else ""
    return fitting(f"Trading. {market} {event} {_own(view, names)}", f"Trading. {market}")
