"""Who may change what: every difference in the database must follow from what was asked for."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from testing.acts import PLAYS, Act, is_meant
from testing.facts import Archive, Facts, Key, Row, changed, part, seat_of, seats
from testing.scene.phases import BEGUN

HOUR = 3_600_000
DECIDED = ("pause", "resume", "extend", "replace", "remove", "rules", "abandon")
VOTES = frozenset({"v", "/end", "t:end", *(f"/table {name}" for name in DECIDED)})
OWN_WAYS = ("takeback", "handover", "fromhere", "goon", "mute", "unplan", "leave")
OF_THE_SEATED = PLAYS | VOTES | {"q", "w", "n", "/leave", *(f"t:{name}" for name in OWN_WAYS)}
OF_THE_OPENER = frozenset({"t:robot", "t:unrobot", "t:start", "t:close", "o"})
PLANNED = ("_planout", "_planup")  # in the place of an option's name: of one's own plan
OF_ONESELF = frozenset({"u", "h", "/hours", "t:nohints", "f"})
ALONE = frozenset({"d:play", "d:learn"})  # a private table with autopilots
REMATCHES = frozenset({"t:rematch", "t:threadmatch", "t:again"})
IN_THREADS = frozenset({"d:thread", "d:solo", "t:threadmatch"})
OPENS = frozenset({"/new", "/solo", "c:play", "d:open"}) | ALONE | REMATCHES | IN_THREADS
SCHEDULES = frozenset({"/challenge schedule", "/challenge stop"})
JOINS = frozenset({"t:join", "t:accept"})  # in the channel, and by direct message
ANSWERS = JOINS | {"t:decline", "t:refuse"}  # to an invitation
FURTHER = frozenset({"j", "t:door", "c:share", "/challenge post", "/serverlog"} | ANSWERS)
CHANGES = OF_THE_SEATED | OF_THE_OPENER | OF_ONESELF | OPENS | SCHEDULES | FURTHER
KNOWN = OPENS | JOINS | {"j", "/challenge post", "/challenge schedule"}  # who it was is kept
CLICKED = OF_THE_SEATED | OF_THE_OPENER | OPENS | ANSWERS | {"j", "/challenge post"}
ENDS = OF_THE_SEATED | OF_ONESELF  # the autopilot may play on to the end
OF_A_TABLE = ("tables", "seats", "votes", "deadlines", "notes")
FIXED = ("game", "channel", "key", "commitment", "rules", "is_sealed", "rematch_of", "opened")
FOR_GOOD = ("replace", "remove")
STEPS = {
    ("lobby", "playing"): frozenset({"t:start"}),
    ("lobby", "closed"): frozenset({"t:close", "t:leave", "/leave", "f"}),
    ("playing", "over"): ENDS | ALONE,  # a lesson is over when one plays in earnest
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
            case = Case(act, before, after, table, rows)
            yield from (f"{each} at table {table}" for each in case.offences())
    for key in sorted(keys, key=repr):
        if key[0] not in OF_A_TABLE and not _may(act, before, after, key):
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


def asked(act: Act, before: Facts, table_id: int) -> str:
    """The vote that is given or taken back, as it is stored: `pause`, `remove 1`."""
    if act.word in ("/end", "t:end"):
        return "abandon"
    if act.word in ("v", "w", "n"):
        chosen = "".join(act.values[:1]) if act.text == "ask" else act.text.replace("_", " ")
        subject, _, seat = chosen.partition(" ")
        is_number = seat.isascii() and seat.isdecimal()
        return f"{subject} {int(seat)}" if is_number else chosen
    subject, player = act.word.removeprefix("/table "), str(act.options.get("player"))
    if subject not in FOR_GOOD:
        return subject
    about = seat_of(before, table_id, int(player)) if player.isdecimal() else None
    return f"{subject} {about['seat']}" if about else ""


def decided(act: Act, before: Facts, table_id: int) -> tuple[str, int | None]:
    """What is decided with this vote, or by a moderator, and about which seat."""
    matter = asked(act, before, table_id) if act.word in VOTES else ""
    subject, _, number = matter.partition(" ")
    about = int(number) if number.isdecimal() else None
    if not matter or act.is_forced:
        return (subject, about) if act.may_moderate else ("", None)
    own = seat_of(before, table_id, act.user)
    if own is None or own["seat"] == about or not _has_a_vote(before, own):
        return "", None
    having = [each for each in seats(before, table_id) if _has_a_vote(before, each)]
    there = {each["seat"] for each in having if not each["missed"]}
    voters = {own["seat"], *there} - {about}
    voted = {seat: before.get(("votes", table_id, matter, seat)) for seat in voters}
    votes = {seat for seat, row in voted.items() if row and not row["is_against"]}
    least = 2 if about in there and subject in FOR_GOOD else 1
    most = len(voters) if subject == "abandon" else len(voters) // 2 + 1
    return (subject, about) if len(votes | {own["seat"]}) >= max(least, most) else ("", None)


def _has_a_vote(before: Facts, seat: dict[str, Any]) -> bool:
    """Nobody's vacation ends while the scene lasts."""
    settings = json.loads(before.get(("users", seat["user"]), {}).get("settings", "{}"))
    is_away = settings.get("away_until", 0) > BEGUN + HOUR
    return seat["user"] is not None and not seat["is_autopilot"] and not is_away


