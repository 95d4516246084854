"""A message that is sent or edited, over REST or as the answer to an interaction."""

from collections.abc import Collection, Iterator
from typing import Any

from sandbox.rules.attachments import ATTACHMENTS, dangling_faults, listing_faults
from sandbox.rules.components import (
    CLASSIC_COMPONENTS,
    V2_COMPONENTS,
    identity_faults,
    total_faults,
)
from sandbox.rules.embeds import EMBEDS, embed_size_faults
from sandbox.rules.faults import Fault, required
from sandbox.rules.mentions import ALLOWED_MENTIONS, silence_faults
from sandbox.rules.shapes import Either, Items, Node, Record, Shape, Snowflake, Text, Truth, Whole

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


def message_faults(
    payload: dict[str, Any],
    files: Collection[str],
    *,
    is_edit: bool = False,
    was_v2: bool = False,
    kept: Collection[str] = (),
) -> list[Fault]:
    """What Discord refuses in this body; `kept` names the attachments that an edit finds there."""
    is_v2 = was_v2 or has_v2_flag(payload)
    found = list((V2 if is_v2 else CLASSIC).faults(payload, ()))
    if found:
        return found
    return [
        *flag_faults(payload, is_edit=is_edit, was_v2=was_v2),
        *(v2_faults if is_v2 else classic_faults)(payload, files, is_edit=is_edit),
        *identity_faults(payload.get("components"), ("components",)),
        *listing_faults(payload, files, is_edit=is_edit),
        *dangling_faults(payload, files, kept if is_edit else ()),
        *silence_faults(payload, is_edit=is_edit),
    ]


def has_v2_flag(payload: Any) -> bool:
    flags = payload.get("flags") if isinstance(payload, dict) else None
    return type(flags) is int and bool(flags & COMPONENTS_V2)


def unsettable_faults(flags: int | None) -> Iterator[Fault]:
    if (flags or 0) & ~SETTABLE:
        yield Fault(("flags",), "SANDBOX_FLAGS", "These flags cannot be set by a bot")


def flag_faults(payload: Node, *, is_edit: bool, was_v2: bool) -> Iterator[Fault]:
    flags = payload.get("flags")
    # The library's edits repeat the flags that the message has, so any may stand there.
    if not is_edit:
        yield from unsettable_faults(flags)
    if was_v2 and flags is not None and not flags & COMPONENTS_V2:
        message = "The flag IS_COMPONENTS_V2 cannot be removed"
        yield Fault(("flags",), "SANDBOX_V2_FLAG_REMOVED", message)


def v2_faults(payload: Node, files: Collection[str], *, is_edit: bool) -> Iterator[Fault]:
    for key in LEGACY_FIELDS:
        if payload.get(key):
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield Fault((key,), code, message)
    if not payload.get("components") and ("components" in payload or not is_edit):
        yield required(("components",))
    yield from total_faults(payload.get("components"), ("components",))


def classic_faults(payload: Node, files: Collection[str], *, is_edit: bool) -> Iterator[Fault]:
    yield from embed_size_faults(payload.get("embeds"), ("embeds",))
    if not is_edit and not files and is_empty(payload):
        yield Fault((), "SANDBOX_MESSAGE_EMPTY", "Cannot send an empty message")


def is_empty(payload: Node) -> bool:
    is_forward = (payload.get("message_reference") or {}).get("type") == FORWARD
    written = (payload.get("content") or "").strip()
    shown = any(payload.get(key) for key in ("embeds", "components", "sticker_ids", "poll"))
    return not (written or shown or is_forward)
