"""Components and embeds as Discord stores them: numbered, with the addresses of their files.

Messages use it for what a body brings.
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
            for each in inner if isinstance(inner, list) else [inner]:
                yield from texts_in(each)


def resolve_component(component: Json, files: dict[str, Json]) -> Json:
    """A component in which attachment:// became the address of the file."""
    found = dict(component)
    for name in ("components", "items"):
        if isinstance(found.get(name), list):
            found[name] = [resolve_component(each, files) for each in found[name]]
    if isinstance(found.get("accessory"), dict):
        found["accessory"] = resolve_component(found["accessory"], files)
    for name in ("media", "file"):
        if isinstance(found.get(name), dict):
            found[name] = _media(found[name], files)
    if isinstance(found.get("options"), list):
        found["options"] = [_with_emoji(each) for each in found["options"]]
    if isinstance(found.get("default_values"), list):  # Discord tells numbers as text
        found["default_values"] = [
            {**each, "id": str(each["id"])} for each in found["default_values"]
        ]
    return _with_emoji(found)


def _with_emoji(part: Json) -> Json:
    """A button or an option; the library sends the number of an emoji, Discord tells it as text."""
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
    found = {"type": "rich", **embed}
    for name in ("image", "thumbnail"):
        if isinstance(found.get(name), dict):
            found[name] = _media(found[name], files)
    return found


def number_components(components: list[Json]) -> None:
    """Every component gets an id of its own."""
    counter = itertools.count(1)
    waiting = list(components)
    while waiting:
        each = waiting.pop(0)
        each["id"] = each.get("id") or next(counter)
        waiting += each.get("components") or []
        waiting += [each["accessory"]] if isinstance(each.get("accessory"), dict) else []
