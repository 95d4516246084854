"""Stores components and embeds as Discord does: numbered, and with the addresses of their files.

Messages use it for the contents of a request.
"""

import itertools
from collections.abc import Iterable
from typing import Any

from sandbox.world import Json


def texts_in(part: Any) -> Iterable[str]:
    if isinstance(part, dict):
        yield from (part[name] for name in ("content",) if isinstance(part.get(name), str))
        for name in ("components", "accessory"):
            inner = part.get(name) or []
            for child in inner if isinstance(inner, list) else [inner]:
                yield from texts_in(child)


def resolve_component(component: Json, files: dict[str, Json]) -> Json:
    """Replace attachment:// by the address of the file."""
    resolved = dict(component)
    for name in ("components", "items"):
        if isinstance(resolved.get(name), list):
            resolved[name] = [resolve_component(each, files) for each in resolved[name]]
    if isinstance(resolved.get("accessory"), dict):
        resolved["accessory"] = resolve_component(resolved["accessory"], files)
    for name in ("media", "file"):
        if isinstance(resolved.get(name), dict):
            resolved[name] = _media(resolved[name], files)
    if isinstance(resolved.get("options"), list):
        resolved["options"] = [_with_emoji(each) for each in resolved["options"]]
    if isinstance(resolved.get("default_values"), list):  # Discord tells numbers as text
        resolved["default_values"] = [
            {**each, "id": str(each["id"])} for each in resolved["default_values"]
        ]
    return _with_emoji(resolved)


def _with_emoji(part: Json) -> Json:
    """Write a custom emoji's id as text, as Discord does; the library sends a number."""
    emoji = part.get("emoji")
    if not isinstance(emoji, dict) or not emoji.get("id"):
        return part
    return {**part, "emoji": {**emoji, "id": str(emoji["id"])}}


def _media(media: Json, files: dict[str, Json]) -> Json:
    file = files.get(str(media.get("url", "")).removeprefix("attachment://"))
    if file is None:
        return media
    names = ("url", "proxy_url", "width", "height", "content_type")
    return {name: file[name] for name in names if name in file} | {"attachment_id": file["id"]}


def resolve_embed(embed: Json, files: dict[str, Json]) -> Json:
    resolved = {"type": "rich", **embed}
    for name in ("image", "thumbnail"):
        if isinstance(resolved.get(name), dict):
            resolved[name] = _media(resolved[name], files)
    return resolved


def number_components(components: list[Json]) -> None:
    """Give every component an id of its own."""
    counter = itertools.count(1)
    waiting = list(components)
    while waiting:
        component = waiting.pop(0)
        component["id"] = component.get("id") or next(counter)
        waiting += component.get("components") or []
        waiting += [component["accessory"]] if isinstance(component.get("accessory"), dict) else []
