"""How much is tried: SCALE in the environment multiplies every count; Hypothesis is repeatable."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

from sandbox.hurry import lift_limits

pytest.register_assert_rewrite("testing")  # its asserts explain themselves, too

from testing import SCALE  # noqa: E402

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=60 * SCALE,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("repeatable")
lift_limits()


def pytest_collection_finish() -> None:
    """What is loaded now stays: looking for garbage in it takes a tenth of the time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def pytest_xdist_auto_num_workers() -> int:
    """Many tests wait, for the disk or for an answer: one more than there are processors."""
    return (os.cpu_count() or 1) + 1
