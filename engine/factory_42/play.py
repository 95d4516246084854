"""Carries out legal actions: every question has a function for each of its verbs."""

from typing import Any

from engine.factory_42 import deals
from engine.factory_42.actions import QUESTIONS
from engine.factory_42.asking import Verb
from engine.factory_42.rounds import proceed
from engine.factory_42.state import State
from engine.kernel.events import Fact


def _answer(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Answer the open question, then go on until somebody must decide."""
    QUESTIONS[state.asks].verbs[action[0]](state, seat, action, events)
    if not state.acting:
        proceed(state, events)


VERBS: dict[str | int, Verb] = {
    **{verb: _answer for question in QUESTIONS.values() for verb in question.verbs},
    **deals.VERBS,
}
