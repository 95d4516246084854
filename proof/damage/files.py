"""Whole files of a host that was killed, and all the ways in which they are damaged here."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from host import backups, votes
from host.host import Host
from testing.health import FINISHED, GAME
from testing.hosting import ADA, BEN, FakeClock, open_playing, play_out

NAME, OTHER, BACKUP = "tables.db", "other.db", "backup.sqlite"
PAGE = 4096
SCHEMA_TEXT = re.compile(rb"CREATE (TABLE|INDEX)[^;\0]{10,}")
Files = dict[str, bytes]


class Case(NamedTuple):
    """What was done to one file, and all files as they are then."""

    told: str
    files: Files


def flipped(content: bytearray, rng: Random) -> None:
    for _ in range(rng.choice((1, 1, 2, 50))):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)


def flipped_schema(content: bytearray, rng: Random) -> None:
    """Flip a bit in the text of the schema, which SQLite quotes in its messages.

    Often the highest bit of a byte, so that the text is no longer valid UTF-8.
    """
    places = [place for found in SCHEMA_TEXT.finditer(content) for place in range(*found.span())]
    if places:
        content[rng.choice(places)] ^= 1 << rng.choice((7, rng.randrange(8)))
    else:
        flipped(content, rng)


def flipped_head(content: bytearray, rng: Random) -> None:
    content[rng.randrange(min(100, len(content)))] ^= 1 << rng.randrange(8)


def cut(content: bytearray, rng: Random) -> None:
    is_even = rng.random() < 0.5
    size = rng.randrange(len(content))
    del content[size - size % PAGE if is_even else size :]


def swapped(content: bytearray, rng: Random) -> None:
    one, two = (rng.randrange(len(content) // PAGE + 1) * PAGE for _ in "12")
    first, second = bytes(content[one : one + PAGE]), bytes(content[two : two + PAGE])
    if len(first) == len(second):
        content[one : one + PAGE], content[two : two + PAGE] = second, first
    else:
        del content[-1:]


def zeroed(content: bytearray, rng: Random) -> None:
    at = rng.randrange(len(content))
    size = min(rng.choice((1, 16, 512, PAGE, 5 * PAGE)), len(content) - at)
    content[at : at + size] = bytes(size)


def garbage(content: bytearray, rng: Random) -> None:
    content[:] = rng.randbytes(rng.choice((1, 100, 5000)))


def emptied(content: bytearray, rng: Random) -> None:
    content.clear()


DAMAGES: tuple[Callable[[bytearray, Random], None], ...] = (
    *(flipped, flipped_schema, flipped_schema, flipped_head),
    *(cut, swapped, zeroed, garbage, emptied),
)


async def whole_files(folder: Path) -> Files:
    """A database with a log as a kill leaves them, another one's log, and a backup."""
    found: Files = {}
    for name in (NAME, OTHER):
        for actions in (6, 9):  # a finished table, which is in the file, and one in its log
            host = await Host.open(folder / name, FakeClock())
            table = await open_playing(host, GAME, 2, channel=actions, seed=len(found))
            await play_out(host, table.id, Random(1), actions)
            if table.id == FINISHED:
                for user in (ADA, BEN):
                    await host.at(table.id, votes.end, user.id)
            for ending in ("", "-wal", "-shm"):
                found[f"{name}{ending}"] = (folder / f"{name}{ending}").read_bytes()
            await host.close()
    found[BACKUP] = backups.backup(folder / NAME, folder / "backups", 0).read_bytes()
    return found


def damaged_files(whole: Files, rng: Random) -> Case:
    """Mostly the database, else its log, or files beside it that are not its own."""
    files = {name: whole[name] for name in (NAME, f"{NAME}-wal")}
    kind = rng.choice(("file", "file", "file", "log", "both", "foreign log", "stranger"))
    told = []
    for name in {"file": [NAME], "log": [f"{NAME}-wal"], "both": [*files]}.get(kind, ()):
        files[name], how = spoilt(files[name], rng)
        told.append(f"{name} {how}")
    if kind == "foreign log":
        files[f"{NAME}-wal"] = whole[f"{OTHER}-wal"]
    if kind == "stranger":
        files[NAME + rng.choice(("-shm", "-journal", ".new"))] = rng.randbytes(5000)
    if rng.random() < 0.3:
        files.setdefault(f"{NAME}-shm", whole[f"{rng.choice((NAME, OTHER))}-shm"])
    if rng.random() < 0.3 and kind == "file":  # as after a clean stop
        del files[f"{NAME}-wal"]
    return Case(" and ".join(told) or kind, files)


def spoilt(content: bytes, rng: Random) -> tuple[bytes, str]:
    how, found = rng.choice(DAMAGES), bytearray(content)
    how(found, rng)
    return bytes(found), how.__name__
