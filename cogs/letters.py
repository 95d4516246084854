"""What each kind of letter says, from what the table is at that moment."""

from collections.abc import Awaitable, Callable

from cogs.board import board
from cogs.calls import call
from cogs.games import table_lines
from cogs.ids import table_id
from cogs.mail import Found, Mail
from cogs.panel import head
from cogs.panels import show_panels
from cogs.recap import race_pictures, recap_screen
from cogs.screen import Screen, button
from cogs.standings import challenge_screen, closing_screen, result_screen
from cogs.votes import votes_screen
from cogs.words import harmless, safe_names
from host import challenges, outbox
from host.look import headline, look, noted
from host.outbox import Kind
from host.people import ping_users
from host.records import Phase, Post
from host.settings import settings_of
from host.summary import recap
from host.votes import Standing, standing

SCROLLED = 12  # messages below a board after which nobody finds it
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


async def _board(mail: Mail, is_new: bool = False) -> Post:
    seen = await mail.host.read(look, mail.letter.table, by=None)
    screen = board(seen, await mail.gallery.board(seen, is_urgent=False))
    old = await mail.host.read(outbox.post_of, mail.letter.table, Kind.BOARD)
    if found := await mail.found(mail.channel):
        post = await _board_again(mail, found, screen)
    else:
        is_new = is_new or mail.office.below[mail.channel] > SCROLLED
        can_stay = old and not is_new and not mail.is_old(old)
        post = await mail.edit(old, screen) if old and can_stay else None
    post = post or await _new_board(mail, screen)
    if old and old.message != post.message:
        await mail.delete(old)
    if not old or old.message != post.message:
        await mail.host.do(outbox.call_below, mail.letter.table)
    return post


async def _board_again(mail: Mail, found: Found, screen: Screen) -> Post | None:
    """One that was posted before, unless nobody would look at it any more."""
    if not mail.is_old(found.post) and found.below <= SCROLLED:
        mail.office.below[mail.channel] = found.below
        if edited := await mail.edit_found(found, screen):
            return edited
    await mail.delete(found.post)
    return None


async def _new_board(mail: Mail, screen: Screen) -> Post:
    post = await mail.post(mail.channel, screen)
    mail.office.below[mail.channel] = 0
    return post


async def _last_board(mail: Mail) -> None:
    """Posted anew, where everybody sees it."""
    post = await _board(mail.second(), is_new=True)
    await mail.host.do(outbox.remember_post, mail.letter.table, Kind.BOARD, post)


async def _headline(mail: Mail) -> None:
    """News for everybody at once, in the middle of a round."""
    row = int(mail.letter.body.get("row", 0))
    told = await mail.host.read(headline, mail.letter.table, row)
    seen = await mail.host.read(look, mail.letter.table, by=None)
    siren = mail.gallery.emojis.text("siren", "🚨")
    screen = Screen().say(*(f"{siren} **{harmless(line)}**" for line in told))
    if told:
        await mail.send(mail.channel, screen.show(*await mail.gallery.headline(seen)))


async def _round(mail: Mail) -> None:
    """What happened, and the board below it."""
    number = int(mail.letter.body.get("round", 0))
    told = await mail.host.read(recap, mail.letter.table, number)
    pictures = await race_pictures(mail.gallery, told)
    await mail.send(mail.channel, recap_screen(told, pictures, mail.gallery.emojis))
    seen = await mail.host.read(look, mail.letter.table, by=None)
    if seen.table.phase is not Phase.OVER:  # else the last board comes by itself
        await _last_board(mail)


# What the table decides together


async def _vote(mail: Mail) -> Post | None:
    """One message for all that is open; gone when nothing is."""
    motions = await mail.host.read(standing, mail.letter.table)
    screen, found = votes_screen(motions), await mail.found(mail.channel)
    old = found.post if found else None
    old = old or await mail.host.read(outbox.post_of, mail.letter.table, Kind.VOTE)
    screen.mark = found.mark if found else None
    can_stay = motions[1] and old and not mail.is_old(old)
    if old and can_stay and (edited := await mail.edit(old, screen)):
        return edited
    if old:
        await mail.delete(old)
        await mail.host.do(outbox.forget_post, mail.letter.table, Kind.VOTE)
    elif motions[1]:
        await _call_voters(mail, motions, screen)
    return await mail.post(mail.channel, screen) if motions[1] else None


