"""Rank the seats of a finished game: standings are compared part by part, the weightiest first."""

from collections.abc import Sequence
from typing import NamedTuple

Standing = tuple[int, ...]  # more is better in every part


class Ranking(NamedTuple):
    ranks: tuple[int, ...]  # 1 is best; equals share a rank
    winners: tuple[int, ...]
    reason: str  # the part that decides between the best and the next, or "shared"


def ranking(standings: Sequence[Standing], parts: Sequence[str]) -> Ranking:
    ranks = tuple(1 + sum(other > own for other in standings) for own in standings)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return Ranking(ranks, winners, _reason(standings, parts))


def _reason(standings: Sequence[Standing], parts: Sequence[str]) -> str:
    best, *others = sorted(standings, reverse=True)
    if not others:
        return parts[0]
    pairs = zip(parts, best, others[0], strict=True)
    return next((name for name, a, b in pairs if a != b), "shared")
