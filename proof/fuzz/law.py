"""Who may change what: every difference in the file must follow from what was asked for."""

import json
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from proof.fuzz.facts import (
    Act,
    Archive,
    Facts,
    Key,
    Row,
    changed,
    is_meant,
    part,
    seat_of,
    seats,
)
from proof.phases import BEGUN

HOUR = 3_600_000
PLAYS = frozenset({"a", "s", "b", "x", "/play"})
DECIDED = ("pause", "resume", "extend", "replace", "remove", "abandon")
VOTES = frozenset({"v", "/end", "t:end", *(f"/table {name}" for name in DECIDED)})
OWN_WAYS = ("takeback", "handover", "fromhere", "mute", "unplan", "leave")
OF_THE_SEATED = PLAYS | VOTES | {"q", "w", "/leave", *(f"t:{name}" for name in OWN_WAYS)}
OF_THE_OPENER = frozenset({"t:robot", "t:unrobot", "t:start", "t:close", "o"})
OF_ONESELF = frozenset({"u", "/hours", "f"})
OPENS = frozenset({"/new", "/solo", "t:rematch", "c:play"})
SCHEDULES = frozenset({"/challenge schedule", "/challenge stop"})
FURTHER = frozenset({"t:join", "j", "t:door", "c:share", "/challenge post"})
CHANGES = OF_THE_SEATED | OF_THE_OPENER | OF_ONESELF | OPENS | SCHEDULES | FURTHER
KNOWN = OPENS | {"t:join", "j", "/challenge post", "/challenge schedule"}  # who it was is kept
CLICKED = OF_THE_SEATED | OF_THE_OPENER | OPENS | {"t:join", "j", "/challenge post"}
OF_A_TABLE = ("tables", "seats", "votes", "deadlines", "notes")
FIXED = ("game", "channel", "key", "commitment", "rules", "is_sealed", "rematch_of", "opened")
FOR_GOOD = frozenset({"replace", "remove"})
STEPS = {
    ("lobby", "playing"): frozenset({"t:start"}),
    ("lobby", "closed"): frozenset({"t:close", "t:leave", "/leave", "f"}),
    ("playing", "over"): OF_THE_SEATED | OF_ONESELF,  # the autopilot may play on to the end
}


def offences(act: Act, before: Facts, after: Facts, archive: Archive) -> Iterator[str]:
    """Everything that has changed without a right to it."""
    keys = {key for key in changed(before, after) if not is_struck(before, after, key)}
    fresh = {key[1] for key in keys if key[0] == "tables" and key not in before}
    if len(fresh) > 1:
        yield f"{len(fresh)} tables were opened"
    for table in sorted({key[1] for key in keys if key[0] in OF_A_TABLE}):
        if table in fresh:
            yield from _opened(act, before, after, table)
        else:
            rows = archive.rows(table, part(before, table, "version"))
            yield from Case(act, before, after, table, rows).offences()
    for key in sorted(keys, key=repr):
        if key[0] not in OF_A_TABLE and not RIGHTS[key[0]](act, before, after, key):
            yield f"{' '.join(map(str, key))} was changed"


def is_struck(before: Facts, after: Facts, key: Key) -> bool:
    """A reminder whose moment had come was given by the clock, whatever was asked for then."""
    if key[0] != "deadlines" or key not in before or key not in after:
        return False
    is_due = (before[key]["next"] or BEGUN + HOUR) < BEGUN + HOUR
    return is_due and _columns(before[key], after[key]) <= {"calls", "next"}


def _columns(old: dict[str, Any], new: dict[str, Any]) -> set[str]:
    return {name for name in old if old[name] != new[name]}


# What a table decides together: who may vote, and how many votes it takes


class Proposal(NamedTuple):
    """Something to decide, about a seat or about the table."""

    subject: str
    seat: int | None = None

    @property
    def text(self) -> str:
        return self.subject if self.seat is None else f"{self.subject} {self.seat}"


