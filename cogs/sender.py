"""What waits in the outbox, said to its audience: in order, tried again, never twice."""

import asyncio
import contextlib
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence

import discord

from cogs.attachments import Attachments
from cogs.board import board
from cogs.desk import UNREACHABLE
from cogs.gallery import Gallery
from cogs.ids import table_id
from cogs.pace import SLOWEST as SLOWEST_IN_AN_OUTAGE
from cogs.pace import Pace, is_outage
from cogs.panel import head, panel
from cogs.screen import Kept, Screen, button, files_of, is_of, kept, mark_of, seats_in
from cogs.standings import challenge_screen, closing_screen, result_screen, trial_at
from cogs.times import exactly, own_line, standing_line, when
from cogs.votes import Standing, standing, votes_screen
from cogs.words import harmless, safe_names
from engine.kernel.refusal import Refused
from host import challenges, outbox
from host.errors import Unsaved
from host.host import Host
from host.look import look, noted, tables_of
from host.outbox import Kind
from host.people import close_door, ping_users
from host.records import Letter, Phase, Post, Table
from host.settings import settings_of
from host.summary import summary

log = logging.getLogger(__name__)

HOUR = 3_600_000  # older messages are edited slowly: we post anew
SCROLLED = 12  # messages below a board after which nobody finds it
MOST_TRIES = 5  # of what Discord refuses
LOOKED_THROUGH = 100  # messages, for one of ours
TOO_OLD = 30046  # to be edited so often
DM_CLOSED = {50007, 50278}
GONE = {10003, 50001, 50013, 50083}
Lane = tuple[int | None, int | None]


