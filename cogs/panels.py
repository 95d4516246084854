"""Keeps a person's panels up to date: in direct messages, and private ones in channels."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from cogs.attachments import Shown, Slot
from cogs.delivery import Delivery
from cogs.open_panels import asked_at, closed_screen, look_of
from cogs.opened import CLOSED, Opened
from cogs.panel import Beside, panel
from cogs.plans import drawn_plan
from cogs.screen import Screen
from engine.kernel.codes import Action
from engine.kernel.refusal import Refused
from host import outbox, replies
from host.outbox import MessageKind
from host.panels import (
    PanelFacts,
    PanelPlaces,
    PanelView,
    panel_facts,
    panel_places,
    panel_view,
    plan_view,
)
from host.records import Phase, Post, Reply
from host.views import TableView, view_table

PATIENCE = 2.0  # seconds for which an answer in the same message may go first
NO_SEAT = "You no longer have a seat at this table."
DEALT = (Phase.PLAYING, Phase.OVER)


async def show_panel(delivery: Delivery) -> Post | None:
    """Update the user's panel in direct messages, unless nothing has changed."""
    await delivery.context.wait_to_push(delivery.user)
    table, user = delivery.table_id, delivery.user
    try:
        panels = await delivery.host.read(panel_places, table, by=delivery.reader)
        return await _show_message(delivery, panels)
    except Refused as sentence:  # it is quarantined
        if old := await delivery.host.read(outbox.post_of, table, MessageKind.PANEL, user):
            await delivery.edit(old, Screen().say(str(sentence)))
            await delivery.host.do(outbox.forget_post, table, MessageKind.PANEL, user)
        raise


async def show_replies(delivery: Delivery) -> None:
    """Update the private panels that the user has open in the channels of one server."""
    await delivery.context.wait_to_push(delivery.user)
    table, server = delivery.table_id, delivery.outgoing.server
    try:
        panels = await delivery.host.read(panel_places, table, by=delivery.reader)
        for reply in panels.replies:
            if reply.server == server:
                await _show_reply(delivery, reply, panels.facts)
    except Refused as sentence:
        for reply in await delivery.host.read(replies.replies_of, table, delivery.user):
            if reply.server == server:
                await delivery.edit_reply(reply, Screen().say(str(sentence)))
                await delivery.host.do(replies.drop, reply.message)
        raise


# What to show


class Fresh(NamedTuple):
    """A panel that looks different from the one that is shown."""

    seen: TableView
    presses: int  # version of the slot when it was drawn
    screen: Screen
    shown: Shown


async def _fresh(delivery: Delivery, slot: Slot, is_urgent: bool = False) -> Fresh | None:
    """Build the panel, drawing only what has changed; return None if nothing has."""
    shown, presses = slot.shown, slot.presses
    view, offered = await _read(delivery, is_plan=bool(shown and shown.opened.is_plan))
    seen = view.seen
    if _may_stay(slot, view):
        return None
    told, opened = Beside.of(view, delivery.gallery.emojis), _opened(shown, seen)
    if opened.is_plan:
        screen = await drawn_plan(delivery.gallery, view, offered, opened, [slot.warning])
        now = Shown(view.facts, opened, look_of(screen), asked_at(seen))
        return Fresh(seen, presses, screen, now)
    sketches = await delivery.gallery.sketch(seen, opened)
    known = delivery.gallery.known(sketches)
    if shown and known is not None and look_of(panel(seen, known, opened, (), told)) == shown.look:
        slot.shown = shown._replace(facts=view.facts)
        return None
    pictures = await delivery.gallery.finish(sketches, is_urgent)
    screen = panel(seen, pictures, opened, (), told)
    look = look_of(screen)
    if shown and look == shown.look:  # its pictures were dropped from the cache, and drawn again
        slot.shown = shown._replace(facts=view.facts)
        return None
    news = [line for line in ("" if seen.seat is not None else NO_SEAT, slot.warning) if line]
    screen = panel(seen, pictures, opened, news, told) if news else screen
    return Fresh(seen, presses, screen, Shown(view.facts, opened, look, asked_at(seen)))


async def _read(delivery: Delivery, is_plan: bool) -> tuple[PanelView, list[Action]]:
    """Read the panel and, for a plan that is open in it, what can be added."""
    read, table, reader = delivery.host.read, delivery.table_id, delivery.reader
    if is_plan:
        return await read(plan_view, table, by=reader)
    return await read(panel_view, table, by=reader), []


def _may_stay(slot: Slot, view: PanelView) -> bool:
    """Whether to leave the panel: it is up to date, or its user is reading something else.

    They may while nobody waits for them, and in their own turn, of which they know.
    """
    seen = view.seen
    if slot.shown:
        if _opened(slot.shown, seen).is_plan and slot.shown.facts.plan == view.facts.plan:
            return True
        return slot.shown.facts == view.facts or _has_given_way(slot, seen.table.id)
    is_idle = seen.table.phase is Phase.PLAYING and seen.seat not in seen.waiting
    is_known = slot.asked_at is not None and slot.asked_at == asked_at(seen)
    return slot.is_covered and (is_idle or is_known)


def _has_given_way(slot: Slot, table_id: int) -> bool:
    """Whether the message now shows the panel of another table."""
    return slot.shown is not None and slot.shown.facts.table.id != table_id


