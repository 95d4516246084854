"""How each action stands in the panel: on a button, and in a list with what it brings."""

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
from engine.factory_42.phrases import card_name, counted
from engine.factory_42.places import place_of, split
from engine.factory_42.resources import BURN, INCINERATE, INDEX, POINTS
from engine.factory_42.slots import commissar_gives, worker_gives
from engine.factory_42.view import View
from engine.kernel.codes import Action
from engine.kernel.game import Names
from engine.kernel.panel import SHORT, Choice
from engine.kernel.phrases import capital, clipped, plural

Said = Callable[[Sequence[Any], View, Names], Choice]


def choice(action: Action, view: View, names: Names) -> Choice:
    verb, *rest = action
    said = _CHOICES.get(str(verb))
    if said:
        return said(rest, view, names)
    long = label(action, view, names)
    return Choice(short(long), long)


def short(text: str) -> str:
    """As much as a button has room for."""
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"


def _count(rest: Sequence[Any]) -> int:
    return int(rest[1]) if len(rest) > 1 else 1


def _cubes(rest: Sequence[Any], gives: str, long: str = "") -> Choice:
    """So many cubes of a kind."""
    said = counted(rest)
    return Choice(said, long or said, gives, emoji=str(rest[0]))


# --- placing ------------------------------------------------------------------------------------


def planned_gives(line: Action, view: View, names: Names) -> str:
    """What a placement brings that stands in a plan, as the location is now."""
    verb, *rest = line
    gives = {"place": worker_gives, "commissar": commissar_gives}.get(str(verb))
    return gives(view, place_of(split(rest)[0]), names) if gives else ""


def _place(rest: Sequence[Any], view: View, names: Names) -> Choice:
    long = label(("place", *rest), view, names)
    return Choice(short(long), long, worker_gives(view, place_of(tuple(rest)), names))


def _commissar(rest: Sequence[Any], view: View, names: Names) -> Choice:
    long = label(("commissar", *rest), view, names)
    return Choice(short(long), long, commissar_gives(view, place_of(tuple(rest)), names))


# --- the rails ----------------------------------------------------------------------------------


def _points(rest: Sequence[Any], view: View, names: Names) -> Choice:
    resource = INDEX[rest[0]]
    said = [plural(POINTS[resource] * _count(rest), "point"), f"{view.supply[resource]} left"]
    return _cubes(rest, " · ".join([*said, *_wanted(view, resource)]))


def _wanted(view: View, resource: int) -> list[str]:
    """The first order that nobody has made yet and that needs this cube."""
    for order in view.orders:
        card = ORDERS[order.name]
        if not order.makers and any(cost.cubes[resource] for cost in card.costs.values()):
            return [f"for {card.name}"]
    return []


def _car(rest: Sequence[Any], view: View, names: Names) -> Choice:
    load = next(car.load for car in view.station if car.number == rest[0])
    said = f"Railcar {rest[0]} · {sum(load)} of {BOARD.railcar_room}"
    return Choice(said, said, f"holds {listed(load)}")


def _load(rest: Sequence[Any], view: View, names: Names) -> Choice:
    resource = INDEX[rest[0]]
    return _cubes(rest, " · ".join([f"{view.pool[resource]} there", *_wanted(view, resource)]))


def _bag(rest: Sequence[Any], view: View, names: Names) -> Choice:
    return _cubes(rest, f"{view.supply[INDEX[rest[0]]]} left")


def _spike(rest: Sequence[Any], view: View, names: Names) -> Choice:
    place, car = next((n, car) for n, car in enumerate(view.track, 1) if car.number == rest[1])
    said = f"{amount(1, rest[0])} → Railcar {car.number}"
    gives = f"place {place} on the track · holds {listed(car.load)}"
    return Choice(short(said), said, gives, emoji=rest[0])


def _ship(rest: Sequence[Any], view: View, names: Names) -> Choice:
    _, seat, dock = rest
    whose = "Your" if seat == view.seat else f"{clipped(names[seat])}'s"
    makes = f"manufacturium{dock}" in view.players[seat].at
    where = f"Manufacturium {dock}"
    gives = f"a Worker stands at {where}" if makes else f"no Worker stands at {where}"
    return Choice(short(f"{whose} Dock {dock}"), f"{whose} Dock {dock}", gives)