class Sender:
    """One task for each audience that has something to hear."""

    def __init__(
        self, client: discord.Client, host: Host, gallery: Gallery, attachments: Attachments
    ) -> None:
        self.client, self.host, self.gallery = client, host, gallery
        self.attachments = attachments  # of the panels
        self._busy: dict[Lane, asyncio.Task[None]] = {}
        self.below: Counter[int] = Counter()  # messages in a channel since its board was posted
        self.deleted: deque[int] = deque(maxlen=1000)  # messages that we took away ourselves
        self._pace = Pace(host.now)
        self._begun = host.now()
        self._unsure: set[str] = set()  # perhaps said, but that could not be stored

    async def run(self) -> None:
        while True:
            self.host.news.clear()
            due = await self.host.read(outbox.due)
            for letter in self._pace.next(due, bool(self._busy)):
                self._begin(letter)
            await self._wait()

    def _begin(self, letter: Letter) -> None:
        lane = letter.channel, letter.user
        if lane not in self._busy:
            task = asyncio.create_task(self._deliver(letter))
            self._busy[lane] = task
            task.add_done_callback(lambda _: self._done(lane))

    def _done(self, lane: Lane) -> None:
        self._busy.pop(lane, None)
        self.host.news.set()

    async def _wait(self) -> None:
        """Until there is news, or a letter's time has come."""
        due = None if self._busy else await self.host.read(outbox.next_due)
        due = None if due is None else max(due, self._pace.pause_until)
        pause = None if due is None else max(0.05, (due - self.host.now()) / 1000)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):  # wait_for may swallow our own end
                await self.host.news.wait()

    async def close(self) -> None:
        for task in self._busy.values():
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def _deliver(self, letter: Letter) -> None:
        try:
            post = await _SAYS[Kind(letter.kind)](self, letter)
            await self.host.run(outbox.said, letter, post)
            self._unsure.discard(letter.nonce)
            self._pace.goes_on()
        except discord.HTTPException as error:
            await self._failed(letter, error)
        except (*UNREACHABLE, Unsaved) as error:
            log.warning("letter %d waits: %s", letter.id, error)
            await self._later(letter, is_out=True)
        except Refused:
            await self.host.run(outbox.dropped, letter)
        except Exception:
            log.exception("letter %d cannot be said", letter.id)
            await self._later(letter)

    async def _later(self, letter: Letter, is_out: bool = False) -> None:
        if is_out:
            self._pace.stumbles()
        slowest = SLOWEST_IN_AN_OUTAGE if is_out else outbox.SLOWEST
        try:
            await self.host.run(outbox.failed, letter, slowest=slowest)
        except Unsaved:
            self._unsure.add(letter.nonce)

    async def _failed(self, letter: Letter, error: discord.HTTPException) -> None:
        if is_outage(error):
            log.warning("letter %d waits: HTTP %d", letter.id, error.status)
            await self._later(letter, is_out=True)
        elif error.code in DM_CLOSED and letter.user is not None:
            await self.host.run(close_door, letter)
        elif error.code in GONE and letter.channel is not None:
            log.warning("table %d has lost its channel: %s", letter.table, error.text)
            await self.host.run(outbox.lose_channel, letter)
        elif letter.tries >= MOST_TRIES:
            log.error("letter %d (%s) is given up: %s", letter.id, letter.kind, error.text)
            await self.host.run(outbox.dropped, letter)
        else:
            log.warning("letter %d waits: HTTP %d", letter.id, error.status)
            await self._later(letter)

    # Each kind of letter

    async def _board(self, letter: Letter, is_new: bool = False) -> Post:
        assert letter.channel is not None
        seen = await self.host.look(letter.table, look, None)
        screen = board(seen, await self.gallery.board(seen, is_urgent=False))
        old = await self.host.read(outbox.post_of, letter.table, Kind.BOARD)
        is_old = old and self.host.now() - old.at > HOUR
        lost = await self._lost_post(letter, letter.channel)
        is_posted = lost and old and lost.message != old.message
        is_new = is_new or self.below[letter.channel] > SCROLLED or bool(is_old or is_posted)
        if old and not is_new and (edited := await self._edit(old, screen)):
            return edited
        post = await self._send_newest(letter, letter.channel, screen)
        self.below[letter.channel] = 0
        if old and old.message != post.message:  # else it was posted before the last start
            await self._delete(old)
        return post

    async def _panel(self, letter: Letter) -> Post | None:
        assert letter.user is not None
        settings = await self.host.read(settings_of, letter.user)
        if settings.hand != "dm" or settings.is_door_closed:
            return None
        seen = await self.host.look(letter.table, look, letter.user)
        news = [] if seen.seat is not None else ["You no longer have a seat at this table."]
        trial = await self.host.read(trial_at, letter.table)
        pictures = await self.gallery.panel(seen, is_urgent=False)
        screen = panel(seen, pictures, news=news, trial=trial)
        old = await self.host.read(outbox.post_of, letter.table, Kind.PANEL, letter.user)
        is_young = old and self.host.now() - old.at < HOUR
        if old and is_young and (edited := await self._edit_panel(old, screen)):
            return edited
        door = await self.client.create_dm(discord.Object(letter.user))
        post = await self._send_newest(letter, door.id, screen)
        if old and old.message != post.message:
            await self._delete(old)
        return post

    async def _edit_panel(self, post: Post, screen: Screen) -> Post | None:
        async with self.attachments.slot(post.message).lock:
            return await self._edit(post, screen, self.attachments.of(post.message))

    async def _turn(self, letter: Letter) -> Post | None:
        if letter.channel is None:
            return await self._remind(letter)
        seen = await self.host.look(letter.table, look, None)
        again = [seat for seat in letter.body.get("again", ()) if seat in seen.waiting]
        if sum(seat.user is not None for seat in seen.table.seats) < 2:
            new = again  # whoever plays alone is only reminded
        else:
            called = {*letter.body.get("new", ()), *again}
            new = [seat for seat in seen.waiting if seat in called]
        lost = await self._lost_post(letter, letter.channel)
        old = lost or await self.host.read(outbox.post_of, letter.table, Kind.TURN)
        called = [] if old is None else old.body.get("seats", [])
        new = [seat for seat in new if not (lost and seat in called)]
        still = [seat for seat in called if seat in seen.waiting and seat not in new]
        if old and (new or not still):
            await self._delete(old)
            await self.host.run(outbox.forget_post, letter.table, Kind.TURN)
        if not new:
            return lost if still else None
        users = await self.host.read(ping_users, letter.table, new)
        screen = _call(seen.table, new + still, users, self.host.now())
        post = await self._send(letter.channel, screen, letter, new)
        return post._replace(body={**post.body, "seats": new})

    async def _remind(self, letter: Letter) -> Post | None:
        """In private, where the table has no channel."""
        assert letter.user is not None
        seen = await self.host.look(letter.table, look, letter.user)
        door = await self.client.create_dm(discord.Object(letter.user))
        lost = await self._lost_post(letter, door.id)
        old = lost or await self.host.read(outbox.post_of, letter.table, Kind.TURN, letter.user)
        is_waited_for = seen.seat in seen.waiting
        if lost and is_waited_for:
            return lost
        if old:
            await self._delete(old)
        if not is_waited_for:
            return None
        screen = Screen().say(head(seen), "It is your turn.", own_line(seen))
        return await self._send(door.id, screen.press(*_mute(seen.table)), letter)

    async def _vote(self, letter: Letter) -> Post | None:
        """One message for all that is open; gone when nothing is."""
        assert letter.channel is not None
        found = await self.host.look(letter.table, standing)
        old = await self._lost_post(letter, letter.channel)
        old = old or await self.host.read(outbox.post_of, letter.table, Kind.VOTE)
        is_young = old and self.host.now() - old.at < HOUR
        if found[1] and old and is_young and (edited := await self._edit(old, votes_screen(found))):
            return edited
        if old:
            await self._delete(old)
            await self.host.run(outbox.forget_post, letter.table, Kind.VOTE)
        if not found[1]:
            return None
        screen = votes_screen(found)
        if old is None:
            await self._call_voters(letter.table, found, screen)
        return await self._send_newest(letter, letter.channel, screen)

    async def _decided(self, letter: Letter) -> None:
        assert letter.channel is not None
        said = await self.host.look(letter.table, noted, int(letter.body.get("note", 0)))
        if said:
            await self._send(letter.channel, Screen().say(f"🗳️ {harmless(said)}"), letter)

    async def _call_voters(self, table: int, found: Standing, screen: Screen) -> None:
        """Once, when a vote begins: those who have not said anything yet and are awake."""
        missing = sorted({seat for motion in found[1] for seat in motion.missing})
        users = list((await self.host.read(ping_users, table, missing)).values())
        screen.mentions = users
        screen.say(" ".join(f"<@{user}>" for user in users))

    async def _challenge(self, letter: Letter) -> None:
        """Its leaderboard, edited in place."""
        assert letter.channel is not None
        found = await self.host.read(challenges.board, -letter.table)
        screen, old = challenge_screen(found), found.challenge.message
        if old and await self._edit(Post(letter.channel, old, 0, {}), screen):
            return
        post = await self._send_newest(letter, letter.channel, screen)
        await self.host.run(challenges.remember_message, -letter.table, post.message)

    async def _closed(self, letter: Letter) -> None:
        """How a challenge has ended, where everybody sees it."""
        assert letter.channel is not None
        found = await self.host.read(challenges.board, -letter.table)
        screen = await closing_screen(self.gallery.studio, found)
        await self._send(letter.channel, screen, letter)

    async def _share(self, letter: Letter) -> None:
        assert letter.channel is not None
        table = int(letter.body.get("table", 0))
        found = await self.host.read(challenges.shared, -letter.table, table)
        screen = await result_screen(self.gallery.studio, found)
        await self._send(letter.channel, screen, letter)

    async def _digest(self, letter: Letter) -> None:
        """Where the user is waited for, at all tables."""
        assert letter.user is not None
        settings = await self.host.read(settings_of, letter.user)
        found = await self.host.read(tables_of, letter.user)
        if not found or settings.is_door_closed:
            return
        door = await self.client.create_dm(discord.Object(letter.user))
        screen = Screen().say("**Your tables today**", *(standing_line(seen) for seen in found))
        await self._send(door.id, screen, letter)

    async def _round(self, letter: Letter) -> None:
        """What happened, and the board below it."""
        assert letter.channel is not None
        number = int(letter.body.get("round", 0))
        lines = await self.host.look(letter.table, summary, number)
        screen = Screen().say(f"**Round {number}**", *map(harmless, lines))
        await self._send(letter.channel, screen, letter)
        seen = await self.host.look(letter.table, look, None)
        if seen.table.phase is not Phase.OVER:  # else the last board comes by itself
            await self._board_again(letter)

    async def _board_again(self, letter: Letter) -> None:
        """Posted anew, where everybody sees it."""
        post = await self._board(letter._replace(made=letter.made + 1), is_new=True)
        await self.host.run(outbox.remember_post, letter.table, Kind.BOARD, post)

    async def _aside(self, letter: Letter) -> None:
        assert letter.channel is not None
        text = "The record of this table is damaged, so it was set aside. Please open a new one."
        await self._send(letter.channel, Screen().say(text), letter)

    async def _door(self, letter: Letter) -> None:
        assert letter.channel is not None
        table = (await self.host.look(letter.table, look, None)).table
        name = safe_names(table)[letter.body.get("seat", 0)]
        text = f"{name}, I may not send you direct messages. Press **My hand** to play here,"
        screen = Screen().say(f"{text} or open them and press Try again.")
        screen.press(button("Try again", table_id(table.id, "door")))
        await self._send(letter.channel, screen, letter)

    async def _lost(self, letter: Letter) -> None:
        assert letter.user is not None
        seen = await self.host.look(letter.table, look, letter.user)
        text = (
            "I can no longer write to this table's channel: it is gone, or I may not. "
            "The game goes on here; use /board in the channel when I may write there again."
        )
        door = await self.client.create_dm(discord.Object(letter.user))
        await self._send(door.id, Screen().say(head(seen), text), letter)

    # Messages

    async def _send(
        self, channel: int, screen: Screen, letter: Letter, seats: Sequence[int] = ()
    ) -> Post:
        """A call is another message for other seats: with another of them it is not yet said."""
        screen.mark = mark_of(letter.nonce, seats)
        found = None if seats else await self._said_before(letter, channel)
        message = found or await self.client.get_partial_messageable(channel).send(
            view=screen.layout(),
            files=screen.files(),
            nonce="-".join([letter.nonce, *map(str, seats)]),
            allowed_mentions=screen.allowed_mentions,
        )
        return self._posted(channel, message)

    def _posted(self, channel: int, message: discord.Message) -> Post:
        self.attachments.remember(message)
        return Post(channel, message.id, self.host.now(), {"files": files_of(message)})

    async def _lost_post(self, letter: Letter, channel: int) -> Post | None:
        """What an earlier try has posted, if the reply to it was lost; perhaps it is not true now.

        It knows the seats that it calls.
        """
        message = await self._said_before(letter, channel)
        if message is None:
            return None
        post = self._posted(channel, message)
        return post._replace(body={**post.body, "seats": seats_in(message)})

    def _may_be_said(self, letter: Letter) -> bool:
        """Whether it was tried before, perhaps by a process that did not live to note it."""
        return bool(letter.tries) or letter.nonce in self._unsure or letter.made < self._begun

    async def _said_before(self, letter: Letter, channel: int) -> discord.Message | None:
        """Our message whose reply was lost: Discord itself knows a nonce for minutes only."""
        if not self._may_be_said(letter):
            return None
        place = self.client.get_partial_messageable(channel)
        with contextlib.suppress(discord.Forbidden):  # we may write there, but not read
            async for message in place.history(limit=LOOKED_THROUGH):
                if is_of(letter.nonce, message):
                    return message
        return None

    async def _send_newest(self, letter: Letter, channel: int, screen: Screen) -> Post:
        """If the reply to an earlier try was lost, its message stands there with what was then."""
        post = await self._send(channel, screen, letter)
        return (await self._edit(post, screen) or post) if self._may_be_said(letter) else post

    async def _edit(
        self, post: Post, screen: Screen, there: list[Kept] | None = None
    ) -> Post | None:
        """None when the message is gone. What is not there already is sent with it."""
        there = kept(post.body.get("files", {})) if there is None else there
        place = self.client.get_partial_messageable(post.channel)
        try:
            message = await place.get_partial_message(post.message).edit(
                view=screen.layout(),
                attachments=screen.attachments(there),
                allowed_mentions=screen.allowed_mentions,
            )
        except discord.NotFound:
            return None
        except discord.HTTPException as error:
            if error.code == TOO_OLD:
                return None
            raise
        self.attachments.remember(message)
        return post._replace(body={"files": files_of(message)})

    async def _delete(self, post: Post) -> None:
        self.deleted.append(post.message)
        place = self.client.get_partial_messageable(post.channel)
        with contextlib.suppress(discord.NotFound, discord.Forbidden):
            await place.get_partial_message(post.message).delete()


