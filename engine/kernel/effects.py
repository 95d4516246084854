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
        """List what may stand in the code for it; an empty list if the card can't be used now."""
        return NO_CHOICE

    def run(self, state: S, seat: int, chosen: Any, events: list[Fact]) -> None:
        """Carry it out, or leave a question open that the player must answer next."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """Say what it does, for a sentence that begins with it or has it after "then"."""
        raise NotImplementedError
