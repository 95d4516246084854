"""What the maintenance commands show of the database."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import bot
import engine.cli
import host.cli
from host.backups import backup
from host.database.schema import NEWEST
from host.errors import CannotOpen
from host.health import export_table, health
from host.host import Host
from host.lock import IN_USE, locked
from host.outbox import DAY
from host.validation import validate
from testing.damages import overwritten
from testing.health import (
    AGREED,
    FINISHED,
    GAME,
    LOBBY,
    PLAYING,
    ROOT,
    ask,
    build,
    held_by_another_process,
    spoil,
    version_in,
)
from testing.hosting import ADA, BEN, NOON, open_playing

HOUR = DAY // 24
ON_A_DATABASE = (
    *("backup", "validate", "health", "tables", "repair"),
    *(f"export {FINISHED}", f"privacy {ADA.id}", f"forget {ADA.id}"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


@pytest.fixture
def well(file: Path, folder: Path) -> Path:
    """A database that wants nothing."""
    backup(build(file), folder, NOON)
    return file


# Health


DOWN = "The bot is not running."


def test_a_database_that_is_well_lacks_only_its_bot(well, folder) -> None:
    found = health(well, folder, NOON + HOUR)
    assert found.faults == [DOWN]
    assert found.signs.tables == {"lobby": 1, "playing": 1, "over": 2, "closed": 1}
    assert (found.schema, found.damage, found.aside) == (NEWEST, [], [])
    assert (found.storage.disk.size, found.storage.disk.log_size) == (well.stat().st_size, 0)
    assert found.signs.messages == ask(well, "SELECT count(*) FROM outbox") > 0
    assert found.signs.message_age == found.storage.backup_age == HOUR
    assert not found.is_running and found.signs.heartbeat is None


def test_a_table_that_was_set_aside_is_a_fault_with_its_reason(well, folder) -> None:
    spoil(well, "UPDATE tables SET phase = 'aside', ending = 'row 3 was lost' WHERE id = 2")
    found = health(well, folder, NOON)
    assert found.aside == [(2, "row 3 was lost")]
    assert found.faults == [DOWN, "Table 2 was closed as damaged: row 3 was lost."]


def test_no_backup_is_a_fault_only_when_there_are_tables(file, tmp_path) -> None:
    nowhere = tmp_path / "nowhere"
    faults = health(build(file), nowhere, NOON).faults
    assert faults == [DOWN, "No backup yet: make one with `python bot.py backup`."]
    for part in ("outbox", "votes", "posts", "journal", "seats", "tables"):
        spoil(file, f"DELETE FROM {part}")
    assert health(file, nowhere, NOON).faults == [DOWN]


def test_the_backup_of_another_database_is_none(well, folder) -> None:
    for copy in folder.iterdir():
        copy.rename(copy.with_name(copy.name.replace("tables", "others")))
    assert health(well, folder, NOON).storage.backup_age is None


def test_a_torn_page_is_a_fault_and_the_rest_is_still_told(well, folder) -> None:
    root = ask(well, "SELECT rootpage FROM sqlite_master WHERE name = 'outbox'")
    well.write_bytes(overwritten(well.read_bytes(), root - 1, 1, Random(1)))
    found = health(well, folder, NOON)
    assert found.damage
    assert found.faults[0].startswith("The database is damaged (")
    assert found.faults[0].endswith("): stop the bot and restore a backup.")
    assert found.signs.tables["playing"] == 1


def test_a_running_process_is_seen_and_its_end_too(well, folder) -> None:
    with held_by_another_process(well):
        assert health(well, folder, NOON).is_running
    assert not health(well, folder, NOON).is_running
    locked(well).close()  # the look has not kept it


@pytest.mark.asyncio
async def test_health_is_told_while_the_host_has_the_file_open(host, file, tmp_path) -> None:
    await open_playing(host, "fantastic_factories", 2)
    found = health(file, tmp_path / "none", NOON)
    assert found.is_running
    assert found.signs.tables == {"playing": 1}
    assert found.storage.disk.log_size > 0


# Tables


def test_tables_are_listed_while_a_process_runs_and_without_names(file, capsys) -> None:
    build(file)
    with held_by_another_process(file):
        assert main("--database", file, "tables") == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["table", "game", "phase"]
    assert [line.split()[:3] for line in lines] == [
        [str(PLAYING), GAME, "playing"],
        [str(LOBBY), GAME, "lobby"],
    ]
    assert not [name for name in ("Ada", "Ben") if name in "".join(lines)]
    assert main("--database", file, "tables", "--all") == 0
    assert len(capsys.readouterr().out.splitlines()) == 6


# Export


def test_a_finished_table_is_exported_and_others_are_refused(file) -> None:
    build(file)
    assert export_table(file, FINISHED).startswith("factory journal 1\n")
    assert main("--database", file, "export", FINISHED) == 0
    for table in (PLAYING, LOBBY, 999):
        assert main("--database", file, "export", table) == 2


def test_a_damaged_table_is_not_exported(file) -> None:
    spoil(build(file), "UPDATE journal SET code = 'done' WHERE table_id = 1 AND number = 2")
    with pytest.raises(CannotOpen, match=r"^Can't export table 1: row 2 of its journal"):
        export_table(file, FINISHED)


# The commands


def main(*words: object) -> int:
    return bot.main([str(word) for word in words])


def run(*words: object, **settings: object) -> subprocess.CompletedProcess[str]:
    """As an operator types it; the answer is complete, or the sentence is one line."""
    done = subprocess.run(
        [sys.executable, "bot.py", *map(str, words)],
        env={name: str(value) for name, value in settings.items()},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert "Traceback" not in done.stderr
    return done


def test_an_operator_asks_saves_and_asks_again(file, folder) -> None:
    build(file)
    spoil(file, "DELETE FROM outbox")
    places = {"DATABASE": file, "BACKUPS": folder}
    asked = run("health", **places)
    assert asked.returncode == 1
    assert "! No backup yet" in asked.stdout
    saved = run("backup", **places)
    assert saved.returncode == 0
    (made,) = folder.iterdir()
    assert str(made) in saved.stdout
    again = run("health", **places)
    assert again.returncode == 1 and again.stdout.endswith(f"\n\n! {DOWN}\n")
    assert "1 lobby" in again.stdout


def test_restore_is_refused_while_a_process_runs_and_works_after_it(file, folder, capsys) -> None:
    made = backup(build(file), folder, NOON)
    spoil(file, "UPDATE users SET name = 'of today'")
    with held_by_another_process(file):
        assert main("restore", made, "--database", file) == 2
        assert capsys.readouterr() == ("", IN_USE.format(file=file) + "\n")
        assert ask(file, "SELECT name FROM users") == "of today"
    assert main("restore", made, "--database", file) == 0
    assert ask(file, "SELECT name FROM users") != "of today"
    (kept,) = file.parent.glob(f"{file.name}.before-restore-*")
    assert str(kept) in capsys.readouterr().out


def test_validate_names_the_spoilt_table_and_only_that(file, capsys) -> None:
    assert main("validate", "--database", build(file)) == 0
    assert capsys.readouterr().out == "Checked 5 tables: 0 problems.\n"
    spoil(file, "UPDATE journal SET code = 'done' WHERE table_id = ? AND number = 3", AGREED)
    assert main("--database", file, "validate") == 1
    out, err = capsys.readouterr()
    line, last = out.splitlines()
    assert line.split()[:3] == ["!", "table", str(AGREED)]
    assert line.endswith("row 3 of its journal is missing or altered")
    assert last == "Checked 5 tables: 1 problem."
    assert err == ""


def test_validate_tells_its_progress_when_there_is_much_to_do(file, capsys, monkeypatch) -> None:
    monkeypatch.setattr(bot, "STEP", 2)
    assert main("--database", build(file), "validate") == 0
    assert capsys.readouterr().err == "2/5 tables\n4/5 tables\n"


def test_an_export_to_a_file_is_accepted_by_the_engine(file, tmp_path, capsys) -> None:
    out = tmp_path / "table.journal"
    assert main("export", FINISHED, "--out", out, "--database", build(file)) == 0
    capsys.readouterr()
    assert engine.cli.main(["verify", str(out)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Verified: {version_in(file, FINISHED)} actions")


@pytest.mark.parametrize(
    "command", [*(command for command in ON_A_DATABASE if command != "repair"), "restore x"]
)
def test_what_cannot_be_done_is_one_sentence_and_exit_2(command, tmp_path, capsys) -> None:
    missing = tmp_path / "missing.sqlite"
    assert main("--database", missing, *command.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    what = "x" if command == "restore x" else missing
    assert err == f"Database {what} not found.\n"
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ON_A_DATABASE)
def test_a_folder_in_the_database_s_place_is_one_sentence(command, tmp_path, capsys) -> None:
    assert main("--database", tmp_path, *command.split()) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", ["", ".", "/", "sqlite:"])
def test_a_database_without_a_name_is_refused_before_anything_is_done(name, capsys) -> None:
    """As when a script's variable is empty: else it would be the folder that one is in."""
    for command in (*ON_A_DATABASE, "restore x"):
        with pytest.raises(SystemExit) as ended:
            main(*command.split(), "--database", name)
        assert ended.value.code == 2 and "must name a file" in capsys.readouterr().err


