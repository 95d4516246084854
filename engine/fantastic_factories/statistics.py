"""What simulations and statistics count of this game."""

from collections import Counter

from engine.fantastic_factories.state import State
from engine.kernel.codes import Action
from engine.kernel.events import Event


def counts(state: State, seat: int) -> Counter[str]:
    player = state.players[seat]
    return Counter(
        goods=player.goods,
        metal=player.metal,
        energy=player.energy,
        cards=player.hand_size,
        dice=len(player.dice),
    )


def dice(event: Event) -> tuple[int, ...]:
    return tuple(event.facts) if event.kind == "rolled" else ()


def played_card(action: Action) -> str | None:
    return str(action[1]) if action[0] in ("build", "use", "hire") else None
