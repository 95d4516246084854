"""Whom a message may ping: it must say so itself, or Discord pings everybody it names."""

import re
from collections.abc import Iterator

from sandbox.rules.components import text_displays
from sandbox.rules.faults import Fault, Path
from sandbox.rules.shapes import Items, Node, OneOf, Record, Snowflake, Truth

MENTION = re.compile(r"<@[!&]?\d+>|@everyone|@here")


def exclusive_faults(allowed: Node, path: Path) -> Iterator[Fault]:
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or []) and allowed.get(kind):
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            yield Fault(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


ALLOWED_MENTIONS = Record(
    {
        "parse": Items(OneOf(("users", "roles", "everyone")), 0, 3),
        "users": Items(Snowflake(), 0, 100),
        "roles": Items(Snowflake(), 0, 100),
        "replied_user": Truth(),
    },
    laws=(exclusive_faults,),
)


def texts(payload: Node) -> list[str]:
    """What is written in a message where a mention would ping."""
    written = [payload.get("content") or "", *text_displays(payload.get("components"))]
    return [text for text in written if text.strip()]


def silence_faults(payload: Node, *, is_edit: bool) -> Iterator[Fault]:
    """Our own rule: new text never goes out without allowed_mentions, nor an edited mention."""
    if payload.get("allowed_mentions") is not None:
        return
    written = texts(payload)
    if any(MENTION.search(text) for text in written) if is_edit else written:
        message = "Say whom this message may ping"
        yield Fault(("allowed_mentions",), "SANDBOX_ALLOWED_MENTIONS", message)
