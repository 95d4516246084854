"""An attempt at a challenge as plain data and as text, without its cards."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.kernel.phrases import capital, plural
from render.alt import fitting, isolated
from render.widgets.badges import spoken
from render.widgets.rounds import said

SHORTER = ((True, " "), (True, ""), (True, None), (False, None))  # what is left out first


class Rival(NamedTuple):
    """The game's own opponent, and what it had at the end of an attempt."""

    name: str
    score: int


class RankedRow(NamedTuple):
    """One player's finished attempt; equal attempts share a rank, a shared card has none."""

    rank: int | None
    name: str
    score: int
    has_won: bool
    parts: dict[str, int]
    rounds: int
    gains: tuple[int, ...]  # for each round how much was gained, from 0 to 4
    rival: Rival | None = None  # None: its points are unknown

    @property
    def margin(self) -> int | None:
        return self.rival and self.score - self.rival.score


def named(rows: Sequence[RankedRow]) -> list[RankedRow]:
    """Return the rows with names as pictures write them."""
    names = spoken(tuple(row.name for row in rows))
    return [row._replace(name=name) for row, name in zip(rows, names, strict=True)]


def parts_words(row: RankedRow, between: str = " · ") -> str:
    """Say what the score is made of: 9 goods · 14 prestige."""
    return between.join(
        f"{number} {thing.removesuffix('s') if number == 1 else thing}"
        for thing, number in row.parts.items()
    )


def verdict(row: RankedRow) -> str:
    """Say how it ended: Won by 2 in 11 rounds."""
    return f"{_outcome(row)} in {plural(row.rounds, 'round')}"


def _outcome(row: RankedRow) -> str:
    if row.margin is None:
        return "won" if row.has_won else "lost"
    if row.has_won:
        return f"won by {row.margin}"
    if row.margin > 0:  # it wasn't played to its end
        return f"stopped {row.margin} ahead"
    return f"lost by {-row.margin}" if row.margin else "lost on a tie"


def margin_words(row: RankedRow) -> str:
    """Write the margin on a plate: +5, −1 or ±0."""
    if row.margin is None:
        return ""
    return f"+{row.margin}" if row.margin > 0 else f"−{-row.margin}" if row.margin else "±0"


def ranking_alt(
    title: str, subtitle: str, rows: Sequence[RankedRow], finished: int, playing: int
) -> str:
    """Describe the ranking in an alt text, with as many attempts as fit."""
    lead = ", ".join(filter(None, (title, subtitle)))
    lead = f"{lead}: {finished_words(finished, playing)}."
    more = f" And {finished - len(rows)} more." if finished > len(rows) else ""
    return fitting(
        *(" ".join([lead, *(_attempt(row, *how) for row in rows)]) + more for how in SHORTER)
    )


def finished_words(finished: int, playing: int) -> str:
    """Count the attempts: 5 finished, 3 still playing."""
    return ", ".join(
        filter(None, (f"{finished} finished", f"{playing} still playing" if playing else ""))
    )


def _attempt(row: RankedRow, has_parts: bool = True, between: str | None = " ") -> str:
    """Say all: 1. Ada: 23 points (9 goods, 14 prestige), won in 11 rounds, gains 0 1 2."""
    rank = "" if row.rank is None else f"{row.rank}. "
    parts = f" ({parts_words(row, ', ')})" if has_parts and row.parts else ""
    score = [f"{plural(row.score, 'point')}{parts}"]
    gains = [] if between is None else [f"gains {said(row.gains, between)}"][: len(row.gains)]
    return f"{rank}{isolated(row.name)}: {', '.join([*score, verdict(row), *gains])}."


def card_alt(title: str, subtitle: str, row: RankedRow, streak: int) -> str:
    lead = f"{title}, {subtitle}." if subtitle else f"{title}."
    end = f" {capital(streak_words(streak))}." if streak else ""
    return fitting(*(f"{lead} {_attempt(row, *how)}{end}" for how in SHORTER))


def streak_words(streak: int) -> str:
    return "a streak begins" if streak == 1 else f"{streak} days in a row"
