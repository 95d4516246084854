"""A person's panels are kept up to date: in direct messages, and private ones in a channel."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from cogs.attachments import Shown, Slot
from cogs.mail import Mail
from cogs.open_panels import closed_screen, look_of
from cogs.opened import CLOSED, Opened
from cogs.panel import Beside, panel
from cogs.screen import Screen
from engine.kernel.refusal import Refused
from host import outbox, replies
from host.look import Seen, look
from host.outbox import Kind
from host.panels import PanelView, panel_view
from host.records import Phase, Post, Reply
from host.settings import settings_of

PATIENCE = 2.0  # seconds for which an answer in the same message goes first
NO_SEAT = "You no longer have a seat at this table."
DEALT = (Phase.PLAYING, Phase.OVER)


async def show_panels(mail: Mail) -> Post | None:
    """Every panel that the user has of this table; what it shows already is not sent again."""
    await mail.office.breathe(mail.user)
    try:
        seen = await _look(mail)
    except Refused as sentence:  # it was set aside
        await _end_all(mail, Screen().say(str(sentence)))
        raise
    for reply in await mail.host.read(replies.replies_of, mail.letter.table, mail.user):
        await _show_reply(mail, reply)
    return await _show_letter(mail, seen)


async def _look(mail: Mail) -> Seen:
    return await mail.host.read(look, mail.letter.table, by=mail.reader)


async def _end_all(mail: Mail, screen: Screen) -> None:
    """The last word to be said at a table that can no longer be read."""
    table, user = mail.letter.table, mail.user
    for reply in await mail.host.read(replies.replies_of, table, user):
        await mail.edit_reply(reply, screen)
        await mail.host.do(replies.drop, reply.message)
    if old := await mail.host.read(outbox.post_of, table, Kind.PANEL, user):
        await mail.edit(old, screen)
        await mail.host.do(outbox.forget_post, table, Kind.PANEL, user)


# What is to be shown


class Fresh(NamedTuple):
    """A panel that shows something else than the one that is there."""

    seen: Seen
    presses: int  # of the slot when it was made
    screen: Screen
    shown: Shown


async def _fresh(mail: Mail, slot: Slot, is_urgent: bool = False) -> Fresh | None:
    """None: nothing has changed. Only what has changed is drawn."""
    shown, presses = slot.shown, slot.presses
    view = await mail.host.read(panel_view, mail.letter.table, by=mail.reader)
    seen = view.seen
    if _may_stay(slot, view):
        return None
    told, opened = Beside.of(view, mail.gallery.emojis), _opened(shown, seen)
    if shown and (pictures := await mail.gallery.glimpse(seen)) is not None:
        look = look_of(panel(seen, pictures, opened, (), told))
        if look == shown.look:
            slot.shown = shown._replace(table=seen.table)
            return None
    pictures = await mail.gallery.panel(seen, is_urgent)
    screen = panel(seen, pictures, opened, (), told)
    look = look_of(screen)
    if shown and look == shown.look:  # its pictures were forgotten, and drawn again
        slot.shown = shown._replace(table=seen.table)
        return None
    news = [line for line in ("" if seen.seat is not None else NO_SEAT, slot.warning) if line]
    screen = panel(seen, pictures, opened, news, told) if news else screen
    return Fresh(seen, presses, screen, Shown(seen.table, opened, look))


def _may_stay(slot: Slot, view: PanelView) -> bool:
    """It is of this moment; or its user reads something else there and nobody waits for them."""
    seen = view.seen
    if slot.shown:  # the plan may be new, or the challenge of an attempt closed
        return slot.shown.table == seen.table and not seen.has_plans and not view.attempt
    is_idle = seen.table.phase is Phase.PLAYING and seen.seat not in seen.waiting
    return slot.is_covered and is_idle


def _opened(shown: Shown | None, seen: Seen) -> Opened:
    """What the user has opened stays open until they act."""
    if shown is None or seen.seat is None or not seen.actions:
        return CLOSED
    before = shown.table.seats
    is_same = seen.seat < len(before) and before[seen.seat].moves == seen.moves
    return shown.opened if is_same else CLOSED


async def _change(
    mail: Mail, slot: Slot, edit: Callable[[Fresh], Awaitable[Post | None]]
) -> tuple[Fresh | None, Post | None]:
    """What was to be shown, if anything, and the message that was edited for it, if any.

    Its user may have pressed there since it was drawn: nothing older comes after newer.
    """
    await slot.rest(PATIENCE)
    ahead = await _fresh(mail, slot)  # drawn before the lock, so that answers need not wait for it
    if ahead is None:
        return None, None
    async with slot.lock:
        is_same = slot.presses == ahead.presses and (await _look(mail)) == ahead.seen
        fresh = ahead if is_same else await _fresh(mail, slot, is_urgent=True)
        if fresh is None:
            return None, None
        slot.shown = None
        post = await edit(fresh)
        mail.office.pushed(mail.user)
        return fresh, post


# In a channel, seen by one person


async def _show_reply(mail: Mail, reply: Reply) -> None:
    slot = mail.office.attachments.slot(reply.message)
    if reply.is_closing:
        await _close_reply(mail, slot, reply)
        return

    async def edit(fresh: Fresh) -> None:
        newest = await mail.host.read(replies.reply_of, reply.message)
        if newest and await mail.edit_reply(newest, fresh.screen):
            slot.shown = fresh.shown
            if not fresh.seen.table.is_open:
                await mail.host.do(replies.drop, reply.message)

    await _change(mail, slot, edit)


async def _close_reply(mail: Mail, slot: Slot, reply: Reply) -> None:
    """Unless its user has pressed there since: then it lives on."""
    await slot.rest(PATIENCE)
    async with slot.lock:
        newest = await mail.host.read(replies.reply_of, reply.message)
        if newest and newest.is_closing:
            await mail.edit_reply(newest, closed_screen(await _look(mail)))
            await mail.host.do(replies.drop, reply.message)
            mail.office.pushed(mail.user)


# In direct messages


async def _show_letter(mail: Mail, seen: Seen) -> Post | None:
    settings = await mail.host.read(settings_of, mail.user)
    old = await mail.host.read(outbox.post_of, mail.letter.table, Kind.PANEL, mail.user)
    is_wanted = settings.hand == "dm" or outbox.is_private(seen.table)
    if not is_wanted or settings.is_door_closed:
        await _take_away(mail, old)
        return None
    if old is None and seen.table.phase not in DEALT:
        return None
    slot = mail.office.attachments.slot(old.message) if old else Slot()
    fresh, post = await _change(mail, slot, lambda fresh: _edited(mail, old, slot, fresh))
    return await _posted(mail, old, fresh) if fresh and not post else post


async def _take_away(mail: Mail, old: Post | None) -> None:
    """A panel that nobody keeps up to date must not stay."""
    if old:
        await mail.delete(old)
        await mail.host.do(outbox.forget_post, mail.letter.table, Kind.PANEL, mail.user)


async def _edited(mail: Mail, old: Post | None, slot: Slot, fresh: Fresh) -> Post | None:
    """None: there is no message, or it is too old to be edited."""
    if old is None or mail.is_old(old):
        return None
    post = await mail.edit(old, fresh.screen, mail.office.attachments.of(old.message))
    slot.shown = fresh.shown if post else None
    return post


async def _posted(mail: Mail, old: Post | None, fresh: Fresh) -> Post:
    """In a new message, at the end of the conversation; the old one goes."""
    post = await _sent(mail, fresh)
    if old and old.message != post.message:
        mail.office.attachments.move(old.message, post.message)
        await mail.delete(old)
    mail.office.attachments.slot(post.message).shown = fresh.shown
    return post


async def _sent(mail: Mail, fresh: Fresh) -> Post:
    """A new message makes a telephone ring; only for those whom the table waits for."""
    door = await mail.door()
    if found := await mail.found(door):
        if not mail.is_old(found.post) and (post := await mail.edit_found(found, fresh.screen)):
            return post
        await mail.delete(found.post)
    seen = fresh.seen
    is_silent = seen.table.phase is Phase.PLAYING and seen.seat not in seen.waiting
    return await mail.post(door, fresh.screen, is_silent=is_silent)
