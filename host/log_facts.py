"""What a line of the log tells beside its sentence, by name, so that programs can filter it."""

from typing import Any


def facts(**told: object) -> dict[str, Any]:
    """For `log.warning("…", extra=facts(table=7))`: numbers, words and reasons, never a name."""
    return {"facts": told}
