"""Three processes share one bot and one PostgreSQL database, and everything breaks in turn.

*troubles*: people play through three real processes while one is killed, stopped or frozen, the
server crashes, connections are cut (at a commit, too) or held. Nothing confirmed is lost or
doubled, every message is said once and tells the truth, and every shard is served again.

The other three are tried in this process, again and again, because chance meets them too rarely: a
commit that is lost while another process plays on, a process that dies with messages in its hands,
and two processes whose clocks strike at the same time.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from host import outbox, people, positions
from host.database.locations import location_of
from host.database.postgres import PostgresConnection
from host.errors import SaveFailed
from host.host import Host
from host.outbox import HELD, MessageKind
from proof.cluster.bots import Bots
from proof.cluster.hall import PROCESSES, TROUBLES, ClusterHall, Troubles, play_through
from proof.proof import Mutant, Proof, put
from proof.trial import Trial
from sandbox.postgres import LACKING, Server, binaries, running
from testing.database_rules import faults, opened
from testing.hosting import ADA, PEOPLE, FakeClock, caller, next_click, open_playing, press
from testing.server_copy import as_file
from testing.wire import Cut, Wire

LOST, HANDS, STRIKES = "lost commits", "messages in dead hands", "strikes of two clocks"
GAME = "factory_frenzy"
NO_END = 10**15  # milliseconds


async def work(trial: Trial) -> None:
    with tempfile.TemporaryDirectory(prefix="cluster-") as folder:
        Path(folder).chmod(0o755)
        async with _server(Path(folder)) as (server, wires):
            for unit, part in ((LOST, _lose), (HANDS, _die), (STRIKES, _strike)):
                while trial.goes_on(unit):
                    await part(trial, server, wires)
                    trial.did(unit)
            if trial.goes_on(TROUBLES):
                await _troubles(trial, server, wires)


@asynccontextmanager
async def _server(folder: Path) -> AsyncIterator[tuple[Server, list[Wire]]]:
    """A server that keeps what it has confirmed, and a wire to it for each process."""
    async with AsyncExitStack() as stack:
        server = stack.enter_context(running(folder / "server", {"fsync": "off"}))
        wires = [Wire(folder / f"wire-{n}", server.folder) for n in range(PROCESSES)]
        for wire in wires:
            await stack.enter_async_context(wire)
        yield server, wires


def _by(wire: Wire, url: str) -> str:
    """The address of a database, through a wire."""
    return f"{url.partition('?')[0]}?host={wire.folder}"


async def _troubles(trial: Trial, server: Server, wires: list[Wire]) -> None:
    url = server.database()
    bots = Bots(trial.folder, [_by(wire, url) for wire in wires])
    hall = ClusterHall(trial, bots, url)
    await hall.prepare()
    async with bots:
        await play_through(trial, hall, Troubles(trial, hall, server, wires))


@asynccontextmanager
async def _hosts(
    server: Server, wires: list[Wire], clock: Any
) -> AsyncIterator[tuple[str, Host, Host]]:
    """Two hosts at one database."""
    url = server.database()
    first, second = (opened(location_of(_by(wire, url)), clock) for wire in wires[:2])
    async with first as one, second as other:
        yield url, one, other
    server.clean(url)


async def _lose(trial: Trial, server: Server, wires: list[Wire]) -> None:
    """One process loses a commit, another plays something else, and the first one plays on."""
    async with _hosts(server, wires, FakeClock()) as (url, one, other):
        table = await open_playing(one, GAME, seed=trial.counts[LOST])
        rng = Random(trial.counts[LOST])
        for cut in (Cut.LOST, Cut.UNHEARD, Cut.LOST):
            click = await next_click(one, table.id, rng)
            if click is None:
                break
            wires[0].cut_at_commit = cut
            with suppress(SaveFailed):
                await press(one, table.id, click)
            for host in (other, one):
                if (click := await next_click(host, table.id, rng)) is not None:
                    await press(host, table.id, click)
        copy = await asyncio.to_thread(as_file, url, trial.folder / "lost.sqlite")
        for fault in await asyncio.to_thread(faults, copy):
            trial.fault(f"after a commit was lost: {fault}")


async def _die(trial: Trial, server: Server, wires: list[Wire]) -> None:
    """A process begins to send what is due and is gone; another one sends it all, a while later."""
    clock = FakeClock()
    async with _hosts(server, wires, clock) as (_, one, other):
        await open_playing(one, GAME)
        due = [outgoing.id for outgoing in await one.read(outbox.due)]
        held = await one.do(outbox.hold, due, "1")
        trial.check(len(held) == len(due) > 0, "a process could not begin to send")
        taken = await other.do(outbox.hold, due, "2")
        trial.check(not taken, "two processes send the same message")
        clock.advance(HELD)
        taken = await other.do(outbox.hold, due, "2")
        trial.check(len(taken) == len(due), "a message stays with a process that has died")
        trial.check(all(each.holder for each in taken), "nobody looks whether it was sent before")


async def _strike(trial: Trial, server: Server, wires: list[Wire]) -> None:
    """Both find that everybody's daily list is due."""
    clock = FakeClock()
    async with _hosts(server, wires, clock) as (_, one, other):
        await open_playing(one, GAME)
        for user in PEOPLE[:2]:
            await one.do(people.choose, {"digest": 9}, by=caller(user))
        clock.advance(86_400_000)
        await asyncio.gather(*(host.do(people.send_digests) for host in (one, other) * 2))
        due = await one.read(lambda uow: uow.store.messages())
        told = [each.user or 0 for each in due if each.kind == MessageKind.DIGEST]
        trial.check(sorted(told) == [ADA.id, PEOPLE[1].id], f"the daily list went out to {told}")


def _by_version(kept: Any, table: Any) -> bool:
    return kept is not None and kept.version == table.version


def _unlocked(connection: PostgresConnection, *given: Any, **named: Any) -> None:
    _begin(connection, *given, **named)
    connection.free_row_lock = ""


_begin = PostgresConnection.__init__


PROOF = Proof(
    name="cluster",
    promise="several processes on one database lose nothing, double nothing and say all once",
    work=work,
    goals={LOST: 300, HANDS: 100, STRIKES: 100, TROUBLES: 240},
    small={LOST: 2, HANDS: 1, STRIKES: 1, TROUBLES: 2},
    mutants={
        "states in memory known by their version": Mutant(
            put((positions, "_is_of", _by_version)), "after a commit was lost: "
        ),
        "messages held for ever": Mutant(
            put((outbox, "HELD", NO_END)), "stays with a process that has died"
        ),
        "a clock without a lock": Mutant(
            put((PostgresConnection, "__init__", _unlocked)), "the daily list went out to"
        ),
    },
    mutant_goals={LOST: 6, HANDS: 1, STRIKES: 6, TROUBLES: 0},
    lacks=lambda: "" if binaries() else LACKING,
)
