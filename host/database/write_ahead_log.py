"""Tells whether the log beside a SQLite file is damaged, which SQLite itself doesn't.

SQLite reads its log up to the first page with a wrong checksum, and takes what follows for a
transaction that a crash interrupted. But a crash can only interrupt the last one, because each is
on the disk before the next begins. So if two or more complete ones follow that page, the log is
damaged. Called whenever a database is opened that no running bot is using.
"""

import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from host.lock import beside

HEAD, FRAME_HEAD = 32, 24  # bytes: of the log, and of the frame around each page
LITTLE_ENDIAN, BIG_ENDIAN = 0x377F0682, 0x377F0683  # how its checksums read the bytes
MASK = 0xFFFFFFFF
NO_LOG = b"\1\1"  # how the file is written and read: without a log
Checksum = tuple[int, int]


class _Frame(NamedTuple):
    """A page in the log. Its checksum continues that of the frame before it."""

    head: bytes
    page: bytes

    @property
    def salts(self) -> bytes:
        """The same in all frames since the log was started over."""
        return self.head[8:16]

    @property
    def page_number(self) -> int:
        return int.from_bytes(self.head[:4], "big")

    @property
    def ends_transaction(self) -> bool:
        return any(self.head[4:8])

    @property
    def checksum(self) -> Checksum:
        return _checksum(self.head[16:])

    def follows(self, before: Checksum, is_big: bool) -> bool:
        after = _add(_add(before, self.head[:8], is_big), self.page, is_big)
        return after == self.checksum


def lost_transactions(file: Path) -> int:
    """How many stored transactions SQLite would skip in this file's log; 0 if the log is fine."""
    log = beside(file, "-wal")
    content = log.read_bytes() if log.is_file() else b""
    if len(content) < HEAD:
        return 0
    head, frames = content[:HEAD], [*_frames(content, _page_size(file))]
    is_big = int.from_bytes(head[:4], "big") == BIG_ENDIAN
    if _add((0, 0), head[:24], is_big) == _checksum(head[24:]):
        return _count_transactions(frames[_count_readable(head, frames, is_big) :], head[16:24])
    # SQLite ignores all of it. A crash while the log is started over looks like this, too,
    # but by then everything is in the database.
    last_salts = next((chain[0].salts for chain in _chains(frames)), b"")
    last = [frame for frame in frames if frame.salts == last_salts]
    return 0 if _are_stored(last, file) else _count_transactions(last, last_salts)


def is_of_another(file: Path) -> bool:
    """Whether the log isn't this file's: only what keeps one says so in its head, no backup does.

    SQLite would mix the two.
    """
    log = beside(file, "-wal")
    if not log.is_file() or log.stat().st_size < HEAD:
        return False
    with file.open("rb") as opened:
        return opened.read(20)[18:] == NO_LOG


def _page_size(file: Path) -> int:
    """The size of its pages; 0 if SQLite wouldn't accept it, so the file isn't a database."""
    with file.open("rb") as opened:
        size = int.from_bytes(opened.read(18)[16:], "big")
    size = 65_536 if size == 1 else size
    return size if size >= 512 and size & (size - 1) == 0 else 0


def _frames(content: bytes, page_size: int) -> Iterator[_Frame]:
    size = FRAME_HEAD + page_size
    ends = range(HEAD + size, len(content) + 1, size) if page_size else ()
    for end in ends:
        page = end - page_size
        yield _Frame(content[end - size : page], content[page:end])


def _count_readable(head: bytes, frames: list[_Frame], is_big: bool) -> int:
    before = _checksum(head[24:])
    for number, frame in enumerate(frames):
        if frame.salts != head[16:24] or not frame.follows(before, is_big):
            return number
        before = frame.checksum
    return len(frames)


def _count_transactions(unread: list[_Frame], salts: bytes) -> int:
    """Count the transactions that SQLite can't read, if two or more follow each other."""
    chains = [chain for chain in _chains(unread) if chain[0].salts == salts]
    counts = [sum(frame.ends_transaction for frame in chain) for chain in chains]
    return sum(count for count in counts if count > 1)


def _chains(frames: list[_Frame]) -> Iterator[list[_Frame]]:
    """Group frames that were written one after the other and are undamaged, two or more each."""
    for is_big in (False, True):
        chain: list[_Frame] = []
        for frame in frames:
            if chain and not frame.follows(chain[-1].checksum, is_big):
                if len(chain) > 1:
                    yield chain
                chain = []
            chain.append(frame)
        if len(chain) > 1:
            yield chain


def _are_stored(frames: list[_Frame], file: Path) -> bool:
    """Whether the database has every page as the last of these transactions left it."""
    ends = [number for number, frame in enumerate(frames) if frame.ends_transaction]
    if not ends:
        return True
    count = int.from_bytes(frames[ends[-1]].head[4:8], "big")
    pages = {frame.page_number: frame.page for frame in frames[: ends[-1] + 1]}
    with file.open("rb") as opened:
        for number, page in pages.items():
            if not 0 < number <= count:
                continue
            opened.seek((number - 1) * len(page))
            if opened.read(len(page)) != page:
                return False
    return True


def _checksum(stored: bytes) -> Checksum:
    return int.from_bytes(stored[:4], "big"), int.from_bytes(stored[4:8], "big")


def _add(total: Checksum, content: bytes, is_big: bool) -> Checksum:
    """SQLite's checksum, which takes two words at a time."""
    words = array("I", content)
    if is_big != (sys.byteorder == "big"):
        words.byteswap()
    one, two = total
    for place in range(0, len(words), 2):
        one = (one + words[place] + two) & MASK
        two = (two + words[place + 1] + one) & MASK
    return one, two
