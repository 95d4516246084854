"""Everything that exists: people, channels, messages, files; who may see what; told as events."""

import itertools
import json
import secrets
import struct
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from sandbox.refusals import closed_dms, unknown

Json = dict[str, Any]

EPHEMERAL, LOADING, HAS_THREAD, V2 = 1 << 6, 1 << 7, 1 << 5, 1 << 15
TEXT, DM, GROUP, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 3, 11, 12
MOST_DROPPED = 50
ALL_PERMISSIONS = (2251799813685247 | 1 << 51) & ~(1 << 3)  # but administrators are never denied
EPOCH = 1420070400000
KEPT = (
    "users",
    "channels",
    "messages",
    "private",
    "commands",
    "pins",
    "guild",
    "bot",
    "links",
    "base",
)
CHANGEABLE = (
    *("name", "topic", "position", "rate_limit_per_user", "flags"),
    "permission_overwrites",
)
COLOURS = {
    "red": "#B5241B",
    "blue": "#68B2F9",
    "green": "#18814D",
    "purple": "#5A2796",
    "yellow": "#F6C12B",
}


class Event(NamedTuple):
    """Something happened; `people` may learn of it (None: all), and the bot if `to_bot`."""

    name: str
    data: Json
    people: frozenset[str] | None = None
    to_bot: bool = True


class File(NamedTuple):
    """An upload; its address holds a secret, as Discord's addresses are signed."""

    name: str
    content: bytes
    kind: str
    secret: str = ""