def asked(act: Act, before: Facts, table_id: int) -> Proposal | None:
    """What a voice was given or taken back for."""
    if act.word in ("v", "w"):
        chosen = "".join(act.values[:1]) if act.text == "ask" else act.text.replace("_", " ")
        subject, _, seat = chosen.partition(" ")
        is_number = seat.isascii() and seat.isdecimal()
        return (
            Proposal(subject, int(seat) if is_number else None) if is_number or not seat else None
        )
    if act.word in ("/end", "t:end"):
        return Proposal("abandon")
    subject, player = act.word.removeprefix("/table "), str(act.options.get("player"))
    if subject not in FOR_GOOD:
        return Proposal(subject)
    about = seat_of(before, table_id, int(player)) if player.isdecimal() else None
    return Proposal(subject, about["seat"]) if about else None


def carried(act: Act, before: Facts, table_id: int) -> Proposal | None:
    """What is decided with this voice, or by a moderator."""
    matter = asked(act, before, table_id) if act.word in VOTES else None
    if matter is None or act.is_forced:
        return matter if act.may_moderate else None
    own = seat_of(before, table_id, act.user)
    if own is None or own["seat"] == matter.seat or not _has_a_voice(before, own):
        return None
    there = {each["seat"] for each in seats(before, table_id) if _is_present(before, each)}
    voters = {own["seat"], *there} - {matter.seat}
    voted = {seat: before.get(("votes", table_id, matter.text, seat)) for seat in voters}
    voices = {seat for seat, row in voted.items() if row and not row["is_against"]}
    is_there = matter.seat in there and matter.subject in FOR_GOOD
    most = len(voters) if matter.subject == "abandon" else len(voters) // 2 + 1
    return matter if len(voices | {own["seat"]}) >= max(2 if is_there else 1, most) else None


def _is_present(before: Facts, seat: dict[str, Any]) -> bool:
    return not seat["missed"] and _has_a_voice(before, seat)


def _has_a_voice(before: Facts, seat: dict[str, Any]) -> bool:
    """Nobody's vacation ends while the scene lasts."""
    settings = json.loads(before.get(("users", seat["user"]), {}).get("settings", "{}"))
    is_away = settings.get("away_until", 0) > BEGUN + HOUR
    return seat["user"] is not None and not seat["is_autopilot"] and not is_away


def is_said_again(act: Act, facts: Facts) -> bool:
    """The voice was given already."""
    if act.word not in VOTES or act.is_forced:
        return False
    return any(_is_voice_of(act, facts, *key[1:]) for key in facts if key[0] == "votes")


def _is_voice_of(act: Act, facts: Facts, table_id: int, subject: str, seat: int) -> bool:
    own, wanted = seat_of(facts, table_id, act.user), asked(act, facts, table_id)
    is_there = act.word.startswith("/") or act.table == table_id
    is_it = wanted is not None and wanted.text == subject
    return is_there and is_it and own is not None and own["seat"] == seat


# Tables


def _opened(act: Act, before: Facts, after: Facts, table_id: int) -> Iterator[str]:
    channel, opener = part(after, table_id, "channel"), part(after, table_id, "opener")
    if act.word not in OPENS or opener != act.user:
        yield f"table {table_id} was opened"
    here = {"/new": act.channel, "/solo": act.channel, "c:play": None}
    wanted = here.get(act.word, part(before, act.table, "channel"))
    if channel != wanted and not (act.word == "/solo" and channel is None):
        yield f"table {table_id} was opened in channel {channel}"
    if act.word == "t:rematch" and not _may_rematch(act, before):
        yield f"table {table_id} is a rematch that nobody may have"
    old = seats(before, act.table) if act.word == "t:rematch" else ()
    robots = [None for seat in old if seat["user"] is None and seat["is_autopilot"]]
    guests = [seat["user"] for seat in seats(after, table_id)]
    if guests != [act.user, *robots]:
        yield f"{guests} sit at table {table_id} when it is opened"


def _may_rematch(act: Act, before: Facts) -> bool:
    is_over = part(before, act.table, "phase") == "over"
    return is_over and seat_of(before, act.table, act.user) is not None


