"""Named values for a log line, beside its sentence, so that programs can filter them."""

from typing import Any


def facts(**told: object) -> dict[str, Any]:
    """For `log.warning("…", extra=facts(table=7))`: numbers, words and reasons, never a name."""
    return {"facts": told}
