"""Every proof holds at a small scale, and catches every mutant that is planted in it."""

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


@pytest.mark.parametrize("name", PROOFS)
async def test_a_proof_holds(name, tmp_path):
    proof = possible(name)
    goals = {unit: goal and goal * SCALE for unit, goal in proof.small.items()}
    trial = Trial(tmp_path, goals)
    await proof.work(trial)
    assert not trial.faults, "\n".join(trial.faults)
    assert all(trial.counts[unit] for unit in goals), trial.counts


@pytest.mark.parametrize(("name", "mutant"), MUTANTS)
async def test_a_mutant_is_caught(name, mutant, tmp_path):
    trial = await possible(name).try_mutant(mutant, tmp_path)
    assert trial.is_caught, trial.faults


async def test_every_proof_has_a_mutant_and_the_units_that_it_counts():
    for proof in PROOFS.values():
        assert proof.mutants, proof.name
        assert proof.goals.keys() == proof.small.keys() >= proof.mutant_goals.keys(), proof.name
