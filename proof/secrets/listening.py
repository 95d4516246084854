"""What is listened to while tests run: where secrets come from, and all that is given out."""

import asyncio
import asyncio.subprocess
import builtins
import functools
import inspect
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from aiohttp import web

import bot
import host.cli
import sandbox.process
from cogs.metrics import Metrics
from host import chain, fairness, privacy
from host.errors import Damaged
from host.host import Host
from host.positions import Positions
from host.store import Store
from host.store.challenges import ChallengeStore
from host.store.journal import JournalStore
from host.store.tables import TableStore
from host.unit_of_work import UnitOfWork
from proof.secrets.run import MUTANT, Notes
from sandbox import attachments
from sandbox.interactions import Desk, Interaction
from sandbox.process import Apart
from sandbox.server import Server
from sandbox.world import File, World

OURS = ("bot", "cogs", "engine", "host", "render", "sandbox", "testing", "tests")
Hear = Callable[..., None]  # what came back, then what was given


def everywhere(before: Any, after: Any) -> None:
    """In each of our modules that knows it, under whatever name."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in OURS:
            for each, value in list(vars(module).items()):
                if value is before:
                    setattr(module, each, after)


def hear_function(function: Callable[..., Any], hear: Hear) -> None:
    everywhere(function, heard(function, hear))


def hear_method(kind: type, name: str, hear: Hear) -> None:
    setattr(kind, name, heard(getattr(kind, name), hear))


def heard(function: Callable[..., Any], hear: Hear) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        found = function(*given, **named)
        hear(found, *given, **named)
        return found

    @functools.wraps(function)
    async def awaited(*given: Any, **named: Any) -> Any:
        found = await function(*given, **named)
        hear(found, *given, **named)
        return found

    return awaited if inspect.iscoroutinefunction(function) else call


TEXTS = (".json", ".journal", ".txt")
BOT, INTERACTION, KEY = "the bot's token", "an interaction's token", "a key"
LINK, ADDRESS = "a link of a chain of keys", "the address of a picture"
LEAST = 20  # characters: what is shorter is no token at all
KEY_SIZE = 32


def listen(notes: Notes) -> None:
    _to_tokens(notes)
    _to_keys(notes)


def _to_tokens(notes: Notes) -> None:
    def token(found: str) -> None:
        if len(found) >= LEAST:
            notes.secret(BOT, found)

    def begun(found: Interaction, *_: Any, **__: Any) -> None:
        notes.secret(INTERACTION, found.token)

    def uploaded(found: dict[str, Any], world: World, message: Any, file: File, _: Any) -> None:
        notes.secret(ADDRESS, world.files[found["id"]].secret)

    hear_function(sandbox.process.new_token, lambda found: token(found))
    hear_method(Server, "__init__", lambda _, server, *__, **___: token(server.token))
    hear_method(Apart, "__init__", lambda _, s, *__, **___: token(s.settings["DISCORD_TOKEN"]))
    hear_method(Desk, "begin", begun)
    hear_function(attachments.upload_file, uploaded)


def _to_keys(notes: Notes) -> None:
    def keys(*facts: Any, **named: Any) -> None:
        for fact in _flat((*facts, *named.values())):
            if isinstance(fact, bytes) and len(fact) == KEY_SIZE:
                notes.secret(KEY, fact)

    def link(found: bytes, _: bytes, number: int) -> None:
        if number:  # else it is the anchor, which everybody knows
            notes.secret(LINK, found)

    hear_method(JournalStore, "key", keys)
    hear_method(TableStore, "insert_table", keys)
    for name in ("chain", "insert_chain", "insert_deal", "deal_key"):
        hear_method(ChallengeStore, name, keys)
    hear_function(chain.link, link)


def _flat(facts: Iterable[Any]) -> Iterable[Any]:
    for fact in facts:
        yield from fact if isinstance(fact, tuple) else (fact,)


PROGRAMS = ("bot.py", "host")
LEVEL = "LOG_LEVEL"
A_KEY = re.compile(r"^key ([0-9a-f]{64})$", re.MULTILINE)
Said = Callable[[str, set[str]], None]  # what was said, and the keys that are no secret


class Programs:
    """Whatever starts a process does it by `Popen`; what it says comes out in one of two ways."""

    def __init__(self, hear: Said, hear_command: Callable[[str], None]) -> None:
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
            uow = UnitOfWork(Store(connection, 0), Positions())
            for table_id in uow.store.all_table_ids():
                if _is_revealed(uow, table_id):
                    yield uow.store.key(table_id).hex()
    except sqlite3.DatabaseError:
        return  # it is no database, or of another time


def _is_revealed(uow: UnitOfWork, table_id: int) -> bool:
    try:
        return uow.table(table_id).is_revealed
    except Damaged:
        return False


DATABASE = b"SQLite format 3"
SQLITES_OWN = ("-wal", "-shm", "-journal")


class Bots:
    """What is left by the bots of one test; `after_test` looks at it."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self._apart: list[Apart] = []
        self._databases: set[Path] = set()

    def databases(self) -> Iterator[str]:
        """Those of this test."""
        yield from map(str, self._databases)

    def listen(self) -> None:
        hear_method(Apart, "__init__", self.made)
        hear_method(Apart, "begin", self.begun)
        self._hear_databases()

    def _hear_databases(self) -> None:
        opened: Callable[..., Any] = Host.open.__func__  # type: ignore[attr-defined]

        async def open_(kind: type[Host], file: Path, *given: Any, **named: Any) -> Host:
            self._databases.add(Path(file))
            found: Host = await opened(kind, file, *given, **named)
            return found

        setattr(Host, "open", classmethod(open_))  # noqa: B010

    def made(self, _: None, apart: Apart, *__: Any, **___: Any) -> None:
        self._apart.append(apart)
        self._databases.add(apart.database)
        apart.settings = {"LOG_LEVEL": "DEBUG", **apart.settings}
        if (mutant := os.environ.get(MUTANT)) and apart.command == ("-m", "sandbox.process"):
            apart.settings[MUTANT] = mutant
            apart.command = ("-m", "proof.secrets.mutants")

    def begun(self, process: asyncio.subprocess.Process, *_: Any, **__: Any) -> None:
        try:
            words = Path(f"/proc/{process.pid}/cmdline").read_bytes()
        except OSError:
            return  # it has ended
        self.notes.note("export", "a command line", words.replace(b"\0", b" ").decode())

    def after_test(self) -> None:
        for apart in self._apart:
            for line in apart.log.splitlines():
                self.notes.note("line", line)
        for file in self._databases:
            for name, text in _beside(file):
                self.notes.note("export", f"the file {name}", text)
        self._apart.clear()
        self._databases.clear()


