"""Memory that grows with every press is found, and caches that fill are not."""

from types import SimpleNamespace

import pytest

from proof.load import MB, WARM, Memory
from proof.trial import Trial


@pytest.mark.parametrize(("kept", "is_growing"), [(0, False), (1_024, False), (16_384, True)])
def test_what_is_kept_of_every_press_is_found(tmp_path, kept, is_growing):
    memory, trial = Memory(SimpleNamespace(memory=0)), Trial(tmp_path, {}, is_timed=True)
    for clicks in range(0, 3_000, 10):
        in_caches = min(clicks, WARM) * 16_384
        memory.readings.append((clicks, 90 * MB + in_caches + clicks * kept))
    memory.judge_line(trial)
    assert bool(trial.faults) is is_growing


@pytest.mark.parametrize(("taken", "is_fault"), [(150, False), (170, True)])
def test_caches_have_their_room_and_no_more(tmp_path, taken, is_fault):
    sandbox = SimpleNamespace(memory=100 * MB)
    memory, trial = Memory(sandbox), Trial(tmp_path, {})
    sandbox.memory += taken * MB
    memory.judge_room(trial)
    assert bool(trial.faults) is is_fault
