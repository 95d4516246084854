"""Embeds: the limits of each, and 6000 characters for all embeds of a message."""

from collections.abc import Iterator
from typing import Any

from sandbox.rules.shapes import (
    WEB_OR_ATTACHMENT,
    Items,
    Node,
    Record,
    Text,
    Truth,
    Url,
    Whole,
)
from sandbox.rules.violations import Path, Violation

MAX_EMBEDS = 10
MAX_TEXT = 6000

PICTURE_URL = Url(schemes=WEB_OR_ATTACHMENT)
FIELD = Record(
    {"name": Text(1, 256), "value": Text(1, 1024), "inline": Truth()}, needed=("name", "value")
)
EMBED = Record(
    {
        "title": Text(0, 256),
        "description": Text(0, 4096),
        "url": Url(),
        "timestamp": Text(0, 64),
        "color": Whole(0, 0xFFFFFF),
        "footer": Record({"text": Text(0, 2048), "icon_url": PICTURE_URL}),
        "image": Record({"url": PICTURE_URL}),
        "thumbnail": Record({"url": PICTURE_URL}),
        "author": Record({"name": Text(0, 256), "url": Url(), "icon_url": PICTURE_URL}),
        "fields": Items(FIELD, 0, 25),
    }
)
EMBEDS = Items(EMBED, 0, MAX_EMBEDS)

PICTURES = (
    ("image", "url"),
    ("thumbnail", "url"),
    ("footer", "icon_url"),
    ("author", "icon_url"),
)


def embed_size(embed: Node) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or []:
        texts += [field["name"], field["value"]]
    return sum(len(text or "") for text in texts)


def embed_size_violations(embeds: list[Any] | None, path: Path) -> Iterator[Violation]:
    if sum(embed_size(embed) for embed in embeds or []) > MAX_TEXT:
        message = f"Embed size exceeds maximum size of {MAX_TEXT}"
        yield Violation(path, "MAX_EMBED_SIZE_EXCEEDED", message)


def embed_pictures(embeds: list[Any] | None, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the addresses of all pictures in embeds, with their paths."""
    for index, embed in enumerate(embeds or []):
        for part, key in PICTURES:
            url = (embed.get(part) or {}).get(key)
            if url:
                yield (*path, index, part, key), url