def _beside(database: Path) -> Iterator[tuple[str, str]]:
    """The files of a database that are none themselves."""
    for file in database.parent.glob(f"{database.stem}*"):
        if file.is_file() and not file.name.endswith(SQLITES_OWN):
            content = file.read_bytes()
            if not content.startswith(DATABASE):
                yield f"*{file.suffix}", content.decode("latin-1")


class Exports:
    """Writes down all that is given out: files, what programs print, journals, personal data."""

    def __init__(self, notes: Notes, databases: Callable[[], Iterable[str]]) -> None:
        self.notes, self.databases = notes, databases
        self._revealed: set[str] = set()

    def listen(self) -> None:
        hear_function(fairness.export, self.journal)
        hear_function(
            privacy.export, lambda text, *_: self.give("what is stored of a person", text)
        )
        hear_function(attachments.upload_file, self.served)
        hear_method(Metrics, "_metrics", self.page)
        Programs(self.program, partial(self.give, "a command line")).listen()
        for program in (bot, host.cli):
            vars(program)["print"] = self._print

    def give(self, kind: str, text: str) -> None:
        """Keys that were revealed by then are no secret any more."""
        for key in self._revealed:
            text = text.replace(key, "")
        self.notes.note("export", kind, text)

    def journal(self, text: str, uow: UnitOfWork, table_id: int) -> None:
        if uow.table(table_id).is_revealed:
            self._revealed.add(uow.store.key(table_id).hex())
        self.give("a journal", text)

    def _print(self, *words: Any, **how: Any) -> None:
        self.give("what a program prints", " ".join(map(str, words)))
        builtins.print(*words, **how)

    def program(self, said: str, revealed: set[str]) -> None:
        """A program of ours that a test has run."""
        self._revealed |= revealed
        self.give("what a program prints", said)
        for line in said.splitlines():
            if " level=" in line:
                self.notes.note("line", line)

    def page(self, found: web.Response, *_: Any) -> None:
        """The bot's numbers: they may tell as little as the log."""
        assert isinstance(found.body, bytes)
        for line in found.body.decode().splitlines():
            self.notes.note("line", line)

    def served(self, found: Any, world: World, message: Any, file: File, _: Any) -> None:
        if file.name.endswith(TEXTS):
            text = file.content.decode()
            self._revealed |= revealed_keys(text, self.databases())
            self.give("a file", text)
