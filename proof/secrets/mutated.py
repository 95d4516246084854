"""`python -m proof.secrets.mutated --api URL` is the bot in a process of its own, with a mutant."""

import os
import sys

import sandbox.process
from proof.secrets.mutants import PLANTS
from proof.secrets.run import MUTANT

if __name__ == "__main__":
    PLANTS[os.environ[MUTANT]]()
    sys.exit(sandbox.process.main())
