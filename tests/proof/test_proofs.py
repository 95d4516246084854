"""Every proof holds, at a small scale or at its own, and catches every mutant planted in it."""

import sys

import pytest

from proof.proofs import PROOFS
from proof.trial import Trial
from testing import SCALE

pytestmark = pytest.mark.asyncio
MUTANTS = [(name, mutant) for name, proof in PROOFS.items() for mutant in proof.mutants]


def possible(name):
    if missing := PROOFS[name].lacks():
        pytest.skip(missing)
    return PROOFS[name]


def trial_of(proof, config, folder):
    """As long as the proof is to be where `python -m proof` asks for it, else a short one."""
    if not config.getoption("whole", False):
        return Trial(folder, {unit: goal and goal * SCALE for unit, goal in proof.small.items()})
    seconds, seed = config.getoption("seconds"), config.getoption("seed")

    def tell(line):
        print(f"{proof.name}: {line}", file=sys.stderr, flush=True)  # which a worker shares

    return Trial(folder, proof.goals, seconds=seconds, seed=seed, is_timed=True, tell=tell)


@pytest.mark.parametrize("name", PROOFS)
async def test_a_proof_holds(name, tmp_path, pytestconfig, record_property):
    record_property("name", name)
    record_property("mutant", "")
    proof = possible(name)
    trial = trial_of(proof, pytestconfig, tmp_path)
    await proof.work(trial)
    if trial.is_timed:
        for lack in trial.left_out:
            trial.fault(lack)
    record_property("outcome", trial.outcome)
    assert not trial.faults, "\n".join(trial.faults)
    assert all(trial.counts[unit] for unit in trial.goals), trial.counts


@pytest.mark.parametrize(("name", "mutant"), MUTANTS)
async def test_a_mutant_is_caught(name, mutant, tmp_path, record_property):
    record_property("name", name)
    record_property("mutant", mutant)
    trial = await possible(name).try_mutant(mutant, tmp_path)
    assert trial.is_caught, trial.faults
