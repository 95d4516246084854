"""Card tables: one TOML file with one row per card; all faulty rows are named at once."""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import Field, ValidationError

from engine.kernel.strict import Strict

DATA = Path(__file__).parents[2] / "data"


class CardRow(Strict):
    """What every card has; a game adds what its own cards have."""

    name: Annotated[str, Field(pattern=r"^[A-Z][A-Za-z'-]*(,? [A-Za-z][A-Za-z'-]*)*$")]

    @property
    def id(self) -> str:
        """The name in lower case: no apostrophes, an underscore for all else that is no letter."""
        return re.sub("[^a-z]+", "_", self.name.lower().replace("'", ""))


R = TypeVar("R", bound=CardRow)


class FaultyCards(Exception):
    """Names every faulty row of a card table at once."""


def load(file: Path, kind: str, model: type[R]) -> list[R]:
    """The rows of one kind in card order, or `FaultyCards`."""
    rows = tomllib.loads(file.read_text(encoding="utf-8"))[kind]
    faults = [fault for row in rows for fault in _faults(row, model)]
    names = [row.get("name") for row in rows]
    faults += [f"{name}: listed twice" for name in {n for n in names if names.count(n) > 1}]
    if faults:
        raise FaultyCards("\n".join([f"{file.name} has {len(faults)} errors:", *faults]))
    return sorted((model.model_validate(row) for row in rows), key=lambda row: row.id)


def _faults(row: dict[str, Any], model: type[CardRow]) -> list[str]:
    try:
        model.model_validate(row)
    except ValidationError as error:
        name = row.get("name", "a card without a name")
        return [
            f"{name}: {'.'.join(map(str, fault['loc']))}: {fault['msg']}"
            for fault in error.errors()
        ]
    return []
