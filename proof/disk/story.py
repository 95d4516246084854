"""The recorded episodes of a host's life: what was done to the files, and what was promised."""

import asyncio
import hashlib
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import count, cycle
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from engine import GAMES
from engine.kernel.refusal import Refused
from host import backups, challenges, deals, lobby, outbox, votes
from host.backups import EVERY
from host.copies import copies
from host.database import sqlite
from host.database.schema import NEWEST
from host.database.sqlite import SqliteConnection, make_folder
from host.errors import CannotOpen
from host.host import Host
from host.records import Phase, Post
from host.unit_of_work import UnitOfWork
from host.votes import Proposal, ProposalKind
from proof.trial import Trial
from testing.challenges import CHALLENGING, post, try_it
from testing.database_rules import Place, opened, places
from testing.disk.images import Disk, FolderSynced, Made, Synced, Trace, Wrote, lay_out, missed
from testing.disk.recorder import Missing, Recorder, recorder
from testing.hosting import ADA, BEN, FakeClock, caller, open_lobby, open_playing, random_click
from testing.planting import planted
from testing.playing import key_of
from testing.privacy import LARGE
from testing.stored import DUMPS, restore

T = TypeVar("T")
FILE = "data/tables.db"
QUIET = ("played", "recovered")


class Held(NamedTuple):
    """The database holds exactly this from now on, until something else is stored."""

    digest: str


class Confirmed(NamedTuple):
    """Somebody was told that this was played."""

    place: Place


class Kept(NamedTuple):
    """A copy was made which holds one of these."""

    name: str
    digests: frozenset[str]


class PutBack(NamedTuple):
    """A backup takes the place of everything; what was played after it goes on purpose."""

    places: frozenset[Place]


@dataclass
class Story:
    name: str
    trace: Trace
    inherited: int = 0  # marks of the episode before, which a crash has ended
    refusal: str = ""  # with which the host has ended it

    @property
    def is_quiet(self) -> bool:
        """People only sat down and played, and no message was delivered."""
        return self.name in QUIET

    def before(self, position: int, kind: type[T]) -> Iterator[T]:
        """What was promised until so many steps were done."""
        for mark in self.trace.marks:
            if mark.position <= position and isinstance(mark.promise, kind):
                yield mark.promise

    def promises(self, position: int) -> int:
        """How much was promised until then: what a verdict depends on besides the files."""
        return sum(mark.position <= position for mark in self.trace.marks)

    def allowed(self, position: int) -> set[str]:
        """What the database may hold: all that was stored, and perhaps what was about to be."""
        held = [promise.digest for promise in self.before(len(self.trace.steps), Held)]
        done = sum(1 for _ in self.before(position, Held))
        return {*held[max(done - 1, 0) : done + 1]}

    def confirmed(self, position: int) -> set[Place]:
        found: set[Place] = set()
        for promise in self.before(position, object):
            if isinstance(promise, Confirmed):
                found.add(promise.place)
            elif isinstance(promise, PutBack):
                found = set(promise.places)
        return found

    @cached_property
    def copies(self) -> dict[str, frozenset[str]]:
        """Every copy that was ever made, and what it may hold."""
        return {kept.name: kept.digests for kept in self.before(len(self.trace.steps), Kept)}

    @property
    def own_clicks(self) -> list[int]:
        """Where something was confirmed in this very episode."""
        own = self.trace.marks[self.inherited :]
        return [mark.position for mark in own if isinstance(mark.promise, Confirmed)]

    @property
    def checkpoints(self) -> list[int]:
        """Where the log was folded into the file while people played."""
        clicks, file = self.own_clicks, None
        found = []
        for position, step in enumerate(self.trace.steps):
            if isinstance(step, Made) and step.name in (FILE, f"{FILE}.new"):
                file = step.file
            if isinstance(step, Wrote) and step.file == file and clicks[0] < position < clicks[-1]:
                found.append(position)
        return found

    @cached_property
    def turns(self) -> list[int]:
        """Where more happens than that something is written and synced."""
        steps = enumerate(self.trace.steps)
        return [position for position, step in steps if not isinstance(step, Wrote | Synced)]

    @cached_property
    def safe_moments(self) -> list[int]:
        """Where something has just become safe or was just promised."""
        steps = enumerate(self.trace.steps, 1)
        safe = {number for number, step in steps if isinstance(step, Synced | FolderSynced)}
        return sorted(safe | {mark.position for mark in self.trace.marks})

    def told(self, position: int) -> str:
        """Where that is, for people."""
        steps = self.trace.steps
        last = type(steps[position - 1]).__name__.lower() if position else "nothing"
        return f"{self.name}, step {position:,} of {len(steps):,} ({last})"


