"""Every table is read, checked and replayed; exactly what was damaged is reported."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from engine import GAMES
from engine.kernel.journal import Entry, next_hash
from host.database import schema
from host.database.schema import SCHEMA
from host.seals import seal
from host.validation import Finding, validate
from testing.health import (
    AGREED,
    CLOSED,
    FINISHED,
    GAME,
    LOBBY,
    PLAYING,
    ask,
    build,
    spoil,
    version_in,
)
from testing.hosting import open_playing, play_out

SEALED = ("round", "events", "at")
TABLES = (FINISHED, AGREED, PLAYING, LOBBY, CLOSED)


def test_whole_tables_of_every_phase_give_no_finding(file) -> None:
    progress = []
    found = validate(build(file), lambda *counts: progress.append(counts))
    assert found.findings == []
    assert found.tables == len(TABLES)
    assert progress == [(done, len(TABLES)) for done in range(1, len(TABLES) + 1)]


def test_the_tables_to_check_were_really_played(file) -> None:
    build(file)
    assert version_in(file, FINISHED) > version_in(file, PLAYING) > 40
    assert version_in(file, AGREED) > 10
    assert version_in(file, LOBBY) == version_in(file, CLOSED) == 0


@pytest.mark.asyncio
async def test_tables_are_checked_while_the_host_has_them_open(host, file) -> None:
    table = await open_playing(host, GAME, 2, 1)
    await play_out(host, table.id, Random(3), 20)
    found = validate(file)
    assert (found.tables, found.findings) == (1, [])
    await play_out(host, table.id, Random(4))


@pytest.mark.asyncio
async def test_the_look_does_not_move_while_the_host_plays_on(host, file) -> None:
    ids = [(await open_playing(host, GAME, 2, channel=n, seed=n)).id for n in (1, 2, 3)]
    await play_out(host, ids[0], Random(5), 10)

    def meddle(done: int, total: int) -> None:
        if done == 1:
            spoil(file, "UPDATE journal SET code = 'done'")
            spoil(file, "DELETE FROM tables WHERE id = ?", ids[1])

    assert validate(file, meddle).findings == []
    assert validate(file).faults


# What was spoilt is named, and nothing else


def _code(file: Path) -> None:
    spoil(file, "UPDATE journal SET code = 'done' WHERE table_id = ? AND number = 3", PLAYING)


def _row_lost(file: Path) -> None:
    spoil(file, "DELETE FROM journal WHERE table_id = ? AND number = 7", PLAYING)


def _last_row_lost(file: Path) -> None:
    last = version_in(file, PLAYING)
    spoil(file, "DELETE FROM journal WHERE table_id = ? AND number = ?", PLAYING, last)


def _moves(file: Path) -> None:
    spoil(file, "UPDATE seats SET moves = moves + 1 WHERE table_id = ? AND seat = 1", PLAYING)


def _events(file: Path) -> None:
    statement = "UPDATE journal SET events = '[]' WHERE table_id = ? AND number = 5"
    spoil(file, statement, PLAYING)


def _key(file: Path) -> None:
    spoil(file, "UPDATE tables SET key = randomblob(32) WHERE id = ?", PLAYING)


def _key_and_its_hash(file: Path) -> None:
    """Caught by the chain, which covers the hash that was published."""
    key = bytes(32)
    digest = hashlib.sha256(key).hexdigest()
    spoil(file, "UPDATE tables SET key = ?, commitment = ? WHERE id = ?", key, digest, PLAYING)


def _options(file: Path) -> None:
    spoil(file, "UPDATE tables SET options = '{' WHERE id = ?", PLAYING)


def _text(file: Path) -> None:
    spoil(file, "UPDATE journal SET code = CAST(x'ff' AS TEXT) WHERE table_id = ?", PLAYING)


def _state(file: Path) -> None:
    spoil(file, "UPDATE tables SET state = x'7b7d' WHERE id = ?", PLAYING)


def _state_of_another_version(file: Path) -> None:
    _store_state(file, b"{}")


def _earlier_state(file: Path) -> None:
    """A whole state with its hash, but not the one the journal leads to."""
    other = ask(file, "SELECT state FROM tables WHERE id = ?", AGREED)
    _store_state(file, other)


def _store_state(file: Path, state: bytes) -> None:
    digest = hashlib.sha256(state).hexdigest()
    statement = "UPDATE tables SET state = ?, digest = ? WHERE id = ?"
    spoil(file, statement, state, digest, PLAYING)


def _well_sealed_events(file: Path) -> None:
    """Whoever changes a row and its seal alike is found by playing it again."""
    _events(file)
    statement = "SELECT hash, round, events, at FROM journal WHERE table_id = ? AND number = 5"
    with closing(sqlite3.connect(file)) as connection:
        row = connection.execute(statement, (PLAYING,)).fetchone()
    change = "UPDATE journal SET seal = ? WHERE table_id = ? AND number = 5"
    spoil(file, change, seal(*row), PLAYING)


def _seat(file: Path) -> None:
    spoil(file, "UPDATE seats SET user = 5 WHERE table_id = ? AND seat = 1", PLAYING)


def _illegal_row_well_hashed(file: Path) -> None:
    """An action that was never legal, with every hash after it made anew."""
    statement = "SELECT {} FROM journal WHERE table_id = ? AND number = ?"
    chain = ask(file, statement.format("hash"), PLAYING, 3)
    for number in range(4, version_in(file, PLAYING) + 1):
        seat = ask(file, statement.format("seat"), PLAYING, number)
        text = "mine 9" if number == 4 else ask(file, statement.format("code"), PLAYING, number)
        chain = next_hash(chain, Entry(seat, text))
        sealed = [ask(file, statement.format(part), PLAYING, number) for part in SEALED]
        change = "UPDATE journal SET code = ?, hash = ?, seal = ? WHERE table_id = ? AND number = ?"
        spoil(file, change, text, chain, seal(chain, *sealed), PLAYING, number)
    spoil(file, "UPDATE tables SET chain = ? WHERE id = ?", chain, PLAYING)


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (_code, "row 3 of its journal is missing or altered"),
        (_row_lost, "row 7 of its journal is missing or altered"),
        (_last_row_lost, "the end of its journal is missing or altered"),
        (_moves, "its seats contradict its journal"),
        (_events, "row 5 of its journal was changed"),
        (_well_sealed_events, "its replay differs from row 5 on"),
        (_seat, "seat 2 was changed"),
        (_key, "its key doesn't match the published hash"),
        (_key_and_its_hash, "row 1 of its journal is missing or altered"),
        (_options, "its saved data can't be read (JSONDecodeError)"),
        (_text, "its saved data can't be read (OperationalError)"),
        (_state, "its saved state is damaged; it can be rebuilt from the journal"),
        (_state_of_another_version, "this version can't read its saved state"),
        (_earlier_state, "its replay ends in a different position"),
        (_illegal_row_well_hashed, "its replay stops at row 4: the move is no longer legal"),
    ],
)
def test_a_spoilt_table_is_named_with_what_differs(spoilt, said, file) -> None:
    spoilt(build(file))
    (finding,) = validate(file).findings
    assert (finding.table, finding.what, finding.is_fault) == (PLAYING, said, True)
    assert finding.game in (GAME, "unknown game")


def test_a_game_that_is_unknown_here_is_named(file) -> None:
    spoil(build(file), "UPDATE tables SET game = 'chess' WHERE id = ?", LOBBY)
    expected = Finding(LOBBY, "unknown game", "its game is unknown here: chess")
    assert validate(file).findings == [expected]


def test_a_table_that_was_set_aside_is_named(file) -> None:
    spoil(build(file), "UPDATE tables SET phase = 'aside', ending = 'torn' WHERE id = ?", PLAYING)
    assert validate(file).findings == [Finding(PLAYING, GAME, "closed as damaged: torn")]


def test_a_lobby_with_a_journal_is_named(file) -> None:
    build(file)
    spoil(file, "INSERT INTO journal VALUES (?, 1, 1, 0, 'done', '[]', '', 0, '', 0)", LOBBY)
    (finding,) = validate(file).findings
    assert finding == Finding(LOBBY, GAME, "it has a journal, but the game never started")


def test_rows_of_no_table_are_named(file) -> None:
    spoil(build(file), "INSERT INTO journal VALUES (77, 1, 1, 0, 'done', '[]', '', 0, '', 0)")
    spoil(file, "INSERT INTO seats (table_id, seat) VALUES (77, 0), (77, 1)")
    assert validate(file).findings == [
        Finding(77, "", "does not exist, but has 2 rows in seats"),
        Finding(77, "", "does not exist, but has 1 row in journal"),
    ]


def test_an_index_that_lies_is_found(file) -> None:
    build(file)
    root = ask(file, "SELECT rootpage FROM sqlite_master WHERE name = 'outbox_of_table'")
    size = ask(file, "PRAGMA page_size")
    with file.open("r+b") as handle:  # the index as if it had no entries
        handle.seek((root - 1) * size + 3)
        handle.write(b"\0\0")
    findings = validate(file).faults
    assert {finding.table for finding in findings} == {None}
    assert any("missing from index outbox_of_table" in finding.what for finding in findings)
    assert not [finding for finding in findings if "\n" in finding.what or "***" in finding.what]


def test_no_card_and_no_key_is_ever_told(file) -> None:
    for spoilt in (_state_of_another_version, _illegal_row_well_hashed, _key):
        spoilt(build(file))
        key = ask(file, "SELECT key FROM tables WHERE id = ?", PLAYING)
        for finding in validate(file).findings:
            assert key.hex() not in finding.what
            assert "mine 9" not in finding.what


# Rules that have changed


def _refuse(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Rules by which this action has become illegal."""
    game = type(GAMES[GAME])
    before = game.refusal

    def refusal(self, state, seat, action):
        text = " ".join(map(str, action))
        return "Not any more." if text == code else before(self, state, seat, action)

    monkeypatch.setattr(game, "refusal", refusal)


