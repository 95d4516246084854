"""Says what a seat will be asked later in the same part of the round, so that it can plan ahead."""

from collections.abc import Iterator

from engine.factory_42.nouns import location_name
from engine.factory_42.rounds import part_of
from engine.factory_42.state import PHASES, RESOLVED, State
from engine.kernel.phrases import joined, plural


def coming(state: State, seat: int) -> str:
    """Write the line for a ping, such as “you have 6 meeples to place.”; empty if nothing comes."""
    if state.phase == "place":
        meeples = state.players[seat].meeples
        return f"you have {plural(meeples, 'meeple')} to place." if meeples else ""
    places = [*map(location_name, _manned(state, seat))]
    return f"you decide at {joined(places)}." if places else ""


def _manned(state: State, seat: int) -> Iterator[str]:
    """List the locations of this part, from the current one on, where the seat has a meeple."""
    player = state.players[seat]
    for place in RESOLVED:
        is_ahead = PHASES.index(place) >= PHASES.index(state.phase)
        if is_ahead and part_of(place) == part_of(state.phase):
            own = place in player.at or place in player.commissar_at
            if own or seat in state.workers.get(place, ()) or state.commissars.get(place) == seat:
                yield place
