"""Random days at a table: every call and every time-out, compared with a slow clock."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine import GAMES
from host import absence, outbox, overdue, people, presence, seating, votes
from host import clock as clocks
from host.host import Host
from host.hours import Hours
from host.notes import HostEventKind
from host.outbox import MessageKind
from host.records import Phase
from host.settings import Settings
from host.terms import Policy
from host.views import view_table
from host.votes import Proposal, ProposalKind
from testing import SCALE
from testing.deadlines import (
    DAY,
    HOUR,
    MINUTE,
    choose,
    notes_of,
    open_timed,
    reminded,
    state_turn,
    utc,
)
from testing.hosting import PEOPLE, FakeClock, caller, random_click, say_all
from testing.slow_clock import SlowClock, Wishes

pytestmark = pytest.mark.asyncio
TIMELINES, STEPS = 5 * SCALE, 45
BEGINNINGS = [  # days before the clocks are changed somewhere
    *("2025-10-25T17:00", "2025-03-29T09:10", "2025-11-01T23:45", "2025-10-04T12:34"),
    *("2025-03-08T20:00", "2025-06-10T05:55", "2025-04-05T03:21", "2026-03-27T21:07"),
]
PLACES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Havana", "UTC"]
PLACES += ["Asia/Kathmandu", "America/Nuuk"]
BUDGETS = [2, 5, 24, 24, 72]
SEATS = 3


class Timeline:
    """One table whose people do this and that while time passes."""

    def __init__(self, file, game_id, seed):
        self.file, self.game_id, self.rng = file, game_id, Random(seed)
        self.clock = FakeClock(utc(self.rng.choice(BEGINNINGS)) + self.rng.randrange(DAY))
        self.policy = [Policy.WAIT, *Policy][seed % 5]
        self.hours = self.rng.choice(BUDGETS)
        self.slow = SlowClock(self.hours * HOUR, self.policy)
        self.wishes = {user.id: Wishes() for user in PEOPLE[:SEATS]}
        self.seen = Counter()
        self.ups = 0
        self.last_sign = self.clock.now  # when the bot was there for its players
        self.absences = 0

    async def run(self, steps):
        self.host = await Host.open(self.file, self.clock)
        try:
            for user in PEOPLE[:SEATS]:
                await self.wish(user)
            self.table_id = (
                await open_timed(
                    self.host, self.game_id, SEATS, hours=self.hours, policy=self.policy
                )
            ).id
            await self.follow()
            await self.be_there()
            for _ in range(steps):
                await self.step()
                if not await self.follow():
                    break
        finally:
            await self.host.close()
        return self.seen

    async def step(self):
        deeds = {
            self.live: 10,
            self.click: 6,
            self.wish_again: 3,
            self.be_down: 3,
            self.be_late: 2,
            self.be_unreachable: 2,
            self.set_back: 2,
            self.set_forth: 1,
            self.pause_or_resume: 2,
            self.extend: 1,
            self.mute: 1,
            self.take_back: 3,
        }
        (deed,) = self.rng.choices([*deeds], [*deeds.values()])
        self.seen[deed.__name__] += 1
        await deed()
        await self.host.wait_for_autoplay()
        assert not reminded(await say_all(self.host)), "somebody was called without a strike"

    # What the table is like now

    async def look(self):
        return await self.host.read(view_table, self.table_id, by=None)

    async def follow(self):
        """The slow clock learns whom the table waits for; whether it still plays."""
        await self.host.wait_for_autoplay()
        seen = await self.look()
        if seen.table.phase is not Phase.PLAYING:
            return False
        turn = await self.host.read(state_turn, self.table_id)
        self.slow.follow(self.clock.now, seen.table, turn, seen.waiting, self.wishes)
        assert await self.host.next_alarm() == self.slow.alarm
        for number, time in self.slow.turns.items():
            if not time.is_over:
                assert seen.table.seats[number].due == time.due
        return True

    # The clock

    async def strike(self):
        """All that is due is done and said once, and nothing else."""
        table = (await self.look()).table
        up, called = self.slow.strike(self.clock.now, {s.number: s.missed for s in table.seats})
        await self.host.run_due()
        await self.host.wait_for_autoplay()
        calls = reminded(await say_all(self.host))
        assert len(calls) <= 1, "what was missed did not come as one"
        assert {seat for seats in calls for seat in seats} == called
        notes = await notes_of(self.host, self.table_id, HostEventKind.TIME_UP)
        fresh, self.ups = notes[self.ups :], len(notes)
        assert sorted(note.seat for note in fresh) == sorted(up)
        self.seen["called"] += len(called)
        self.seen["up"] += len(up)
        return await self.follow()

    async def live(self):
        """The bot runs, and so does time."""
        end = self.clock.now + self.some_time()
        is_playing = await self.strike()
        while is_playing and self.slow.alarm is not None and self.slow.alarm <= end:
            assert self.slow.alarm > self.clock.now
            self.clock.now = self.slow.alarm
            await self.be_there()
            is_playing = await self.strike()
        self.clock.now = end
        await self.be_there()

    def some_time(self):
        most = self.rng.choice([10 * MINUTE, 3 * HOUR, 12 * HOUR, DAY, 2 * DAY])
        return self.rng.randrange(most)

    async def be_there(self):
        """As if the bot had left a sign of life every few seconds until now."""
        await self.host.do(signed)
        self.last_sign = self.clock.now

    async def attend(self):
        """The bot is there again; what it was away for counts against nobody and is told once."""
        self.absences += self.slow.be_away(self.last_sign, self.clock.now)
        self.last_sign = self.clock.now
        await self.host.attend()
        told = await notes_of(self.host, self.table_id, HostEventKind.ABSENT)
        assert len(told) == self.absences
        said = [outgoing.kind for outgoing in await say_all(self.host)]
        assert said.count(MessageKind.NOTED) == len(told) - self.seen["absences told"]
        self.seen["absences told"] = len(told)

    async def be_down(self):
        await self.host.close()
        self.clock.advance(self.some_time())
        self.host = await Host.open(self.file, self.clock)
        await self.attend()
        await self.strike()

    async def be_late(self):
        """The bot is there, but nothing strikes for a while."""
        self.clock.advance(self.some_time())
        await self.be_there()
        if self.rng.random() < 0.5:
            await self.strike()

    async def be_unreachable(self):
        """The bot is cut off for a while, and perhaps for another one before anything strikes."""
        self.clock.advance(self.some_time())
        await self.attend()
        if self.rng.random() < 0.5:
            await self.strike()

    async def set_back(self):
        self.clock.advance(-self.rng.choice([MINUTE, HOUR, 5 * HOUR, self.some_time()]))
        await self.attend()
        await self.strike()

    async def set_forth(self):
        self.clock.advance(self.rng.choice([MINUTE, HOUR, self.some_time()]))
        await self.attend()
        await self.strike()

    # People

    async def click(self):
        await random_click(self.host, self.table_id, self.rng)

    async def wish_again(self):
        await self.wish(self.rng.choice(PEOPLE[:SEATS]))

    async def wish(self, user):
        now, rng = self.clock.now, self.rng
        changes = rng.choice(
            [
                {"zone": rng.choice(PLACES)},
                {"zone": rng.choice(PLACES), "quiet": (rng.randrange(19, 24), rng.randrange(8))},
                {"zone": rng.choice(PLACES), "quiet": (22, 8)},
                {"quiet": rng.choice([None, (22, 8), (1, 2), (2, 3), (13, 15)])},
                {"reminders": rng.choice([-1, 0, 0, 1, 3, 7])},
                {"calls": rng.choice(["channel", "dm", "both", "channel", "none"])},
                {"away_until": rng.choice([0, now + rng.randrange(3 * DAY)])},
                {},
            ]
        )
        await choose(self.host, user, hand="ephemeral", **changes)
        self.wishes[user.id] = replace(self.wishes[user.id], **changes)
        for number, seat in await self.seats_of(user):
            self.slow.change(now, number, self.wishes[seat.user])

    async def seats_of(self, user):
        if not hasattr(self, "table_id"):
            return []
        return [(s.number, s) for s in (await self.look()).table.humans if s.user == user.id]

    async def pause_or_resume(self):
        subject = ProposalKind.RESUME if self.slow.is_paused else ProposalKind.PAUSE
        await self.host.do(votes.force, self.table_id, Proposal(subject))
        (self.slow.resume if self.slow.is_paused else self.slow.pause)(self.clock.now)

    async def extend(self):
        await self.host.do(votes.force, self.table_id, Proposal(ProposalKind.EXTEND))
        self.slow.extend(self.clock.now)

    async def mute(self):
        running = [seat for seat, time in self.slow.turns.items() if time.due]
        if running:
            seat = self.rng.choice(running)
            user = (await self.look()).table.seats[seat].user
            await self.host.do(people.mute, self.table_id, by=caller(user))
            self.slow.mute(seat)

    async def take_back(self):
        for seat in (await self.look()).table.seats:
            if seat.is_autopilot and seat.user:
                await self.host.do(seating.take_back, self.table_id, by=caller(seat.user))
                await self.host.wait_for_autoplay()


def signed(uow):
    since, _ = uow.store.presence() or (uow.store.now, 0)
    uow.store.set_presence(since, uow.store.now)


@pytest.mark.parametrize("seed", range(TIMELINES))
async def test_everything_comes_once_and_in_time(file, game_id, seed):
    """Every step asserts; whatever came must have come somewhere."""
    assert await Timeline(file, game_id, seed).run(STEPS)


# --- mutants -----------------------------------------------------------------------------------


def kept_after_it_was_given(deadline, hours, now):
    return deadline._replace(next=now + HOUR)


def paused_in_name_only(uow, table):
    uow.store.set_paused(table.id, uow.store.now)


def counted_by_the_new_hours(uow, user, before, after):
    return follow(uow, user, after, after)


def counted_back(deadline, hours, now):
    return elapsed(deadline, hours, now) - max(0, (deadline.since or now) - now)


def without_a_call_on_waking(uow, table, seat, turn):
    found = begun(uow, table, seat, turn)
    return found._replace(calls=tuple(call for call in found.calls if call > 1))


def given_anew(uow, user, deadline):
    return resumed(uow, user, deadline._replace(spent=0))


def never_called_again(store, table, waiting, new, again=()):
    call(store, table, waiting, new)


follow, elapsed, begun = clocks.follow_settings, clocks.elapsed, clocks._new_deadline
resumed, call = clocks._resumed, outbox.call
MUTANTS = {
    "a reminder stays after it was given": (overdue, "mark_reminded", kept_after_it_was_given),
    "quiet hours are ignored": (Settings, "hours", property(lambda s: Hours("UTC", None, 0))),
    "vacations are ignored": (Settings, "hours", property(lambda s: Hours(s.zone, s.quiet))),
    "zones are ignored": (
        *(Settings, "hours"),
        property(lambda s: Hours("UTC", s.quiet, s.away_until)),
    ),
    "what a sleeper missed is lost": (overdue, "put_off", clocks.mark_reminded),
    "nobody is called on waking": (clocks, "_new_deadline", without_a_call_on_waking),
    "time goes on while the bot is away": (clocks, "move", lambda *_, **__: None),
    "nobody has time to come back after a long absence": (absence, "HOUR", 0),
    "an absence is told again and again": (presence, "ABSENT", -1),
    "a pause stops nothing": (clocks, "pause", paused_in_name_only),
    "an extension adds nothing": (clocks, "extend", lambda uow, table: None),
    "a muted turn is reminded of": (clocks, "mute", lambda uow, table, user: None),
    "new settings change the past": (clocks, "follow_settings", counted_by_the_new_hours),
    "new settings change nothing": (clocks, "follow_settings", lambda *_: []),
    "a clock that was set back gives time": (clocks, "elapsed", counted_back),
    "every decision has a budget of its own": (clocks, "_resumed", given_anew),
    "a new turn goes on in the old time": (clocks, "_goes_on", lambda *_: True),
    "reminders are written and never sent": (outbox, "call", never_called_again),
}


@pytest.mark.parametrize("name", MUTANTS)
async def test_a_mutant_is_caught(tmp_path, monkeypatch, name):
    monkeypatch.setattr(*MUTANTS[name])
    with pytest.raises(AssertionError):
        for seed in range(17, 57):  # the first ones catch most
            game_id = sorted(GAMES)[seed % len(GAMES)]
            await Timeline(tmp_path / f"{seed}.db", game_id, seed).run(STEPS)
