"""Who may change what: every difference in the file must follow from what was asked for."""

from collections.abc import Iterator

from proof.fuzz.acts import Act, is_meant
from proof.fuzz.ballots import note_offences, vote_offences
from proof.fuzz.cases import (
    OF_ONESELF,
    OF_THE_OPENER,
    OF_THE_SEATED,
    OPENS,
    OVER_BY_A_SEAT,
    PLAYS,
    VOTES,
    Case,
)
from proof.fuzz.chairs import guest_offences, is_struck, seat_offences, time_offences
from proof.fuzz.facts import FIXED, Archive, Facts, changed, part, seat_at, seat_of, seats
from proof.fuzz.rights import RIGHTS
from proof.fuzz.voices import is_forced

OF_A_TABLE = ("table", "seat", "vote", "deadline", "note")
FINISHED, AGREED, FORCED = "finished", "ended by agreement", "ended by a moderator"


def offences(act: Act, before: Facts, after: Facts, archive: Archive) -> Iterator[str]:
    """Everything that has changed without a right to it."""
    keys = {key for key in changed(before, after) if not is_struck(before, after, key)}
    fresh = {key[1] for key in keys if key[0] == "table" and key not in before}
    if len(fresh) > 1:
        yield f"{len(fresh)} tables were opened"
    for table in sorted({key[1] for key in keys if key[0] in OF_A_TABLE}):
        if table in fresh:
            yield from _opened(act, before, after, table)
        else:
            rows = archive.rows(table, part(before, table, "version"))
            yield from _at_a_table(Case(act, before, after, table, rows))
    for key in sorted(keys, key=repr):
        if key[0] not in OF_A_TABLE and not RIGHTS[key[0]](act, before, after, key):
            yield f"{' '.join(map(str, key))} was changed"


# New tables


def _opened(act: Act, before: Facts, after: Facts, table: int) -> Iterator[str]:
    channel, opener = part(after, table, "channel"), part(after, table, "opener")
    if act.word not in OPENS or opener != act.user:
        yield f"table {table} was opened"
    here = {"/new": act.channel, "/solo": act.channel, "c:play": None}
    wanted = here.get(act.word, part(before, act.table or 0, "channel"))
    if channel != wanted and not (act.word == "/solo" and channel is None):
        yield f"table {table} was opened in channel {channel}"
    if act.word == "t:rematch" and not _may_rematch(act, before):
        yield f"table {table} is a rematch that nobody may have"
    guests = [seat.user for seat in seats(after, table)]
    if guests != _first_guests(act, before):
        yield f"{guests} sit at table {table} when it is opened"
    for seat in seats(after, table):
        if seat.user is None and not seat.is_autopilot:
            yield f"seat {seat.number} of table {table} is nobody's, not even the autopilot's"


def _first_guests(act: Act, before: Facts) -> list[int | None]:
    """Whoever opens it, and the autopilots of the game before."""
    if act.word != "t:rematch":
        return [act.user]
    old = seats(before, act.table or 0)
    return [act.user, *(None for seat in old if seat.user is None and seat.is_autopilot)]


def _may_rematch(act: Act, before: Facts) -> bool:
    is_over = part(before, act.table or 0, "phase") == "over"
    return is_over and seat_of(before, act.table, act.user) is not None


# Tables that were there


def _at_a_table(case: Case) -> Iterator[str]:
    if not _may_touch(case):
        what = ", ".join(sorted(case.differences))
        yield f"table {case.table} was changed by somebody who may not: {what}"
        return
    yield from _rows(case)
    if case.was("phase") == "lobby":
        yield from guest_offences(case)
    else:
        yield from seat_offences(case)
    yield from time_offences(case)
    yield from vote_offences(case)
    yield from note_offences(case)
    yield from _whole(case)


def _may_touch(case: Case) -> bool:
    act, table, own, phase = case.act, case.table, case.own, case.was("phase")
    is_here = act.channel is not None and case.was("channel") == act.channel
    is_it = table == act.table and (is_here or act.is_own)
    if act.word.startswith("/"):
        is_it = is_here or act.channel is None
    if is_forced(act):
        return is_here and act.may_moderate and phase == "playing"
    if act.word in OF_THE_SEATED:
        return is_it and own is not None
    if act.word in OF_THE_OPENER:
        return is_it and phase == "lobby" and case.was("opener") == act.user
    if act.word == "t:join":
        return table == act.table and is_here and phase == "lobby" and own is None
    if act.word == "j":
        return table == act.table and is_here and own is None and _is_free(case)
    if act.word == "t:rematch":
        is_rematch = case.was("rematch_of") == act.table
        return is_rematch and phase == "lobby" and _may_rematch(act, case.before)
    is_opener = act.word == "f" and case.was("opener") == act.user
    return act.word in OF_ONESELF and (own is not None or is_opener)


