"""How a world begins, and how it is kept in a file between two starts of the server."""

import json
import secrets
from pathlib import Path

from sandbox.channels import add_channel
from sandbox.users import COLOURS, new_user
from sandbox.world import File, Json, World

KEPT = (
    *("users", "channels", "messages", "private", "commands", "pins"),
    *("guild", "bot", "links", "base"),
)


def open_world(file: Path | None = None) -> World:
    """The world that the file holds, or a new one."""
    world = World(file)
    if file and file.exists():
        _load(world, json.loads(file.read_text(encoding="utf-8")))
    else:
        _begin(world)
    return world


def _begin(world: World) -> None:
    world.bot = new_user(world.new_id(), "factory", "Factory", is_bot=True)
    world.users[world.bot["id"]] = world.bot
    for name in COLOURS:
        person = new_user(world.new_id(), name, name.capitalize())
        world.users[person["id"]] = person
        world.links[secrets.token_urlsafe(16)] = person["id"]
    owner = world.person("red")["id"]
    world.guild = {"id": world.new_id(), "name": "Factory Street", "owner_id": owner}
    for number, name in enumerate(("table-1", "table-2", "lounge")):
        add_channel(world, name, number)


def _load(world: World, kept: Json) -> None:
    for name in KEPT:
        setattr(world, name, kept[name])
    world.closed = set(kept["closed"])
    world.emojis = kept.get("emojis", {})  # older files have none
    world.others = kept.get("others", [])
    folder = _folder(world)
    for key, (name, kind, secret) in kept["files"].items():
        if (folder / key).exists():
            world.files[key] = File(name, (folder / key).read_bytes(), kind, secret)


def move_world(world: World, base: str) -> None:
    """Addresses of files begin with where the server listens now."""
    if world.base and world.base != base:
        world.messages = json.loads(json.dumps(world.messages).replace(world.base, base))
    world.base = base


def save_world(world: World) -> None:
    """Written beside the old file first, so that a crash leaves one of them whole."""
    if world.file is None:
        return
    folder = _folder(world)
    folder.mkdir(parents=True, exist_ok=True)
    for key, file in world.files.items():
        if not (folder / key).exists():
            (folder / key).write_bytes(file.content)
    for path in folder.iterdir():
        if path.name not in world.files:
            path.unlink()
    kept: Json = {name: getattr(world, name) for name in KEPT}
    kept["closed"] = sorted(world.closed)
    kept["emojis"], kept["others"] = world.emojis, world.others
    kept["files"] = {key: (file.name, file.kind, file.secret) for key, file in world.files.items()}
    draft = world.file.with_suffix(".draft")
    draft.write_text(json.dumps(kept), encoding="utf-8")
    draft.replace(world.file)


def _folder(world: World) -> Path:
    assert world.file
    return world.file.with_suffix(".files")
