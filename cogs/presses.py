"""Every press on a button or a select, parsed from its id alone and carried out by the host."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord

from cogs import challenges, ids
from cogs.attachments import Attachments
from cogs.desk import answer, is_own_panel, sentence_screen, user_of
from cogs.gallery import Gallery
from cogs.ids import IN_A_PANEL, Kind, Press
from cogs.menu import from_basket
from cogs.options import TERM, options_screen
from cogs.panel import panel
from cogs.people import change_setting
from cogs.plans import plans_screen
from cogs.privacy import forgotten
from cogs.reference import rules_screen, turn_page
from cogs.replay import Replay
from cogs.screen import Screen, select, soon
from cogs.standings import trial_at
from cogs.times import standing_line
from cogs.votes import standing, table_screen
from cogs.words import harmless, safe_names
from engine.kernel.codes import Action, code
from engine.kernel.refusal import Refused
from host import fairness, lobby, outbox, people, play, seating, votes
from host.books import Books
from host.host import Host
from host.look import Seen, log, look, must_be_in, must_see, plans, sentences
from host.people import open_door, renew_panel
from host.play import Click, Played, Stale
from host.records import Table

NO_BASKET = "These do not go together; please choose again."
NOT_OURS = "I do not know this button; please use the newest message of the table."
NOTHING_YET = "There is nothing to look at yet."
LOG_LINES = 25
NEWS_LINES = 12  # of what the autopilot did
VIEW = "_view"  # in the place of an option's name: which picture to look at
OF_A_PANEL = frozenset({"hand", "plans", "unplan", "fromhere", "takeback"})  # verbs


class Presses:
    def __init__(
        self, host: Host, gallery: Gallery, attachments: Attachments | None = None
    ) -> None:
        self.host, self.gallery = host, gallery
        self.attachments = attachments or Attachments()
        self.replay = Replay(host, gallery)

    async def route(self, interaction: discord.Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        is_press = interaction.type is discord.InteractionType.component  # we open no forms
        press = ids.read(str(data.get("custom_id", ""))) if is_press else None
        if press is None or interaction.message is None:
            await answer(interaction, _unknown)
            return
        values = [str(value)[: ids.LONGEST] for value in data.get("values") or ()]

        async def fresh(sentence: str) -> Screen:
            return await self._fresh(interaction, press, sentence)

        work = self._work(interaction, press, values)
        if not is_own_panel(interaction):  # everybody has an answer of their own
            await answer(interaction, work)
            return
        slot = self.attachments.slot(interaction.message.id)
        stays = _is_panel(press) or _is_vote(press)
        await answer(interaction, work, fresh if stays else None, slot)

    def _work(
        self, interaction: discord.Interaction, press: Press, values: Sequence[str]
    ) -> Callable[[], Awaitable[Screen | None]]:
        route = _ROUTES.get(press.kind, Presses._in_panel)
        return lambda: route(self, interaction, press, values)

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
        await self._must_see(interaction, press.table)
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
        is_now = press.moves == seen.moves
        offered = seen.actions if is_now else await self._done(interaction, press)
        action = from_basket(offered, press.path, words)
        if action is None:
            raise Refused(NO_BASKET) if is_now else Stale()
        return await self._act(interaction, press, code(action))

    async def _done(self, interaction: discord.Interaction, press: Press) -> tuple[Action, ...]:
        """What was pressed may be what they did last: then it is pressed a second time."""
        return await self.host.look(press.table, play.last_of, interaction.user.id)

    async def panel_of(
        self, seen: Seen, path: Action = (), page: int = 0, news: Sequence[str] = ()
    ) -> Screen:
        drawing = self.gallery.panel(seen)
        trial = await self.host.read(trial_at, seen.table.id)
        return await soon(drawing, lambda pictures: panel(seen, pictures, path, page, news, trial))

    async def standing_lines(self, found: Sequence[Seen]) -> list[str]:
        """A user's tables; those that are attempts at something say at what."""
        trials = [await self.host.read(trial_at, seen.table.id) for seen in found]
        return [
            standing_line(seen, trial.place if trial else "")
            for seen, trial in zip(found, trials, strict=True)
        ]

    async def link_of(self, guild: int | None, table: int) -> str:
        """Where the table's board is, for a click."""
        post = await self.host.read(outbox.post_of, table, outbox.Kind.BOARD)
        if post is None:
            return ""
        return f"https://discord.com/channels/{guild or '@me'}/{post.channel}/{post.message}"

    async def panel_after(self, played: Played) -> Screen:
        told = sentences(played.seen.table, played.events, played.seat)
        return await self.panel_of(played.seen, news=[harmless(line) for line in told])

    async def _fresh(self, interaction: discord.Interaction, press: Press, sentence: str) -> Screen:
        """What was pressed on stays of use, with the sentence above it."""
        await self._must_see(interaction, press.table)
        if _is_vote(press):
            found = await self.host.look(press.table, standing)
            return table_screen(found, interaction.user.id, f"⚠️ {sentence}")
        seen = await self.host.look(press.table, look, interaction.user.id)
        return await self.panel_of(seen, news=[f"⚠️ {sentence}"])

    # At a table

    async def _at_table(self, interaction: discord.Interaction, press: Press) -> Screen | None:
        await self._must_belong(interaction, press.table)
        if change := _CHANGES.get(press.text):
            user = interaction.user.id
            await self.host.at(press.table, lobby.once, interaction.id, change, user)
            return None
        work = _AT_TABLE.get(press.text)
        if work is None:
            raise Refused(NOT_OURS)
        return await work(self, interaction, press.table)

    async def _must_belong(self, interaction: discord.Interaction, table: int) -> None:
        """What is public works where its table is, what is private for those who see the table."""
        if is_own_panel(interaction):
            await self._must_see(interaction, table)
        else:
            await self.host.look(table, must_be_in, interaction.channel_id)

    async def _must_see(self, interaction: discord.Interaction, table: int) -> None:
        channel = interaction.channel_id if interaction.guild_id else None
        await self.host.look(table, must_see, channel, interaction.user.id)

    async def _option(
        self, interaction: discord.Interaction, press: Press, values: Sequence[str]
    ) -> Screen:
        await self._must_belong(interaction, press.table)
        if press.text == VIEW:
            return await self._viewed(press.table, values)
        is_term = press.text.startswith(TERM)
        change = lobby.change_terms if is_term else lobby.change_options
        changes = {press.text.removeprefix(TERM): values[0] if values else ""}
        table = await self.host.at(press.table, change, interaction.user.id, changes)
        return options_screen(table)

    async def _vote(
        self, interaction: discord.Interaction, press: Press, values: Sequence[str]
    ) -> Screen | None:
        """On the public message, which follows by itself, or in private."""
        user, table = interaction.user.id, press.table
        chosen = "".join(values[:1]) if press.text == ids.ASK else press.text.replace("_", " ")
        matter = votes.matter_of(chosen)
        if not is_own_panel(interaction):
            await self.host.look(table, must_be_in, interaction.channel_id)
        use_case = votes.agree if press.kind is Kind.VOTE else votes.withdraw
        await self.host.at(table, use_case, user, matter)
        return await self._table(interaction, table) if is_own_panel(interaction) else None

    async def _table(self, interaction: discord.Interaction, table: int) -> Screen:
        found = await self.host.look(table, standing)
        return table_screen(found, interaction.user.id)

    async def _take_seat(self, interaction: discord.Interaction, press: Press) -> Screen:
        await self.host.look(press.table, must_be_in, interaction.channel_id)
        seat = int(press.text) if press.text.isdecimal() else -1
        await self.host.at(press.table, seating.take_seat, user_of(interaction), seat)
        return await self._hand(interaction, press.table)

    async def _hand_over(self, interaction: discord.Interaction, table: int) -> Screen:
        await self.host.at(table, seating.hand_over, interaction.user.id)
        return await self._reseated(interaction, table)

    async def _reseated(self, interaction: discord.Interaction, table: int) -> Screen:
        """The hand, here and where it was pushed to."""
        if interaction.guild_id:
            await self.host.run(renew_panel, table, interaction.user.id)
        return await self._hand(interaction, table)

    async def _from_here(self, interaction: discord.Interaction, table: int) -> Screen:
        user = interaction.user.id
        before = await self.host.look(table, look, user)
        await self.host.at(table, seating.play_from_here, user)
        await self.host.settled(table)
        after = await self.host.look(table, look, user)
        rows = after.table.version - before.table.version
        told = await self.host.look(table, log, user, newest=rows) if rows else []
        return await self.panel_of(after, news=[harmless(line) for line in told[-NEWS_LINES:]])

    async def _mute(self, interaction: discord.Interaction, table: int) -> Screen:
        await self.host.at(table, people.mute, interaction.user.id)
        return sentence_screen("I do not remind you of this turn any more.")

    # Planning ahead

    async def _plans(self, interaction: discord.Interaction, table: int) -> Screen:
        return await self._planned(interaction, table)

    async def _planned(
        self, interaction: discord.Interaction, table: int, path: Action = (), page: int = 0
    ) -> Screen:
        seen = await self.host.look(table, look, interaction.user.id)
        offered, queued = await self.host.look(table, plans, interaction.user.id)
        return plans_screen(seen, offered, queued, path, page)

    async def _plan(
        self, interaction: discord.Interaction, press: Press, values: Sequence[str]
    ) -> Screen:
        await self._must_belong(interaction, press.table)
        kind, _, text = (values[0] if values else "").partition(":")
        if kind != Kind.ACT:
            path = ids.path_of(text) if text else press.path
            return await self._planned(interaction, press.table, path, press.page)
        _, queued = await self.host.look(press.table, plans, interaction.user.id)
        await self.host.at(press.table, play.queue, interaction.user.id, [*queued, text])
        return await self._planned(interaction, press.table)

    async def _unplan(self, interaction: discord.Interaction, table: int) -> Screen:
        await self.host.at(table, play.queue, interaction.user.id, [])
        return await self._planned(interaction, table)

    async def _join(self, interaction: discord.Interaction, table: int) -> None:
        user = user_of(interaction)
        await self.host.at(table, lobby.once, interaction.id, lobby.join, user)

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
            raise Refused(NOTHING_YET)
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

    async def _replay(self, interaction: discord.Interaction, table: int) -> Screen:
        return await self.replay.opened(interaction, table)

    async def _verify(self, interaction: discord.Interaction, table: int) -> Screen:
        return sentence_screen((await self.host.look(table, fairness.prove)).sentence)

    async def _take_back(self, interaction: discord.Interaction, table: int) -> Screen:
        await self.host.at(table, seating.take_back, interaction.user.id)
        return await self._reseated(interaction, table)

    async def _end(self, interaction: discord.Interaction, table: int) -> Screen:
        await self.host.at(table, votes.end, interaction.user.id)
        return sentence_screen("The game is over.")

    async def _door(self, interaction: discord.Interaction, table: int) -> Screen:
        await self.host.run(open_door, interaction.user.id)
        return sentence_screen("I try again to send you your hand.")

    async def board_text(self, seen: Seen) -> Screen:
        """All that the pictures show, in words."""
        if seen.view is None:
            raise Refused(NOTHING_YET)
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
    "replay": Presses._replay,
    "takeback": Presses._take_back,
    "handover": Presses._hand_over,
    "fromhere": Presses._from_here,
    "table": Presses._table,
    "mute": Presses._mute,
    "plans": Presses._plans,
    "unplan": Presses._unplan,
    "door": Presses._door,
    "end": Presses._end,
}
_CHANGES: dict[str, Callable[[Books, int, int], Table]] = {
    "leave": lobby.leave,
    "robot": lobby.add_autopilot,
    "unrobot": lobby.remove_autopilot,
    "start": lobby.start,
    "close": lobby.close,
}


