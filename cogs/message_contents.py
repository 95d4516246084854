"""The contents of each kind of message, made from the table as it is when the message is sent."""

from collections.abc import Awaitable, Callable

import discord

from cogs.board import board
from cogs.delivery import Delivery, PostedBefore
from cogs.games import table_lines
from cogs.ids import table_id
from cogs.panel import head
from cogs.panels import show_panel, show_replies
from cogs.recap import race_pictures, recap_screen
from cogs.screen import Screen, button
from cogs.server_log import logged_line
from cogs.standings import challenge_screen, closing_screen, result_screen
from cogs.turn_pings import call
from cogs.votes import vote_lines, votes_screen
from cogs.welcome import welcome_screen
from cogs.words import escape_markdown, place, safe, safe_names
from engine.kernel.phrases import joined
from host import challenges, outbox
from host.notes import HostEventKind
from host.outbox import MessageKind
from host.people import invited_to_ping, ping_users
from host.records import Phase, Post, Table
from host.settings import settings_of
from host.summary import recap
from host.views import headline, noted, shown_board, view_table
from host.votes import Standing, standing

SIGNS = {
    HostEventKind.HANDED_OVER: "🤖",
    HostEventKind.CAME_BACK: "👋",
    HostEventKind.ABSENT: "⏰",
    HostEventKind.SLOW: "🌙",
}  # otherwise it was decided
SCROLLED = 12  # messages below a board after which people don't find it any more
LOST_GAME = (
    "I can't post in this table's channel any more: it's gone, or I lost a permission. "
    "The game goes on here; type /board in the channel once I can post there again."
)
LOST_LOBBY = (
    "I closed this table because I can't post in its channel any more: type /new in another "
    "channel, or there once someone who manages its permissions lets me post again."
)
LOST_CHALLENGES = (
    "I can't post in <#{channel}> any more, so your challenges there have stopped. Once someone "
    "who manages its permissions lets me post there again, use /challenge to restart them."
)

# The board


async def _board(delivery: Delivery, is_new: bool = False) -> Post:
    seen, old = await delivery.host.read(shown_board, delivery.table_id)
    screen = board(seen, await delivery.gallery.board(seen, is_urgent=False))
    if earlier := await delivery.find_posted(delivery.channel):
        post = await _board_again(delivery, earlier, screen)
    else:
        is_new = is_new or delivery.context.below[delivery.channel] > SCROLLED
        can_stay = old and not is_new and not delivery.is_old(old)
        post = await delivery.edit(old, screen) if old and can_stay else None
    post = post or await _new_board(delivery, screen)
    if old and old.message != post.message:
        await delivery.delete(old)
    if not old or old.message != post.message:
        await delivery.host.do(outbox.call_below, delivery.table_id)
    return post


async def _board_again(delivery: Delivery, earlier: PostedBefore, screen: Screen) -> Post | None:
    """Edit the board that an earlier try posted, or delete it if it has scrolled away."""
    if not delivery.is_old(earlier.post) and earlier.below <= SCROLLED:
        delivery.context.below[delivery.channel] = earlier.below
        if edited := await delivery.edit_found(earlier, screen):
            return edited
    await delivery.delete(earlier.post)
    return None


async def _new_board(delivery: Delivery, screen: Screen) -> Post:
    post = await delivery.post(delivery.channel, screen)
    delivery.context.below[delivery.channel] = 0
    return post


async def _last_board(delivery: Delivery) -> None:
    """Post the final board again, at the end of the channel."""
    post = await _board(delivery.for_second_message(), is_new=True)
    await delivery.host.do(outbox.remember_post, delivery.table_id, MessageKind.BOARD, post)


async def _headline(delivery: Delivery) -> None:
    """Tell everybody at once about something that happened during a round."""
    row = int(delivery.outgoing.body.get("row", 0))
    news = await delivery.host.read(headline, delivery.table_id, row)
    seen = await delivery.host.read(view_table, delivery.table_id, by=None)
    is_private = delivery.outgoing.channel is None
    sign = "🤝" if news.is_aside else delivery.gallery.emojis.text("siren", "🚨")
    screen = Screen().say(*(f"{sign} **{escape_markdown(line)}**" for line in news.lines))
    screen.show(*await delivery.gallery.headline(seen, news.events))
    if news.called:
        await _call_for(delivery, news.called, screen)
    if news.lines:
        to = await delivery.dm_channel() if is_private else delivery.channel
        await delivery.send(to, screen)


async def _call_for(delivery: Delivery, seats: list[int], screen: Screen) -> None:
    """Ping those the news is for, and show them the way to their panel."""
    table = delivery.table_id
    if delivery.outgoing.channel is not None:
        users = list((await delivery.host.read(ping_users, table, seats)).values())
        screen.mentions = users
        screen.say(" ".join(f"<@{user}>" for user in users))
    screen.press(button("Open my panel", table_id(table, "open")))


