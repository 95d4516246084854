"""A proof says what it did not do, what broke, and which mutants it did not catch."""

import subprocess
import sys
from contextlib import nullcontext

import pytest

from proof import summary
from proof.kept import OF_ONE, ROOT, Another, Kept, code_digest, keep, read_json
from proof.proof import Mutant, Outcome, Proof, carry_out
from proof.proofs import PROOFS
from proof.trial import Trial


def a_proof(work, small=None, **mutants):
    return Proof("tried", "it is so", work, {"things": 3}, small or {"things": 3}, mutants)


async def does_all(trial):
    while trial.goes_on("things"):
        trial.did("things")


async def does_little(trial):
    trial.did("things")


async def finds(trial):
    await does_all(trial)
    trial.fault("two and two is five")


async def breaks(trial):
    trial.did("things", 2)
    raise KeyError("gone")


@pytest.mark.asyncio
async def test_a_proof_holds_if_it_did_all_and_found_nothing(tmp_path):
    outcome = await carry_out(a_proof(does_all), tmp_path)
    assert outcome.holds and outcome.counts == {"things": 3}


@pytest.mark.asyncio
async def test_what_was_not_done_is_a_fault(tmp_path):
    outcome = await carry_out(a_proof(does_little), tmp_path)
    assert not outcome.holds and outcome.faults == ["only 1 of 3 things"]


@pytest.mark.asyncio
async def test_with_a_time_of_its_own_a_proof_may_do_less_but_not_nothing(tmp_path):
    assert (await carry_out(a_proof(does_little), tmp_path / "less", seconds=60)).holds
    outcome = await carry_out(a_proof(does_all), tmp_path / "nothing", seconds=-1)
    assert outcome.faults == ["only 0 of 1 things"]


@pytest.mark.asyncio
async def test_a_proof_that_breaks_keeps_what_it_counted(tmp_path, capsys):
    outcome = await carry_out(a_proof(breaks), tmp_path)
    assert outcome.counts == {"things": 2}
    assert outcome.faults[0].startswith("the proof itself broke: KeyError")
    assert "KeyError" in capsys.readouterr().err


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("work", "shows", "is_caught"),
    [
        (finds, "is five", True),
        (finds, "is six", False),
        (does_all, "is five", False),
        (breaks, "KeyError", False),
    ],
)
async def test_a_mutant_is_caught_only_by_the_fault_that_it_shows(tmp_path, work, shows, is_caught):
    proof = a_proof(work, five=Mutant(nullcontext, shows))
    outcome = await carry_out(proof, tmp_path)
    assert (outcome.caught, outcome.missed) == ((["five"], []) if is_caught else ([], ["five"]))


@pytest.mark.parametrize("goal", [1, 7, 10, 99, None])
def test_some_are_spread_over_all(tmp_path, goal):
    trial = Trial(tmp_path, {"numbers": goal})
    found = list(trial.some("numbers", range(10)))
    assert len(set(found)) == len(found) == min(goal or 10, 10) == trial.counts["numbers"]
    assert not trial.left_out
    assert max(found) - min(found) >= len(found) - 1


def test_what_fits_into_a_time_is_spread_too(tmp_path):
    trial = Trial(tmp_path, {"numbers": None}, seconds=600)
    some = iter(trial.some("numbers", range(1000)))
    assert [next(some) for _ in range(10)] != list(range(10))


def test_a_bar_counts_only_where_times_are_judged(tmp_path):
    for is_timed in (False, True):
        trial = Trial(tmp_path, {"things": 1}, is_timed=is_timed)
        trial.limit("slowest ms", 2500, 2000)
        assert trial.fault_count == is_timed and trial.figures == {"slowest ms": 2500}


def outcome(name, **more):
    return Outcome(name, "it is so", 90, {"kills": 1500}, {"kills": 2.5}, caught=["a"], **more)


def test_the_table_tells_counts_rates_faults_mutants_and_time():
    row = summary.table([outcome("kill", fault_count=41)]).splitlines()[-1]
    assert row == "| kill | it is so | 1,500 kills (2.5 a second) |  | 41 | 1/1 | 1.5 |"


