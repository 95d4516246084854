"""Small pieces of this game's sentences, and every action as a verb with what follows it."""

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
    named = BLUEPRINTS.get(card) or CONTRACTORS[card]
    return named.row.name


SHORT_NAMES = {"fulfillment_center": "Fulfillment Ctr", "aluminum_factory": "Aluminum Fact."}


def short_name(card: str) -> str:
    """Return the card's name, shortened for places with little room."""
    return SHORT_NAMES.get(card) or card_name(card)


def plural(count: int, thing: str) -> str:
    return phrases.plural(count, thing, PLURALS.get(thing))


def amounts(pairs: Iterable[tuple[str, int]]) -> list[str]:
    """Count the things in words, leaving out those of which there are none."""
    return [plural(count, name) for name, count in pairs if count]


def shared(contractor: Contractor) -> str:
    """Say what the chosen opponent of a contractor gets."""
    assert contractor.opponent
    return joined(amounts(gained(contractor.opponent)))


def gained(gain: Gain, die: int = 0) -> list[tuple[str, int]]:
    pairs = (("good", gain.goods), ("metal", gain.metal[die]), ("energy", gain.energy[die]))
    return [*pairs, ("card", gain.cards)]


def dice(values: Iterable[Any]) -> str:
    return " ".join(map(str, values))


def _drop(args: list[Any]) -> tuple[str, str]:
    if args[0] in BLUEPRINTS:
        return "drop", card_name(args[0])
    return "drop", plural(args[1] if len(args) > 1 else 1, args[0])


class Used(NamedTuple):
    """A use in pieces: what is done, what it costs beside dice and cards, what it brings."""

    done: str
    price: str
    brings: str


def used(args: Sequence[Any]) -> Used:
    """Put a use into words: `replicator biolab 1` is "Copy Biolab 1", "2 energy" and "1 good"."""
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
    """Count equal cards: “Dojo, Golem”, or “2 Dojo”."""
    counts = Counter(map(card_name, cards))
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in counts.items())


def _use(args: Sequence[Any]) -> tuple[str, str]:
    """Say a use as the log does."""
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
    """Say what a use gives."""
    _, lost, won, rolled = use.outcome
    parts = amounts(yielded(use))
    if won:
        parts.append(f"{dice(lost)} becomes {dice(won)}" if lost else f"a die showing {dice(won)}")
    if rolled:
        parts.append(f"roll {dice(lost)} again" if lost else "roll an extra die")
    return parts


def yielded(use: Use) -> list[tuple[str, int]]:
    """Count the goods, resources and cards of a use."""
    return gained(use.played.gain, use.die) + gained(use.outcome.gain)


CLAUSES = Clauses(
    {
        "refresh": lambda args: ("sweep", f"all {args[0]} for 1 {args[1]}"),
        "take": lambda args: ("take", card_name(args[0])),
        "hire": lambda args: ("hire", f"the {card_name(args[0])}, discarding {card_name(args[2])}"),
        "pass": lambda args: ("pass", ""),
        "set": lambda args: ("set", f"dice to {dice(args)}") if args else ("roll", "all dice"),
        "specialist": lambda args: ("name", f"the Specialist's die: {args[0]}"),
        "research": lambda args: ("research", f"with a {args[0]}"),
        "generate": lambda args: ("generate", f"with a {args[0]}"),
        "mine": lambda args: ("mine", f"with a {args[0]}"),
        "build": lambda args: ("build", f"{card_name(args[0])}, discarding {card_name(args[1])}"),
        "use": _use,
        "drop": _drop,
        "done": lambda args: ("finish", "the work phase"),
    }
)
imperative, third_person = CLAUSES.imperative, CLAUSES.third_person
