"""Interactions: what people do to the bot, and the bot's answers, within Discord's time limits."""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

from sandbox.attachments import MAX_FILE
from sandbox.channels import DM, GROUP, shown
from sandbox.guilds import member_facts
from sandbox.messages import EPHEMERAL, LOADING, edit_message, post_message
from sandbox.permissions import permissions_in
from sandbox.refusals import (
    Refused,
    already_answered,
    dead_token,
    unknown,
    unknown_interaction,
)
from sandbox.world import Event, File, Json, World

SLASH, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
PONG, MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
IN_SERVER, IN_BOT_DM, IN_PRIVATE_CHANNEL = 0, 1, 2
FIRST_ANSWER, TOKEN_LIFE = 3.0, 15 * 60.0
PERMISSIONS = "2251799813685247"


@dataclass
class Interaction:
    """One of them, from the click to the end of its token."""

    id: str
    token: str
    type: int
    user_id: str
    channel_id: str
    data: Json
    message: Json | None  # the one that was clicked on
    opener: "Interaction | None" = None  # of a form: what it was the answer to
    answer: int | None = None
    original: str | None = None  # the message that answered
    own: set[str] = field(default_factory=set)  # messages that its token may change
    modal: Json | None = None
    is_failed: bool = False
    is_dead: bool = False
    choices: asyncio.Future[list[Json]] | None = None
    timers: list[asyncio.TimerHandle] = field(default_factory=list)


