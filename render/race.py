"""The race after a round: how close everybody is to the end, and what is new."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.kernel.phrases import plural
from render.alt import fitting, isolated
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Piece,
    Placed,
    Shape,
    centered,
    drawing,
    piece,
    shrunk,
    sign,
    text,
)
from render.theme import (
    ALARM,
    CREAM,
    EDGE,
    GLOW,
    GOLD,
    GOLD_INK,
    HEAD,
    INNER,
    MARGIN,
    SEATS,
    SMALLEST,
    STEEL,
    TABLE,
    TOP,
    YES_DARK,
    Accent,
    Style,
)
from render.widgets.badges import badge, name_marks
from render.widgets.panels import table_header, word_pill

ROW_H, GAP = 106, 10
FRAME, SPINE, RADIUS = 4, 14, 18
BADGE = 62
NAME_X, NAME_ROOM = 100, 178
TRACKS_X, TRACKS_W = 290, 552  # twelve things at their full distance
WIDEST_STEP = 46
LARGEST = 40
MAX_DRAWN = 12  # of what has no limit
LINE_H = 6  # under what is new
TOTAL_W = 150
TOTAL_X = INNER - TOTAL_W - 12
NAME = Style(Face.TITLE, 40)
MORE = Style(Face.BOLD, 34)
GAINED = Style(Face.BOLD, 40)
TOTAL = Style(Face.TITLE, 62)


class Track(NamedTuple):
    """Progress towards an end: how many of how many, and how many are new."""

    sprite: str  # a word for which the painter has a sign
    have: int
    new: int
    limit: int  # 0: there is none


class RaceRow(NamedTuple):
    """One player after the round; the solo opponent has no seat."""

    seat: int | None
    points: int
    gained: int
    tracks: tuple[Track, ...]


class Sign(NamedTuple):
    """How a thing on a track is drawn."""

    sprite: str
    tint: str | None = None
    size: float = 1.0  # compared with signs that fill their space better or worse


Signs = Mapping[str, Sign]


def race(
    title: str,
    rows: Sequence[RaceRow],
    names: Sequence[str],
    letters: Sequence[str],
    signs: Signs,
    accent: Accent,
) -> Drawing:
    """Draw a row for each, in the order given; leaders have a golden frame."""
    points = [line.points for line in rows]
    parts = table_header(*_headline(title), [], accent)
    y = TOP + 12
    for line, name, letter in zip(rows, names, letters, strict=True):
        leads = line.points == max(points) > min(points)
        parts.append(Placed(MARGIN, y, _row(line, name, letter, leads, tuple(signs.items()))))
        y += ROW_H + GAP
    return drawing(y + 6, parts, _alt(title, rows, names))


def _headline(title: str) -> tuple[str, str]:
    """Make ROUND 8 large and the rest of the title small."""
    words = title.split()
    large = next((n for n, word in enumerate(words) if word != word.upper()), len(words))
    return " ".join(words[:large]), " ".join(words[large:])


@lru_cache(maxsize=64)
def _row(
    row: RaceRow, name: str, letter: str, leads: bool, signs: tuple[tuple[str, Sign], ...]
) -> Piece:
    marks = [
        *_ground(row.seat, leads),
        _crest(row.seat, letter),
        *name_marks(NAME_X, ROW_H / 2, name, NAME_ROOM, NAME, CREAM, HEAD),
        *_tracks(row.tracks, dict(signs)),
        *_points(row),
    ]
    return piece(INNER, ROW_H, marks)


def _ground(seat: int | None, leads: bool) -> list[Shape]:
    """Draw the row's ground, with the player's color at the left."""
    edge = FRAME if leads else 0
    spine = STEEL if seat is None else SEATS[seat].fill
    h, radius = ROW_H - 2 * edge, RADIUS - edge
    frame = [Box(0, 0, INNER, ROW_H, GOLD, RADIUS)] if leads else []
    return [
        *frame,
        Box(edge, edge, 3 * RADIUS, h, spine, radius, corners="left"),
        Box(SPINE, edge, 3 * RADIUS, h, HEAD),
        Box(SPINE, edge, INNER - SPINE - edge, h, HEAD, radius),
    ]


def _crest(seat: int | None, letter: str) -> Shape:
    x, middle = 26, ROW_H / 2
    if seat is None:
        return sign("common/robot", x + BADGE / 2, middle, BADGE - 4)
    return Placed(x, round(middle - BADGE / 2), badge(seat, BADGE, letter))


def _tracks(tracks: Sequence[Track], signs: Signs) -> list[Shape]:
    """Draw the tracks one below the other, with a place for all that there can be.

    One that has nothing to show is left out.
    """
    marks: list[Shape] = []
    shown = [track for track in tracks if track.limit or track.have]
    slot = (ROW_H - 8) / max(2, len(shown))
    top = (ROW_H - slot * len(shown)) / 2
    for number, track in enumerate(shown):
        marks += _track(track, signs[track.sprite], round(top + slot * number), round(slot))
    return marks


def _track(track: Track, shape: Sign, top: int, slot: int) -> list[Shape]:
    shown = track.limit or min(track.have, MAX_DRAWN)
    step = min(WIDEST_STEP, TRACKS_W / max(1, shown))
    size = min(LARGEST, slot - LINE_H - 2, round(step) - 2)
    middle = top + (slot - LINE_H) / 2
    marks: list[Shape] = []
    for number in range(shown):
        x = TRACKS_X + step * (number + 0.5)
        if number >= track.have:
            marks.append(_place(x, middle, round(size * 0.75)))
            continue
        marks.append(sign(shape.sprite, x, middle, size * shape.size, shape.tint))
        if number >= track.have - track.new:
            w = round(step * 0.8)
            marks.append(Box(round(x - w / 2), top + slot - LINE_H, w, LINE_H - 1, GLOW, 2))
    if track.have > shown:
        more = f"+{track.have - shown}"
        x = TRACKS_X + step * shown + 4
        marks.append(text(x, middle, more, shrunk(more, MORE, 46), CREAM, HEAD))
    return marks


def _place(x: float, middle: float, size: int) -> Box:
    return Box(round(x - size / 2), round(middle - size / 2), size, size, TABLE, 7, EDGE, 3)


def _points(row: RaceRow) -> list[Shape]:
    total, middle = str(row.points).replace("-", "–"), TOTAL_X + TOTAL_W / 2
    style = shrunk(total, TOTAL, TOTAL_W - 20)
    marks: list[Shape] = [
        Box(TOTAL_X, 12, TOTAL_W, ROW_H - 24, GOLD, 16),
        centered(middle, ROW_H / 2, total, style, GOLD_INK, GOLD),
    ]
    if row.gained:
        size = GAINED if abs(row.gained) < 100 else GAINED._replace(size=SMALLEST)
        said, fill = f"{row.gained:+}".replace("-", "–"), YES_DARK if row.gained > 0 else ALARM
        pill = word_pill(said, fill, line=CREAM, style=size, pad=16)
        marks.append(Placed(TOTAL_X - pill.w - 10, (ROW_H - pill.h) // 2, pill))
    return marks


def _alt(title: str, rows: Sequence[RaceRow], names: Sequence[str]) -> str:
    full = [f"{isolated(name)}: {_facts(row)}" for row, name in zip(rows, names, strict=True)]
    return fitting(f"{title}. {'. '.join(full)}.")


def _facts(row: RaceRow) -> str:
    word = "more" if row.gained > 0 else "fewer"
    gained = f", {abs(row.gained)} {word}" if row.gained else ""
    facts = [f"{plural(row.points, 'point')}{gained}", *map(_fact, row.tracks)]
    return "; ".join(facts)


def _fact(track: Track) -> str:
    new = f", {track.new} new" if track.new > 0 else ""
    limit = f" of {track.limit}" if track.limit else ""
    return f"{track.sprite} {track.have}{limit}{new}"
