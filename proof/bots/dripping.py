"""A bot that keeps a little of every press for ever: less than its caches may take in a while."""

import sys

from cogs.presses import Presses
from proof.bots import leaking
from sandbox.process import main

SIZE = 256 << 10  # bytes

if __name__ == "__main__":
    leaking.SIZE = SIZE
    Presses.route = leaking.route  # type: ignore[assignment, method-assign]
    sys.exit(main())
