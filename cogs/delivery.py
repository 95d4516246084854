"""Gets one message to Discord exactly once: sends, edits, deletes, or finds it again."""

import asyncio
import contextlib
import logging
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import discord

from cogs import pace
from cogs.attachments import Attachments
from cogs.gallery import Gallery
from cogs.pace import is_outage
from cogs.screen import (
    ExistingFile,
    Screen,
    files_of,
    is_of,
    is_reminder,
    kept,
    mark_in,
    mark_of,
    seats_in,
)
from host import replies
from host.caller import Caller
from host.host import Host
from host.log_facts import facts
from host.outbox import MINUTE, SECOND
from host.records import OutgoingMessage, Post, Reply, User

HOUR = 60 * MINUTE  # Discord edits older messages slowly, so we post a new one
LOOKED_THROUGH = 100  # messages, in search of one of ours
SKEW = 5 * MINUTE  # how far Discord's clock may be behind ours
MAX_PINGS, LATELY = 5, 10 * MINUTE  # votes of one table that ping people, and in which time
BAD_REQUEST = 400
TOO_OLD = 30046  # to be edited so often
ARCHIVED = 50083  # an archived thread: a new message brings it back
DEAD = {10008, 10015, 50027}  # a private reply that can't be changed any more
PUSH_PAUSE = 1 * SECOND  # for each person: Discord allows five edits in five seconds
log = logging.getLogger(__name__)


class DeliveryContext:
    """What all deliveries share."""

    def __init__(
        self, client: discord.Client, host: Host, gallery: Gallery, attachments: Attachments
    ) -> None:
        self.client, self.host, self.gallery = client, host, gallery
        self.attachments = attachments  # of the panels
        self.below: Counter[int] = Counter()  # messages in a channel since its board was posted
        self.deleted: deque[int] = deque(maxlen=1000)  # messages that we deleted ourselves
        self.maybe_sent: set[int] = set()  # messages perhaps sent, but that wasn't stored
        self.last_before_start: int | None = None  # an earlier process may have sent it
        # The messages that called voters: at which table, whom by direct message, and when.
        self._votes: dict[int, tuple[int | None, int | None, int]] = {}
        self._pushed: dict[int, int] = {}  # when each user was last sent a panel

    def may_ping_voters(self, outgoing: OutgoingMessage) -> bool:
        """Whether this vote may ping people: a table may do so a few times in ten minutes.

        Otherwise somebody could ping the others all day long by opening a vote and taking it back.
        """
        now = self.host.now()
        self._votes = {n: each for n, each in self._votes.items() if abs(now - each[-1]) < LATELY}
        audience = outgoing.about.table_id, outgoing.user
        others = [n for n, (*called, _) in self._votes.items() if (*called,) == audience]
        if outgoing.id not in others and len(others) >= MAX_PINGS:
            return False
        self._votes[outgoing.id] = *audience, now
        return True

    async def wait_to_push(self, user: int) -> None:
        """Wait, so that each person gets at most one pushed edit per second."""
        now = pace.ticks()
        self._pushed = {each: at for each, at in self._pushed.items() if now - at < PUSH_PAUSE}
        if user in self._pushed:
            await asyncio.sleep((self._pushed[user] + PUSH_PAUSE - now) / SECOND)

    def pushed(self, user: int) -> None:
        self._pushed[user] = pace.ticks()

    def clear_global_rate_limit(self) -> None:
        """End a global rate limit, because we may have cancelled the task that waits for its end.

        The library has no public way to do this. If it is too early, we run into the limit again.
        """
        if is_over := getattr(self.client.http, "_global_over", None):
            is_over.set()


class PostedBefore(NamedTuple):
    """A message that an earlier try has posted; what it shows may be outdated."""

    post: Post  # knows the seats that it calls
    mark: int | None
    is_reminder: bool
    below: int  # messages


@dataclass(slots=True)
class Heard:
    """What Discord has answered during one delivery."""

    is_anything: bool = False
    messages: dict[int, list[discord.Message]] = field(default_factory=dict)  # by channel
    gone: set[int] = field(default_factory=set)  # of these


