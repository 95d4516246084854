"""Questions: how one is opened, answered and closed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engine.factory_42.state import Basket, State
from engine.kernel.codes import Action
from engine.kernel.events import Fact
from engine.kernel.undo import ASIDE, checkpoint

DONE: Action = ("done",)
Choices = Callable[[State, int], list[Action]]
Verb = Callable[[State, int, Any, list[Fact]], None]

# Small steps of a basket, summed up for all when it closes.
STEPS = frozenset(
    {
        *("own", "pool", "car", "load", "bag", "spike", "burn", "move", "scrap", "sell", "buy"),
        *("hold", "incinerate", "return", "swap", "done"),
    }
)
TOLD_STEPS = STEPS - {"done", "hold", "car"}


@dataclass(frozen=True, slots=True)
class Question:
    """One kind of question: what may be answered, and what each answer does."""

    choices: Choices
    verbs: dict[str, Verb]


def ask(state: State, seat: int, asks: str, basket: Basket, choices: Choices) -> bool:
    """Open a question unless its only answer is `done` (ruling 17); return whether it is open."""
    state.asks, state.basket = asks, basket
    if choices(state, seat) == [DONE]:
        return False
    state.acting = (seat,)
    checkpoint(state)
    return True


def ask_all(state: State, seats: Iterable[int], asks: str) -> bool:
    """Ask several seats the same question at once; return whether anybody is asked."""
    state.asks, state.basket = asks, Basket()
    state.acting = tuple(sorted(seats))
    if state.acting:
        checkpoint(state)
    return bool(state.acting)


def mark_answered(state: State, seat: int) -> None:
    """Take the seat off those that still have to answer."""
    state.acting = tuple(other for other in state.acting if other != seat)


def close(state: State, seat: int, events: list[Fact]) -> None:
    """Close a basket: report its steps as one event, then stop waiting for the seat."""
    tell_steps(state, seat, events)
    mark_answered(state, seat)


def tell_steps(state: State, seat: int, events: list[Fact]) -> None:
    """Report the steps the seat has taken since the basket was opened, except `done`."""
    own = [action for player, action, sealed in state.rows if player == seat and sealed != ASIDE]
    if own and own[-1] == DONE:
        own.pop()
    steps: list[Action] = []
    while own and own[-1][0] in TOLD_STEPS:
        steps.insert(0, own.pop())
    if steps:
        events.append(("basket", seat, (state.asks, *steps)))


def leave(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Let the seat refuse or stop, where there are no steps to report."""
    mark_answered(state, seat)


def counted(verb: str, name: str, max_count: int) -> list[Action]:
    """List the action with 1, 2 and so on up to the largest number; a 1 is left out of the code."""
    if max_count < 1:
        return []
    return [(verb, name), *((verb, name, n) for n in range(2, max_count + 1))]


def count_of(action: Any, place: int = 2) -> int:
    """Return the number at that place of an action; 1 if the action ends before it."""
    return int(action[place]) if len(action) > place else 1
