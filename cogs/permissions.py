"""Which permissions the bot needs in a channel, and where its commands are offered."""

import discord
from discord import app_commands

from engine.kernel.phrases import joined
from engine.kernel.refusal import Refused

NAMES = {  # named as in Discord's own settings
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
MODERATORS = "Only moderators can do that (you need the Manage Messages permission)."
MANAGERS = "Only people who manage this server can do that (you need the Manage Server permission)."
NO_THREADS_HERE = "I can't open a thread in this kind of channel; type /new in a text channel."
NEEDED = discord.Permissions(**dict.fromkeys(NAMES, True))
INVITED = NEEDED | discord.Permissions(create_public_threads=True)  # what an invitation asks for

# The bot has to be a member of the server, so nobody can install it for themselves alone.
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)
EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
IN_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
only_in_servers = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)


def missing_permissions(interaction: discord.Interaction) -> list[str]:
    """Return the permissions that the bot lacks there; none in direct messages."""
    granted = interaction.app_permissions
    if interaction.guild_id is None or granted.administrator:
        return []
    is_thread = isinstance(interaction.channel, discord.Thread)
    unused = "send_messages" if is_thread else "send_messages_in_threads"
    return [NAMES[each] for each in NAMES if each != unused and not getattr(granted, each)]


def must_moderate(interaction: discord.Interaction) -> None:
    """Refuse everybody who may not manage messages on this server."""
    if not (interaction.guild_id and interaction.permissions.manage_messages):
        raise Refused(MODERATORS)


def must_manage_server(interaction: discord.Interaction) -> None:
    """Refuse everybody who may not manage this server."""
    if not (interaction.guild_id and interaction.permissions.manage_guild):
        raise Refused(MANAGERS)


def must_open_threads(interaction: discord.Interaction) -> None:
    """Refuse if the bot can't open a thread in this channel and post there."""
    if missing := _missing_for_threads(interaction):
        raise Refused(
            f"I can't open a thread here: I need {joined(missing)} in this channel. Ask someone "
            "who can manage the channel's permissions, or type /new in another channel."
        )
    if parent_of(interaction) is None:
        raise Refused(NO_THREADS_HERE)


def may_open_threads(interaction: discord.Interaction) -> bool:
    """Whether the bot can open a thread in this channel and post there."""
    return parent_of(interaction) is not None and not _missing_for_threads(interaction)


def parent_of(interaction: discord.Interaction) -> discord.TextChannel | None:
    """Return the channel where a thread would be opened; in a thread, its parent."""
    channel = interaction.channel
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    return parent if isinstance(parent, discord.TextChannel) else None


def _missing_for_threads(interaction: discord.Interaction) -> list[str]:
    granted = interaction.app_permissions
    wanted = {"create_public_threads": "Create Public Threads", **NAMES}
    missing = [wanted[each] for each in wanted if not getattr(granted, each)]
    return [] if granted.administrator else missing


def must_post(interaction: discord.Interaction, or_else: str = "") -> None:
    """Refuse if the bot can't post in this channel; call it before anything is stored.

    `or_else` names a way that works without these permissions.
    """
    missing = missing_permissions(interaction)
    if missing:
        *others, last = missing
        listed = f"{', '.join(others)} and {last}" if others else last
        raise Refused(
            f"I can't post here yet: I need {listed} in this channel. "
            f"Ask someone who can manage the channel's permissions, then try again{or_else}."
        )
