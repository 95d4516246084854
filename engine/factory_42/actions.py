"""Lists the legal actions of a seat; nothing else decides what is legal."""

from engine.factory_42 import goods, rail, rounds, shops, works
from engine.factory_42.asking import Question
from engine.factory_42.state import State
from engine.kernel.codes import Action

QUESTIONS: dict[str, Question] = {
    **rounds.QUESTIONS,
    **rail.QUESTIONS,
    **works.QUESTIONS,
    **shops.QUESTIONS,
    **goods.QUESTIONS,
}


def choices(state: State, seat: int | None) -> list[Action]:
    if seat is None or seat not in state.acting:
        return []
    return QUESTIONS[state.asks].choices(state, seat)
