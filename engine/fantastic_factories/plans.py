"""What a seat may queue for its coming market turn."""

from engine.fantastic_factories.actions import TAKE, opponents
from engine.fantastic_factories.recipes import by_tool, hires
from engine.fantastic_factories.state import State
from engine.kernel.codes import Action


def plans(state: State, seat: int) -> list[Action]:
    """Every pick from the rows as they lie now; whether it can be paid is seen later."""
    if state.phase == "over" or (seat in state.acting and state.phase == "market"):
        return []
    groups = by_tool(state.players[seat].hand)
    found: list[Action] = [TAKE[card] for card in dict.fromkeys(state.blueprints.row) if card]
    rivals = opponents(len(state.players), seat)
    for tool, name in zip(state.labels, state.contractors.row, strict=True):
        if name and tool in groups:
            found += hires(name, tool, groups[tool], rivals)
    return found