class Case:
    """One table before and after somebody has asked for something; `rows` were played meanwhile."""

    def __init__(
        self, act: Act, before: Facts, after: Facts, table_id: int, rows: list[Row]
    ) -> None:
        self.act, self.before, self.after = act, before, after
        self.table, self.rows, self.word = table_id, rows, act.word

    @cached_property
    def own(self) -> int | None:
        """The number of the seat of the one who asks."""
        found = seat_of(self.before, self.table, self.act.user)
        return found["seat"] if found else None

    @cached_property
    def granted(self) -> Proposal | None:
        """What the table has decided by this, if anything."""
        return carried(self.act, self.before, self.table)

    def grants(self, *subjects: str) -> bool:
        return self.granted is not None and self.granted.subject in subjects

    def was(self, name: str) -> Any:
        return part(self.before, self.table, name)

    def now(self, name: str) -> Any:
        return part(self.after, self.table, name)

    def offences(self) -> Iterator[str]:
        keys = changed(self.before, self.after)
        if not self._may_touch():
            what = ", ".join(sorted(str(key) for key in keys if key[1] == self.table))
            yield f"table {self.table} was changed by somebody who may not: {what}"
            return
        yield from (f"{each} at table {self.table}" for each in self._rows())
        seated = self._guests() if self.was("phase") == "lobby" else self._seats()
        yield from (f"{each} at table {self.table}" for each in seated)
        for key in sorted((key for key in keys if key[1] == self.table), key=repr):
            is_wrong = (key[0] == "votes" and not self._may_vote(*key[2:])) or (
                key[0] == "deadlines" and not self._may_time(key)
            )
            if is_wrong:
                yield f"{' '.join(map(str, key))} was changed by another"
        yield from (f"{each} of table {self.table}" for each in self._whole())

    def _may_touch(self) -> bool:
        act, phase, word = self.act, self.was("phase"), self.word
        is_here = act.channel is not None and self.was("channel") == act.channel
        is_it = self.table == act.table and (is_here or act.is_own)
        if word.startswith("/"):
            is_it = is_here or act.channel is None
        if act.is_forced:
            return is_here and act.may_moderate and phase == "playing"
        if word in OF_THE_SEATED:
            return is_it and self.own is not None
        if word in OF_THE_OPENER:
            return is_it and phase == "lobby" and self.was("opener") == act.user
        if word == "t:join":
            return self.table == act.table and is_here and phase == "lobby" and self.own is None
        if word == "j":
            number = int(act.text) if act.text.isdecimal() else -1
            is_free = self.before.get(("seats", self.table, number), {}).get("is_free")
            return bool(self.table == act.table and is_here and self.own is None and is_free)
        if word == "t:rematch":
            is_rematch = self.was("rematch_of") == act.table
            return is_rematch and phase == "lobby" and _may_rematch(act, self.before)
        is_opener = word == "f" and self.was("opener") == act.user
        return word in OF_ONESELF and (self.own is not None or is_opener)

    def _rows(self) -> Iterator[str]:
        """One by the user, as it was asked for; all others by seats that play by themselves."""
        rows = self.rows
        if self.now("version") != self.was("version") + len(rows):
            yield "the rows are counted wrongly"
        if self.word in PLAYS and rows:
            first, *rows = rows
            own = self.before.get(("seats", self.table, self.own), {})
            if first.seat != self.own or own.get("is_autopilot"):
                yield f"row {first.number} was played at the seat of somebody else"
            elif self.word != "/play" and self.act.moves != own["moves"]:
                yield f"row {first.number} comes from an earlier moment"
            if not is_meant(self.act, first.code):
                yield f"“{first.code}” was played, not what was asked for,"
        for row in rows:
            if row.seat is None:
                if row.code != "end" or not self.grants("abandon"):
                    yield f"“{row.code}” was done, and not all have agreed"
            elif not self._plays_itself(row.seat) and not (
                self.word == "x" and row.seat == self.own
            ):
                yield f"row {row.number} was asked for by nobody"

    def _plays_itself(self, number: int) -> bool:
        both = (facts.get(("seats", self.table, number)) for facts in (self.before, self.after))
        found = [seat for seat in both if seat]
        return any(s["is_autopilot"] or s["stands_in"] or s["queue"] != "[]" for s in found)

    def _guests(self) -> Iterator[str]:
        """Before the game only oneself comes or goes, and autopilots when the opener says so."""
        user, old = self.act.user, [seat["user"] for seat in seats(self.before, self.table)]
        found = [seat["user"] for seat in seats(self.after, self.table)]
        wanted = [*old]
        match self.word:
            case _ if self.now("phase") == "closed":
                wanted = found if self.word == "f" else old
            case "t:join" | "t:rematch":
                wanted = [*old, user]
            case "t:leave" | "/leave" | "f":
                wanted = [each for each in old if each != user]
            case "t:robot":
                wanted = [*old, None]
            case "t:unrobot" if None in old:
                del wanted[len(old) - 1 - old[::-1].index(None)]
        if wanted != found:
            yield f"{found} sit after {old}, not {wanted},"

    def _seats(self) -> Iterator[str]:
        """During the game each seat is its player's own, unless the table decides about it."""
        both = [[*seats(facts, self.table)] for facts in (self.before, self.after)]
        if len(both[0]) != len(both[1]):
            yield f"there were {len(both[0])} seats and are {len(both[1])}"
        for old, new in zip(*both, strict=False):
            number = old["seat"]
            made = sum(row.seat == number for row in self.rows)
            if new["moves"] != old["moves"] + made:
                yield f"the moves of seat {number} are counted wrongly"
            wrong = _columns(old, new) - {"moves"} - self._may_change(number, new, bool(made))
            if wrong:
                yield f"{' and '.join(sorted(wrong))} of seat {number} changed by another"
            decided = self.granted is not None and self.granted.seat == number
            if decided and self.grants(*FOR_GOOD) and new["is_free"] != self.grants("replace"):
                yield f"the freedom of seat {number} changed by another"

    def _may_change(self, number: int, new: dict[str, Any], has_played: bool) -> set[str]:
        everything = set(new)
        is_taken = self.word == "j" and str(number) == self.act.text
        if is_taken and new["user"] == self.act.user:
            return everything
        if self.granted is not None and self.granted.seat == number:
            return everything
        if number == self.own:
            planned = [each.partition(":")[2] for each in self.act.values]
            is_plan = self.word != "q" or new["queue"] == "[]" or "undo" not in planned
            kept = set() if self.word == "f" else {"user", "is_free", "is_former"}
            return everything - kept if is_plan else set()
        return {"queue"} if has_played else set()

    def _may_vote(self, subject: str, seat: int) -> bool:
        key, wanted = ("votes", self.table, subject, seat), asked(self.act, self.before, self.table)
        is_it = wanted is not None and wanted.text == subject and seat == self.own
        if key in self.after:
            return (
                key not in self.before and self.word in VOTES and is_it and not self.act.is_forced
            )
        is_about_own = subject.endswith(f" {self.own}")
        is_over = self.granted is not None or self.now("phase") == "over" or self.word == "f"
        return is_over or is_about_own or (self.word == "w" and is_it)

    def _may_time(self, key: Key) -> bool:
        """Time goes on with turns, by what was decided, and by one's own settings."""
        old, new = self.before.get(key), self.after.get(key)
        is_new_turn = old is None or new is None or old["turn"] != new["turn"]
        seat = self.before.get(("seats", self.table, key[2]))
        has_moved = self.rows or self.was("phase") != self.now("phase")
        has_moved = has_moved or seat != self.after.get(("seats", self.table, key[2]))
        if is_new_turn or self.grants("pause", "resume", "extend"):
            return bool(has_moved) or self.granted is not None
        is_own = key[2] == self.own and self.word in {"t:mute", "u", "/hours"}
        return is_own and "budget" not in _columns(old or {}, new or {})

    def _whole(self) -> Iterator[str]:
        before, after = (facts["tables", self.table] for facts in (self.before, self.after))
        columns, was, now = _columns(before, after), before["phase"], after["phase"]
        if was != now and self.word not in STEPS.get((was, now), frozenset()):
            yield f"a step from {was} to {now}"
        if "ending" in columns and was == now and not (self.word == "f" and was == "closed"):
            yield "another ending"
        if now == "over" != was and after["ending"] not in self._endings():
            yield f"the ending “{after['ending']}”"
        agreed = columns & {"options", "terms"} if self.word != "o" or was != "lobby" else set()
        for name in sorted(columns & {*FIXED} | agreed):
            yield f"the {name} was changed, which stays as it was,"
        is_heir = self.word in ("t:leave", "/leave", "f") and before["opener"] == self.act.user
        if "opener" in columns and not is_heir:
            yield f"{after['opener']} is the opener"
        if "paused" in columns and not self.grants("pause" if after["paused"] else "resume"):
            yield "the time was stopped or went on, and not enough have agreed,"

    def _endings(self) -> set[str]:
        """The words for it, which are those of what has happened."""
        if not self.rows:
            return set()
        agreed = "ended by a moderator" if self.act.is_forced else "ended by agreement"
        return {agreed if self.rows[-1].seat is None else "finished"}


