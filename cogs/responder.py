"""Gives every interaction one answer: after the commit, within 3 seconds, never an exception."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import aiohttp
import discord

from cogs.attachments import Slot
from cogs.ids import Press
from cogs.screen import Note, Screen, mark_in
from cogs.words import escape_markdown, readable
from engine.kernel.refusal import Refused
from host.caller import Caller, Place
from host.errors import NotHere, SaveFailed
from host.log_facts import facts
from host.records import User

Work = Callable[[], Awaitable[Screen | None]]
Fallback = Callable[[str], Awaitable[Screen]]

PATIENCE = 2.0  # seconds until we ask for more time
BROKEN = "Sorry, something went wrong on my side and I've logged it. Please try again."
UNREACHABLE = (aiohttp.ClientError, OSError, TimeoutError)  # Discord can't be reached
log = logging.getLogger(__name__)


async def answer(
    interaction: discord.Interaction,
    work: Work,
    refused: Fallback | None = None,
    slot: Slot | None = None,
) -> None:
    """Do the work, then show its screen; a refusal is one sentence, with a fresh panel if given.

    Without a fresh panel a refusal is a separate message, so that the pressed one stays. Without a
    screen the press is only acknowledged, because its message changes by itself. `slot` is the
    message that was pressed.
    """
    slot = slot or Slot()
    mine = slot.pressed()
    done = _outcome(work, refused, is_own_panel(interaction))
    try:
        screen = await _enter(slot, interaction, asyncio.ensure_future(done))
        message = await _show_in(slot, interaction, screen)
        fuller = await slot.followed(mine, screen.later) if screen and screen.later else None
        if screen and fuller:
            fuller.warning, fuller.is_apart = screen.warning, screen.is_apart
            await slot.lock.acquire()
            if slot.presses == mine:
                await _show_in(slot, interaction, fuller, message)
            else:
                slot.lock.release()
    except (discord.HTTPException, *UNREACHABLE) as error:
        # What was done is stored; the panel is updated by itself.
        why = facts(why=error)
        log.warning("could not deliver an answer (the action itself is saved)", extra=why)
    finally:
        slot.answered()


async def _enter(
    slot: Slot, interaction: discord.Interaction, task: asyncio.Future[Screen | None]
) -> Screen | None:
    """Get the screen and wait for the slot, with one time-out: Discord waits only once.

    An earlier answer that doesn't get through must not cost this one its three seconds.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            screen = await asyncio.shield(task)
            await slot.lock.acquire()
    except TimeoutError:
        await _defer(interaction)
        screen = await task
        await slot.lock.acquire()
    return screen


async def _show_in(
    slot: Slot,
    interaction: discord.Interaction,
    screen: Screen | None,
    first: discord.Message | None = None,
) -> discord.Message | None:
    """Show the screen in the locked message, then release it; `first` is what was shown before."""
    is_in_place = is_own_panel(interaction) and not (screen and screen.is_apart)
    try:
        asked_at = slot.shown.asked_at if slot.shown else slot.asked_at
        if is_in_place:
            slot.showed(None)
        message = await _show(interaction, screen, first)
        if is_in_place:
            slot.showed(message)
            if screen is not None and screen.note is None:
                slot.cover(asked_at)
            slot.warn(screen.warning if screen else "")
        if screen and screen.note and message:
            await _run_note(screen.note, interaction, message)
        return message
    finally:
        slot.lock.release()


async def _run_note(note: Note, interaction: discord.Interaction, message: discord.Message) -> None:
    """Run a screen's note; the answer has been given, so a failure is only logged."""
    try:
        await note(interaction, message)
    except SaveFailed as error:
        log.warning("a panel may become outdated", extra=facts(why=error))
    except Exception:
        log.exception("a panel may become outdated")


async def _outcome(work: Work, refused: Fallback | None, is_own: bool) -> Screen | None:
    try:
        return await work()
    except (Refused, SaveFailed) as sentence:
        places = f" {sentence.places}" if isinstance(sentence, NotHere) else ""
        return await _apology(str(sentence), refused, is_own, places)
    except Exception:
        log.exception("an interaction failed")
        return await _apology(BROKEN, None, is_own)


