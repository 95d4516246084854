"""Says the round and what is being resolved, in the words that every picture uses."""

from engine.factory_42.state import EXPANSION, OWN_BOARD, PHASES, RESOLVED
from engine.factory_42.view import View
from engine.factory_42.words import where
from render.factory_42.look import LAST_STRIPES, STRIPES
from render.theme import Accent

TITLES = {
    "requisition": "REQUISITION",
    "bureaucracy": "BUREAUCRACY",
    "loading": "LOADING",
    "spiking": "SPIKING",
    "shipping": "SHIPPING",
    "steam": "STEAM",
    "operate": "OPERATE",
    "guild": "INVENTORS' GUILD",
    "embassy": "ELVEN EMBASSY",
    "trading": "TRADING",
    "research": "RESEARCH",
    "manufacturium1": "MANUFACTURIUM 1",
    "accounting": "ACCOUNTING",
    "manufacturium2": "MANUFACTURIUM 2",
    "scoring": "SCORING",
}
_PHASE = {phase: number for number, phase in enumerate(PHASES)}
EARLY = ("start", "draw", "talk", "place")


def places(view: View) -> list[str]:
    """List the table's locations in the order in which they are resolved."""
    resolved = [place for place in RESOLVED if view.has_expansion or place not in EXPANSION]
    return [*resolved, "scoring"]


def number_of(view: View, place: str) -> int:
    return places(view).index(place) + 1


def state_of(view: View, place: str) -> str:
    """Say whether a location is closed, being resolved or done; "" if its turn is still to come."""
    if place in view.closed:
        return "closed"
    if view.phase == place:
        return "now"
    return "done" if _PHASE[view.phase] > _PHASE[place] else ""


def is_placing(view: View) -> bool:
    """Whether meeples are being placed, or soon will be."""
    return view.phase in EARLY


def when(view: View) -> str:
    """Say the moment: Round 3 of 6 · placing."""
    said = f"Round {view.round} of {view.last_round}"
    return f"{said} · over" if view.result else f"{said} · {where(view).removeprefix('the ')}"


def round_words(view: View) -> str:
    return f"Round {view.round} of {view.last_round}"


def accent(view: View) -> Accent:
    return LAST_STRIPES if view.round == view.last_round and not view.result else STRIPES


def workers_at(view: View, place: str) -> tuple[int, ...]:
    """Return the seats with a Worker there: by slot, or by seat if each has a board."""
    if place in OWN_BOARD:
        return tuple(player.seat for player in view.players if place in player.at)
    return view.workers.get(place, ())


def commissars_at(view: View, place: str) -> tuple[int, ...]:
    if place in OWN_BOARD:
        return tuple(player.seat for player in view.players if place in player.commissar_at)
    return (view.commissars[place],) if place in view.commissars else ()
