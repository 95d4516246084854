"""Small pieces of sentences, and every action as a verb with what follows it."""

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
    """Of a card or an improvement."""
    return _NAMES[card]


def named_place(words: Sequence[Any]) -> str:
    """A location from the words of a code."""
    return location_name(place_of(tuple(words)))


def counted(rest: Sequence[Any]) -> str:
    """`flax 3` as “3 Flax”, `flax` as “1 Flax”."""
    return amount(rest[1] if len(rest) > 1 else 1, rest[0])


def _store(words: Sequence[Any]) -> str:
    return f"Dock {words[1]}" if words[0] == "dock" else "the Warehouse"


def _move(rest: list[Any]) -> tuple[str, str]:
    source, target = rest[1:], rest[2:] if rest[1] == "warehouse" else rest[3:]
    return "move", f"1 {resource_name(rest[0])} from {_store(source)} to {_store(target)}"


def _sell(rest: list[Any]) -> tuple[str, str]:
    if rest[0] == "dock":
        return "sell", f"{counted(rest[2:])} from Dock {rest[1]}"
    return "sell", counted(rest)


def sizes(rest: Sequence[Any]) -> str:
    """`small 2 any 1` as “2 small and 1 of any size”."""
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return joined(f"{n} of any size" if size == "any" else f"{n} {size}" for size, n in pairs)


def _operate(rest: list[Any]) -> tuple[str, str]:
    said = card_name(rest[0])
    if len(rest) == 1:
        return "operate", said
    if isinstance(rest[-1], int):
        return "operate", f"{said} for {rest[-1]} Steam"
    if len(rest) == 3:
        return "operate", f"{said} for 1 {resource_name(rest[2])} from Railcar {rest[1]}"
    if rest[1] in ("guild", "embassy", "trading", "accounting"):
        return "operate", f"{said} to move the Worker to {location_name(rest[1])}"
    is_taken = INVENTIONS[rest[0]].effect.do == "take_from_pool"
    return "operate", f"{said} {'for' if is_taken else 'with'} 1 {resource_name(rest[1])}"


def _make(rest: list[Any]) -> tuple[str, str]:
    return "make", f"{card_name(rest[0])}{f' at {rest[1].capitalize()}' if rest[1:] else ''}"


def clause(words: Sequence[Any], names: Sequence[str] | None = None) -> str:
    """A clause of a deal, behind “will”: “put at least 2 Coal into the Pool”."""
    verb, *rest = words
    if verb in ("pool", "load", "spike"):
        where = {"pool": "into the Pool", "load": "into Railcars", "spike": "from the Bag"}[verb]
        return f"{'put' if verb == 'pool' else verb} at least {counted(rest)} {where}"
    if verb in ("ship", "spare"):
        whom = names[rest[0]] if names else f"seat {rest[0]}"
        return f"ship {'a' if verb == 'ship' else 'no'} Railcar to {whom}"
    if verb == "burn":
        return f"burn at least {plural(rest[0], 'cube')} at Steam Generation"
    if verb == "make":
        return f"make {card_name(rest[0])}"
    where = named_place(rest)
    return f"place a meeple at {where}" if verb == "place" else f"stay away from {where}"


def _hold(rest: list[Any]) -> tuple[str, str]:
    held = {"steam": "the public Steam", "private": "the Private Steam"}
    return "hold", f"back {held.get(rest[0]) or f'all {resource_name(rest[0])}'}"


def _lose(rest: list[Any]) -> tuple[str, str]:
    paid = "Rosettes" if rest[0] == "rosettes" else f"{BOARD.scoring.penalty_vp} VP"
    return "pay", f"for the open orders with {paid}"


def _research(rest: list[Any]) -> tuple[str, str]:
    return "research", card_name(rest[0])


