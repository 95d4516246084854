"""What the host itself did at a table, told in its log beside what was played."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from host.books import Books
from host.records import Note, Table


class Happening(StrEnum):
    PAUSED = "paused"
    RESUMED = "resumed"
    EXTENDED = "extended"
    TIME_UP = "time_up"
    STOOD_IN = "stood_in"
    TAKEN_OVER = "taken_over"
    HANDED_OVER = "handed_over"
    CAME_BACK = "came_back"
    FREED = "freed"
    REMOVED = "removed"
    TAKEN = "taken"
    ENDED = "ended"
    ABANDONED = "abandoned"
    FORGOTTEN = "forgotten"
    ABSENT = "absent"  # the bot itself was away


def note(
    books: Books, table: Table, kind: Happening, seat: int | None = None, **facts: Any
) -> None:
    """Facts are words and numbers of seats, never a person's number or name."""
    books.store.add_note(table.id, table.version, kind, seat, facts)


_SENTENCES = {
    Happening.PAUSED: "The table is paused: time stands still.",
    Happening.RESUMED: "The table goes on.",
    Happening.EXTENDED: "Everybody has more time for this turn.",
    Happening.TIME_UP: "{who}'s time is up.",
    Happening.STOOD_IN: "The autopilot plays this turn for {who}.",
    Happening.TAKEN_OVER: "The autopilot takes {who}'s seat until they take it back.",
    Happening.HANDED_OVER: "{who} lets the autopilot play.",
    Happening.CAME_BACK: "{who} is back.",
    Happening.FREED: "Seat {number} is free: anybody may take it, until then the autopilot plays.",
    Happening.REMOVED: "Seat {number} is the autopilot's now.",
    Happening.TAKEN: "{who} takes seat {number}.",
    Happening.ENDED: "The game ends before its time.",
    Happening.ABANDONED: "Nobody has played for {days} days: the game ends as it stands.",
    Happening.FORGOTTEN: "Seat {number}: its player has left for good.",
    Happening.ABSENT: "I was offline for {span}, so every time limit here moved by that much.",
}
_BY = {
    "vote": " (The table has agreed.)",
    "moderator": " (A moderator has decided.)",
}


def told(found: Note, names: Sequence[str]) -> str:
    """One sentence for the log, with the names of today."""
    who = "" if found.seat is None else names[found.seat]
    number = None if found.seat is None else found.seat + 1
    kind = Happening(found.kind)
    facts = {"days": 0, "span": "a while", **found.facts}
    sentence = _SENTENCES[kind].format_map({**facts, "who": who, "number": number})
    return sentence + _BY.get(found.facts.get("by", ""), "")
