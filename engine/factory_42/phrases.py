"""Small pieces of sentences; every action as a verb and what follows it."""

from collections.abc import Sequence
from typing import Any

from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS, EVENTS, INVENTIONS, ORDERS
from engine.factory_42.market import MARKETS
from engine.factory_42.nouns import IMPROVEMENT_NAMES, amount, location_name, resource_name
from engine.factory_42.places import place_of
from engine.kernel.phrases import Clauses, joined, plural

_NAMES: dict[str, str] = {
    **{
        card.id: card.name
        for table in (ORDERS, COMMISSIONS, INVENTIONS, EVENTS, MARKETS)
        for card in table.values()
    },
    **IMPROVEMENT_NAMES,
}


def card_name(card: str) -> str:
    """Return the name of a card or an improvement."""
    return _NAMES[card]


def named_place(words: Sequence[Any]) -> str:
    """Return the name of a location, from its words in a code."""
    return location_name(place_of(tuple(words)))


def counted(args: Sequence[Any]) -> str:
    """Write `flax 3` as “3 Flax” and `flax` as “1 Flax”."""
    return amount(count_in(args), args[0])


def count_in(args: Sequence[Any]) -> int:
    """Return how many cubes `flax 3` or `flax` names."""
    return int(args[1]) if len(args) > 1 else 1


def _store(words: Sequence[Any]) -> str:
    return f"Dock {words[1]}" if words[0] == "dock" else "the Warehouse"


def _move(args: list[Any]) -> tuple[str, str]:
    source, target = args[1:], args[2:] if args[1] == "warehouse" else args[3:]
    return "move", f"1 {resource_name(args[0])} from {_store(source)} to {_store(target)}"


def _sell(args: list[Any]) -> tuple[str, str]:
    if args[0] == "dock":
        return "sell", f"{counted(args[2:])} from Dock {args[1]}"
    return "sell", counted(args)


def sizes(args: Sequence[Any]) -> str:
    """Write `small 2 any 1` as “2 small and 1 of any size”."""
    pairs = zip(args[::2], args[1::2], strict=True)
    return joined(f"{n} of any size" if size == "any" else f"{n} {size}" for size, n in pairs)


def _operate(args: list[Any]) -> tuple[str, str]:
    card = card_name(args[0])
    if len(args) == 1:
        return "operate", card
    if isinstance(args[-1], int):
        return "operate", f"{card} for {args[-1]} Steam"
    if len(args) == 3:
        return "operate", f"{card} for 1 {resource_name(args[2])} from Railcar {args[1]}"
    if args[1] in ("guild", "embassy", "trading", "accounting"):
        return "operate", f"{card} to move the Worker to {location_name(args[1])}"
    is_taken = INVENTIONS[args[0]].effect.do == "take_from_pool"
    return "operate", f"{card} {'for' if is_taken else 'with'} 1 {resource_name(args[1])}"


def _make(args: list[Any]) -> tuple[str, str]:
    return "make", f"{card_name(args[0])}{f' at {args[1].capitalize()}' if args[1:] else ''}"


def clause(words: Sequence[Any], names: Sequence[str] | None = None) -> str:
    """Write a clause of a deal, to follow “will”: “load at least 2 Coal into Railcars”."""
    verb, *args = words
    if verb == "pool":
        return f"give the Pool at least {counted(args)}"
    if verb in ("load", "spike"):
        where = "into Railcars" if verb == "load" else "from the Bag"
        return f"{verb} at least {counted(args)} {where}"
    if verb in ("ship", "spare"):
        whom = names[args[0]] if names else f"seat {args[0]}"
        return f"ship {'a' if verb == 'ship' else 'no'} Railcar to {whom}"
    if verb == "burn":
        return f"burn at least {plural(args[0], 'cube')} at Steam Generation"
    if verb == "make":
        return f"make {card_name(args[0])}"
    where = named_place(args)
    return f"place a meeple at {where}" if verb == "place" else f"stay away from {where}"


def _hold(args: list[Any]) -> tuple[str, str]:
    held = {"steam": "the public Steam", "private": "the Private Steam"}
    return "hold", f"back {held.get(args[0]) or f'all {resource_name(args[0])}'}"


