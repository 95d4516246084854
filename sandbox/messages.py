"""Posts, edits and removes messages and says who sees them; for REST, interactions and people."""

from collections.abc import Iterable
from typing import Any

from sandbox.attachments import attach_files, drop_file
from sandbox.channels import may_read, readers
from sandbox.components import number_components, resolve_component, resolve_embed, texts_in
from sandbox.refusals import unknown
from sandbox.world import Event, File, Json, World, now

EPHEMERAL, LOADING, HAS_THREAD, V2 = 1 << 6, 1 << 7, 1 << 5, 1 << 15


def post_message(
    world: World,
    channel: Json,
    author: Json,
    body: Json,
    files: Iterable[File] = (),
    for_user: str | None = None,
    **more: Any,
) -> Json:
    """Post a new message; `for_user` makes it ephemeral."""
    message: Json = {
        "id": world.new_id(),
        "type": 0,
        "channel_id": channel["id"],
        "author": author,
        "content": "",
        "timestamp": now(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "flags": 0,
        **more,
    }
    if "guild_id" in channel:
        message["guild_id"] = channel["guild_id"]
    _fill(world, message, body, files)
    if for_user:
        world.private[message["id"]] = for_user
    _flag(world, message, int(body.get("flags") or 0))
    world.messages[channel["id"]][message["id"]] = message
    channel["last_message_id"] = message["id"]
    _tell(world, "MESSAGE_CREATE", message)
    return message


def edit_message(world: World, message: Json, body: Json, files: Iterable[File] = ()) -> Json:
    _fill(world, message, body, files)
    if not message["flags"] & LOADING:
        message["edited_timestamp"] = now()
    given = body.get("flags")
    _flag(world, message, message["flags"] & ~LOADING if given is None else int(given))
    _tell(world, "MESSAGE_UPDATE", message)
    return message


def pin_message(world: World, message: Json, is_pinned: bool) -> None:
    """Pin a message as the newest, or unpin it."""
    pinned = world.pins.setdefault(message["channel_id"], [])
    if message["id"] in pinned:
        pinned.remove(message["id"])
    if is_pinned:
        pinned.insert(0, message["id"])
    message["pinned"] = is_pinned
    world.tell(Event("MESSAGE_UPDATE", message, message_readers(world, message)))


def remove_message(world: World, message: Json) -> None:
    people = message_readers(world, message)
    del world.messages[message["channel_id"]][message["id"]]
    facts = {"id": message["id"], "channel_id": message["channel_id"]}
    if "guild_id" in message:
        facts["guild_id"] = message["guild_id"]
    is_private = world.private.pop(message["id"], None) is not None
    for attachment in message["attachments"]:
        drop_file(world, attachment["id"])
    world.tell(Event("MESSAGE_DELETE", facts, people, to_bot=not is_private))


def message_readers(world: World, message: Json) -> frozenset[str] | None:
    """Return who may read a message; None means everybody in the server."""
    if message["id"] in world.private:
        return frozenset([world.private[message["id"]]])
    return readers(world.channel(message["channel_id"]))


def messages_seen_by(world: World, user_id: str, channel_id: str) -> list[Json]:
    """Return the messages of a channel that a person sees, oldest first."""
    if not may_read(user_id, world.channel(channel_id)):
        raise unknown("Channel")
    messages = world.messages[channel_id].values()
    return [each for each in messages if world.private.get(each["id"], user_id) == user_id]


def _tell(world: World, name: str, message: Json) -> None:
    is_private = message["id"] in world.private
    world.tell(Event(name, message, message_readers(world, message), to_bot=not is_private))


def _flag(world: World, message: Json, flags: int) -> None:
    """Set the message's flags; only `for_user` decides whether it's ephemeral."""
    own = EPHEMERAL if message["id"] in world.private else 0
    message["flags"] = (flags & ~EPHEMERAL) | own | (message["flags"] & HAS_THREAD)


def _fill(world: World, message: Json, body: Json, files: Iterable[File]) -> None:
    for name in ("content", "embeds", "components"):
        if name in body:
            message[name] = body[name] if body[name] is not None else type(message[name])()
    uploads = list(files)
    if uploads or "attachments" in body:
        message["attachments"] = attach_files(world, message, body.get("attachments"), uploads)
    _mention(world, message, body.get("allowed_mentions"))
    urls = {each["filename"]: each for each in message["attachments"]}
    message["components"] = [resolve_component(each, urls) for each in message["components"]]
    message["embeds"] = [resolve_embed(each, urls) for each in message["embeds"]]
    number_components(message["components"])


def _mention(world: World, message: Json, allowed: Json | None) -> None:
    """Ping only people whom the message is allowed to mention."""
    text = "\n".join(texts_in(message))
    rules = allowed if allowed is not None else {"parse": ["users", "everyone"]}
    parse, named = rules.get("parse") or [], {str(key) for key in rules.get("users") or []}
    is_loud = "@everyone" in text or "@here" in text
    message["mention_everyone"] = is_loud and "everyone" in parse
    message["mentions"] = [
        user
        for key, user in world.users.items()
        if (f"<@{key}>" in text or f"<@!{key}>" in text) and ("users" in parse or key in named)
    ]
