"""Divides the bot's shards among several processes. There is no leader: each checks now and then.

A shard is served by the process that has its lease in the database. If a process dies, its leases
become free, and the others take them at their next check.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

from host import heartbeat, outbox
from host.database.leases import COUNT, IDENTIFY, PROCESS, RESTING, SHARD, Held
from host.errors import CannotOpen, SaveFailed
from host.host import Host
from host.log_facts import facts
from host.records import Shards

WAIT = 0.5  # seconds between two tries to get a lease that another process has
REST, LONGEST_REST = 60.0, 600.0  # seconds without shards after being cut off
AGAIN = 2.0  # seconds between two tries to join the others
GONE = 10.0  # seconds after which a process that is gone can't send anything any more
MAX_PROCESSES = 1_000
OTHER_COUNT = (
    "The bot already runs with {there} shards, and this process would use {here}: set the same "
    "SHARDS for all processes, or stop them all first."
)
log = logging.getLogger(__name__)


class Change(NamedTuple):
    """What a check has changed: shards that this process serves from now on, and no longer."""

    taken: Sequence[int] = ()
    left: Sequence[int] = ()


class Cluster:
    """The leases of this process: its number, and the shards that it serves."""

    def __init__(self, host: Host) -> None:
        assert host.leases
        self._host, self._leases = host, host.leases
        self.number = 0  # of this process, from 1
        self.count = 1  # of all shards
        self.own: set[int] = set()
        self._free: tuple[int, ...] = ()
        self._known: set[int] = set()  # the processes that were there at the last check
        self._gone: dict[int, float] = {}  # processes that are no longer there, and since when
        self.is_resting = False  # it can't reach Discord, so it leaves all shards to others
        self._rests_until = 0.0
        self._rest = REST
        self._identifying: dict[int, asyncio.Lock] = {}
        self._freeing: set[asyncio.Task[None]] = set()

    def shards(self) -> Shards:
        """Return what the sender needs: it sends the messages of these shards."""
        return Shards(self.count, tuple(sorted(self.own)), self._free)

    def lose(self) -> None:
        self.own, self._free, self.is_resting = set(), (), False

    async def join(self) -> None:
        """Get a number and become one of the processes; all earlier leases are lost."""
        self.lose()
        await self._leases.connect()
        for number in range(1, MAX_PROCESSES):
            if await self._leases.take(PROCESS, number):
                self._known = await self._seen_before() - {number}
                self.number = number
                await self._take_over(number)  # from a process that died
                return
        raise SaveFailed("too many processes")

    async def begin(self, count: int | None = None) -> None:
        """Join the others and agree on the number of shards; wait for the database if necessary."""
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

    async def _seen_before(self) -> set[int]:
        """Return the processes that have left a heartbeat; some of them may have died since."""
        signs = await self._host.read(heartbeat.signs)
        return {int(last.process) for last in signs.heartbeats if last.process.isdecimal()}

    async def _take_over(self, number: int) -> None:
        """Let others send what a process that is gone had claimed, and expect no sign of it."""
        await self._host.do(outbox.release, str(number))
        await self._host.do(heartbeat.stop, str(number))

    async def _release_the_gone(self, held: Sequence[Held]) -> None:
        """Release the messages of processes that have been gone for a while."""
        here, now = {each.number for each in held if each.kind == PROCESS}, time.monotonic()
        self._gone = {n: self._gone.get(n, now) for n in {*self._gone, *self._known} - here}
        self._known = here
        for number, since in [*self._gone.items()]:
            if now - since > GONE:
                await self._take_over(number)
                del self._gone[number]

    async def agree_on(self, count: int) -> None:
        """Refuse to run with another number of shards than the other processes."""
        await self._leases.join(COUNT, count)
        others = [held for held in await self._leases.held() if held.kind == COUNT]
        for held in others:
            if held.number != count:
                raise CannotOpen(OTHER_COUNT.format(there=held.number, here=count))
        self.count = count

    @property
    def is_rested(self) -> bool:
        """Whether it is time to try again to reach Discord."""
        return self.is_resting and time.monotonic() >= self._rests_until

    def recovered(self) -> None:
        self._rest = REST

    @property
    def is_lost(self) -> bool:
        """Whether it has lost its leases, so that others may have its shards."""
        return self._leases.holder is None

    async def look(self, is_cut_off: bool = False) -> Change:
        """Take free shards, or leave some to others; `SaveFailed` means that all are lost.

        `is_cut_off`: Discord can't be reached from here.
        """
        if self.is_lost:
            await self.join()
            await self.agree_on(self.count)
        held = await self._leases.held()
        await self._release_the_gone(held)
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
        """Leave the shards to others, for longer each time."""
        if not self.is_resting:
            self.is_resting = await self._leases.take(RESTING, self.number)
        self._rests_until = time.monotonic() + self._rest
        self._rest = min(2 * self._rest, LONGEST_REST)

    def _is_too_many(self, loads: Counter[int]) -> bool:
        """Whether this process should leave a shard to another one that has fewer."""
        mine, most = len(self.own), max(loads.values(), default=0)
        if mine - min(loads.values(), default=mine) < 2:
            return False
        return min(who for who, load in loads.items() if load == most) == self._leases.holder

    async def _leave(self, shards: Sequence[int]) -> Change:
        self.own -= {*shards}
        return Change(left=shards)

    async def give_back(self, shard: int) -> None:
        """Give back the lease of a shard whose connection has been closed."""
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
        self._host.news.set()  # there may be messages of shards that are now ours, or nobody's
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

    async def wait_to_identify(self, group: int, pause: float) -> None:
        """Wait until a shard of this group may identify; for `pause` seconds no other one may."""
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
        with contextlib.suppress(SaveFailed):  # the lease is free anyway then
            await self._leases.give_back(IDENTIFY, group)
        lock.release()

    async def close(self) -> None:
        for task in self._freeing:
            task.cancel()
        await asyncio.gather(*self._freeing, return_exceptions=True)


def _loads(held: Sequence[Held]) -> Counter[int]:
    """Count the shards of each process, leaving out those that can't reach Discord."""
    resting = {each.holder for each in held if each.kind == RESTING}
    loads = Counter({each.holder: 0 for each in held if each.kind == PROCESS})
    loads.update(each.holder for each in held if each.kind == SHARD)
    return Counter({who: load for who, load in loads.items() if who not in resting})
