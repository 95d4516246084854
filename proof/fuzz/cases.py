"""One table before and after somebody has asked for something."""

from functools import cached_property
from typing import Any

from proof.fuzz.acts import Act
from proof.fuzz.facts import TABLE, Facts, Row, Seat, changed, part, seat_at, seat_of, seats
from proof.fuzz.voices import Matter, carried

PLAYS = frozenset({"a", "s", "b", "/play"})
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
OVER_BY_A_SEAT = OF_THE_SEATED | OF_ONESELF  # the autopilot may play on to the end


class Case:
    """`rows` are those that were played meanwhile."""

    def __init__(self, act: Act, before: Facts, after: Facts, table: int, rows: list[Row]) -> None:
        self.act, self.before, self.after = act, before, after
        self.table, self.rows = table, rows

    @property
    def word(self) -> str:
        return self.act.word

    @cached_property
    def own(self) -> Seat | None:
        """Where the one who asks sat."""
        return seat_of(self.before, self.table, self.act.user)

    @cached_property
    def granted(self) -> Matter | None:
        """What the table has decided by this, if anything."""
        is_vote = self.act.word in VOTES
        return carried(self.act, self.before, self.table) if is_vote else None

    def grants(self, *subjects: str, seat: int | None = None) -> bool:
        found = self.granted
        return found is not None and found.subject in subjects and found.seat == seat

    def is_own(self, seat: Seat) -> bool:
        return self.own is not None and self.own.number == seat.number

    def was(self, name: str) -> Any:
        return part(self.before, self.table, name)

    def now(self, name: str) -> Any:
        return part(self.after, self.table, name)

    def has_changed(self, name: str) -> bool:
        return bool(self.was(name) != self.now(name))

    @property
    def differences(self) -> set[str]:
        """In words: the columns of the table, and what of its seats, votes and so on."""
        keys = changed(self.before, self.after) - {("table", self.table)}
        further = {" ".join(map(str, key)) for key in keys if key[1] == self.table}
        return further | {name for name in TABLE if self.has_changed(name)}

    def has_played(self, seat: int) -> bool:
        return any(row.seat == seat for row in self.rows)

    @property
    def pairs(self) -> list[tuple[Seat, Seat]]:
        """Each seat before and after."""
        old = list(seats(self.before, self.table))
        new = [seat_at(self.after, self.table, seat.number) for seat in old]
        return [(seat, found) for seat, found in zip(old, new, strict=True) if found]
