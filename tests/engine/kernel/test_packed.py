"""Parts of a state that are stored as lists."""

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import TypeAdapter

from engine.kernel.packed import packed


@dataclass
class Part:
    count: int = 0
    names: list[str] = field(default_factory=list)


@dataclass
class Whole:
    parts: list[Annotated[Part, *packed(Part)]]


def test_a_packed_part_is_a_list_in_json_and_comes_back():
    adapter, whole = TypeAdapter(Whole), Whole([Part(3, ["a"]), Part()])
    text = adapter.dump_json(whole)
    assert text == b'{"parts":[[3,["a"]],[0,[]]]}'
    assert adapter.validate_json(text) == whole
