"""The screens of a table that both commands and presses show."""

from collections.abc import Sequence

import discord

from cogs import ids
from cogs.attachments import Attachments
from cogs.board import board
from cogs.gallery import Gallery
from cogs.more import card_screen, look_screen, more_screen
from cogs.open_panels import OpenPanels
from cogs.opened import ASIDE, CLOSED, Opened
from cogs.panel import NOT_PLAYED
from cogs.replay import Replay
from cogs.screen import Screen, select, soon
from cogs.votes import table_screen
from cogs.words import escape_markdown, safe_names
from engine.kernel.codes import parse
from engine.kernel.game import ENDING
from engine.kernel.refusal import Refused
from host import outbox
from host.caller import Caller
from host.host import Host
from host.panels import PanelView, panel_facts, panel_view
from host.play import Played
from host.records import Phase
from host.views import (
    NO_WINNER,
    TableView,
    log_lines,
    sentences,
    view_as_public,
    view_from_seat,
    view_table,
)
from host.votes import standing
from render.studio import Picture

NOTHING_YET = "There is nothing to look at yet."
LOG_LINES = 25
PLAIN_TO_SEE = ("did", "undo")  # kinds of events that a player has just caused by a press
BRING_BACK = "Type /board to bring its board back here."
ON_ITS_WAY = "Its board appears here in a moment."
VIEW = "_view"  # instead of an option's name: which picture to show


class TableScreens:
    """Builds screens; stores nothing."""

    def __init__(
        self, host: Host, gallery: Gallery, attachments: Attachments | None = None
    ) -> None:
        self.host, self.gallery = host, gallery
        self.attachments = attachments or Attachments()
        self.open_panels = OpenPanels(host, self.attachments)
        self.replay = Replay(host, gallery)

    # For one user

    async def hand_of(self, caller: Caller, table_id: int) -> Screen:
        return await self.panel_of(await self.panel_view(caller, table_id))

    async def panel_view(self, caller: Caller, table_id: int) -> PanelView:
        return await self.host.read(panel_view, table_id, by=caller)

    async def panel_of(
        self, view: PanelView, opened: Opened = CLOSED, news: Sequence[str] = ()
    ) -> Screen:
        def made(pictures: Sequence[Picture]) -> Screen:
            return self.open_panels.panel(view, pictures, opened, news, self.gallery.emojis)

        return await soon(self.gallery.panel(view.seen, opened), made)

    async def panel_after(self, played: Played) -> Screen:
        """Show the panel after an action, with what the player can't see there: cards, dice.

        In a lesson each step has its own sentence, and at the end only the result counts.
        """
        events = [event for event in played.events if event.kind not in PLAIN_TO_SEE]
        table = played.seen.table
        is_plain = table.is_lesson or table.phase is Phase.OVER
        told = [] if is_plain else sentences(table, events, played.seat)
        action = parse(played.code)
        is_aside = action[0] in table.game.aside_verbs
        opened = Opened(ASIDE) if is_aside else Opened(piece=action[-1])
        return await self.panel_of(played.panel, opened, list(map(escape_markdown, told)))

    async def more_of(self, caller: Caller, table_id: int) -> Screen:
        """Show everything beside the game: cards, opponents, rules, the log, the autopilot."""
        seen = await self.host.read(view_from_seat, table_id, by=caller)
        has_hints = (await self.host.read(panel_facts, table_id, by=caller)).has_hints
        offered, pictures = self.gallery.offered(seen), await self.gallery.panel(seen)
        return more_screen(seen, offered, pictures, has_hints)

    async def looked_at(self, caller: Caller, table_id: int, values: Sequence[str]) -> Screen:
        """Show one picture in large, as the caller may see it."""
        seen = await self.host.read(view_from_seat, table_id, by=caller)
        offered = self.gallery.offered(seen)
        name = values[0] if values and values[0] in offered else next(iter(offered), "")
        if not name:
            raise nothing_of(seen)
        return look_screen(seen, offered, await self.gallery.one(seen, name), name)

    async def card_of(self, caller: Caller, table_id: int, values: Sequence[str]) -> Screen:
        """Show a card that the caller can see, large and in words."""
        seen = await self.host.read(view_from_seat, table_id, by=caller)
        known = seen.table.game.words.cards()
        if not values or values[0] not in known:
            raise Refused("That card isn't here any more; press Back.")
        picture = await self.gallery.studio.card(seen.table.game.id, values[0])
        return card_screen(seen, values[0], picture)

    async def votes_of(self, caller: Caller, table_id: int, news: str = "") -> Screen:
        return table_screen(await self.host.read(standing, table_id, by=caller), caller.id, news)

    async def log_of(self, caller: Caller, table_id: int, round_: int | None = None) -> Screen:
        """Show the newest lines of the log, or those of one round."""
        newest = LOG_LINES if round_ is None else None
        told = await self.host.read(log_lines, table_id, by=caller, newest=newest, of_round=round_)
        lines = told[-LOG_LINES:] if newest else told
        return Screen().say(*map(escape_markdown, lines or ["Nothing has happened yet."]))

    # For everybody

    async def board_pictures(self, seen: TableView) -> Screen:
        pictures = await self.gallery.board(seen)
        if not pictures:
            raise nothing_of(seen)
        return Screen().show(*pictures)

    async def board_text(self, seen: TableView) -> Screen:
        """Say everything that the pictures show."""
        if seen.view is None:
            raise nothing_of(seen)
        pages = dict(seen.table.game.words.pages(seen.view, safe_names(seen.table)))
        if seen.is_undecided:
            pages[ENDING] = NO_WINNER
        return Screen().say("\n\n".join(pages.values())[:4000])

    async def viewed(self, caller: Caller, table_id: int, values: Sequence[str]) -> Screen:
        """Show the table picture by picture; a lobby as it is, also when it was closed."""
        seen = await self.host.read(view_as_public, table_id, by=caller)
        if seen.table.phase in (Phase.LOBBY, Phase.CLOSED):
            return board(seen, await self.gallery.board(seen))
        offered = self.gallery.offered(seen)
        if not offered:
            raise nothing_of(seen)
        name = values[0] if values and values[0] in offered else next(iter(offered))
        options = [
            discord.SelectOption(label=label, value=each, default=each == name)
            for each, label in offered.items()
        ]
        screen = Screen().show(await self.gallery.one(seen, name))
        return screen.choose(select(ids.option_id(table_id, VIEW), "Look at …", options))

    async def where_is(self, guild: int | None, table_id: int) -> str:
        """Link to the table's board, or say how to get one."""
        seen = await self.host.read(view_table, table_id, by=None)
        post = await self.host.read(outbox.post_of, table_id, outbox.MessageKind.BOARD)
        if seen.table.is_lost:
            return BRING_BACK
        if post is None:
            return ON_ITS_WAY
        return f"https://discord.com/channels/{guild or '@me'}/{post.channel}/{post.message}"


def nothing_of(seen: TableView) -> Refused:
    """Say why there is nothing to see."""
    return Refused(NOT_PLAYED.get(seen.table.phase, NOTHING_YET))
