"""Shapes that JSON values must fit; null counts as absent, and unknown keys are allowed."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from sandbox.rules.violations import (
    Path,
    Violation,
    not_among,
    required,
    too_large,
    too_long,
    too_small,
)

Node: TypeAlias = dict[str, Any]
Law: TypeAlias = Callable[[Node, Path], Iterator[Violation]]

WEB = ("http", "https")
WEB_OR_ATTACHMENT = (*WEB, "attachment")


class Shape(Protocol):
    """Something that can list what is wrong with a value."""

    def violations(self, value: Any, path: Path) -> Iterator[Violation]: ...


def length_violations(size: int, minimum: int, maximum: int, path: Path) -> Iterator[Violation]:
    if minimum <= size <= maximum:
        return
    if minimum == 0:
        yield too_long(path, maximum)
    else:
        message = f"Must be between {minimum} and {maximum} in length."
        yield Violation(path, "BASE_TYPE_BAD_LENGTH", message)


@dataclass(frozen=True)
class Text:
    """A string with a limited number of characters."""

    minimum: int
    maximum: int

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        if isinstance(value, str):
            yield from length_violations(len(value), self.minimum, self.maximum, path)
        else:
            yield Violation(
                path, "STRING_TYPE_CONVERT", f"Could not interpret {value!r} as string."
            )


@dataclass(frozen=True)
class Url:
    """An address with one of these schemes."""

    maximum: int = 2048
    schemes: tuple[str, ...] = WEB

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        yield from Text(0, self.maximum).violations(value, path)
        if isinstance(value, str):
            yield from self._scheme_violations(value, path)

    def _scheme_violations(self, value: str, path: Path) -> Iterator[Violation]:
        scheme, mark, address = value.partition("://")
        if not mark or not address.strip():
            yield Violation(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        elif scheme.lower() not in self.schemes:
            message = f'Scheme "{scheme}" is not supported. Scheme must be one of {self.schemes}.'
            yield Violation(path, "URL_TYPE_INVALID_SCHEME", message)


@dataclass(frozen=True)
class Whole:
    """A whole number within bounds, and no boolean."""

    minimum: int = -(2**63)
    maximum: int = 2**63 - 1

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        if type(value) is not int:
            yield Violation(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < self.minimum:
            yield too_small(path, self.minimum)
        elif value > self.maximum:
            yield too_large(path, self.maximum)


@dataclass(frozen=True)
class Real:
    """Any number that isn't a boolean."""

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        if type(value) not in (int, float):
            yield Violation(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not float.')


@dataclass(frozen=True)
class Truth:
    """True or false."""

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        if not isinstance(value, bool):
            yield Violation(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


@dataclass(frozen=True)
class Snowflake:
    """An id: digits in a string or, as the library often sends it, a number."""

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        is_number = type(value) is int and 0 <= value < 2**64
        is_digits = isinstance(value, str) and re.fullmatch("[0-9]{1,20}", value)
        if not (is_number or is_digits):
            yield Violation(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


@dataclass(frozen=True)
class OneOf:
    """One of a few constants, of the same JSON type."""

    choices: tuple[int | str, ...]

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        if not any(type(value) is type(choice) and value == choice for choice in self.choices):
            yield not_among(path, self.choices)


@dataclass(frozen=True)
class Either:
    """A value that fits at least one of these shapes."""

    shapes: tuple[Shape, ...]

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        violations_by_shape = [list(shape.violations(value, path)) for shape in self.shapes]
        if all(violations_by_shape):
            yield from violations_by_shape[0]


@dataclass(frozen=True)
class Items:
    """A list of so many values of one shape."""

    shape: Shape
    minimum: int
    maximum: int

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        if not isinstance(value, list):
            yield Violation(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        yield from length_violations(len(value), self.minimum, self.maximum, path)
        for index, item in enumerate(value):
            yield from self.shape.violations(item, (*path, index))


@dataclass(frozen=True)
class Table:
    """An object whose keys are free and whose values share one shape."""

    shape: Shape

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        if not isinstance(value, dict):
            yield Violation(
                path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType"
            )
            return
        for key, item in value.items():
            yield from self.shape.violations(item, (*path, key))


@dataclass(frozen=True)
class Record:
    """An object with known fields; its laws are checked once every field fits."""

    fields: Mapping[str, Shape]
    needed: tuple[str, ...] = ()
    laws: tuple[Law, ...] = ()

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        if not isinstance(value, dict):
            message = "Only dictionaries may be used in a ModelType"
            yield Violation(path, "MODEL_TYPE_CONVERT", message)
            return
        violations = list(self._field_violations(value, path))
        yield from violations
        if not violations:
            for law in self.laws:
                yield from law(value, path)

    def _field_violations(self, value: Node, path: Path) -> Iterator[Violation]:
        for key, shape in self.fields.items():
            if value.get(key) is not None:
                yield from shape.violations(value[key], (*path, key))
            elif key in self.needed:
                yield required((*path, key))


@dataclass(frozen=True)
class Kinds:
    """An object whose `type` says which record it is."""

    records: Mapping[int, Shape]

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        kind = value.get("type") if isinstance(value, dict) else None
        if type(kind) is int and kind in self.records:
            yield from self.records[kind].violations(value, path)
        else:
            message = f'Value of field "type" must be one of {tuple(self.records)}.'
            yield Violation(path, "UNION_TYPE_CHOICES", message)
