"""A message that is sent or edited, over REST or as the answer to an interaction."""

from collections.abc import Collection, Iterator
from typing import Any

from sandbox.rules.attachments import ATTACHMENTS, dangling_violations, listing_violations
from sandbox.rules.components import (
    CLASSIC_COMPONENTS,
    V2_COMPONENTS,
    identity_violations,
    total_violations,
)
from sandbox.rules.embeds import EMBEDS, embed_size_violations
from sandbox.rules.mentions import ALLOWED_MENTIONS, silence_violations
from sandbox.rules.shapes import Either, Items, Node, Record, Shape, Snowflake, Text, Truth, Whole
from sandbox.rules.violations import Violation, required

SUPPRESS_EMBEDS = 1 << 2
EPHEMERAL = 1 << 6
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15
SETTABLE = SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2

FORWARD = 1
LEGACY_FIELDS = ("content", "embeds", "poll", "sticker_ids")
FLAGS = Whole(0, 2**53)


def message_shape(components: Shape) -> Record:
    return Record(
        {
            "content": Text(0, 2000),
            "embeds": EMBEDS,
            "components": components,
            "attachments": ATTACHMENTS,
            "allowed_mentions": ALLOWED_MENTIONS,
            "flags": FLAGS,
            "sticker_ids": Items(Snowflake(), 0, 3),
            "poll": Record({}),
            "message_reference": Record({"message_id": Snowflake(), "type": Whole(0, FORWARD)}),
            "nonce": Either((Text(0, 25), Whole())),
            "enforce_nonce": Truth(),
            "tts": Truth(),
        }
    )


CLASSIC = message_shape(CLASSIC_COMPONENTS)
V2 = message_shape(V2_COMPONENTS)


def message_violations(
    payload: dict[str, Any],
    files: Collection[str],
    *,
    is_edit: bool = False,
    was_v2: bool = False,
    attached: Collection[str] = (),
) -> list[Violation]:
    """Check a message; `attached` are the names of files that an edited one has."""
    is_v2 = was_v2 or has_v2_flag(payload)
    violations = list((V2 if is_v2 else CLASSIC).violations(payload, ()))
    if violations:
        return violations
    return [
        *flag_violations(payload, is_edit=is_edit, was_v2=was_v2),
        *(v2_violations if is_v2 else classic_violations)(payload, files, is_edit=is_edit),
        *identity_violations(payload.get("components"), ("components",)),
        *listing_violations(payload, files, is_edit=is_edit),
        *dangling_violations(payload, files, attached if is_edit else ()),
        *silence_violations(payload, is_edit=is_edit),
    ]


def has_v2_flag(payload: Any) -> bool:
    flags = payload.get("flags") if isinstance(payload, dict) else None
    return type(flags) is int and bool(flags & COMPONENTS_V2)


def unsettable_violations(flags: int | None) -> Iterator[Violation]:
    if (flags or 0) & ~SETTABLE:
        yield Violation(("flags",), "SANDBOX_FLAGS", "These flags cannot be set by a bot")


def flag_violations(payload: Node, *, is_edit: bool, was_v2: bool) -> Iterator[Violation]:
    flags = payload.get("flags")
    # The library's edits repeat the flags that the message has, so any may stand there.
    if not is_edit:
        yield from unsettable_violations(flags)
    if was_v2 and flags is not None and not flags & COMPONENTS_V2:
        message = "The flag IS_COMPONENTS_V2 cannot be removed"
        yield Violation(("flags",), "SANDBOX_V2_FLAG_REMOVED", message)


def v2_violations(payload: Node, files: Collection[str], *, is_edit: bool) -> Iterator[Violation]:
    for key in LEGACY_FIELDS:
        if payload.get(key):
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield Violation((key,), code, message)
    if not payload.get("components") and ("components" in payload or not is_edit):
        yield required(("components",))
    yield from total_violations(payload.get("components"), ("components",))


def classic_violations(
    payload: Node, files: Collection[str], *, is_edit: bool
) -> Iterator[Violation]:
    yield from embed_size_violations(payload.get("embeds"), ("embeds",))
    if not is_edit and not files and is_empty(payload):
        yield Violation((), "SANDBOX_MESSAGE_EMPTY", "Cannot send an empty message")


def is_empty(payload: Node) -> bool:
    is_forward = (payload.get("message_reference") or {}).get("type") == FORWARD
    written = (payload.get("content") or "").strip()
    has_parts = any(payload.get(key) for key in ("embeds", "components", "sticker_ids", "poll"))
    return not (written or has_parts or is_forward)
