"""`python -m engine`: scenarios, simulations, a game in the terminal, verification."""

import sys

from engine.cli import main

sys.exit(main())
