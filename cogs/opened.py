"""The panels that people have open: what a panel says at its end, and how it is known to be old."""

import json
from collections.abc import Callable, Sequence
from functools import partial

import discord

from cogs.attachments import Attachments, Shown
from cogs.ids import table_id
from cogs.panel import head, panel
from cogs.screen import Screen, button
from cogs.standings import Trial, trial_buttons, trial_line
from cogs.words import safe_names
from engine.kernel.codes import Action
from host import replies
from host.host import Host
from host.look import Seen
from host.people import renew_panel
from host.play import FINISHED
from host.records import Phase, Reply
from render.studio import Picture

PRIMARY, SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success
OPEN_PANEL = "Open my panel"
CLOSED = "This panel is closed, because I can't keep it up to date any longer."


def panel_screen(
    seen: Seen,
    pictures: Sequence[Picture],
    path: Action = (),
    page: int = 0,
    news: Sequence[str] = (),
    trial: Trial | None = None,
) -> Screen:
    """A player's panel at any time: during the game, and after it."""
    if seen.table.phase is Phase.OVER and seen.seat is not None:
        return _ended(seen, pictures, news, trial)
    return panel(seen, pictures, path, page, news, trial)


def _ended(
    seen: Seen, pictures: Sequence[Picture], news: Sequence[str], trial: Trial | None
) -> Screen:
    """How the game ended; another one, or the same one once more to look at."""
    table = seen.table
    screen = Screen().say(head(seen, trial), trial_line(trial, table), *news)
    why = "" if table.ending == FINISHED else f"The game was {table.ending}."
    screen.say(table.game.words.status(seen.view, safe_names(table)), why).show(*pictures)
    rematch = [button("Rematch", table_id(table.id, "rematch"), SUCCESS)] if table.channel else []
    replay = button("Replay", table_id(table.id, "replay"))
    return screen.press(*rematch, replay, *trial_buttons(trial, table))


def closed_screen(seen: Seen) -> Screen:
    """The last edit of a private panel: nothing of it can be old, and it leads to a new one."""
    open_ = button(OPEN_PANEL, table_id(seen.table.id, "open"), PRIMARY)
    return Screen().say(head(seen), CLOSED).press(open_)


def look_of(screen: Screen) -> int:
    """A number that is another one if a word, a button or a picture is."""
    components = screen.layout().to_components()  # type: ignore[no-untyped-call]
    return hash(json.dumps(components))


class Opened:
    """Remembers which panels are open, so that they can be kept up to date."""

    def __init__(self, host: Host, attachments: Attachments) -> None:
        self.host, self.attachments = host, attachments

    def panel(
        self,
        seen: Seen,
        pictures: Sequence[Picture],
        path: Action,
        page: int,
        news: Sequence[str],
        trial: Trial | None,
    ) -> Screen:
        """A panel that is noted when it has been shown as an answer."""
        screen = panel_screen(seen, pictures, path, page, news, trial)

        def shown() -> Shown:  # what was said once does not make it another panel
            plain = panel_screen(seen, pictures, path, page, (), trial)
            return Shown(seen.table, path, page, look_of(plain))

        screen.note = partial(self._note, shown) if seen.seat is not None else None
        return screen

    async def _note(
        self,
        shown: Callable[[], Shown],
        interaction: discord.Interaction,
        message: discord.Message,
    ) -> None:
        """It may have become old while it was on its way: then it is shown again."""
        now, user = shown(), interaction.user.id
        self.attachments.slot(message.id).shown = now
        table = now.table
        if message.flags.ephemeral:
            until = self.host.now() + replies.LIFE
            reply = Reply(table.id, user, message.id, until, token=interaction.token)
            if not await self.host.read(replies.is_kept, reply, table):
                await self.host.run(replies.keep, reply, table)
        elif not await self.host.read(replies.is_current, table.id, table):
            await self.host.run(renew_panel, table.id, user)