def digest(connection: sqlite3.Connection) -> str:
    """Everything that one can read in a database."""
    found = hashlib.sha256(repr(connection.execute("PRAGMA user_version").fetchone()).encode())
    parts = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
    for kind, name, sql in parts:
        rows: list[Any] = []
        if kind == "table":
            rows = connection.execute(f'SELECT * FROM "{name}"').fetchall()
        found.update(repr((kind, name, sql, rows)).encode())
    return found.hexdigest()


def connection_of(uow: UnitOfWork) -> sqlite3.Connection:
    """The one that a use case runs on."""
    found: Any = uow.store._execute
    return cast(sqlite3.Connection, found.__self__)


def running(uow: UnitOfWork) -> list[int]:
    """The tables at which somebody can play."""
    found = uow.store._execute("SELECT id FROM tables WHERE phase = ?", (Phase.PLAYING,))
    return [row[0] for row in found]


def digest_of(file: Path) -> str:
    """The same of a file that nobody else has open; what is damaged is no content."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        try:
            is_whole = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            return digest(connection) if is_whole else "damaged"
        except sqlite3.DatabaseError as error:
            return str(error)


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
        async with opened(self.file, self.clock, self.folder / BACKUPS) as host:
            await host.do(lambda uow: None)  # marks what the file holds, in order with the rest
            yield host
            await host.wait_for_autoplay()

    def hold(self, connection: sqlite3.Connection) -> None:
        self.trace.mark(Held(digest(connection)))

    async def clicks(self, host: Host, tables: list[int], share: float) -> None:
        """So much of all clicks, but at least one."""
        goal = self.trial.goals["clicks"] or 0
        for n, table_id in zip(range(max(int(goal * share), 1)), cycle(tables), strict=False):
            if n == 0 or self.trial.goes_on("clicks"):
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
        await host.do(lobby.join, table.id, by=caller(LARGE))
        await host.do(lobby.start, table.id, by=caller(ADA.id))
        return table.id

    async def challenge(self, host: Host) -> int:
        found = await post(host, CHALLENGING[0], hours=48)
        return await try_it(host, found, BEN)

    async def vote(self, host: Host, table_id: int) -> None:
        await host.do(votes.agree, table_id, Proposal(ProposalKind.PAUSE), by=caller(BEN.id))
        for outgoing in await host.read(outbox.due):
            shown = Post(outgoing.channel or 1, 1_000 + outgoing.id, self.clock(), {})
            await host.do(outbox.said, outgoing, shown)

    async def run_housekeeping(self, host: Host, tables: list[int], share: float) -> None:
        """With a backup, while people play on."""
        since = len(self.trace.marks)
        self.clock.advance(EVERY)
        await asyncio.gather(host.run_housekeeping(), self.clicks(host, tables, share))
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


PAGES = 60  # after so many the log is folded into the file, which otherwise comes too seldom
FROM_NOTHING = ("kept", "played")  # the episodes that begin with no file and are long enough
Episode = Callable[[Life], Awaitable[None]]


async def played(life: Life) -> None:
    """A new file, tables, clicks, an end and another beginning."""
    async with life.opened() as host:
        tables = await life.tables(host)
        await life.clicks(host, tables, 0.3)
    async with life.opened() as host:
        await life.clicks(host, tables, 0.05)


async def kept(life: Life) -> None:
    """Votes, messages, a challenge, backups while people play, somebody who is forgotten."""
    async with life.opened() as host:
        table = await life.with_somebody(host)
        await life.clicks(host, [table], 0.05)
        await life.run_housekeeping(host, [table], 0.05)
        await life.vote(host, table)
        await host.forget(LARGE.id)
        await life.clicks(host, [table, await life.challenge(host)], 0.15)
        await life.run_housekeeping(host, [table], 0.05)
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
    transaction, prepare = sqlite._transaction, sqlite._prepare

    def told(connection: SqliteConnection, begin: str, work: Any, end: str) -> Any:
        done = transaction(connection, begin, work, end)
        if end == "COMMIT":
            life.hold(connection)
        return done

    def prepared(connection: sqlite3.Connection) -> None:
        prepare(connection)
        connection.execute(f"PRAGMA wal_autocheckpoint = {PAGES}")

    with planted(sqlite, "_transaction", told), planted(sqlite, "_prepare", prepared):
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
