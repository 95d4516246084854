"""Screens of a table that commands and presses alike show."""

from collections.abc import Sequence

import discord

from cogs import ids
from cogs.attachments import Attachments
from cogs.gallery import Gallery
from cogs.more import card_screen, look_screen, more_screen
from cogs.open_panels import OpenPanels, beside
from cogs.opened import CLOSED, Opened
from cogs.panel import NOT_PLAYED
from cogs.replay import Replay
from cogs.screen import Screen, select, soon
from cogs.votes import standing, table_screen
from cogs.words import harmless, safe_names
from engine.kernel.codes import parse
from engine.kernel.refusal import Refused
from host import outbox
from host.host import Host
from host.look import Seen, log, look, look_from_seat, sentences
from host.play import Played
from render.studio import Picture

NOTHING_YET = "There is nothing to look at yet."
LOG_LINES = 25
BRING_BACK = "Type /board to bring its board back here."
ON_ITS_WAY = "Its board appears here in a moment."
VIEW = "_view"  # in the place of an option's name: which picture to look at


class Views:
    """Made anew each time; nothing is kept."""

    def __init__(
        self, host: Host, gallery: Gallery, attachments: Attachments | None = None
    ) -> None:
        self.host, self.gallery = host, gallery
        self.attachments = attachments or Attachments()
        self.open_panels = OpenPanels(host, self.attachments)
        self.replay = Replay(host, gallery)

    # For one user

    async def hand_of(self, user: int, table: int) -> Screen:
        return await self.panel_of(await self.host.look(table, look, user))

    async def panel_of(
        self, seen: Seen, opened: Opened = CLOSED, news: Sequence[str] = ()
    ) -> Screen:
        drawing, told = self.gallery.panel(seen), await beside(self.host, self.gallery, seen)

        def made(pictures: Sequence[Picture]) -> Screen:
            return self.open_panels.panel(seen, pictures, opened, news, told)

        return await soon(drawing, made)

    async def panel_after(self, played: Played) -> Screen:
        """What is not plain to see is told: cards drawn, dice rolled, not what was pressed."""
        events = [event for event in played.events if event.kind != "did"]
        told = sentences(played.seen.table, events, played.seat)
        placed = parse(played.code)[-1]
        return await self.panel_of(played.seen, Opened(piece=placed), list(map(harmless, told)))

    async def more_of(self, user: int, table: int) -> Screen:
        """Everything beside the game: cards, rivals, rules, the log, the autopilot."""
        seen = await self.host.look(table, look_from_seat, user)
        return more_screen(seen, self.gallery.offered(seen), await self.gallery.panel(seen))

    async def looked_at(self, user: int, table: int, values: Sequence[str]) -> Screen:
        """One picture as this user may see it, large."""
        seen = await self.host.look(table, look_from_seat, user)
        offered = self.gallery.offered(seen)
        name = values[0] if values and values[0] in offered else next(iter(offered), "")
        if not name:
            raise nothing_of(seen)
        return look_screen(seen, offered, await self.gallery.one(seen, name), name)

    async def card_of(self, user: int, table: int, values: Sequence[str]) -> Screen:
        """A card that this user sees, large and in words."""
        seen = await self.host.look(table, look_from_seat, user)
        known = seen.table.game.words.cards()
        if not values or values[0] not in known:
            raise Refused("That card is not here any more; press Back.")
        picture = await self.gallery.studio.card(seen.table.game.id, values[0])
        return card_screen(seen, values[0], picture)

    async def votes_of(self, user: int, table: int, news: str = "") -> Screen:
        return table_screen(await self.host.look(table, standing), user, news)

    async def log_of(self, user: int, table: int) -> Screen:
        told = await self.host.look(table, log, user, newest=LOG_LINES)
        lines = [harmless(line) for line in told[-LOG_LINES:]]
        return Screen().say("\n".join(lines) or "Nothing has happened yet.")

    # For everybody

    async def board_pictures(self, seen: Seen) -> Screen:
        pictures = await self.gallery.board(seen)
        if not pictures:
            raise nothing_of(seen)
        return Screen().show(*pictures)

    async def board_text(self, seen: Seen) -> Screen:
        """All that the pictures show, in words."""
        if seen.view is None:
            raise nothing_of(seen)
        pages = seen.table.game.words.pages(seen.view, safe_names(seen.table))
        return Screen().say("\n\n".join(pages.values())[:4000])

    async def viewed(self, table: int, values: Sequence[str]) -> Screen:
        """The table from all sides, picture by picture."""
        seen = await self.host.look(table, look, None)
        offered = self.gallery.offered(seen)
        if not offered:
            raise nothing_of(seen)
        name = values[0] if values and values[0] in offered else next(iter(offered))
        options = [
            discord.SelectOption(label=label, value=each, default=each == name)
            for each, label in offered.items()
        ]
        screen = Screen().show(await self.gallery.one(seen, name))
        return screen.choose(select(ids.option_id(table, VIEW), "Look at …", options))

    async def where_is(self, guild: int | None, table: int) -> str:
        """A link to the table's board, or how to get the board back where there is none."""
        seen = await self.host.look(table, look, None)
        post = await self.host.read(outbox.post_of, table, outbox.Kind.BOARD)
        if seen.table.is_lost:
            return BRING_BACK
        if post is None:
            return ON_ITS_WAY
        return f"https://discord.com/channels/{guild or '@me'}/{post.channel}/{post.message}"


def nothing_of(seen: Seen) -> Refused:
    """Why there is nothing to look at."""
    return Refused(NOT_PLAYED.get(seen.table.phase, NOTHING_YET))
