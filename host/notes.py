"""Notes: what the host itself did at a table, shown in the log between the players' actions."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from host import outbox
from host.outbox import MessageKind
from host.records import Note, Table
from host.unit_of_work import UnitOfWork


class HostEventKind(StrEnum):
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
    REJECTED = "rejected"
    ABANDONED = "abandoned"
    FORGOTTEN = "forgotten"
    SLOW = "slow"  # a seat's quiet hours make its turns long
    ABSENT = "absent"  # the bot itself was away
    NEW_RULES = "new_rules"  # there are newer rules, but this table keeps its own
    RESTS = "rests"  # its rules are no longer known
    WOKEN = "woken"  # its rules are known again
    ADOPTED = "adopted"  # it goes on by newer rules


def note(
    uow: UnitOfWork, table: Table, kind: HostEventKind, seat: int | None = None, **facts: Any
) -> None:
    """Add a note to the table's log. Facts are words and seat numbers, never a person."""
    uow.store.add_note(table.id, table.version, kind, seat, facts)


def tell(
    uow: UnitOfWork,
    table: Table,
    kind: HostEventKind,
    seat: int | None = None,
    but: int | None = None,
    **facts: Any,
) -> None:
    """Add a note and post it: in the channel, or else to everybody but the user who did it."""
    note(uow, table, kind, seat, **facts)
    tell_last(uow, table, but)


def tell_last(uow: UnitOfWork, table: Table, but: int | None = None) -> None:
    """Post the latest note."""
    body = {"note": uow.store.last_note(table.id)}
    outbox.tell_people(uow.store, table, MessageKind.NOTED, body, but)


_SENTENCES = {
    HostEventKind.PAUSED: "The game is paused: the clock is stopped.",
    HostEventKind.RESUMED: "The game is no longer paused.",
    HostEventKind.EXTENDED: "Everyone gets more time for this turn.",
    HostEventKind.TIME_UP: "{who} ran out of time.",
    HostEventKind.STOOD_IN: "The autopilot plays this turn for {who}.",
    HostEventKind.TAKEN_OVER: "The autopilot plays for {who} until they come back.",
    HostEventKind.HANDED_OVER: "{who} left, so the autopilot plays for them.",
    HostEventKind.CAME_BACK: "{who} is back.",
    HostEventKind.FREED: "Seat {number} is open for anyone; the autopilot plays it until then.",
    HostEventKind.REMOVED: "The autopilot now plays seat {number}.",
    HostEventKind.TAKEN: "{who} takes seat {number}.",
    HostEventKind.ENDED: "The game ends early.",
    HostEventKind.REJECTED: "The vote to {what} did not pass.",
    HostEventKind.ABANDONED: (
        "Nobody played for {days} days, so the game ends with the current scores."
    ),
    HostEventKind.FORGOTTEN: "The player in seat {number} has left for good.",
    HostEventKind.SLOW: (
        "Because of {who}'s quiet hours, their {hours}-hour turns can take up to {longest} hours."
    ),
    HostEventKind.NEW_RULES: (
        "My new version has newer rules for this game. This table finishes with the rules it began "
        "with, unless everyone votes for the new ones (Votes & pauses)."
    ),
    HostEventKind.RESTS: (
        "My current version doesn't know the rules of this game, so it's on hold and its clock is "
        "stopped. Nothing is lost: the person who runs me can bring them back."
    ),
    HostEventKind.WOKEN: "I know the rules of this game again, so it goes on.",
    HostEventKind.ADOPTED: "The game goes on with the new rules.",
    HostEventKind.ABSENT: "I was offline for {span}, so every time limit here moved by that much.",
}
_BY = {
    "vote": " (By vote.)",
    "moderator": " (By a moderator.)",
}


def told(record: Note, names: Sequence[str]) -> str:
    """Say the note in one sentence for the log, with today's names."""
    who = "" if record.seat is None else names[record.seat]
    number = None if record.seat is None else record.seat + 1
    kind = HostEventKind(record.kind)
    facts = {
        "days": 0,
        "span": "a while",
        "hours": 0,
        "longest": 0,
        "what": "change something",
        **record.facts,
    }
    sentence = _SENTENCES[kind].format_map({**facts, "who": who, "number": number})
    return sentence + _BY.get(record.facts.get("by", ""), "")
