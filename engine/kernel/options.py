"""What a table may choose before the deal, in the words that players read.

The fields of a game's `options` model are marked by `json_schema_extra`: `labels` says each value
in words, in the order of the values; `seats` for how many players an option matters; `needs`
another option that must be chosen first; `of` that it lists seats, or that only old games have it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel

from engine.kernel.phrases import joined

OF_SEATS, OF_THE_PAST = "seats", "past"


class Option(NamedTuple):
    """One thing that can be chosen; one that lists seats has no labels of its own."""

    name: str
    title: str
    about: str
    labels: Mapping[Any, str]  # by value
    default: Any
    seats: tuple[int, ...] = ()  # the numbers of players for which it matters; none: for all
    needs: str = ""  # it changes nothing without this other option
    lists_seats: bool = False

    def matters(self, options: Mapping[str, Any], seats: int) -> bool:
        """Whether it changes anything with so many players."""
        is_needed = not self.needs or bool(options.get(self.needs))
        return is_needed and (not self.seats or seats in self.seats)

    def may_matter(self, options: Mapping[str, Any], seats: int) -> bool:
        """Whether it does now, or will when more players have joined."""
        return any(self.matters(options, more) for more in (seats, *self.seats) if more >= seats)

    def said(self, value: Any, names: Sequence[str]) -> str:
        """A value in words."""
        if self.lists_seats:
            return joined(names[seat] for seat in value) or "nobody"
        return self.labels.get(value, str(value))


def options_of(model: type[BaseModel]) -> tuple[Option, ...]:
    """List every option that a new table can choose, in the order of the model."""
    fields = model.model_json_schema().get("properties", {})
    return tuple(
        _option(name, field) for name, field in fields.items() if field.get("of") != OF_THE_PAST
    )


def _option(name: str, field: Mapping[str, Any]) -> Option:
    lists_seats = field.get("of") == OF_SEATS
    labels = {} if lists_seats else dict(zip(_values(field), field["labels"], strict=True))
    return Option(
        name,
        field["title"],
        field.get("description", ""),
        labels,
        [] if lists_seats else field["default"],
        tuple(field.get("seats", ())),
        field.get("needs", ""),
        lists_seats,
    )


def _values(field: Mapping[str, Any]) -> Sequence[Any]:
    """List all values that an option can have."""
    if field["type"] == "boolean":
        return (False, True)
    if "enum" in field:
        return tuple(field["enum"])
    return range(field["minimum"], field["maximum"] + 1)
