"""What this proof counts."""

OUTAGES, BENT, PLANTED = "outages", "bent interactions", "faults planted"
TOLD, STARTS = "faults at letters", "starts in a fault"
TWICE = "commands and buttons delivered twice"
UNITS = (OUTAGES, BENT, TWICE, PLANTED, TOLD, STARTS)


def only(unit: str, times: int | None = None) -> dict[str, int | None]:
    """Goals for a mutant that one part must find; without a number from the first to the last."""
    return {**dict.fromkeys(UNITS, 0), unit: times}
