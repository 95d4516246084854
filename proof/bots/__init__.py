"""Bots that are run as `python -m proof.bots.NAME` in the real one's place, most with a fault."""

import sys
from contextlib import AbstractContextManager

from proof.proof import Plant, planted

COMMAND: tuple[str, ...] = ("-m", "sandbox.process")  # what Python runs as the bot
FRUGAL = ("-m", "proof.bots.frugal")


def bot(name: str) -> Plant:
    """A bot with a fault in the place of the real one."""

    def plant() -> AbstractContextManager[None]:
        return planted(sys.modules[__name__], "COMMAND", ("-m", f"proof.bots.{name}"))

    return plant
