"""Creates, changes and removes channels, threads, direct messages and groups; says who reads them.

Used by REST, the people of the sandbox and tests.
"""

from sandbox.refusals import closed_dms, unknown
from sandbox.world import Event, Json, World, now

TEXT, DM, GROUP, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 3, 11, 12
CHANGEABLE = (
    *("name", "topic", "position", "rate_limit_per_user", "flags"),
    "permission_overwrites",
)


def add_channel(world: World, name: str, position: int = 9, guild: Json | None = None) -> Json:
    channel = {
        "id": world.new_id(),
        "type": TEXT,
        "guild_id": (guild or world.guild)["id"],
        "name": name,
        "topic": None,
        "position": position,
        "permission_overwrites": [],
        "nsfw": False,
        "rate_limit_per_user": 0,
        "parent_id": None,
        "last_message_id": None,
        "flags": 0,
    }
    return _open(world, channel)


def dm_with(world: World, user_id: str) -> Json:
    """Return the direct messages of a person with the bot, created on first use."""
    if user_id not in world.users or world.users[user_id].get("bot"):
        raise unknown("User")
    for channel in world.channels.values():
        if channel["type"] == DM and channel["recipients"][0]["id"] == user_id:
            return channel
    channel = {
        "id": world.new_id(),
        "type": DM,
        "recipients": [world.users[user_id]],
        "last_message_id": None,
        "flags": 0,
    }
    return _open(world, channel, to_bot=False)


def check_dms(world: World, channel: Json) -> None:
    """Refuse a direct message to somebody who turned them off; answers to presses still arrive."""
    if channel["type"] == DM and channel["recipients"][0]["id"] in world.closed:
        raise closed_dms()


def add_group(world: World, name: str, user_ids: list[str]) -> Json:
    """Create a group of people without the bot, who can still press its buttons there."""
    channel = {
        "id": world.new_id(),
        "type": GROUP,
        "name": name,
        "icon": None,
        "owner_id": user_ids[0],
        "recipients": [world.users[key] for key in user_ids],
        "last_message_id": None,
        "flags": 0,
    }
    return _open(world, channel, to_bot=False)


def add_thread(world: World, parent: Json, name: str, kind: int, owner: str) -> Json:
    thread = {
        "id": world.new_id(),
        "type": kind,
        "guild_id": parent["guild_id"],
        "parent_id": parent["id"],
        "owner_id": owner,
        "name": name,
        "last_message_id": None,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 1440,
            "archive_timestamp": now(),
            "locked": False,
            "create_timestamp": now(),
        },
        "members": [owner],
    }
    return _open(world, thread)


def _open(world: World, channel: Json, to_bot: bool = True) -> Json:
    world.channels[channel["id"]] = channel
    world.messages[channel["id"]] = {}
    _tell(world, "CREATE", channel, to_bot)
    return channel


def change_channel(world: World, channel: Json, changes: Json) -> Json:
    metadata = {"archived", "locked", "auto_archive_duration"}
    for name, value in changes.items():
        if is_thread(channel) and name in metadata:
            channel["thread_metadata"][name] = value
        elif name in CHANGEABLE:
            channel[name] = value
    _tell(world, "UPDATE", channel)
    return channel


def deny_bot(world: World, channel: Json, permissions: int) -> None:
    """Take permissions from the bot in a channel and its threads; 0 gives them all back."""
    denial = {"id": world.bot["id"], "type": 1, "allow": "0", "deny": str(int(permissions))}
    change_channel(world, channel, {"permission_overwrites": [denial]})


def remove_channel(world: World, channel: Json) -> None:
    """Remove a channel and its threads."""
    threads = [each for each in world.channels.values() if is_thread(each)]
    for thread in threads:
        if thread["parent_id"] == channel["id"]:
            remove_channel(world, thread)
    del world.channels[channel["id"]]
    world.messages.pop(channel["id"])
    _tell(world, "DELETE", channel)


def tell_typing(world: World, channel: Json, user_id: str) -> None:
    facts = {"channel_id": channel["id"], "user_id": user_id}
    world.tell(Event("TYPING_START", facts, readers(channel), to_bot=False))


def _tell(world: World, what: str, channel: Json, to_bot: bool = True) -> None:
    kind = "THREAD" if is_thread(channel) else "CHANNEL"
    world.tell(Event(f"{kind}_{what}", channel_facts(channel), readers(channel), to_bot))


def readers(channel: Json) -> frozenset[str] | None:
    """Return who may read a channel; None means everybody in the server."""
    if channel["type"] in (DM, GROUP):
        return frozenset(user["id"] for user in channel["recipients"])
    return frozenset(channel["members"]) if channel["type"] == PRIVATE_THREAD else None


def may_read(user_id: str, channel: Json) -> bool:
    people = readers(channel)
    return people is None or user_id in people


def is_thread(channel: Json) -> bool:
    return channel["type"] in (PUBLIC_THREAD, PRIVATE_THREAD)


def is_archived(channel: Json) -> bool:
    return is_thread(channel) and channel["thread_metadata"]["archived"]


def channel_facts(channel: Json) -> Json:
    """Return a channel as Discord sends it, without the sandbox's own notes."""
    return {name: value for name, value in channel.items() if name != "members"}
