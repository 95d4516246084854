"""The emojis of an application: their names, their pictures, and their use in messages."""

import base64
import binascii
import re
from collections.abc import Collection, Iterator
from typing import Any

from sandbox.rules.components import walk
from sandbox.rules.shapes import Node, Record, Text
from sandbox.rules.violations import Path, Violation

MAX_EMOJIS = 2000
LARGEST_EMOJI = 256 * 1024
NAME = re.compile(r"[A-Za-z0-9_]*")
IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)
BEGINNINGS = {  # how files of each kind begin
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff",
    "image/gif": b"GIF8",
    "image/webp": b"RIFF",
    "image/avif": b"\0\0\0",
}


def name_violations(emoji: Node, path: Path) -> Iterator[Violation]:
    if emoji.get("name") and not NAME.fullmatch(emoji["name"]):
        message = "String value did not match validation regex."
        yield Violation((*path, "name"), "STRING_TYPE_REGEX", message)


def image_violations(emoji: Node, path: Path) -> Iterator[Violation]:
    kind, content = image_in(emoji["image"])
    if not content.startswith(BEGINNINGS.get(kind, b"?")):
        yield Violation((*path, "image"), "SANDBOX_IMAGE", "The image is not base64 of its kind")


def image_in(text: str) -> tuple[str, bytes]:
    """Return the kind and the bytes of an image sent as a data URI; empty if it isn't one."""
    match = IMAGE.fullmatch(text)
    if match is None:
        return "", b""
    try:
        return match[1], base64.b64decode(match[2], validate=True)
    except binascii.Error:
        return "", b""


RENAMED = Record({"name": Text(2, 32)}, laws=(name_violations,))
NEW = Record(
    {"name": Text(2, 32), "image": Text(0, 2**24)},
    needed=("name", "image"),
    laws=(name_violations, image_violations),
)


def new_emoji_violations(body: Any) -> list[Violation]:
    return list(NEW.violations(body, ()))


def renamed_emoji_violations(body: Any) -> list[Violation]:
    return list(RENAMED.violations(body, ()))


def unknown_emoji_violations(
    nodes: list[Any] | None, known: Collection[str]
) -> Iterator[Violation]:
    """Check that every button and option uses an emoji that exists."""
    for path, node in walk(nodes, ("components",)):
        options = enumerate(node.get("options") or [])
        holders = [(path, node), *(((*path, "options", n), option) for n, option in options)]
        for place, holder in holders:
            number = (holder.get("emoji") or {}).get("id")
            if number and str(number) not in known:
                where = (*place, "emoji", "id")
                yield Violation(where, "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