async def _call_voters(mail: Mail, motions: Standing, screen: Screen) -> None:
    """Once, when a vote begins: those who have not said anything yet and are awake."""
    if not mail.office.may_ping_voters(mail.letter):
        return
    missing = sorted({seat for motion in motions[1] for seat in motion.missing})
    users = list((await mail.host.read(ping_users, mail.letter.table, missing)).values())
    screen.mentions = users
    screen.say(" ".join(f"<@{user}>" for user in users))


async def _decided(mail: Mail) -> None:
    note = int(mail.letter.body.get("note", 0))
    if said := await mail.host.read(noted, mail.letter.table, note):
        await mail.send(mail.channel, Screen().say(f"🗳️ {harmless(said)}"))


# Challenges


async def _challenge(mail: Mail) -> None:
    """Its leaderboard, edited in place."""
    found = await mail.host.read(challenges.board, -mail.letter.table)
    screen, old = challenge_screen(found), found.challenge.message
    if old and await mail.edit(Post(mail.channel, old, 0, {}), screen):
        return
    post = await mail.send_newest(mail.channel, screen)
    await mail.host.do(challenges.remember_message, -mail.letter.table, post.message)


async def _closed(mail: Mail) -> None:
    """How a challenge has ended, where everybody sees it."""
    found = await mail.host.read(challenges.board, -mail.letter.table)
    await mail.send(mail.channel, await closing_screen(mail.gallery.studio, found))


async def _share(mail: Mail) -> None:
    table = int(mail.letter.body.get("table", 0))
    found = await mail.host.read(challenges.shared, -mail.letter.table, table)
    await mail.send(mail.channel, await result_screen(mail.gallery.studio, found))


# What is said once


async def _digest(mail: Mail) -> None:
    """Where the user is waited for, at all tables."""
    settings = await mail.host.read(settings_of, mail.user)
    lines = await table_lines(mail.host, mail.user)
    if lines and not settings.is_door_closed:
        await mail.send(await mail.door(), Screen().say("**Your tables today**", *lines))


async def _aside(mail: Mail) -> None:
    text = "The record of this table is damaged, so it was set aside. Please open a new one."
    await mail.send(mail.channel, Screen().say(text))


async def _door(mail: Mail) -> None:
    table = (await mail.host.read(look, mail.letter.table, by=None)).table
    name = safe_names(table)[mail.letter.body.get("seat", 0)]
    text = f"{name}, I may not send you direct messages. Press **My hand** to play here,"
    screen = Screen().say(f"{text} or open them and press Try again.")
    screen.press(button("Try again", table_id(table.id, "door")))
    await mail.send(mail.channel, screen)


async def _absent(mail: Mail) -> None:
    """The bot was away: how far everybody's time limit moved."""
    note = int(mail.letter.body.get("note", 0))
    if said := await mail.host.read(noted, mail.letter.table, note):
        place = mail.letter.channel or await mail.door()
        await mail.send(place, Screen().say(f"⏰ {harmless(said)}"))


async def _lost(mail: Mail) -> None:
    """A channel was deleted, or we may not post there any more."""
    if mail.letter.table == outbox.NO_TABLE:
        lines = [LOST_CHALLENGES.format(channel=mail.letter.body.get("channel", 0))]
    else:
        seen = await mail.host.read(look, mail.letter.table, by=mail.reader)
        is_closed = seen.table.phase is Phase.CLOSED
        lines = [head(seen), LOST_LOBBY if is_closed else LOST_GAME]
    await mail.send(await mail.door(), Screen().say(*lines))


SAYS: dict[Kind, Callable[[Mail], Awaitable[Post | None]]] = {
    Kind.BOARD: _board,
    Kind.PANEL: show_panels,
    Kind.TURN: call,
    Kind.HEADLINE: _headline,
    Kind.ROUND: _round,
    Kind.OVER: _last_board,
    Kind.ASIDE: _aside,
    Kind.DOOR: _door,
    Kind.LOST: _lost,
    Kind.ABSENT: _absent,
    Kind.VOTE: _vote,
    Kind.DIGEST: _digest,
    Kind.DECIDED: _decided,
    Kind.CHALLENGE: _challenge,
    Kind.CLOSED: _closed,
    Kind.SHARE: _share,
}
