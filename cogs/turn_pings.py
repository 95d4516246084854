"""Calls and reminders: whose turn it is, said to the channel, or in private where there is none."""

from collections.abc import Sequence

import discord

from cogs.delivery import Delivery, Found
from cogs.ids import table_id
from cogs.panel import head, panel_head
from cogs.screen import Screen, button
from cogs.times import exactly, when
from cogs.words import escape_markdown, safe_names
from host import outbox
from host.outbox import MessageKind
from host.people import ping_users
from host.records import OutgoingMessage, Post, Table
from host.views import TableView, view_table


async def call(delivery: Delivery) -> Post | None:
    """One message at a time: it names all whom the table waits for, and calls the new ones."""
    if delivery.letter.channel is None:
        return await _remind(delivery)
    seen = await delivery.host.read(view_table, delivery.table_id, by=None)
    found = await delivery.found(delivery.channel)
    if not found and await delivery.host.do(outbox.call_after_round, seen.table.id):
        return None
    old = (
        found.post
        if found
        else await delivery.host.read(outbox.post_of, seen.table.id, MessageKind.TURN)
    )
    new = _to_call(delivery.letter, seen, found)
    called = old.body.get("seats", ()) if old else ()
    still = [seat for seat in called if seat in seen.waiting and seat not in new]
    is_to_move = bool(delivery.letter.body.get("below")) and not found
    if old and (new or not still or is_to_move):
        await delivery.delete(old)
        await delivery.host.do(outbox.forget_post, seen.table.id, MessageKind.TURN)
    if new or (still and is_to_move):
        return await _called(delivery, seen, new, still)
    if found:
        return found.post if still else None
    if old and still:
        await _bring_up_to_date(delivery, seen, old, still)
    return None


def _to_call(letter: OutgoingMessage, seen: TableView, found: Found | None) -> list[int]:
    """What was posted before has called its seats; it has reminded them if it was a reminder."""
    again = {*letter.body.get("again", ())}
    is_alone = sum(seat.user is not None for seat in seen.table.seats) < 2
    called = again if is_alone else {*letter.body.get("new", ()), *again}
    said = {*found.post.body["seats"]} if found else set[int]()
    said -= set() if found and found.is_reminder else again
    return [seat for seat in seen.waiting if seat in called and seat not in said]


async def _bring_up_to_date(
    delivery: Delivery, seen: TableView, old: Post, still: list[int]
) -> None:
    """Some are done, or the others are to do something else now; an edit pings nobody."""
    said = {"seats": still, "asked": asked(seen)}
    if {key: old.body.get(key) for key in said} == said:
        return
    users = await delivery.host.read(ping_users, seen.table.id, still)
    edited = await delivery.edit(old, _call(seen, still, users, delivery.host.now()))
    if edited:
        post = edited._replace(body={**edited.body, **said})
        await delivery.host.do(outbox.remember_post, seen.table.id, MessageKind.TURN, post)


async def _called(delivery: Delivery, seen: TableView, new: list[int], still: list[int]) -> Post:
    """Nobody is pinged who was called before."""
    users = await delivery.host.read(ping_users, seen.table.id, new)
    screen = _call(seen, new + still, users, delivery.host.now())
    is_reminder = bool({*new} & {*delivery.letter.body.get("again", ())})
    post = await delivery.post(delivery.channel, screen, new or still, is_reminder)
    return post._replace(body={**post.body, "seats": new + still, "asked": asked(seen)})


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


def _call(seen: TableView, seats: Sequence[int], users: dict[int, int], now: int) -> Screen:
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


def asked(seen: TableView) -> str:
    """What they are to do, in the game's words."""
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
