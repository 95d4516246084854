"""What simulations and statistics count."""

from collections import Counter

from engine.factory_42.state import State
from engine.kernel.codes import Action


def counts(state: State, seat: int) -> Counter[str]:
    player = state.players[seat]
    return Counter(
        vp=player.vp,
        rosettes=player.rosettes,
        cubes=sum(player.warehouse),
        improvements=len(player.improvements),
    )


def subject(action: Action) -> str | None:
    is_card = action[0] in ("make", "operate", "take", "keep", "research") and len(action) > 1
    return str(action[1]) if is_card else None
