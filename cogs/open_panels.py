"""Remembers the panels that people have open, and finds those that are outdated."""

import json
from collections.abc import Callable, Sequence
from functools import partial

import discord

from cogs.attachments import Attachments, Shown
from cogs.emojis import Emojis
from cogs.ids import table_id
from cogs.opened import Opened
from cogs.panel import Beside, head, panel
from cogs.screen import Screen, button
from host import replies
from host.host import Host
from host.panels import PanelView
from host.people import renew_panel
from host.records import Reply
from host.views import TableView
from render.studio import Picture

PRIMARY = discord.ButtonStyle.primary
OPEN_PANEL = "Open my panel"
CLOSED = "This panel is no longer up to date."


def closed_screen(seen: TableView) -> Screen:
    """Return the last edit of a private panel: it shows nothing outdated and leads to a new one."""
    open_ = button(OPEN_PANEL, table_id(seen.table.id, "open"), PRIMARY)
    return Screen().say(head(seen), CLOSED).press(open_)


def look_of(screen: Screen) -> int:
    """Hash everything that the screen shows: text, buttons and pictures."""
    components = screen.layout().to_components()  # type: ignore[no-untyped-call]
    return hash(json.dumps(components))


def asked_at(seen: TableView) -> int | None:
    """Return how often the seat has acted, if the table is waiting for it."""
    return seen.moves if seen.seat in seen.waiting else None


class OpenPanels:
    """Remembers which panels are open, so that they can be kept up to date."""

    def __init__(self, host: Host, attachments: Attachments) -> None:
        self.host, self.attachments = host, attachments

    def panel(
        self,
        view: PanelView,
        pictures: Sequence[Picture],
        opened: Opened,
        news: Sequence[str],
        emojis: Emojis,
    ) -> Screen:
        """Build a panel that is remembered once it has been shown as an answer."""
        seen, told = view.seen, Beside.of(view, emojis)
        screen = panel(seen, pictures, opened, news, told)

        def shown() -> Shown:  # a one-time sentence doesn't make it a different panel
            plain = panel(seen, pictures, opened, (), told) if news else screen
            return Shown(view.facts, opened, look_of(plain), asked_at(seen))

        screen.note = partial(self._note, shown) if seen.seat is not None else None
        return screen

    def plan(self, view: PanelView, screen: Screen, opened: Opened) -> Screen:
        """Let the screen of a plan be remembered in the same way."""
        shown = Shown(view.facts, opened, look_of(screen), asked_at(view.seen))
        screen.note = partial(self._note, lambda: shown)
        return screen

    async def _note(
        self,
        shown: Callable[[], Shown],
        interaction: discord.Interaction,
        message: discord.Message,
    ) -> None:
        """Remember the panel; if the table has changed meanwhile, show it again."""
        now, user = shown(), interaction.user.id
        self.attachments.slot(message.id).shown = now
        table = now.facts.table
        if message.flags.ephemeral:
            until = self.host.now() + replies.LIFE
            server = interaction.guild_id
            reply = Reply(table.id, user, message.id, until, server=server, token=interaction.token)
            if not await self.host.read(replies.is_kept, reply, table):
                await self.host.do(replies.keep, reply, table)
        elif not await self.host.read(replies.is_current, table.id, table):
            await self.host.do(renew_panel, table.id, user)
