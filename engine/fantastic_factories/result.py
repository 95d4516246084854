"""Scores, tie-breaks and how a table ended (rulings 24, 25 and 29)."""

from engine.fantastic_factories.cards import prestige
from engine.fantastic_factories.machine import machine_score
from engine.fantastic_factories.state import Player, State
from engine.kernel.game import Result

TIE_BREAKS = ("points", "metal", "energy", "cards in hand")


def score(player: Player) -> int:
    return player.goods + prestige(player.compound)


def standing(player: Player) -> tuple[int, ...]:
    """What players are compared by, most important first."""
    return (score(player), player.metal, player.energy, player.hand_size)


def result(state: State) -> Result | None:
    if state.phase != "over":
        return None
    standings = [standing(player) for player in state.players]
    ranks = tuple(1 + sum(other > own for other in standings) for own in standings)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    reason = _reason(standings)
    if state.machine:
        rival = machine_score(state.machine)
        won = standings[0][0] > rival
        winners, ranks, reason = ((0,), (1,), "points") if won else ((), (2,), "machine")
    return Result(
        winners=winners,
        scores=tuple(own[0] for own in standings),
        parts=tuple(_parts(player) for player in state.players),
        ranks=ranks,
        reason=reason,
    )


def _reason(standings: list[tuple[int, ...]]) -> str:
    """The first thing that sets the best apart from the next."""
    best, *others = sorted(standings, reverse=True)
    if not others or best == others[0]:
        return "points" if not others else "shared"
    return next(name for name, a, b in zip(TIE_BREAKS, best, others[0], strict=True) if a != b)


def _parts(player: Player) -> dict[str, int]:
    return {
        "goods": player.goods,
        "prestige": prestige(player.compound),
        "metal": player.metal,
        "energy": player.energy,
        "hand": player.hand_size,
    }
