"""Calls and reminders: whose turn it is, said to the channel, or in private where there is none."""

from collections.abc import Sequence

import discord

from cogs.ids import table_id
from cogs.mail import Found, Mail
from cogs.panel import head, panel_head
from cogs.screen import Screen, button
from cogs.times import exactly, when
from cogs.words import harmless, safe_names
from host import outbox
from host.look import Seen, look
from host.outbox import Kind
from host.people import ping_users
from host.records import Letter, Post, Table


async def call(mail: Mail) -> Post | None:
    """One message at a time: it names all whom the table waits for, and calls the new ones."""
    if mail.letter.channel is None:
        return await _remind(mail)
    seen = await mail.host.read(look, mail.letter.table, by=None)
    found = await mail.found(mail.channel)
    if not found and await mail.host.do(outbox.call_after_round, seen.table.id):
        return None
    old = found.post if found else await mail.host.read(outbox.post_of, seen.table.id, Kind.TURN)
    new = _to_call(mail.letter, seen, found)
    called = old.body.get("seats", ()) if old else ()
    still = [seat for seat in called if seat in seen.waiting and seat not in new]
    is_to_move = bool(mail.letter.body.get("below")) and not found
    if old and (new or not still or is_to_move):
        await mail.delete(old)
        await mail.host.do(outbox.forget_post, seen.table.id, Kind.TURN)
    if new or (still and is_to_move):
        return await _called(mail, seen, new, still)
    if found:
        return found.post if still else None
    if old and still:
        await _bring_up_to_date(mail, seen, old, still)
    return None


def _to_call(letter: Letter, seen: Seen, found: Found | None) -> list[int]:
    """What was posted before has called its seats; it has reminded them if it was a reminder."""
    again = {*letter.body.get("again", ())}
    is_alone = sum(seat.user is not None for seat in seen.table.seats) < 2
    called = again if is_alone else {*letter.body.get("new", ()), *again}
    said = {*found.post.body["seats"]} if found else set[int]()
    said -= set() if found and found.is_reminder else again
    return [seat for seat in seen.waiting if seat in called and seat not in said]


async def _bring_up_to_date(mail: Mail, seen: Seen, old: Post, still: list[int]) -> None:
    """Some are done, or the others are to do something else now; an edit pings nobody."""
    said = {"seats": still, "asked": asked(seen)}
    if {key: old.body.get(key) for key in said} == said:
        return
    users = await mail.host.read(ping_users, seen.table.id, still)
    edited = await mail.edit(old, _call(seen, still, users, mail.host.now()))
    if edited:
        post = edited._replace(body={**edited.body, **said})
        await mail.host.do(outbox.remember_post, seen.table.id, Kind.TURN, post)


async def _called(mail: Mail, seen: Seen, new: list[int], still: list[int]) -> Post:
    """Nobody is pinged who was called before."""
    users = await mail.host.read(ping_users, seen.table.id, new)
    screen = _call(seen, new + still, users, mail.host.now())
    is_reminder = bool({*new} & {*mail.letter.body.get("again", ())})
    post = await mail.post(mail.channel, screen, new or still, is_reminder)
    return post._replace(body={**post.body, "seats": new + still, "asked": asked(seen)})


async def _remind(mail: Mail) -> Post | None:
    """In private, where the table has no channel."""
    seen = await mail.host.read(look, mail.letter.table, by=mail.reader)
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
    screen = Screen().say(f"**{panel_head(seen)}**", f"-# {head(seen)}")
    return await mail.post(door, screen.press(*_buttons(seen.table)))


async def _reminder(mail: Mail) -> Post | None:
    return await mail.host.read(outbox.post_of, mail.letter.table, Kind.TURN, mail.user)


def _call(seen: Seen, seats: Sequence[int], users: dict[int, int], now: int) -> Screen:
    """Those who want it are called, the others named: what they are to do, and until when."""
    table, names = seen.table, safe_names(seen.table)
    who = ", ".join(f"<@{users[seat]}>" if seat in users else names[seat] for seat in seats)
    times = {seat: _time_left(table.seats[seat].due, now) for seat in seats}
    due = [f"{names[seat]} {said}" for seat, said in times.items() if said]
    due = [*times.values()][:1] if len({*times.values()}) == 1 else due
    facts = [table.game.title, f"round {seen.round}", ", ".join(due)]
    screen = Screen().say(
        f"**{who}, your turn**: {asked(seen)}", f"-# {' · '.join(filter(None, facts))}"
    )
    screen.mentions = list(users.values())
    return screen.press(*_buttons(table))


def asked(seen: Seen) -> str:
    """What they are to do, in the game's words."""
    return harmless(seen.table.game.panel.call(seen.view))


def whose_turn(seen: Seen) -> str:
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