async def _round(delivery: Delivery) -> None:
    """Post what happened in a round, and the board below it."""
    number = int(delivery.outgoing.body.get("round", 0))
    told = await delivery.host.read(recap, delivery.table_id, number)
    pictures = await race_pictures(delivery.gallery, told)
    await delivery.send(delivery.channel, recap_screen(told, pictures, delivery.gallery.emojis))
    seen = await delivery.host.read(view_table, delivery.table_id, by=None)
    if seen.table.phase is not Phase.OVER:
        await _last_board(delivery)
        return
    second = delivery.for_second_message()  # the last board comes by itself
    if earlier := await second.find_posted(delivery.channel):  # before the game ended
        await second.delete(earlier.post)


# What the table decides together


async def _vote(delivery: Delivery) -> Post | None:
    """Keep one message for all open votes; delete it when there are none."""
    if delivery.outgoing.channel is None:
        return await _ask_voter(delivery)
    open_votes = await delivery.host.read(standing, delivery.table_id)
    screen, earlier = votes_screen(open_votes), await delivery.find_posted(delivery.channel)
    old = earlier.post if earlier else None
    old = old or await delivery.host.read(outbox.post_of, delivery.table_id, MessageKind.VOTE)
    screen.mark = earlier.mark if earlier else None
    can_stay = open_votes[1] and old and not delivery.is_old(old)
    if old and can_stay and (edited := await delivery.edit(old, screen)):
        return edited
    if old:
        await delivery.delete(old)
        await delivery.host.do(outbox.forget_post, delivery.table_id, MessageKind.VOTE)
    elif open_votes[1]:
        await _call_voters(delivery, open_votes, screen)
    return await delivery.post(delivery.channel, screen) if open_votes[1] else None


async def _call_voters(delivery: Delivery, open_votes: Standing, screen: Screen) -> None:
    """Ask everyone who is awake and hasn't voted yet; this happens once, when a vote begins."""
    if not delivery.context.may_ping_voters(delivery.outgoing):
        return
    missing = sorted({seat for motion in open_votes[1] for seat in motion.missing})
    users = list((await delivery.host.read(ping_users, delivery.table_id, missing)).values())
    screen.mentions = users
    screen.say(f"{joined([f'<@{user}>' for user in users])}, please vote." if users else "")


async def _ask_voter(delivery: Delivery) -> Post | None:
    """Ask one person by direct message; delete it once they have voted or nothing is open."""
    table, motions = await delivery.host.read(standing, delivery.table_id)
    seat, door = table.seat_of(delivery.user), await delivery.dm_channel()
    open_ = [motion for motion in motions if seat and seat.number in motion.missing]
    if open_ and (earlier := await delivery.find_posted(door)):
        return earlier.post
    old = await delivery.host.read(outbox.post_of, table.id, MessageKind.VOTE, delivery.user)
    is_new = bool(delivery.outgoing.body.get("is_new"))
    if old and open_ and not is_new:
        return old
    if old:
        await delivery.delete(old)
        await delivery.host.do(outbox.forget_post, table.id, MessageKind.VOTE, delivery.user)
    if not (open_ and is_new and delivery.context.may_ping_voters(delivery.outgoing)):
        return None
    screen = Screen().say("🗳️ **Your vote is needed**", *vote_lines(table, open_))
    screen.say(f"-# {table.game.title} · {place(table)}")
    vote = button("Vote", table_id(table.id, "table"), discord.ButtonStyle.primary)
    return await delivery.post(door, screen.press(vote))


async def _post_invitation(delivery: Delivery) -> Post | None:
    """Ask those who played before whether they play again; delete it once all have answered."""
    table = (await delivery.host.read(view_table, delivery.table_id, by=None)).table
    if delivery.outgoing.channel is None:
        await _invite(delivery, table)
        return None
    earlier = await delivery.find_posted(delivery.channel)
    old = await delivery.host.read(outbox.post_of, table.id, MessageKind.INVITED)
    old = earlier.post if earlier else old
    if old and not table.invited:
        await delivery.delete(old)
        await delivery.host.do(outbox.forget_post, table.id, MessageKind.INVITED)
    if not table.invited or not (old or delivery.outgoing.body.get("is_new")):
        return None
    users = await delivery.host.read(invited_to_ping, delivery.table_id)
    others = [f"**{safe(user.name)}**" for user in table.invited if user.id not in users]
    called = joined([*(f"<@{user}>" for user in users), *others])
    screen = Screen().say(f"{called}: **{safe_names(table)[0]}** wants a rematch. Are you in?")
    screen.mentions = users
    screen.press(
        button("I'm in", table_id(table.id, "join"), discord.ButtonStyle.success),
        button("Not now", table_id(table.id, "decline")),
    )
    screen.mark = earlier.mark if earlier else None
    if old:
        return await delivery.edit(old, screen)
    return await delivery.post(delivery.channel, screen)


