"""Read card tables, one TOML file per deck and one row per card; all faulty rows are named."""

import itertools
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import Field, ValidationError

from engine.kernel.strict import Strict

DATA = Path(__file__).parents[2] / "data"


class CardRow(Strict):
    """What every card has; a game adds what its own cards have."""

    name: Annotated[str, Field(pattern=r"^[A-Z][A-Za-z'-]*(,? [A-Za-z][A-Za-z'-]*)*$")]
    since: Annotated[int, Field(ge=1)] = 1
    """The first version of the rules whose decks contain the card."""
    until: int | None = None
    """The last such version; None while the card is in today's decks."""
    printing: Annotated[str, Field(pattern="^[b-z]?$")] = ""
    """A card that is changed keeps its name: the new row is printing "b", then "c" and so on."""

    @property
    def id(self) -> str:
        """Return the name in lower case, without apostrophes, with underscores for other non-
        letters; then the printing, if it isn't the first.
        """
        name = re.sub("[^a-z]+", "_", self.name.lower().replace("'", ""))
        return f"{name}_{self.printing}" if self.printing else name

    def is_in(self, rules: int) -> bool:
        """Tell whether the decks of this version of the rules contain the card."""
        return self.since <= rules and (self.until is None or rules <= self.until)


R = TypeVar("R", bound=CardRow)


class FaultyCards(Exception):
    """Names every faulty row of a card table at once."""


def load(file: Path, kind: str, model: type[R]) -> list[R]:
    """Return all rows of one kind, sorted by id; raise `FaultyCards` if any row is wrong."""
    rows = tomllib.loads(file.read_text(encoding="utf-8"))[kind]
    problems = [problem for row in rows for problem in _problems(row, model)]
    problems += sorted({f"{name}: listed twice" for name in _listed_twice(rows)})
    if problems:
        raise FaultyCards("\n".join([f"{file.name} has {len(problems)} errors:", *problems]))
    return sorted((model.model_validate(row) for row in rows), key=lambda row: row.id)


def _listed_twice(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the names of cards with the same id, or twice in the same decks."""
    heads = [{field: row[field] for field in CardRow.model_fields if field in row} for row in rows]
    cards = [CardRow.model_validate(head) for head in heads if not _problems(head, CardRow)]
    for one, other in itertools.combinations(cards, 2):
        is_together = one.is_in(other.since) or other.is_in(one.since)
        if one.name == other.name and (is_together or one.id == other.id):
            yield one.name


def reprinted(rows: Iterable[CardRow], before: int, after: int) -> dict[str, str]:
    """Return the cards of earlier rules that are printed differently by later rules."""
    rows = [*rows]
    later = {row.name: row.id for row in rows if row.is_in(after)}
    earlier = ((row.id, later.get(row.name, row.id)) for row in rows if row.is_in(before))
    return {old: new for old, new in earlier if old != new}


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