def _first_row_of(file: Path, table_id: int, code: str) -> int:
    statement = "SELECT min(number) FROM journal WHERE table_id = ? AND code = ?"
    return ask(file, statement, table_id, code)


def test_tables_of_rules_that_are_not_known_are_named_and_one_that_is_played_is_a_fault(
    file, monkeypatch
) -> None:
    build(file)
    rules = GAMES[GAME].rules
    monkeypatch.setattr(type(GAMES[GAME]), "rules", rules + 1)
    monkeypatch.setattr(type(GAMES[GAME]), "cards_since", rules + 1)
    found = validate(file)
    rests = f"would be put on hold: this version doesn't know its rules ({rules})"
    assert found.faults == [Finding(PLAYING, GAME, rests)]
    assert [finding for finding in found.findings if not finding.is_fault] == [
        Finding(
            table,
            GAME,
            f"can't be replayed: this version doesn't know its rules ({rules})",
            is_fault=False,
        )
        for table in (FINISHED, AGREED)
    ]


def test_a_change_without_a_new_number_of_rules_is_a_fault_everywhere(file, monkeypatch) -> None:
    build(file)
    code = ask(file, "SELECT code FROM journal WHERE table_id = ? AND number = 5", FINISHED)
    _refuse(monkeypatch, code)
    row = _first_row_of(file, FINISHED, code)
    found = {finding.table: finding for finding in validate(file).faults}
    assert found[FINISHED].what == f"its replay stops at row {row}: the move is no longer legal"


