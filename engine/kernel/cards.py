"""Read card tables, one TOML file per deck and one row per card; all faulty rows are named."""

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
        """Return the name in lower case, without apostrophes, with underscores for other non-
        letters.
        """
        return re.sub("[^a-z]+", "_", self.name.lower().replace("'", ""))


R = TypeVar("R", bound=CardRow)


class FaultyCards(Exception):
    """Names every faulty row of a card table at once."""


def load(file: Path, kind: str, model: type[R]) -> list[R]:
    """Return all rows of one kind, sorted by id; raise `FaultyCards` if any row is wrong."""
    rows = tomllib.loads(file.read_text(encoding="utf-8"))[kind]
    problems = [problem for row in rows for problem in _problems(row, model)]
    names = [row.get("name") for row in rows]
    problems += [f"{name}: listed twice" for name in {n for n in names if names.count(n) > 1}]
    if problems:
        raise FaultyCards("\n".join([f"{file.name} has {len(problems)} errors:", *problems]))
    return sorted((model.model_validate(row) for row in rows), key=lambda row: row.id)


def _problems(row: dict[str, Any], model: type[CardRow]) -> list[str]:
    try:
        model.model_validate(row)
    except ValidationError as error:
        name = row.get("name", "a card without a name")
        return [
            f"{name}: {'.'.join(map(str, detail['loc']))}: {detail['msg']}"
            for detail in error.errors()
        ]
    return []
