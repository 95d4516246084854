"""Sends what waits in the outbox: in order for each audience, tried again, never twice."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence

import discord

from cogs import message_contents
from cogs.attachments import Attachments
from cogs.delivery import Delivery, DeliveryContext
from cogs.gallery import Gallery
from cogs.heart import Heart
from cogs.pace import SLOWEST as SLOWEST_IN_AN_OUTAGE
from cogs.pace import Audience, Pace, is_outage
from cogs.responder import UNREACHABLE
from cogs.right_of_way import RightOfWay
from engine.kernel.refusal import Refused
from host import outbox
from host.errors import SaveFailed
from host.host import Host
from host.log_facts import facts
from host.outbox import SECOND, MessageKind
from host.people import mark_dms_blocked
from host.records import OutgoingMessage

log = logging.getLogger(__name__)

MAX_TRIES = 5  # when Discord refuses it
MAX_TRY = 45.0  # seconds; the library itself would try for 25
MIN_PAUSE, AFTER_A_FAULT = 0.05, 1.0  # seconds
PATIENCE = 3.0  # seconds for which a message lets answers go first
LATE = 60  # a message that waited longer (in seconds) gets a line in the log
DM_CLOSED = {50007, 50278}
GONE = {10003, 50001, 50013, 50083}
UNSENT = "message not sent yet, will retry"


class Sender:
    """Sends the outbox: one task for each audience that has messages waiting."""

    def __init__(
        self,
        client: discord.Client,
        host: Host,
        gallery: Gallery,
        attachments: Attachments,
        heart: Heart,
        right_of_way: RightOfWay,
    ) -> None:
        self.heart, self._right_of_way = heart, right_of_way
        self.host, self.context = host, DeliveryContext(client, host, gallery, attachments)
        self._busy: dict[Audience, asyncio.Task[bool]] = {}
        self._on_the_way: set[int] = set()  # messages
        self._unread = ""  # why the outbox can't be read, if it can't
        self._has_left_some = False  # messages, at the last look
        self._pace = Pace()

    async def run(self) -> None:
        while True:
            self.host.news.clear()
            try:
                pause = await self._begin_all()
                self._unread = ""
            except SaveFailed as error:
                pause = AFTER_A_FAULT
                if error.why != self._unread:  # once, until it can be read again
                    log.warning("can't read the outbox, will retry", extra=facts(why=error.why))
                self._unread = error.why
            except Exception:
                log.exception("could not read the outbox")
                pause = AFTER_A_FAULT
            await self._wait(pause)

    async def _begin_all(self) -> float | None:
        """Start sending all that may go out now; return the seconds until there may be more."""
        if self.context.last_before_start is None:
            self.context.last_before_start = await self.host.read(outbox.last_number)
        now, at_work = self.host.now(), {*self._busy}
        due, later = await self.host.read(outbox.due_and_next, now, self.heart.client.shares())
        # Skip audiences that were busy when the read began: theirs may have been sent meanwhile.
        for outgoing in await self._held(self._pace.to_try(due, at_work | {*self._busy})):
            self._begin(outgoing)
        left = [outgoing for outgoing in due if outgoing.id not in self._on_the_way]
        self._has_left_some = bool(left) or len(due) == outbox.MAX_DUE
        pauses = [] if later is None else [(later - now) / SECOND]
        in_outage = self._pace.seconds_left(self._busy)
        if in_outage is not None and any(outgoing.audience not in self._busy for outgoing in due):
            pauses.append(in_outage)
        return max(MIN_PAUSE, min(pauses)) if pauses else None

    async def _held(self, chosen: Sequence[OutgoingMessage]) -> Sequence[OutgoingMessage]:
        """Return those of the messages that no other process is sending."""
        if not chosen or self.host.leases is None:
            return chosen
        numbers = [outgoing.id for outgoing in chosen]
        held = await self.host.do(outbox.hold, numbers, self.heart.client.process)
        if (shares := self.heart.client.shares()) and not shares.own:  # lost meanwhile
            return []
        self.context.maybe_sent |= {outgoing.id for outgoing in held if outgoing.holder is not None}
        return held

    def _begin(self, outgoing: OutgoingMessage) -> None:
        audience = outgoing.audience
        self._pace.on_start(audience)
        self._on_the_way.add(outgoing.id)
        self._busy[audience] = task = asyncio.create_task(self._deliver(outgoing))
        task.add_done_callback(lambda task: self._done(outgoing, task))

    def _done(self, outgoing: OutgoingMessage, task: asyncio.Task[bool]) -> None:
        """Free the audience; look for more messages, unless there can't be any."""
        self._busy.pop(outgoing.audience, None)
        self._on_the_way.discard(outgoing.id)
        has_heard_all = not task.cancelled() and not task.exception() and task.result()
        if self._has_left_some or not has_heard_all:
            self.host.news.set()

    async def _wait(self, pause: float | None) -> None:
        """Wait until there is news, or a message is due."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):  # wait_for may swallow our own cancellation
                await self.host.news.wait()

    async def break_off(self) -> None:
        """Stop sending what is on its way; it will be sent later, perhaps by another process."""
        for task in self._busy.values():
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)
        if self.host.leases is not None:
            with contextlib.suppress(SaveFailed):
                await self.host.do(outbox.release, self.heart.client.process)

    # One message

    async def _deliver(self, outgoing: OutgoingMessage) -> bool:
        """Send one message; return whether its audience is known to be up to date."""
        try:
            newest = await self._after_answers(outgoing)
            return await self._deliver_once(newest) if newest else False
        except SaveFailed as error:
            log.warning(UNSENT, extra=facts(**_of(outgoing), why=error))
            self.context.maybe_sent.add(outgoing.id)
            self._pace.on_failure(outgoing.audience, is_stuck=True)
            return False

    async def _after_answers(self, outgoing: OutgoingMessage) -> OutgoingMessage | None:
        """Let answers go first; return the message as it is then, if it is still needed."""
        waited = max(0, self.host.now() - outgoing.made) / SECOND
        if not await self._right_of_way.yield_to_answers(PATIENCE - waited):
            return outgoing
        return await self.host.read(outbox.newest, outgoing.id)

    async def _deliver_once(self, outgoing: OutgoingMessage) -> bool:
        """Deliver the message, store the result, and tell the pace whether Discord has answered."""
        delivery, has_heard_all = Delivery(self.context, outgoing), False
        try:
            async with asyncio.timeout(MAX_TRY):
                post = await message_contents.SAYS[MessageKind(outgoing.kind)](delivery)
            has_heard_all = await self.host.do(outbox.said, outgoing, post)
            self.context.maybe_sent.discard(outgoing.id)
            self._note(outgoing)
            has_answered = delivery.heard.is_anything
        except discord.HTTPException as error:
            has_answered = await self._handle_http_error(outgoing, error)
        except UNREACHABLE as error:
            why = str(error) or type(error).__name__
            log.warning(UNSENT, extra=facts(**_of(outgoing), why=why))
            self.context.clear_global_rate_limit()
            await self._in_an_outage(outgoing)
            has_answered = False
        except Refused:
            await self._drop(outgoing)
            has_answered = delivery.heard.is_anything
        except SaveFailed:
            raise
        except Exception:
            log.exception("a message failed unexpectedly", extra=facts(**_of(outgoing)))
            await self.host.do(outbox.failed, outgoing)
            has_answered = delivery.heard.is_anything
        if has_answered:
            self._pace.on_success()
        return has_heard_all

    def _note(self, outgoing: OutgoingMessage) -> None:
        self.heart.delivered()
        waited = (self.host.now() - outgoing.made) // SECOND
        level = logging.INFO if waited >= LATE else logging.DEBUG
        event = "message sent late" if waited >= LATE else "message sent"
        log.log(level, event, extra=facts(**_of(outgoing), waited_s=waited))

    async def _handle_http_error(
        self, outgoing: OutgoingMessage, error: discord.HTTPException
    ) -> bool:
        """Deal with a refusal of this message, the channel, the user's messages, or everything."""
        if is_outage(error):
            log.warning(UNSENT, extra=facts(**_of(outgoing), http=error.status))
            await self._in_an_outage(outgoing)
            return False
        if error.code in DM_CLOSED and outgoing.user is not None:
            await self.host.do(mark_dms_blocked, outgoing)
        elif error.code in GONE and outgoing.channel is not None:
            known = facts(channel=outgoing.channel, why=error.text)
            log.warning("can't post in a channel any more", extra=known)
            await self.host.do(outbox.lose_channel, outgoing)
        elif outgoing.tries >= MAX_TRIES:
            log.error("giving up on a message", extra=facts(**_of(outgoing), why=error.text))
            await self._drop(outgoing)
        else:
            log.warning(UNSENT, extra=facts(**_of(outgoing), http=error.status))
            await self.host.do(outbox.failed, outgoing)
            return True
        self.context.maybe_sent.discard(outgoing.id)
        return True

    async def _in_an_outage(self, outgoing: OutgoingMessage) -> None:
        self._pace.on_failure(outgoing.audience)
        await self.host.do(outbox.failed, outgoing, slowest=SLOWEST_IN_AN_OUTAGE)

    async def _drop(self, outgoing: OutgoingMessage) -> None:
        await self.host.do(outbox.dropped, outgoing)
        self.context.maybe_sent.discard(outgoing.id)


def _of(outgoing: OutgoingMessage) -> dict[str, object]:
    """Return what the log says about a message."""
    table, challenge = outgoing.about
    about = {"table": table} if table else {"challenge": challenge} if challenge else {}
    return {"message": outgoing.id, "kind": outgoing.kind, **about}