def _flip_the_schema(file: Path) -> None:
    """SQLite quotes it in its message, which is no text any more."""
    content = bytearray(file.read_bytes())
    content[content.find(b"CREATE TABLE users") + 8] ^= 0x80
    file.write_bytes(content)


def _rename_a_column(file: Path) -> None:
    """SQLite itself sees nothing wrong in it."""
    content = bytearray(file.read_bytes())
    content[content.find(b"name", content.find(b"CREATE TABLE users"))] ^= 1
    file.write_bytes(content)


def _folder_for_a_log(file: Path) -> None:
    log = file.with_name(f"{file.name}-wal")
    log.unlink(missing_ok=True)
    log.mkdir()


@pytest.mark.parametrize(
    "spoil", [_flip_the_schema, _rename_a_column, _folder_for_a_log, lambda f: os.truncate(f, 0)]
)
def test_a_damaged_database_is_one_sentence_and_a_backup_can_be_restored(
    spoil, well, folder, capsys
) -> None:
    (made,) = folder.iterdir()
    spoil(well)
    for command in ON_A_DATABASE:
        assert main("--database", well, *command.split()) == 2, command
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1) and "a backup" in err, command
    with pytest.raises(CannotOpen, match="a backup"):
        asyncio.run(Host.open(well))
    assert main("--database", well, "restore", made) == 0
    assert not validate(well).findings


