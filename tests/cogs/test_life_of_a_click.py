"""The steps of a click in docs/architecture.md are those that a real click takes."""

import re
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from testing.people import Party, ways

ROOT = Path(__file__).parents[2]
OURS = tuple(str(ROOT / package) for package in ("cogs", "host", "engine"))
MAX_STEPS = 25


def steps():
    """The functions that the numbered list names, in its order."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.split("## The life of a click")[1].split("## ")[0]
    return re.findall(r"^\d+\. `([\w.]+)`", section, re.MULTILINE)


def names_of(frame):
    """What the list may call the function of this frame: alone, or behind its module or class."""
    first, _, inner = frame.f_code.co_qualname.partition(".<locals>.")
    *_, name = first.split(".")
    owner = frame.f_locals.get("self")
    classes = (
        [cls.__name__ for cls in type(owner).__mro__] if owner is not None and not inner else []
    )
    return {name, *(f"{each}.{name}" for each in [Path(frame.f_code.co_filename).stem, *classes])}


@contextmanager
def calls_recorded():
    """Every call of our functions, on the threads that begin meanwhile too."""
    calls, before = [], sys.getprofile()

    def record(frame, event, _):
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            calls.append(names_of(frame))

    threading.setprofile(record)
    sys.setprofile(record)
    try:
        yield calls
    finally:
        threading.setprofile(before)
        sys.setprofile(before)


@pytest.mark.asyncio
async def test_a_click_takes_the_steps_that_the_architecture_lists(s):
    party = Party(s, "red", "blue")
    await party.begin()
    with calls_recorded() as calls:
        await s.restart_bot()  # so that the thread of the database is recorded, too
        name = await party.acting()
        panel = party.panel(name)
        action = next(part for part in ways(panel) if part["custom_id"].startswith("a:"))
        calls.clear()
        await party.use(name, panel, action)
    trace = iter(calls)
    missing = [step for step in steps() if not any(step in names for names in trace)]
    assert not missing
    assert 15 <= len(steps()) <= MAX_STEPS
