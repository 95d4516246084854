"""The settings of the bot: where they are read from, and how wrong ones are refused."""

import os
import sys
from pathlib import Path

import pytest

import bot
from cogs.environment import LEVELS, read, unwritable
from host.database.locations import location_of
from host.env_file import InvalidSettings
from host.errors import CannotOpen

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE." + "f" * 38


@pytest.fixture
def file(tmp_path):
    return tmp_path / ".env"


def write(file, text, mode=0o600):
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    file.chmod(mode)


def refusal(work, kind=InvalidSettings):
    with pytest.raises(kind) as found:
        work()
    said = str(found.value)
    assert said.count("\n") == 0 and said.endswith(".")
    return said


def test_without_any_setting_the_tables_are_kept_in_storage(file):
    found = read(file, {})
    assert found.database == location_of("storage/tables.sqlite")
    assert found.backups == Path("storage/backups")
    assert found.level == "INFO"


def test_the_file_is_read_line_by_line(file):
    write(file, f"# a comment\n\nexport DISCORD_TOKEN = '{TOKEN}'\nLOG_LEVEL=debug\n#DATABASE=no\n")
    found = read(file, {})
    assert (found.token, found.level) == (TOKEN, "DEBUG")
    assert found.database == location_of("storage/tables.sqlite")


def test_the_environment_wins_over_the_file(file):
    write(file, "DATABASE=a/one.sqlite\nLOG_LEVEL=ERROR\n")
    found = read(file, {"DATABASE": "b/two.sqlite"})
    assert (found.database, found.level) == (location_of("b/two.sqlite"), "ERROR")


def test_an_empty_setting_of_the_environment_does_not_hide_the_file(file):
    write(file, f"DISCORD_TOKEN={TOKEN}\n")
    assert read(file, {"DISCORD_TOKEN": " "}).token == TOKEN


def test_backups_lie_beside_the_database_unless_set(file):
    assert read(file, {"DATABASE": "a/b.sqlite"}).backups == Path("a/backups")
    assert read(file, {"DATABASE": "a/b.sqlite", "BACKUPS": "c"}).backups == Path("c")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o644])
def test_a_file_that_others_can_open_is_refused(file, mode):
    write(file, f"DISCORD_TOKEN={TOKEN}\n", mode)
    said = refusal(lambda: read(file, {}))
    assert "chmod 600" in said and TOKEN not in said


@pytest.mark.parametrize("text", [b"\xff\xfe\x00", None])
def test_a_file_that_is_no_text_is_refused(file, text):
    if text is None:
        file.mkdir(mode=0o700)
    else:
        write(file, text)
    assert str(file) in refusal(lambda: read(file, {}))


def test_a_level_that_is_none_is_refused_with_those_there_are(file):
    said = refusal(lambda: read(file, {"LOG_LEVEL": "loud"}))
    assert all(level in said for level in LEVELS)


def test_emojis_are_uploaded_unless_somebody_says_no(file):
    assert read(file, {}).has_emojis and read(file, {"EMOJIS": "Yes"}).has_emojis
    assert not read(file, {"EMOJIS": "no"}).has_emojis
    assert "EMOJIS" in refusal(lambda: read(file, {"EMOJIS": "some"}))


def test_the_number_of_shards_is_discords_unless_it_is_set(file):
    assert read(file, {}).shards is None and read(file, {"SHARDS": "16"}).shards == 16
    for wrong in ("0", "-1", "two", "1.5", "²", "1000000"):
        assert "SHARDS" in refusal(lambda wrong=wrong: read(file, {"SHARDS": wrong}))


def test_the_log_is_text_unless_json_is_asked_for(file):
    assert not read(file, {}).is_json and read(file, {"LOG_FORMAT": "JSON"}).is_json
    assert "text or json" in refusal(lambda: read(file, {"LOG_FORMAT": "xml"}))


def test_the_page_of_numbers_is_off_unless_it_has_an_address(file):
    assert read(file, {}).metrics is None
    assert read(file, {"METRICS": "127.0.0.1:9464"}).metrics == ("127.0.0.1", 9464)
    assert read(file, {"METRICS": "[::1]:9464"}).metrics == ("::1", 9464)
    for wrong in ("9464", ":9464", "127.0.0.1", "127.0.0.1:http", "127.0.0.1:99999"):
        assert "127.0.0.1:9464" in refusal(lambda wrong=wrong: read(file, {"METRICS": wrong}))


def test_a_proxy_for_discord_is_an_address(file):
    assert read(file, {"DISCORD_API": "http://127.0.0.1:8080/"}).api == "http://127.0.0.1:8080"
    assert "DISCORD_API" in refusal(lambda: read(file, {"DISCORD_API": "127.0.0.1:8080"}))


def test_a_database_on_a_server_is_named_by_its_address(file):
    found = read(file, {"DATABASE": "postgresql://ada:secret@example.org/tables"})
    assert str(found.database) == "postgresql://example.org/tables" and "secret" not in repr(found)
    assert found.backups == Path("storage/backups")


def test_without_its_library_a_database_on_a_server_is_refused(file, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "host.database.postgres_server", None)
    said = refusal(lambda: read(file, {"DATABASE": "postgresql://example.org/tables"}), CannotOpen)
    assert "make .venv/postgres" in said
    with pytest.raises(SystemExit):
        bot.main(["--database", "postgresql://example.org/tables", "health"])
    assert "make .venv/postgres" in capsys.readouterr().err


@pytest.mark.parametrize("token", ["", "   "])
def test_a_missing_token_is_told(file, token):
    said = refusal(lambda: read(file, {"DISCORD_TOKEN": token}).checked_token)
    assert ".env.example" in said


@pytest.mark.parametrize(
    "token", ["abc", "Bot " + TOKEN, TOKEN[:-20], "client-secret" * 4, f"{TOKEN}é"]
)
def test_a_malformed_token_is_told_without_showing_it(file, token):
    said = refusal(lambda: read(file, {"DISCORD_TOKEN": token}).checked_token)
    assert token not in said and "developer portal" in said


def test_a_good_token_passes_and_is_never_shown(file):
    found = read(file, {"DISCORD_TOKEN": f" {TOKEN}\n"})
    assert found.checked_token == TOKEN
    assert TOKEN not in repr(found)


def test_a_folder_is_made_for_its_owner_only(tmp_path):
    folder = tmp_path / "a" / "b"
    assert unwritable(folder, "DATABASE") is None
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "taken").write_text("")
    assert "BACKUPS" in str(unwritable(tmp_path / "taken" / "inside", "BACKUPS"))


def test_a_folder_that_cannot_be_written_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda place, _: place != tmp_path)  # root may write anywhere
    assert "Can't write to" in str(unwritable(tmp_path, "DATABASE"))


def test_the_example_sets_everything_that_is_read_and_explains_it(file):
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    names = [line.partition("=")[0] for line in text.splitlines() if "=" in line and line[0] != "#"]
    assert names == [
        *("DISCORD_TOKEN", "DATABASE", "BACKUPS", "BACKUP_HOOK"),
        *("LOG_LEVEL", "LOG_FORMAT", "METRICS", "EMOJIS", "SHARDS", "DISCORD_API"),
    ]
    for name in names:
        assert text.split(f"\n{name}=")[0].splitlines()[-1].startswith("#")
    write(file, text)
    assert read(file, {}) == read(file.with_name("none"), {})
