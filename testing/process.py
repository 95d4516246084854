"""A bot's process as the system sees it: its work, its memory, and whether it sleeps."""

import asyncio
import os
from pathlib import Path

from sandbox.process import Apart

GLANCES, PAUSE = 20, 0.02  # so often in a row all of its threads sleep when it is idle


def worked(sandbox: Apart) -> float:
    """Seconds that a processor was busy with it; on a slow machine they take longer."""
    facts = (_folder(sandbox) / "stat").read_text().rpartition(")")[2]
    return sum(map(int, facts.split()[11:13])) / os.sysconf("SC_CLK_TCK")


async def is_idle(sandbox: Apart) -> bool:
    """Whether all its threads sleep for a while: none works, waits for a core or for the disk."""
    for _ in range(GLANCES):
        if not _sleeps(sandbox):
            return False
        await asyncio.sleep(PAUSE)
    return True


def _sleeps(sandbox: Apart) -> bool:
    threads = (_folder(sandbox) / "task").glob("*/stat")
    return all(_state(each) == "S" for each in threads)


def _state(file: Path) -> str:
    try:
        return file.read_text().rpartition(")")[2].split()[0]
    except OSError:  # it has just ended
        return ""


def _folder(sandbox: Apart) -> Path:
    assert sandbox.process
    return Path(f"/proc/{sandbox.process.pid}")
