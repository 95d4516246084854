"""A table whose people have vanished: moves the clock from alarm to alarm until it has ended."""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from engine.kernel.codes import code
from engine.kernel.refusal import Refused
from host import outbox, people, seating, votes
from host.clock import is_expired
from host.host import Host
from host.notes import HostEventKind
from host.outbox import due, said
from host.presence import SETTLED
from host.records import About, OutgoingMessage, Phase, Post, Seat, Table
from host.terms import DAY, HOUR
from host.unit_of_work import UnitOfWork
from host.views import TableView, view_table
from host.votes import Proposal, ProposalKind
from testing.database_rules import faults
from testing.deadlines import deadlines_of, notes_of, state_turn
from testing.hosting import FakeClock, autopilot_action, caller, click_of, press

HOUSE = 2 * DAY  # between two rounds of housekeeping; the bot's own comes every minute
MAX_STRIKES = 1_600
MAX_ACTIONS = 3_000
SLACK = HOUSE + HOUR
LEFT = HOUR // 2  # of their time, when those who are late act


class Vigil:
    """Watches the table: those who are there play at once, and `wish` is what they vote for."""

    def __init__(self, name: str, file: Path, clock: FakeClock, table_id: int = 0) -> None:
        self.name, self.file = name, file
        self.clock, self.table_id = clock, table_id
        self.faults: list[str] = []
        self.absent: set[int] = set()
        self.deaf: set[int] = set()  # their direct messages are refused
        self.is_channel_gone = False
        self.late: set[int] = set()  # they act when hardly any time is left
        self.late_turns: set[tuple[str, int]] = set()  # of those, by seat
        self.returns = 0  # how often somebody comes back for a moment
        self.wish: ProposalKind | None = None
        self.is_felt = False  # the way in which they vanished has made a difference
        self.heard: Counter[tuple[About, str]] = Counter()  # by what it is about, and kind
        self.last_words: dict[int, int] = {}  # by direct message: to whom, and when

    # Its life

    async def open(self) -> None:
        self.host = await Host.open(self.file, self.clock)

    async def set_clock(self, milliseconds: int, is_down: bool = False) -> None:
        """Stop the bot for a while, or set the machine's clock wrong from now on.

        It lasts long enough to be accepted, and nobody may lose anything by it.
        """
        await self.host.do(sign_of_life)
        if is_down:
            await self.host.close()
        self.clock.advance(milliseconds)
        if is_down:
            await self.open()
        await self._come_up(SETTLED if is_down else 0)

    async def _come_up(self, while_there: int = 0) -> None:
        """Check that what the bot does first after a gap costs nobody a turn, a seat or a game."""
        before = await self.times_up(), (await self.table()).phase
        await self.host.attend()
        for pause in (0, while_there):
            self.clock.advance(pause)
            if pause:
                await self.host.do(sign_of_life)
            await self.host.run_due()
            await self.host.run_housekeeping()
            await self.host.wait_for_autoplay()
        if before != (await self.times_up(), (await self.table()).phase):
            self.fault("the bot's own absence, or its clock, has cost somebody their turn")

    def fault(self, text: str) -> None:
        self.faults.append(f"{self.name}: {text}")

    async def seen(self, user: int | None = None) -> TableView:
        return await self.host.read(view_table, self.table_id, by=caller(user))

    async def table(self) -> Table:
        return await self.host.read(UnitOfWork.table, self.table_id)

    async def attempt(self, use_case: Callable[..., Any], *words: Any, **by: Any) -> bool:
        """Try a use case that may not be possible now; return whether it was."""
        try:
            await self.host.do(use_case, self.table_id, *words, **by)
        except Refused:
            return False
        await self.host.wait_for_autoplay()
        return True

    async def force(self, subject: ProposalKind, seat: int | None = None) -> bool:
        return await self.attempt(votes.force, Proposal(subject, seat))

    # To the end

    async def to_the_end(self) -> Table:
        """Deal with every alarm until the end; those who are there play, and vote as they wish."""
        house = self.clock.now
        for strikes in range(MAX_STRIKES):
            table = await self.table()
            if any(seat.user not in self.absent for seat in table.humans):
                await self._others_play()
                table = await self.table()
            if not table.is_open or not await self._goes_on(table, strikes):
                break
            alarms = await self.host.next_alarm(), await self._last_moment()
            self.clock.now = max(self.clock.now, min([house, *filter(None, alarms)]))
            if self.clock.now >= house:
                house = self.clock.now + HOUSE
                await self.host.do(sign_of_life)
                await self.host.run_housekeeping()
            await self._act_late()
            await self._strike()
        else:
            self.fault(f"it is not over after {MAX_STRIKES} strikes")
        await self.deliver()
        return await self.table()

    async def _goes_on(self, table: Table, strikes: int) -> bool:
        """Whether the table's time runs as it must."""
        alarm = await self.host.next_alarm()
        idle = self.clock.now - table.touched
        if alarm is not None and alarm <= self.clock.now and strikes:
            self.fault("the clock would strike without a pause")
        elif idle > max(table.terms.idle, DAY) + SLACK:
            self.fault(f"nothing has happened for {idle // DAY} days and it is not over")
        elif not await self._is_timed(table):
            self.fault("it waits for somebody whose time does not run, and nothing will ring")
        else:
            return True
        return False

    async def _is_timed(self, table: Table) -> bool:
        if table.phase is not Phase.PLAYING or not table.terms.budget or table.paused:
            return True
        waiting, times = (await self.seen()).waiting, await deadlines_of(self.host, self.table_id)
        awaited = [seat.number for seat in table.humans if seat.number in waiting]
        return all(
            number in times and (is_expired(times[number]) or times[number].next is not None)
            for number in awaited
        )

    async def _strike(self) -> None:
        await self.host.do(sign_of_life)
        await self.host.run_due()
        await self.host.wait_for_autoplay()
        await self.deliver()
        if self.returns:
            await self._come_back()
        if self.wish:
            await self._vote(self.wish)

    # Those who are there

    async def _others_play(self) -> None:
        for _ in range(MAX_ACTIONS):
            seen = await self.seen()
            here = [seat for seat in _people(seen) if seat.user not in self.absent]
            if not here or seen.table.phase is not Phase.PLAYING:
                return
            await self.act(here[0])
        self.fault(f"those who are there have played {MAX_ACTIONS} actions")

    async def act(self, seat: Seat) -> None:
        """Do what the autopilot would do."""
        assert seat.user is not None
        seen = await self.seen(seat.user)
        click = click_of(seen, code(autopilot_action(seen)))
        answer = await press(self.host, self.table_id, click)
        self.last_words[seat.user] = answer.number
        await self.host.wait_for_autoplay()

    async def _last_moment(self) -> int | None:
        """Return when the first of those who are late acts."""
        return min((end - LEFT for _, end in await self._late_ones()), default=None)

    async def _act_late(self) -> None:
        """Answer everything for those who have hardly any time left."""
        for number, end in await self._late_ones():
            while end - LEFT <= self.clock.now < end:
                awaited = [seat for seat in _people(await self.seen()) if seat.number == number]
                if not awaited:
                    break
                turn = await self.host.read(state_turn, self.table_id)
                self.late_turns.add((turn, number))
                self.is_felt = True
                await self.host.do(sign_of_life)
                await self.act(awaited[0])

    async def _late_ones(self) -> list[tuple[int, int]]:
        """Return those who have to act, by seat, with the moment when their time is up."""
        if not self.late:
            return []
        times = await deadlines_of(self.host, self.table_id)
        seats = [seat.number for seat in _people(await self.seen()) if seat.user in self.late]
        return [(n, end) for n in seats if n in times and (end := times[n].due) is not None]

    async def _come_back(self) -> None:
        """Let somebody take back their seat from the autopilot, play once and disappear again."""
        for seat in (await self.table()).seats:
            is_missed = seat.is_autopilot or seat.missed or seat.stands_in
            if seat.user in self.absent and is_missed and self.returns:
                self.returns -= 1
                self.is_felt |= await self.attempt(seating.take_back, by=caller(seat.user))
                if seat.number in [each.number for each in _people(await self.seen())]:
                    await self.act(seat)

    async def _vote(self, wish: ProposalKind) -> None:
        for motion in await self.host.read(votes.open_votes, self.table_id):
            for number in motion.missing if motion.matter.subject is wish else ():
                user = (await self.table()).seats[number].user
                if user not in self.absent:
                    proposal = Proposal(wish, motion.matter.seat)
                    await self.attempt(votes.agree, proposal, by=caller(user))

    # What is said

    async def deliver(self) -> None:
        while messages := await self.host.read(due):
            for outgoing in messages:
                await self._say(outgoing)

    async def _say(self, outgoing: OutgoingMessage) -> None:
        is_lost = outgoing.channel is not None and self.is_channel_gone
        self.is_felt |= is_lost or outgoing.user in self.deaf
        if outgoing.user in self.deaf:
            await self.host.do(people.mark_dms_blocked, outgoing)
        elif is_lost:
            await self.host.do(outbox.lose_channel, outgoing)
        else:
            self.heard[outgoing.about, outgoing.kind] += 1
            if outgoing.user is not None and self.is_channel_gone:
                self.last_words[outgoing.user] = (await self.table()).version
            post = Post(outgoing.channel or 1, outgoing.id, self.clock.now, {})
            await self.host.do(said, outgoing, post)

    async def times_up(self) -> int:
        return len(await notes_of(self.host, self.table_id, HostEventKind.TIME_UP))


def sign_of_life(uow: UnitOfWork) -> None:
    """Leave a sign of life as if the bot had done so every few seconds until now."""
    uow.store.set_presence(0, uow.store.now)


def _people(seen: TableView) -> list[Seat]:
    """Return the people who have to act."""
    return [seat for seat in seen.table.humans if seat.number in seen.waiting]


@asynccontextmanager
async def vigil_over(vigil: Vigil) -> AsyncIterator[None]:
    """Make one with a file of its own, which must obey all rules at the end."""
    await vigil.open()
    try:
        yield
    finally:
        await vigil.host.close()
    for fault in faults(vigil.file):
        vigil.fault(fault)
