"""Calls and reminders: tells people that it's their turn, in the channel or by direct message."""

from collections.abc import Sequence
from typing import Any

import discord

from cogs.delivery import Delivery, PostedBefore
from cogs.ids import table_id
from cogs.panel import head, panel_head
from cogs.screen import Screen, button
from cogs.times import exactly, when
from cogs.words import escape_markdown, safe_names
from host import outbox, play
from host.outbox import MessageKind
from host.people import ping_users
from host.play import Called
from host.records import OutgoingMessage, Post, Table
from host.views import TableView, view_table

RESTING = "Plans and autopilots are playing."
Asked = dict[int, str]  # seats, and what they will be asked later ("": it is their turn)


async def call(delivery: Delivery) -> Post | None:
    """Keep one message that names all who have to act or plan, and pings the new ones.

    It stays while the turn lasts, even without names, because it knows who was called.
    """
    if delivery.outgoing.channel is None:
        return await _remind(delivery)
    seen = await delivery.host.read(view_table, delivery.table_id, by=None)
    called = await delivery.host.read(play.called, delivery.table_id)
    earlier = await delivery.find_posted(delivery.channel)
    if not earlier and await delivery.host.do(outbox.call_after_round, seen.table.id):
        return None
    old = (
        earlier.post
        if earlier
        else await delivery.host.read(outbox.post_of, seen.table.id, MessageKind.TURN)
    )
    new = _to_call(delivery.outgoing, seen, called, earlier)
    stays = bool(called.asked) or bool(old and called.turn and old.body.get("turn") == called.turn)
    is_to_move = bool(delivery.outgoing.body.get("below")) and not earlier
    if old and (new or not stays or is_to_move):
        await delivery.delete(old)
        await delivery.host.do(outbox.forget_post, seen.table.id, MessageKind.TURN)
    if new or (old and stays and is_to_move):
        return await _post_call(delivery, seen, called, new, old)
    if earlier and stays:
        since = _since(earlier.post, called, earlier.post.body["seats"], earlier.post.at)
        body = {**earlier.post.body, "turn": called.turn, "since": since}
        return earlier.post._replace(body=body)
    if not (old and stays) or await _bring_up_to_date(delivery, seen, old, called):
        return None
    await delivery.delete(old)
    return await _post_call(delivery, seen, called, [], old)


def _to_call(
    outgoing: OutgoingMessage, seen: TableView, called: Called, earlier: PostedBefore | None
) -> list[int]:
    """Return the seats to ping; an earlier try has called or reminded some of them."""
    again = {*outgoing.body.get("again", ())}
    is_alone = sum(seat.user is not None for seat in seen.table.seats) < 2
    wanted = again if is_alone else {*outgoing.body.get("new", ()), *again}
    said = {*earlier.post.body["seats"]} if earlier else set[int]()
    said -= set() if earlier and earlier.is_reminder else again
    return [seat for seat in called.asked if seat in wanted and seat not in said]


async def _bring_up_to_date(delivery: Delivery, seen: TableView, old: Post, called: Called) -> bool:
    """Edit the call when some have acted or have something else to do; an edit pings nobody.

    Return whether that worked: some messages can't be edited any more.
    """
    facts = _facts(seen, called)
    if {key: old.body.get(key) for key in facts} == facts:
        return True
    users = await delivery.host.read(ping_users, seen.table.id, [*called.asked])
    edited = await delivery.edit(old, _call(seen, called.asked, users, delivery.host.now()))
    if edited:
        facts["since"] = _since(old, called)
        post = edited._replace(body={**edited.body, **facts})
        await delivery.host.do(outbox.remember_post, seen.table.id, MessageKind.TURN, post)
    return edited is not None


async def _post_call(
    delivery: Delivery, seen: TableView, called: Called, new: list[int], old: Post | None
) -> Post:
    """Post the call; nobody who was called before is pinged."""
    users = await delivery.host.read(ping_users, seen.table.id, new)
    screen = _call(seen, called.asked, users, delivery.host.now())
    is_reminder = bool({*new} & {*delivery.outgoing.body.get("again", ())})
    post = await delivery.post(delivery.channel, screen, new or [*called.asked], is_reminder)
    facts = {**_facts(seen, called), "since": _since(old, called, new, post.at)}
    return post._replace(body={**post.body, **facts})