@pytest.mark.parametrize(
    "spoilt", ["touched = x'ff'", "opened = '['", "game = x'ff'", "rules_last = '['", "terms = '['"]
)
def test_a_spoilt_value_is_one_sentence_for_every_command(spoilt, file, folder, capsys) -> None:
    build(file)
    spoil(file, f"UPDATE tables SET {spoilt}")
    refused = set()
    for command in ON_A_DATABASE:
        code = main("--database", file, *command.split())
        err = capsys.readouterr().err
        assert err.count("\n") == (code == 2), command
        refused |= {command.split()[0]} if code == 2 else set()
    assert refused & {"tables", "privacy", "export"} and "validate" not in refused


def test_nobody_is_said_to_be_forgotten_where_an_index_lies(file, capsys) -> None:
    """What it doesn't lead to wouldn't be found, and so wouldn't be deleted."""
    build(file)
    swapped = "('one_seat_per_user', 'posts_by_message')"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("PRAGMA writable_schema = ON")
        other.execute(
            "UPDATE sqlite_master SET rootpage = (SELECT sum(rootpage) FROM sqlite_master"
            f" WHERE name IN {swapped}) - rootpage WHERE name IN {swapped}"
        )
    assert main("--database", file, "forget", ADA.id) == 2
    assert "is damaged" in capsys.readouterr().err


def test_an_export_that_cannot_be_written_says_so(file, tmp_path, capsys) -> None:
    assert main("--database", build(file), "export", 1, "--out", tmp_path) == 2
    assert capsys.readouterr().err == f"Can't write {tmp_path}: Is a directory.\n"


def test_a_person_is_told_and_forgotten_in_the_database_of_the_settings(
    file, monkeypatch, capsys
) -> None:
    """Also by the commands that play without Discord; whatever the environment says wins."""
    build(file)
    settings = file.parent / ".env"
    settings.write_text(f"DATABASE={file}\n")
    settings.chmod(0o600)
    monkeypatch.chdir(file.parent)
    monkeypatch.delenv("DATABASE", raising=False)
    with held_by_another_process(file):
        assert main("privacy", BEN.id) == 0
        assert '"name": "Ben"' in capsys.readouterr().out
        assert main("forget", BEN.id) == 2
        assert capsys.readouterr().err == f"{IN_USE.format(file=file)}\n"
    assert host.cli.main(["privacy", "--as", str(BEN.id)]) == 0
    assert '"name": "Ben"' in capsys.readouterr().out
    assert main("forget", BEN.id) == 0
    assert main("forget", BEN.id) == main("privacy", BEN.id) == 1
    assert ask(file, "SELECT count(*) FROM users WHERE id = ?", BEN.id) == 0
    monkeypatch.setenv("DATABASE", "elsewhere.sqlite")
    assert main("forget", ADA.id) == main("privacy", ADA.id) == 2
    settings.chmod(0o644)
    assert host.cli.main(["list"]) == 2
    assert "chmod 600 .env" in capsys.readouterr().err
    assert not Path("elsewhere.sqlite").exists()
