"""What simulations and statistics count in a game."""

from collections import Counter

from engine.factory_42.state import State
from engine.kernel.codes import Action
from engine.kernel.events import Event


def counts(state: State, seat: int) -> Counter[str]:
    player = state.players[seat]
    return Counter(
        vp=player.vp,
        rosettes=player.rosettes,
        cubes=sum(player.warehouse),
        improvements=len(player.improvements),
    )


def figures(event: Event) -> dict[str, int]:
    """Count goods, open orders at scoring, bursts of the boiler and uses of Accounting."""
    kind, _, facts, _ = event
    if kind == "made":
        return {"goods": 1}
    if kind == "penalty":
        return {"open orders": facts[0]}
    if kind == "rupture":
        return {"bursts": 1}
    if kind == "did" and facts[0] in ("bribe", "favour", "fame", "cheat"):
        return {str(facts[0]): 1}
    if kind == "did" and facts[0] == "research":
        return {"researched": 1}
    return {}


def played_card(action: Action) -> str | None:
    is_card = action[0] in ("make", "operate", "take", "keep", "research") and len(action) > 1
    return str(action[1]) if is_card else None
