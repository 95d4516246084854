"""People play at many tables while the processes, the server and the network fail in turn."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from host.database.locations import Location, location_of
from proof.cluster.bots import Bots
from proof.kill.checks import judge_the_end
from proof.kill.clicks import Clicked, Fate
from proof.kill.hall import Hall, Place
from proof.kill.people import everybody_plays
from proof.trial import Trial
from sandbox.channels import add_channel
from sandbox.driver import PATIENCE
from sandbox.guilds import add_guild
from sandbox.interactions import FIRST_ANSWER
from sandbox.postgres import Server
from testing.server_copy import as_file
from testing.wire import Cut, Wire

PROCESSES = 3
PLAYED = 5  # actions that must be confirmed between two troubles
HELD = 4.0  # seconds for which a network may be held
TROUBLES = "troubles"


class ClusterHall(Hall):
    """As in *kill*, but spread over servers of several shards and several processes."""

    def __init__(self, trial: Trial, bots: Bots, url: str) -> None:
        super().__init__(trial, is_large=False, sandbox=bots)
        self.bots, self.url = bots, url
        bots.server.desk.first_answer = FIRST_ANSWER

    def add_channel_for(self, place: Place) -> None:
        """The places are spread over servers of all shards."""
        world = self.sandbox.server.world
        home = int(world.guild["id"])
        while (number := len([*world.guilds])) < PROCESSES:
            add_guild(world, f"Street {number}", str(home + (number << 22)))
        add_channel(world, place.channel, guild=[*world.guilds][place.number % PROCESSES])

    @property
    def where(self) -> Location:
        return location_of(self.url)

    def stored_file(self) -> Path:
        return as_file(self.url, self.trial.folder / "copy.sqlite")

    def _failed(self, clicked: Clicked) -> None:
        """While something is broken nobody need be answered; but then nothing is confirmed."""
        if clicked.life != self.life or not self.alive.is_set():
            clicked.fate = Fate.CUT
            self._settle(clicked)
        else:
            super()._failed(clicked)


class Troubles:
    """What is done to a cluster; `life` counts them."""

    def __init__(self, trial: Trial, hall: ClusterHall, server: Server, wires: list[Wire]) -> None:
        self.trial, self.hall, self.server, self.wires = trial, hall, server, wires
        self.bots, self.rng = hall.bots, trial.rng
        self.kinds: list[Callable[[], Awaitable[None]]] = [
            self.kill,
            self.stop,
            self.crash_the_server,
            self.cut,
            partial(self.cut_at_commit, Cut.LOST),
            partial(self.cut_at_commit, Cut.UNHEARD),
            self.hold,
            self.freeze,
        ]

    def some_process(self) -> int:
        """One that has not ended by itself."""
        there = [n for n, process in self.bots.running.items() if process.returncode is None]
        return self.rng.choice(sorted(there))

    async def kill(self) -> None:
        await self.bots.leave(self.some_process(), signal.SIGKILL)

    async def stop(self) -> None:
        """In good order, as for an upgrade."""
        code = await self.bots.leave(self.some_process(), signal.SIGTERM)
        is_well = code in (0, -signal.SIGTERM)  # it may not have begun yet
        self.trial.check(is_well, f"asked to stop, a process ended with {code}")

    async def crash_the_server(self) -> None:
        await asyncio.to_thread(self.server.stop)
        await asyncio.to_thread(self.server.start)

    async def cut(self) -> None:
        self.rng.choice(self.wires).cut()

    async def cut_at_commit(self, cut: Cut) -> None:
        wire = self.rng.choice(self.wires)
        before, wire.cut_at_commit = wire.cuts, cut
        async with asyncio.timeout(2 * PATIENCE):
            while wire.cuts == before:
                await self.bots.heal()  # a process that has ended by itself commits nothing
                await asyncio.sleep(0.01)

    async def hold(self) -> None:
        wire = self.rng.choice(self.wires)
        wire.hold()
        await asyncio.sleep(self.rng.uniform(0.1, HELD))
        wire.let_go()

    async def freeze(self) -> None:
        """A process that the machine does not let work for a while, and then goes on."""
        process = self.bots.running[self.some_process()]
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self.rng.uniform(0.1, HELD))
        process.send_signal(signal.SIGCONT)


async def play_through(trial: Trial, hall: ClusterHall, troubles: Troubles) -> None:
    """One trouble after the other, in turn, while everybody plays."""
    hall.life = 1
    async with everybody_plays(hall):
        while trial.goes_on(TROUBLES):
            await _play(hall)
            hall.alive.clear()
            await troubles.kinds[trial.counts[TROUBLES] % len(troubles.kinds)]()
            await hall.bots.heal()
            hall.life += 1
            trial.did(TROUBLES)
        await _play(hall)
        hall.alive.clear()
        await _judge(trial, hall)


async def _play(hall: ClusterHall) -> None:
    hall.confirmed = 0
    hall.alive.set()
    async with asyncio.timeout(2 * PATIENCE):
        while hall.confirmed < PLAYED:
            await asyncio.sleep(0.01)


async def _judge(trial: Trial, hall: ClusterHall) -> None:
    """When everything is said: nothing lost or doubled, and every message tells the truth."""
    async with asyncio.timeout(2 * PATIENCE):
        while hall.unsaid():
            await asyncio.sleep(0.1)
    await hall.bots.stop_bot()
    trial.check(not hall.bots.ended, f"processes ended by themselves: {hall.bots.ended}")
    await judge_the_end(hall)
    confirmed = sum(each.is_confirmed and each.plays for each in hall.clicks.values())
    least = PLAYED * trial.counts[TROUBLES]
    trial.check(confirmed >= least, f"only {confirmed} actions were confirmed")
