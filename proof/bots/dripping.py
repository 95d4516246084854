"""A bot with small caches that keeps a little of every press for ever: only the line shows it.

In the few seconds of a test the caches of the real one grow more than a leak would. What it keeps
is little above what so few clicks can show.
"""

import sys

from cogs.presses import Presses
from proof.bots import leaking
from render.memory import Memory
from sandbox.process import main

SIZE = 64 << 10  # bytes
CACHE = 1 << 20
_init = Memory.__init__


def init(memory: Memory[object], most: int) -> None:
    _init(memory, min(most, CACHE))


if __name__ == "__main__":
    leaking.SIZE = SIZE
    Presses.route = leaking.route  # type: ignore[assignment, method-assign]
    Memory.__init__ = init  # type: ignore[assignment, method-assign]
    sys.exit(main())