CLAUSES = Clauses(
    {
        "start": lambda rest: ("take", _gift(rest[0])),
        "spoil": lambda rest: ("lose", f"1 {resource_name(rest[0])} to the rats"),
        "ready": lambda rest: ("say", "they're ready"),
        "place": lambda rest: ("place", f"a Worker at {named_place(rest)}"),
        "commissar": lambda rest: ("send", f"a Commissar to {named_place(rest)}"),
        "pass": lambda rest: ("pass", "because no slot is open"),
        "own": lambda rest: ("take", f"{counted(rest)} for the Warehouse"),
        "pool": lambda rest: ("put", f"{counted(rest)} into the Pool"),
        "car": lambda rest: ("choose", f"Railcar {rest[0]}"),
        "load": lambda rest: ("load", counted(rest)),
        "bag": lambda rest: ("put", f"{counted(rest)} into the Bag"),
        "draw": lambda rest: ("reach", f"into the Bag for {sizes(rest)}"),
        "spike": lambda rest: ("put", f"1 {resource_name(rest[0])} into Railcar {rest[1]}"),
        "double": lambda rest: ("order", "the Worker to ship two Railcars"),
        "single": lambda rest: ("let", "the Worker ship one Railcar"),
        "ship": lambda rest: ("ship", f"Railcar {rest[0]}"),
        "burn": lambda rest: ("burn", counted(rest)),
        "operate": _operate,
        "move": _move,
        "scrap": lambda rest: ("scrap", f"1 {resource_name(rest[0])} from {_store(rest[1:])}"),
        "take": lambda rest: ("take", card_name(rest[0])),
        "enter": lambda rest: ("enter", "the Embassy"),
        "keep": lambda rest: ("keep", _kept(rest)),
        "fee": lambda rest: ("pay", f"1 {resource_name(rest[0])} as the door fee"),
        "sell": _sell,
        "buy": lambda rest: ("buy", counted(rest)),
        "hold": _hold,
        "research": _research,
        "director": lambda rest: (
            "pay",
            f"{plural(BOARD.research.director_rosettes, 'Rosette')} for {_favor(rest[0])}",
        ),
        "make": _make,
        "incinerate": lambda rest: ("incinerate", counted(rest)),
        "bribe": lambda rest: ("bribe", f"the committee with 1 {resource_name(rest[0])}"),
        "favour": lambda rest: ("call", "in a favor"),
        "fame": lambda rest: ("exploit", "their fame"),
        "cheat": lambda rest: ("cheat", f"with {joined(cheated(rest))}"),
        "lose": _lose,
        "return": lambda rest: ("return", f"Railcar {rest[0]} to the Station"),
        "swap": lambda rest: ("swap", "the Docks"),
        "done": lambda rest: ("finish", ""),
        "propose": lambda rest: ("draft", f"a deal with seat {rest[0]}"),
        "clause": lambda rest: ("write", promise(rest)),
        "drop": lambda rest: ("drop", "the draft"),
        "send": lambda rest: ("send", "the offer"),
        "accept": lambda rest: ("accept", f"deal {rest[0]}"),
        "decline": lambda rest: ("decline", f"deal {rest[0]}"),
        "withdraw": lambda rest: ("withdraw", f"deal {rest[0]}"),
    }
)


def promise(rest: Sequence[Any], names: Sequence[str] | None = None) -> str:
    """A clause as it is written into a draft."""
    return f"“{'I' if rest[0] == 'me' else 'you'}'ll {clause(rest[1:], names)}”"


def cheated(rest: Sequence[str]) -> list[str]:
    """`flax flax steel` as “2 Flax” and “1 Steel”."""
    return [amount(rest.count(name), name) for name in dict.fromkeys(rest)]


imperative, third_person = CLAUSES.imperative, CLAUSES.third_person


def _kept(rest: list[Any]) -> str:
    if not rest:
        return "a Commission"
    return card_name(rest[0]) if rest[0] in COMMISSIONS else f"1 {resource_name(rest[0])}"


def _gift(word: str) -> str:
    numbers = BOARD.short
    return f"{numbers.vp} VP" if word == "vp" else plural(numbers.rosettes, "Rosette")


def _favor(word: str) -> str:
    return "1 VP" if word == "vp" else "1 Magic"
