"""The use cases from a shell, as a person types them."""

import re
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from host.cli import COMMANDS, main, person
from host.database.sqlite import SqliteConnection
from host.lock import IN_USE
from host.records import Phase
from host.store import Store
from testing.health import (
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


@pytest.fixture
def typed(file: Path, capsys: pytest.CaptureFixture[str]):
    """Type a command; its exit code and what was printed on either stream."""

    def run(line: str) -> tuple[int, str]:
        code = main(["--database", str(file), *shlex.split(line)])
        out, err = capsys.readouterr()
        assert code or not err
        assert err.count("\n") <= 1
        return code, out + err

    return run


EVENING = [
    ("games", 0, GAME),
    (f"open {GAME} --as ada --channel 5", 0, "lobby: ada"),
    (f"open {GAME} --as eve --channel 5", 1, "The channel already has a table"),
    (f"open {GAME} --as eve", 0, "table 2"),
    ("close 2 --as eve", 0, "closed (eve closed it.): eve"),
    ("join 1 --as ben", 0, "lobby: ada, ben"),
    ("join 1 --as ben", 1, "You're already at this table."),
    ("autopilot 1 --as ada", 0, "lobby: ada, ben, Autopilot"),
    ("autopilot 1 --as ada --remove", 0, "lobby: ada, ben\n"),
    ("autopilot 1 --as ada", 0, "lobby: ada, ben, Autopilot"),
    ("join 1 --as cleo", 0, "lobby: ada, ben, Autopilot, cleo"),
    ("leave 1 --as cleo", 0, "lobby: ada, ben, Autopilot\n"),
    ("options 1 --as ada --option learning=1", 0, "lobby"),
    ("show 1", 0, "'learning': 1"),
    ("options 1 --as ada --option learning=many", 1, "The option “learning”"),
    ("options 1 --as ada --option learning=0", 0, "lobby"),
    ("start 1 --as ben", 1, "Only ada can do that: they opened this table."),
    ("start 1 --as ada", 0, "playing: ada, ben, Autopilot"),
    ("list", 0, "table 1"),
    ("list --as ada", 0, "playing"),
    ("export 1", 1, "You can export a game once it is over"),
    ("verify 1", 1, "When the game is over"),
    ("outbox", 0, "board  to channel 5"),
    ("act 1 'fly 7' --as ada", 1, "fly"),
    ("undo 1 --as zoe", 1, "You're not playing at this table"),
    ("end 1 --as ben", 0, "playing"),
    ("hand-over 1 --as ben", 0, "playing"),
    ("take-back 1 --as ben", 0, "playing"),
    ("take-back 1 --as ben", 1, "You're already playing this seat."),
    ("queue 1 --as ben", 0, "Planned: nothing."),
    ("hand-over 1 --as ben", 0, "playing"),
    ("hand-over 1 --as ada", 0, "over (finished)"),
    ("log 1 --as ada", 0, "The game is over."),
    ("verify 1", 0, "Verified"),
    ("export 1", 0, "factory journal 1"),
    ("rematch 1 --as ben", 0, "table 3      Fantastic Factories    lobby: ben, Autopilot"),
    ("privacy --as ben", 0, '"name": "ben"'),
    ("forget --as ben", 0, "Deleted."),
    ("forget --as ben", 1, "Nothing is stored about this person."),
    ("list", 0, "over (finished): ada, A former player, Autopilot"),
    ("show 99", 1, "This table no longer exists"),
]


def test_an_evening_at_the_shell(typed) -> None:
    for line, code, said in EVENING:
        found, text = typed(line)
        assert found == code, f"{line}: {text}"
        assert said in text, f"{line}: {text}"
    missing = set(COMMANDS) - {line.split()[0] for line, _, _ in EVENING}
    assert not missing


def offered(text: str) -> list[str]:
    """The codes that `show` lists behind the status."""
    return [
        found[1]
        for found in re.finditer(r"^  (\S+(?: \S+)*)  +\S", text.rpartition("\n\n")[2], re.M)
    ]


def test_what_show_offers_can_be_acted_and_the_table_plays_on_by_itself(typed, file) -> None:
    for line in (f"open {GAME} --as ada", "autopilot 1 --as ada", "start 1 --as ada"):
        typed(line)
    for _ in range(12):
        before = version_in(file, 1)
        code = offered(typed("show 1 --as ada")[1])[0]
        done, text = typed(f"act 1 '{code}' --as ada")
        assert done == 0, text
        assert version_in(file, 1) > before
    seats = "SELECT count(*) FROM journal WHERE table_id = 1 AND seat = ?"
    assert ask(file, seats, 0) == 12
    assert ask(file, seats, 1) > 0


def deal_for_two(typed) -> list[str]:
    """Their names, the one who begins first."""
    for line in (f"open {GAME} --as ada", "join 1 --as ben", "start 1 --as ada"):
        typed(line)
    return sorted(("ada", "ben"), key=lambda name: not offered(typed(f"show 1 --as {name}")[1]))


def test_codes_are_played_one_by_one_until_one_is_refused(typed, file) -> None:
    first, second = deal_for_two(typed)
    code = offered(typed(f"show 1 --as {first}")[1])[0]
    done, text = typed(f"act 1 '{code}' 'fly 7' done --as {first}")
    assert done == 1
    assert "fly" in text
    assert ask(file, "SELECT group_concat(code) FROM journal") == code
    assert offered(typed(f"show 1 --as {second}")[1])


def test_the_public_sees_neither_a_hand_nor_codes(typed) -> None:
    first, _ = deal_for_two(typed)
    _, own = typed(f"show 1 --as {first}")
    _, public = typed("show 1")
    assert "Your hand" in own
    assert "Your hand" not in public
    assert offered(own)
    assert not offered(public)
    assert typed("show 1 --as zoe") == (0, public)


def test_a_queued_decision_is_played_by_the_time_the_command_returns(typed, file) -> None:
    first, second = deal_for_two(typed)
    codes = offered(typed(f"show 1 --as {first}")[1])
    assert typed(f"queue 1 '{codes[1]}' '{codes[2]}' --as {second}")[0] == 0
    assert version_in(file, 1) == 0
    done, text = typed(f"act 1 '{codes[0]}' --as {first}")
    assert done == 0, text
    assert version_in(file, 1) == 2
    assert ask(file, "SELECT code FROM journal WHERE number = 2") == codes[1]


def leave_to_autopilots(file: Path, table_id: int) -> None:
    with closing(sqlite3.connect(file, factory=SqliteConnection)) as connection, connection:
        connection.execute("UPDATE seats SET is_autopilot = 1 WHERE table_id = ?", (table_id,))
        Store(connection, 0).seal_seats(table_id)


def test_tables_that_play_by_themselves_have_done_so_after_any_command(typed, file) -> None:
    for line, code in (("games", 0), ("show 99", 1)):
        leave_to_autopilots(build(file), PLAYING)
        assert typed(line)[0] == code
        assert ask(file, "SELECT phase FROM tables WHERE id = ?", PLAYING) == Phase.OVER


def test_a_person_is_the_same_by_name_in_every_call() -> None:
    assert person("ada") == person("ada") != person("ben")
    assert person("ada").id > 0


def test_a_second_process_is_refused_with_one_sentence(file) -> None:
    build(file)
    with held_by_another_process(file):
        done = subprocess.run(
            [sys.executable, "-m", "host", "--database", str(file), "list"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=300,
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == IN_USE.format(file=file) + "\n"


def test_a_database_that_cannot_be_made_is_one_sentence(tmp_path, capsys) -> None:
    (tmp_path / "file").touch()
    assert main(["--database", str(tmp_path / "file" / "tables.sqlite"), "list"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_damaged_table_is_told_in_one_sentence_and_set_aside(typed, file) -> None:
    spoil(
        build(file), "UPDATE journal SET code = 'done' WHERE table_id = ? AND number = 3", PLAYING
    )
    code, said = typed(f"show {PLAYING} --as Ada")
    assert code == 1
    assert "saved data is damaged" in said
    assert ask(file, "SELECT phase FROM tables WHERE id = ?", PLAYING) == Phase.QUARANTINED
    assert typed(f"verify {FINISHED}")[0] == 0
    assert typed(f"show {LOBBY}")[0] == 0


def test_a_table_that_cannot_be_read_does_not_hide_the_others(typed, file) -> None:
    spoil(build(file), "UPDATE tables SET options = '{' WHERE id = ?", PLAYING)
    code, text = typed("list")
    assert code == 0
    assert [line.split()[1] for line in text.splitlines()] == ["1", "2", "3", "4", "5"]
    assert "saved data is damaged" in text.splitlines()[PLAYING - 1]