def _opened(shown: Shown | None, seen: TableView) -> Opened:
    """Keep what the user has opened until they act; a plan until the table waits for them anew."""
    if shown is None or seen.seat is None:
        return CLOSED
    if shown.opened.is_plan:
        is_asked_anew = asked_at(seen) not in (None, shown.asked_at)
        return shown.opened if seen.has_plans and not is_asked_anew else CLOSED
    if not seen.actions:
        return CLOSED
    before = shown.facts.table.seats
    is_same = seen.seat < len(before) and before[seen.seat].moves == seen.moves
    return shown.opened if is_same else CLOSED


async def _change(
    delivery: Delivery,
    slot: Slot,
    facts: PanelFacts,
    edit: Callable[[Fresh], Awaitable[Post | None]],
) -> tuple[Fresh | None, Post | None]:
    """Update one panel; return the fresh one and the edited message, if there are any.

    If its user has pressed something since it was drawn, the older panel isn't shown.
    """
    await slot.rest(PATIENCE)
    is_shown = slot.shown is not None and slot.shown.facts == facts
    # Drawn before the lock, so that answers don't have to wait for it.
    ahead = None if is_shown else await _fresh(delivery, slot)
    if ahead is None:
        return None, None
    async with slot.lock:
        now = await delivery.host.read(panel_facts, delivery.table_id, by=delivery.reader)
        is_same = slot.presses == ahead.presses and now == ahead.shown.facts
        is_same = is_same and not _has_given_way(slot, delivery.table_id)
        fresh = ahead if is_same else await _fresh(delivery, slot, is_urgent=True)
        if fresh is None:
            return None, None
        slot.shown = None
        post = await edit(fresh)
        delivery.context.pushed(delivery.user)
        return fresh, post


# In a channel, visible to one person


async def _show_reply(delivery: Delivery, reply: Reply, facts: PanelFacts) -> None:
    slot = delivery.context.attachments.slot(reply.message)
    if reply.is_closing:
        await _close_reply(delivery, slot, reply)
        return

    async def edit(fresh: Fresh) -> None:
        newest = await delivery.host.read(replies.reply_of, reply.message)
        if newest and await delivery.edit_reply(newest, fresh.screen):
            slot.shown = fresh.shown
            if not fresh.seen.table.is_open:
                await delivery.host.do(replies.drop, reply.message)

    await _change(delivery, slot, facts, edit)


async def _close_reply(delivery: Delivery, slot: Slot, reply: Reply) -> None:
    """Edit a private panel for the last time, unless its user has pressed there since."""
    await slot.rest(PATIENCE)
    async with slot.lock:
        newest = await delivery.host.read(replies.reply_of, reply.message)
        if newest and newest.is_closing:
            seen = await delivery.host.read(view_table, delivery.table_id, by=delivery.reader)
            await delivery.edit_reply(newest, closed_screen(seen))
            await delivery.host.do(replies.drop, reply.message)
            delivery.context.pushed(delivery.user)


# In direct messages


async def _show_message(delivery: Delivery, panels: PanelPlaces) -> Post | None:
    table, old, settings = panels.facts.table, panels.post, panels.settings
    if table.is_lesson:  # it is played where it was opened
        return None
    is_wanted = settings.hand == "dm" or outbox.is_private(table)
    if not is_wanted or settings.is_door_closed:
        await _take_away(delivery, old)
        return None
    if old is None and table.phase not in DEALT:
        return None
    slot = delivery.context.attachments.slot(old.message) if old else Slot()

    async def edit(fresh: Fresh) -> Post | None:
        return await _edit_old(delivery, old, slot, fresh)

    fresh, post = await _change(delivery, slot, panels.facts, edit)
    return await _post_new(delivery, old, fresh) if fresh and not post else post


async def _take_away(delivery: Delivery, old: Post | None) -> None:
    """Delete a panel that is no longer updated."""
    if old:
        await delivery.delete(old)
        await delivery.host.do(
            outbox.forget_post, delivery.table_id, MessageKind.PANEL, delivery.user
        )


async def _edit_old(delivery: Delivery, old: Post | None, slot: Slot, fresh: Fresh) -> Post | None:
    """Edit the message; return None if there is none, or if it is too old."""
    if old is None or delivery.is_old(old):
        return None
    post = await delivery.edit(old, fresh.screen, delivery.context.attachments.take(old.message))
    slot.shown = fresh.shown if post else None
    return post


async def _post_new(delivery: Delivery, old: Post | None, fresh: Fresh) -> Post:
    """Post the panel at the end of the conversation and delete the old one."""
    post = await _send(delivery, fresh)
    if old and old.message != post.message:
        delivery.context.attachments.move(old.message, post.message)
        await delivery.delete(old)
    delivery.context.attachments.slot(post.message).shown = fresh.shown
    return post


async def _send(delivery: Delivery, fresh: Fresh) -> Post:
    """Post the panel, silently unless the table is waiting for the user."""
    door = await delivery.dm_channel()
    if earlier := await delivery.find_posted(door):
        if not delivery.is_old(earlier.post) and (
            post := await delivery.edit_found(earlier, fresh.screen)
        ):
            return post
        await delivery.delete(earlier.post)
    seen = fresh.seen
    is_silent = seen.table.phase is Phase.PLAYING and seen.seat not in seen.waiting
    return await delivery.post(door, fresh.screen, is_silent=is_silent)
