"""Small pieces of sentences, and every action as a verb with what follows it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from engine.fantastic_factories.amounts import Gain
from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.contractors import CONTRACTORS, Contractor
from engine.fantastic_factories.uses import Use, use_of
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


def plural(count: int, thing: str) -> str:
    return phrases.plural(count, thing, PLURALS.get(thing))


def amounts(pairs: Iterable[tuple[str, int]]) -> list[str]:
    """What is there of each thing, leaving out what is not."""
    return [plural(count, name) for name, count in pairs if count]


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
    return "drop", plural(rest[1] if len(rest) > 1 else 1, rest[0])


class Used(NamedTuple):
    """A use in pieces: what is done, what it costs beside dice and cards, what it brings."""

    done: str
    price: str
    brings: str


def used(args: Sequence[Any]) -> Used:
    """`replicator biolab 1` as "Copy Biolab 1", "2 energy" and "1 good"."""
    use = use_of(tuple(args))
    card, metal, energy = use.played, use.played.pay_metal[use.die], use.played.pay_energy[use.die]
    done = card.row.name
    if card is not use.card:
        energy += use.card.pay_energy[0]
        done = f"Copy {done}"
    if use.placed:
        done += f" {dice(use.placed)}"
    if use.discarded:
        done += f", give {_counted(use.discarded)}"
    price = (("metal", metal), ("energy", energy))
    return Used(done, joined(amounts(price)), ", ".join(brought(use)))


def _counted(cards: Sequence[str]) -> str:
    """Dojo, Golem; or 2 Dojo."""
    found = Counter(map(card_name, cards))
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in found.items())


def _use(args: Sequence[Any]) -> tuple[str, str]:
    """As one says it in the log."""
    use = use_of(tuple(args))
    text = use.card.row.name
    if use.played is not use.card:
        text += f" as {use.played.row.name}"
    if use.placed:
        text += f" with {dice(use.placed)}"
    if use.discarded:
        text += f", discarding {joined(map(card_name, use.discarded))}"
    return "use", f"{text}: {joined(brought(use))}"


def brought(use: Use) -> list[str]:
    """What a use brings, in words."""
    _, lost, won, rolled = use.outcome
    parts = amounts(yielded(use))
    if won:
        parts.append(f"{dice(lost)} becomes {dice(won)}" if lost else f"a die showing {dice(won)}")
    if rolled:
        parts.append(f"roll {dice(lost)} again" if lost else "roll an extra die")
    return parts


def yielded(use: Use) -> list[tuple[str, int]]:
    """Goods, resources and cards of a use."""
    return gained(use.played.gain, use.die) + gained(use.outcome.gain)


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
