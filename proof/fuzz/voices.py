"""What a table decides together: whose voices there are, and when they are enough (decision 60)."""

from typing import NamedTuple

from proof.fuzz.acts import Act
from proof.fuzz.facts import Facts, Seat, is_away, seat_at, seat_of, seats

FOR_GOOD = frozenset({"replace", "remove"})
ASKED = "ask"  # in the place of a matter: the value says which


class Matter(NamedTuple):
    """Something to decide, about a seat or about the table."""

    subject: str
    seat: int | None = None

    @property
    def text(self) -> str:
        return self.subject if self.seat is None else f"{self.subject} {self.seat}"


def asked(act: Act, before: Facts, table: int) -> Matter | None:
    """What a voice was given or taken back for."""
    if act.word in ("v", "w"):
        chosen = "".join(act.values[:1]) if act.text == ASKED else act.text.replace("_", " ")
        return matter_of(chosen)
    if act.word in ("/end", "t:end"):
        return Matter("abandon")
    subject = act.word.removeprefix("/table ")
    if subject not in FOR_GOOD:
        return Matter(subject)
    player = str(act.options.get("player"))
    seat = seat_of(before, table, int(player)) if player.isdecimal() else None
    return Matter(subject, seat.number) if seat else None


def matter_of(text: str) -> Matter | None:
    subject, _, seat = text.partition(" ")
    if not seat:
        return Matter(subject)
    return Matter(subject, int(seat)) if seat.isascii() and seat.isdecimal() else None


def is_forced(act: Act) -> bool:
    return bool(act.options.get("force")) and act.word.startswith("/table ")


def carried(act: Act, before: Facts, table: int) -> Matter | None:
    """What is decided with this voice, or by a moderator."""
    matter = asked(act, before, table)
    if matter is None:
        return None
    if is_forced(act):
        return matter if act.may_moderate else None
    own = seat_of(before, table, act.user)
    if own is None or own.number == matter.seat or not _has_a_voice(before, own):
        return None
    voters = {own.number, *_voters(before, table, matter)}
    voices = {seat for seat in voters if ("vote", table, matter.text, seat) in before}
    return matter if len(voices | {own.number}) >= _needed(before, table, matter, voters) else None


def _needed(before: Facts, table: int, matter: Matter, voters: set[int]) -> int:
    if matter.subject == "abandon":
        return len(voters)
    about = None if matter.seat is None else seat_at(before, table, matter.seat)
    is_there = about is not None and is_present(before, about)
    fewest = 2 if is_there and matter.subject in FOR_GOOD else 1
    return max(fewest, len(voters) // 2 + 1)


def _voters(before: Facts, table: int, matter: Matter) -> set[int]:
    """Whoever it is about has no voice."""
    present = (seat for seat in seats(before, table) if is_present(before, seat))
    return {seat.number for seat in present if seat.number != matter.seat}


def is_present(before: Facts, seat: Seat) -> bool:
    return not seat.missed and _has_a_voice(before, seat)


def _has_a_voice(before: Facts, seat: Seat) -> bool:
    return seat.user is not None and not seat.is_autopilot and not is_away(before, seat.user)
