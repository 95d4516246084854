"""Everything that exists in the sandbox, as plain data that all its modules share.

Channels, messages and emojis are created and changed by the modules of those names; the world
only holds them, finds them, and tells its listeners what happened.
"""

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.refusals import unknown

Json = dict[str, Any]

ALL_PERMISSIONS = (2251799813685247 | 1 << 51) & ~(1 << 3)  # but administrators are never denied
EPOCH = 1420070400000


class Event(NamedTuple):
    """Something that happened; sent to `people` (None: all), and to the bot if `to_bot`."""

    name: str
    data: Json
    people: frozenset[str] | None = None
    to_bot: bool = True


class File(NamedTuple):
    """An upload; its address holds a secret, like Discord's signed addresses."""

    name: str
    content: bytes
    kind: str
    secret: str = ""


@dataclass
class World:
    """Plain JSON as Discord sends it, by id; ids grow with time."""

    file: Path | None = None
    users: dict[str, Json] = field(default_factory=dict)
    channels: dict[str, Json] = field(default_factory=dict)
    messages: dict[str, dict[str, Json]] = field(default_factory=dict)
    private: dict[str, str] = field(default_factory=dict)  # ephemeral message -> who sees it
    closed: set[str] = field(default_factory=set)  # people whose direct messages are closed
    commands: dict[str, list[Json]] = field(default_factory=dict)  # by guild, "" for all
    files: dict[str, File] = field(default_factory=dict)
    dropped: dict[str, File] = field(default_factory=dict)  # the last ones that were removed
    emojis: dict[str, Json] = field(default_factory=dict)  # of the application
    pins: dict[str, list[str]] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)  # secret of a page -> whose it is
    guild: Json = field(default_factory=dict)
    others: list[Json] = field(default_factory=list)  # more guilds, which only tests make
    bot: Json = field(default_factory=dict)
    base: str = ""  # the address of files
    granted: int = ALL_PERMISSIONS  # what the bot may do in the server
    clock: Callable[[], float] = time.time

    def __post_init__(self) -> None:
        self._counter = itertools.count(1)
        self.listeners: list[Callable[[Event], None]] = []

    def new_id(self) -> str:
        moment = int(self.clock() * 1000) - EPOCH
        return str((moment << 22) | (next(self._counter) & 0x3FFFFF))

    def tell(self, event: Event) -> None:
        for listener in list(self.listeners):
            listener(event)

    def person(self, name: str) -> Json:
        return next(user for user in self.users.values() if user["username"] == name)

    @property
    def guilds(self) -> list[Json]:
        return [self.guild, *self.others]

    @property
    def people(self) -> list[Json]:
        return [user for user in self.users.values() if not user.get("bot")]

    def channel(self, channel_id: str) -> Json:
        if channel_id not in self.channels:
            raise unknown("Channel")
        return self.channels[channel_id]

    def message(self, channel_id: str, message_id: str) -> Json:
        message = self.messages.get(channel_id, {}).get(message_id)
        if message is None:
            raise unknown("Message")
        return message

    def emoji(self, emoji_id: str) -> Json:
        if emoji_id not in self.emojis:
            raise unknown("Emoji")
        return self.emojis[emoji_id]


def now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime()) + "+00:00"