def test_the_table_tells_figures_with_their_bars_and_the_text_all_others():
    found = outcome("kill", figures={"slowest ms": 1200, "tables": 7}, bars={"slowest ms": 2000})
    found.counts["looks"] = 5
    text = summary.told([found], 600, 2)
    assert "| slowest ms 1,200 (at most 2,000) |" in text
    assert "- **kill**: 5 looks, tables 7." in text


def test_the_summary_names_what_is_not_proved_and_why():
    outcomes = [outcome("kill"), outcome("load", faults=["too slow"], fault_count=1, missed=["b"])]
    text = summary.told(outcomes, 600, 2)
    assert "Not proved: load. mutants caught 2/3." in text
    assert "b (**not caught**)" in text and "- **load**: too slow" in text
    assert "All together took 10.0 minutes." in text
    assert "10.0 minutes in several runs" in summary.told(outcomes, 600, 2, is_resumed=True)


def test_a_run_that_was_interrupted_goes_on(tmp_path):
    kept = Kept.in_folder(tmp_path / "run", None, 1)
    keep(outcome("kill"), code_digest("kill"), kept.file("kill"))
    again = Kept.in_folder(tmp_path / "run", None, 1)
    assert again.outcome("kill") == outcome("kill") and again.outcome("load") is None
    again.forget()
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("changed", [(5.0, 1), (None, 2)])
def test_a_run_of_another_kind_does_not_go_on(tmp_path, changed):
    Kept.in_folder(tmp_path, None, 1)
    with pytest.raises(Another):
        Kept.in_folder(tmp_path, *changed)


def test_what_was_proved_of_other_code_does_not_count(tmp_path):
    kept = Kept.in_folder(tmp_path, None, 1)
    keep(outcome("kill"), code_digest("load"), kept.file("kill"))
    assert kept.outcome("kill") is None


CHANGES = {
    "cogs/sender.py": set(PROOFS),
    "data/cards.toml": set(PROOFS),
    "host/schema/4.sql": set(PROOFS),
    "requirements.lock": set(PROOFS),
    "testing/people.py": set(PROOFS),
    "tests/cogs/test_sender.py": {"secrets"},
    "proof/trial.py": set(PROOFS),
    "proof/calm/time.py": set(PROOFS),
    "proof/kill/hall.py": {"kill", "secrets"},
    "proof/disk/vfs.py": {"crash", "power", "secrets"},
    "proof/summary.py": {"secrets"},
    "tests/proof/test_frame.py": {"secrets"},
    "docs/notes.md": set(),
    "docs/pictures/play.png": set(),
    "README.md": set(),
}


@pytest.mark.parametrize(("name", "touched"), CHANGES.items())
def test_a_change_asks_for_the_proofs_that_it_touches(tmp_path, name, touched):
    for each in CHANGES:
        (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / each).write_text("before")
    before = {proof: code_digest(proof, tmp_path) for proof in PROOFS}
    (tmp_path / name).write_text("after")
    assert {proof for proof in PROOFS if code_digest(proof, tmp_path) != before[proof]} == touched


def test_every_part_of_the_proofs_has_an_owner_that_is_there():
    for place, owners in OF_ONE.items():
        assert (ROOT / place).exists(), place
        assert {*owners} <= {*PROOFS}


def test_a_folder_of_others_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(Another):
        Kept.in_folder(tmp_path, None, 1)
    assert (tmp_path / "letter.txt").exists()


def test_one_proof_alone_by_the_command(tmp_path):
    before = summary.FILE.read_bytes() if summary.FILE.exists() else None
    file = tmp_path / "outcome.json"
    words = ["-m", "proof", "damage", "--seconds", "1", "--json", str(file)]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)
    outcome = Outcome(**read_json(file)["outcome"])
    assert done.returncode == (0 if outcome.holds else 1), done.stdout + done.stderr
    assert outcome.counts["damaged databases"] and not outcome.missed
    assert "mutant “a restore that takes any backup”: caught" in done.stdout
    assert (summary.FILE.read_bytes() if summary.FILE.exists() else None) == before
