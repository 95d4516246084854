"""Small parts of a state that are stored as a list of their fields: their names cost room."""

from dataclasses import fields
from typing import Any

from pydantic import BeforeValidator, PlainSerializer


def packed(kind: type[Any]) -> tuple[PlainSerializer, BeforeValidator]:
    """For `Annotated[Kind, *packed(Kind)]`: a dataclass as a list in JSON, in field order."""
    names = [field.name for field in fields(kind)]

    def unpack(value: Any) -> Any:
        return dict(zip(names, value, strict=True)) if isinstance(value, list) else value

    return (
        PlainSerializer(lambda part: [getattr(part, name) for name in names]),
        BeforeValidator(unpack),
    )
