"""Tells what happened in a few words: a digest since a player's last action, a recap of a round.

A game provides it as `Game.news`; cogs show it. Names in texts are shortened and carry no markup.
The name at the start of a line is left out, so that cogs can show it in bold behind a badge.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from engine.kernel.events import Event, readable
from engine.kernel.phrases import joined

V_contra = TypeVar("V_contra", contravariant=True)
Names = Sequence[str]
MAX_LINE = 64  # characters after the name
NOTHING = "did nothing new"


class Part(NamedTuple):
    """Something that somebody did, and how to say it in less room."""

    text: str
    short: str = ""

    @property
    def brief(self) -> str:
        return self.short or self.text


class Line(NamedTuple):
    """A sentence without the name that it begins with."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Track:
    """How close a seat is to the end of the game."""

    kind: str
    have: int
    new: int  # of them, since the round began
    limit: int = 0  # that ends the game; 0 if there is none


@dataclass(frozen=True, slots=True)
class Share:
    """What a round brought one seat; seat None is the game's own opponent."""

    seat: int | None
    parts: tuple[Part, ...]  # what mattered most first
    gained: int | None = None  # points; None: the game has none that everybody may know
    points: int | None = None
    tracks: tuple[Track, ...] = ()


@dataclass(frozen=True, slots=True)
class Recap:
    """A round that is over, as everybody may read it."""

    headline: str
    shares: tuple[Share, ...]  # one for each seat, best first
    alarm: str = ""  # says that the end is near
    coming: str = ""  # what comes next
    agreements: tuple[str, ...] = ()  # what became of deals, a sentence each

    @property
    def is_race(self) -> bool:
        """Tell whether every seat's progress to the end is public, so that it can be drawn as a
        race.
        """
        return all(share.tracks and share.points is not None for share in self.shares)


class News(Protocol[V_contra]):
    """How a game tells what happened; `events` are in order, without what was undone."""

    def digest(self, events: Sequence[Event], seat: int, names: Names) -> list[Line]:
        """Tell the seat's own gains and losses, then one line for each other seat, oldest first.

        What the autopilot did for the seat is a line of the seat itself. Only what the seat may
        read.
        """

    def recap(self, events: Sequence[Event], view: V_contra, names: Names) -> Recap:
        """Tell the round of these public events; the view is the public one at its end."""

    def alarm(self, view: V_contra, names: Names) -> str:
        """Return one sentence when the end is near, for the view's seat or for all; else ""."""


class Sentences(Protocol):
    """The part of a game's words that plain news are made of."""

    def sentence(self, event: Event, names: Names, viewer: int | None = None) -> str: ...


class PlainNews:
    """News of a game without news of its own: what each seat did, quoted from the log."""

    def __init__(self, words: Sentences) -> None:
        self.words = words

    def digest(self, events: Sequence[Event], seat: int, names: Names) -> list[Line]:
        own = readable(events, seat)
        deeds = by_seat(event for event in own if event.kind == "did")
        return [Line(actor, sentence(self._parts(done, names))) for actor, done in deeds if done]

    def recap(self, events: Sequence[Event], view: object, names: Names) -> Recap:
        public = readable(events, None)
        deeds = dict(by_seat(event for event in public if event.kind == "did"))
        seats = [*deeds, *(seat for seat in range(len(names)) if seat not in deeds)]
        shares = (Share(seat, self._parts(deeds.get(seat, []), names)) for seat in seats)
        return Recap("", tuple(shares))

    def alarm(self, view: object, names: Names) -> str:
        return ""

    def _parts(self, done: Iterable[Event], names: Names) -> tuple[Part, ...]:
        """Return the log's sentences without the name at their beginning."""
        parts = []
        for event in done:
            name = "" if event.seat is None else f"{names[event.seat]} "
            parts.append(Part(self.words.sentence(event, names).removeprefix(name).rstrip(".")))
        return tuple(parts)


def digest_lines(
    events: Sequence[Event],
    seat: int,
    names: Names,
    deeds: Callable[[list[Event], Names], Sequence[Part]],
    own: Callable[[list[Event], int, Names], Iterable[str]],
) -> list[Line]:
    """Tell what others did to the seat, then what it did itself, then one line per other seat."""
    visible = list(readable(events, seat))
    lines = [
        Line(actor, sentence(parts))
        for actor, done in by_seat(visible)
        if (parts := deeds(done, names))
    ]
    lines.sort(key=lambda line: line.seat != seat)
    return [*(Line(seat, text) for text in own(visible, seat, names)), *lines]


def by_seat(events: Iterable[Event]) -> Iterator[tuple[int, list[Event]]]:
    """Group events by their seat; the seat that acted first comes first."""
    events_of: dict[int, list[Event]] = {}
    for event in events:
        if event.seat is not None:
            events_of.setdefault(event.seat, []).append(event)
    yield from events_of.items()


def sentence(parts: Sequence[Part], max_length: int = MAX_LINE) -> str:
    return f"{fitted(parts, max_length)}."


def fitted(parts: Sequence[Part], max_length: int = MAX_LINE) -> str:
    """Join the parts with commas; shorten or leave out the last ones if that is too long."""
    if not parts:
        return NOTHING
    for count in range(len(parts), -1, -1):
        texts = [part.text for part in parts[:count]] + [part.brief for part in parts[count:]]
        if len(line := ", ".join(texts)) <= max_length:
            return line
    for count in range(len(parts) - 1, 0, -1):
        texts = [part.brief for part in parts[:count]]
        if len(line := ", ".join(texts)) <= max_length:
            return line
    first = parts[0].brief
    return first if len(first) <= max_length else f"{first[: max_length - 1].rstrip()}…"


def lead(entrants: Sequence[tuple[str, int]]) -> str:
    """Say who is ahead, from names with their points: "Cleo leads, 14 to 12"."""
    ordered = sorted(entrants, key=lambda entrant: -entrant[1])
    best = [name for name, points in ordered if points == ordered[0][1]]
    if len(best) == 1:
        return f"{best[0]} leads, {ordered[0][1]} to {ordered[1][1]}" if ordered[1:] else ""
    if len(best) == len(ordered) > 2:
        return f"All tied at {ordered[0][1]}"
    return f"{joined(best)} tied at {ordered[0][1]}"
