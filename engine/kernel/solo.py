"""Parts that a game may offer: playing alone, and challenges in which all have the same luck."""

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

    def symbol(self, gained: int) -> str:
        fitting = [sign for least, sign in self.symbols if gained >= least]
        return fitting[-1] if fitting else self.symbols[0][1]