@dataclass
class World:
    """Plain JSON as Discord tells it, by id; ids grow with time."""

    file: Path | None = None
    users: dict[str, Json] = field(default_factory=dict)
    channels: dict[str, Json] = field(default_factory=dict)
    messages: dict[str, dict[str, Json]] = field(default_factory=dict)
    private: dict[str, str] = field(default_factory=dict)  # ephemeral message -> who sees it
    closed: set[str] = field(default_factory=set)  # people whose direct messages are closed
    commands: dict[str, list[Json]] = field(default_factory=dict)  # by guild, "" for all
    files: dict[str, File] = field(default_factory=dict)
    dropped: dict[str, File] = field(default_factory=dict)  # the last ones that are gone
    emojis: dict[str, Json] = field(default_factory=dict)  # of the application
    pins: dict[str, list[str]] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)  # secret of a page -> whose it is
    guild: Json = field(default_factory=dict)
    bot: Json = field(default_factory=dict)
    base: str = ""  # the address of files
    granted: int = ALL_PERMISSIONS  # what the bot may do in the server
    clock: Callable[[], float] = time.time

    def __post_init__(self) -> None:
        self._counter = itertools.count(1)
        self.listeners: list[Callable[[Event], None]] = []
        if self.file and self.file.exists():
            self._load(json.loads(self.file.read_text(encoding="utf-8")))
        else:
            self._begin()

    # --- ids and events

    def new_id(self) -> str:
        moment = int(self.clock() * 1000) - EPOCH
        return str((moment << 22) | (next(self._counter) & 0x3FFFFF))

    def tell(self, event: Event) -> None:
        for listener in list(self.listeners):
            listener(event)

    # --- beginning and keeping

    def _begin(self) -> None:
        self.bot = _user(self.new_id(), "factory", "Factory", is_bot=True)
        self.users[self.bot["id"]] = self.bot
        for name in COLOURS:
            person = _user(self.new_id(), name, name.capitalize())
            self.users[person["id"]] = person
            self.links[secrets.token_urlsafe(16)] = person["id"]
        owner = self.person("red")["id"]
        self.guild = {"id": self.new_id(), "name": "Factory Street", "owner_id": owner}
        for number, name in enumerate(("table-1", "table-2", "lounge")):
            self.add_channel(name, number)

    def _load(self, kept: Json) -> None:
        for name in KEPT:
            setattr(self, name, kept[name])
        self.closed = set(kept["closed"])
        self.emojis = kept.get("emojis", {})  # older files have none
        folder = self._folder()
        for key, (name, kind, secret) in kept["files"].items():
            if (folder / key).exists():
                self.files[key] = File(name, (folder / key).read_bytes(), kind, secret)

    def move_to(self, base: str) -> None:
        """Addresses of files begin with where the server listens now."""
        if self.base and self.base != base:
            self.messages = json.loads(json.dumps(self.messages).replace(self.base, base))
        self.base = base

    def save(self) -> None:
        """Written beside the old file first, so that a crash leaves one of them whole."""
        if self.file is None:
            return
        folder = self._folder()
        folder.mkdir(parents=True, exist_ok=True)
        for key, file in self.files.items():
            if not (folder / key).exists():
                (folder / key).write_bytes(file.content)
        for path in folder.iterdir():
            if path.name not in self.files:
                path.unlink()
        kept: Json = {name: getattr(self, name) for name in KEPT}
        kept["closed"] = sorted(self.closed)
        kept["emojis"] = self.emojis
        kept["files"] = {
            key: (file.name, file.kind, file.secret) for key, file in self.files.items()
        }
        draft = self.file.with_suffix(".draft")
        draft.write_text(json.dumps(kept), encoding="utf-8")
        draft.replace(self.file)

    def _folder(self) -> Path:
        assert self.file
        return self.file.with_suffix(".files")

    # --- people

    def person(self, name: str) -> Json:
        return next(user for user in self.users.values() if user["username"] == name)

    @property
    def people(self) -> list[Json]:
        return [user for user in self.users.values() if not user.get("bot")]

    def member(self, user_id: str) -> Json:
        return {
            "user": self.users[user_id],
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }

    # --- channels

    def add_channel(self, name: str, position: int = 9) -> Json:
        channel = {
            "id": self.new_id(),
            "type": TEXT,
            "guild_id": self.guild["id"],
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
        return self._opened(channel)

    def dm_with(self, user_id: str) -> Json:
        """The one channel between the bot and a person."""
        if user_id not in self.users or self.users[user_id].get("bot"):
            raise unknown("User")
        for channel in self.channels.values():
            if channel["type"] == DM and channel["recipients"][0]["id"] == user_id:
                return channel
        channel = {
            "id": self.new_id(),
            "type": DM,
            "recipients": [self.users[user_id]],
            "last_message_id": None,
            "flags": 0,
        }
        return self._opened(channel, to_bot=False)

    def add_group(self, name: str, user_ids: list[str]) -> Json:
        """A group of people without the bot, in which somebody can still press its buttons."""
        channel = {
            "id": self.new_id(),
            "type": GROUP,
            "name": name,
            "icon": None,
            "owner_id": user_ids[0],
            "recipients": [self.users[key] for key in user_ids],
            "last_message_id": None,
            "flags": 0,
        }
        return self._opened(channel, to_bot=False)

    def add_thread(self, parent: Json, name: str, kind: int, owner: str) -> Json:
        thread = {
            "id": self.new_id(),
            "type": kind,
            "guild_id": self.guild["id"],
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
        return self._opened(thread)

    def _opened(self, channel: Json, to_bot: bool = True) -> Json:
        self.channels[channel["id"]] = channel
        self.messages[channel["id"]] = {}
        kind = "THREAD_CREATE" if is_thread(channel) else "CHANNEL_CREATE"
        self.tell(Event(kind, shown(channel), self.readers(channel), to_bot))
        return channel

    def channel(self, channel_id: str) -> Json:
        if channel_id not in self.channels:
            raise unknown("Channel")
        return self.channels[channel_id]

    def change_channel(self, channel: Json, changes: Json) -> Json:
        metadata = {"archived", "locked", "auto_archive_duration"}
        for name, value in changes.items():
            if is_thread(channel) and name in metadata:
                channel["thread_metadata"][name] = value
            elif name in CHANGEABLE:
                channel[name] = value
        kind = "THREAD_UPDATE" if is_thread(channel) else "CHANNEL_UPDATE"
        self.tell(Event(kind, shown(channel), self.readers(channel)))
        return channel

    def deny_bot(self, channel: Json, permissions: int) -> None:
        """Take permissions from the bot in one channel and its threads; 0 gives all back."""
        denial = {"id": self.bot["id"], "type": 1, "allow": "0", "deny": str(int(permissions))}
        self.change_channel(channel, {"permission_overwrites": [denial]})

    def remove_channel(self, channel: Json) -> None:
        threads = [each for each in self.channels.values() if is_thread(each)]
        for thread in threads:
            if thread["parent_id"] == channel["id"]:
                self.remove_channel(thread)
        del self.channels[channel["id"]]
        self.messages.pop(channel["id"])
        kind = "THREAD_DELETE" if is_thread(channel) else "CHANNEL_DELETE"
        self.tell(Event(kind, shown(channel), self.readers(channel)))

    def readers(self, channel: Json) -> frozenset[str] | None:
        """Who may read a channel; None: everybody in the server."""
        if channel["type"] in (DM, GROUP):
            return frozenset(user["id"] for user in channel["recipients"])
        return frozenset(channel["members"]) if channel["type"] == PRIVATE_THREAD else None

    def may_read(self, user_id: str, channel: Json) -> bool:
        readers = self.readers(channel)
        return readers is None or user_id in readers

    # --- messages

    def post(
        self, channel: Json, author: Json, body: Json, files: Iterable[File] = (), **more: Any
    ) -> Json:
        """A new message; `for_user` makes it ephemeral."""
        for_user: str | None = more.pop("for_user", None)
        message: Json = {
            "id": self.new_id(),
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
        self._fill(message, body, files)
        if for_user:
            self.private[message["id"]] = for_user
        self._flag(message, int(body.get("flags") or 0))
        self.messages[channel["id"]][message["id"]] = message
        channel["last_message_id"] = message["id"]
        self._tell_message("MESSAGE_CREATE", message)
        return message

    def check_dms(self, channel: Json) -> None:
        """Answers to an interaction arrive all the same."""
        if channel["type"] == DM and channel["recipients"][0]["id"] in self.closed:
            raise closed_dms()

    def edit(self, message: Json, body: Json, files: Iterable[File] = ()) -> Json:
        self._fill(message, body, files)
        if not message["flags"] & LOADING:
            message["edited_timestamp"] = now()
        given = body.get("flags")
        self._flag(message, message["flags"] & ~LOADING if given is None else int(given))
        self._tell_message("MESSAGE_UPDATE", message)
        return message

    def _flag(self, message: Json, flags: int) -> None:
        """Ephemeral is what one person sees, whatever a body says."""
        own = EPHEMERAL if message["id"] in self.private else 0
        message["flags"] = (flags & ~EPHEMERAL) | own | (message["flags"] & HAS_THREAD)

    def remove(self, message: Json) -> None:
        readers = self.message_readers(message)
        del self.messages[message["channel_id"]][message["id"]]
        facts = {"id": message["id"], "channel_id": message["channel_id"]}
        if "guild_id" in message:
            facts["guild_id"] = message["guild_id"]
        is_private = self.private.pop(message["id"], None) is not None
        for each in message["attachments"]:
            self._drop_file(each["id"])
        self.tell(Event("MESSAGE_DELETE", facts, readers, to_bot=not is_private))

    # --- emojis of the application

    def add_emoji(self, name: str, image: File, user: Json) -> Json:
        """Uploaded by the bot, or by a person in the settings of the application."""
        emoji: Json = {
            "id": self.new_id(),
            "name": name,
            "roles": [],
            "user": user,
            "require_colons": True,
            "managed": False,
            "animated": image.kind == "image/gif",
            "available": True,
        }
        self.emojis[emoji["id"]] = emoji
        self.files[emoji["id"]] = image
        self._tell_emojis()
        return emoji

    def emoji(self, emoji_id: str) -> Json:
        if emoji_id not in self.emojis:
            raise unknown("Emoji")
        return self.emojis[emoji_id]

    def remove_emoji(self, emoji_id: str) -> None:
        """Its picture can still be fetched for a while."""
        del self.emojis[self.emoji(emoji_id)["id"]]
        self._drop_file(emoji_id)
        self._tell_emojis()

    def _tell_emojis(self) -> None:
        """To nobody: Discord tells no one of these, but what changed is saved."""
        self.tell(Event("APPLICATION_EMOJIS_UPDATE", {}, frozenset(), to_bot=False))

    def _drop_file(self, key: str) -> None:
        """Whoever was just told of it may still fetch it."""
        if file := self.files.pop(key, None):
            self.dropped[key] = file
        while len(self.dropped) > MOST_DROPPED:
            self.dropped.pop(next(iter(self.dropped)))

    def message(self, channel_id: str, message_id: str) -> Json:
        found = self.messages.get(channel_id, {}).get(message_id)
        if found is None:
            raise unknown("Message")
        return found

    def message_readers(self, message: Json) -> frozenset[str] | None:
        if message["id"] in self.private:
            return frozenset([self.private[message["id"]]])
        return self.readers(self.channel(message["channel_id"]))

    def seen_by(self, user_id: str, channel_id: str) -> list[Json]:
        """The messages of a channel that a person sees, oldest first."""
        if not self.may_read(user_id, self.channel(channel_id)):
            raise unknown("Channel")
        found = self.messages[channel_id].values()
        return [each for each in found if self.private.get(each["id"], user_id) == user_id]

    def _tell_message(self, name: str, message: Json) -> None:
        is_private = message["id"] in self.private
        readers = self.message_readers(message)
        self.tell(Event(name, message, readers, to_bot=not is_private))

    def _fill(self, message: Json, body: Json, files: Iterable[File]) -> None:
        for name in ("content", "embeds", "components"):
            if name in body:
                message[name] = body[name] if body[name] is not None else type(message[name])()
        uploads = list(files)
        if uploads or "attachments" in body:
            message["attachments"] = self._attached(message, body.get("attachments"), uploads)
        message["mentions"] = self._mentioned(message, body.get("allowed_mentions"))
        urls = {each["filename"]: each for each in message["attachments"]}
        message["components"] = [_resolved(each, urls) for each in message["components"]]
        message["embeds"] = [_resolved_embed(each, urls) for each in message["embeds"]]
        _number(message["components"])

    def _attached(
        self, message: Json, listed: list[Json] | None, uploads: list[File]
    ) -> list[Json]:
        """What stays of the old attachments, and the new ones."""
        old = {each["id"]: each for each in message["attachments"]}
        kept = old if listed is None else {str(each["id"]) for each in listed}
        for key in [key for key in old if key not in kept]:
            self._drop_file(key)
        if listed is None:
            listed = [*old.values(), *({"id": n} for n in range(len(uploads)))]
        found = []
        for each in listed:
            number = str(each["id"])
            if number in old:
                found.append(old[number])
            elif number.isdigit() and int(number) < len(uploads):
                found.append(self._uploaded(message, uploads[int(number)], each))
        return found

    def _uploaded(self, message: Json, file: File, listed: Json) -> Json:
        key = self.new_id()
        self.files[key] = file = file._replace(secret=secrets.token_hex(16))
        path = f"/cdn/attachments/{message['channel_id']}/{key}/{quote(file.name)}"
        url = f"{self.base}{path}?hm={file.secret}"
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

    def _mentioned(self, message: Json, allowed: Json | None) -> list[Json]:
        """Only who may be mentioned is pinged."""
        said = "\n".join(_texts(message))
        given = allowed if allowed is not None else {"parse": ["users", "everyone"]}
        parse, named = given.get("parse") or [], {str(key) for key in given.get("users") or []}
        is_loud = "@everyone" in said or "@here" in said
        message["mention_everyone"] = is_loud and "everyone" in parse
        return [
            user
            for key, user in self.users.items()
            if (f"<@{key}>" in said or f"<@!{key}>" in said) and ("users" in parse or key in named)
        ]


def _user(key: str, name: str, shown: str, is_bot: bool = False) -> Json:
    return {
        "id": key,
        "username": name,
        "global_name": shown,
        "discriminator": "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        **({"bot": True} if is_bot else {}),
    }


def now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime()) + "+00:00"


def is_thread(channel: Json) -> bool:
    return channel["type"] in (PUBLIC_THREAD, PRIVATE_THREAD)


def shown(channel: Json) -> Json:
    """A channel as Discord tells it, without our own notes."""
    return {name: value for name, value in channel.items() if name != "members"}


def _texts(part: Any) -> Iterable[str]:
    if isinstance(part, dict):
        yield from (part[name] for name in ("content",) if isinstance(part.get(name), str))
        for name in ("components", "accessory"):
            inner = part.get(name) or []
            for each in inner if isinstance(inner, list) else [inner]:
                yield from _texts(each)


def _resolved(component: Json, files: dict[str, Json]) -> Json:
    """A component in which attachment:// became the address of the file."""
    found = dict(component)
    for name in ("components", "items"):
        if isinstance(found.get(name), list):
            found[name] = [_resolved(each, files) for each in found[name]]
    if isinstance(found.get("accessory"), dict):
        found["accessory"] = _resolved(found["accessory"], files)
    for name in ("media", "file"):
        if isinstance(found.get(name), dict):
            found[name] = _media(found[name], files)
    if isinstance(found.get("options"), list):
        found["options"] = [_with_emoji(each) for each in found["options"]]
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


def _resolved_embed(embed: Json, files: dict[str, Json]) -> Json:
    found = {"type": "rich", **embed}
    for name in ("image", "thumbnail"):
        if isinstance(found.get(name), dict):
            found[name] = _media(found[name], files)
    return found


def _number(components: list[Json]) -> None:
    """Every component gets an id of its own."""
    counter = itertools.count(1)
    waiting = list(components)
    while waiting:
        each = waiting.pop(0)
        each["id"] = each.get("id") or next(counter)
        waiting += each.get("components") or []
        waiting += [each["accessory"]] if isinstance(each.get("accessory"), dict) else []


def _picture_size(content: bytes) -> tuple[int, int] | None:
    if content[:8] != b"\x89PNG\r\n\x1a\n" or len(content) < 24:
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height
