"""What this proof counts."""

WITHOUT, WITH, WIRED = "pairs without", "pairs with pictures", "pairs on the wire"


def only(unit: str, times: int) -> dict[str, int | None]:
    """Goals for a mutant that one part must find."""
    return {**dict.fromkeys((WITHOUT, WITH, WIRED), 0), unit: times}
