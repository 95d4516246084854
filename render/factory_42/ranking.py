"""The final ranking: who came in where, and with which points."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.factory_42.view import View
from render.factory_42.look import GLYPHS
from render.names import initial_of
from render.widgets.ranking import Standing

COLUMNS = {  # of the final picture: the parts of a score, each with its sign and its words
    "track": ("victory_point", ("points",)),
    "rosettes": ("rosette", ("rosettes",)),
    "cubes": ("warehouse", ("fullest", "store")),
    "improvements": ("dock", ("most", "built")),
    "commissions": ("elf", ("most elf", "orders")),
    "inventions": ("gear", ("most", "devices")),
    "unresearched": ("invention", ("unbuilt", "plans")),
}
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")


class RankingLine(NamedTuple):
    """One line of the ranking."""

    rank: int
    seat: int
    name: str
    letter: str  # of the badge
    score: int
    parts: tuple[tuple[str, int], ...]  # in the order of the columns
    rosettes: int
    has_won: bool


def places(view: View, names: Sequence[str]) -> list[RankingLine]:
    """Rank the players, best first."""
    lines = [_place(view, seat, names) for seat in range(len(view.players))]
    return sorted(lines, key=lambda place: place.rank)


def _place(view: View, seat: int, names: Sequence[str]) -> RankingLine:
    result = view.result
    assert result
    parts = result.parts[seat]
    return RankingLine(
        result.ranks[seat],
        seat,
        names[seat],
        initial_of(seat, names),
        result.scores[seat],
        tuple((kind, parts[kind]) for kind in COLUMNS if kind in parts),
        view.players[seat].rosettes,
        seat in result.winners,
    )


def signed(points: int) -> str:
    """Write the points with a true minus sign."""
    return str(points) if points >= 0 else f"–{-points}"


def standing(place: RankingLine) -> Standing:
    return Standing(place.rank, place.seat, place.name, place.letter, signed(place.score))


def sign_name(kind: str) -> str:
    return GLYPHS + COLUMNS[kind][0]
