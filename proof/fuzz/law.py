"""Who may change what: every difference in the file must follow from what was asked for."""

from collections.abc import Callable, Iterator

from proof.fuzz.acts import Act, is_meant
from proof.fuzz.facts import Archive, Facts, Key, Row, Seat, changed, part, seat_at, seat_of

PLAYS = frozenset({"a", "s", "b", "/play"})
DECIDED = ("pause", "resume", "extend", "replace", "remove", "abandon")
VOTES = frozenset({"v", "/end", "t:end", *(f"/table {name}" for name in DECIDED)})
OWN_WAYS = ("takeback", "handover", "fromhere", "mute", "unplan", "leave")
OF_THE_SEATED = PLAYS | VOTES | {"q", "w", "/leave", *(f"t:{name}" for name in OWN_WAYS)}
OF_THE_OPENER = frozenset({"t:robot", "t:unrobot", "t:start", "t:close", "o"})
OF_ONESELF = frozenset({"u", "/hours", "f"})
OPENS = frozenset({"/new", "/solo", "t:rematch", "c:play"})
OF_A_TABLE = ("table", "seat", "vote", "deadline")
REMOVES = frozenset({"v", "/table replace", "/table remove"})


def offences(act: Act, before: Facts, after: Facts, archive: Archive) -> Iterator[str]:
    """Everything that has changed without a right to it."""
    keys = changed(before, after)
    fresh = {key[1] for key in keys if key[0] == "table" and key not in before}
    if len(fresh) > 1:
        yield f"{len(fresh)} tables were opened"
    for table in sorted({key[1] for key in keys if key[0] in OF_A_TABLE}):
        if table in fresh:
            yield from _opened(act, before, after, table)
        else:
            rows = archive.rows(table, part(before, table, "version"))
            yield from _at_a_table(act, before, after, table, rows)
    for key in sorted(keys, key=repr):
        if key[0] not in OF_A_TABLE and not _RIGHTS[key[0]](act, before, after, key):
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


def _may_rematch(act: Act, before: Facts) -> bool:
    is_over = part(before, act.table or 0, "phase") == "over"
    return is_over and seat_of(before, act.table, act.user) is not None


# Tables that were there


def _at_a_table(
    act: Act, before: Facts, after: Facts, table: int, rows: list[Row]
) -> Iterator[str]:
    if not _may_touch(act, before, table):
        yield f"table {table} was changed by somebody who may not"
        return
    yield from _rows(act, before, after, table, rows)
    yield from _seats(act, before, after, table, rows)
    yield from _whole(act, before, after, table, rows)


def _may_touch(act: Act, before: Facts, table: int) -> bool:
    own = seat_of(before, table, act.user)
    phase, channel = part(before, table, "phase"), part(before, table, "channel")
    is_here = act.channel is not None and channel == act.channel
    is_it = table == act.table and (is_here or act.is_own)
    if act.word.startswith("/"):
        is_it = is_here or act.channel is None
    if act.options.get("force") and act.word in VOTES:
        return is_here and act.may_moderate and phase == "playing"
    if act.word in OF_THE_SEATED:
        return is_it and own is not None
    if act.word in OF_THE_OPENER:
        return is_it and phase == "lobby" and part(before, table, "opener") == act.user
    if act.word == "t:join":
        return table == act.table and is_here and phase == "lobby" and own is None
    if act.word == "j":
        return table == act.table and is_here and own is None and _is_free(act, before, table)
    if act.word == "t:rematch":
        is_rematch = part(before, table, "rematch_of") == act.table
        return is_rematch and phase == "lobby" and _may_rematch(act, before)
    is_opener = act.word == "f" and part(before, table, "opener") == act.user
    return act.word in OF_ONESELF and (own is not None or is_opener)


def _is_free(act: Act, before: Facts, table: int) -> bool:
    seat = seat_at(before, table, int(act.text)) if act.text.isdecimal() else None
    return seat is not None and bool(seat.is_free)


def _rows(act: Act, before: Facts, after: Facts, table: int, rows: list[Row]) -> Iterator[str]:
    """One by the user, as it was asked for; all others by seats that play by themselves."""
    own = seat_of(before, table, act.user)
    if act.word in PLAYS and rows:
        first, *rows = rows
        if own is None or first.seat != own.number:
            yield f"row {first.number} of table {table} was played at the seat of somebody else"
        elif own.is_autopilot:
            yield f"row {first.number} of table {table} was played at a seat of the autopilot"
        elif act.word != "/play" and act.moves != own.moves:
            yield f"row {first.number} of table {table} comes from an earlier moment"
        if not is_meant(act, first.code):
            yield f"“{first.code}” was played at table {table}, not what was asked for"
    for row in rows:
        if row.seat is None:
            if row.code != "end" or act.word not in VOTES | {"f"}:
                yield f"table {table} did “{row.code}” by itself"
        elif not any(_by_itself(facts, table, row.seat) for facts in (before, after)):
            yield f"row {row.number} of table {table} was asked for by nobody"


