"""The files of messages: uploaded, kept by an edit, and dropped with their message."""

import secrets
import struct
from urllib.parse import quote

from sandbox.world import File, Json, World

MAX_FILE = 10 * 1024 * 1024
MAX_DROPPED = 50


def attach_files(
    world: World, message: Json, entries: list[Json] | None, uploads: list[File]
) -> list[Json]:
    """Return the message's attachments: the old ones that the edit lists, and the uploads."""
    old = {entry["id"]: entry for entry in message["attachments"]}
    kept_ids = old if entries is None else {str(entry["id"]) for entry in entries}
    for key in [key for key in old if key not in kept_ids]:
        drop_file(world, key)
    if entries is None:
        entries = [*old.values(), *({"id": n} for n in range(len(uploads)))]
    attachments = []
    for entry in entries:
        number = str(entry["id"])
        if number in old:
            attachments.append(old[number])
        elif number.isdigit() and int(number) < len(uploads):
            attachments.append(upload_file(world, message, uploads[int(number)], entry))
    return attachments


def upload_file(world: World, message: Json, file: File, listed: Json) -> Json:
    key = world.new_id()
    world.files[key] = file = file._replace(secret=secrets.token_hex(16))
    path = f"/cdn/attachments/{message['channel_id']}/{key}/{quote(file.name)}"
    url = f"{world.base}{path}?hm={file.secret}"
    size = _picture_size(file.content)
    facts = {
        "id": key,
        "filename": file.name,
        "size": len(file.content),
        "url": url,
        "proxy_url": url,
        "content_type": file.kind,
    }
    if listed.get("description"):
        facts["description"] = listed["description"]
    return {**facts, "width": size[0], "height": size[1]} if size else facts


def _picture_size(content: bytes) -> tuple[int, int] | None:
    if content[:8] != b"\x89PNG\r\n\x1a\n" or len(content) < 24:
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def drop_file(world: World, key: str) -> None:
    """Forget a file after a while: people and bots that just got its address may still fetch it."""
    if file := world.files.pop(key, None):
        world.dropped[key] = file
    while len(world.dropped) > MAX_DROPPED:
        world.dropped.pop(next(iter(world.dropped)))
