"""Seats and their time: each is its player's own, unless the table has decided about it."""

import json
from collections.abc import Iterator

from proof.fuzz.cases import PLAYS, VOTES, Case
from proof.fuzz.facts import BEGUN, HOUR, Facts, Key, Seat, Time, seat_at, seats, time_of
from proof.fuzz.reading import plain

BACK = PLAYS | VOTES | {"t:takeback"}  # whoever does that is there
CLEARS = frozenset({"t:unplan", "t:takeback", "t:handover", "/leave", "f"})
AUTOPILOT = frozenset({"t:takeback", "t:handover", "/leave", "f"})
MOMENTS = {"spent", "since", "due", "next"}
FOR_TIME = {
    "pause": MOMENTS,
    "resume": MOMENTS,
    "extend": MOMENTS | {"budget", "calls"},
}
OWN_TIME = {
    "t:mute": {"is_muted", "next", "due"},
    "u": MOMENTS | {"calls"},
    "/hours": MOMENTS | {"calls"},
}


# During the game


def seat_offences(case: Case) -> Iterator[str]:
    before, after = (len([*seats(facts, case.table)]) for facts in (case.before, case.after))
    if before != after:
        yield f"table {case.table} had {before} seats and has {after}"
    for old, new in case.pairs:
        for fault in _faults(case, old, new):
            yield f"{fault} of seat {old.number} of table {case.table} was changed by another"
        if new.moves != old.moves + sum(row.seat == old.number for row in case.rows):
            yield f"the moves of seat {old.number} of table {case.table} are counted wrongly"


def _faults(case: Case, old: Seat, new: Seat) -> Iterator[str]:
    """The columns that nobody was allowed to change so."""
    is_forgotten = case.word == "f" and case.is_own(old)
    is_vacated = case.grants("replace", "remove", seat=old.number) and new.user is None
    is_taken = case.word == "j" and str(old.number) == case.act.text and new.user == case.act.user
    if is_vacated and not new.is_autopilot:
        yield "the autopilot"
    if bool(new.is_free) != _is_to_be_free(case, old, is_vacated, is_taken or is_forgotten):
        yield "the freedom"
    if old.is_former != new.is_former and not is_forgotten:
        yield "the former player"
    if not (is_vacated or is_taken or is_forgotten):
        yield from _faults_of_its_player(case, old, new)


def _faults_of_its_player(case: Case, old: Seat, new: Seat) -> Iterator[str]:
    """Of a seat that is still the same person's."""
    is_own = case.is_own(old)
    if old.user != new.user:
        yield f"the player ({old.user} to {new.user})"
    if old.is_autopilot != new.is_autopilot and not _may_steer(case, is_own, old):
        yield "the autopilot"
    if old.queue != new.queue and not _may_plan(case, is_own, old, new):
        yield "the plan"
    if old.stands_in != new.stands_in and not _may_stand_in(case, is_own, old, new):
        yield "the stand-in"
    if old.missed != new.missed and not (is_own and case.word in BACK and not new.missed):
        yield "the absence"


def _is_to_be_free(case: Case, old: Seat, is_vacated: bool, has_an_owner: bool) -> bool:
    if is_vacated:
        return case.grants("replace", seat=old.number)
    return bool(old.is_free) and not has_an_owner


def _may_steer(case: Case, is_own: bool, old: Seat) -> bool:
    if case.was("is_sealed"):
        return False
    is_asked = is_own and case.word in AUTOPILOT
    return is_asked or case.grants("takeover", seat=old.number)


def _may_stand_in(case: Case, is_own: bool, old: Seat, new: Seat) -> bool:
    if not new.stands_in:
        return is_own and case.word in BACK
    is_asked = is_own and case.word == "t:fromhere" and not case.was("is_sealed")
    return is_asked or case.grants("turn", seat=old.number)


def _may_plan(case: Case, is_own: bool, old: Seat, new: Seat) -> bool:
    """One more that was asked for; all gone because they were played, or with the seat."""
    if new.queue != "[]":
        asked = [plain(each.partition(":")[2]) for each in case.act.values[:1]]
        wanted = [*json.loads(old.queue), *asked]
        return is_own and case.word == "q" and json.loads(new.queue) == wanted
    is_asked = is_own and case.word in CLEARS
    return is_asked or case.has_played(old.number) or case.grants("takeover", seat=old.number)


# Time


def time_offences(case: Case) -> Iterator[str]:
    for number in range(9):
        old, new = (time_of(facts, case.table, number) for facts in (case.before, case.after))
        if old == new or is_struck(case.before, case.after, ("deadline", case.table, number)):
            continue
        if old is None or new is None or old.turn != new.turn:
            if not _may_begin(case, number):
                yield f"the time of seat {number} of table {case.table} began or ended by itself"
        elif wrong := _columns(old, new) - _allowed(case, number):
            names = " and ".join(sorted(wrong))
            yield f"the {names} of the time of seat {number} of table {case.table} was changed"


def is_struck(before: Facts, after: Facts, key: Key) -> bool:
    """A reminder whose moment had come was given by the clock, whatever was asked for then."""
    if key[0] != "deadline" or key not in before or key not in after:
        return False
    old, new = Time(*before[key]), Time(*after[key])
    return (old.next or BEGUN + HOUR) < BEGUN + HOUR and _columns(old, new) <= {"calls", "next"}


def _columns(old: Time, new: Time) -> set[str]:
    return {name for name in Time._fields if getattr(old, name) != getattr(new, name)}


def _may_begin(case: Case, number: int) -> bool:
    """The turn went on, or another plays the seat."""
    if case.rows or case.has_changed("phase"):
        return True
    old, new = (seat_at(facts, case.table, number) for facts in (case.before, case.after))
    return old is not None and new is not None and old != new


def _allowed(case: Case, number: int) -> set[str]:
    subject = case.granted.subject if case.granted else ""
    is_own = case.own is not None and case.own.number == number
    return FOR_TIME.get(subject, set()) | (OWN_TIME.get(case.word, set()) if is_own else set())


# Before the game


def guest_offences(case: Case) -> Iterator[str]:
    """Only oneself comes or goes, and autopilots when the opener says so."""
    table, old = case.table, _guests(case, True)
    wanted, found = _expected(case, old), _guests(case, False)
    if case.now("phase") == "closed":
        wanted = [*old] if case.word != "f" else found
    if wanted != found:
        yield f"{found} sit at table {table} after {old}, not {wanted}"
    is_playing = case.now("phase") == "playing"
    for seat in seats(case.after, table):
        fresh = Seat(seat.number, seat.user, int(seat.user is None))
        if seat != fresh and not is_playing and case.word != "f":
            yield f"seat {seat.number} of table {table} is {seat} before the game"


def _guests(case: Case, is_before: bool) -> list[int | None]:
    return [seat.user for seat in seats(case.before if is_before else case.after, case.table)]


def _expected(case: Case, old: list[int | None]) -> list[int | None]:
    user = case.act.user
    match case.word:
        case "t:join" | "t:rematch":
            return [*old, user]
        case "t:leave" | "/leave" | "f":
            return [each for each in old if each != user]
        case "t:robot":
            return [*old, None]
        case "t:unrobot" if None in old:
            last = len(old) - 1 - old[::-1].index(None)
            return [*old[:last], *old[last + 1 :]]
    return old
