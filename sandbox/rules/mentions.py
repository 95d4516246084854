"""Whom a message may ping: it must say so itself, or Discord pings everybody it names."""

import re
from collections.abc import Iterator

from sandbox.rules.components import text_displays
from sandbox.rules.shapes import Items, Node, OneOf, Record, Snowflake, Truth
from sandbox.rules.violations import Path, Violation

MENTION = re.compile(r"<@[!&]?\d+>|@everyone|@here")


def exclusive_violations(allowed: Node, path: Path) -> Iterator[Violation]:
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or []) and allowed.get(kind):
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            yield Violation(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


ALLOWED_MENTIONS = Record(
    {
        "parse": Items(OneOf(("users", "roles", "everyone")), 0, 3),
        "users": Items(Snowflake(), 0, 100),
        "roles": Items(Snowflake(), 0, 100),
        "replied_user": Truth(),
    },
    laws=(exclusive_violations,),
)


def texts(payload: Node) -> list[str]:
    """Return the texts of a message in which a mention would ping."""
    written = [payload.get("content") or "", *text_displays(payload.get("components"))]
    return [text for text in written if text.strip()]


def silence_violations(payload: Node, *, is_edit: bool) -> Iterator[Violation]:
    """Check our own rule: new text, and edited mentions, always set allowed_mentions."""
    if payload.get("allowed_mentions") is not None:
        return
    written = texts(payload)
    if any(MENTION.search(text) for text in written) if is_edit else written:
        message = "Say whom this message may ping"
        yield Violation(("allowed_mentions",), "SANDBOX_ALLOWED_MENTIONS", message)
