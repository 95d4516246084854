"""A host that lives on a recorded disk; every click is promised once the host has confirmed it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path

from engine import GAMES
from host import backups, lobby, outbox, votes
from host.backups import EVERY, copies
from host.database import make_folder
from host.host import Host
from host.records import Post
from host.votes import Matter, Subject
from proof.disk.story import (
    FILE,
    Confirmed,
    Held,
    Kept,
    PutBack,
    digest,
    digest_of,
)
from proof.disk.trace import Trace
from proof.trial import Trial
from testing.challenges import CHALLENGING, post, try_it
from testing.database_rules import Place, places
from testing.hosting import ADA, BEN, FakeClock, open_lobby, open_playing, random_click
from testing.privacy import LARGE

BACKUPS = "backups"


class Life:
    """In a folder of its own, with a clock that stands still unless it is told to go on."""

    def __init__(self, trial: Trial, folder: Path) -> None:
        self.trial, self.folder, self.file = trial, folder, folder / FILE
        self.clock = FakeClock()
        self.trace: Trace
        folder.mkdir()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Host]:
        make_folder(self.file.parent)
        host = await Host.open(self.file, self.clock, self.folder / BACKUPS)
        try:
            await host.run(lambda books: None)  # marks what the file holds, in order with the rest
            yield host
            await host.settled()
        finally:
            await host.close()

    def hold(self, connection: sqlite3.Connection) -> None:
        self.trace.mark(Held(digest(connection)))

    async def clicks(self, host: Host, tables: list[int], share: float) -> None:
        goal = self.trial.goals["clicks"] or 0
        for _, table_id in zip(range(max(int(goal * share), 1)), cycle(tables), strict=False):
            if self.trial.goes_on("clicks"):
                await self._click(host, table_id)

    async def _click(self, host: Host, table_id: int) -> None:
        played = await random_click(host, table_id, self.trial.rng)
        if played:
            self.trace.mark(Confirmed(Place(table_id, played.number, played.seat, played.code)))
            self.trial.did("clicks")

    # What a host does

    async def tables(self, host: Host) -> list[int]:
        """One of every game, with an autopilot."""
        found = [
            await open_playing(host, game_id, 2, 1, channel, seed=channel)
            for channel, game_id in enumerate(sorted(GAMES), 1)
        ]
        return [table.id for table in found]

    async def with_somebody(self, host: Host) -> int:
        """A table at which somebody sits who will be forgotten."""
        table = await open_lobby(host, sorted(GAMES)[0], 2, 0, 50, seed=50)
        await host.at(table.id, lobby.join, LARGE)
        await host.at(table.id, lobby.start, ADA.id)
        return table.id

    async def challenge(self, host: Host) -> int:
        found = await post(host, CHALLENGING[0], hours=48)
        return await try_it(host, found, BEN)

    async def vote(self, host: Host, table_id: int) -> None:
        await host.at(table_id, votes.agree, BEN.id, Matter(Subject.PAUSE))
        for letter in await host.read(outbox.due):
            shown = Post(letter.channel or 1, 1_000 + letter.id, self.clock(), {})
            await host.run(outbox.said, letter, shown)

    async def keep_house(self, host: Host, tables: list[int], share: float) -> None:
        """With a backup, while people play on."""
        since = len(self.trace.marks)
        self.clock.advance(EVERY)
        await asyncio.gather(host.keep_house(), self.clicks(host, tables, share))
        newest = copies(self.folder / BACKUPS)[-1].file
        self._keep(newest, since)

    def _keep(self, copy: Path, since: int) -> None:
        marks = self.trace.marks
        last = next(i for i in reversed(range(since)) if isinstance(marks[i].promise, Held))
        held = {m.promise.digest for m in marks[last:] if isinstance(m.promise, Held)}
        self.trace.mark(Kept(copy.relative_to(self.folder).as_posix(), frozenset(held)))

    def put_back(self) -> None:
        """The oldest backup; what is there now is kept beside it."""
        since, backup = len(self.trace.marks), copies(self.folder / BACKUPS)[0].file
        self.trace.mark(PutBack(frozenset(places(backup))))
        kept = backups.restore(backup, self.file, self.clock())
        assert kept
        self._keep(kept, since)
        self.trace.mark(Held(digest_of(self.file)))
