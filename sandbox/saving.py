"""Creates a new world, or loads one from its file, and saves it there."""

import json
import secrets
from pathlib import Path

from sandbox.channels import add_channel
from sandbox.users import COLORS, new_user
from sandbox.world import File, Json, World

KEPT = (
    *("users", "channels", "messages", "private", "commands", "pins"),
    *("guild", "bot", "links", "base"),
)


def open_world(file: Path | None = None) -> World:
    """Load the world from the file, or create a new one."""
    world = World(file)
    if file and file.exists():
        _load(world, json.loads(file.read_text(encoding="utf-8")))
    else:
        _begin(world)
    return world


def _begin(world: World) -> None:
    world.bot = new_user(world.new_id(), "factory", "Factory", is_bot=True)
    world.users[world.bot["id"]] = world.bot
    for name in COLORS:
        person = new_user(world.new_id(), name, name.capitalize())
        world.users[person["id"]] = person
        world.links[secrets.token_urlsafe(16)] = person["id"]
    owner = world.person("red")["id"]
    world.guild = {"id": world.new_id(), "name": "Factory Street", "owner_id": owner}
    for number, name in enumerate(("table-1", "table-2", "lounge")):
        add_channel(world, name, number)


def _load(world: World, data: Json) -> None:
    for name in KEPT:
        setattr(world, name, data[name])
    world.closed = set(data["closed"])
    world.emojis = data.get("emojis", {})  # older files have none
    world.others = data.get("others", [])
    folder = _folder(world)
    for key, (name, kind, secret) in data["files"].items():
        if (folder / key).exists():
            world.files[key] = File(name, (folder / key).read_bytes(), kind, secret)


def move_world(world: World, base: str) -> None:
    """Let the addresses of files begin with the server's present address."""
    if world.base and world.base != base:
        world.messages = json.loads(json.dumps(world.messages).replace(world.base, base))
    world.base = base


def save_world(world: World) -> None:
    """Save the world; the old file is replaced only when the new one is complete."""
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
    data: Json = {name: getattr(world, name) for name in KEPT}
    data["closed"] = sorted(world.closed)
    data["emojis"], data["others"] = world.emojis, world.others
    data["files"] = {key: (file.name, file.kind, file.secret) for key, file in world.files.items()}
    draft = world.file.with_suffix(".draft")
    draft.write_text(json.dumps(data), encoding="utf-8")
    draft.replace(world.file)


def _folder(world: World) -> Path:
    assert world.file
    return world.file.with_suffix(".files")
