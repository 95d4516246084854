"""What the bot may do in the server: everything, or what a host granted it."""

from enum import IntFlag

from sandbox.refusals import Refused
from sandbox.world import DM, Json, is_thread


class May(IntFlag):
    MANAGE_CHANNELS = 1 << 4
    VIEW = 1 << 10
    SEND = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED = 1 << 14
    ATTACH = 1 << 15
    READ_HISTORY = 1 << 16
    MANAGE_THREADS = 1 << 34
    OPEN_THREADS = 1 << 35
    SEND_IN_THREADS = 1 << 38
    PIN = 1 << 51


ALL = 2251799813685247 | May.PIN
LEAST = 274878024704  # what our invitation asks for


def check(granted: int, channel: Json, needed: May) -> None:
    """A direct message knows no permissions; to write in a thread is one of its own."""
    if channel["type"] == DM:
        return
    if needed & May.SEND and is_thread(channel):
        needed = (needed & ~May.SEND) | May.SEND_IN_THREADS
    if not granted & May.VIEW:
        raise Refused(403, 50001, "Missing Access")
    if needed & ~granted:
        raise Refused(403, 50013, "Missing Permissions")
