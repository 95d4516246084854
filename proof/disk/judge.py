"""Opens what a crash has left with the real host, and lists every broken promise."""

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from host import privacy
from host.backups import EVERY
from host.database.schema import NEWEST
from host.database.sqlite import damage_in, make_folder
from host.host import Host
from host.unit_of_work import UnitOfWork
from proof.disk.story import FILE, Kept, Story, connection_of, digest, digest_of, running
from proof.trial import Trial
from testing.challenges import attempt_faults
from testing.database_rules import Place, _rows, faults, outbox_faults
from testing.disk.images import Image, lay_out
from testing.hosting import FakeClock, random_click
from testing.planting import planted
from testing.privacy import LARGE, forms

PLAY_ON = 8  # one in so many contents is played on
CLICKS = 2
LOST, REMAINS = "confirmed but lost", "of somebody who was forgotten"
NOT_ALL = "it holds neither all that was stored nor all of what was about to be"
PART_OF_A_COPY = "is not a whole copy"
AFTER_THAT = FakeClock().now + 2 * EVERY


class Seen(NamedTuple):
    """What the host finds in its file before anything plays on."""

    digest: str
    rows: set[Place]
    damage: list[str]
    schema: int
    is_known: bool  # the one who is forgotten in some of the stories
    playing: list[int]


class Judge:
    """The same content is looked through only once, the same file under the same promises too."""

    def __init__(self, trial: Trial) -> None:
        self.trial, self.folder = trial, trial.folder / "image"
        self._judged: set[tuple[str, bytes, int]] = set()
        self._contents: set[str] = set()
        self._copies: dict[bytes, str] = {}

    def _is_new(self, story: Story, image: Image, position: int) -> bool:
        """Whether this was not judged yet."""
        whole = hashlib.sha256()
        for name, content in image.items():
            whole.update(repr((name, content and len(content))).encode() + (content or b""))
        key = (story.name, whole.digest(), story.promises(position))
        if key in self._judged:
            return False
        self._judged.add(key)
        return True

    async def judge(self, story: Story, image: Image, position: int) -> bool:
        """Whether it was something new."""
        if not self._is_new(story, image, position):
            return False
        self.folder.mkdir()
        try:
            lay_out(image, self.folder)
            found = [fault async for fault in self._faults(story, position)]
        except Exception as error:
            found = [f"it does not open and play on: {error or type(error).__name__}"]
        finally:
            shutil.rmtree(self.folder)
        for fault in found:
            self.trial.fault(f"{story.told(position)}: {fault}")
        return True

    async def _faults(self, story: Story, position: int) -> Any:
        file = self.folder / FILE
        make_folder(file.parent)
        with planted(Host, "_schedule_autoplay", lambda *_: None):  # autopilots wait meanwhile
            host = await Host.open(file, FakeClock(AFTER_THAT))
        try:
            seen = await host.read(_seen)
            is_new = seen.digest not in self._contents
            self._contents.add(seen.digest)
            if is_new and len(self._contents) % PLAY_ON == 0:
                await self._play_on(host, seen.playing)
        finally:
            await host.close()
        for fault in self._promises(story, position, seen):
            yield fault
        if is_new:
            for fault in [*faults(file), *attempt_faults(file)]:
                yield fault
            for fault in outbox_faults(file) if story.is_quiet else ():
                yield fault
        for fault in self._copy_faults(story, position):
            yield fault

    async def _play_on(self, host: Host, playing: list[int]) -> None:
        for table_id in playing:
            for _ in range(CLICKS):
                await random_click(host, table_id, self.trial.rng)
        await host.wait_for_autoplay()

    def _promises(self, story: Story, position: int, seen: Seen) -> Iterator[str]:
        lost = story.confirmed(position) - seen.rows
        yield from (f"{LOST}: {place}" for place in sorted(lost)[:1])
        yield from seen.damage[:1]
        if seen.schema != NEWEST:
            yield f"its schema is {seen.schema}"
        if seen.digest not in story.allowed(position):
            yield NOT_ALL
        if not seen.is_known:
            yield from self._remains()

    def _remains(self) -> Iterator[str]:
        """Whom the database does not know is not in the bytes of its file either."""
        for ending in ("", "-wal", "-journal"):
            path = self.folder / f"{FILE}{ending}"
            content = path.read_bytes() if path.exists() else b""
            for what, form in forms(LARGE).items():
                if form in content:
                    yield f"{path.name} still holds the {what} {REMAINS}"

    # Copies

    def _copy_faults(self, story: Story, position: int) -> Iterator[str]:
        """A copy is there as a whole or not at all; and it is there once that was said."""
        for kept in story.before(position, Kept):
            if not (self.folder / kept.name).exists():
                yield f"{kept.name} was made and is lost"
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            if _is_copy(name) and self._content(path) not in story.copies.get(name, ()):
                yield f"{name} {PART_OF_A_COPY}"

    def _content(self, path: Path) -> str:
        key = hashlib.sha256(path.read_bytes()).digest()
        if key not in self._copies:
            self._copies[key] = digest_of(path)
        return self._copies[key]


def _is_copy(name: str) -> bool:
    marks = (".sqlite", f"{FILE}.schema-", f"{FILE}.before-restore-")
    is_named_so = any(mark in name for mark in marks)
    return is_named_so and not name.endswith((".part", "-journal", "-wal", "-shm"))


def _seen(uow: UnitOfWork) -> Seen:
    connection = connection_of(uow)
    orphans = [f"orphan {row}" for row in connection.execute("PRAGMA foreign_key_check")]
    return Seen(
        digest(connection),
        _rows(connection),
        damage_in(connection, is_thorough=True) + orphans,
        connection.execute("PRAGMA user_version").fetchone()[0],
        privacy.is_known(uow, LARGE.id),
        running(uow),
    )
