"""A round from the draw to Clean Up, and how the table moves on between questions."""

from collections.abc import Callable
from typing import Any

from engine.factory_42 import closing, drawing
from engine.factory_42.asking import Question, ask_all, leave
from engine.factory_42.deals import forget_promises
from engine.factory_42.goods import manufacturium, research
from engine.factory_42.places import place_of, placements, sit_at, stand_at
from engine.factory_42.rail import bureaucracy, loading, requisition, shipping, spiking
from engine.factory_42.shops import accounting, trading
from engine.factory_42.state import PHASES, RAIL, Basket, State
from engine.factory_42.works import embassy, guild, operate, steam
from engine.kernel.codes import Action
from engine.kernel.events import Fact
from engine.kernel.undo import checkpoint, seal_older

Step = Callable[[State, list[Fact]], bool]
PASS: Action = ("pass",)


def proceed(state: State, events: list[Fact]) -> None:
    """Go on until somebody is asked or the game is over."""
    while not state.acting and state.phase != "over":
        if not STEPS[state.phase](state, events) and state.phase != "over":
            _next_phase(state, events)


def _next_phase(state: State, events: list[Fact]) -> None:
    state.at = state.part = 0
    if state.phase == "cleanup":
        begin_round(state, events)
        return
    later = PHASES[PHASES.index(state.phase) + 1 :]
    state.phase = next(phase for phase in later if state.is_in_play(phase))


def begin_round(state: State, events: list[Fact]) -> None:
    state.round += 1
    state.phase = "draw"
    state.first = _next_first(state)
    state.ruptured = state.doubled = False
    state.paid = state.bag_draws = 0
    forget_promises(state)


def _next_first(state: State) -> int:
    """Pass the first seat on (ruling 1)."""
    seats = len(state.players)
    if state.options.start == "rotation":
        return (state.first + 1) % seats
    if state.script and state.script.starts:
        return state.script.starts.pop(0)
    return state.luck.below(seats, "start", state.round)


def turn(state: State) -> str:
    """Name the part of the round: a turn and its time limit last for one part."""
    return f"{state.round}.{part_of(state.phase)}"


def part_of(phase: str) -> str:
    """The part of the round to which a phase or location belongs."""
    if phase in ("start", "draw", "talk", "place"):
        return {"draw": "talk"}.get(phase, phase)
    if phase in RAIL:
        return "rail"
    return "close" if phase in ("scoring", "cleanup", "over") else "work"


# --- negotiation and phase 2: place -------------------------------------------------------------


def _talk(state: State, events: list[Fact]) -> bool:
    """Ask everybody whether they are ready to place, if the table negotiates (ruling 81)."""
    if state.at or not state.options.negotiation:
        return False
    state.at = 1
    return ask_all(state, range(len(state.players)), "ready")


def _readiness(state: State, seat: int) -> list[Action]:
    return [("ready",)]


def _place_meeples(state: State, events: list[Fact]) -> bool:
    if state.at:
        return False
    state.at = 1
    waiting = [seat for seat in state.clockwise() if state.players[seat].meeples]
    state.asks, state.basket = "place", Basket()
    state.acting = tuple(waiting[:1])
    if waiting:
        checkpoint(state)
    return bool(waiting)


def _placements(state: State, seat: int) -> list[Action]:
    return placements(state, seat) or [PASS]


def _place(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Place a meeple; this can be undone until the next meeple is placed (ruling 84)."""
    seal_older(state, "placed")
    if action[0] == "place":
        stand_at(state, seat, place_of(action[1:]), events)
    elif action[0] == "commissar":
        sit_at(state, seat, place_of(action[1:]))
    state.players[seat].meeples -= 1
    seats = len(state.players)
    following = [(seat + step) % seats for step in range(1, seats + 1)]
    waiting = [each for each in following if state.players[each].meeples]
    state.acting = tuple(waiting[:1])


STEPS: dict[str, Step] = {
    "start": drawing.start,
    "draw": drawing.draw,
    "talk": _talk,
    "place": _place_meeples,
    "requisition": requisition,
    "bureaucracy": bureaucracy,
    "loading": loading,
    "spiking": spiking,
    "shipping": shipping,
    "steam": steam,
    "operate": operate,
    "guild": guild,
    "embassy": embassy,
    "trading": trading,
    "research": research,
    "manufacturium1": manufacturium,
    "accounting": accounting,
    "manufacturium2": manufacturium,
    "scoring": closing.score,
    "cleanup": closing.clean_up,
}
QUESTIONS = {
    **drawing.QUESTIONS,
    "ready": Question(_readiness, {"ready": leave}),
    "place": Question(_placements, {"place": _place, "commissar": _place, "pass": _place}),
    **closing.QUESTIONS,
}