def is_said_again(act: Act, facts: Facts) -> bool:
    """The vote was given already."""
    if act.word not in VOTES | {"n"} or act.is_forced:
        return False
    voted = [key for key in facts if key[0] == "votes"]
    same = [key for key in voted if bool(facts[key]["is_against"]) == (act.word == "n")]
    for _, table_id, matter, number in same:
        own, is_there = seat_of(facts, table_id, act.user), act.table in (table_id, None)
        if is_there and own and own["seat"] == number and asked(act, facts, table_id) == matter:
            return True
    return False


# Tables


def _opened(act: Act, before: Facts, after: Facts, table_id: int) -> Iterator[str]:
    channel, opener = part(after, table_id, "channel"), part(after, table_id, "opener")
    if act.word not in OPENS or opener != act.user:
        yield f"table {table_id} was opened"
    here = {"/new": act.channel, "/solo": act.channel, "d:open": act.channel}
    alone = dict.fromkeys({"c:play", "t:again", *ALONE})
    wanted = {**here, **alone}.get(act.word, part(before, act.table, "channel"))
    if act.options.get("thread") or act.word in IN_THREADS:
        wanted = channel or act.channel  # a new one
    if channel != wanted and not (act.word == "/solo" and channel is None):
        yield f"table {table_id} was opened in channel {channel}"
    is_rematch = act.word in REMATCHES
    if is_rematch and not _may_rematch(act, before):
        yield f"table {table_id} is a rematch that nobody may have"
    old = seats(before, act.table) if is_rematch else ()
    robots = [None for seat in old if seat["user"] is None and seat["is_autopilot"]]
    guests = [seat["user"] for seat in seats(after, table_id)]
    if act.word in ALONE:
        robots = [None] * (len(guests) - 1)
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
        self.was, self.now = before["tables", table_id], after["tables", table_id]
        own = seat_of(before, table_id, act.user)
        self.own = own["seat"] if own else None
        self.decided, self.about = decided(act, before, table_id)

    def offences(self) -> Iterator[str]:
        keys = [key for key in changed(self.before, self.after) if key[1] == self.table]
        if not self._may_touch():
            yield f"{sorted(map(str, keys))} changed by somebody who may not"
            return
        yield from self._rows()
        yield from self._guests() if self.was["phase"] == "lobby" else self._seats()
        for key in sorted(keys, key=repr):
            rights = {"votes": self._may_vote, "deadlines": self._may_time}
            if key[0] in rights and not rights[key[0]](key):
                yield f"{' '.join(map(str, key))} was changed by another"
        yield from self._whole()

    def _may_touch(self) -> bool:
        act, phase, word = self.act, self.was["phase"], self.word
        is_here = act.channel is not None and self.was["channel"] == act.channel
        is_it = self.table == act.table and (is_here or act.is_own)
        if word.startswith("/"):
            is_it = is_here or act.channel is None
        if act.is_forced:
            return is_here and act.may_moderate and phase == "playing"
        if word in OF_THE_SEATED or (word == "o" and act.text in PLANNED):
            return is_it and self.own is not None
        if word in ALONE:
            return bool(self.was["is_lesson"]) and self.own is not None
        if word in OF_THE_OPENER:
            return is_it and phase == "lobby" and self.was["opener"] == act.user
        if word == "t:accept":
            is_asked = ("invitations", self.table, act.user) in self.before
            return self.table == act.table and self.own is None and phase == "lobby" and is_asked
        if word in ("t:join", "j"):
            number = int(act.text) if act.text.isdecimal() else -1
            is_free = self.before.get(("seats", self.table, number), {}).get("is_free")
            is_open = phase == "lobby" if word == "t:join" else bool(is_free)
            return self.table == act.table and is_here and self.own is None and is_open
        if word in REMATCHES:
            is_rematch = self.was["rematch_of"] == act.table
            return is_rematch and phase == "lobby" and _may_rematch(act, self.before)
        is_opener = word == "f" and self.was["opener"] == act.user
        return word in OF_ONESELF and (self.own is not None or is_opener)

    def _rows(self) -> Iterator[str]:
        """One by the user, as it was asked for; all others by seats that play by themselves."""
        rows = self.rows
        if self.now["version"] != self.was["version"] + len(rows):
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
                if row.code != "end" or self.decided != "abandon":
                    yield f"“{row.code}” was done, and not all have agreed"
            elif not self._plays_itself(row.seat) and (self.word, self.own) != ("x", row.seat):
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
            case _ if self.now["phase"] == "closed":
                wanted = found if self.word == "f" else old
            case "t:join" | "t:accept" | "t:rematch" | "t:threadmatch":
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

    def _may_change(self, number: int, new: dict[str, Any], has_played: bool) -> set[str]:
        everything = set(new)
        is_taken = self.word == "j" and str(number) == self.act.text
        if (is_taken and new["user"] == self.act.user) or self.about == number:
            return everything
        if number == self.own:
            planned = [each.partition(":")[2] for each in self.act.values]
            is_plan = self.word != "q" or new["queue"] == "[]" or "undo" not in planned
            kept = set() if self.word == "f" else {"user", "is_free", "is_former"}
            return everything - kept if is_plan else set()
        return {"queue"} if has_played else set()

    def _may_vote(self, key: Key) -> bool:
        *_, matter, seat = key
        is_own = seat == self.own and asked(self.act, self.before, self.table) == matter
        if key in self.after:
            is_wanted = self.word == "n" if self.after[key]["is_against"] else self.word in VOTES
            return is_wanted and is_own and not self.act.is_forced
        if self.word == "n" and asked(self.act, self.before, self.table) == matter:
            return True  # it can't pass any more
        is_over = bool(self.decided) or self.now["phase"] == "over" or self.word == "f"
        is_about_own = matter.endswith(f" {self.own}")
        return is_over or is_about_own or (self.word == "w" and is_own)

    def _may_time(self, key: Key) -> bool:
        """Time goes on with what is played and decided, and by one's own settings."""
        old, new = self.before.get(key), self.after.get(key)
        seat = ("seats", self.table, key[2])
        has_moved = self.rows or self.was["phase"] != self.now["phase"]
        if has_moved or self.decided or self.before.get(seat) != self.after.get(seat):
            return True
        is_own = key[2] == self.own and self.word in {"t:mute", "u", "h", "/hours"}
        return bool(is_own and old and new) and "budget" not in _columns(old or {}, new or {})

    def _whole(self) -> Iterator[str]:
        was, now = self.was["phase"], self.now["phase"]
        columns = _columns(self.was, self.now)
        if was != now and self.word not in STEPS.get((was, now), frozenset()):
            yield f"a step from {was} to {now}"
        agreed = columns & {"options", "terms"} if self.word != "o" or was != "lobby" else set()
        for name in sorted(columns & {*FIXED} | agreed):
            yield f"the {name} was changed, which stays as it was,"
        is_heir = self.word in ("t:leave", "/leave", "f") and self.was["opener"] == self.act.user
        if "opener" in columns and not is_heir:
            yield f"{self.now['opener']} is the opener"
        if "paused" in columns and self.decided != ("pause" if self.now["paused"] else "resume"):
            yield "the time was stopped or went on, and not enough have agreed,"


