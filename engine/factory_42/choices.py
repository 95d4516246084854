"""How the panel shows each action: its text on a button, and what it brings in a list."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.factory_42.board import BOARD
from engine.factory_42.card_text import effect
from engine.factory_42.cards import INVENTIONS, ORDERS
from engine.factory_42.labels import label
from engine.factory_42.log import terms
from engine.factory_42.nouns import amount, listed, resource_name
from engine.factory_42.paying import payment_for
from engine.factory_42.payment import Payment
from engine.factory_42.phrases import card_name, count_in, counted
from engine.factory_42.places import place_of, split
from engine.factory_42.resources import BURN, INCINERATE, INDEX, POINTS
from engine.factory_42.slots import commissar_gives, worker_gives
from engine.factory_42.view import View
from engine.kernel.codes import Action
from engine.kernel.game import Names
from engine.kernel.panel import SHORT, Choice
from engine.kernel.phrases import capital, clipped, plural

MakeChoice = Callable[[Sequence[Any], View, Names], Choice]


def choice(action: Action, view: View, names: Names) -> Choice:
    verb, *args = action
    make_choice = _CHOICES.get(str(verb))
    if make_choice:
        return make_choice(args, view, names)
    long = label(action, view, names)
    return Choice(short(long), long)


def short(text: str) -> str:
    """Cut a text to what fits on a button."""
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"


def _cubes(args: Sequence[Any], gives: str, long: str = "") -> Choice:
    """Offer a number of cubes of one kind."""
    text = counted(args)
    return Choice(text, long or text, gives, emoji=str(args[0]))


# --- placing ------------------------------------------------------------------------------------


def planned_gives(line: Action, view: View, names: Names) -> str:
    """What a placement brings that stands in a plan, as the location is now."""
    verb, *args = line
    gives = {"place": worker_gives, "commissar": commissar_gives}.get(str(verb))
    return gives(view, place_of(split(args)[0]), names) if gives else ""


def _place(args: Sequence[Any], view: View, names: Names) -> Choice:
    long = label(("place", *args), view, names)
    return Choice(short(long), long, worker_gives(view, place_of(tuple(args)), names))


def _commissar(args: Sequence[Any], view: View, names: Names) -> Choice:
    long = label(("commissar", *args), view, names)
    return Choice(short(long), long, commissar_gives(view, place_of(tuple(args)), names))


# --- the rails ----------------------------------------------------------------------------------


def _points(verb: str) -> MakeChoice:
    def make_choice(args: Sequence[Any], view: View, names: Names) -> Choice:
        resource = INDEX[args[0]]
        points = POINTS[resource] * count_in(args)
        own = points - view.basket.pool_points if verb == "pool" else 0
        price = plural(points, "point") + (f", {own} of them your own" if own > 0 else "")
        parts = [price, f"{view.supply[resource]} left", *_wanted(view, resource)]
        return _cubes(args, " · ".join(parts))

    return make_choice


def _wanted(view: View, resource: int) -> list[str]:
    """Name the first order that nobody has made yet and that needs this cube."""
    for order in view.orders:
        card = ORDERS[order.name]
        if not order.makers and any(cost.cubes[resource] for cost in card.costs.values()):
            return [f"for {card.name}"]
    return []


def _car(args: Sequence[Any], view: View, names: Names) -> Choice:
    load = next(car.load for car in view.station if car.number == args[0])
    text = f"Railcar {args[0]} · {sum(load)} of {BOARD.railcar_room}"
    return Choice(text, text, f"holds {listed(load)}")


def _load(args: Sequence[Any], view: View, names: Names) -> Choice:
    resource = INDEX[args[0]]
    return _cubes(args, " · ".join([f"{view.pool[resource]} there", *_wanted(view, resource)]))


def _bag(args: Sequence[Any], view: View, names: Names) -> Choice:
    return _cubes(args, f"{view.supply[INDEX[args[0]]]} left")


def _spike(args: Sequence[Any], view: View, names: Names) -> Choice:
    place, car = next((n, car) for n, car in enumerate(view.track, 1) if car.number == args[1])
    text = f"{amount(1, args[0])} → Railcar {car.number}"
    gives = f"place {place} on the track · holds {listed(car.load)}"
    return Choice(short(text), text, gives, emoji=args[0])


def _ship(args: Sequence[Any], view: View, names: Names) -> Choice:
    _, seat, dock = args
    whose = "Your" if seat == view.seat else f"{clipped(names[seat])}'s"
    makes = f"manufacturium{dock}" in view.players[seat].at
    where = f"Manufacturium {dock}"
    gives = f"a Worker stands at {where}" if makes else f"no Worker stands at {where}"
    return Choice(short(f"{whose} Dock {dock}"), f"{whose} Dock {dock}", gives)


# --- steam, inventions, shops -------------------------------------------------------------------


def _burn(args: Sequence[Any], view: View, names: Names) -> Choice:
    heat = BURN[INDEX[args[0]]] * count_in(args)
    after = view.steam + heat
    long = f"{counted(args)} → {heat} Steam"
    if view.ruptured:
        low = max(view.steam, min(BOARD.steam.rupture_to, after))
        return _cubes(args, f"the boiler has burst: Steam {view.steam} → {low}", long)
    bursts = ": the boiler bursts!" if after >= view.rupture_at else ""
    return _cubes(args, f"Steam {view.steam} → {after} of {view.rupture_at}{bursts}", long)


def _incinerate(args: Sequence[Any], view: View, names: Names) -> Choice:
    heat = INCINERATE[INDEX[args[0]]] * count_in(args)
    assert view.own
    gives = f"your store has {view.own.private} of {view.own.store}"
    return _cubes(args, gives, f"{counted(args)} → {heat} Private Steam")


def _operate(args: Sequence[Any], view: View, names: Names) -> Choice:
    long = label(("operate", *args), view, names)
    return Choice(short(card_name(args[0])), long, capital(INVENTIONS[args[0]].effect.text))


def _take(args: Sequence[Any], view: View, names: Names) -> Choice:
    long = label(("take", *args), view, names)
    return Choice(short(card_name(args[0])), long, effect(args[0]))


def _keep(args: Sequence[Any], view: View, names: Names) -> Choice:
    long = label(("keep", *args), view, names)
    if args[0] in INDEX:
        return Choice(short(long), long, emoji=args[0])
    return Choice(short(card_name(args[0])), long)


def _sell(args: Sequence[Any], view: View, names: Names) -> Choice:
    dock, cubes = (f" from Dock {args[1]}", args[2:]) if args[0] == "dock" else ("", args)
    worth = view.sells[INDEX[cubes[0]]] * count_in(cubes)
    return _cubes(cubes, f"worth {worth}", f"{counted(cubes)}{dock}")


def _buy(args: Sequence[Any], view: View, names: Names) -> Choice:
    cost = view.buys[INDEX[args[0]]] * count_in(args)
    wanted = _wanted(view, INDEX[args[0]])
    return _cubes(args, " · ".join([f"costs {cost} of {view.basket.worth}", *wanted]))


def _fee(args: Sequence[Any], view: View, names: Names) -> Choice:
    assert view.own
    return _cubes(args, f"you have {view.own.warehouse[INDEX[args[0]]]}")


# --- goods --------------------------------------------------------------------------------------


def _payable(verb: str) -> MakeChoice:
    def make_choice(args: Sequence[Any], view: View, names: Names) -> Choice:
        long = label((verb, *args), view, names)
        payment = _payment(payment_for(view, (verb, *args)))
        paid = [] if payment in long else [f"you pay {payment}"]
        gives = " · ".join([*_brings(args[0], view), *paid])
        return Choice(short(card_name(args[0])), long, gives)

    return make_choice


def _brings(name: str, view: View) -> list[str]:
    """Say what scoring brings for an order; the label has all else."""
    makers = [order.makers for order in view.orders if order.name == name]
    if not makers:
        return []
    if any(seat == view.seat for seat, _ in makers[0]):
        return ["you have made it: it counts once"]
    return [f"{BOARD.scoring.order_vp} VP at scoring"]


def _payment(payment: Payment) -> str:
    parts = [listed(payment.given, "")]
    parts += ["the slot's Magic"] if payment.uses_slot else []
    parts += [f"{payment.public} Steam"] if payment.public else []
    parts += [f"{payment.private} Private Steam"] if payment.private else []
    return ", ".join(filter(None, parts)) or "nothing"


def _hold(args: Sequence[Any], view: View, names: Names) -> Choice:
    long = capital(label(("hold", *args), view, names))
    emoji = args[0] if args[0] in INDEX else ""
    return Choice(short(long), long, "I'll pay with something else, if that's possible", emoji)


def _director(args: Sequence[Any], view: View, names: Names) -> Choice:
    long = label(("director", *args), view, names)
    return Choice(director_price(args[0]), long)


def director_price(word: str) -> str:
    numbers = BOARD.research
    got = f"{numbers.director_vp} VP" if word == "vp" else f"{numbers.director_magic} Magic"
    return f"{plural(numbers.director_rosettes, 'Rosette')} → {got}"


# --- the end of a round, and what is no move ----------------------------------------------------


def _bribe(args: Sequence[Any], view: View, names: Names) -> Choice:
    text = f"Bribe: 1 {resource_name(args[0])} → {BOARD.accounting.bribe_vp} VP"
    return Choice(text, text, emoji=args[0])


def _cheat(args: Sequence[Any], view: View, names: Names) -> Choice:
    return Choice(CHEAT, label(("cheat", *args), view, names))


def _done(args: Sequence[Any], view: View, names: Names) -> Choice:
    return Choice(DONE_SAYS.get(view.asks, "Done"), label(("done", *args), view, names))


def _propose(args: Sequence[Any], view: View, names: Names) -> Choice:
    return Choice(deal_with(names[args[0]]), label(("propose", *args), view, names))


def deal_with(name: str) -> str:
    return short(f"Deal with {name}")


def _answer(verb: str) -> MakeChoice:
    """Offer to accept, decline or withdraw a deal, with what it says."""

    def make_choice(args: Sequence[Any], view: View, names: Names) -> Choice:
        long = label((verb, *args), view, names)
        deal = next(deal for deal in view.deals if deal.number == args[0])
        short_names = [clipped(name) for name in names]
        me, you = (short_names[seat] for seat in deal.sides)
        return Choice(short(long), long, terms(me, you, *deal.clauses, short_names))

    return make_choice


_numbers = BOARD.accounting
BRIBE = f"Bribe: large cube → {_numbers.bribe_vp} VP"
FAVOR = f"Favor: {plural(_numbers.favour_rosettes, 'Rosette')} → {_numbers.favour_vp} VP"
FAME = f"Fame: {_numbers.fame_vp} VP → {plural(_numbers.fame_rosettes, 'Rosette')}"
CHEAT = f"Cheat: {_numbers.cheat_cubes} cubes → {_numbers.cheat_vp} VP"
BOTH, ONE = "Yes, both", "No, only one"  # Railcars that a Worker must ship
DONE_SAYS = {  # where it refuses something
    "take": "Take none",
    "enter": "Stay out",
    "commissar_enter": "Don't pay",
    "fee": "Don't pay",
    "make": "Make nothing",
}
_CHOICES: dict[str, MakeChoice] = {
    "place": _place,
    "commissar": _commissar,
    "own": _points("own"),
    "pool": _points("pool"),
    "car": _car,
    "load": _load,
    "bag": _bag,
    "spike": _spike,
    "ship": _ship,
    "double": lambda args, view, names: Choice(BOTH, label(("double",), view, names)),
    "single": lambda args, view, names: Choice(ONE, label(("single",), view, names)),
    "burn": _burn,
    "incinerate": _incinerate,
    "operate": _operate,
    "take": _take,
    "keep": _keep,
    "fee": _fee,
    "sell": _sell,
    "buy": _buy,
    "make": _payable("make"),
    "research": _payable("research"),
    "hold": _hold,
    "director": _director,
    "bribe": _bribe,
    "favour": lambda args, view, names: Choice(FAVOR, label(("favour",), view, names)),
    "fame": lambda args, view, names: Choice(FAME, label(("fame",), view, names)),
    "cheat": _cheat,
    "return": lambda args, view, names: Choice(
        f"Return Railcar {args[0]}", label(("return", *args), view, names)
    ),
    "done": _done,
    "propose": _propose,
    "send": lambda args, view, names: Choice("Send the offer", label(("send",), view, names)),
    "accept": _answer("accept"),
    "decline": _answer("decline"),
    "withdraw": _answer("withdraw"),
}


# --- what several actions have in common --------------------------------------------------------


def heading(beginning: Action, actions: Sequence[Action]) -> str:
    """Title a group of actions that begin alike; the group opens a list of its own."""
    *_, last = beginning or ("",)
    if len(beginning) == 1 and last in _VERBS:
        return _VERBS[str(last)]
    if beginning[:1] == ("draw",):
        return f"{_sizes(beginning[1:])} …"
    if beginning[:2] == ("sell", "dock") and last not in INDEX:
        return f"From Dock {last}" if last != "dock" else "From a Dock"
    if last in INDEX and all(isinstance(action[-1], int) for action in actions):
        if beginning[0] == "spike":
            return f"{amount(1, str(last))} → Railcar …"
        counts = [int(action[-1]) for action in actions]
        dock = f" from Dock {beginning[2]}" if beginning[:2] == ("sell", "dock") else ""
        return f"{resource_name(str(last))}{dock}: {min(counts)} to {max(counts)}"
    return ""


_VERBS = {
    "own": "Take for yourself …",
    "pool": "Put into the Pool …",
    "take": "Take at the Inventors' Guild …",
    "make": "Make …",
    "lose": "Pay for open orders …",
}


def _sizes(args: Sequence[Any]) -> str:
    """Write `small 2 medium` as “2 small, some medium”."""
    parts = [f"{args[n + 1]} {args[n]}" for n in range(0, len(args) - 1, 2)]
    parts += [f"some {args[-1]}"] if len(args) % 2 else []
    return ", ".join(parts) or "Name the sizes"
