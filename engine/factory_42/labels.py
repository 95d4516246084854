"""Texts of buttons: what an action does, costs and brings, in at most 80 characters."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS, IMPROVEMENT_COSTS, INVENTIONS, ORDERS, Cost
from engine.factory_42.nouns import listed, location_name, resource_name
from engine.factory_42.phrases import (
    card_name,
    cheated,
    clause,
    count_in,
    counted,
    imperative,
    sizes,
)
from engine.factory_42.places import place_of
from engine.factory_42.plans import PlanLine, plan_line
from engine.factory_42.resources import BURN, CATEGORIES, INDEX, MAGIC, POINTS
from engine.factory_42.view import View
from engine.kernel.codes import UNDO, Action
from engine.kernel.game import Names
from engine.kernel.phrases import capital, clipped, plural

Label = Callable[[Sequence[Any], View, Names], str]
MAX_LABEL = 80


def label(action: Action, view: View, names: Names) -> str:
    if action == UNDO:
        return f"Undo: {imperative(view.undo.action)}"[:MAX_LABEL] if view.undo.action else "Undo"
    verb, *args = action
    make_label = _LABELS.get(str(verb))
    return (make_label(args, view, names) if make_label else capital(imperative(action)))[
        :MAX_LABEL
    ]


def cost_words(cost: Cost, steam: int | None = None) -> str:
    """Write a cost as “2 Wood, 1 any Metal, 1 Steam”."""
    parts = [listed(cost.cubes, "")]
    kinds = zip(cost.wild, CATEGORIES, strict=True)
    parts += [f"{count} any {kind.capitalize()}" for count, kind in kinds if count]
    heat = cost.steam if steam is None else steam
    parts += [f"{heat} Steam"] if heat else []
    return ", ".join(filter(None, parts))


def _place(args: Sequence[Any], view: View, names: Names) -> str:
    line = plan_line(("place", *args))
    is_now = view.asks == "place" and view.seat in view.to_act  # else it is a line of a plan
    if is_now and not line.condition and line.place in view.slots:
        slot = len(view.workers.get(line.place, ())) + 1
        fee = f" · {plural(view.fee, 'Rosette')}" if line.place == view.fee_at else ""
        return f"Worker to {location_name(line.place)} · slot {slot}{fee}"
    return _sent("Worker", line)


def _commissar(args: Sequence[Any], view: View, names: Names) -> str:
    return _sent("Commissar", plan_line(("commissar", *args)))


def _sent(meeple: str, line: PlanLine) -> str:
    assert line.place
    return f"{meeple} to {location_name(line.place)} {line.condition}".rstrip()


def _points(verb: str, where: str) -> Label:
    def make_label(args: Sequence[Any], view: View, names: Names) -> str:
        points = POINTS[INDEX[args[0]]] * count_in(args)
        return f"{verb} {counted(args)} {where} · {plural(points, 'point')}"

    return make_label


def _car(args: Sequence[Any], view: View, names: Names) -> str:
    load = next((car.load for car in view.station if car.number == args[0]), ())
    return f"Load Railcar {args[0]} ({listed(load, 'empty') if load else 'empty'})"


def _ship(args: Sequence[Any], view: View, names: Names) -> str:
    car, seat, dock = args
    load = next((each.load for each in view.track if each.number == car), ())
    whose = "your" if seat == view.seat else f"{clipped(names[seat])}'s"
    return f"Railcar {car} to {whose} Dock {dock} ({listed(load, 'empty')})"


def _burn(args: Sequence[Any], view: View, names: Names) -> str:
    return f"Burn {counted(args)} → {BURN[INDEX[args[0]]] * count_in(args)} Steam"


def _sell(args: Sequence[Any], view: View, names: Names) -> str:
    dock = f" from Dock {args[1]}" if args[0] == "dock" else ""
    cubes = args[2:] if dock else args
    worth = view.sells[INDEX[cubes[0]]] * count_in(cubes)
    return f"Sell {counted(cubes)}{dock} · worth {worth}"


def _buy(args: Sequence[Any], view: View, names: Names) -> str:
    cost = view.buys[INDEX[args[0]]] * count_in(args)
    return f"Buy {counted(args)} · {cost} of {view.basket.worth}"


def _take(args: Sequence[Any], view: View, names: Names) -> str:
    price = f" · {view.basket.points} Steam" if view.asks == "take" else ""  # else it is planned
    return f"Take {card_name(args[0])}{price}"


def _enter(args: Sequence[Any], view: View, names: Names) -> str:
    if view.asks != "commissar_enter":
        return f"Enter · {BOARD.embassy.steam} Steam"
    magic = min(BOARD.embassy.commissar_magic * view.paid, view.supply[MAGIC])
    return f"Pay {BOARD.embassy.steam} Steam → {magic} Magic"


def _keep(args: Sequence[Any], view: View, names: Names) -> str:
    if args[0] not in COMMISSIONS:
        return f"Keep 1 {resource_name(args[0])}"
    card = COMMISSIONS[args[0]]
    cost, brings = cost_words(card.cost), f" → {card.vp} VP, {card.pieces}×"
    return _fitting(
        f"Keep {card.name}: {cost}{brings}", f"Keep {card.name}: {_brief(cost)}{brings}"
    )


def _research(args: Sequence[Any], view: View, names: Names) -> str:
    name = args[0]
    cost = IMPROVEMENT_COSTS[name] if name in IMPROVEMENT_COSTS else INVENTIONS[name].cost
    vp = f" → {INVENTIONS[name].vp} VP" if name in INVENTIONS else ""
    head = f"Research {card_name(name)}"
    return _fitting(f"{head} · {cost_words(cost)}{vp}", f"{head} · {_brief(cost_words(cost))}{vp}")


def _make(args: Sequence[Any], view: View, names: Names) -> str:
    name, *quality = args
    if not quality:
        card = COMMISSIONS[name]
        cost = cost_words(card.cost)
        return _fitting(
            f"Make {card.name} · {cost} → {card.vp} VP",
            f"Make {card.name} · {_brief(cost)} → {card.vp} VP",
        )
    order = ORDERS[name]
    gained = order.rosettes[quality[0]]
    brings = f" → {plural(gained, 'Rosette')}" if gained else ""
    head, needed = f"{order.name}, {quality[0].capitalize()}", order.costs[quality[0]]
    return _fitting(
        f"{head} · {cost_words(needed)}{brings}",
        f"{head} · {_brief(cost_words(needed))}{brings}",
        f"{head} · {_brief(cost_words(needed, 0))}{brings}",
        f"{head}{brings}",
    )


def _brief(cost: str) -> str:
    """Leave out the number 1: “Gold, 2 Wood”."""
    return cost.removeprefix("1 ").replace(", 1 ", ", ")


def _fitting(*labels: str) -> str:
    """Return the first text that fits on a button."""
    return next((label for label in labels if len(label) <= MAX_LABEL), labels[-1])


def _lose(args: Sequence[Any], view: View, names: Names) -> str:
    if args[0] == "vp":
        is_planned = view.asks != "lose"
        return f"Lose {BOARD.scoring.penalty_vp} VP{' for open orders' if is_planned else ''}"
    if view.asks != "lose":  # a line of a plan: nobody knows yet how many orders stay open
        return "Lose Rosettes for open orders"
    count = BOARD.scoring.penalty_rosettes * sum(not order.makers for order in view.orders)
    return f"Lose {plural(count, 'Rosette')}"


def _director(args: Sequence[Any], view: View, names: Names) -> str:
    got = "1 VP" if args[0] == "vp" else "1 Magic"
    return f"Spend {plural(BOARD.research.director_rosettes, 'Rosette')} as Director → {got}"


def _clause(args: Sequence[Any], view: View, names: Names) -> str:
    short_names = [clipped(name) for name in names]
    if args[0] == "me":
        return f"I'll {clause(args[1:], short_names)}"
    other = clipped(names[view.draft.other]) if view.draft else "They"
    return f"{other} will {clause(args[1:], short_names)}"


def _send(args: Sequence[Any], view: View, names: Names) -> str:
    return f"Send the offer to {clipped(names[view.draft.other])}" if view.draft else "Send it"


def _deal(verb: str) -> Label:
    def make_label(args: Sequence[Any], view: View, names: Names) -> str:
        deal = next((deal for deal in view.deals if deal.number == args[0]), None)
        if deal is None:
            return f"{verb} deal {args[0]}"
        other = deal.sides[0] if deal.sides[1] == view.seat else deal.sides[1]
        return f"{verb} deal {args[0]} with {clipped(names[other])}"

    return make_label


def _favor() -> str:
    numbers = BOARD.accounting
    return (
        f"Call in a favor · {plural(numbers.favour_rosettes, 'Rosette')} → {numbers.favour_vp} VP"
    )


def _fame() -> str:
    numbers = BOARD.accounting
    return f"Exploit your fame · {numbers.fame_vp} VP → {plural(numbers.fame_rosettes, 'Rosette')}"


_DONE = {
    "requisition": "Finish the requisition",
    "load": "Send the Railcar off",
    "bag": "Close the Bag",
    "spike": "Finish spiking",
    "burn": "Finish burning",
    "operate": "Finish operating",
    "take": "Take no Invention",
    "enter": "Stay out of the Embassy",
    "commissar_enter": "Don't pay",
    "fee": "Don't pay the fee",
    "trade": "Finish trading",
    "research": "Finish research",
    "make": "Make nothing",
    "incinerate": "Burn no more",
    "account": "Finish at Accounting",
    "cleanup": "Keep the rest",
    "start_cubes": "Take no more",
    "seal": "Take no more",
    "move": "Move no more",
}

_NOTHING = {  # before the first step
    "spike": "Spike nothing",
    "burn": "Burn nothing",
    "trade": "Don't trade",
    "account": "Do nothing here",
    "move": "Move nothing",
}


_LEFT_ALONE = {"cleanup": "Keep my Railcars as they are at Clean Up"}


def _done(args: Sequence[Any], view: View, names: Names) -> str:
    if args:
        where = place_of(tuple(args))
        return _LEFT_ALONE.get(where) or f"Do nothing at {location_name(where)}"
    nothing = "" if has_begun(view) else _NOTHING.get(view.asks)
    return nothing or _DONE.get(view.asks, "Done")


def has_begun(view: View) -> bool:
    """Whether something was done in the open basket."""
    basket = view.basket
    return bool(basket.count or basket.sold or basket.used)


_LABELS: dict[str, Label] = {
    "place": _place,
    "commissar": _commissar,
    "own": _points("Take", "for yourself"),
    "pool": _points("Put", "into the Pool"),
    "car": _car,
    "draw": lambda args, view, names: f"Draw {sizes(args)}",
    "ship": _ship,
    "burn": _burn,
    "sell": _sell,
    "buy": _buy,
    "take": _take,
    "enter": _enter,
    "keep": _keep,
    "fee": lambda args, view, names: f"Pay 1 {resource_name(args[0])} as the fee",
    "research": _research,
    "director": _director,
    "make": _make,
    "bribe": lambda args, view, names: f"Bribe with 1 {resource_name(args[0])} → 1 VP",
    "favour": lambda args, view, names: _favor(),
    "fame": lambda args, view, names: _fame(),
    "cheat": lambda args, view, names: f"Cheat with {', '.join(cheated(args))} → 1 VP",
    "lose": _lose,
    "double": lambda args, view, names: "Make the Worker ship both Railcars",
    "single": lambda args, view, names: "Let the Worker ship one Railcar",
    "ready": lambda args, view, names: "I'm ready",
    "pass": lambda args, view, names: "Pass: no slot is open",
    "done": _done,
    "propose": lambda args, view, names: f"Draft a deal with {clipped(names[args[0]])}",
    "clause": _clause,
    "drop": lambda args, view, names: "Drop the draft",
    "send": _send,
    "accept": _deal("Accept"),
    "decline": _deal("Decline"),
    "withdraw": _deal("Withdraw"),
    "autopilot": lambda args, view, names: "Let the autopilot decide what my plan doesn't cover",
}
