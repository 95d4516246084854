"""Store small parts of a state as lists of their fields, since field names make JSON long."""

from dataclasses import fields
from typing import Any

from pydantic import BeforeValidator, PlainSerializer


def packed(kind: type[Any]) -> tuple[PlainSerializer, BeforeValidator]:
    """Store a dataclass as a list in JSON, in field order: `Annotated[Kind, *packed(Kind)]`."""
    names = [field.name for field in fields(kind)]

    def unpack(value: Any) -> Any:
        return dict(zip(names, value, strict=True)) if isinstance(value, list) else value

    return (
        PlainSerializer(lambda part: [getattr(part, name) for name in names]),
        BeforeValidator(unpack),
    )
