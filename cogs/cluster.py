"""Shares out the bot's shards among several processes. Nobody leads: each looks now and then.

A shard is served by the process that has its lease in the database. If a process dies, its leases
are free, and the others take them at their next look.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

from host import outbox
from host.database.leases import COUNT, IDENTIFY, PROCESS, RESTING, SHARD, Held
from host.errors import CannotOpen, SaveFailed
from host.host import Host
from host.log_facts import facts
from host.records import Shards

WAIT = 0.5  # between two tries to get a lease that another process has
REST, LONGEST_REST = 60.0, 600.0  # seconds before a process that was cut off takes shards again
AGAIN = 2.0  # between two tries to join the others
GONE = 10.0  # seconds after which nothing more is expected of a process
MAX_PROCESSES = 1_000
OTHER_COUNT = (
    "The bot already runs with {there} shards, and this process would use {here}: set the same "
    "SHARDS for all processes, or stop them all first."
)
log = logging.getLogger(__name__)


class Change(NamedTuple):
    """What a look has changed: shards that this process serves from now on, or no more."""

    taken: Sequence[int] = ()
    left: Sequence[int] = ()


class Cluster:
    """The leases of this process: which number it has, and which shards it serves."""

    def __init__(self, host: Host) -> None:
        assert host.leases
        self._host, self._leases = host, host.leases
        self.number = 0  # of this process, from 1 on
        self.count = 1  # of all shards
        self.own: set[int] = set()
        self._free: tuple[int, ...] = ()
        self._known: set[int] = set()  # the processes that were there at the last look
        self._gone: dict[int, float] = {}  # those that are not any more, and since when
        self.is_resting = False  # it can't reach Discord, so it leaves all shards to the others
        self._rests_until = 0.0
        self._rest = REST
        self._identifying: dict[int, asyncio.Lock] = {}
        self._freeing: set[asyncio.Task[None]] = set()

    def shards(self) -> Shards:
        """For the sender: it sends what belongs to these."""
        return Shards(self.count, tuple(sorted(self.own)), self._free)

    def lose(self) -> None:
        self.own, self._free, self.is_resting = set(), (), False

    async def join(self) -> None:
        """Become one of the processes; what was leased before is lost."""
        self.lose()
        await self._leases.connect()
        for number in range(1, MAX_PROCESSES):
            if await self._leases.take(PROCESS, number):
                self.number = number
                await self._take_over(number)  # from one that has died
                return
        raise SaveFailed("too many processes")

    async def begin(self, count: int | None = None) -> None:
        """Join the others, and agree about the shards; wait for the database if need be."""
        while True:
            try:
                if self.is_lost:
                    await self.join()
                if count is not None:
                    await self.agree_on(count)
                return
            except SaveFailed as error:
                log.warning("can't agree with other processes", extra=facts(why=error.why))
            await asyncio.sleep(AGAIN)

    async def _take_over(self, number: int) -> None:
        """What a process that is gone was sending is free for others."""
        await self._host.do(outbox.release, str(number))

    async def _mind_the_gone(self, held: Sequence[Held]) -> None:
        """A process that has not been there for a while comes back with nothing in its hands."""
        here, now = {each.number for each in held if each.kind == PROCESS}, time.monotonic()
        self._gone = {n: self._gone.get(n, now) for n in {*self._gone, *self._known} - here}
        self._known = here
        for number, since in [*self._gone.items()]:
            if now - since > GONE:
                await self._take_over(number)
                del self._gone[number]

    async def agree_on(self, count: int) -> None:
        """All processes divide the servers into the same number of shards."""
        await self._leases.join(COUNT, count)
        others = [held for held in await self._leases.held() if held.kind == COUNT]
        for held in others:
            if held.number != count:
                raise CannotOpen(OTHER_COUNT.format(there=held.number, here=count))
        self.count = count

    @property
    def is_rested(self) -> bool:
        """Whether it should try again to reach Discord."""
        return self.is_resting and time.monotonic() >= self._rests_until

    def recovered(self) -> None:
        self._rest = REST

    @property
    def is_lost(self) -> bool:
        """Whether it has no leases any more, so that others may have its shards."""
        return self._leases.holder is None

    async def look(self, is_cut_off: bool = False) -> Change:
        """Take free shards, or leave some to others. SaveFailed: all are lost.

        `is_cut_off`: Discord can't be reached from here.
        """
        if self.is_lost:
            await self.join()
            await self.agree_on(self.count)
        held = await self._leases.held()
        await self._mind_the_gone(held)
        others = {*_loads(held)} - {self._leases.holder}
        if is_cut_off and others:
            await self._rest_a_while()
            return await self._leave(sorted(self.own))
        if self.is_rested or (self.is_resting and not others):
            await self._leases.give_back(RESTING, self.number)
            self.is_resting, held = False, await self._leases.held()
        loads = _loads(held)
        if self._is_too_many(loads):
            return await self._leave([max(self.own)])
        return await self._take(held, loads)

    async def _rest_a_while(self) -> None:
        """Let the others serve the shards, each time for longer."""
        if not self.is_resting:
            self.is_resting = await self._leases.take(RESTING, self.number)
        self._rests_until = time.monotonic() + self._rest
        self._rest = min(2 * self._rest, LONGEST_REST)

    def _is_too_many(self, loads: Counter[int]) -> bool:
        """Whether this process is the one that leaves a shard to another with fewer."""
        mine, most = len(self.own), max(loads.values(), default=0)
        if mine - min(loads.values(), default=mine) < 2:
            return False
        return min(who for who, load in loads.items() if load == most) == self._leases.holder

    async def _leave(self, shards: Sequence[int]) -> Change:
        self.own -= {*shards}
        return Change(left=shards)

    async def give_back(self, shard: int) -> None:
        """To be called when the shard's connection is closed."""
        await self._leases.give_back(SHARD, shard)

    async def _take(self, held: Sequence[Held], loads: Counter[int]) -> Change:
        served = {each.number for each in held if each.kind == SHARD}
        self._free = tuple(shard for shard in range(self.count) if shard not in served)
        share = 0 if self.is_resting else -(-self.count // len(loads))
        taken: list[int] = []
        for shard in self._free:
            if len(self.own) < share and await self._leases.take(SHARD, shard):
                self.own.add(shard)
                taken.append(shard)
        self._free = tuple(shard for shard in self._free if shard not in taken)
        self._host.news.set()  # there may be messages of shards that are ours now, or nobody's
        return Change(taken=taken)

    @contextlib.asynccontextmanager
    async def alone(self, kind: int) -> AsyncIterator[None]:
        """Do something while no other process does it."""
        while not await self._leases.take(kind, 0):
            await asyncio.sleep(WAIT)
        try:
            yield
        finally:
            with contextlib.suppress(SaveFailed):
                await self._leases.give_back(kind, 0)

    async def may_identify(self, group: int, pause: float) -> None:
        """Wait until no process has introduced a shard of this group for so many seconds."""
        lock = self._identifying.setdefault(group, asyncio.Lock())
        await lock.acquire()
        try:
            while not await self._leases.take(IDENTIFY, group):
                await asyncio.sleep(WAIT)
        except BaseException:
            lock.release()
            raise
        freeing = asyncio.create_task(self._let_next_identify(group, lock, pause))
        self._freeing.add(freeing)
        freeing.add_done_callback(self._freeing.discard)

    async def _let_next_identify(self, group: int, lock: asyncio.Lock, pause: float) -> None:
        await asyncio.sleep(pause)
        with contextlib.suppress(SaveFailed):  # then it is free anyway
            await self._leases.give_back(IDENTIFY, group)
        lock.release()

    async def close(self) -> None:
        for task in self._freeing:
            task.cancel()
        await asyncio.gather(*self._freeing, return_exceptions=True)


def _loads(held: Sequence[Held]) -> Counter[int]:
    """How many shards each process serves that can reach Discord."""
    resting = {each.holder for each in held if each.kind == RESTING}
    loads = Counter({each.holder: 0 for each in held if each.kind == PROCESS})
    loads.update(each.holder for each in held if each.kind == SHARD)
    return Counter({who: load for who, load in loads.items() if who not in resting})
