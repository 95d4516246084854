"""The bot's own absence and a clock that leaps: neither costs a player anything."""

from random import Random

import pytest

from host import challenges, outbox, votes
from host.copies import copies
from host.heartbeat import span
from host.host import Host
from host.notes import HostEventKind
from host.outbox import MessageKind
from host.records import Phase
from host.votes import Proposal, ProposalKind
from host.wall_clock import HOLD, WallClock
from testing.challenges import try_it
from testing.database_rules import opened
from testing.deadlines import (
    DAY,
    HOUR,
    MINUTE,
    awaited,
    choose,
    deadlines_of,
    notes_of,
    open_timed,
    table_now,
)
from testing.hosting import (
    ADA,
    BEN,
    CHANNEL,
    FakeClock,
    caller,
    open_lobby,
    random_click,
    say_all,
)
from testing.stored import dumped

pytestmark = pytest.mark.asyncio
GAME = "fantastic_factories"
SECOND = 1000
LATER = CHANNEL + 1


async def round_of(host: Host) -> None:
    """What the bot does every few seconds, and every minute."""
    await host.attend()
    await host.run_due()
    await host.run_housekeeping()
    await host.wait_for_autoplay()


async def stay(host: Host, clock: FakeClock, milliseconds: int) -> None:
    """The bot is there for so long; leaps of two minutes are no absence."""
    for left in range(milliseconds, 0, -2 * MINUTE):
        clock.advance(min(left, 2 * MINUTE))
        await round_of(host)


async def test_a_host_that_was_down_for_30_hours_lets_nobody_be_skipped(file, clock, game_id):
    async with opened(file, clock) as host:
        table = await open_timed(host, game_id, hours=24)
        await stay(host, clock, HOUR)
        seat, _ = await awaited(host, table.id)
        before = (await deadlines_of(host, table.id))[seat]
    clock.advance(30 * HOUR)
    async with opened(file, clock) as host:
        await round_of(host)
        after = (await deadlines_of(host, table.id))[seat]
        assert after.due - before.due == 30 * HOUR
        now = await table_now(host, table.id)
        assert not now.seats[seat].missed and now.version == table.version
        told = [outgoing for outgoing in await say_all(host) if outgoing.kind == MessageKind.NOTED]
        assert [outgoing.channel for outgoing in told] == [CHANNEL]
        await stay(host, clock, 20 * MINUTE)
        (note,) = await notes_of(host, table.id, HostEventKind.ABSENT)
        assert note.facts["span"] == "30 hours"


async def test_somebody_whose_time_was_nearly_up_has_an_hour_after_a_long_absence(file, clock):
    async with opened(file, clock) as host:
        table = await open_timed(host, GAME, hours=2)
        await stay(host, clock, 119 * MINUTE)
    clock.advance(3 * DAY)
    async with opened(file, clock) as host:
        await round_of(host)
        assert {each.due for each in (await deadlines_of(host, table.id)).values()} == {
            clock.now + HOUR
        }
        await stay(host, clock, 59 * MINUTE)
        assert not await notes_of(host, table.id, HostEventKind.TIME_UP)
        await stay(host, clock, 2 * MINUTE)
        assert await notes_of(host, table.id, HostEventKind.TIME_UP)


async def test_a_host_that_was_down_for_31_days_gives_nothing_up(file, clock):
    """Neither games nor lobbies, votes or challenges; later they end in their own time."""
    async with opened(file, clock) as host:
        await round_of(host)
        table = await open_timed(host, GAME, 3)
        await host.do(votes.agree, table.id, Proposal(ProposalKind.ABANDON), by=caller(ADA.id))
        waiting = await open_lobby(host, GAME, channel=LATER)
        challenge = await host.do(challenges.post, GAME, "medium", 48, LATER, by=caller(BEN))
        await say_all(host)
        await stay(host, clock, 20 * MINUTE)
    clock.advance(31 * DAY)
    async with opened(file, clock) as host:
        await round_of(host)
        await stay(host, clock, 20 * MINUTE)
        assert (await table_now(host, table.id)).phase is Phase.PLAYING
        assert (await table_now(host, waiting.id)).phase is Phase.LOBBY
        assert len(await host.read(votes.open_votes, table.id)) == 1
        closes = (await host.read(challenges.board, challenge.id)).challenge.deal.closes
        assert closes == challenge.deal.closes + 31 * DAY
        assert [outgoing.kind for outgoing in await say_all(host)] == [MessageKind.CHALLENGE]
        await stay(host, clock, DAY)
        assert (await table_now(host, waiting.id)).phase is Phase.CLOSED
        clock.now = closes - MINUTE
        await host.do(lambda uow: uow.store.set_presence(0, clock.now))
        assert not (await host.read(challenges.board, challenge.id)).challenge.deal.is_closed
        await stay(host, clock, 2 * MINUTE)
        assert (await host.read(challenges.board, challenge.id)).challenge.deal.is_closed


