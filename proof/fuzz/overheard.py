"""What others are told: nothing, unless something has changed or a voice is given once more."""

from collections.abc import Iterator

from proof.fuzz.acts import Act, is_meant
from proof.fuzz.answers import SCREENS
from proof.fuzz.cases import PLAYS, VOTES
from proof.fuzz.facts import Archive, Facts, part, seat_of
from proof.fuzz.voices import asked, is_forced
from sandbox.world import Event, Json, World

DOORS = frozenset({"t:door", "u"})  # after them the own hand is sent again
LETTER = "a letter was written, and nothing has changed"
CALLED = "others were told something, and nothing has changed"


class Overheard:
    """Messages that came or were edited, and letters that were written, since it began."""

    def __init__(self, world: World, archive: Archive) -> None:
        self.archive, self.letters = archive, 0
        self.events: list[Event] = []
        world.listeners.append(self._hear)

    def _hear(self, event: Event) -> None:
        if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self.events.append(event)

    def begin(self) -> None:
        self.events.clear()
        self.letters = self.archive.last_letter()

    def is_edited(self, message: Json | None) -> bool:
        edits = (each.data["id"] for each in self.events if each.name == "MESSAGE_UPDATE")
        return message is not None and message["id"] in edits

    def faults(self, act: Act, user: str, facts: Facts) -> Iterator[str]:
        """Of an interaction that has changed nothing."""
        if self.archive.last_letter() > self.letters and not self._may_write(act, facts):
            yield LETTER
        if any(_is_for_others(event, user) for event in self.events):
            yield CALLED

    def _may_write(self, act: Act, facts: Facts) -> bool:
        """What is as it was is shown once more, to oneself or where it is already.

        Where a panel is opened, an older one of the same person is closed.
        """
        is_opener = part(facts, act.table or 0, "opener") == act.user
        is_shown = act.word in DOORS | SCREENS or (act.word == "o" and is_opener)
        return is_shown or is_said_again(act, facts) or self._is_played_again(act, facts)

    def _is_played_again(self, act: Act, facts: Facts) -> bool:
        """The button of the last action was hit twice."""
        own = seat_of(facts, act.table, act.user)
        if act.table is None or own is None or act.word not in PLAYS or act.moves != own.moves - 1:
            return False
        rows = [row for row in self.archive.rows(act.table, 0) if row.seat == own.number]
        return bool(rows) and is_meant(act, rows[-1].code)


def _is_for_others(event: Event, user: str) -> bool:
    return event.name == "MESSAGE_CREATE" and event.people != frozenset({user})


def is_said_again(act: Act, facts: Facts) -> bool:
    """The voice was given already."""
    if act.word not in VOTES or is_forced(act):
        return False
    return any(_is_voice_of(act, facts, *key[1:]) for key in facts if key[0] == "vote")


def _is_voice_of(act: Act, facts: Facts, table: int, subject: str, seat: int) -> bool:
    own, wanted = seat_of(facts, table, act.user), asked(act, facts, table)
    is_there = act.word.startswith("/") or act.table == table
    is_own = own is not None and own.number == seat
    return is_there and is_own and wanted is not None and wanted.text == subject
