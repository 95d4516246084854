"""A bot that does much before it starts."""

import sys
import time

from sandbox.process import main

LONG = 2.2  # seconds

if __name__ == "__main__":
    time.sleep(LONG)
    sys.exit(main())