async def test_nothing_is_closed_for_good_until_the_bot_has_been_back_for_a_while(file, clock):
    """A lobby that was stale before: it waits for the clock to prove steady."""
    async with opened(file, clock) as host:
        await round_of(host)
        table = await open_lobby(host, GAME)
        for _ in range(13):  # so that it was there all day, in leaps that are no absence
            await host.do(lambda uow: uow.store.set_presence(0, clock.now))
            clock.advance(2 * HOUR)
        await host.do(lambda uow: uow.store.set_presence(0, clock.now))
        clock.advance(5 * MINUTE)
        await round_of(host)
        await stay(host, clock, 9 * MINUTE)
        assert (await table_now(host, table.id)).phase is Phase.LOBBY
        await stay(host, clock, 2 * MINUTE)
        assert (await table_now(host, table.id)).phase is Phase.CLOSED


async def test_a_short_absence_moves_the_time_and_says_nothing(file, clock):
    async with opened(file, clock) as host:
        table = await open_timed(host, GAME, hours=24)
        await round_of(host)
        before = await deadlines_of(host, table.id)
        clock.advance(5 * MINUTE)
        await round_of(host)
        after = await deadlines_of(host, table.id)
        assert all(after[seat].due == before[seat].due + 5 * MINUTE for seat in before)
        assert not await notes_of(host, table.id, HostEventKind.ABSENT)
        assert {outgoing.kind for outgoing in await say_all(host)} == {
            MessageKind.BOARD,
            MessageKind.PANEL,
        }


async def test_what_is_played_before_the_first_sign_of_life_counts_no_absence(host, clock):
    """Somebody is faster than the bot, or their plan is: their turn may go on later."""
    table = await open_timed(host, GAME, people=3, hours=24)
    await host.attend()
    for seed in range(12):
        before = await host.read(lambda uow: uow.store.deadlines(table.id))
        clock.advance(30 * HOUR)
        assert await random_click(host, table.id, Random(seed))
        await host.attend()
        after = await host.read(lambda uow: uow.store.deadlines(table.id))
        for seat in before.keys() & after.keys():
            if after[seat].turn == before[seat].turn:
                assert after[seat].spent == before[seat].spent


class Sleeper(FakeClock):
    """A machine that falls asleep for 40 days when its clock is read for the last time."""

    reads = -1

    def __call__(self) -> int:
        if self.reads == 0:
            self.advance(40 * DAY)
        self.reads -= 1
        return self.now


async def test_a_machine_that_falls_asleep_in_the_middle_of_a_round_costs_nothing(file):
    """Whatever the bot has just found to be due: it looks again before it does it."""
    clock = Sleeper()
    async with opened(file, clock) as host:
        table = await open_timed(host, GAME, 3, hours=24)
        await host.do(votes.agree, table.id, Proposal(ProposalKind.ABANDON), by=caller(ADA.id))
        waiting = await open_lobby(host, GAME, channel=LATER)
        challenge = await host.do(challenges.post, GAME, "medium", 48, LATER, by=caller(BEN))
        await try_it(host, challenge, BEN)
        await round_of(host)
        slept = 0
        while clock.reads < 0:  # until a whole round has fewer reads than that
            await stay(host, clock, 12 * MINUTE)
            slept += 1
            clock.reads = slept
            await round_of(host)
            await round_of(host)
            assert (await table_now(host, table.id)).phase is Phase.PLAYING
            assert (await table_now(host, waiting.id)).phase is Phase.LOBBY
            assert len(await host.read(votes.open_votes, table.id)) == 1
            assert not (await host.read(challenges.board, challenge.id)).challenge.deal.is_closed
            assert not await notes_of(host, table.id, HostEventKind.TIME_UP)
    assert slept > 20


async def test_where_the_channel_is_lost_everybody_is_told_in_private(file, clock):
    async with opened(file, clock) as host:
        table = await open_timed(host, GAME, hours=24)
        await round_of(host)
        await host.do(lambda uow: uow.store.set_lost(table.id, True))
        clock.advance(DAY)
        await round_of(host)
        told = [each for each in await say_all(host) if each.kind == MessageKind.NOTED]
        assert {each.user for each in told} == {ADA.id, BEN.id} and len(told) == 2


async def test_a_damaged_table_does_not_keep_the_others_from_moving(file, clock, caplog):
    async with opened(file, clock) as host:
        table = await open_timed(host, GAME, hours=24)
        other = await open_timed(host, GAME, hours=24, channel=LATER)
        await round_of(host)
        await host.do(
            lambda uow: uow.store._execute(
                "UPDATE deadlines SET calls = '[' WHERE table_id = ?", (table.id,)
            )
        )
        before = await deadlines_of(host, other.id)
        clock.advance(DAY)
        await host.attend()
        after = await deadlines_of(host, other.id)
        assert all(after[seat].due == before[seat].due + DAY for seat in before)
    (record,) = [each for each in caplog.records if "were not moved" in each.message]
    assert record.facts["table"] == table.id


# --- the clock on the wall -----------------------------------------------------------------------


