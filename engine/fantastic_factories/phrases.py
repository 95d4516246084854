"""Small pieces of sentences, and every action as a verb with what follows it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from engine.fantastic_factories.cards import (
    BLUEPRINTS,
    CONTRACTORS,
    Blueprint,
    Contractor,
    ExtraDie,
    Gain,
    Train,
)
from engine.fantastic_factories.dice import turned
from engine.kernel import phrases
from engine.kernel.phrases import Clauses, joined

PLURALS = {"die": "dice", "metal": "metal", "energy": "energy"}


def card_name(card: str) -> str:
    found = BLUEPRINTS.get(card) or CONTRACTORS[card]
    return found.row.name


SHORT_NAMES = {"fulfillment_center": "Fulfillment Ctr", "aluminum_factory": "Aluminum Fact."}


def short_name(card: str) -> str:
    """A card's name where there is little room."""
    return SHORT_NAMES.get(card) or card_name(card)


def many(count: int, thing: str) -> str:
    return phrases.many(count, thing, PLURALS.get(thing))


def amounts(pairs: Iterable[tuple[str, int]]) -> list[str]:
    """What is there of each thing, leaving out what is not."""
    return [many(count, name) for name, count in pairs if count]


def shared(contractor: Contractor) -> str:
    """What the chosen opponent gets."""
    assert contractor.opponent
    return joined(amounts(gained(contractor.opponent)))


def gained(gain: Gain, die: int = 0) -> list[tuple[str, int]]:
    pairs = (("good", gain.goods), ("metal", gain.metal[die]), ("energy", gain.energy[die]))
    return [*pairs, ("card", gain.cards)]


def dice(values: Iterable[Any]) -> str:
    return " ".join(map(str, values))


def _drop(rest: list[Any]) -> tuple[str, str]:
    if rest[0] in BLUEPRINTS:
        return "drop", card_name(rest[0])
    return "drop", many(rest[1] if len(rest) > 1 else 1, rest[0])


class Used(NamedTuple):
    """A use in pieces: what is done, what it costs beside dice and cards, what it brings."""

    done: str
    price: str
    brings: str


def used(rest: Sequence[Any]) -> Used:
    """`replicator biolab 1` as "Copy Biolab 1", "2 energy" and "1 good"."""
    card, tail = BLUEPRINTS[rest[0]], rest[1:]
    energy = 0
    done = card.row.name
    if card.copies_market:
        energy = card.pay_energy[0]
        card, tail = BLUEPRINTS[tail[0]], tail[1:]
        done = f"Copy {card.row.name}"
    placed, tail = tail[: card.dice], tail[card.dice :]
    if placed:
        done += f" {dice(placed)}"
    if card.discards:
        done += f", give {_counted(tail[: card.discards])}"
    die = placed[0] if placed else (tail[0] if card.extra_die is ExtraDie.PAID else 0)
    price = (("metal", card.pay_metal[die]), ("energy", card.pay_energy[die] + energy))
    return Used(done, joined(amounts(price)), ", ".join(brought(card, placed, tail)))


def _counted(cards: Sequence[str]) -> str:
    """Dojo, Golem; or 2 Dojo."""
    found = Counter(map(card_name, cards))
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in found.items())


def _use(rest: Sequence[Any]) -> tuple[str, str]:
    """As one says it in the log."""
    card, tail = BLUEPRINTS[rest[0]], rest[1:]
    said = card.row.name
    if card.copies_market:
        card, tail = BLUEPRINTS[tail[0]], tail[1:]
        said += f" as {card.row.name}"
    placed, tail = tail[: card.dice], tail[card.dice :]
    if placed:
        said += f" with {dice(placed)}"
    if card.discards:
        said += f", discarding {joined(map(card_name, tail[: card.discards]))}"
    return "use", f"{said}: {joined(brought(card, placed, tail))}"


def brought(card: Blueprint, placed: Sequence[int], tail: Sequence[Any]) -> list[str]:
    """What a use brings; `tail` is the code behind the dice."""
    parts = amounts(yielded(card, placed, tail))
    if card.train:
        parts.append(_trained(card.train, tail))
    elif card.extra_die:
        parts.append(f"a die showing {tail[0]}" if tail else "roll an extra die")
    return parts


def yielded(card: Blueprint, placed: Sequence[int], tail: Sequence[Any]) -> list[tuple[str, int]]:
    """Goods, resources and cards of a use; `tail` is the code behind the dice."""
    found = gained(card.gain, placed[0] if placed else 0)
    if card.choices:
        found += gained(card.choices[tail[0]])
    elif card.refund:
        cost = BLUEPRINTS[tail[0]]
        metal, energy = tail[1:] or (cost.metal, cost.energy)
        found += [("metal", metal), ("energy", energy)]
    return found


def _trained(train: Train, values: Sequence[int]) -> str:
    if train is Train.REROLL:
        return f"roll {dice(values)} again"
    return f"{values[0]} becomes {turned(train, values[0])}"


CLAUSES = Clauses(
    {
        "refresh": lambda rest: ("sweep", f"all {rest[0]} for 1 {rest[1]}"),
        "take": lambda rest: ("take", card_name(rest[0])),
        "hire": lambda rest: ("hire", f"the {card_name(rest[0])}, discarding {card_name(rest[2])}"),
        "pass": lambda rest: ("pass", ""),
        "set": lambda rest: ("set", f"dice to {dice(rest)}") if rest else ("roll", "all dice"),
        "specialist": lambda rest: ("name", f"the Specialist's die: {rest[0]}"),
        "research": lambda rest: ("research", f"with a {rest[0]}"),
        "generate": lambda rest: ("generate", f"with a {rest[0]}"),
        "mine": lambda rest: ("mine", f"with a {rest[0]}"),
        "build": lambda rest: ("build", f"{card_name(rest[0])}, discarding {card_name(rest[1])}"),
        "use": _use,
        "drop": _drop,
        "done": lambda rest: ("finish", "the work phase"),
    }
)
imperative, third_person = CLAUSES.imperative, CLAUSES.third_person
