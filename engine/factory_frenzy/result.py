"""How a table ended: somebody has built the recipe, or the guard of ruling 10 decides."""

from engine.factory_frenzy.cards import RECIPES, shortage
from engine.factory_frenzy.state import State
from engine.kernel.game import Result

TIE_BREAKS = ("resources", "declared", "cards")


def standing(state: State, seat: int) -> tuple[int, ...]:
    """What players are compared by after the last turn, most important first; less is better."""
    player = state.players[seat]
    return (shortage(state.piles, player.recipe), not player.declared, len(player.hand))


def result(state: State) -> Result | None:
    if state.step != "over":
        return None
    seats = range(len(state.players))
    standings = [(seat != state.winner, *standing(state, seat)) for seat in seats]
    ranks = tuple(1 + sum(other < own for other in standings) for own in standings)
    return Result(
        winners=tuple(seat for seat in seats if ranks[seat] == 1),
        scores=tuple(_score(state, seat) for seat in seats),
        parts=tuple(_parts(state, seat) for seat in seats),
        ranks=ranks,
        reason=_reason(standings) if state.winner is None else "built",
    )


def _score(state: State, seat: int) -> int:
    """How many of the resources that the recipe needs lie on the board."""
    recipe = state.players[seat].recipe
    return RECIPES[recipe].size - shortage(state.piles, recipe)


def _parts(state: State, seat: int) -> dict[str, int]:
    lacking, undeclared, cards = standing(state, seat)
    return {
        "there": _score(state, seat),
        "lacking": lacking,
        "declared": int(not undeclared),
        "hand": cards,
    }


def _reason(standings: list[tuple[int, ...]]) -> str:
    """The first thing that sets the best apart from the next."""
    best, second, *_ = sorted(standings)
    pairs = zip(TIE_BREAKS, best[1:], second[1:], strict=True)
    return next((name for name, a, b in pairs if a != b), "shared")
