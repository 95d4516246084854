"""Interactions: what people do with the bot, and its answers, within Discord's time limits."""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

from sandbox.attachments import MAX_FILE
from sandbox.channels import DM, GROUP, channel_facts
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
    """One interaction, from the click to the end of its token."""

    id: str
    token: str
    type: int
    user_id: str
    channel_id: str
    data: Json
    message: Json | None  # the one that was clicked on
    opener: "Interaction | None" = None  # of a form: what opened it
    answer: int | None = None
    original: str | None = None  # the message that answered
    own: set[str] = field(default_factory=set)  # messages that its token may change
    modal: Json | None = None
    is_failed: bool = False
    is_dead: bool = False
    choices: asyncio.Future[list[Json]] | None = None
    timers: list[asyncio.TimerHandle] = field(default_factory=list)


class Desk:
    """Opens interactions and takes the bot's answers."""

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
        """Send an interaction to the bot and wait for its answer as long as Discord does."""
        interaction = Interaction(
            self.world.new_id(),
            secrets.token_urlsafe(24),
            kind,
            user_id,
            channel["id"],
            data,
            message,
            opener,
        )
        self.open[interaction.token] = self.by_id[interaction.id] = interaction
        loop = asyncio.get_running_loop()
        interaction.timers = [
            loop.call_later(self.first_answer, self._overdue, interaction),
            loop.call_later(self.token_life, self._expire, interaction),
        ]
        if kind == AUTOCOMPLETE:
            interaction.choices = loop.create_future()
        self.world.tell(Event("INTERACTION_CREATE", self.payload(interaction), frozenset()))
        return interaction

    def payload(self, interaction: Interaction) -> Json:
        world, channel = self.world, self.world.channel(interaction.channel_id)
        body: Json = {
            "id": interaction.id,
            "application_id": world.bot["id"],
            "type": interaction.type,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": channel["id"],
            "channel": {**channel_facts(channel), "permissions": PERMISSIONS},
            "locale": "en-US",
            "entitlements": [],
            "app_permissions": str(int(permissions_in(world, channel))),
            "attachment_size_limit": MAX_FILE,
            "authorizing_integration_owners": {"0": world.guild["id"]},
            "context": context_of(channel),
        }
        if interaction.message:
            body["message"] = interaction.message
        if body["context"] != IN_SERVER:
            return {**body, "user": world.users[interaction.user_id]}
        member = {**member_facts(world, interaction.user_id), "permissions": PERMISSIONS}
        guild = {"id": channel["guild_id"], "locale": "en-US", "features": []}
        facts = {"guild_id": channel["guild_id"], "guild": guild, "guild_locale": "en-US"}
        return {**body, **facts, "member": member}

    def _overdue(self, interaction: Interaction) -> None:
        if interaction.answer is None:
            interaction.is_failed = True
            self._failed(interaction, "The application did not respond")

    def _failed(self, interaction: Interaction, reason: str) -> None:
        if interaction.choices and not interaction.choices.done():
            interaction.choices.set_result([])
        facts = {
            "id": interaction.id,
            "channel_id": interaction.channel_id,
            "message_id": interaction.message["id"] if interaction.message else None,
            "reason": reason,
        }
        self._tell(interaction, "INTERACTION_FAILED", facts)

    def _expire(self, interaction: Interaction) -> None:
        interaction.is_dead = True
        self.by_id.pop(interaction.id, None)

    def _tell(self, interaction: Interaction, name: str, facts: Json) -> None:
        self.world.tell(Event(name, facts, frozenset([interaction.user_id]), to_bot=False))

    # --- answering

    def waiting(self, interaction_id: str, token: str) -> Interaction:
        """Return the interaction that still waits for its first answer."""
        interaction = self.open.get(token)
        if interaction is None or interaction.id != interaction_id or interaction.is_failed:
            raise unknown_interaction()
        if interaction.answer is not None:
            raise already_answered()
        return interaction

    def answer(self, interaction: Interaction, body: Json, files: list[File]) -> Json:
        """Carry out a first answer; if that fails, the interaction still waits for one."""
        kind, data = body["type"], body.get("data") or {}
        message = self._answered(interaction, kind, data, files)
        interaction.answer = kind
        if interaction.opener:
            interaction.opener.modal = None  # the form was used
        if kind in (MESSAGE, DEFER) and message:
            interaction.original = message["id"]
        elif kind in (UPDATE, DEFER_UPDATE) and interaction.message:
            interaction.original = interaction.message["id"]
        if interaction.original:
            interaction.own.add(interaction.original)
        is_deferred = kind in (DEFER, DEFER_UPDATE)
        self._tell(interaction, "INTERACTION_ACK", {"id": interaction.id, "deferred": is_deferred})
        return self._callback_facts(interaction, kind, message)

    def _answered(
        self, interaction: Interaction, kind: int, data: Json, files: list[File]
    ) -> Json | None:
        if kind == MESSAGE:
            return self._post(interaction, data, files)
        if kind == DEFER:
            flags = (int(data.get("flags") or 0) & EPHEMERAL) | LOADING
            return self._post(interaction, {"flags": flags}, [])
        if kind == UPDATE:
            return edit_message(self.world, self._source(interaction), data, files)
        if kind == CHOICES and interaction.choices and not interaction.choices.done():
            interaction.choices.set_result(data.get("choices") or [])
        if kind == MODAL:
            interaction.modal = data
            self._tell(interaction, "MODAL", {"interaction_id": interaction.id, "data": data})
        return None

    def _post(self, interaction: Interaction, data: Json, files: list[File]) -> Json:
        world = self.world
        flags = int(data.get("flags") or 0)
        more: dict[str, Any] = {
            "type": 20 if interaction.type == SLASH else 0,
            "interaction_metadata": self._metadata(interaction),
            "application_id": world.bot["id"],
            "webhook_id": world.bot["id"],
        }
        if interaction.type == SLASH:
            user = self.world.users[interaction.user_id]
            facts = {
                "id": interaction.id,
                "type": SLASH,
                "name": _typed(interaction.data),
                "user": user,
            }
            more["interaction"] = facts
        if flags & EPHEMERAL:
            more["for_user"] = interaction.user_id
        channel = world.channel(interaction.channel_id)
        return post_message(world, channel, world.bot, data, files, **more)

    def _metadata(self, interaction: Interaction) -> Json:
        facts: Json = {
            "id": interaction.id,
            "type": interaction.type,
            "user": self.world.users[interaction.user_id],
            "authorizing_integration_owners": {"0": self.world.guild["id"]},
        }
        if interaction.type == COMPONENT and interaction.message:
            facts["interacted_message_id"] = interaction.message["id"]
        if interaction.type == MODAL_SUBMIT and interaction.opener:
            facts["triggering_interaction_metadata"] = self._metadata(interaction.opener)
        return facts

    def _source(self, interaction: Interaction) -> Json:
        if interaction.message is None:
            raise Refused(400, 50035, "There is no message to change.")
        return self.world.message(interaction.channel_id, interaction.message["id"])

    def _callback_facts(self, interaction: Interaction, kind: int, message: Json | None) -> Json:
        facts: Json = {"id": interaction.id, "type": interaction.type}
        resource: Json = {"type": kind}
        if message:
            facts["response_message_id"] = message["id"]
            facts["response_message_loading"] = bool(message["flags"] & LOADING)
            facts["response_message_ephemeral"] = bool(message["flags"] & EPHEMERAL)
            resource["message"] = message
        return {"interaction": facts, "resource": resource}

    # --- follow-ups

    def alive(self, token: str) -> Interaction:
        """Return the interaction whose token is used after its first answer."""
        interaction = self.open.get(token)
        if interaction is None:
            raise unknown("Webhook")
        if interaction.is_dead:
            raise dead_token()
        return interaction

    def answered_message(self, interaction: Interaction, message_id: str) -> Json:
        key = interaction.original if message_id == "@original" else message_id
        if key is None or key not in interaction.own:
            raise unknown("Message")
        return self.world.message(interaction.channel_id, key)

    def follow_up(self, interaction: Interaction, body: Json, files: list[File]) -> Json:
        """Post another message; the first one after a deferred answer takes its place."""
        if interaction.answer is None:
            raise unknown("Webhook")
        if interaction.original:
            original = self.world.messages[interaction.channel_id].get(interaction.original)
            if original and original["flags"] & LOADING:
                return edit_message(self.world, original, body, files)
        message = self._post(interaction, body, files)
        interaction.own.add(message["id"])
        return message

    def close(self) -> None:
        for interaction in self.open.values():
            for timer in interaction.timers:
                timer.cancel()


def context_of(channel: Json) -> int:
    """Return where an interaction happens, as Discord numbers it."""
    return {DM: IN_BOT_DM, GROUP: IN_PRIVATE_CHANNEL}.get(channel["type"], IN_SERVER)


def _typed(data: Json) -> str:
    """Return a command with its subcommands, as it was typed."""
    inner = [each for each in data.get("options") or [] if each["type"] in (1, 2)]
    return " ".join([data["name"], *(_typed(each) for each in inner)])
