"""An attempt at a challenge, as data and in words; it says nothing about the cards."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.kernel.phrases import capital, plural
from render.alt import fitting, isolated
from render.widgets.badges import spoken
from render.widgets.rounds import gains_text

SHORTER = ((True, " "), (True, ""), (True, None), (False, None))  # what is left out next


class RankedRow(NamedTuple):
    """One player's attempt; equal attempts share a rank, an unfinished one has none."""

    rank: int | None
    name: str
    score: int | None
    has_won: bool
    parts: dict[str, int]
    rounds: int
    gains: tuple[int, ...]  # for each round how much was gained, from 0 to 4


def named(rows: Sequence[RankedRow]) -> list[RankedRow]:
    """Replace the names by what pictures can draw."""
    names = spoken(tuple(row.name for row in rows))
    return [row._replace(name=name) for row, name in zip(rows, names, strict=True)]


def is_finished(row: RankedRow) -> bool:
    return row.score is not None


def parts_words(row: RankedRow, between: str = " · ") -> str:
    """Write “9 goods · 14 prestige”."""
    return between.join(f"{number} {thing}" for thing, number in row.parts.items())


def verdict(row: RankedRow) -> str:
    """Write “Won in 11 rounds”."""
    if not is_finished(row):
        return "still playing"
    return f"{'won' if row.has_won else 'lost'} in {plural(row.rounds, 'round')}"


def ranking_alt(title: str, subtitle: str, rows: Sequence[RankedRow], tried: int) -> str:
    """Describe every attempt, with as much detail as there is room for."""
    lead = f"{title}, {subtitle}: {_tried(tried)}." if subtitle else f"{title}: {_tried(tried)}."
    more = f" And {tried - len(rows)} more." if tried > len(rows) else ""
    return fitting(
        *(" ".join([lead, *(_attempt(row, *how) for row in rows)]) + more for how in SHORTER)
    )


def _tried(tried: int) -> str:
    return f"{tried} tried" if tried else "nobody tried it"


def _attempt(row: RankedRow, has_parts: bool = True, between: str | None = " ") -> str:
    """Write “1. Ada: 23 points (9 goods, 14 prestige), won in 11 rounds, gains 0 1 2.”"""
    rank = "" if row.rank is None else f"{row.rank}. "
    parts = f" ({parts_words(row, ', ')})" if has_parts and row.parts else ""
    score = [] if row.score is None else [f"{plural(row.score, 'point')}{parts}"]
    gains = [] if between is None else [f"gains {gains_text(row.gains, between)}"][: len(row.gains)]
    return f"{rank}{isolated(row.name)}: {', '.join([*score, verdict(row), *gains])}."


def card_alt(title: str, subtitle: str, row: RankedRow, streak: int) -> str:
    lead = f"{title}, {subtitle}." if subtitle else f"{title}."
    end = f" {capital(streak_words(streak))}." if streak else ""
    return fitting(*(f"{lead} {_attempt(row, *how)}{end}" for how in SHORTER))


def streak_words(streak: int) -> str:
    return "a streak begins" if streak == 1 else f"{streak} days in a row"