def _by_itself(facts: Facts, table: int, number: int) -> bool:
    seat = seat_at(facts, table, number)
    return seat is not None and seat.plays_by_itself


def _seats(act: Act, before: Facts, after: Facts, table: int, rows: list[Row]) -> Iterator[str]:
    if part(before, table, "phase") == "lobby":
        yield from _guests(act, before, after, table)
        return
    for number in range(9):
        old, new = seat_at(before, table, number), seat_at(after, table, number)
        if (old is None) != (new is None):
            yield f"seat {number} of table {table} came or went during the game"
        if old is None or new is None:
            return
        yield from _seat(act, table, old, new)
        played = sum(row.seat == number for row in rows)
        if new.moves != old.moves + played:
            yield f"the moves of seat {number} of table {table} are counted wrongly"


def _seat(act: Act, table: int, old: Seat, new: Seat) -> Iterator[str]:
    is_own = old.user == act.user
    if old.user != new.user:
        is_left = new.user is None and ((is_own and act.word == "f") or act.word in REMOVES)
        if not is_left and not (act.word == "j" and new.user == act.user):
            yield f"seat {old.number} of table {table} went from {old.user} to {new.user}"
    elif not is_own and old.is_autopilot != new.is_autopilot and act.word not in VOTES:
        yield f"the autopilot of seat {old.number} of table {table} was changed by another"
    elif not is_own and len(new.queue) > len(old.queue):
        yield f"the plans of seat {old.number} of table {table} were changed by another"


def _guests(act: Act, before: Facts, after: Facts, table: int) -> Iterator[str]:
    """In a lobby only oneself comes or goes, and autopilots when the opener says so."""
    old, new = (_users(facts, table) for facts in (before, after))
    if (old ^ new) - {act.user}:
        yield f"{(old ^ new) - {act.user}} came to table {table} or left it"
    if old - new and act.word not in ("t:leave", "/leave", "f"):
        yield f"somebody was made to leave table {table}"


def _users(facts: Facts, table: int) -> set[int]:
    seats = (seat_at(facts, table, number) for number in range(9))
    return {seat.user for seat in seats if seat and seat.user}


def _whole(act: Act, before: Facts, after: Facts, table: int, rows: list[Row]) -> Iterator[str]:
    """What holds for the whole table."""
    was, now = part(before, table, "phase"), part(after, table, "phase")
    if was != now and act.word not in _STEPS.get((was, now), frozenset()):
        yield f"table {table} went from {was} to {now}"
    if (
        was == "playing"
        and now == "over"
        and part(after, table, "version") == part(before, table, "version")
    ):
        yield f"table {table} ended without a row"
    agreed = [
        name
        for name in ("options", "terms")
        if part(before, table, name) != part(after, table, name)
    ]
    if agreed and not (act.word == "o" and was == "lobby"):
        yield f"the {' and '.join(agreed)} of table {table} were changed"
    is_stopped = part(before, table, "paused") != part(after, table, "paused")
    if is_stopped and now == "playing" and act.word not in VOTES:
        yield f"the time of table {table} was stopped or went on"


_STEPS: dict[tuple[str, str], frozenset[str]] = {
    ("lobby", "playing"): frozenset({"t:start"}),
    ("lobby", "closed"): frozenset({"t:close", "t:leave", "/leave", "f"}),
    ("playing", "over"): OF_THE_SEATED | {"f", "u", "/hours"},
}


# People and challenges


def _user(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    words = OF_ONESELF | OPENS | {"t:join", "j", "t:door", "/challenge post", "/challenge schedule"}
    return key[1] == act.user and act.word in words


def _challenge(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    if act.word == "f":
        return key in before and before[key][2] == act.user and after[key][2] is None
    is_posted = key not in before and act.word == "/challenge post"
    return is_posted and after[key][1:] == (act.channel, act.user)


def _attempt(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """Only of the one who tries; it is finished when its table is over."""
    if key not in before:
        return act.word == "c:play" and after[key][1] == act.user
    is_own = before[key][1] == act.user
    return is_own and (act.word in ("c:share", "f") or part(after, key[1], "phase") == "over")


def _schedule(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    words = ("/challenge schedule", "/challenge stop")
    return act.word in words and act.may_moderate and key[1] == act.channel


_RIGHTS: dict[str, Callable[[Act, Facts, Facts, Key], bool]] = {
    "user": _user,
    "challenge": _challenge,
    "attempt": _attempt,
    "schedule": _schedule,
}