class Desk:
    """Where interactions are opened and answered."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.open: dict[str, Interaction] = {}  # by token
        self.by_id: dict[str, Interaction] = {}
        self.first_answer, self.token_life = FIRST_ANSWER, TOKEN_LIFE

    # --- opening

    def begin(
        self,
        kind: int,
        user_id: str,
        channel: Json,
        data: Json,
        message: Json | None = None,
        opener: Interaction | None = None,
    ) -> Interaction:
        """Tells the bot, and waits for its first answer no longer than Discord does."""
        found = Interaction(
            self.world.new_id(),
            secrets.token_urlsafe(24),
            kind,
            user_id,
            channel["id"],
            data,
            message,
            opener,
        )
        self.open[found.token] = self.by_id[found.id] = found
        loop = asyncio.get_running_loop()
        found.timers = [
            loop.call_later(self.first_answer, self._overdue, found),
            loop.call_later(self.token_life, self._expire, found),
        ]
        if kind == AUTOCOMPLETE:
            found.choices = loop.create_future()
        self.world.tell(Event("INTERACTION_CREATE", self.payload(found), frozenset()))
        return found

    def payload(self, found: Interaction) -> Json:
        world, channel = self.world, self.world.channel(found.channel_id)
        body: Json = {
            "id": found.id,
            "application_id": world.bot["id"],
            "type": found.type,
            "token": found.token,
            "version": 1,
            "data": found.data,
            "channel_id": channel["id"],
            "channel": {**shown(channel), "permissions": PERMISSIONS},
            "locale": "en-US",
            "entitlements": [],
            "app_permissions": str(int(permissions_in(world, channel))),
            "attachment_size_limit": MAX_FILE,
            "authorizing_integration_owners": {"0": world.guild["id"]},
            "context": context_of(channel),
        }
        if found.message:
            body["message"] = found.message
        if body["context"] != IN_SERVER:
            return {**body, "user": world.users[found.user_id]}
        member = {**member_facts(world, found.user_id), "permissions": PERMISSIONS}
        guild = {"id": channel["guild_id"], "locale": "en-US", "features": []}
        facts = {"guild_id": channel["guild_id"], "guild": guild, "guild_locale": "en-US"}
        return {**body, **facts, "member": member}

    def _overdue(self, found: Interaction) -> None:
        if found.answer is None:
            found.is_failed = True
            self._failed(found, "The application did not respond")

    def _failed(self, found: Interaction, reason: str) -> None:
        if found.choices and not found.choices.done():
            found.choices.set_result([])
        facts = {
            "id": found.id,
            "channel_id": found.channel_id,
            "message_id": found.message["id"] if found.message else None,
            "reason": reason,
        }
        self._tell(found, "INTERACTION_FAILED", facts)

    def _expire(self, found: Interaction) -> None:
        found.is_dead = True
        self.by_id.pop(found.id, None)

    def _tell(self, found: Interaction, name: str, facts: Json) -> None:
        self.world.tell(Event(name, facts, frozenset([found.user_id]), to_bot=False))

    # --- answering

    def waiting(self, interaction_id: str, token: str) -> Interaction:
        """The interaction that a first answer is for."""
        found = self.open.get(token)
        if found is None or found.id != interaction_id or found.is_failed:
            raise unknown_interaction()
        if found.answer is not None:
            raise already_answered()
        return found

    def answer(self, found: Interaction, body: Json, files: list[File]) -> Json:
        """Only what was carried out counts as an answer."""
        kind, data = body["type"], body.get("data") or {}
        message = self._answered(found, kind, data, files)
        found.answer = kind
        if found.opener:
            found.opener.modal = None  # the form is done with
        if kind in (MESSAGE, DEFER) and message:
            found.original = message["id"]
        elif kind in (UPDATE, DEFER_UPDATE) and found.message:
            found.original = found.message["id"]
        if found.original:
            found.own.add(found.original)
        is_deferred = kind in (DEFER, DEFER_UPDATE)
        self._tell(found, "INTERACTION_ACK", {"id": found.id, "deferred": is_deferred})
        return self._said(found, kind, message)

    def _answered(
        self, found: Interaction, kind: int, data: Json, files: list[File]
    ) -> Json | None:
        if kind == MESSAGE:
            return self._post(found, data, files)
        if kind == DEFER:
            flags = (int(data.get("flags") or 0) & EPHEMERAL) | LOADING
            return self._post(found, {"flags": flags}, [])
        if kind == UPDATE:
            return edit_message(self.world, self._source(found), data, files)
        if kind == CHOICES and found.choices and not found.choices.done():
            found.choices.set_result(data.get("choices") or [])
        if kind == MODAL:
            found.modal = data
            self._tell(found, "MODAL", {"interaction_id": found.id, "data": data})
        return None

    def _post(self, found: Interaction, data: Json, files: list[File]) -> Json:
        world = self.world
        flags = int(data.get("flags") or 0)
        more: dict[str, Any] = {
            "type": 20 if found.type == SLASH else 0,
            "interaction_metadata": self._metadata(found),
            "application_id": world.bot["id"],
            "webhook_id": world.bot["id"],
        }
        if found.type == SLASH:
            user = self.world.users[found.user_id]
            facts = {"id": found.id, "type": SLASH, "name": _typed(found.data), "user": user}
            more["interaction"] = facts
        if flags & EPHEMERAL:
            more["for_user"] = found.user_id
        channel = world.channel(found.channel_id)
        return post_message(world, channel, world.bot, data, files, **more)

    def _metadata(self, found: Interaction) -> Json:
        facts: Json = {
            "id": found.id,
            "type": found.type,
            "user": self.world.users[found.user_id],
            "authorizing_integration_owners": {"0": self.world.guild["id"]},
        }
        if found.type == COMPONENT and found.message:
            facts["interacted_message_id"] = found.message["id"]
        if found.type == MODAL_SUBMIT and found.opener:
            facts["triggering_interaction_metadata"] = self._metadata(found.opener)
        return facts

    def _source(self, found: Interaction) -> Json:
        if found.message is None:
            raise Refused(400, 50035, "There is no message to change.")
        return self.world.message(found.channel_id, found.message["id"])

    def _said(self, found: Interaction, kind: int, message: Json | None) -> Json:
        interaction: Json = {"id": found.id, "type": found.type}
        resource: Json = {"type": kind}
        if message:
            interaction["response_message_id"] = message["id"]
            interaction["response_message_loading"] = bool(message["flags"] & LOADING)
            interaction["response_message_ephemeral"] = bool(message["flags"] & EPHEMERAL)
            resource["message"] = message
        return {"interaction": interaction, "resource": resource}

    # --- later

    def alive(self, token: str) -> Interaction:
        """The interaction whose token is used after its first answer."""
        found = self.open.get(token)
        if found is None:
            raise unknown("Webhook")
        if found.is_dead:
            raise dead_token()
        return found

    def answered_message(self, found: Interaction, message_id: str) -> Json:
        key = found.original if message_id == "@original" else message_id
        if key is None or key not in found.own:
            raise unknown("Message")
        return self.world.message(found.channel_id, key)

    def follow_up(self, found: Interaction, body: Json, files: list[File]) -> Json:
        """The first one after a deferred answer takes its place."""
        if found.answer is None:
            raise unknown("Webhook")
        if found.original:
            original = self.world.messages[found.channel_id].get(found.original)
            if original and original["flags"] & LOADING:
                return edit_message(self.world, original, body, files)
        message = self._post(found, body, files)
        found.own.add(message["id"])
        return message

    def close(self) -> None:
        for found in self.open.values():
            for timer in found.timers:
                timer.cancel()


def context_of(channel: Json) -> int:
    """Where an interaction happens, as Discord counts it."""
    return {DM: IN_BOT_DM, GROUP: IN_PRIVATE_CHANNEL}.get(channel["type"], IN_SERVER)


def _typed(data: Json) -> str:
    """A command with its parts, as it was typed."""
    inner = [each for each in data.get("options") or [] if each["type"] in (1, 2)]
    return " ".join([data["name"], *(_typed(each) for each in inner)])
