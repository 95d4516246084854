"""Sends what waits in the outbox: in order for each audience, tried again, never twice."""

import asyncio
import contextlib
import logging

import discord

from cogs import message_contents
from cogs.attachments import Attachments
from cogs.delivery import Delivery, DeliveryContext
from cogs.gallery import Gallery
from cogs.pace import SLOWEST as SLOWEST_IN_AN_OUTAGE
from cogs.pace import Lane, Pace, is_outage, lane_of
from cogs.responder import UNREACHABLE
from engine.kernel.refusal import Refused
from host import outbox
from host.errors import SaveFailed
from host.host import Host
from host.outbox import SECOND, MessageKind
from host.people import mark_dms_blocked
from host.records import OutgoingMessage

log = logging.getLogger(__name__)

MOST_TRIES = 5  # of what Discord refuses
LONGEST_TRY = 45.0  # seconds; the library itself tries for 25
LEAST_PAUSE, AFTER_A_FAULT = 0.05, 1.0  # seconds
DM_CLOSED = {50007, 50278}
GONE = {10003, 50001, 50013, 50083}


class Sender:
    """One task for each audience that has something to hear."""

    def __init__(
        self, client: discord.Client, host: Host, gallery: Gallery, attachments: Attachments
    ) -> None:
        self.host, self.context = host, DeliveryContext(client, host, gallery, attachments)
        self._busy: dict[Lane, asyncio.Task[None]] = {}
        self._pace = Pace()

    async def run(self) -> None:
        while True:
            self.host.news.clear()
            try:
                pause = await self._begin_all()
            except Exception:
                log.exception("could not read the outbox")
                pause = AFTER_A_FAULT
            await self._wait(pause)

    async def _begin_all(self) -> float | None:
        """Begin to send all that may go out now; returns the seconds until there may be more."""
        if self.context.inherited is None:
            self.context.inherited = await self.host.read(outbox.last_number)
        now, at_work = self.host.now(), {*self._busy}
        due = await self.host.read(outbox.due)
        # Skip lanes that were busy when the read began: their letter may have been sent meanwhile.
        for letter in self._pace.to_try(due, at_work | {*self._busy}):
            self._begin(letter)
        later = await self.host.read(outbox.next_due, now)
        pauses = [] if later is None else [(later - now) / SECOND]
        left = self._pace.seconds_left(self._busy)
        if left is not None and any(lane_of(letter) not in self._busy for letter in due):
            pauses.append(left)
        return max(LEAST_PAUSE, min(pauses)) if pauses else None

    def _begin(self, letter: OutgoingMessage) -> None:
        lane = lane_of(letter)
        self._pace.begins(lane)
        self._busy[lane] = task = asyncio.create_task(self._deliver(letter))
        task.add_done_callback(lambda _: self._done(lane))

    def _done(self, lane: Lane) -> None:
        self._busy.pop(lane, None)
        self.host.news.set()

    async def _wait(self, pause: float | None) -> None:
        """Until there is news, or a letter's time has come."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):  # wait_for may swallow our own end
                await self.host.news.wait()

    async def close(self) -> None:
        for task in self._busy.values():
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)

    # One letter

    async def _deliver(self, letter: OutgoingMessage) -> None:
        try:
            if await self._deliver_once(letter):
                self._pace.goes_on()
        except SaveFailed as error:
            log.warning("message %d not sent yet, will retry: %s", letter.id, error)
            self.context.unsure.add(letter.id)
            self._pace.stumbles(lane_of(letter), is_stuck=True)

    async def _deliver_once(self, letter: OutgoingMessage) -> bool:
        """Send one message and store what became of it; whether Discord answered at all."""
        delivery = Delivery(self.context, letter)
        try:
            async with asyncio.timeout(LONGEST_TRY):
                post = await message_contents.SAYS[MessageKind(letter.kind)](delivery)
            await self.host.do(outbox.said, letter, post)
            self.context.unsure.discard(letter.id)
        except discord.HTTPException as error:
            return await self._handle_http_error(letter, error)
        except UNREACHABLE as error:
            log.warning(
                "message %d not sent yet, will retry: %s", letter.id, error or type(error).__name__
            )
            self.context.lift_limit()
            await self._in_an_outage(letter)
            return False
        except Refused:
            await self._drop(letter)
        except SaveFailed:
            raise
        except Exception:
            log.exception("message %d failed unexpectedly", letter.id)
            await self.host.do(outbox.failed, letter)
        return delivery.heard.is_anything

    async def _handle_http_error(
        self, letter: OutgoingMessage, error: discord.HTTPException
    ) -> bool:
        """What Discord refused: this message, the channel, the user's messages, or everything."""
        if is_outage(error):
            log.warning("message %d not sent yet, will retry: HTTP %d", letter.id, error.status)
            await self._in_an_outage(letter)
            return False
        if error.code in DM_CLOSED and letter.user is not None:
            await self.host.do(mark_dms_blocked, letter)
        elif error.code in GONE and letter.channel is not None:
            log.warning("can't post in channel %d any more: %s", letter.channel, error.text)
            await self.host.do(outbox.lose_channel, letter)
        elif letter.tries >= MOST_TRIES:
            log.error("giving up on message %d (%s): %s", letter.id, letter.kind, error.text)
            await self._drop(letter)
        else:
            log.warning("message %d not sent yet, will retry: HTTP %d", letter.id, error.status)
            await self.host.do(outbox.failed, letter)
            return True
        self.context.unsure.discard(letter.id)
        return True

    async def _in_an_outage(self, letter: OutgoingMessage) -> None:
        self._pace.stumbles(lane_of(letter))
        await self.host.do(outbox.failed, letter, slowest=SLOWEST_IN_AN_OUTAGE)

    async def _drop(self, letter: OutgoingMessage) -> None:
        await self.host.do(outbox.dropped, letter)
        self.context.unsure.discard(letter.id)
