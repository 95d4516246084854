"""Count scores, break ties and tell how a table ended (rulings 24, 25 and 29)."""

from engine.fantastic_factories.cards import prestige
from engine.fantastic_factories.machine import machine_score
from engine.fantastic_factories.state import Player, State
from engine.kernel.game import Result
from engine.kernel.ranking import Standing, ranking

COMPARED_BY = ("points", "metal", "energy", "cards in hand")


def score(player: Player) -> int:
    return player.goods + prestige(player.compound)


def standing(player: Player) -> Standing:
    return (score(player), player.metal, player.energy, player.hand_size)


def result(state: State) -> Result | None:
    if state.phase != "over":
        return None
    standings = [standing(player) for player in state.players]
    ranks, winners, reason = ranking(standings, COMPARED_BY)
    rival = machine_score(state.machine) if state.machine else None
    if rival is not None:
        is_won = standings[0][0] > rival
        winners, ranks, reason = ((0,), (1,), "points") if is_won else ((), (2,), "machine")
    return Result(
        winners=winners,
        scores=tuple(own[0] for own in standings),
        parts=tuple(_parts(player) for player in state.players),
        ranks=ranks,
        reason=reason,
        rival=rival,
    )


def _parts(player: Player) -> dict[str, int]:
    return {
        "goods": player.goods,
        "prestige": prestige(player.compound),
        "metal": player.metal,
        "energy": player.energy,
        "hand": player.hand_size,
    }
