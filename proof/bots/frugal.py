"""The real bot with small caches, which are soon full: whatever grows then grows for ever."""

import sys

from render.memory import Memory
from sandbox.process import main

PART = 8  # of the usual size
_init = Memory.__init__


def init(memory: Memory[object], most: int) -> None:
    _init(memory, most // PART)


if __name__ == "__main__":
    Memory.__init__ = init  # type: ignore[assignment, method-assign]
    sys.exit(main())
