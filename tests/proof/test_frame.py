"""A proof says what it did not do, and which mutants it did not catch."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from proof import report
from proof.proof import Mutant, Proof
from proof.proofs import PROOFS
from proof.trial import Trial


async def does_all(trial):
    while trial.goes_on("things"):
        trial.did("things")


async def finds(trial):
    await does_all(trial)
    trial.fault("two and two is five")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("work", "shows", "is_caught"),
    [(finds, "is five", True), (finds, "is six", False), (does_all, "is five", False)],
)
async def test_a_mutant_is_caught_only_by_the_fault_that_it_shows(tmp_path, work, shows, is_caught):
    mutants = {"five": Mutant(nullcontext, shows)}
    proof = Proof("tried", "it is so", work, {"things": 3}, {"things": 3}, mutants)
    assert (await proof.try_mutant("five", tmp_path)).is_caught is is_caught


def test_what_was_not_done_is_left_out(tmp_path):
    trial = Trial(tmp_path, {"things": 3})
    trial.did("things")
    assert trial.left_out == ["only 1 of 3 things"]


def test_with_a_time_of_its_own_a_proof_may_do_less_but_not_nothing(tmp_path):
    trial = Trial(tmp_path, {"things": 3}, seconds=60)
    assert trial.left_out == ["only 0 of 1 things"]
    trial.did("things")
    assert not trial.left_out
    late = Trial(tmp_path, {"things": 3}, seconds=-1)
    assert late.goes_on("things")
    late.did("things")
    assert not late.goes_on("things")


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
        assert len(trial.faults) == is_timed and trial.figures == {"slowest ms": (2500, 2000)}


def test_the_report_tells_counts_figures_mutants_faults_and_time(tmp_path):
    trial = Trial(tmp_path, {"kills": 1500})
    trial.did("kills", 1500)
    trial.figure("slowest ms", 1200, 2000)
    kill = {
        "": {**trial.outcome, "holds": True, "seconds": 80},
        "a": {"holds": True, "seconds": 10},
    }
    load = {"": {"faults": ["too slow"], "holds": False, "seconds": 510}}
    load["b"] = {"holds": False, "seconds": 0}
    text = report.told({"kill": kill, "load": load})
    row = "| 1,500 of 1,500 kills | slowest ms 1,200 (at most 2,000) | 0 | 1/1 | 1.5 |"
    assert f"| kill | {PROOFS['kill'].promise} {row}" in text
    assert "Not proved: load. All together took 10.0 minutes." in text
    assert "b (**not caught**)" in text and "- **load**: too slow" in text
    assert not report.is_complete({"kill": kill, "load": load})


@pytest.mark.parametrize(
    ("seconds", "left_out", "skipped", "is_written"),
    [(None, 0, 0, True), (None, 1, 0, False), (None, 0, 1, False), (60, 0, 0, False)],
)
def test_only_a_whole_run_is_written_down(
    tmp_path, monkeypatch, capsys, seconds, left_out, skipped, is_written
):
    """What was skipped, because something is not installed, is left out, too."""
    monkeypatch.setattr(report, "FILE", tmp_path / "proofs.md")
    run = report.Report(SimpleNamespace(getoption=lambda name: seconds))
    tried = [(proof.name, mutant) for proof in PROOFS.values() for mutant in ("", *proof.mutants)]
    for number, (name, mutant) in enumerate(tried[left_out:]):
        known = {"name": name, "mutant": mutant, "outcome": {"faults": []}}
        outcome = {"passed": number >= skipped, "skipped": number < skipped, "duration": 1}
        run.pytest_runtest_logreport(
            SimpleNamespace(when="call", user_properties=[*known.items()], **outcome)
        )
    run.pytest_terminal_summary(SimpleNamespace(write_line=print))
    assert report.FILE.exists() is is_written
    assert f"All {len(PROOFS) - left_out - skipped} proofs hold" in capsys.readouterr().out


def test_every_proof_has_a_mutant_and_the_units_that_it_counts():
    for proof in PROOFS.values():
        assert proof.mutants, proof.name
        assert proof.goals.keys() == proof.small.keys() >= proof.mutant_goals.keys(), proof.name
