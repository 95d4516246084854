"""The shapes that a JSON value must fit; null counts as absent, unknown keys are let through."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from sandbox.rules.faults import Fault, Path, not_among, required, too_large, too_long, too_small

Node: TypeAlias = dict[str, Any]
Law: TypeAlias = Callable[[Node, Path], Iterator[Fault]]

WEB = ("http", "https")
WEB_OR_ATTACHMENT = (*WEB, "attachment")


class Shape(Protocol):
    """Anything that can tell what is wrong with a value."""

    def faults(self, value: Any, path: Path) -> Iterator[Fault]: ...


def length_faults(size: int, least: int, most: int, path: Path) -> Iterator[Fault]:
    if least <= size <= most:
        return
    if least == 0:
        yield too_long(path, most)
    else:
        message = f"Must be between {least} and {most} in length."
        yield Fault(path, "BASE_TYPE_BAD_LENGTH", message)


@dataclass(frozen=True)
class Text:
    """A string of so many characters."""

    least: int
    most: int

    def faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if isinstance(value, str):
            yield from length_faults(len(value), self.least, self.most, path)
        else:
            yield Fault(path, "STRING_TYPE_CONVERT", f"Could not interpret {value!r} as string.")


@dataclass(frozen=True)
class Url:
    """An address with one of these schemes."""

    most: int = 2048
    schemes: tuple[str, ...] = WEB

    def faults(self, value: Any, path: Path) -> Iterator[Fault]:
        yield from Text(0, self.most).faults(value, path)
        if isinstance(value, str):
            yield from self._scheme_faults(value, path)

    def _scheme_faults(self, value: str, path: Path) -> Iterator[Fault]:
        scheme, mark, rest = value.partition("://")
        if not mark or not rest.strip():
            yield Fault(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        elif scheme.lower() not in self.schemes:
            message = f'Scheme "{scheme}" is not supported. Scheme must be one of {self.schemes}.'
            yield Fault(path, "URL_TYPE_INVALID_SCHEME", message)


@dataclass(frozen=True)
class Whole:
    """A whole number within bounds; true and false are none."""

    least: int = -(2**63)
    most: int = 2**63 - 1

    def faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if type(value) is not int:
            yield Fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < self.least:
            yield too_small(path, self.least)
        elif value > self.most:
            yield too_large(path, self.most)


@dataclass(frozen=True)
class Real:
    """Any number that is not true or false."""

    def faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if type(value) not in (int, float):
            yield Fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not float.')


@dataclass(frozen=True)
class Truth:
    """True or false."""

    def faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, bool):
            yield Fault(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


@dataclass(frozen=True)
class Snowflake:
    """An id: digits in a string or, as the library often sends it, a number."""

    def faults(self, value: Any, path: Path) -> Iterator[Fault]:
        is_number = type(value) is int and 0 <= value < 2**64
        is_digits = isinstance(value, str) and re.fullmatch("[0-9]{1,20}", value)
        if not (is_number or is_digits):
            yield Fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


@dataclass(frozen=True)
class OneOf:
    """One of a few constants, of the same JSON type."""

    choices: tuple[int | str, ...]

    def faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if not any(type(value) is type(choice) and value == choice for choice in self.choices):
            yield not_among(path, self.choices)


@dataclass(frozen=True)
class Either:
    """A value that fits at least one of these shapes."""

    shapes: tuple[Shape, ...]

    def faults(self, value: Any, path: Path) -> Iterator[Fault]:
        found = [list(shape.faults(value, path)) for shape in self.shapes]
        if all(found):
            yield from found[0]


@dataclass(frozen=True)
class Items:
    """A list of so many values of one shape."""

    shape: Shape
    least: int
    most: int

    def faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield Fault(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        yield from length_faults(len(value), self.least, self.most, path)
        for index, item in enumerate(value):
            yield from self.shape.faults(item, (*path, index))


@dataclass(frozen=True)
class Table:
    """An object whose keys are free and whose values share one shape."""

    shape: Shape

    def faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return
        for key, item in value.items():
            yield from self.shape.faults(item, (*path, key))


@dataclass(frozen=True)
class Record:
    """An object with known fields; its laws are asked only when every field fits."""

    fields: Mapping[str, Shape]
    needed: tuple[str, ...] = ()
    laws: tuple[Law, ...] = ()

    def faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, dict):
            message = "Only dictionaries may be used in a ModelType"
            yield Fault(path, "MODEL_TYPE_CONVERT", message)
            return
        found = list(self._field_faults(value, path))
        yield from found
        if not found:
            for law in self.laws:
                yield from law(value, path)

    def _field_faults(self, value: Node, path: Path) -> Iterator[Fault]:
        for key, shape in self.fields.items():
            if value.get(key) is not None:
                yield from shape.faults(value[key], (*path, key))
            elif key in self.needed:
                yield required((*path, key))


@dataclass(frozen=True)
class Kinds:
    """An object whose `type` says which record it is."""

    records: Mapping[int, Shape]

    def faults(self, value: Any, path: Path) -> Iterator[Fault]:
        kind = value.get("type") if isinstance(value, dict) else None
        if type(kind) is int and kind in self.records:
            yield from self.records[kind].faults(value, path)
        else:
            message = f'Value of field "type" must be one of {tuple(self.records)}.'
            yield Fault(path, "UNION_TYPE_CHOICES", message)
