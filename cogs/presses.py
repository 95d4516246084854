"""Every press on a button or a select, parsed from its id alone and carried out by the host."""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

import discord

from cogs import challenges, ids
from cogs.attachments import Attachments
from cogs.desk import answer, is_own_panel, user_of
from cogs.gallery import Gallery
from cogs.gate import Gate
from cogs.ids import IN_A_PANEL, Kind, Press
from cogs.menu import from_basket
from cogs.more import CARD, LOOK
from cogs.opened import Opened
from cogs.options import TERM, options_screen
from cogs.people import change_setting
from cogs.privacy import forgotten
from cogs.reference import turn_page
from cogs.regions import answer_of, caution_at, piece_number
from cogs.screen import Screen, button
from cogs.verbs import AT_TABLE, CHANGES, planned
from cogs.views import VIEW, Views
from engine.kernel.codes import Action, code
from engine.kernel.refusal import Refused
from host import lobby, play, seating, votes
from host.host import Host
from host.look import look, must_be_in, must_see, plans
from host.once import once
from host.play import Click, Stale

BACK = "Back"
LOG_OF_ROUND = re.compile(r"log_([0-9]{1,4})")
NO_BASKET = "These do not go together; please choose again."
NOT_OURS = "I do not know this button; please use the newest message of the table."
OF_A_PANEL = frozenset(  # verbs
    {"hand", "open", "more", "askpilot", "plans", "unplan", "fromhere", "takeback"}
    | {"rematch", "replay"}
)


