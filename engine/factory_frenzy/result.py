"""Tell how a table ended: a recipe was completed, or the turn limit of ruling 10 decides."""

from engine.factory_frenzy.cards import RECIPES, shortage
from engine.factory_frenzy.state import State
from engine.kernel.game import Result
from engine.kernel.ranking import Standing, ranking

COMPARED_BY = ("built", "resources", "declared", "cards")


def standing(state: State, seat: int) -> Standing:
    player = state.players[seat]
    lacking = shortage(state.piles, player.recipe)
    return (seat == state.winner, -lacking, player.declared, -len(player.hand))


def result(state: State) -> Result | None:
    if state.step != "over":
        return None
    seats = range(len(state.players))
    ranks, winners, reason = ranking([standing(state, seat) for seat in seats], COMPARED_BY)
    return Result(
        winners=winners,
        scores=tuple(_score(state, seat) for seat in seats),
        parts=tuple(_parts(state, seat) for seat in seats),
        ranks=ranks,
        reason=reason,
    )


def has_scored(result: Result) -> bool:
    """What lies on the board is everybody's; a declared recipe is the first thing that counts."""
    return any(parts["declared"] for parts in result.parts)


def _score(state: State, seat: int) -> int:
    """Count how many of the resources that the recipe needs are on the board."""
    recipe = state.players[seat].recipe
    return RECIPES[recipe].size - shortage(state.piles, recipe)


def _parts(state: State, seat: int) -> dict[str, int]:
    player = state.players[seat]
    return {
        "there": _score(state, seat),
        "lacking": shortage(state.piles, player.recipe),
        "declared": int(player.declared),
        "hand": len(player.hand),
    }
