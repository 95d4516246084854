"""What components of messages and of modals have in common."""

from collections.abc import Iterator, Mapping

from sandbox.rules.faults import Fault, Path, required
from sandbox.rules.shapes import Law, Node, Record, Shape, Snowflake, Text, Truth, Whole

CUSTOM_ID = Text(1, 100)


def widget(
    fields: Mapping[str, Shape], needed: tuple[str, ...] = (), laws: tuple[Law, ...] = ()
) -> Record:
    """A component: its fields and the optional number that every component may have."""
    return Record({"id": Whole(0, 2**31 - 1), **fields}, needed, laws)


def emoji_faults(emoji: Node, path: Path) -> Iterator[Fault]:
    if not emoji.get("id") and not emoji.get("name"):
        yield required((*path, "name"))


EMOJI = Record({"id": Snowflake(), "name": Text(0, 32), "animated": Truth()}, laws=(emoji_faults,))
