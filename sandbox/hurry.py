"""Programs press faster and open more tables than people do: tests and proofs lift the limits."""

from host import limits

PLENTY = 1_000_000


def lift_limits() -> None:
    """For the rest of this process, in every bot that starts after this."""
    limits.PRESSES = limits.TYPED = PLENTY
    limits.MAX_TABLES = limits.MAX_PRIVATE = limits.MAX_IN_AN_HOUR = PLENTY
    limits.MAX_DECISIONS = PLENTY
    limits.MAX_POSTED = limits.MAX_POSTED_HERE = limits.MAX_SCHEDULES = PLENTY