def _since(
    old: Post | None, called: Called, new: Sequence[int] = (), at: int = 0
) -> dict[str, int]:
    """Return when each person was last called in this turn."""
    is_same_turn = old is not None and old.body.get("turn") == called.turn
    before = old.body.get("since", {}) if old and is_same_turn else {}
    return {**before, **{str(seat): at for seat in new}}


def _facts(seen: TableView, called: Called) -> dict[str, Any]:
    """Return what a call says, to compare it with a later one."""
    later = {str(seat): text for seat, text in called.asked.items() if text}
    return {
        "seats": [*called.asked],
        "asked": to_do(seen) if called.asked else "",
        "later": later,
        "turn": called.turn,
    }


async def _remind(delivery: Delivery) -> Post | None:
    """Remind somebody by direct message: without a channel, or if they want that."""
    seen = await delivery.host.read(view_table, delivery.table_id, by=delivery.reader)
    asked = (await delivery.host.read(play.called, delivery.table_id)).asked
    door = await delivery.dm_channel()
    earlier = await delivery.find_posted(door)
    if earlier and seen.seat in asked:
        return earlier.post
    old = earlier.post if earlier else await _reminder(delivery)
    if old:
        await delivery.delete(old)
        await delivery.host.do(
            outbox.forget_post, delivery.table_id, MessageKind.TURN, delivery.user
        )
    if seen.seat is None or seen.seat not in asked:
        return None
    later = f"You can plan ahead: {escape_markdown(asked[seen.seat])}" if asked[seen.seat] else ""
    screen = Screen().say(f"**{later or panel_head(seen)}**", f"-# {head(seen)}")
    return await delivery.post(door, screen.press(*_buttons(seen.table)))


async def _reminder(delivery: Delivery) -> Post | None:
    return await delivery.host.read(
        outbox.post_of, delivery.table_id, MessageKind.TURN, delivery.user
    )


def _call(seen: TableView, asked: Asked, users: dict[int, int], now: int) -> Screen:
    """Ping some and name the others, with what they have to do and until when."""
    table, names = seen.table, safe_names(seen.table)
    named = {seat: f"<@{users[seat]}>" if seat in users else names[seat] for seat in asked}
    times = {seat: _time_left(table.seats[seat].due, now) for seat in asked}
    due = [f"{names[seat]} {said}" for seat, said in times.items() if said]
    due = [*times.values()][:1] if len({*times.values()}) == 1 else due
    facts = [table.game.title, f"round {seen.round}", ", ".join(due)]
    turns = [named[seat] for seat, later in asked.items() if not later]
    lines = [f"**{', '.join(turns)}, your turn**: {to_do(seen)}"] if turns else []
    for text in dict.fromkeys(filter(None, asked.values())):
        who = ", ".join(named[seat] for seat, later in asked.items() if later == text)
        lines.append(f"**{who}, you can plan ahead**: {escape_markdown(text)}")
    lines = lines or [RESTING]
    screen = Screen().say(*lines, f"-# {' · '.join(filter(None, facts))}")
    screen.mentions = list(users.values())
    return screen.press(*_buttons(table))


def to_do(seen: TableView) -> str:
    """Say in the game's words what the players to act have to do."""
    return escape_markdown(seen.table.game.panel.call(seen.view))


def whose_turn(seen: TableView) -> str:
    """Refuse people who press a call that isn't for them."""
    if not seen.waiting:
        return "The game is over."
    names = [f"{seen.table.names[seat]}'s" for seat in seen.waiting]
    *others, last = names
    return f"It's {', '.join(others)} and {last} turn." if others else f"It's {last} turn."


def _time_left(due: int | None, now: int) -> str:
    if due is None:
        return ""
    return f"due {exactly(due)}, {when(due)}" if due > now else "time is up"


def _buttons(table: Table) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """Return the button to the panel, and one to stop reminders if there would be any."""
    play = button("Play my turn", table_id(table.id, "play"), discord.ButtonStyle.primary)
    mute = button("Mute this turn", table_id(table.id, "mute"))
    return [play, mute] if any(seat.due for seat in table.seats) else [play]
