"""The episodes of a host's life, recorded: what a crash may cut short."""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from itertools import count
from typing import Any

from engine.kernel.refusal import Refused
from host import challenges, database, deals, lobby
from host.database import NEWEST
from host.errors import CannotOpen
from proof.disk.images import Disk, lay_out, missed
from proof.disk.life import Life
from proof.disk.recorder import Recorder, recorder
from proof.disk.story import (
    FILE,
    Confirmed,
    Held,
    Kept,
    Story,
    digest_of,
    running,
)
from proof.disk.vfs import Missing
from proof.proof import planted
from proof.trial import Trial
from testing.database_rules import places
from testing.playing import key_of
from testing.privacy import LARGE
from testing.stored import DUMPS, restore

PAGES = 60  # after so many the log is folded into the file, which otherwise comes too seldom
FROM_NOTHING = ("kept", "played")  # the episodes that begin with no file and are long enough
Episode = Callable[[Life], Awaitable[None]]


async def played(life: Life) -> None:
    """A new file, tables, clicks, an end and another beginning."""
    async with life.opened() as host:
        tables = await life.tables(host)
        await life.clicks(host, tables, 0.4)
    async with life.opened() as host:
        await life.clicks(host, tables, 0.05)


async def kept(life: Life) -> None:
    """Votes, letters, a challenge, backups while people play, somebody who is forgotten."""
    async with life.opened() as host:
        table = await life.with_somebody(host)
        await life.clicks(host, [table], 0.05)
        await life.keep_house(host, [table], 0.05)
        await life.vote(host, table)
        await host.forget(LARGE.id)
        await life.clicks(host, [table, await life.challenge(host)], 0.15)
        await life.keep_house(host, [table], 0.05)
        await life.clicks(host, [table], 0.05)


async def migrated(life: Life) -> None:
    """A file that was there before, at which people play on."""
    async with life.opened() as host:
        await life.clicks(host, await host.read(running), 0.05)


async def restored(life: Life) -> None:
    """The host has crashed, so its log is still there when a backup is put back."""
    life.put_back()
    await migrated(life)


async def recorded(trial: Trial, recorder: Recorder) -> AsyncIterator[Story]:
    """All episodes, one after the other."""
    with _repeatable():
        first = await _story(Life(trial, trial.folder / "kept"), recorder, kept)
        yield first
        yield await _after_a_crash(trial, recorder, first, 1.0, "restored", restored)
        second = await _story(Life(trial, trial.folder / "played"), recorder, played)
        yield second
        yield await _after_a_crash(trial, recorder, second, 0.5, "recovered", migrated)
        for number in sorted(DUMPS):
            if number < NEWEST:
                yield await _migration(trial, recorder, number)


async def _migration(trial: Trial, recorder: Recorder, number: int) -> Story:
    life = Life(trial, trial.folder / f"schema {number}")
    life.file.parent.mkdir()
    restore(DUMPS[number], life.file)
    before = Kept(f"{FILE}.schema-{number}", frozenset({digest_of(life.file)}))
    return await _story(life, recorder, migrated, before, *map(Confirmed, places(life.file)))


async def _after_a_crash(
    trial: Trial, recorder: Recorder, story: Story, when: float, name: str, episode: Episode
) -> Story:
    """What comes after a crash is recorded too: it may be cut short as well."""
    life, disk = Life(trial, trial.folder / name), Disk(story.trace)
    stored = [mark.position for mark in story.trace.marks if isinstance(mark.promise, Held)]
    disk.go_to(stored[int((len(stored) - 1) * when)])
    lay_out(disk.after_a_crash(), life.folder)
    before = [mark.promise for mark in story.trace.marks if mark.position <= disk.position]
    return await _story(life, recorder, episode, *before)


async def _story(life: Life, recorder: Recorder, episode: Episode, *before: Any) -> Story:
    refusal = ""
    with recorder.recording(life.folder) as life.trace, _holding(life):
        for promise in before:
            life.trace.mark(promise)
        try:
            await episode(life)
        except (CannotOpen, Refused) as refused:
            refusal = str(refused)
    return Story(life.folder.name, life.trace, len(before), refusal)


@contextmanager
def _holding(life: Life) -> Iterator[None]:
    """Each transaction says what it has stored."""
    transaction, prepare = database._transaction, database._prepare

    def told(connection: sqlite3.Connection, begin: str, work: Any, end: str) -> Any:
        done = transaction(connection, begin, work, end)
        if end == "COMMIT":
            life.hold(connection)
        return done

    def prepared(connection: sqlite3.Connection) -> None:
        prepare(connection)
        connection.execute(f"PRAGMA wal_autocheckpoint = {PAGES}")

    with planted(database, "_transaction", told), planted(database, "_prepare", prepared):
        yield


@contextmanager
def _repeatable() -> Iterator[None]:
    """The trial draws what is left to chance; but how a backup's thread and the clicks beside it
    take turns, only the machine decides."""
    numbers = count(1_000)
    with ExitStack() as stack:
        for place in (lobby, challenges, deals):
            stack.enter_context(planted(place, "new_key", lambda: key_of(next(numbers))))
        yield


@asynccontextmanager
async def recording_of(trial: Trial) -> AsyncIterator[list[Story]]:
    """All stories, while listening goes on; where that is not possible, the fault says so."""
    with ExitStack() as stack:
        stories: list[Story] = []
        try:
            async for story in recorded(trial, stack.enter_context(recorder())):
                stories.append(story)
                _check(trial, story)
                if story.refusal:  # what would follow rests on it
                    break
        except Missing as reason:
            trial.fault(f"{reason}")
        yield stories


def _check(trial: Trial, story: Story) -> None:
    """A life of which something was not seen would prove nothing."""
    if story.refusal:
        trial.fault(f"{story.name}: while it is recorded the host refuses: {story.refusal}")
    for name in missed(story.trace):
        trial.fault(f"{story.name}: something that was done to {name} was not seen")
    if not story.own_clicks:
        trial.fault(f"{story.name}: nothing was ever confirmed")
    elif story.name in FROM_NOTHING and not story.checkpoints:
        trial.fault(f"{story.name}: its log was never folded into its file while people played")