def test_rules_that_break_on_an_old_table_do_not_end_the_check(file, monkeypatch) -> None:
    build(file)

    def setup(self, *args):
        raise KeyError("a card that is no more")

    monkeypatch.setattr(type(GAMES[GAME]), "setup", setup)
    found = validate(file)
    assert found.tables == len(TABLES)
    assert [finding.what for finding in found.faults] == [
        "its replay differs from row 0: KeyError"
    ] * 3


# A schema that is to change


def _next_schema(monkeypatch: pytest.MonkeyPatch, folder: Path, statements: str) -> None:
    number = schema.NEWEST + 1
    step = folder / f"{number}.sql"
    step.write_text(statements)
    monkeypatch.setitem(SCHEMA, number, step)
    monkeypatch.setattr(schema, "NEWEST", number)


def test_an_older_file_is_checked_as_it_will_be_and_stays_as_it_is(
    file, tmp_path, monkeypatch
) -> None:
    before = build(file).read_bytes()
    _next_schema(monkeypatch, tmp_path, "DELETE FROM journal WHERE number = 3;")
    said = {finding.what for finding in validate(file).faults}
    assert said == {"row 3 of its journal is missing or altered"}
    assert file.read_bytes() == before
    assert not [each for each in tmp_path.iterdir() if each.is_dir()]
