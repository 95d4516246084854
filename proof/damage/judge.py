"""Damages the files of a killed host, and runs every command of `bot.py` on them."""

import contextlib
import io
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import bot
from host import backups, votes
from host.errors import CannotOpen
from host.host import Host
from proof.trial import Trial
from testing.damages import spoilt
from testing.health import FINISHED, GAME, ROOT
from testing.hosting import ADA, BEN, FakeClock, caller, open_playing, play_out

NAME, OTHER, BACKUP = "tables.db", "other.db", "backup.sqlite"
Files = dict[str, bytes]


class Case(NamedTuple):
    """What was done to one file, and all files as they are then."""

    told: str
    files: Files


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
                    await host.do(votes.end, table.id, by=caller(user.id))
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


ASKED = f"export {FINISHED}", f"privacy {ADA.id}", f"forget {ADA.id}"  # about one of them
COMMANDS = ("backup", "validate", "health", "tables", "repair", *ASKED)
MAY_END_WITH_1 = ("validate", "health", "privacy", "forget")  # they print what they have found
TOKEN = f"{'a' * 24}.{'b' * 6}.{'c' * 32}"


class Said(NamedTuple):
    code: int
    out: str
    err: str


def _lay_out(files: Mapping[str, bytes], folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder / NAME


def _asked(words: list[str]) -> Said:
    """`bot.py` with these words, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = bot.main(words)
        except Exception as error:
            return Said(1, out.getvalue(), f"Traceback: {type(error).__name__}: {error}")
    return Said(code, out.getvalue(), err.getvalue())


def _asked_apart(words: list[str]) -> Said:
    """The same as an operator types it; without words it is the start of the bot."""
    done = subprocess.run(
        [sys.executable, "bot.py", *words],
        cwd=ROOT,
        env={**os.environ, "DISCORD_TOKEN": TOKEN},
        capture_output=True,
        text=True,
        timeout=120,
    )
    return Said(done.returncode, done.stdout, done.stderr)


def _unlike_a_refusal(said: Said) -> str:
    """Why this is not one sentence with exit code 2; empty if it is."""
    if "Traceback" in said.err:
        return f"a traceback: {said.err.strip().splitlines()[-1]}"
    if said.code != bot.CANNOT:
        return f"exit code {said.code}"
    sentence = [line for line in said.err.splitlines() if not line.startswith("time=")]
    if len(sentence) != 1 or not re.fullmatch(r".{10,400}\.", sentence[0]):
        return f"not one sentence: {said.err!r}"
    return ""


class Judge:
    """Asks every command about one damaged folder, and says what is wrong with the answers."""

    def __init__(self, trial: Trial, whole: Files) -> None:
        self.trial, self.whole = trial, whole
        self.folder, self.backup = trial.folder / "damaged", trial.folder / BACKUP
        self.backup.write_bytes(whole[BACKUP])
        self.rows, self.schema = _rows(self.backup), _schema(self.backup)

    def words(self, file: Path, command: str = "") -> list[str]:
        places = ["--database", str(file), "--backups", str(self.folder / "backups")]
        return [*places, *command.split()]

    def ask(self, case: Case, command: str) -> None:
        file = _lay_out(case.files, self.folder)
        said = _asked(self.words(file, command))
        has_found = said.code == bot.FAULTY and said.out and command.startswith(MAY_END_WITH_1)
        is_answer = said.code == bot.FINE or has_found
        if not is_answer or said.err:
            self._check(case, command, _unlike_a_refusal(said))
        for copy in (self.folder / "backups").glob("*"):
            self._check(case, command, self._trouble(copy) if is_answer else "it left a copy")

    def _check(self, case: Case, command: str, trouble: str) -> None:
        self.trial.check(not trouble, f"{command}, {case.told}: {trouble}")

    def _trouble(self, file: Path) -> str:
        """What an independent look finds wrong with a file; empty if nothing."""
        try:
            with closing(sqlite3.connect(file)) as connection:
                (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                return f"SQLite finds: {found}"
            return "" if _schema(file) == self.schema else "its schema is not ours"
        except (sqlite3.Error, UnicodeDecodeError) as error:
            return f"SQLite finds {type(error).__name__}: {error}"

    async def start(self, case: Case) -> None:
        """Plays on, or says one sentence; then in a process of its own, too."""
        file = _lay_out(case.files, self.folder)
        try:
            host = await Host.open(file, FakeClock())
            await host.close()
            is_ours = _schema(file) == self.schema
            self._check(case, "start", "" if is_ours else "it runs on a schema that is not ours")
        except CannotOpen as refused:
            self._check(case, "start", _unlike_a_refusal(Said(bot.CANNOT, "", f"{refused}\n")))
            if self.trial.goes_on("starts of a process"):
                file = _lay_out(case.files, self.folder)
                said = _asked_apart(self.words(file))
                self._check(case, "start of a process", _unlike_a_refusal(said))
                self.trial.did("starts of a process")
        except Exception as error:
            self._check(case, "start", f"a traceback: {type(error).__name__}: {error}")

    def put_back(self, case: Case) -> None:
        """A good backup takes the place of whatever is there."""
        file = _lay_out(case.files, self.folder)
        said = _asked(self.words(file, f"restore {self.backup}"))
        if said.code != bot.FINE or said.err:
            self._check(case, "restore", f"a good backup is not put back: {said.err.strip()}")
        elif self._trouble(file) or _rows(file) != self.rows:
            self._check(case, "restore", "what was put back is not the backup")
        if self.backup.read_bytes() != self.whole[BACKUP]:
            self._check(case, "restore", "the backup was changed")

    def take(self, content: bytes, how: str) -> None:
        """A damaged backup is refused, and the database is not touched."""
        case = Case(f"a backup {how}", {n: self.whole[n] for n in (NAME, f"{NAME}-wal")})
        file = _lay_out(case.files, self.folder)
        spoilt = self.folder / BACKUP
        spoilt.write_bytes(content)
        said = _asked(self.words(file, f"restore {spoilt}"))
        if spoilt.read_bytes() != content:
            self._check(case, "restore", "the backup was changed")
        if said.code == bot.FINE:
            trouble = self._trouble(file)
            self._check(case, "restore", trouble and f"it was taken: {trouble}")
            return
        self._check(case, "restore", _unlike_a_refusal(said))
        after = {each.name: each.read_bytes() for each in self.folder.iterdir()}
        if any(after.get(name) != content for name, content in case.files.items()):
            self._check(case, "restore", "a refused backup has changed the database")


def _rows(file: Path) -> dict[str, Any]:
    """All that a file holds, read by nothing of ours."""
    with closing(sqlite3.connect(file)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master")]
        tables = [name for name in names if name in ("tables", "seats", "users", "journal")]
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables}


def _schema(file: Path) -> list[str]:
    """The definitions in a file; their comments do not matter."""
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT name || coalesce(sql, '') FROM sqlite_master").fetchall()
    return sorted("".join(re.sub("--.*", "", text).split()) for (text,) in found)