def _call(table: Table, seats: list[int], users: dict[int, int], now: int) -> Screen:
    """Those who want it are called, the others named; together whose time is up together."""
    names, groups = safe_names(table), dict[str, list[str]]()
    for seat in seats:
        said = f"<@{users[seat]}>" if seat in users else names[seat]
        groups.setdefault(_time_left(table.seats[seat].due, now), []).append(said)
    lines = [f"{', '.join(said)}: it is your turn.{until}" for until, said in groups.items()]
    screen = Screen().say(*lines)
    screen.mentions = list(users.values())
    return screen.press(*_mute(table))


def _time_left(due: int | None, now: int) -> str:
    if due is None:
        return ""
    return f" You have until {exactly(due)}, {when(due)}." if due > now else " Your time is up."


def _mute(table: Table) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """Only where somebody would be reminded."""
    has_deadline = any(seat.due for seat in table.seats)
    return [button("Mute this turn", table_id(table.id, "mute"))] if has_deadline else []


Say = Callable[[Sender, Letter], Awaitable[Post | None]]
_SAYS: dict[Kind, Say] = {
    Kind.BOARD: Sender._board,
    Kind.PANEL: Sender._panel,
    Kind.TURN: Sender._turn,
    Kind.ROUND: Sender._round,
    Kind.OVER: Sender._board_again,
    Kind.ASIDE: Sender._aside,
    Kind.DOOR: Sender._door,
    Kind.LOST: Sender._lost,
    Kind.VOTE: Sender._vote,
    Kind.DIGEST: Sender._digest,
    Kind.DECIDED: Sender._decided,
    Kind.CHALLENGE: Sender._challenge,
    Kind.CLOSED: Sender._closed,
    Kind.SHARE: Sender._share,
}
