"""How much is tried: SCALE in the environment multiplies every count; Hypothesis is repeatable."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from sandbox.hurry import lift_limits

pytest.register_assert_rewrite("testing")  # its asserts explain themselves, too

from sandbox.postgres import LACKING, Server, binaries, running  # noqa: E402
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


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server, started when the first test needs it."""
    if not binaries():
        pytest.skip(LACKING)
    # In memory, where there is room; and the path of a socket must be short.
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with TemporaryDirectory(prefix="postgres-", dir=memory) as folder:
        Path(folder).chmod(0o755)
        with running(Path(folder) / "server") as found:
            yield found
