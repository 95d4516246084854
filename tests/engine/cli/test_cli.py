"""The command line, run as a person runs it."""

import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.cli import main

ROOT = Path(__file__).parents[3]
STORED = "tests/replays/fantastic_factories/2_at_random.journal"
SCENARIO = """
game = "fantastic_factories"
seats = 2
[start]
phase = "work"
[[start.player]]
metal = 0
dice = [5]
[[start.player]]
dice = [1]
[[play]]
seat = 0
code = "mine 5"
[[expect]]
seat = 0
"""


class Said(NamedTuple):
    code: int
    out: str
    err: str


def in_a_process(*words: str) -> Said:
    command = [sys.executable, "-m", "engine", *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300)
    return Said(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def run(capsys, monkeypatch) -> Callable[..., Said]:
    """Runs a command in this process, which is much faster."""

    def inside(*words: str, typed: str = "") -> Said:
        monkeypatch.chdir(ROOT)
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(words)
        return Said(code, *capsys.readouterr())

    return inside


@pytest.fixture
def scenario(tmp_path: Path) -> Callable[[str], Path]:
    def write(ending: str) -> Path:
        file = tmp_path / "each.toml"
        file.write_text(SCENARIO + ending)
        return file

    return write


def test_a_scenario_that_holds_prints_ok_and_exits_with_zero(scenario, capsys) -> None:
    file = scenario("metal = 1\n")
    assert main(["scenario", str(file)]) == 0
    assert capsys.readouterr().out == f"ok {file}\n"


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ("metal = 2\n", "seat 0 metal (wanted 2, got 1)"),
        ("mettle = 2\n", "unknown key “expect 1.mettle”"),
        ('not_legal = ["use robott"]\n', "unknown word “robott”"),
        ('not_legal = ["use  robot"]\n', "as “use robot”"),
        ('legal = ["mine 5"]\n', "seat 0 “mine 5” (wanted legal, got not offered)"),
        ('[[play]]\nseat = 1\ncode = "mine 1"\n', "got refused: Mine takes dice from 4 to 6."),
        ('[[play]]\nseat = 1\ncode = "done"\nillegal = true\n', "(wanted refused, got legal)"),
        ("[table]\nround = 9\n", "table round (wanted 9, got 1)"),
        ("[[expect]]\nseat = 7\n", "there is no seat 7"),
        ("[start.machine]\ngoods = 1\n", "The Machine plays only against a single seat"),
        ("[", "is not TOML"),
    ],
)
def test_a_scenario_that_fails_says_what_differs(ending, said, scenario, capsys) -> None:
    file = scenario(ending)
    assert main(["scenario", str(file)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"FAIL {file}: ")
    assert said in out
    assert out.count("\n") == 1


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ('hand = ["foundry", "foundry", "foundry"]', "“foundry” is used more often"),
        ('hand = ["fondry"]', "there is no blueprint “fondry”"),
        ("dice = [7]", "start.player.0.dice.0"),
    ],
)
def test_a_scenario_with_a_wrong_start_names_it(start, said, tmp_path, capsys) -> None:
    file = tmp_path / "each.toml"
    file.write_text(
        f'game = "fantastic_factories"\nseats = 2\n[start]\n[[start.player]]\n{start}\n'
    )
    assert main(["scenario", str(file)]) == 1
    assert said in capsys.readouterr().out


