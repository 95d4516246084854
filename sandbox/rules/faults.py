"""A fault has a place, Discord's code and a sentence; many of them make one error body."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]

INVALID_FORM_BODY = 50035


class Fault(NamedTuple):
    """One thing that Discord would refuse."""

    path: Path
    code: str
    message: str


def error_body(faults: Sequence[Fault]) -> dict[str, Any]:
    """Discord's answer 400: the faults nested by their paths."""
    errors: dict[str, Any] = {}
    for fault in faults:
        place = errors
        for step in fault.path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": fault.code, "message": fault.message})
    return {"code": INVALID_FORM_BODY, "message": "Invalid Form Body", "errors": errors}


def under(prefix: Path, faults: Iterable[Fault]) -> list[Fault]:
    return [Fault((*prefix, *path), code, message) for path, code, message in faults]


def required(path: Path, message: str = "This field is required") -> Fault:
    return Fault(path, "BASE_TYPE_REQUIRED", message)


def too_large(path: Path, most: float) -> Fault:
    return Fault(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")


def too_small(path: Path, least: float) -> Fault:
    return Fault(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")


def too_short(path: Path, least: int) -> Fault:
    return Fault(path, "BASE_TYPE_MIN_LENGTH", f"Must be {least} or more in length.")


def too_long(path: Path, most: int) -> Fault:
    return Fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def not_among(path: Path, choices: Iterable[object]) -> Fault:
    listed = ", ".join(str(choice) for choice in choices)
    return Fault(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")


def repeats(values: Iterable[tuple[Path, Hashable]], code: str, message: str) -> Iterator[Fault]:
    """A fault for each value that was there before."""
    seen: set[Hashable] = set()
    for path, value in values:
        if value in seen:
            yield Fault(path, code, message)
        seen.add(value)
