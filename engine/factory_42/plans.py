"""A plan: lines of which each is played when it fits, with conditions for placements."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.factory_42.actions import QUESTIONS, choices
from engine.factory_42.asking import DONE
from engine.factory_42.autopilot import autopilot
from engine.factory_42.board import IMPROVEMENTS
from engine.factory_42.goods import goods_of
from engine.factory_42.places import place_of, split, words_of
from engine.factory_42.play import VERBS
from engine.factory_42.resources import BURNABLE, REQUISITIONED, RESOURCES
from engine.factory_42.state import LOCATIONS, NO_COMMISSAR, OWN_BOARD, PHASES, RESOLVED, State
from engine.factory_42.view import view
from engine.kernel.codes import Action
from engine.kernel.game import Planned
from engine.kernel.undo import ASIDE

AUTOPILOT: Action = ("autopilot",)
KEEP_RAILCARS: Action = ("done", "cleanup")
CONDITIONS = {
    "": "",
    "slot": "if slot {} or better is free",
    "workers": "if {} or more Workers are there",
    "free": "if there's no Commissar",
}
MAX_PLANNED = 20
_PHASE = {phase: number for number, phase in enumerate(PHASES)}


def plans(state: State, seat: int) -> list[Action]:
    """List the actions for the coming decisions of this round that aren't legal now."""
    if state.phase == "over":
        return []
    now = set(choices(state, seat))
    return [line for line in dict.fromkeys(_lines(state, seat)) if line not in now]


def has_plans(state: State, seat: int) -> bool:
    """Whether there is something to plan; leaving a decision to the autopilot always is."""
    return state.phase != "over"


def _lines(state: State, seat: int) -> Iterator[Action]:
    if _PHASE[state.phase] <= _PHASE["place"]:
        for place in LOCATIONS:
            if state.is_in_play(place) and place not in state.rules.closed:
                yield from _placements(state, place)
    for place in RESOLVED:
        if place != "bureaucracy" and state.is_in_play(place) and _is_ahead(state, place):
            yield ("done", *words_of(place))
            yield from _decisions(state, seat, place)
    yield from (("lose", "rosettes"), ("lose", "vp"), KEEP_RAILCARS, AUTOPILOT)


def _is_ahead(state: State, place: str) -> bool:
    return _PHASE[state.phase] <= _PHASE[place]


def _placements(state: State, place: str) -> Iterator[Action]:
    words = words_of(place)
    yield ("place", *words)
    if place not in OWN_BOARD:
        yield from (("place", *words, "slot", slot) for slot in range(1, state.slots(place)))
    has_chair = place not in NO_COMMISSAR and not state.rules.no_commissars
    if place in ("trading", "accounting"):
        yield ("place", *words, "free")
    if has_chair:
        yield ("commissar", *words)
        if place not in OWN_BOARD:
            slots = state.slots(place)
            yield from (("commissar", *words, "workers", n) for n in range(1, slots + 1))


def _decisions(state: State, seat: int, place: str) -> Iterator[Action]:
    """List the single steps that may come up at a location."""
    if place.startswith("manufacturium"):
        yield from (good for good, _ in goods_of(state, state.players[seat]))
    elif place == "research":
        player = state.players[seat]
        yield from (("research", n) for n in IMPROVEMENTS if n not in player.improvements)
        yield from (("research", name) for name in player.unresearched)
    elif place == "guild":
        yield from (("take", name) for name in state.inventions)
    else:
        yield from _STEPS_AT.get(place, ())


_STEPS_AT: dict[str, list[Action]] = {
    "requisition": [(v, RESOURCES[n]) for v in ("own", "pool") for n in REQUISITIONED],
    "loading": [("load", name) for name in RESOURCES],
    "steam": [("burn", RESOURCES[resource]) for resource in BURNABLE],
    "embassy": [("enter",)],
    "accounting": [("favour",), ("fame",)],
}


# --- playing a plan -----------------------------------------------------------------------------


def planned(state: State, seat: int, lines: Sequence[Action]) -> Planned | None:
    """Play the first line that fits; in a basket all that fit, and then `done`.

    A plan never closes a basket that the player has begun by hand.
    """
    offered = choices(state, seat)
    fitting = _fitting(state, lines, offered)
    if fitting is None:
        by_autopilot = AUTOPILOT in lines and offered
        return Planned((), (autopilot(view(state, seat), offered),)) if by_autopilot else None
    is_basket = "done" in QUESTIONS[state.asks].verbs
    if is_basket and not _has_begun(state, seat):
        return _whole_basket(state, seat, lines)
    return Planned((fitting[0],), (fitting[1],))


def _fitting(
    state: State, lines: Sequence[Action], offered: Sequence[Action], played: Sequence[int] = ()
) -> tuple[int, Action] | None:
    for number, line in enumerate(lines):
        action = _stands_for(state, line)
        if action and action in offered and number not in played:
            return number, action
    return None


def _has_begun(state: State, seat: int) -> bool:
    return any(player == seat and sealed != ASIDE for player, _, sealed in state.rows)


def _whole_basket(state: State, seat: int, lines: Sequence[Action]) -> Planned:
    """Try the lines on a copy, one after another, until the question closes."""
    twin, played, actions = state.copy(), list[int](), list[Action]()
    while twin.base is state.base and twin.asks == state.asks and seat in twin.acting:
        offered = choices(twin, seat)
        fitting = _fitting(twin, lines, offered, played)
        if fitting is None:
            actions += [DONE] if DONE in offered and AUTOPILOT not in lines else []
            break
        number, action = fitting
        played.append(number)
        actions.append(action)
        VERBS[action[0]](twin, seat, action, [])
    return Planned(tuple(played), tuple(actions))


def _stands_for(state: State, line: Action) -> Action | None:
    """Return the action of a line, if its condition holds."""
    verb, *args = line
    if verb == "done":
        return DONE if not args or place_of(tuple(args)) == state.phase else None
    if verb not in ("place", "commissar"):
        return line
    words, condition = split(args)
    place = place_of(words)
    workers = len(state.workers.get(place, ()))
    holds = {
        "": True,
        "slot": workers < condition[1],
        "workers": workers >= condition[1],
        "free": place not in state.commissars,
    }
    return (verb, *words) if holds[condition[0]] else None


# --- a plan in words ----------------------------------------------------------------------------


class PlanLine(NamedTuple):
    """A line of a plan in its parts, for the panel and the picture."""

    place: str | None  # the location it is about
    meeple: str  # "worker" or "commissar" where one is placed
    condition: str


_MEEPLES = {"place": "worker", "commissar": "commissar"}
_PLACES = {
    **{str(step[0]): place for place, steps in _STEPS_AT.items() for step in steps},
    "research": "research",
    "take": "guild",
    "make": "manufacturium1",
}


def plan_line(line: Action) -> PlanLine:
    verb, *args = line
    if verb in _MEEPLES:
        words, (kind, number) = split(args)
        return PlanLine(place_of(words), _MEEPLES[verb], CONDITIONS[kind].format(number))
    if verb == "done" and line != KEEP_RAILCARS:
        return PlanLine(place_of(tuple(args)), "", "")
    return PlanLine(_PLACES.get(str(verb)), "", "")