class Presses(Views):
    def __init__(
        self,
        host: Host,
        gallery: Gallery,
        attachments: Attachments | None = None,
        gate: Gate | None = None,
    ) -> None:
        super().__init__(host, gallery, attachments)
        self.gate = gate or Gate()

    async def route(self, interaction: discord.Interaction) -> None:
        if not await self.gate.admits(interaction):
            return
        data: dict[str, Any] = dict(interaction.data or {})
        is_press = interaction.type is discord.InteractionType.component  # we open no forms
        press = ids.read(str(data.get("custom_id", ""))) if is_press else None
        if press is None or interaction.message is None:
            await answer(interaction, _unknown)
            return
        values = [str(value)[: ids.LONGEST] for value in data.get("values") or ()]

        async def fresh(warning: str) -> Screen:
            return await self._fresh(interaction, press, warning)

        work = self._work(interaction, press, values)
        if _leaves_panel(press) and (back := way_back(interaction.message)):
            work = _with_back(work, back)
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
            case Kind.ANSWER:
                return await self._answered(interaction, press, values)
        return await self._menu(interaction, press, press.path)

    async def _act(
        self, interaction: discord.Interaction, press: Press, text: str, then: Sequence[str] = ()
    ) -> Screen:
        channel = None if is_own_panel(interaction) else interaction.channel_id
        click = Click(interaction.user.id, text, press.moves, channel, interaction.id, tuple(then))
        played = await self.host.act(press.table, click)
        return await self.panel_after(played)

    async def _menu(self, interaction: discord.Interaction, press: Press, path: Action) -> Screen:
        await self._must_see(interaction, press.table)
        seen = await self.host.look(press.table, look, interaction.user.id)
        if press.moves != seen.moves:
            return await self.panel_of(seen)
        picked = None if path else piece_number(seen, press.page)
        piece = self._picked_before(interaction) if picked is None else picked
        return await self.panel_of(seen, Opened(path, press.page, piece))

    def _picked_before(self, interaction: discord.Interaction) -> str | int | None:
        """The piece that was picked in the pressed panel: it stays picked behind a list."""
        message = interaction.message
        shown = self.attachments.slot(message.id).shown if message else None
        return shown.opened.piece if shown else None

    async def _answered(
        self, interaction: discord.Interaction, press: Press, values: Sequence[str]
    ) -> Screen:
        """One of the answers to a question: several actions as one step."""
        seen = await self.host.look(press.table, look, interaction.user.id)
        if press.moves != seen.moves:  # unless it was done already, it comes too late
            return await self._act(interaction, press, press.text)
        caution = caution_at(seen, press.path)
        chosen = answer_of(caution, press.page, values) if caution else ()
        if not chosen:
            raise Stale()
        first, *then = map(code, chosen)
        return await self._act(interaction, press, first, then)

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

    async def _fresh(self, interaction: discord.Interaction, press: Press, warning: str) -> Screen:
        """What was pressed on stays of use, with the warning above it."""
        await self._must_see(interaction, press.table)
        if _is_vote(press):
            return await self.votes_of(interaction.user.id, press.table, warning)
        seen = await self.host.look(press.table, look, interaction.user.id)
        return await self.panel_of(seen, news=[warning])

    # At a table

    async def _at_table(self, interaction: discord.Interaction, press: Press) -> Screen | None:
        await self._must_belong(interaction, press.table)
        if change := CHANGES.get(press.text):
            user = interaction.user.id
            await self.host.at(press.table, once, interaction.id, change, user)
            return None
        if found := LOG_OF_ROUND.fullmatch(press.text):
            return await self.log_of(interaction.user.id, press.table, int(found[1]))
        work = AT_TABLE.get(press.text)
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
            return await self.viewed(press.table, values)
        if press.text == LOOK:
            return await self.looked_at(interaction.user.id, press.table, values)
        if press.text == CARD:
            return await self.card_of(interaction.user.id, press.table, values)
        is_term = press.text.startswith(TERM)
        change = lobby.change_terms if is_term else lobby.change_options
        changes = {press.text.removeprefix(TERM): values[0] if values else ""}
        user = interaction.user.id
        await self.host.at(press.table, once, interaction.id, change, user, changes)
        return options_screen((await self.host.look(press.table, look, user)).table)

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
        await self.host.at(table, once, interaction.id, use_case, user, matter)
        return await self.votes_of(user, table) if is_own_panel(interaction) else None

    async def _take_seat(self, interaction: discord.Interaction, press: Press) -> Screen:
        await self.host.look(press.table, must_be_in, interaction.channel_id)
        seat = int(press.text) if press.text.isdecimal() else -1
        user = user_of(interaction)
        await self.host.at(press.table, once, interaction.id, seating.take_seat, user, seat)
        return await self.hand_of(interaction.user.id, press.table)

    async def _plan(
        self, interaction: discord.Interaction, press: Press, values: Sequence[str]
    ) -> Screen:
        await self._must_belong(interaction, press.table)
        kind, _, text = (values[0] if values else "").partition(":")
        if kind != Kind.ACT:
            path = ids.path_of(text) if text else press.path
            return await planned(self, interaction, press.table, path, press.page)
        _, queued = await self.host.look(press.table, plans, interaction.user.id)
        codes = [*queued, text]
        await self.host.at(
            press.table, once, interaction.id, play.queue, interaction.user.id, codes
        )
        return await planned(self, interaction, press.table)


def _is_panel(press: Press) -> bool:
    is_verb = press.kind is Kind.TABLE and press.text in OF_A_PANEL
    return is_verb or press.kind in IN_A_PANEL or press.kind is Kind.PLAN


def _leaves_panel(press: Press) -> bool:
    """Whether this press replaces a panel with another screen, such as the rules."""
    is_verb = press.kind is Kind.TABLE and press.text in ("rules", "log", "table")
    return is_verb or press.kind is Kind.PAGE or _is_vote(press)


def way_back(message: discord.Message) -> str | None:
    """The id of the Back button on the pressed message, if it has one that leads to a panel."""
    found = [part for each in message.components for part in _inside(each)]
    named = [part for part in found if isinstance(part, discord.Button) and part.label == BACK]
    ids_ = [part.custom_id for part in named if part.custom_id]
    return next((id_ for id_ in ids_ if id_.startswith(f"{Kind.MENU}:")), None)


def _inside(part: Any) -> Iterator[Any]:
    yield part
    for each in getattr(part, "children", None) or ():
        yield from _inside(each)


def _with_back(
    work: Callable[[], Awaitable[Screen | None]], back: str
) -> Callable[[], Awaitable[Screen | None]]:
    async def shown() -> Screen | None:
        screen = await work()
        return screen.press(button(BACK, back, discord.ButtonStyle.primary)) if screen else None

    return shown


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
