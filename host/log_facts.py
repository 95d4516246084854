"""Named values for a log line, beside its sentence, so that programs can filter them."""

from typing import Any


def facts(**told: object) -> dict[str, Any]:
    """Named values for a log line: `log.warning("…", extra=facts(table=7))`. Never a name."""
    return {"facts": told}
