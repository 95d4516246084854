"""Hints for a player who is new to the game: what the current step is about."""

from functools import cache

from engine.factory_42.board import FOLDER
from engine.factory_42.view import View
from engine.kernel.sections import sections

_OF_QUESTION = {"spoil": "event", "ready": "talk", "lose": "penalty", "cleanup": "cleanup"}
_OF_QUESTION |= {"spike": "spike", "double": "double"}
_OF_QUESTION |= {"start": "start", "start_cubes": "start"}


@cache
def hints() -> dict[str, str]:
    """Load the hints from `hints.md`, by location or step."""
    return sections(FOLDER / "hints.md")


def hint(view: View) -> str:
    """Return the hint for the viewer; none for spectators and after the end."""
    if view.seat is None or view.phase == "over":
        return ""
    texts = hints()
    if view.seat not in view.to_act:
        return texts["wait"]
    if view.asks == "place":
        assert view.own
        key = "last round" if view.round == view.last_round else "place"
        has_placed = any(deed.startswith("place/") for deed in view.own.deeds)
        return texts["placing"] if has_placed else texts[key]
    key = _OF_QUESTION.get(view.asks, view.phase)
    return texts["manufacturium" if key.startswith("manufacturium") else key]
