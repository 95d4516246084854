"""The picture of somebody's, or a server's, statistics: numbers, bars and a scale for luck."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.kernel.phrases import plural
from render import lettering
from render.alt import fitting, isolated
from render.lettering import Face
from render.marks import Drawing, Piece, Placed, Shape, drawing, sign, text
from render.statistics_panels import (
    COUNTER_H,
    GAP,
    Counter,
    Measure,
    Plan,
    arranged,
    bars,
    counters,
    luck,
)
from render.theme import BAND, CREAM, GOLD, HEAD, INNER, MARGIN, SOFT, YES, Accent, Style
from render.widgets.banners import LOW, TALL, banner
from render.widgets.gauges import EXPECTED
from render.widgets.panels import panel

MAX_LEVELS, MAX_FAVORITES = 5, 5
KETTLE = ("The kettle is on, the machines are oiled:", "play a game, and this page fills itself.")
NEW_H = 210


class LevelRecord(NamedTuple):
    """Games against the opponent at one of its levels."""

    level: str
    wins: int
    games: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything but the number of games may be missing, and then isn't drawn."""

    games: int = 0
    wins: int = 0
    pending: int = 0  # games about which nothing else may be shown yet
    average: float | None = None  # score
    best: int | None = None
    rival: str = "the opponent"
    levels: tuple[LevelRecord, ...] = ()
    turn_time: str = ""  # such as "median 3 h"
    dice: float | None = None  # pips on average; None in a game without dice
    dice_rolled: int = 0
    favorites: tuple[tuple[str, int], ...] = ()  # cards and how often, the favorite first
    rating: int | None = None
    rated_games: int = 0

    @property
    def told(self) -> int:
        return self.games - self.pending


def statistics(title: str, facts: Statistics, scene: str, accent: Accent) -> Drawing:
    head = lettering.name(title, "Statistics")
    if not facts.games:
        return _of_newcomer(head, scene, accent)
    top = LOW + BAND + GAP
    top_row = counters(list(_counters(facts)), top)
    below, bottom = arranged(list(_plans(facts)), top + COUNTER_H + GAP)
    parts = [Placed(0, 0, banner(scene, head, "", LOW, accent)), *top_row, *below]
    return drawing(bottom, parts, _alt(head, facts))


def _of_newcomer(title: str, scene: str, accent: Accent) -> Drawing:
    top = TALL + BAND + GAP
    parts = [Placed(0, 0, banner(scene, title, "", TALL, accent)), Placed(MARGIN, top, _kettle())]
    alt = fitting(f"{isolated(title)}: no games yet. {' '.join(KETTLE)}")
    return drawing(top + NEW_H + GAP, parts, alt)


def _kettle() -> Piece:
    marks: list[Shape] = [
        sign("common/coffee", 130, NEW_H / 2, 110),
        text(250, 50, "No games yet", Style(Face.TITLE, 58), CREAM, HEAD),
        *(
            text(250, 112 + 48 * n, words, Style(Face.LABEL, 42), SOFT, HEAD)
            for n, words in enumerate(KETTLE)
        ),
    ]
    return panel(INNER, NEW_H, marks)


def _counters(facts: Statistics) -> Iterator[Counter]:
    yield Counter("Games", "common/flag", str(facts.games), "played")
    if facts.told:
        share = facts.wins / facts.told
        yield Counter("Wins", "common/crown", str(facts.wins), f"{share:.0%}", share)
    if facts.average is not None:
        note = "points" if facts.best is None else f"points, best {facts.best}"
        yield Counter("Average", "common/bell", f"{facts.average:.1f}", note)
    elif facts.best is not None:
        yield Counter("Best", "common/bell", str(facts.best), "points")
    if facts.rating is not None:
        yield Counter("Rating", "common/first", str(facts.rating), _rated(facts.rated_games))
    if facts.turn_time:
        yield Counter("Turns", "common/coffee", facts.turn_time, "for a turn")


def _rated(games: int) -> str:
    return f"after {plural(games, 'game')}"


def _plans(facts: Statistics) -> Iterator[Plan]:
    if facts.levels:
        measures = [_of_level(each) for each in facts.levels[:MAX_LEVELS]]
        yield bars(f"Against {facts.rival}", "common/robot", measures, YES)
    if facts.dice is not None:
        yield luck(facts.dice, facts.dice_rolled)
    if facts.favorites:
        chosen = facts.favorites[:MAX_FAVORITES]
        most = max(count for _, count in chosen)
        measures = [Measure(name, f"{count} ×", count / max(1, most)) for name, count in chosen]
        yield bars("Favorite cards", "common/helmet", measures, GOLD)


def _of_level(record: LevelRecord) -> Measure:
    words = f"{record.wins} of {record.games} won"
    return Measure(record.level, words, record.wins / max(1, record.games))


def _alt(title: str, facts: Statistics) -> str:
    sentences = list(_said(facts))
    return fitting(
        *(" ".join([f"{isolated(title)}:", *sentences[:n]]) for n in range(len(sentences), 0, -1))
    )


def _said(facts: Statistics) -> Iterator[str]:
    """Describe the picture, what matters most first."""
    won = f", {facts.wins} won ({facts.wins / facts.told:.0%})" if facts.told else ""
    yield f"{plural(facts.games, 'game')}{won}."
    if facts.average is not None:
        yield f"Score on average: {facts.average:.1f}."
    if facts.best is not None:
        yield f"Best score: {facts.best}."
    if facts.rating is not None:
        yield f"Rating: {facts.rating} {_rated(facts.rated_games)}."
    if facts.turn_time:
        yield f"Time for a turn: {facts.turn_time}."
    if facts.levels:
        levels = (f"{level} {wins} of {games} won" for level, wins, games in facts.levels)
        yield f"Against {facts.rival}: {', '.join(levels)}."
    if facts.dice is not None:
        count = f" of {facts.dice_rolled} dice" if facts.dice_rolled else " of the dice"
        yield f"Average{count}: {facts.dice:.2f}, expected {EXPECTED}."
    if facts.favorites:
        cards = (f"{name} ({count})" for name, count in facts.favorites[:MAX_FAVORITES])
        yield f"Favorite cards: {', '.join(cards)}."