# --- steam, inventions, shops -------------------------------------------------------------------


def _burn(rest: Sequence[Any], view: View, names: Names) -> Choice:
    heat = BURN[INDEX[rest[0]]] * _count(rest)
    after = view.steam + heat
    long = f"{counted(rest)} → {heat} Steam"
    if view.ruptured:
        low = max(view.steam, min(BOARD.steam.rupture_to, after))
        return _cubes(rest, f"the boiler has burst: Steam {view.steam} → {low}", long)
    bursts = ": the boiler bursts!" if after >= view.rupture_at else ""
    return _cubes(rest, f"Steam {view.steam} → {after} of {view.rupture_at}{bursts}", long)


def _incinerate(rest: Sequence[Any], view: View, names: Names) -> Choice:
    heat = INCINERATE[INDEX[rest[0]]] * _count(rest)
    assert view.own
    gives = f"your store has {view.own.private} of {view.own.store}"
    return _cubes(rest, gives, f"{counted(rest)} → {heat} Private Steam")


def _operate(rest: Sequence[Any], view: View, names: Names) -> Choice:
    long = label(("operate", *rest), view, names)
    return Choice(short(card_name(rest[0])), long, capital(INVENTIONS[rest[0]].effect.text))


def _take(rest: Sequence[Any], view: View, names: Names) -> Choice:
    long = label(("take", *rest), view, names)
    return Choice(short(card_name(rest[0])), long, effect(rest[0]))


def _keep(rest: Sequence[Any], view: View, names: Names) -> Choice:
    long = label(("keep", *rest), view, names)
    if rest[0] in INDEX:
        return Choice(short(long), long, emoji=rest[0])
    return Choice(short(card_name(rest[0])), long)


def _sell(rest: Sequence[Any], view: View, names: Names) -> Choice:
    dock, cubes = (f" from Dock {rest[1]}", rest[2:]) if rest[0] == "dock" else ("", rest)
    worth = view.sells[INDEX[cubes[0]]] * _count(cubes)
    return _cubes(cubes, f"worth {worth}", f"{counted(cubes)}{dock}")


def _buy(rest: Sequence[Any], view: View, names: Names) -> Choice:
    cost = view.buys[INDEX[rest[0]]] * _count(rest)
    wanted = _wanted(view, INDEX[rest[0]])
    return _cubes(rest, " · ".join([f"costs {cost} of {view.basket.worth}", *wanted]))


def _fee(rest: Sequence[Any], view: View, names: Names) -> Choice:
    assert view.own
    return _cubes(rest, f"you have {view.own.warehouse[INDEX[rest[0]]]}")


# --- goods --------------------------------------------------------------------------------------


def _paid(verb: str) -> Said:
    def said(rest: Sequence[Any], view: View, names: Names) -> Choice:
        long = label((verb, *rest), view, names)
        payment = payment_for(view, (verb, *rest))
        return Choice(short(card_name(rest[0])), long, f"you pay {_payment(payment)}")

    return said


def _payment(payment: Payment) -> str:
    said = [listed(payment.given, "")]
    said += ["the slot's Magic"] if payment.uses_slot else []
    said += [f"{payment.public} Steam"] if payment.public else []
    said += [f"{payment.private} Private Steam"] if payment.private else []
    return ", ".join(filter(None, said)) or "nothing"


def _hold(rest: Sequence[Any], view: View, names: Names) -> Choice:
    long = capital(label(("hold", *rest), view, names))
    emoji = rest[0] if rest[0] in INDEX else ""
    return Choice(short(long), long, "I'll pay with something else, if that's possible", emoji)


def _director(rest: Sequence[Any], view: View, names: Names) -> Choice:
    long = label(("director", *rest), view, names)
    return Choice(director_price(rest[0]), long)


def director_price(word: str) -> str:
    numbers = BOARD.research
    got = f"{numbers.director_vp} VP" if word == "vp" else f"{numbers.director_magic} Magic"
    return f"{plural(numbers.director_rosettes, 'Rosette')} → {got}"