async def _apology(
    sentence: str, refused: Fallback | None, is_own: bool, places: str = ""
) -> Screen:
    """Refuse in a sentence, above a fresh panel if possible; mentions may follow it.

    The bare sentence never takes the place of somebody's own panel.
    """
    said = f"{escape_markdown(sentence)}{places}"
    screen, warning = sentence_screen(said), f"⚠️ {said}"
    screen.is_apart = is_own
    if refused:
        try:
            screen = await refused(warning)
        except (Refused, SaveFailed):
            pass
        except Exception:
            log.exception("could not draw the panel")
    screen.warning = warning
    return screen


class Pressed(NamedTuple):
    """A press on one of our buttons or selects, and who made it."""

    interaction: discord.Interaction
    press: Press
    values: Sequence[str]  # what was chosen in a select
    caller: Caller

    @property
    def table(self) -> int:
        return self.press.table


def caller_of(interaction: discord.Interaction) -> Caller:
    """Return who pressed or typed, and where; direct messages have no channel.

    Commands are answered privately.
    """
    user = User(interaction.user.id, readable(interaction.user.display_name))
    is_private = interaction.message is None or is_own_panel(interaction)
    channel = interaction.channel_id if interaction.guild_id or not is_private else None
    place = Place(
        channel,
        is_private,
        interaction.guild_id,
        interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None,
        _roles_of(interaction.user),
    )
    return Caller(user, place, interaction.id)


def _roles_of(user: discord.User | discord.Member) -> frozenset[int]:
    roles = user.roles if isinstance(user, discord.Member) else ()
    return frozenset(role.id for role in roles)


def sentence_screen(sentence: str) -> Screen:
    return Screen().say(sentence)


def is_own_panel(interaction: discord.Interaction) -> bool:
    """Whether only this user sees the pressed message.

    That is an ephemeral message, or one in their direct messages with the bot. Other private
    channels may have several members.
    """
    message = interaction.message
    return message is not None and (interaction.context.dm_channel or message.flags.ephemeral)


async def _defer(interaction: discord.Interaction) -> None:
    if is_own_panel(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def _show(
    interaction: discord.Interaction, screen: Screen | None, first: discord.Message | None = None
) -> discord.Message | None:
    """Show the screen; return its message if Discord has sent it."""
    response = interaction.response
    if screen and interaction.message and is_own_panel(interaction):
        screen.mark = mark_in(interaction.message)
    if screen is None:
        if not response.is_done():
            await response.defer()
        elif not is_own_panel(interaction):  # there the answer is the panel itself
            await interaction.delete_original_response()
        return None
    if screen.is_apart and first:
        return await interaction.followup.edit_message(first.id, **_edited(screen))
    if screen.is_apart and response.is_done():
        return await interaction.followup.send(**_sent(screen), ephemeral=True, wait=True)
    if response.is_done():
        return await interaction.edit_original_response(**_edited(screen))
    if is_own_panel(interaction) and not screen.is_apart:
        assert interaction.message
        done = await response.edit_message(
            view=screen.layout(),
            attachments=screen.attachments(interaction.message.attachments),
            allowed_mentions=screen.allowed_mentions,
        )
        return _told(done)
    return _told(await response.send_message(**_sent(screen), ephemeral=True))


def _told(done: discord.InteractionCallbackResponse[Any] | None) -> discord.Message | None:
    resource = done.resource if done else None
    return resource if isinstance(resource, discord.Message) else None


def _sent(screen: Screen) -> dict[str, Any]:
    """Return the arguments for a new message."""
    return {
        "view": screen.layout(),
        "files": screen.files(),
        "allowed_mentions": screen.allowed_mentions,
    }


def _edited(screen: Screen) -> dict[str, Any]:
    """Return the arguments for an edit, with all files that the message keeps."""
    return {
        "view": screen.layout(),
        "attachments": screen.files(),
        "allowed_mentions": screen.allowed_mentions,
    }