class Delivery:
    """Delivers one outgoing message."""

    def __init__(
        self, context: DeliveryContext, outgoing: OutgoingMessage, heard: Heard | None = None
    ) -> None:
        self.context, self.outgoing = context, outgoing
        self.host, self.gallery = context.host, context.gallery
        self.heard = heard or Heard()

    def for_second_message(self) -> "Delivery":
        """Return a delivery for a second Discord message of the same outgoing message."""
        return Delivery(
            self.context, self.outgoing._replace(made=self.outgoing.made + 1), self.heard
        )

    @property
    def table_id(self) -> int:
        assert self.outgoing.about.table_id is not None
        return self.outgoing.about.table_id

    @property
    def challenge_id(self) -> int:
        assert self.outgoing.about.challenge_id is not None
        return self.outgoing.about.challenge_id

    @property
    def channel(self) -> int:
        assert self.outgoing.channel is not None
        return self.outgoing.channel

    @property
    def user(self) -> int:
        assert self.outgoing.user is not None
        return self.outgoing.user

    @property
    def reader(self) -> Caller:
        """The user that the message is for, as a caller who may look at the table."""
        return Caller(User(self.user, ""))

    async def dm_channel(self) -> int:
        """Return the channel of direct messages to the user; the library may know it already."""
        return (await self.context.client.create_dm(discord.Object(self.user))).id

    def is_old(self, post: Post) -> bool:
        return self.host.now() - post.at > HOUR

    # Messages of earlier tries

    async def find_posted(self, channel: int) -> PostedBefore | None:
        """Look for our message in the channel, if an earlier try may have posted it."""
        if not self._may_be_posted():
            return None
        for below, message in enumerate(await self._history(channel)):
            if self._is_ours(message) and message.id not in self.heard.gone:
                return self._known_again(channel, message, below)
        return None

    def _known_again(self, channel: int, message: discord.Message, below: int) -> PostedBefore:
        self.context.attachments.remember(message)
        body = {"files": files_of(message), "seats": seats_in(message)}
        post = Post(channel, message.id, _moment(message), body)
        return PostedBefore(post, mark_in(message), is_reminder(message), below)

    def _may_be_posted(self) -> bool:
        """Whether an earlier try may have posted it, perhaps by a process that died then."""
        outgoing, context = self.outgoing, self.context
        is_older = context.last_before_start is None or outgoing.id <= context.last_before_start
        return bool(outgoing.tries) or outgoing.id in context.maybe_sent or is_older

    async def _history(self, channel: int) -> list[discord.Message]:
        """Return the channel's last messages, newest first; asks Discord only once."""
        known = self.heard.messages
        if channel not in known:
            known[channel] = []
            with contextlib.suppress(discord.Forbidden):  # we may write there but not read
                found = self._place(channel).history(limit=LOOKED_THROUGH)
                known[channel] = [message async for message in found]
            self.heard.is_anything = True
        return known[channel]

    def _is_ours(self, message: discord.Message) -> bool:
        us = self.context.client.user
        is_by_us = us is not None and message.author.id == us.id
        is_since = _moment(message) >= self.outgoing.made - SKEW
        return is_by_us and is_since and is_of(self.outgoing.nonce, message)

    # Send, edit, delete

    async def send(self, channel: int, screen: Screen) -> Post:
        """Post it, unless an earlier try did."""
        found = await self.find_posted(channel)
        return found.post if found else await self.post(channel, screen)

    async def send_newest(self, channel: int, screen: Screen) -> Post:
        """Post it, or update what an earlier try has posted."""
        found = await self.find_posted(channel)
        if found is None:
            return await self.post(channel, screen)
        return await self.edit_found(found, screen) or await self.post(channel, screen)

    async def edit_found(self, found: PostedBefore, screen: Screen) -> Post | None:
        screen.mark = found.mark
        return await self.edit(found.post, screen, kept(found.post.body["files"]))

    async def post(
        self,
        channel: int,
        screen: Screen,
        seats: Sequence[int] = (),
        is_reminder: bool = False,
        is_silent: bool = False,
    ) -> Post:
        """Post it; the mark names the called seats: a call for others is another message."""
        screen.mark = mark_of(self.outgoing.nonce, seats, is_reminder)
        message = await self._place(channel).send(
            view=screen.layout(),
            files=screen.files(),
            nonce=self._nonce(channel, seats),
            allowed_mentions=screen.allowed_mentions,
            silent=is_silent,
        )
        self.heard.is_anything = True
        self.context.attachments.remember(message)
        return Post(channel, message.id, self.host.now(), {"files": files_of(message)})

    def _nonce(self, channel: int, seats: Sequence[int]) -> str:
        """Return a new nonce if ours was posted and deleted: Discord ignores a nonce it knows."""
        called = f"-{sum(1 << seat for seat in seats):x}" if seats else ""
        is_anew = any(map(self._is_ours, self.heard.messages.get(channel, ())))
        return f"{self.outgoing.nonce}{called}{'+' if is_anew else ''}"

    async def edit(
        self, post: Post, screen: Screen, there: list[ExistingFile] | None = None
    ) -> Post | None:
        """Edit a message and send the files that it lacks; return None if the message is gone."""
        there = self._files_of(post) if there is None else there
        try:
            message = await self._message(post).edit(
                view=screen.layout(),
                attachments=screen.attachments(there),
                allowed_mentions=screen.allowed_mentions,
            )
        except discord.HTTPException as error:
            if not isinstance(error, discord.NotFound) and error.code not in (TOO_OLD, ARCHIVED):
                raise
            message = None
        self.heard.is_anything = True
        if message is None:
            return None
        self.context.attachments.remember(message)
        return post._replace(body={"files": files_of(message)})

    async def edit_reply(self, reply: Reply, screen: Screen) -> bool:
        """Edit a private reply; return whether that worked, and forget it if it can't be edited."""
        there = self.context.attachments.take(reply.message)
        try:
            message = await self._edited_reply(reply, screen, there)
        except discord.HTTPException as error:
            if is_outage(error) and error.code not in DEAD:
                raise
            if there and error.status == BAD_REQUEST:  # an unanswered try has replaced them
                return await self.edit_reply(reply, screen)
            if error.code not in DEAD:
                known = facts(table=reply.table, code=error.code)
                log.warning("an edit of a private reply was refused", extra=known)
            self.heard.is_anything = True
            await self.host.do(replies.drop, reply.message)
            return False
        self.heard.is_anything = True
        self.context.attachments.remember(message)
        return True

    async def _edited_reply(
        self, reply: Reply, screen: Screen, there: list[ExistingFile]
    ) -> discord.WebhookMessage:
        application = self.context.client.application_id
        assert application is not None
        hook = discord.Webhook.partial(application, reply.token, client=self.context.client)
        return await hook.edit_message(
            reply.message,
            view=screen.layout(),
            attachments=screen.attachments(there),
            allowed_mentions=screen.allowed_mentions,
        )

    def _files_of(self, post: Post) -> list[ExistingFile]:
        """Return the message's files; none if an earlier try may have replaced them."""
        return [] if self._may_be_posted() else kept(post.body.get("files", {}))

    async def delete(self, post: Post) -> None:
        """Delete a message; if Discord refuses, leave it, and only retry in an outage."""
        self.context.deleted.append(post.message)
        try:
            await self._message(post).delete()
        except discord.HTTPException as error:
            if is_outage(error):
                raise
        self.heard.gone.add(post.message)
        self.heard.is_anything = True

    def _message(self, post: Post) -> discord.PartialMessage:
        return self._place(post.channel).get_partial_message(post.message)

    def _place(self, channel: int) -> discord.PartialMessageable:
        return self.context.client.get_partial_messageable(channel)


def _moment(message: discord.Message) -> int:
    return int(message.created_at.timestamp() * 1000)
