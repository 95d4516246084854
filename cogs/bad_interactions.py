"""Handles outdated slash commands and malformed interactions."""

import logging
from typing import Any

import discord
from discord import app_commands

from cogs.responder import BROKEN, answer, sentence_screen
from cogs.screen import Screen
from host.log_facts import facts

UNREADABLE = "an interaction could not be parsed"
OUTDATED = "This command has just changed. Please try it again in a few minutes."
LARGEST = 2**63 - 1  # of the numbers that Discord gives out
GROUPS = (1, 2)  # types of options that are commands themselves
log = logging.getLogger(__name__)


async def answer_misfit(
    interaction: discord.Interaction, error: app_commands.AppCommandError
) -> None:
    """Answer a command that failed, or that Discord still offers in an older form."""
    is_ours = isinstance(error, app_commands.CommandInvokeError)
    if is_ours:
        log.error("a command failed", exc_info=error)
    else:
        why = facts(why=type(error).__name__)
        log.warning("a command did not match its current definition", extra=why)

    async def work() -> Screen:
        return sentence_screen(BROKEN if is_ours else OUTDATED)

    if not _is_typing(interaction):
        await answer(interaction, work)


class TolerantCommandTree(app_commands.CommandTree[Any]):
    """Our commands. It also answers those that Discord still offers from an older version."""

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Refuse what comes too fast, then check the types of all options.

        The library checks only the types of numbers.
        """
        if not await self.client.gate.admits(interaction):
            return False
        command = interaction.command
        if isinstance(command, app_commands.Command) and not _is_typing(interaction):
            types = {each.name: each.type.value for each in command.parameters}
            for option in _given(dict(interaction.data or {})):
                if option["type"] != types.get(option["name"], option["type"]):
                    raise app_commands.CommandSignatureMismatch(command)
        return True

    async def _call(self, interaction: discord.Interaction) -> None:
        """Answer a command even if the library can't read its data and would stay silent."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception:
            log.exception(UNREADABLE)
            await answer_misfit(interaction, app_commands.AppCommandError())


def _is_typing(interaction: discord.Interaction) -> bool:
    return interaction.type is discord.InteractionType.autocomplete


def _given(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the options of the innermost subcommand."""
    options = data.get("options") or []
    while options and options[0]["type"] in GROUPS:
        options = options[0].get("options") or []
    return list(options)


def survive_unreadable(client: discord.Client) -> None:
    """Catch what the library raises about a bad interaction: it would end the connection."""
    parsers: dict[str, Any] = client._connection.parsers
    read = parsers["INTERACTION_CREATE"]

    def reading(data: Any) -> None:
        try:
            _must_be_somebodys(data)
            read(data)
        except Exception:
            log.exception(UNREADABLE)

    parsers["INTERACTION_CREATE"] = reading


def _must_be_somebodys(data: Any) -> None:
    """Raise if user, ids or token can't be used; the library doesn't check them."""
    if not isinstance(data["token"], str):
        raise TypeError("nobody can be answered")
    person = data["member"] if data.get("guild_id") else data
    for number in (data["id"], data["channel"]["id"], person["user"]["id"]):
        if not 0 < int(number) <= LARGEST:
            raise ValueError("nobody has such a number")
