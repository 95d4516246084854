"""What a game may offer besides normal tables: playing alone, and challenges with equal luck."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Solo:
    """An opponent that the game itself plays, and how strong it may be."""

    rival: str
    option: str  # the option that says how strong
    levels: tuple[str, ...]  # weakest first

    def options(self, level: str) -> dict[str, str]:
        return {self.option: level}


@dataclass(frozen=True, slots=True)
class Challenge:
    """How to show an attempt without telling its cards: the score's parts, a symbol per round."""

    parts: tuple[str, ...]  # of the result, beside the score
    symbols: tuple[tuple[int, str], ...]  # for a round: at least so many points, and its sign

    def level(self, gained: int) -> int:
        """Rate a round by its points, starting at 0."""
        return max((n for n, (points, _) in enumerate(self.symbols) if gained >= points), default=0)

    @property
    def ranges(self) -> tuple[str, ...]:
        """Name the points of a round for each symbol, such as 0, 1, 2–3, 4+."""
        bounded = (
            f"{low}" if after == low + 1 else f"{low}–{after - 1}"
            for (low, _), (after, _) in pairwise(self.symbols)
        )
        return (*bounded, f"{self.symbols[-1][0]}+")

    def signs(self, levels: Iterable[int]) -> str:
        """Return one symbol for each round."""
        return "".join(self.symbols[level][1] for level in levels)
