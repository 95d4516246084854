"""A violation has a path, Discord's code and a sentence; several make one error body."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]

INVALID_FORM_BODY = 50035


class Violation(NamedTuple):
    """One thing that Discord would refuse."""

    path: Path
    code: str
    message: str


def error_body(violations: Sequence[Violation]) -> dict[str, Any]:
    """Write Discord's answer 400: the violations nested by their paths."""
    errors: dict[str, Any] = {}
    for violation in violations:
        place = errors
        for step in violation.path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append(
            {"code": violation.code, "message": violation.message}
        )
    return {"code": INVALID_FORM_BODY, "message": "Invalid Form Body", "errors": errors}


def under(prefix: Path, violations: Iterable[Violation]) -> list[Violation]:
    return [Violation((*prefix, *path), code, message) for path, code, message in violations]


def required(path: Path, message: str = "This field is required") -> Violation:
    return Violation(path, "BASE_TYPE_REQUIRED", message)


def too_large(path: Path, maximum: float) -> Violation:
    return Violation(
        path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {maximum}."
    )


def too_small(path: Path, minimum: float) -> Violation:
    return Violation(
        path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {minimum}."
    )


def too_short(path: Path, minimum: int) -> Violation:
    return Violation(path, "BASE_TYPE_MIN_LENGTH", f"Must be {minimum} or more in length.")


def too_long(path: Path, maximum: int) -> Violation:
    return Violation(path, "BASE_TYPE_MAX_LENGTH", f"Must be {maximum} or fewer in length.")


def not_among(path: Path, choices: Iterable[object]) -> Violation:
    listed = ", ".join(str(choice) for choice in choices)
    return Violation(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")


def repeats(
    values: Iterable[tuple[Path, Hashable]], code: str, message: str
) -> Iterator[Violation]:
    """Yield a violation for each value that was there before."""
    earlier: set[Hashable] = set()
    for path, value in values:
        if value in earlier:
            yield Violation(path, code, message)
        earlier.add(value)
