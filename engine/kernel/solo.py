"""Parts that a game may offer: playing alone, and challenges in which all have the same luck."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Solo:
    """An opponent that the game itself plays, and how strong it may be."""

    rival: str
    option: str  # the option that says how strong
    levels: tuple[str, ...]  # from the weakest on

    def options(self, level: str) -> dict[str, str]:
        return {self.option: level}


@dataclass(frozen=True, slots=True)
class Challenge:
    """How an attempt is told without a word about its cards."""

    parts: tuple[str, ...]  # of the result, beside the score
    symbols: tuple[tuple[int, str], ...]  # for a round: at least so many points, and its sign

    def level(self, gained: int) -> int:
        """How good a round was, from 0 on."""
        return max((n for n, (least, _) in enumerate(self.symbols) if gained >= least), default=0)

    def signs(self, levels: Iterable[int]) -> str:
        """One for each round."""
        return "".join(self.symbols[level][1] for level in levels)
