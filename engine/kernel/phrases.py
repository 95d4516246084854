"""Join and inflect small pieces of sentences; every game's words use them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.kernel.codes import Action
from engine.kernel.undo import UndoOffer

MAX_NAME = 20


def joined(parts: Iterable[str]) -> str:
    """Join with commas and "and": Red, Blue and Green."""
    *front, last = [*parts] or [""]
    return f"{', '.join(front)} and {last}" if front else last


def either(parts: Iterable[str]) -> str:
    """Join with commas and "or": Red, Blue or Green."""
    *front, last = [*parts] or [""]
    return f"{', '.join(front)} or {last}" if front else last


def plural(count: int, thing: str, things: str | None = None) -> str:
    """Count a thing in words: 1 card, 2 cards. Irregular plurals are given as `things`."""
    return f"{count} {thing if count == 1 else things or f'{thing}s'}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number not in (11, 12, 13) else 0, "th")
    return f"{number}{ending}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def clipped(name: str) -> str:
    """Shorten a person's name for a place with little room."""
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"


class Clauses(dict[str, Callable[[list[Any]], tuple[str, str]]]):
    """Makes sentences of actions: for the first word of a code, the verb and what follows it."""

    def imperative(self, action: Action) -> str:
        verb, complement = self._clause(action)
        return f"{verb} {complement}".strip()

    def third_person(self, action: Action) -> str:
        verb, complement = self._clause(action)
        ending = "es" if verb.endswith(("s", "sh", "ch")) else "s"
        return f"{verb}{ending} {complement}".strip()

    def undo(self, offer: UndoOffer, seals: Mapping[str, str]) -> str:
        """Say what would be undone, or why nothing can be."""
        if offer.action is None:
            return seals[offer.seal]
        return f"You can undo: {self.imperative(offer.action)}."

    def _clause(self, action: Action) -> tuple[str, str]:
        verb, *args = action
        return self[str(verb)](args)
