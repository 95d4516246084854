"""Every press on a button or a select, parsed from its id alone and carried out by the host."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord

from cogs import ids
from cogs.attachments import Attachments
from cogs.desk import answer, is_own_panel, sentence_screen
from cogs.gallery import Gallery
from cogs.ids import IN_A_PANEL, Kind, Press
from cogs.menu import from_basket
from cogs.options import options_screen
from cogs.panel import panel
from cogs.people import change_setting
from cogs.reference import rules_screen, turn_page
from cogs.screen import Screen, select
from cogs.words import harmless, safe_names
from engine.kernel.codes import Action, code
from engine.kernel.refusal import Refused
from host import fairness, lobby, play
from host.books import Books
from host.host import Host
from host.look import Seen, log, look, must_be_in, sentences
from host.people import open_door, renew_panel
from host.play import Click, Played
from host.records import Table, User

NOT_OURS = "I do not know this button; please use the newest message of the table."
LOG_LINES = 25
VIEW = "_view"  # in the place of an option's name: which picture to look at
PICTURE_PATIENCE = 1.0  # seconds; after that the answer is given in words and pictures follow


def user_of(interaction: discord.Interaction) -> User:
    return User(interaction.user.id, interaction.user.display_name)


class Presses:
    def __init__(
        self, host: Host, gallery: Gallery, attachments: Attachments | None = None
    ) -> None:
        self.host, self.gallery = host, gallery
        self.attachments = attachments or Attachments()

    async def route(self, interaction: discord.Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        press = ids.read(str(data.get("custom_id", "")))
        if press is None:
            await answer(interaction, _unknown)
            return
        values = [str(value) for value in data.get("values") or ()]

        async def fresh(sentence: str) -> Screen:
            return await self._fresh(interaction, press, sentence)

        is_panel = press.kind in IN_A_PANEL and is_own_panel(interaction)
        work = self._work(interaction, press, values)
        assert interaction.message
        slot = self.attachments.slot(interaction.message.id)
        await answer(interaction, work, fresh if is_panel else None, slot)

    def _work(
        self, interaction: discord.Interaction, press: Press, values: Sequence[str]
    ) -> Callable[[], Awaitable[Screen | None]]:
        if press.kind is Kind.TABLE:
            return lambda: self._at_table(interaction, press)
        if press.kind is Kind.OPTION:
            return lambda: self._option(interaction, press, values)
        if press.kind is Kind.PAGE:
            return lambda: turn_page(interaction.client, press, values)
        if press.kind is Kind.SETTING:
            return lambda: change_setting(self.host, user_of(interaction), press.text, values)
        return lambda: self._in_panel(interaction, press, values)

    # In a panel

    async def _in_panel(
        self, interaction: discord.Interaction, press: Press, values: Sequence[str]
    ) -> Screen:
        match press.kind:
            case Kind.ACT:
                return await self._act(interaction, press, press.text)
            case Kind.SELECT:
                return await self._selected(interaction, press, values)
            case Kind.BASKET:
                return await self._filled(interaction, press, values)
        return await self._menu(interaction, press, press.path)

    async def _act(self, interaction: discord.Interaction, press: Press, text: str) -> Screen:
        channel = None if is_own_panel(interaction) else interaction.channel_id
        click = Click(interaction.user.id, text, press.moves, channel, interaction.id)
        played = await self.host.act(press.table, click)
        if interaction.guild_id:
            await self.host.run(renew_panel, press.table, interaction.user.id)
        return await self.panel_after(played)

    async def _menu(self, interaction: discord.Interaction, press: Press, path: Action) -> Screen:
        seen = await self.host.look(press.table, look, interaction.user.id)
        is_same = press.moves == seen.moves
        return await self.panel_of(seen, path if is_same else (), press.page if is_same else 0)

    async def _selected(
        self, interaction: discord.Interaction, press: Press, values: Sequence[str]
    ) -> Screen:
        kind, _, text = (values[0] if values else "").partition(":")
        if kind == Kind.ACT:
            return await self._act(interaction, press, text)
        return await self._menu(interaction, press._replace(page=0), ids.path_of(text))

    async def _filled(
        self, interaction: discord.Interaction, press: Press, values: Sequence[str]
    ) -> Screen:
        seen = await self.host.look(press.table, look, interaction.user.id)
        words = [value.partition(":")[2] for value in values]
        action = from_basket(seen.actions, press.path, words)
        if action is None:
            raise Refused("These do not go together; please choose again.")
        return await self._act(interaction, press, code(action))

    async def panel_of(
        self, seen: Seen, path: Action = (), page: int = 0, news: Sequence[str] = ()
    ) -> Screen:
        drawing = asyncio.ensure_future(self.gallery.panel(seen))
        await asyncio.wait([drawing], timeout=PICTURE_PATIENCE)
        if drawing.done():
            return panel(seen, drawing.result(), path, page, news)

        async def with_pictures() -> Screen:
            return panel(seen, await drawing, path, page, news)

        screen = panel(seen, (), path, page, news)
        screen.later = with_pictures
        return screen

    async def panel_after(self, played: Played) -> Screen:
        told = sentences(played.seen.table, played.events, played.seat)
        return await self.panel_of(played.seen, news=[harmless(line) for line in told])

    async def _fresh(self, interaction: discord.Interaction, press: Press, sentence: str) -> Screen:
        seen = await self.host.look(press.table, look, interaction.user.id)
        return await self.panel_of(seen, news=[f"⚠️ {sentence}"])

    # At a table

    async def _at_table(self, interaction: discord.Interaction, press: Press) -> Screen | None:
        if not is_own_panel(interaction):
            await self.host.look(press.table, must_be_in, interaction.channel_id)
        if change := _CHANGES.get(press.text):
            await self.host.at(press.table, change, interaction.user.id)
            return None
        work = _AT_TABLE.get(press.text)
        if work is None:
            raise Refused(NOT_OURS)
        return await work(self, interaction, press.table)

    async def _option(
        self, interaction: discord.Interaction, press: Press, values: Sequence[str]
    ) -> Screen:
        if press.text == VIEW:
            return await self._viewed(press.table, values)
        user, changes = interaction.user.id, {press.text: values[0] if values else ""}
        table = await self.host.at(press.table, lobby.change_options, user, changes)
        return options_screen(table)

    async def _join(self, interaction: discord.Interaction, table: int) -> None:
        await self.host.at(table, lobby.join, user_of(interaction))

    async def _rematch(self, interaction: discord.Interaction, table: int) -> None:
        await self.host.run(lobby.rematch, table, user_of(interaction))

    async def _options(self, interaction: discord.Interaction, table: int) -> Screen:
        seen = await self.host.look(table, look, interaction.user.id)
        return options_screen(seen.table)

    async def _rules(self, interaction: discord.Interaction, table: int) -> Screen:
        seen = await self.host.look(table, look, None)
        return rules_screen(seen.table.game)

    async def _hand(self, interaction: discord.Interaction, table: int) -> Screen:
        seen = await self.host.look(table, look, interaction.user.id)
        return await self.panel_of(seen)

    async def _look(self, interaction: discord.Interaction, table: int) -> Screen:
        """The table from all sides, picture by picture."""
        return await self._viewed(table, ())

    async def _viewed(self, table: int, values: Sequence[str]) -> Screen:
        seen = await self.host.look(table, look, None)
        offered = self.gallery.offered(seen)
        if not offered:
            raise Refused("There is nothing to look at yet.")
        name = values[0] if values and values[0] in offered else next(iter(offered))
        options = [
            discord.SelectOption(label=label, value=each, default=each == name)
            for each, label in offered.items()
        ]
        screen = Screen().show(await self.gallery.one(seen, name))
        return screen.choose(select(ids.option_id(table, VIEW), "Look at …", options))

    async def _log(self, interaction: discord.Interaction, table: int) -> Screen:
        return await self.log_of(interaction.user.id, table)

    async def log_of(self, user: int, table: int) -> Screen:
        told = await self.host.look(table, log, user, newest=LOG_LINES)
        lines = [harmless(line) for line in told[-LOG_LINES:]]
        return Screen().say("\n".join(lines) or "Nothing has happened yet.")

    async def _verify(self, interaction: discord.Interaction, table: int) -> Screen:
        return sentence_screen((await self.host.look(table, fairness.prove)).sentence)

    async def _take_back(self, interaction: discord.Interaction, table: int) -> Screen:
        await self.host.at(table, play.take_back, interaction.user.id)
        return await self._hand(interaction, table)

    async def _door(self, interaction: discord.Interaction, table: int) -> Screen:
        await self.host.run(open_door, interaction.user.id)
        return sentence_screen("I try again to send you your hand.")

    async def board_text(self, seen: Seen) -> Screen:
        """All that the pictures show, in words."""
        pages = seen.table.game.words.pages(seen.view, safe_names(seen.table))
        return Screen().say("\n\n".join(pages.values())[:4000])


AtTable = Callable[[Presses, discord.Interaction, int], Awaitable[Screen | None]]
_AT_TABLE: dict[str, AtTable] = {
    "join": Presses._join,
    "rematch": Presses._rematch,
    "options": Presses._options,
    "rules": Presses._rules,
    "hand": Presses._hand,
    "look": Presses._look,
    "log": Presses._log,
    "verify": Presses._verify,
    "takeback": Presses._take_back,
    "door": Presses._door,
}
_CHANGES: dict[str, Callable[[Books, int, int], Table]] = {
    "leave": lobby.leave,
    "robot": lobby.add_autopilot,
    "unrobot": lobby.remove_autopilot,
    "start": lobby.start,
    "close": lobby.close,
}


async def _unknown() -> Screen:
    return sentence_screen(NOT_OURS)
