"""Calls and reminders: whose turn it is, said to the channel, or in private where there is none."""

from collections.abc import Sequence

import discord

from cogs.ids import table_id
from cogs.mail import Found, Mail
from cogs.panel import YOUR_TURN, head
from cogs.screen import Screen, button
from cogs.times import exactly, own_line, when
from cogs.words import safe_names
from host import outbox
from host.look import Seen, look
from host.outbox import Kind
from host.people import ping_users
from host.records import Letter, Post, Table


async def call(mail: Mail) -> Post | None:
    """One message at a time: it names all whom the table waits for, and calls the new ones."""
    if mail.letter.channel is None:
        return await _remind(mail)
    seen = await mail.host.look(mail.letter.table, look, None)
    found = await mail.found(mail.channel)
    old = found.post if found else await mail.host.read(outbox.post_of, seen.table.id, Kind.TURN)
    new = _to_call(mail.letter, seen, found)
    called = old.body.get("seats", ()) if old else ()
    still = [seat for seat in called if seat in seen.waiting and seat not in new]
    if old and (new or not still):
        await mail.delete(old)
        await mail.host.run(outbox.forget_post, seen.table.id, Kind.TURN)
    if new:
        return await _called(mail, seen, new, still)
    return found.post if found and still else None


def _to_call(letter: Letter, seen: Seen, found: Found | None) -> list[int]:
    """What was posted before has called its seats; it has reminded them if it was a reminder."""
    again = {*letter.body.get("again", ())}
    is_alone = sum(seat.user is not None for seat in seen.table.seats) < 2
    called = again if is_alone else {*letter.body.get("new", ()), *again}
    said = {*found.post.body["seats"]} if found else set[int]()
    said -= set() if found and found.is_reminder else again
    return [seat for seat in seen.waiting if seat in called and seat not in said]


async def _called(mail: Mail, seen: Seen, new: list[int], still: list[int]) -> Post:
    users = await mail.host.read(ping_users, seen.table.id, new)
    screen = _call(seen.table, new + still, users, mail.host.now())
    is_reminder = bool({*new} & {*mail.letter.body.get("again", ())})
    post = await mail.post(mail.channel, screen, new, is_reminder)
    return post._replace(body={**post.body, "seats": new})


async def _remind(mail: Mail) -> Post | None:
    """In private, where the table has no channel."""
    seen = await mail.host.look(mail.letter.table, look, mail.user)
    is_waited_for = seen.seat in seen.waiting
    door = await mail.door()
    found = await mail.found(door)
    if found and is_waited_for:
        return found.post
    old = found.post if found else await _reminder(mail)
    if old:
        await mail.delete(old)
    if not is_waited_for:
        return None
    screen = Screen().say(head(seen), YOUR_TURN, own_line(seen))
    return await mail.post(door, screen.press(*_mute(seen.table)))


async def _reminder(mail: Mail) -> Post | None:
    return await mail.host.read(outbox.post_of, mail.letter.table, Kind.TURN, mail.user)


def _call(table: Table, seats: Sequence[int], users: dict[int, int], now: int) -> Screen:
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