# --- the end of a round, and what is no move ----------------------------------------------------


def _bribe(rest: Sequence[Any], view: View, names: Names) -> Choice:
    said = f"Bribe: 1 {resource_name(rest[0])} → {BOARD.accounting.bribe_vp} VP"
    return Choice(said, said, emoji=rest[0])


def _cheat(rest: Sequence[Any], view: View, names: Names) -> Choice:
    return Choice(CHEAT, label(("cheat", *rest), view, names))


def _done(rest: Sequence[Any], view: View, names: Names) -> Choice:
    return Choice(DONE_SAYS.get(view.asks, "Done"), label(("done", *rest), view, names))


def _propose(rest: Sequence[Any], view: View, names: Names) -> Choice:
    return Choice(deal_with(names[rest[0]]), label(("propose", *rest), view, names))


def deal_with(name: str) -> str:
    return short(f"Deal with {name}")


def _answer(verb: str) -> Said:
    """A choice to accept, decline or withdraw an offer, with what it says."""

    def said(rest: Sequence[Any], view: View, names: Names) -> Choice:
        long = label((verb, *rest), view, names)
        deal = next(deal for deal in view.deals if deal.number == rest[0])
        shown = [clipped(name) for name in names]
        me, you = (shown[seat] for seat in deal.sides)
        return Choice(short(long), long, terms(me, you, *deal.clauses, shown))

    return said


_numbers = BOARD.accounting
BRIBE = f"Bribe: 1 cube → {_numbers.bribe_vp} VP"
FAVOR = f"Favor: {plural(_numbers.favour_rosettes, 'Rosette')} → {_numbers.favour_vp} VP"
FAME = f"Fame: {_numbers.fame_vp} VP → {plural(_numbers.fame_rosettes, 'Rosette')}"
CHEAT = f"Cheat: {_numbers.cheat_cubes} cubes → {_numbers.cheat_vp} VP"
DONE_SAYS = {  # where it refuses something
    "take": "Take none",
    "enter": "Stay out",
    "commissar_enter": "Don't pay",
    "fee": "Don't pay",
    "make": "Make nothing",
}
_CHOICES: dict[str, Said] = {
    "place": _place,
    "commissar": _commissar,
    "own": _points,
    "pool": _points,
    "car": _car,
    "load": _load,
    "bag": _bag,
    "spike": _spike,
    "ship": _ship,
    "double": lambda rest, view, names: Choice(
        "Make them ship both", label(("double",), view, names)
    ),
    "single": lambda rest, view, names: Choice(
        "Let them ship one", label(("single",), view, names)
    ),
    "burn": _burn,
    "incinerate": _incinerate,
    "operate": _operate,
    "take": _take,
    "keep": _keep,
    "fee": _fee,
    "sell": _sell,
    "buy": _buy,
    "make": _paid("make"),
    "research": _paid("research"),
    "hold": _hold,
    "director": _director,
    "bribe": _bribe,
    "favour": lambda rest, view, names: Choice(FAVOR, label(("favour",), view, names)),
    "fame": lambda rest, view, names: Choice(FAME, label(("fame",), view, names)),
    "cheat": _cheat,
    "return": lambda rest, view, names: Choice(
        f"Return Railcar {rest[0]}", label(("return", *rest), view, names)
    ),
    "done": _done,
    "propose": _propose,
    "send": lambda rest, view, names: Choice("Send the offer", label(("send",), view, names)),
    "accept": _answer("accept"),
    "decline": _answer("decline"),
    "withdraw": _answer("withdraw"),
}


# --- what several actions have in common --------------------------------------------------------


def heading(beginning: Action, actions: Sequence[Action]) -> str:
    """For a list of beginnings, each of which opens a list of its own."""
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


def _sizes(words: Sequence[Any]) -> str:
    """`small 2 medium` as “2 small, some medium”."""
    said = [f"{words[n + 1]} {words[n]}" for n in range(0, len(words) - 1, 2)]
    said += [f"some {words[-1]}"] if len(words) % 2 else []
    return ", ".join(said) or "Name the sizes"