def _lose(args: list[Any]) -> tuple[str, str]:
    paid = "Rosettes" if args[0] == "rosettes" else f"{BOARD.scoring.penalty_vp} VP"
    return "pay", f"for the open orders with {paid}"


def _research(args: list[Any]) -> tuple[str, str]:
    return "research", card_name(args[0])


CLAUSES = Clauses(
    {
        "start": lambda args: ("take", _gift(args[0])),
        "spoil": lambda args: ("lose", f"1 {resource_name(args[0])} to the rats"),
        "ready": lambda args: ("say", "they're ready"),
        "place": lambda args: ("place", f"a Worker at {named_place(args)}"),
        "commissar": lambda args: ("send", f"a Commissar to {named_place(args)}"),
        "pass": lambda args: ("pass", "because no slot is open"),
        "own": lambda args: ("take", f"{counted(args)} for the Warehouse"),
        "pool": lambda args: ("put", f"{counted(args)} into the Pool"),
        "car": lambda args: ("choose", f"Railcar {args[0]}"),
        "load": lambda args: ("load", counted(args)),
        "bag": lambda args: ("put", f"{counted(args)} into the Bag"),
        "draw": lambda args: ("reach", f"into the Bag for {sizes(args)}"),
        "spike": lambda args: ("put", f"1 {resource_name(args[0])} into Railcar {args[1]}"),
        "double": lambda args: ("order", "the Worker to ship two Railcars"),
        "single": lambda args: ("let", "the Worker ship one Railcar"),
        "ship": lambda args: ("ship", f"Railcar {args[0]}"),
        "burn": lambda args: ("burn", counted(args)),
        "operate": _operate,
        "move": _move,
        "scrap": lambda args: ("scrap", f"1 {resource_name(args[0])} from {_store(args[1:])}"),
        "take": lambda args: ("take", card_name(args[0])),
        "enter": lambda args: ("enter", "the Embassy"),
        "keep": lambda args: ("keep", _kept(args)),
        "fee": lambda args: ("pay", f"1 {resource_name(args[0])} as the door fee"),
        "sell": _sell,
        "buy": lambda args: ("buy", counted(args)),
        "hold": _hold,
        "research": _research,
        "director": lambda args: (
            "pay",
            f"{plural(BOARD.research.director_rosettes, 'Rosette')} for {_favor(args[0])}",
        ),
        "make": _make,
        "incinerate": lambda args: ("incinerate", counted(args)),
        "bribe": lambda args: ("bribe", f"the committee with 1 {resource_name(args[0])}"),
        "favour": lambda args: ("call", "in a favor"),
        "fame": lambda args: ("exploit", "their fame"),
        "cheat": lambda args: ("cheat", f"with {joined(cheated(args))}"),
        "lose": _lose,
        "return": lambda args: ("return", f"Railcar {args[0]} to the Station"),
        "swap": lambda args: ("swap", "the Docks"),
        "done": lambda args: ("finish", ""),
        "propose": lambda args: ("draft", f"a deal with seat {args[0]}"),
        "clause": lambda args: ("write", promise(args)),
        "drop": lambda args: ("drop", "the draft"),
        "send": lambda args: ("send", "the offer"),
        "accept": lambda args: ("accept", f"deal {args[0]}"),
        "decline": lambda args: ("decline", f"deal {args[0]}"),
        "withdraw": lambda args: ("withdraw", f"deal {args[0]}"),
    }
)


def promise(args: Sequence[Any], names: Sequence[str] | None = None) -> str:
    """Write a clause as it is added to a draft."""
    return f"“{'I' if args[0] == 'me' else 'you'}'ll {clause(args[1:], names)}”"


def cheated(args: Sequence[str]) -> list[str]:
    """Write `flax flax steel` as “2 Flax” and “1 Steel”."""
    return [amount(args.count(name), name) for name in dict.fromkeys(args)]


imperative, third_person = CLAUSES.imperative, CLAUSES.third_person


def _kept(args: list[Any]) -> str:
    if not args:
        return "a Commission"
    return card_name(args[0]) if args[0] in COMMISSIONS else f"1 {resource_name(args[0])}"


def _gift(word: str) -> str:
    numbers = BOARD.short
    return f"{numbers.vp} VP" if word == "vp" else plural(numbers.rosettes, "Rosette")


def _favor(word: str) -> str:
    return "1 VP" if word == "vp" else "1 Magic"
