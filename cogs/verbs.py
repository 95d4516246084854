"""What the buttons of a table do: in its lobby, on its board, and beside the game in a panel."""

from collections.abc import Awaitable, Callable

import discord

from cogs.calls import whose_turn
from cogs.desk import is_own_panel, sentence_screen, user_of
from cogs.more import autopilot_screen
from cogs.options import options_screen
from cogs.permissions import must_post
from cogs.plans import plans_screen
from cogs.reference import rules_screen
from cogs.screen import Screen
from cogs.views import Views
from cogs.words import harmless, place
from engine.kernel.codes import Action
from engine.kernel.refusal import Refused
from host import fairness, lobby, people, play, seating, votes
from host.books import Books
from host.look import log, look, look_from_seat, plans
from host.once import once
from host.people import open_door, renew_panel
from host.records import Table

NEWS_LINES = 12  # of what the autopilot did

# Before and after the game


async def _join(views: Views, interaction: discord.Interaction, table: int) -> None:
    user = user_of(interaction)
    await views.host.at(table, once, interaction.id, lobby.join, user)


async def _options(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    seen = await views.host.look(table, look, interaction.user.id)
    return options_screen(seen.table)


async def _rematch(views: Views, interaction: discord.Interaction, table: int) -> Screen | None:
    """In a panel it is said where the lobby is; whether we may post there, a DM cannot know."""
    must_post(interaction)
    user = user_of(interaction)
    await views.host.run(once, table, interaction.id, lobby.rematch, user)
    if not is_own_panel(interaction):
        return None
    seen = await views.host.look(table, look, None)
    return Screen(is_apart=True).say(f"The lobby for the rematch is open in {place(seen.table)}.")


async def _verify(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    return sentence_screen((await views.host.look(table, fairness.prove)).sentence)


async def _replay(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    """Beside the panel that it was opened from, which stays."""
    screen = await views.replay.opened(interaction, table)
    screen.is_apart = True
    return screen


# To look at


async def _hand(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    return await views.hand_of(interaction.user.id, table)


async def _play(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    """Pressed on the call: for those whom the table waits for."""
    seen = await views.host.look(table, look, interaction.user.id)
    if seen.seat not in seen.waiting:
        raise Refused(whose_turn(seen))
    screen = await views.panel_of(seen)
    screen.is_apart = True
    return screen


async def _look(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    return await views.viewed(table, ())


async def _log(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    return await views.log_of(interaction.user.id, table)


async def _rules(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    seen = await views.host.look(table, look, None)
    return rules_screen(seen.table.game)


async def _more(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    return await views.more_of(interaction.user.id, table)


# Who plays a seat


async def _ask_autopilot(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    seen = await views.host.look(table, look_from_seat, interaction.user.id)
    return autopilot_screen(seen, await views.gallery.panel(seen))


async def _take_back(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    await views.host.at(table, once, interaction.id, seating.take_back, interaction.user.id)
    return await _reseated(views, interaction, table)


async def _hand_over(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    await views.host.at(table, once, interaction.id, seating.hand_over, interaction.user.id)
    return await _reseated(views, interaction, table)


async def _reseated(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    """The hand, here and where it was pushed to."""
    if interaction.guild_id:
        await views.host.run(renew_panel, table, interaction.user.id)
    return await views.hand_of(interaction.user.id, table)


async def _from_here(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    host, user = views.host, interaction.user.id
    before = await host.look(table, look, user)
    await host.at(table, once, interaction.id, seating.play_from_here, user)
    await host.settled(table)
    after = await host.look(table, look, user)
    rows = after.table.version - before.table.version
    told = await host.look(table, log, user, newest=rows) if rows else []
    return await views.panel_of(after, news=[harmless(line) for line in told[-NEWS_LINES:]])


# What is decided and wished


async def _table(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    return await views.votes_of(interaction.user.id, table)


async def _end(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    await views.host.at(table, once, interaction.id, votes.end, interaction.user.id)
    return sentence_screen("The game is over.")


async def _mute(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    await views.host.at(table, people.mute, interaction.user.id)
    return sentence_screen("I won't remind you about this turn again.")


async def _door(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    await views.host.run(open_door, interaction.user.id)
    return sentence_screen("I'll try sending you your hand again.")


# Planning ahead


async def planned(
    views: Views, interaction: discord.Interaction, table: int, path: Action = (), page: int = 0
) -> Screen:
    seen = await views.host.look(table, look, interaction.user.id)
    offered, queued = await views.host.look(table, plans, interaction.user.id)
    pictures = await views.gallery.planning(seen)
    return plans_screen(seen, offered, queued, path, page, pictures)


async def _plans(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    return await planned(views, interaction, table)


async def _unplan(views: Views, interaction: discord.Interaction, table: int) -> Screen:
    await views.host.at(table, play.queue, interaction.user.id, [])
    return await planned(views, interaction, table)


AT_TABLE: dict[str, Callable[[Views, discord.Interaction, int], Awaitable[Screen | None]]] = {
    "join": _join,
    "rematch": _rematch,
    "options": _options,
    "rules": _rules,
    "hand": _hand,
    "more": _more,
    "askpilot": _ask_autopilot,
    "open": _hand,
    "play": _play,
    "look": _look,
    "log": _log,
    "verify": _verify,
    "replay": _replay,
    "takeback": _take_back,
    "handover": _hand_over,
    "fromhere": _from_here,
    "table": _table,
    "mute": _mute,
    "plans": _plans,
    "unplan": _unplan,
    "door": _door,
    "end": _end,
}
CHANGES: dict[str, Callable[[Books, int, int], Table]] = {  # of a lobby; its board follows
    "leave": lobby.leave,
    "robot": lobby.add_autopilot,
    "unrobot": lobby.remove_autopilot,
    "start": lobby.start,
    "close": lobby.close,
}
