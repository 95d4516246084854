"""The final points with their parts, and the ranking (rulings 74 and 75)."""

from collections.abc import Callable

from engine.factory_42.board import BOARD
from engine.factory_42.state import Player, State
from engine.kernel.game import Result
from engine.kernel.ranking import ranking

COMPARED_BY = ("points", "rosettes")
_MOST: dict[str, Callable[[Player], int]] = {
    "cubes": lambda player: sum(player.warehouse),
    "improvements": lambda player: len(player.improvements),
    "commissions": lambda p: len(p.commissions) + len(p.begun) + len(p.finished),
    "inventions": lambda player: len(player.inventions) + len(player.spent),
}


def result(state: State) -> Result | None:
    if state.phase != "over":
        return None
    seats = range(len(state.players))
    parts = tuple(score_parts(state, seat) for seat in seats)
    scores = tuple(sum(part.values()) for part in parts)
    standings = [(scores[seat], state.players[seat].rosettes) for seat in seats]
    ranks, winners, reason = ranking(standings, COMPARED_BY)
    return Result(winners, scores, parts, ranks, reason)


def has_scored(result: Result) -> bool:
    """Whether anybody has points yet; what is counted only at the end doesn't matter."""
    return any(parts["track"] > 0 for parts in result.parts)


def final_score(state: State, seat: int) -> int:
    return sum(score_parts(state, seat).values())


def score_parts(state: State, seat: int) -> dict[str, int]:
    """Give a point for each “most” to all who tie for it, but to nobody with zero (ruling 74)."""
    player = state.players[seat]
    parts = {"track": player.vp, "rosettes": player.rosettes // BOARD.final.rosettes_per_vp}
    kinds = ["cubes", "improvements"]
    if state.options.expansion:
        parts["unresearched"] = BOARD.final.unresearched * len(player.unresearched)
        kinds += ["commissions", "inventions"]
    for kind in kinds:
        count = _MOST[kind]
        highest = max(map(count, state.players))
        parts[kind] = BOARD.final.most if highest and count(player) == highest else 0
    return parts
