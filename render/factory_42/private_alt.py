"""What only the seat may read: its own pictures in words."""

from collections.abc import Sequence

from engine.factory_42 import pages as twins
from engine.factory_42.nouns import resource_name
from engine.factory_42.view import View
from engine.factory_42.words import left
from engine.kernel.phrases import many
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
    start = f"Placing, {many(own.meeples, 'meeple')} left."
    return fitting(
        f"{start} {alt.locations(view, names)} {_own(view, names)}",
        f"{start} {alt.locations(view, names)}",
    )


def _wanted(orders: int) -> str:
    return f", for {many(orders, 'open order')}" if orders else ""


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
    return fitting(one_line(twins.private(view, _names(names))))