def _is_panel(press: Press) -> bool:
    is_verb = press.kind is Kind.TABLE and press.text in OF_A_PANEL
    return is_verb or press.kind in IN_A_PANEL or press.kind is Kind.PLAN


def _is_vote(press: Press) -> bool:
    is_verb = press.kind is Kind.TABLE and press.text in ("table", "handover")
    return is_verb or press.kind in (Kind.VOTE, Kind.WITHDRAW)


async def _unknown() -> Screen:
    """What was pressed on stays as it is: it may be a panel."""
    return Screen(is_apart=True).say(NOT_OURS)


Route = Callable[[Presses, discord.Interaction, Press, Sequence[str]], Awaitable[Screen | None]]
_ROUTES: dict[Kind, Route] = {
    Kind.TABLE: lambda self, interaction, press, _: self._at_table(interaction, press),
    Kind.OPTION: Presses._option,
    Kind.VOTE: Presses._vote,
    Kind.WITHDRAW: Presses._vote,
    Kind.JOIN: lambda self, interaction, press, _: self._take_seat(interaction, press),
    Kind.PLAN: Presses._plan,
    Kind.CHALLENGE: lambda self, interaction, press, _: challenges.pressed(
        self, interaction, press.table, press.text
    ),
    Kind.REPLAY: lambda self, *pressed: self.replay.pressed(*pressed),
    Kind.PAGE: lambda _, interaction, *pressed: turn_page(interaction.client, *pressed),
    Kind.SETTING: lambda self, interaction, press, values: change_setting(
        self.host, user_of(interaction), press.text, values
    ),
    Kind.FORGET: lambda self, interaction, *_: forgotten(self.host, interaction.user.id),
}