def _is_free(case: Case) -> bool:
    text = case.act.text
    seat = seat_at(case.before, case.table, int(text)) if text.isdecimal() else None
    return seat is not None and bool(seat.is_free)


def _rows(case: Case) -> Iterator[str]:
    """One by the user, as it was asked for; all others by seats that play by themselves."""
    table, rows = case.table, case.rows
    if case.now("version") != case.was("version") + len(rows):
        yield f"the rows of table {table} are counted wrongly"
    if case.word in PLAYS and rows:
        yield from _first_row(case)
        rows = rows[1:]
    for row in rows:
        if row.seat is None:
            if row.code != "end" or not case.grants("abandon"):
                yield f"table {table} did “{row.code}”, and not all have agreed"
        elif not any(_by_itself(facts, table, row.seat) for facts in (case.before, case.after)):
            yield f"row {row.number} of table {table} was asked for by nobody"


def _first_row(case: Case) -> Iterator[str]:
    table, own, first = case.table, case.own, case.rows[0]
    if own is None or first.seat != own.number:
        yield f"row {first.number} of table {table} was played at the seat of somebody else"
    elif own.is_autopilot:
        yield f"row {first.number} of table {table} was played at a seat of the autopilot"
    elif case.word != "/play" and case.act.moves != own.moves:
        yield f"row {first.number} of table {table} comes from an earlier moment"
    if not is_meant(case.act, first.code):
        yield f"“{first.code}” was played at table {table}, not what was asked for"


def _by_itself(facts: Facts, table: int, number: int) -> bool:
    seat = seat_at(facts, table, number)
    return seat is not None and seat.plays_by_itself


# What holds for the whole table


def _whole(case: Case) -> Iterator[str]:
    yield from _phases(case)
    table = case.table
    for name in FIXED:
        if case.has_changed(name):
            yield f"the {name} of table {table} was changed"
    agreed = [name for name in ("options", "terms") if case.has_changed(name)]
    if agreed and not (case.word == "o" and case.was("phase") == "lobby"):
        yield f"the {' and '.join(agreed)} of table {table} were changed"
    if case.has_changed("opener") and case.now("opener") != _heir(case):
        yield f"table {table} is {case.now('opener')}'s now"
    if case.has_changed("paused") and not case.grants("pause" if case.now("paused") else "resume"):
        yield f"the time of table {table} was stopped or went on, and not enough have agreed"


def _phases(case: Case) -> Iterator[str]:
    table, was, now = case.table, case.was("phase"), case.now("phase")
    if was != now and case.word not in _STEPS.get((was, now), frozenset()):
        yield f"table {table} went from {was} to {now}"
    if case.has_changed("ending") and not _may_end_so(case):
        yield f"table {table} has ended as “{case.now('ending')}”"
    if (was, now) == ("playing", "over") and not case.rows:
        yield f"table {table} ended without a row"


def _may_end_so(case: Case) -> bool:
    """The words for it, which are those of what has happened."""
    if case.word == "f" and case.was("phase") == "closed":
        return True  # somebody's name stood there
    if case.was("phase") == case.now("phase"):
        return False
    if case.now("phase") != "over":
        return True
    if case.rows and case.rows[-1].seat is not None:
        return bool(case.now("ending") == FINISHED)
    return bool(case.now("ending") == (FORCED if is_forced(case.act) else AGREED))


def _heir(case: Case) -> int | None:
    """Who has the rights of an opener that is gone."""
    if case.was("opener") != case.act.user or case.word not in ("t:leave", "/leave", "f"):
        return int(case.was("opener") or 0)
    if case.was("phase") != "lobby":
        return None
    left = [seat.user for seat in seats(case.before, case.table) if seat.user != case.act.user]
    return next((user for user in left if user), None)


_STEPS: dict[tuple[str, str], frozenset[str]] = {
    ("lobby", "playing"): frozenset({"t:start"}),
    ("lobby", "closed"): frozenset({"t:close", "t:leave", "/leave", "f"}),
    ("playing", "over"): OVER_BY_A_SEAT | VOTES,
}