# People, challenges, results, messages, clicks

Right = Callable[[Act, Facts, Facts, Key], bool]


def _user(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """Oneself; settings only by what is for settings."""
    old, new = before.get(key, {"settings": "{}"}), after.get(key)
    if key[1] != act.user or new is None:
        return key[1] == act.user and act.word == "f"
    is_same = new["settings"] == old["settings"]
    return act.word in OF_ONESELF | {"t:door"} or (act.word in KNOWN and is_same)


def _is_forgotten(act: Act, before: Facts, after: Facts, key: Key, column: str) -> bool:
    """Only who it was is gone."""
    old, new = before.get(key), after.get(key)
    if old is None or new is None or act.word != "f" or old[column] != act.user:
        return False
    return new == {**old, column: None}


def _challenge(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    new = after.get(key, {})
    is_posted = key not in before and act.word == "/challenge post"
    is_own = (new.get("channel"), new.get("opener")) == (act.channel, act.user)
    return (is_posted and is_own) or _is_forgotten(act, before, after, key, "opener")


def _attempt(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """Only of the one who tries; it is finished when its table is over."""
    old, new = before.get(key), after.get(key)
    if new is None:
        return False
    if old is None:
        is_it = (new["challenge"], new["user"]) == (act.table, act.user)
        return act.word == "c:play" and is_it
    is_over = part(after, key[1], "phase") == "over" != part(before, key[1], "phase")
    is_shared = act.word == "c:share" and _columns(old, new) <= {"facts"}
    return bool(old["user"] == act.user) and (is_over or is_shared or act.word == "f")


def _schedule(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    is_here = act.may_moderate and key[1] == act.channel
    return (act.word in SCHEDULES and is_here) or _is_forgotten(act, before, after, key, "opener")


def _result(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """One for every player of a game that was just played to its end."""
    if key in before:
        return _is_forgotten(act, before, after, key, "user")
    was, now = part(before, key[1], "phase"), part(after, key[1], "phase")
    is_finished = (was, now) == ("playing", "over") and part(after, key[1], "ending") == "finished"
    seat = after.get(("seats", *key[1:]), {"is_autopilot": 1})
    return bool(is_finished and not seat["is_autopilot"] and after[key]["user"] == seat["user"])


def _rating(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """After a game with others that was just played to its end; it counts once."""
    if key not in after:
        return act.word == "f" and key[1] == act.user
    fresh = [after[each] for each in after if each[0] == "results" and each not in before]
    own = [each for each in fresh if (each["user"], each["game"]) == key[1:]]
    games = before[key]["games"] if key in before else 0
    return len(own) == 1 and len(fresh) > 1 and bool(after[key]["games"] == games + 1)


def _post(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """A message of somebody's own, or of a table at which something has changed."""
    _, table, _, user = key
    if key in after and user:
        if not (seat_of(after, table, user) or seat_of(before, table, user)):
            return False
    elif key in after and table > 0 and after[key]["channel"] != part(after, table, "channel"):
        return False
    is_touched = any(each[0] in OF_A_TABLE and each[1] == table for each in changed(before, after))
    return bool(user and user == act.user) or is_touched


def _click(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """That of this very interaction, at its table."""
    if key in before or key[1] != act.id or act.word not in CLICKED:
        return False
    table, number = after[key]["table_id"], after[key]["number"]
    is_there = act.word.startswith("/") or act.table in (table, part(after, table, "rematch_of"))
    return is_there and bool(0 <= number <= (part(after, table, "version") or 0))


RIGHTS: dict[str, Right] = {
    "users": _user,
    "challenges": _challenge,
    "attempts": _attempt,
    "schedules": _schedule,
    "results": _result,
    "ratings": _rating,
    "deals": lambda act, before, after, key: key not in before and act.word == "/challenge post",
    "chains": lambda act, before, after, key: (
        key not in before and act.word == "/challenge schedule" and act.may_moderate
    ),
    "posts": _post,
    "clicks": _click,
}
