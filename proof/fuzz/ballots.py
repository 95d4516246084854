"""Votes and notes: each voice is its seat's own, and the log tells only what was decided."""

from collections.abc import Iterator

from proof.fuzz.cases import VOTES, Case
from proof.fuzz.facts import Key, changed
from proof.fuzz.voices import FOR_GOOD, Matter, asked, is_forced, matter_of

DECISIONS = {  # the note of each
    "paused": ("pause",),
    "resumed": ("resume",),
    "extended": ("extend",),
    "stood_in": ("turn",),
    "taken_over": ("takeover",),
    "freed": ("replace",),
    "removed": ("remove",),
    "ended": ("abandon",),
}
OWN_DEEDS = {  # the note of each, about the own seat
    "stood_in": ("t:fromhere",),
    "handed_over": ("t:handover", "/leave"),
    "came_back": ("t:takeback",),
    "taken": ("j",),
    "forgotten": ("f",),
}


def vote_offences(case: Case) -> Iterator[str]:
    for key in _changed(case, "vote"):
        _, table, subject, seat = key
        voice = f"seat {seat} of table {table} a voice for “{subject}”"
        if key in case.before and key in case.after:
            yield f"somebody has given {voice} anew"
        elif key in case.after and not _may_speak(case, subject, seat):
            yield f"somebody else has given {voice}"
        elif key in case.before and not _may_be_silent(case, matter_of(subject), seat):
            yield f"somebody else has taken from {voice}"


def _changed(case: Case, kind: str) -> list[Key]:
    found = changed(case.before, case.after)
    return sorted((key for key in found if key[:2] == (kind, case.table)), key=repr)


def _may_speak(case: Case, subject: str, seat: int) -> bool:
    wanted = asked(case.act, case.before, case.table)
    is_vote = case.word in VOTES and not is_forced(case.act)
    is_it = wanted is not None and wanted.text == subject
    return is_vote and is_it and case.own is not None and case.own.number == seat


def _may_be_silent(case: Case, matter: Matter | None, seat: int) -> bool:
    """Taken back, decided, or gone with the seat or the game."""
    own, done = case.own, case.granted
    if matter is None or case.now("phase") == "over":
        return True
    if done and done.subject in FOR_GOOD and done.seat in (seat, matter.seat):
        return True
    if own and case.word == "f":
        return own.number in (seat, matter.seat)
    if own and (own.missed or own.stands_in) and matter.seat == own.number:
        return True  # they are back, so nobody asks about them any more
    is_it = matter == asked(case.act, case.before, case.table) if case.word == "w" else False
    return matter == done or (is_it and own is not None and own.number == seat)


def note_offences(case: Case) -> Iterator[str]:
    for key in _changed(case, "note"):
        if key in case.before:
            yield f"note {key[2]} of table {case.table} was changed"
        elif not _may_be_told(case, case.after[key]):
            _, kind, seat, _ = case.after[key]
            yield f"the log of table {case.table} tells “{kind}” of seat {seat}"


def _may_be_told(case: Case, note: tuple[object, ...]) -> bool:
    _, kind, seat, _ = note
    number = seat if isinstance(seat, int) else None
    if case.grants(*DECISIONS.get(str(kind), ()), seat=number):
        return True
    is_own = number in {seat.number for seat in (case.own,) if seat}
    is_new = case.word == "j" and str(number) == case.act.text
    return case.word in OWN_DEEDS.get(str(kind), ()) and (is_own or is_new)