# All that belongs to a person, and what follows from the end of a game

MAY = {  # by which words such rows come, change and go
    "users": OF_ONESELF | KNOWN | {"t:door"},
    "challenges": {"/challenge post", "f"},
    "schedules": SCHEDULES | {"f"},
    "attempts": {"c:play", "c:share"} | ENDS,
    "results": ENDS,
    "ratings": ENDS,
    "deals": {"/challenge post"},
    "chains": {"/challenge schedule"},
    "clicks": CLICKED,
    "invitations": REMATCHES | ANSWERS | {"t:start", "t:close", "t:leave"} | ENDS,
    "decisions": VOTES | {"f"},
    "leavers": VOTES | {"t:handover", "t:takeback", "j", "f"},
    "log_channels": {"/serverlog"},
    "server_settings": {"e"},
}
OWNER = {
    **{"challenges": "opener", "schedules": "opener"},
    **dict.fromkeys(("attempts", "results", "decisions"), "user"),
}


def _may(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    name, old, new = key[0], before.get(key), after.get(key)
    if name == "posts":
        return _may_post(act, before, after, key)
    if act.word not in MAY.get(name, ()):
        return False
    if name in OF_ITS_OWN:
        return OF_ITS_OWN[name](act, before, after, key)
    if name == "decisions" and new and not old:
        by = act.user if act.is_forced else None
        return bool(new["user"] == by and decided(act, before, new["table_id"])[0])
    if name in ("deals", "chains", "clicks"):
        is_its = name == "deals" or (act.may_moderate if name == "chains" else key[1] == act.id)
        return old is None and is_its
    if act.word in SCHEDULES and name == "schedules":
        return act.may_moderate and key[1] == act.channel
    if name in ("results", "ratings", "attempts") and act.word not in ("f", "c:play", "c:share"):
        ended = [each for each in _ended(before, after) if name == "ratings" or each == key[1]]
        return any(name != "ratings" or _has_played(before, after, each, key[1]) for each in ended)
    if name == "users" and old and new and act.word not in OF_ONESELF | {"t:door"}:
        return bool(key[1] == act.user and new["settings"] == old["settings"])
    owner = key[1] if name in ("users", "ratings") else ((old or new) or {})[OWNER[name]]
    return bool(owner == act.user)


def _may_leave(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """Oneself, or who loses the seat by what is decided."""
    seat = (before.get(key) or after[key])["seat"]
    return bool(key[2] == act.user or decided(act, before, key[1])[1] == seat)


def _has_played(before: Facts, after: Facts, table: int, user: int) -> bool:
    """Who sits there, or has left it."""
    return bool(seat_of(after, table, user) or {**before, **after}.get(("leavers", table, user)))


def _may_invite(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """Those who played before are invited; they answer, or the lobby ends."""
    _, table, user = key
    if key in after:
        return act.word in REMATCHES and seat_of(before, act.table, user) is not None
    is_over = part(before, table, "phase") != part(after, table, "phase")
    return bool(user == act.user or is_over)


OF_ITS_OWN: dict[str, Callable[[Act, Facts, Facts, Key], bool]] = {
    "invitations": _may_invite,
    "leavers": _may_leave,
    "log_channels": lambda act, before, after, key: act.may_moderate,
    "server_settings": lambda act, before, after, key: act.may_manage,
}


def _ended(before: Facts, after: Facts) -> list[int]:
    over = [key[1] for key in after if key[0] == "tables" and after[key]["phase"] == "over"]
    return [table for table in over if part(before, table, "phase") == "playing"]


def _may_post(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """A message of somebody's own, or of a table at which something has changed."""
    _, table, _, user = key
    if key in after and user:
        if not (seat_of(after, table, user) or seat_of(before, table, user)):
            return False
    elif key in after and table > 0 and after[key]["channel"] != part(after, table, "channel"):
        return False
    shown = (*OF_A_TABLE, "invitations")
    is_touched = any(each[0] in shown and each[1] == table for each in changed(before, after))
    return bool(user and user == act.user) or is_touched
