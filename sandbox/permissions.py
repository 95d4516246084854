"""What the bot may do in a channel: what the server grants, without what the channel denies."""

from enum import IntFlag

from sandbox.channels import DM, GROUP, is_thread
from sandbox.refusals import Refused
from sandbox.world import Json, World


class May(IntFlag):
    MANAGE_CHANNELS = 1 << 4
    VIEW = 1 << 10
    SEND = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED = 1 << 14
    ATTACH = 1 << 15
    READ_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_THREADS = 1 << 34
    OPEN_THREADS = 1 << 35
    SEND_IN_THREADS = 1 << 38
    PIN = 1 << 51


INVITED_WITH = 309237763072  # what our invitation asks for
IN_A_GROUP = May.ATTACH | May.EMBED | May.MENTION_EVERYONE
IN_PRIVATE = IN_A_GROUP | May.USE_EXTERNAL_EMOJIS


def permissions_in(world: World, channel: Json) -> int:
    """Return the `app_permissions` that Discord sends with an interaction in this channel."""
    if channel["type"] in (DM, GROUP):
        return IN_PRIVATE if channel["type"] == DM else IN_A_GROUP
    place = world.channel(channel["parent_id"]) if is_thread(channel) else channel
    granted = world.granted
    for overwrite in place["permission_overwrites"]:
        granted &= ~int(overwrite["deny"])
    return granted


def check(world: World, channel: Json, needed: May) -> None:
    """Refuse as Discord does; writing in a thread needs a permission of its own."""
    if channel["type"] == DM:
        return
    granted = permissions_in(world, channel)
    if needed & May.SEND and is_thread(channel):
        needed = (needed & ~May.SEND) | May.SEND_IN_THREADS
    if not granted & May.VIEW:
        raise Refused(403, 50001, "Missing Access")
    if needed & ~granted:
        raise Refused(403, 50013, "Missing Permissions")
