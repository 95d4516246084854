"""What the components of messages and forms have in common."""

from collections.abc import Iterator, Mapping

from sandbox.rules.shapes import Law, Node, Record, Shape, Snowflake, Text, Truth, Whole
from sandbox.rules.violations import Path, Violation, required

CUSTOM_ID = Text(1, 100)


def widget(
    fields: Mapping[str, Shape], needed: tuple[str, ...] = (), laws: tuple[Law, ...] = ()
) -> Record:
    """Describe a component: its fields and the optional id that every component may have."""
    return Record({"id": Whole(0, 2**31 - 1), **fields}, needed, laws)


def emoji_violations(emoji: Node, path: Path) -> Iterator[Violation]:
    if not emoji.get("id") and not emoji.get("name"):
        yield required((*path, "name"))


EMOJI = Record(
    {"id": Snowflake(), "name": Text(0, 32), "animated": Truth()}, laws=(emoji_violations,)
)
