"""The final ranking, and what each score is made of."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.view import MachineView, View
from render.fantastic_factories.look import GLYPHS
from render.lettering import Face
from render.marks import (
    Item,
    sprite_item,
    words_item,
)
from render.names import initial_of
from render.theme import (
    CREAM,
    GREY,
    MUTED,
    Style,
)
from render.widgets.belts import Load
from render.widgets.ranking import Standing

TIES = ("metal", "energy", "hand")


class RankingLine(NamedTuple):
    """One line of the ranking."""

    rank: int
    seat: int | None  # None: The Machine
    name: str
    letter: str  # of the badge
    score: int
    loads: tuple[Load, ...]  # what the score is made of
    note: str


def places(view: View, names: Sequence[str]) -> list[RankingLine]:
    result = view.result
    assert result
    lines = []
    for player in view.players:
        loads = (
            Load(GLYPHS + "goods", player.goods),
            Load(GLYPHS + "prestige", player.prestige),
        )
        note = _note(view, player.seat)
        rank = result.ranks[player.seat]
        seat, letter = player.seat, initial_of(player.seat, names)
        lines.append(RankingLine(rank, seat, names[seat], letter, player.score, loads, note))
    if view.machine:
        lines.append(_of_machine(view.machine, 3 - result.ranks[0]))
    return sorted(lines, key=lambda place: place.rank)


def _of_machine(machine: MachineView, rank: int) -> RankingLine:
    monuments = sum(BLUEPRINTS[card].is_monument for card in machine.compound)
    loads = (
        Load(GLYPHS + "goods", machine.goods),
        Load(GLYPHS + "blueprint", len(machine.compound)),
        Load(GLYPHS + "type_monument", monuments, GREY),
    )
    return RankingLine(rank, None, "The Machine", "", machine.score, loads, machine.difficulty)


def _note(view: View, seat: int) -> str:
    """Say what broke a tie, for those who were in it."""
    result = view.result
    assert result
    if view.machine:
        tied = not result.winners and view.machine.score == result.scores[0]
        return f"needs more than {view.machine.score}" if tied else ""
    if result.scores.count(result.scores[seat]) < 2:
        return ""
    parts = result.parts[seat]
    rivals = [
        result.parts[other]
        for other, score in enumerate(result.scores)
        if score == result.scores[seat] and other != seat
    ]
    for kind in TIES:
        if any(rival[kind] != parts[kind] for rival in rivals):
            return f"tie: {parts[kind]} {'in hand' if kind == 'hand' else kind}"
    return "tie: equal in all"


def has_won(view: View, place: RankingLine) -> bool:
    assert view.result
    return place.seat in view.result.winners if place.seat is not None else place.rank == 1


def is_lost(view: View) -> bool:
    assert view.result
    return bool(view.machine) and not view.result.winners


def standing(place: RankingLine) -> Standing:
    return Standing(place.rank, place.seat, place.name, place.letter, str(place.score))


def sum_items(place: RankingLine, size: int, on: str) -> list[Item]:
    """Draw what the score is made of, in numbers."""
    items: list[Item] = []
    for sprite, number, tint in place.loads:
        if items:
            items.append(sprite_item("common/plus", size * 0.5, MUTED))
        items.append(words_item(str(number), Style(Face.BOLD, size), CREAM, on))
        items.append(sprite_item(sprite, size * 0.95, tint and MUTED))
    return items
