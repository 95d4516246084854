"""How each line of a plan stands on the table as it is: it comes next, fits, waits or is past."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.factory_42.nouns import location_name
from engine.factory_42.places import place_of, split
from engine.factory_42.plans import plan_line
from engine.factory_42.state import OWN_BOARD, PHASES
from engine.factory_42.view import View
from engine.kernel.codes import Action
from engine.kernel.phrases import plural

NEXT, FITS, WAITS, PAST = "next", "fits", "waits", "past"
_PHASE = {phase: number for number, phase in enumerate(PHASES)}


class LineState(NamedTuple):
    """Whether a line can be played, and why not."""

    kind: str
    why: str = ""


def line_states(lines: Sequence[Action], view: View) -> list[LineState]:
    """Of the placements that fit, the first one comes next."""
    states = [_state(line, view) for line in lines]
    for number, state in enumerate(states):
        if state.kind == FITS and plan_line(lines[number]).meeple:
            states[number] = LineState(NEXT, "next")
            break
    return states


def _state(line: Action, view: View) -> LineState:
    own = view.own
    assert own
    verb, *rest = line
    if verb not in ("place", "commissar"):
        return _later(line, view)
    words, (kind, number) = split(rest)
    place = place_of(words)
    if _PHASE[view.phase] > _PHASE["place"]:
        return LineState(PAST, "placing is over")
    if not own.meeples and view.phase == "place":
        return LineState(PAST, "you have no meeple left")
    if place in view.closed:
        return LineState(PAST, "closed in this round")
    if verb == "commissar":
        return _chair(place, number if kind else 0, view)
    return _slot(place, kind, number, view)


def _slot(place: str, kind: str, number: int, view: View) -> LineState:
    there = len(view.workers.get(place, ()))
    if place in OWN_BOARD:
        is_taken = bool(view.own and place in view.own.at)
        return LineState(PAST, "your Worker is there") if is_taken else LineState(FITS)
    if there >= view.slots[place]:
        return LineState(PAST, "every slot is taken")
    if kind == "slot" and there >= number:
        return LineState(PAST, f"slot {number} is taken")
    if kind == "free" and place in view.commissars:
        return LineState(PAST, "a Commissar is there")
    return LineState(FITS)


def _chair(place: str, wanted: int, view: View) -> LineState:
    own_there = view.own.commissar_at if view.own else ()
    if not view.has_commissars:
        return LineState(PAST, "no Commissars in this round")
    if place in (own_there if place in OWN_BOARD else view.commissars):
        return LineState(PAST, "the Commissar slot is taken")
    there = len(view.workers.get(place, ()))
    if there < wanted:
        return LineState(WAITS, f"{there} of {plural(wanted, 'Worker')} there")
    return LineState(FITS)


def _later(line: Action, view: View) -> LineState:
    """A decision at a location that is resolved later, or one for any time."""
    place = plan_line(line).place
    if place is None:
        return LineState(WAITS)
    last = "manufacturium2" if line[0] == "make" else place
    if _PHASE[view.phase] > _PHASE[last]:
        return LineState(PAST, f"{location_name(last)} is over")
    if _PHASE[view.phase] < _PHASE[place]:
        return LineState(WAITS, f"until {location_name(place)}")
    return LineState(FITS)
