"""The base of a card's effects in games where an effect runs on the state by itself."""

from typing import Any, Generic, TypeVar

from engine.kernel.events import Fact
from engine.kernel.strict import Strict

S = TypeVar("S")
Choices = list[tuple[str | int, ...]]
NO_CHOICE: Choices = [()]


class RunningEffect(Strict, Generic[S]):
    """An effect that lists what can be chosen, carries itself out and describes itself."""

    def choices(self, state: S, seat: int) -> Choices:
        """What may stand in the code for it; none at all: the card can't be used now."""
        return NO_CHOICE

    def run(self, state: S, seat: int, chosen: Any, events: list[Fact]) -> None:
        """Carry it out, or leave open what is to be decided next."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """What it does, for a sentence that begins with it or with "then"."""
        raise NotImplementedError
