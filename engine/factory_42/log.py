"""Writes every event as one sentence of the log."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.factory_42.asking import STEPS
from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS
from engine.factory_42.nouns import amounts, location_name, parts
from engine.factory_42.phrases import card_name, clause, imperative, promise, third_person
from engine.factory_42.resources import INDEX, empty
from engine.kernel.codes import Action
from engine.kernel.events import Event
from engine.kernel.game import Names
from engine.kernel.phrases import capital, joined, plural

Said = Callable[[str, Any, Names], str]
# Told to all in other words: baskets when they close, goods with what was paid, offers when sent.
PRIVATE = STEPS | {"make", "propose", "clause", "drop", "send", "accept", "decline"}


def public_form(action: Action) -> Action:
    """Return the action as everyone may read it: without the name of a kept Commission."""
    return action[:1] if action[0] == "keep" and action[1] in COMMISSIONS else action


def readers(seat: int | None, action: Action) -> tuple[int, ...] | None:
    """Return the seats that may read that this action was played; None means everyone."""
    return (seat,) if seat is not None and action[0] in PRIVATE else None


def sentence(event: Event, names: Names, viewer: int | None = None) -> str:
    """Write what the viewer reads; a private event addresses its reader as “you”."""
    who = "The table" if event.seat is None else names[event.seat]
    return _SENTENCES[event.kind](who, event.facts, names)


def _did(who: str, action: Any, names: Names) -> str:
    if action[0] == "ship":
        whose = "their own" if names[action[2]] == who else f"{names[action[2]]}'s"
        return f"{who} ships Railcar {action[1]} to {whose} Dock {action[3]}."
    if action[0] == "propose":
        return f"{who} drafts a deal with {names[action[1]]}."
    if action[0] == "clause":
        return f"{who} writes {promise(action[1:], names)}."
    return f"{who} {third_person(tuple(action))}."


# --- baskets ------------------------------------------------------------------------------------


def basket(who: str, facts: Any, names: Names) -> str:
    """Sum up all steps of a basket in one sentence."""
    asks, *steps = facts
    return f"{who} {basket_clause(asks, steps)}."


def basket_clause(asks: str, steps: Sequence[Any]) -> str:
    """Write the steps as “puts 2 Flax into the Pool and takes 1 Steel”."""
    parts = [phrase(summed(steps, verb)) for verb, phrase in _SUMS.items() if summed(steps, verb)]
    parts += [*_spiked(steps), *_returned(steps)]
    others = ("spike", "return", *_SUMS)
    parts += [third_person(tuple(step)) for step in steps if step[0] not in others]
    return joined(parts)


def _spiked(steps: Sequence[Any]) -> list[str]:
    """Write “puts 1 Gold and 1 Beer into Railcar 2” for each Railcar."""
    spikes = [step for step in steps if step[0] == "spike"]
    return [
        f"puts {amounts(summed([s for s in spikes if s[2] == car], 'spike'))} into Railcar {car}"
        for car in dict.fromkeys(step[2] for step in spikes)
    ]


def _returned(steps: Sequence[Any]) -> list[str]:
    cars = [str(step[1]) for step in steps if step[0] == "return"]
    word = "Railcar" if len(cars) == 1 else "Railcars"
    return [f"returns {word} {joined(cars)} to the Station"] if cars else []


def summed(steps: Sequence[Any], verb: str) -> list[int]:
    """Add up the cubes of all steps with that verb; an empty list if there are none."""
    cubes = empty()
    for step in steps:
        if step[0] == verb:
            names = [word for word in step[1:] if word in INDEX]
            last = step[-1]
            is_count = isinstance(last, int) and step[-2] in INDEX and verb != "spike"
            cubes[INDEX[names[0]]] += last if is_count else 1
    return cubes if any(cubes) else []


_SUMS: dict[str, Callable[[list[int]], str]] = {
    "own": lambda cubes: f"takes {amounts(cubes)} into the Warehouse",
    "pool": lambda cubes: f"puts {amounts(cubes)} into the Pool",
    "load": lambda cubes: f"loads {amounts(cubes)}",
    "bag": lambda cubes: f"puts {amounts(cubes)} into the Bag",
    "burn": lambda cubes: f"burns {amounts(cubes)}",
    "scrap": lambda cubes: f"scraps {amounts(cubes)}",
    "sell": lambda cubes: f"sells {amounts(cubes)}",
    "buy": lambda cubes: f"buys {amounts(cubes)}",
    "incinerate": lambda cubes: f"incinerates {amounts(cubes)}",
}


# --- other events -------------------------------------------------------------------------------


def _round(who: str, facts: Any, names: Names) -> str:
    last = ", the last one" if facts[1] else ""
    return f"Round {facts[0]}{last}: {who} is the Starting Player."


def _tower(who: str, facts: Any, names: Names) -> str:
    thrown, out = facts
    into = plural(thrown, "cube goes", "cubes go")
    return f"{into} into the Tower, and {amounts(out)} {'fall' if sum(out) > 1 else 'falls'} out."


def _released(who: str, facts: Any, names: Names) -> str:
    comes = "come" if sum(facts[0]) > 1 else "comes"
    return f"{capital(amounts(facts[0]))} {comes} out of the Tower."


def _price(facts: Any) -> str:
    given, public, private, slot = facts
    costs = parts(given)
    costs += [f"{public} Steam"] if public else []
    costs += [f"{private} Private Steam"] if private else []
    costs += ["the slot's Magic"] if slot else []
    return joined(costs) or "nothing"


def _made(who: str, facts: Any, names: Names) -> str:
    name, *quality, rosettes, paid = facts
    level = f" at {quality[0].capitalize()}" if quality else ""
    gained = f" and gains {plural(rosettes, 'Rosette')}" if rosettes else ""
    return f"{who} makes {card_name(name)}{level} for {_price(paid)}{gained}."


def _commissar(who: str, facts: Any, names: Names) -> str:
    place, rosettes, magic = facts
    got = f"{magic} Magic" if magic else plural(rosettes, "Rosette")
    return f"{who} gains {got} as the Commissar at {location_name(place)}."


def _awarded(who: str, facts: Any, names: Names) -> str:
    orders, pieces = facts
    points = [f"{orders} VP for Government Orders"] if orders else []
    points += [f"{pieces} VP for Commissions"] if pieces else []
    return f"{who} scores {joined(points)}."


def _offered(who: str, facts: Any, names: Names) -> str:
    number, other, mine, yours = facts
    offer = terms(who, names[other], mine, yours, names)
    return f"{who} offers {names[other]} deal {number}: {offer}."


def terms(me: str, you: str, mine: Any, yours: Any, names: Names) -> str:
    """Write both sides of a deal."""
    sides = [f"{me} will {joined(clause(each, names) for each in mine)}"] if mine else []
    sides += [f"{you} will {joined(clause(each, names) for each in yours)}"] if yours else []
    return "; ".join(sides)


def _answered(who: str, facts: Any, names: Names) -> str:
    number, proposer, status = facts
    verb = "accepts" if status == "accepted" else "declines"
    return f"{who} {verb} {names[proposer]}'s deal {number}."


def _judged(who: str, facts: Any, names: Names) -> str:
    number, *sides, broken, fine = facts
    if not broken:
        return f"{joined(names[seat] for seat in sides)} kept deal {number}."
    partner = "".join(f" with {names[seat]}" for seat in sides if seat not in broken)
    cost = f" and {'loses' if len(broken) == 1 else 'lose'} {fine} VP" if fine else ""
    each = " each" if fine and len(broken) > 1 else ""
    return f"{joined(names[seat] for seat in broken)} broke deal {number}{partner}{cost}{each}."


def _points(who: str, facts: Any, names: Names) -> str:
    points = ", ".join(f"{names[seat]} {vp}" for seat, vp in enumerate(facts[0]))
    return f"Victory Points: {points}."


_SENTENCES: dict[str, Said] = {
    "did": _did,
    "undo": lambda who, facts, names: f"{who} undoes: {imperative(tuple(facts))}.",
    "basket": basket,
    "round": _round,
    "order": lambda who, facts, names: f"New Government Order: {card_name(facts[0])}.",
    "inventions": lambda who, facts, names: (
        f"The Guild shows {joined(map(card_name, facts))}." if facts else "The Guild is empty."
    ),
    "market": lambda who, facts, names: f"The Market: {card_name(facts[0])}.",
    "event": lambda who, facts, names: f"The event: {card_name(facts[0])}.",
    "released": _released,
    "rupture": lambda who, facts, names: (
        f"The boiler bursts! The Steam drops to {facts[0]} and can't rise above it this round."
    ),
    "placing_fee": lambda who, facts, names: (
        f"{who} pays {plural(facts[1], 'Rosette')} to work at {location_name(facts[0])}."
    ),
    "first_slot": lambda who, facts, names: (
        f"{who} gains {plural(facts[0], 'Rosette')} for being first at Requisition."
    ),
    "tower": _tower,
    "departed": lambda who, facts, names: (
        f"Railcar {facts[0]} joins the track with {amounts(facts[1])}."
    ),
    "commissar": _commissar,
    "drew": lambda who, facts, names: f"{who} pulls {amounts(facts[0])} out of the Bag.",
    "pool_burnt": lambda who, facts, names: (
        f"The boiler burns {amounts(facts[0])} from the Pool for {facts[1]} Steam."
    ),
    "stoker": lambda who, facts, names: f"{who} gains {plural(facts[0], 'Rosette')} for stoking.",
    "saw_commissions": lambda who, facts, names: f"You drew {joined(map(card_name, facts))}.",
    "kept": lambda who, facts, names: f"You kept {card_name(facts[0])}.",
    "paid": lambda who, facts, names: f"{who} pays {_price(facts)} for it.",
    "lost": lambda who, facts, names: f"{who} has too few Rosettes and loses {facts[0]} VP.",
    "made": _made,
    "hero": lambda who, facts, names: (
        f"{who} is Hero of Labor with {plural(facts[0], 'order')} and gains "
        f"{plural(facts[1], 'Rosette')}."
    ),
    "awarded": _awarded,
    "penalty": lambda who, facts, names: (
        f"{plural(facts[0], 'Government Order is', 'Government Orders are')} still open: "
        f"everyone pays {plural(facts[0] * BOARD.scoring.penalty_rosettes, 'Rosette')} or "
        f"{BOARD.scoring.penalty_vp} VP."
    ),
    "offered": _offered,
    "answered": _answered,
    "judged": _judged,
    "points": _points,
    "concluded": lambda who, facts, names: "The game ends early.",
    "over": lambda who, facts, names: f"The game is over after {plural(facts[0], 'round')}.",
}
