"""Calls and reminders: whose turn it is, said to the channel, or in private where there is none."""

from typing import Any

import discord

from cogs.delivery import HOUR, Delivery, Found
from cogs.ids import table_id
from cogs.panel import head, panel_head
from cogs.screen import Screen, button
from cogs.times import exactly, when
from cogs.words import escape_markdown, safe_names
from host import outbox, play
from host.outbox import MessageKind
from host.people import ping_users
from host.records import OutgoingMessage, Post, Table
from host.views import TableView, view_table

Asked = dict[int, str]  # seats, and what they will be asked later; "": it is their turn


async def call(delivery: Delivery) -> Post | None:
    """One message at a time: it names all who are to play or to plan, and calls the new ones."""
    if delivery.outgoing.channel is None:
        return await _remind(delivery)
    seen = await delivery.host.read(view_table, delivery.table_id, by=None)
    asked = await delivery.host.read(play.called, delivery.table_id)
    found = await delivery.found(delivery.channel)
    if not found and await delivery.host.do(outbox.call_after_round, seen.table.id):
        return None
    old = (
        found.post
        if found
        else await delivery.host.read(outbox.post_of, seen.table.id, MessageKind.TURN)
    )
    new = _to_call(delivery.outgoing, seen, asked, found)
    if old and not found:
        new += [seat for seat in _waited_long(old, asked, delivery.host.now()) if seat not in new]
    called = old.body.get("seats", ()) if old else ()
    still = [seat for seat in called if seat in asked and seat not in new]
    said = {seat: asked[seat] for seat in (*new, *still)}
    is_to_move = bool(delivery.outgoing.body.get("below")) and not found
    if old and (new or not still or is_to_move):
        await delivery.delete(old)
        await delivery.host.do(outbox.forget_post, seen.table.id, MessageKind.TURN)
    if new or (still and is_to_move):
        return await _called(delivery, seen, said, new, old)
    if found:
        return found.post if still else None
    if old and still:
        await _bring_up_to_date(delivery, seen, old, said)
    return None


def _to_call(
    outgoing: OutgoingMessage, seen: TableView, asked: Asked, found: Found | None
) -> list[int]:
    """What was posted before has called its seats; it has reminded them if it was a reminder."""
    again = {*outgoing.body.get("again", ())}
    is_alone = sum(seat.user is not None for seat in seen.table.seats) < 2
    called = again if is_alone else {*outgoing.body.get("new", ()), *again}
    said = {*found.post.body["seats"]} if found else set[int]()
    said -= set() if found and found.is_reminder else again
    return [seat for seat in asked if seat in called and seat not in said]


def _waited_long(old: Post, asked: Asked, now: int) -> list[int]:
    """Those who were called ahead more than an hour before it became their turn."""
    ahead, since = old.body.get("later", {}), old.body.get("since", {})
    turns = [seat for seat, later in asked.items() if not later and str(seat) in ahead]
    return [seat for seat in turns if now - since.get(str(seat), old.at) > HOUR]


async def _bring_up_to_date(delivery: Delivery, seen: TableView, old: Post, asked: Asked) -> None:
    """Some are done, or the others are to do something else now; an edit pings nobody."""
    facts = _facts(seen, asked)
    if {key: old.body.get(key) for key in facts} == facts:
        return
    users = await delivery.host.read(ping_users, seen.table.id, [*asked])
    edited = await delivery.edit(old, _call(seen, asked, users, delivery.host.now()))
    if edited:
        post = edited._replace(body={**edited.body, **facts})
        await delivery.host.do(outbox.remember_post, seen.table.id, MessageKind.TURN, post)


async def _called(
    delivery: Delivery, seen: TableView, asked: Asked, new: list[int], old: Post | None
) -> Post:
    """Nobody is pinged who was called before."""
    users = await delivery.host.read(ping_users, seen.table.id, new)
    screen = _call(seen, asked, users, delivery.host.now())
    is_reminder = bool({*new} & {*delivery.outgoing.body.get("again", ())})
    post = await delivery.post(delivery.channel, screen, new or [*asked], is_reminder)
    before = old.body.get("since", {}) if old else {}
    since = {str(seat): before.get(str(seat), post.at) for seat in asked if seat not in new}
    since |= {str(seat): post.at for seat in new}
    return post._replace(body={**post.body, **_facts(seen, asked), "since": since})


def _facts(seen: TableView, asked: Asked) -> dict[str, Any]:
    """What a call says, to be compared with what is to be said later."""
    later = {str(seat): text for seat, text in asked.items() if text}
    return {"seats": [*asked], "asked": to_do(seen), "later": later}


async def _remind(delivery: Delivery) -> Post | None:
    """In private, where the table has no channel."""
    seen = await delivery.host.read(view_table, delivery.table_id, by=delivery.reader)
    is_waited_for = seen.seat in seen.waiting
    door = await delivery.dm_channel()
    found = await delivery.found(door)
    if found and is_waited_for:
        return found.post
    old = found.post if found else await _reminder(delivery)
    if old:
        await delivery.delete(old)
    if not is_waited_for:
        return None
    screen = Screen().say(f"**{panel_head(seen)}**", f"-# {head(seen)}")
    return await delivery.post(door, screen.press(*_buttons(seen.table)))


async def _reminder(delivery: Delivery) -> Post | None:
    return await delivery.host.read(
        outbox.post_of, delivery.table_id, MessageKind.TURN, delivery.user
    )


def _call(seen: TableView, asked: Asked, users: dict[int, int], now: int) -> Screen:
    """Those who want it are called, the others named: what they are to do, and until when."""
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
    screen = Screen().say(*lines, f"-# {' · '.join(filter(None, facts))}")
    screen.mentions = list(users.values())
    return screen.press(*_buttons(table))


def to_do(seen: TableView) -> str:
    """What those are to do whom the table waits for, in the game's words."""
    return escape_markdown(seen.table.game.panel.call(seen.view))


def whose_turn(seen: TableView) -> str:
    """For those who press a call that is not for them."""
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
    """The way to the panel; no more reminders, where there would be any."""
    play = button("Play my turn", table_id(table.id, "play"), discord.ButtonStyle.primary)
    mute = button("Mute this turn", table_id(table.id, "mute"))
    return [play, mute] if any(seat.due for seat in table.seats) else [play]