def test_one_failing_file_among_good_ones_fails_the_run(scenario, tmp_path, capsys) -> None:
    good = scenario("metal = 1\n")
    assert main(["scenario", str(good), str(tmp_path / "missing.toml"), str(good)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["ok", "FAIL", "ok"]


def test_a_whole_game_is_played_saved_verified_and_shown(run, tmp_path: Path) -> None:
    file = tmp_path / "game.journal"
    words = ["play", "fantastic_factories", "--autopilot", "0,1", "--key", "c0ffee"]
    played = in_a_process(*words, "--save", str(file))
    assert played.code == 0, played.err
    assert "wins" in played.out
    verified = run("verify", str(file))
    assert verified.code == 0
    assert verified.out.startswith("Verified: ")
    shown = run("show", str(file), "--at", "30", "--seat", "1", "--log", "--codes")
    assert shown.code == 0
    assert "Your hand" in shown.out
    public = run("show", str(file), "--at", "30")
    assert "Your hand" not in public.out


def test_a_journal_that_was_changed_is_not_verified(run, tmp_path: Path) -> None:
    stored = next((ROOT / "tests/replays").rglob("2_at_random.journal")).read_text()
    head, _, body = stored.partition("\n\n")
    lines = body.splitlines()
    file = tmp_path / "changed.journal"
    file.write_text(head + "\n\n" + "\n".join(lines[:-1]) + "\n")
    changed = run("verify", str(file))
    assert changed.code == 1
    assert changed.out.startswith("NOT VERIFIED: The hash chain is broken")


def test_bad_input_in_the_terminal_gets_one_sentence_and_the_game_goes_on(run) -> None:
    typed = "foo\nmine 5\ntake nothing\n999\nrules\ncard nobody\nseat 7\n"
    typed += f"{'9' * 5000}\nsave /nowhere/at/all\nundo 3\nquit\n"
    words = ["play", "fantastic_factories", "--seats", "1", "--key", "01"]
    played = run(*words, typed=typed)
    assert played.code == 0, played.err
    for sentence in (
        "There's no action called “foo” in this game.",
        "You can only “mine” in the work phase; this is the market phase.",
        "I don't know “nothing” in this game.",
        "Choose a number from 1 to ",
        "I don't know a card called “nobody”.",
        "Only seat 0 can act now.",
        "Can't write /nowhere/at/all",
        "Type “undo” on its own",
        "THE IDEA\nYou run a factory.",
        "You left the game.",
    ):
        assert sentence in played.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "fantastic_factories", "--seats", "9"], "is for 1 to 5 players, not 9."),
        (["simulate", "fantastic_factories", "--policy", "luck"], "Unknown policy “luck”"),
        (["play", "fantastic_factories", "--option", "learning=x"], "The option “learning”"),
        (["play", "fantastic_factories", "--option", "speed=1"], "The option “speed”"),
        (["play", "fantastic_factories", "--key", "zz"], "--key takes hexadecimal digits"),
        (["play", "fantastic_factories", "--autopilot", "7"], "--autopilot takes seats from 0"),
        (["simulate", "fantastic_factories", "--games", "0"], "--games must be 1 or more"),
        (["show", "nowhere.journal"], "nowhere.journal"),
        (["show", STORED, "--seat", "9"], "There is no seat 9 at this table."),
        (["show", STORED, "--seat", "-1"], "There is no seat -1 at this table."),
        (["show", STORED, "--at", "-1"], "--at must be 0 or more."),
        (["show", STORED, "--at", "3", "--codes"], "--codes needs --seat"),
    ],
)
def test_wrong_words_on_the_command_line_get_one_sentence(words, said, capsys, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1


def test_a_simulation_summarizes_lengths_scores_and_cards(run) -> None:
    words = ["simulate", "fantastic_factories", "--seats", "2", "--games", "42", "--jobs", "2"]
    simulated = run(*words, "--policy", "random")
    assert simulated.code == 0, simulated.err
    lines = simulated.out.splitlines()
    assert lines[0] == "42 games, 2 seats"
    assert lines[1].startswith("rounds mean")
    shares = [float(share) for share in re.findall(r"won ([\d.]+)%", simulated.out)]
    assert 99.5 < sum(shares) < 120  # shared victories count for both
    assert any(line.startswith("harvester") for line in lines)
    assert "42/42 games" in simulated.err


def test_the_balance_is_a_table_for_every_number_of_players(run) -> None:
    balance = run("balance", "factory_frenzy", "--games", "4", "--jobs", "1")
    assert balance.code == 0, balance.err
    lengths, recipes = balance.out.split("\n\n")
    head, _, *rows = lengths.splitlines()
    shares_of = "win share by seat, first player first | as seated"
    assert head == f"| seats | turns, median | p90 | {shares_of} | score, mean | of winners |"
    assert [row.split()[1] for row in rows] == ["2", "3", "4"]
    shares = [[float(part) for part in row.split("|")[4].split()] for row in rows]
    assert [len(each) for each in shares] == [2, 3, 4]
    assert all(0.99 < sum(each) < 1.5 for each in shares)  # shared victories count for both
    assert 2 < len(recipes.splitlines()) <= 14
    assert "| 2 seats | 3 seats | 4 seats |" in recipes


def test_tab_completes_a_code_in_a_real_terminal() -> None:
    pytest.importorskip("readline")
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        words = ["play", "fantastic_factories", "--seats", "1", "--key", "01"]
        os.execv(sys.executable, [sys.executable, "-m", "engine", *words])
    seen = read_until(terminal, "Red> ")
    code = re.findall(r"\[(take \w+)\]", seen)[0]
    os.write(terminal, code[:-3].encode() + b"\t\n")
    assert f"Red {code.split()[0]}s " in read_until(terminal, "work: Red is still working")
    os.write(terminal, b"quit\n")
    read_until(terminal, "You left the game")
    assert os.waitpid(child, 0)[1] == 0


def read_until(terminal: int, wanted: str) -> str:
    seen = ""
    end = time.monotonic() + 300
    while wanted not in seen:
        ready = select.select([terminal], [], [], max(0.0, end - time.monotonic()))[0]
        assert ready, f"{wanted!r} never came; this did: {seen}"
        seen += os.read(terminal, 65536).decode()
    return seen


def test_what_was_played_is_saved_even_when_it_cannot_go_on(run, tmp_path: Path) -> None:
    file = tmp_path / "half.journal"
    words = ["play", "fantastic_factories", "--seats", "1", "--key", "01", "--save", str(file)]
    assert run(*words, typed="1\n").code == 0
    verified = run("verify", str(file))
    assert verified.out.startswith("Verified: 1 actions")


def test_every_command_of_the_readme_runs(run) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^python -m engine (.*?)(?:\s+#.*)?$", text, re.MULTILINE)
    assert len(commands) >= 7
    for command in commands:
        words = re.sub(r"--games \d+", "--games 4", command.replace("FILE", STORED)).split()
        files = [str(file) for word in words for file in sorted(ROOT.glob(word)) if "*" in word]
        words = [word for word in words if "*" not in word] + files[:5]
        done = run(*words, typed="quit\n")
        assert done.code == 0, (command, done.err)