async def _invite(delivery: Delivery, table: Table) -> None:
    """Ask one person by direct message, unless they have answered in the channel."""
    if delivery.user not in [user.id for user in table.invited]:
        return
    who = safe_names(table)[0]
    screen = Screen().say(
        f"**{who}** wants a rematch of {table.game.title} in {place(table)}. Are you in?"
    )
    screen.press(
        button("I'm in", table_id(table.id, "accept"), discord.ButtonStyle.success),
        button("Not now", table_id(table.id, "refuse")),
    )
    await delivery.send(await delivery.dm_channel(), screen)


# Challenges


async def _challenge(delivery: Delivery) -> None:
    """Show a challenge with its counts, edited in place."""
    standings = await delivery.host.read(challenges.board, delivery.challenge_id)
    screen, old = challenge_screen(standings), standings.challenge.message
    if old and await delivery.edit(Post(delivery.channel, old, 0, {}), screen):
        return
    post = await delivery.send_newest(delivery.channel, screen)
    await delivery.host.do(challenges.remember_message, delivery.challenge_id, post.message)


async def _post_final_ranking(delivery: Delivery) -> None:
    """Post how a challenge ended."""
    standings = await delivery.host.read(challenges.board, delivery.challenge_id)
    await delivery.send(delivery.channel, await closing_screen(delivery.gallery.studio, standings))


async def _share(delivery: Delivery) -> None:
    table = int(delivery.outgoing.body.get("table", 0))
    result = await delivery.host.read(challenges.shared, delivery.challenge_id, table)
    await delivery.send(delivery.channel, await result_screen(delivery.gallery.studio, result))


# One-time messages


async def _digest(delivery: Delivery) -> None:
    """Send the daily list of a user's tables."""
    settings = await delivery.host.read(settings_of, delivery.user)
    lines = await table_lines(delivery.host, delivery.user)
    if lines and not settings.is_door_closed:
        await delivery.send(
            await delivery.dm_channel(), Screen().say("**Your tables today**", *lines)
        )


async def _post_damage(delivery: Delivery) -> None:
    text = "This table's saved data is damaged, so I closed it. Please open a new one."
    await delivery.send(delivery.channel, Screen().say(text))


async def _ask_for_dms(delivery: Delivery) -> None:
    table = (await delivery.host.read(view_table, delivery.table_id, by=None)).table
    name = safe_names(table)[delivery.outgoing.body.get("seat", 0)]
    text = f"{name}, I can't send you direct messages. Press **My hand** to play here,"
    screen = Screen().say(f"{text} or allow direct messages and press **Try again**.")
    screen.press(button("Try again", table_id(table.id, "door")))
    await delivery.send(delivery.channel, screen)


async def _post_note(delivery: Delivery) -> None:
    """Post what the host has done at a table, or what was decided there."""
    number = int(delivery.outgoing.body.get("note", 0))
    note = await delivery.host.read(noted, delivery.table_id, number)
    if note is None:
        return
    sign = SIGNS.get(HostEventKind(note.kind), "🗳️")
    to = delivery.outgoing.channel or await delivery.dm_channel()
    where = "" if delivery.outgoing.channel else f"\n-# {note.table.game.title}"
    await delivery.send(to, Screen().say(f"{sign} {escape_markdown(note.sentence)}{where}"))


async def _post_log_line(delivery: Delivery) -> None:
    """Post a line of the server's log."""
    if said := logged_line(delivery.outgoing.body):
        await delivery.send(delivery.channel, Screen().say(said))


async def _lost(delivery: Delivery) -> None:
    """Tell people that a channel was deleted, or that we can't post there any more."""
    if delivery.outgoing.about.table_id is None:
        lines = [LOST_CHALLENGES.format(channel=delivery.outgoing.body.get("channel", 0))]
    else:
        seen = await delivery.host.read(view_table, delivery.table_id, by=delivery.reader)
        is_closed = seen.table.phase is Phase.CLOSED
        lines = [head(seen), LOST_LOBBY if is_closed else LOST_GAME]
    await delivery.send(await delivery.dm_channel(), Screen().say(*lines))


async def _welcome(delivery: Delivery) -> None:
    await delivery.send(delivery.channel, welcome_screen())


SAYS: dict[MessageKind, Callable[[Delivery], Awaitable[Post | None]]] = {
    MessageKind.BOARD: _board,
    MessageKind.PANEL: show_panel,
    MessageKind.REPLY: show_replies,
    MessageKind.TURN: call,
    MessageKind.HEADLINE: _headline,
    MessageKind.ROUND: _round,
    MessageKind.OVER: _last_board,
    MessageKind.QUARANTINED: _post_damage,
    MessageKind.DOOR: _ask_for_dms,
    MessageKind.LOST: _lost,
    MessageKind.LOGGED: _post_log_line,
    MessageKind.VOTE: _vote,
    MessageKind.DIGEST: _digest,
    MessageKind.NOTED: _post_note,
    MessageKind.CHALLENGE: _challenge,
    MessageKind.CLOSED: _post_final_ranking,
    MessageKind.SHARE: _share,
    MessageKind.WELCOME: _welcome,
    MessageKind.INVITED: _post_invitation,
}
