"""Damaged files under every command: each must say one sentence, and a restore must always work."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import bot
from host import backups, errors
from host.database import sqlite, sqlite_files
from host.database.sqlite_files import SqliteLocation
from host.errors import CannotOpen
from proof.damage.judge import BACKUP, COMMANDS, Judge, damaged_files, whole_files
from proof.proof import Mutant, Proof
from proof.trial import Trial
from testing.damages import spoilt
from testing.planting import planted


async def work(trial: Trial) -> None:
    judge = Judge(trial, await whole_files(trial.folder))
    while trial.goes_on("damaged databases"):
        case = damaged_files(judge.whole, trial.rng)
        for command in COMMANDS:
            await asyncio.to_thread(judge.ask, case, command)  # `forget` runs a loop of its own
        await judge.start(case)
        judge.put_back(case)
        trial.did("damaged databases")
    while trial.goes_on("damaged backups"):
        judge.take(*spoilt(judge.whole[BACKUP], trial.rng))
        trial.did("damaged backups")


@contextmanager
def without_decoding() -> Iterator[None]:
    """Only SQLite's own errors are told, not Python's over the texts in them."""

    @contextmanager
    def told(sentence: str, advice: str = "") -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise CannotOpen(f"{sentence}: {errors.one_line(error)}.") from None

    with planted(sqlite, "told", told), planted(sqlite_files, "told", told):
        yield


def taking_any_backup() -> AbstractContextManager[None]:
    """Nobody looks at a backup before it is put back."""

    def restore(backup: Path, where: SqliteLocation, now: int) -> None:
        shutil.copy(backup, where.file)

    return planted(bot, "restore", restore)


def needing_a_whole_database() -> AbstractContextManager[None]:
    """What is there is read first, and a restore is refused if that is not possible."""

    def restore(backup: Path, where: SqliteLocation, now: int) -> None:
        with sqlite.reader(where.file) as connection:
            connection.execute("SELECT count(*) FROM tables").fetchone()
        backups.restore(backup, where, now)

    return planted(bot, "restore", restore)


PROOF = Proof(
    name="damage",
    promise="a damaged file is one sentence under every command, and a restore always works",
    work=work,
    goals={"damaged databases": 3_000, "damaged backups": 3_000, "starts of a process": 60},
    small={"damaged databases": 9, "damaged backups": 20, "starts of a process": 1},
    mutant_goals={"damaged databases": 80, "damaged backups": 20, "starts of a process": 0},
    mutants={
        "only SQLite's own errors are told": Mutant(
            without_decoding, "a traceback: .*Unicode", seed=5
        ),
        "a restore that needs a whole database": Mutant(
            needing_a_whole_database, "a good backup is not put back"
        ),
        "a restore that takes any backup": Mutant(
            taking_any_backup, "it was taken", unit="damaged backups"
        ),
    },
)
