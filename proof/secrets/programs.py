"""The programs of ours that tests start, in whatever way: at DEBUG, and all they say is heard."""

import asyncio.subprocess
import functools
import os
import re
import sqlite3
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from host.books import Books
from host.errors import Damaged
from host.positions import Positions
from host.store import Store
from proof.secrets.patches import hear_method

PROGRAMS = ("bot.py", "host")
LEVEL = "LOG_LEVEL"
A_KEY = re.compile(r"^key ([0-9a-f]{64})$", re.MULTILINE)
Hear = Callable[[str, set[str]], None]  # what was said, and the keys that are no secret


class Programs:
    """Whatever starts a process does it by `Popen`; what it says comes out in one of two ways."""

    def __init__(self, hear: Hear, hear_command: Callable[[str], None]) -> None:
        self.hear, self.hear_command = hear, hear_command

    def listen(self) -> None:
        begin = subprocess.Popen.__init__

        @functools.wraps(begin)
        def begun(process: Any, words: Any, *given: Any, **named: Any) -> None:
            if is_ours(words):
                named["env"] = {LEVEL: "DEBUG", **(named.get("env") or os.environ)}
                self.hear_command(" ".join(map(str, words)))
                process.surroundings = named["env"]
            begin(process, words, *given, **named)

        setattr(subprocess.Popen, "__init__", begun)  # noqa: B010
        hear_method(subprocess.Popen, "communicate", self._communicated)
        protocol = asyncio.subprocess.SubprocessStreamProtocol
        hear_method(protocol, "pipe_data_received", self._received)

    def _communicated(self, said: tuple[Any, Any], process: Any, *_: Any, **__: Any) -> None:
        if hasattr(process, "surroundings"):
            self._said(process, "\n".join(map(_text, said)))

    def _received(self, _: None, protocol: Any, fd: int, data: bytes) -> None:
        process = protocol._transport.get_extra_info("subprocess")
        if hasattr(process, "surroundings"):
            self._said(process, _text(data))

    def _said(self, process: Any, text: str) -> None:
        places = [*map(str, process.args), *process.surroundings.values()]
        self.hear(text, revealed_keys(text, places))


def is_ours(words: Any) -> bool:
    if isinstance(words, str | bytes | os.PathLike):
        return False
    return any(Path(str(word)).name in PROGRAMS for word in words)


def _text(said: str | bytes | None) -> str:
    return said.decode(errors="replace") if isinstance(said, bytes) else said or ""


def revealed_keys(text: str, places: Iterable[str]) -> set[str]:
    """The keys in a journal that are no secret any more."""
    named = {*A_KEY.findall(text)}
    return named & {*_revealed(places)} if named else named


def _revealed(places: Iterable[str]) -> Iterator[str]:
    """The keys of all tables that are over, in those of these places that are databases."""
    for place in {each for each in places if len(each) < 1_000}:
        if Path(place).is_file():
            yield from _revealed_in(Path(place))


def _revealed_in(file: Path) -> Iterator[str]:
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            books = Books(Store(connection, 0), Positions())
            for table_id in books.store.all_table_ids():
                if _is_revealed(books, table_id):
                    yield books.store.key(table_id).hex()
    except sqlite3.DatabaseError:
        return  # it is no database, or of another time


def _is_revealed(books: Books, table_id: int) -> bool:
    try:
        return books.table(table_id).is_revealed
    except Damaged:
        return False


def lines_of_a_log(text: str) -> list[str]:
    return [line for line in text.splitlines() if " level=" in line]