class Machine:
    """A machine whose clock may be set, and whose time passes all the same."""

    def __init__(self) -> None:
        self.passed, self.offset = 0, FakeClock().now
        self.clock = WallClock(lambda: self.passed + self.offset, lambda: self.passed)

    def goes_on(self, milliseconds: int) -> None:
        self.passed += milliseconds

    async def round_of(self, host: Host) -> None:
        self.goes_on(20 * SECOND)
        await round_of(host)

    async def rounds(self, host: Host, milliseconds: int) -> None:
        for _ in range(milliseconds // (20 * SECOND)):
            await self.round_of(host)


async def test_a_leap_is_believed_only_after_it_has_held():
    machine = Machine()
    begin = machine.clock()
    machine.offset += 40 * DAY
    for _ in range(9):
        machine.goes_on(MINUTE)
        assert machine.clock() == begin + machine.passed
    machine.offset += 40 * DAY  # it leaps again: another nine minutes say nothing
    for _ in range(9):
        machine.goes_on(MINUTE)
        assert machine.clock() == begin + machine.passed
    machine.goes_on(2 * MINUTE)
    assert machine.clock() == begin + machine.passed + 80 * DAY


async def test_a_clock_that_is_set_back_or_a_little_forward_is_believed_at_once():
    machine = Machine()
    for step in (-3 * DAY, 30 * SECOND, -1, 50 * SECOND):
        machine.offset += step
        assert machine.clock() == machine.passed + machine.offset


@pytest.mark.parametrize("days", [40, 300, -3])
async def test_nothing_irreversible_happens_on_a_leap(file, tmp_path, days):
    """As the attack did it: the clock is wrong for one round of everything the bot does."""
    machine, folder = Machine(), tmp_path / "backups"
    async with opened(file, machine.clock, folder) as host:
        table = await open_timed(host, GAME, hours=24)
        await open_lobby(host, GAME, channel=LATER)
        await host.do(challenges.post, GAME, "medium", 48, LATER, by=caller(BEN))
        await machine.rounds(host, HOLD + 2 * MINUTE)
        await say_all(host)
        before, kept = _lasting(file), [copy.file for copy in copies(folder)]
        due = await deadlines_of(host, table.id)
        machine.offset += days * DAY
        await machine.round_of(host)
        machine.offset -= days * DAY
        await machine.rounds(host, HOLD + 2 * MINUTE)
        assert (await table_now(host, table.id)).phase is Phase.PLAYING
        await say_all(host)
        assert set(kept) <= {copy.file for copy in copies(folder)}
        assert days < 0 or _lasting(file) == before
        for seat, deadline in (await deadlines_of(host, table.id)).items():
            assert abs(deadline.due - due[seat].due) <= 2 * MINUTE


def _lasting(file):
    """All that is stored but the sign of life."""
    return [line for line in dumped(file).splitlines() if "presence" not in line]


async def test_a_clock_that_was_wrong_at_the_start_leaves_no_trace(file):
    """It is taken for a long absence; when it is put right everything moves back."""
    machine = Machine()
    async with opened(file, machine.clock) as host:
        table = await open_timed(host, GAME, hours=24)
        await choose(host, ADA, digest=9)
        await machine.rounds(host, HOLD + MINUTE)
        before = await deadlines_of(host, table.id)
    machine.offset += 40 * DAY
    machine.clock = WallClock(lambda: machine.passed + machine.offset, lambda: machine.passed)
    async with opened(file, machine.clock) as host:
        await machine.rounds(host, 30 * MINUTE)
        machine.offset -= 40 * DAY
        await machine.rounds(host, MINUTE)
        after = await deadlines_of(host, table.id)
        digest = await host.read(lambda uow: uow.store.person(ADA.id)[1])
    assert digest - machine.clock() < 2 * DAY
    drift = {seat: after[seat].due - before[seat].due for seat in before}
    assert all(abs(each) <= 2 * MINUTE for each in drift.values())


async def test_what_waits_does_not_wait_longer_when_the_clock_is_set_back(host, clock):
    """A message that is to be tried again holds back all behind it; a plan leaves time to undo."""
    await round_of(host)
    table = await open_lobby(host, GAME)
    (outgoing,) = await host.read(outbox.due)
    pause = await host.do(outbox.failed, outgoing) - clock.now
    await host.do(lambda uow: uow.store.set_breath(table.id, clock.now + 15 * SECOND))
    clock.advance(-3 * DAY)
    host.news.clear()
    await host.attend()
    assert host.news.is_set()  # the sender looks again
    assert await host.read(outbox.next_due) == clock.now + pause
    assert await host.read(lambda uow: uow.store.breath(table.id)) == clock.now + 15 * SECOND
    clock.advance(pause)
    assert [each.id for each in await host.read(outbox.due)] == [outgoing.id]


async def test_spans_read_as_people_say_them():
    assert [span(each) for each in (16 * MINUTE, 119 * MINUTE, 30 * HOUR, 31 * DAY)] == [
        *("16 minutes", "119 minutes", "30 hours", "31 days")
    ]
