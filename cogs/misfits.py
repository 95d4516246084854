"""What does not fit: commands as they were yesterday, and payloads that nobody can read."""

import logging
from typing import Any

import discord
from discord import app_commands

from cogs.desk import BROKEN, answer, sentence_screen
from cogs.screen import Screen

OUTDATED = "This command has changed; please type it anew in a few minutes."
log = logging.getLogger(__name__)


async def answer_misfit(
    interaction: discord.Interaction, error: app_commands.AppCommandError
) -> None:
    """Discord may offer an older command for a while, so its options may be any."""
    is_ours = isinstance(error, app_commands.CommandInvokeError)
    if is_ours:
        log.error("a command failed", exc_info=error)
    else:
        log.warning("a command does not fit: %s", type(error).__name__)

    async def work() -> Screen:
        return sentence_screen(BROKEN if is_ours else OUTDATED)

    if interaction.type is not discord.InteractionType.autocomplete:
        await answer(interaction, work)


def survive_unreadable(client: discord.Client) -> None:
    """An interaction that the library stumbles over would end the connection, and so the bot."""
    parsers: dict[str, Any] = client._connection.parsers
    read = parsers["INTERACTION_CREATE"]

    def reading(data: Any) -> None:
        try:
            read(data)
        except Exception:
            log.exception("an interaction cannot be read")

    parsers["INTERACTION_CREATE"] = reading
