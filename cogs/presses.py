"""Routes every press on a button or select: reads it from its id and lets the host carry it out."""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

import discord

from cogs import challenges, games, ids, server_settings, welcome
from cogs.attachments import Attachments
from cogs.gallery import Gallery
from cogs.gate import Gate
from cogs.ids import IN_A_PANEL, ButtonKind, Press
from cogs.menu import action_chosen
from cogs.more import CARD, LOOK
from cogs.opened import ASKED, Opened
from cogs.options import TERM, settings_screen
from cogs.people import change_setting, save_hours
from cogs.plans import MOVE_UP, TAKE_OUT
from cogs.privacy import forgotten
from cogs.reference import turn_page
from cogs.regions import answer_of, caution_at, piece_number
from cogs.responder import Pressed, answer, caller_of, is_own_panel
from cogs.screen import Screen, button
from cogs.table_buttons import TABLE_BUTTONS, PanelAfter, planned
from cogs.table_screens import VIEW, TableScreens
from engine.kernel.codes import Action, code
from engine.kernel.refusal import Refused
from host import lobby, plans, play, seating, votes
from host.host import Host
from host.play import Move, Stale
from host.views import view_table

BACK = "Back"
LOG_OF_ROUND = re.compile(r"log_([0-9]{1,4})")
NO_SUCH_CHOICE = "These don't go together; please choose again."
PLAN_CHANGES = {TAKE_OUT: plans.take_out, MOVE_UP: plans.move_up}
VOTE_CHANGES: dict[ButtonKind, Callable[..., Any]] = {
    ButtonKind.VOTE: votes.agree,
    ButtonKind.OPPOSE: votes.disagree,
    ButtonKind.WITHDRAW: votes.withdraw,
}
NOT_OURS = "I don't know this button; please use the table's latest message."


class Presses(TableScreens):
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
        is_press = interaction.type is discord.InteractionType.component  # we don't open any forms
        press = ids.read(str(data.get("custom_id", ""))) if is_press else None
        if press is None or interaction.message is None:
            await answer(interaction, _unknown)
            return
        chosen = data.get("values")
        values = [str(each)[: ids.LONGEST] for each in chosen] if isinstance(chosen, list) else []
        pressed = Pressed(interaction, press, values, caller_of(interaction))

        async def fresh(warning: str) -> Screen:
            return await self._fresh(pressed, warning)

        work = self._work(pressed)
        panel = panel_after(press)
        if panel in (PanelAfter.COVERED, PanelAfter.VOTES) and (
            back := way_back(interaction.message)
        ):
            work = _with_back(work, back)
        if not is_own_panel(interaction):  # everybody gets an answer of their own
            await answer(interaction, work)
            return
        slot = self.attachments.slot(interaction.message.id)
        stays = panel in (PanelAfter.STAYS, PanelAfter.VOTES)
        await answer(interaction, work, fresh if stays else None, slot)

    def _work(self, pressed: Pressed) -> Callable[[], Awaitable[Screen | None]]:
        route = _ROUTES[pressed.press.kind]
        return lambda: route(self, pressed)

    # In a panel

    async def _act(
        self, pressed: Pressed, text: str | None = None, then: Sequence[str] = ()
    ) -> Screen:
        press = pressed.press
        move = Move(press.text if text is None else text, press.moves, tuple(then))
        return await self.panel_after(
            await self.host.do(play.act, press.table, move, by=pressed.caller)
        )

    async def _menu(self, pressed: Pressed, path: Action | None = None, page: int = 0) -> Screen:
        press = pressed.press
        path, page = (press.path, press.page) if path is None else (path, page)
        view = await self.panel_view(pressed.caller, press.table)
        if press.moves != view.seen.moves:
            return await self.panel_of(view)
        picked = None if path else piece_number(view.seen, page)
        piece = self._picked_before(pressed) if picked is None else picked
        return await self.panel_of(view, Opened(path, page, piece))

    def _picked_before(self, pressed: Pressed) -> str | int | None:
        """Return the piece that was picked in the pressed panel: it stays picked behind a list."""
        message = pressed.interaction.message
        shown = self.attachments.slot(message.id).shown if message else None
        return shown.opened.piece if shown else None

    async def _answer_question(self, pressed: Pressed) -> Screen:
        """Carry out an answer to a question: several actions in one step, or none if it was."""
        press = pressed.press
        seen = await self.host.read(play.seen_at, press.table, press.moves, by=pressed.caller)
        caution = caution_at(seen, press.path)
        chosen = answer_of(caution, press.page, pressed.values) if caution else ()
        if not chosen:
            raise Stale()
        first, *then = map(code, chosen)
        return await self._act(pressed, first, then)

    async def _use_select(self, pressed: Pressed) -> Screen:
        kind, _, text = (pressed.values[0] if pressed.values else "").partition(":")
        if kind == ButtonKind.ACT:
            return await self._act(pressed, text)
        page = ASKED if kind == ButtonKind.ANSWER else 0
        return await self._menu(pressed, ids.path_of(text), page)

    async def _use_multi_select(self, pressed: Pressed) -> Screen:
        press = pressed.press
        seen = await self.host.read(view_table, press.table, by=pressed.caller)
        words = [value.partition(":")[2] for value in pressed.values]
        is_now = press.moves == seen.moves
        offered = seen.actions if is_now else await self._done(pressed)
        action = action_chosen(offered, press.path, words)
        if action is None:
            raise Refused(NO_SUCH_CHOICE) if is_now else Stale()
        return await self._act(pressed, code(action))

    async def _done(self, pressed: Pressed) -> tuple[Action, ...]:
        """Accept a press on what the player did last: they pressed it twice."""
        return await self.host.read(play.last_of, pressed.table, by=pressed.caller)

    async def _fresh(self, pressed: Pressed, warning: str) -> Screen:
        """Show the current panel with the warning above it."""
        if panel_after(pressed.press) is PanelAfter.VOTES:
            return await self.votes_of(pressed.caller, pressed.table, warning)
        view = await self.panel_view(pressed.caller, pressed.table)
        if _is_about_a_plan(pressed.press) and view.seen.has_plans:
            return await planned(self, pressed.caller, pressed.table, news=[warning])
        return await self.panel_of(view, news=[warning])

    # At a table

    async def _at_table(self, pressed: Pressed) -> Screen | None:
        name = pressed.press.text
        if match := LOG_OF_ROUND.fullmatch(name):
            return await self.log_of(pressed.caller, pressed.table, int(match[1]))
        button = TABLE_BUTTONS.get(name)
        if button is None:
            raise Refused(NOT_OURS)
        if button.change:
            await self.host.do(button.change, pressed.table, by=pressed.caller)
        if button.show:
            return await button.show(self, pressed)
        if is_own_panel(pressed.interaction):  # a copy of the lobby, which nobody else renews
            return await self.viewed(pressed.caller.anywhere, pressed.table, ())
        return None

    async def _option(self, pressed: Pressed) -> Screen:
        caller, table, values = pressed.caller, pressed.table, pressed.values
        match pressed.press.text:
            case view if view == VIEW:
                return await self.viewed(caller, table, values)
            case view if view == LOOK:
                return await self.looked_at(caller, table, values)
            case view if view == CARD:
                return await self.card_of(caller, table, values)
            case view if view in PLAN_CHANGES:
                return await self._change_plan(pressed)
        name = pressed.press.text
        change = lobby.change_terms if name.startswith(TERM) else lobby.change_options
        changes = {name.removeprefix(TERM): ",".join(values)}
        await self.host.do(change, table, changes, by=caller)
        seen = await self.host.read(view_table, table, by=caller)
        return settings_screen(seen.table, caller.id)

    async def _vote(self, pressed: Pressed) -> Screen | None:
        """Answer privately, unless the public message changes by itself."""
        press = pressed.press
        is_asked = press.text == ids.ASK
        chosen = "".join(pressed.values[:1]) if is_asked else press.text.replace("_", " ")
        await self.host.do(
            VOTE_CHANGES[press.kind], press.table, votes.proposal_of(chosen), by=pressed.caller
        )
        if not is_own_panel(pressed.interaction):
            return None
        return await self.votes_of(pressed.caller, press.table)

    async def _take_seat(self, pressed: Pressed) -> Screen:
        text = pressed.press.text
        seat = int(text) if text.isdecimal() else -1
        await self.host.do(seating.take_seat, pressed.table, seat, by=pressed.caller)
        return await self.hand_of(pressed.caller, pressed.table)

    async def _plan(self, pressed: Pressed) -> Screen:
        press, caller = pressed.press, pressed.caller
        kind, _, text = (pressed.values[0] if pressed.values else "").partition(":")
        if kind != ButtonKind.ACT:
            path = ids.path_of(text) if text else press.path
            return await planned(self, caller, press.table, path, press.page)
        await self.host.do(plans.add_line, press.table, text, by=caller)
        return await planned(self, caller, press.table, press.path, is_added=True)

    async def _change_plan(self, pressed: Pressed) -> Screen:
        """Remove or move the line of the plan that the value names."""
        number, _, line = (pressed.values[0] if pressed.values else "").partition(":")
        place = int(number) if number.isdecimal() else -1
        change = PLAN_CHANGES[pressed.press.text]
        await self.host.do(change, pressed.table, place, line, by=pressed.caller)
        return await planned(self, pressed.caller, pressed.table)

    async def _challenge(self, pressed: Pressed) -> Screen:
        return await challenges.answer_press(self, pressed)

    async def _replay(self, pressed: Pressed) -> Screen:
        return await self.replay.answer_press(pressed.caller, pressed.press, pressed.values)

    async def _page(self, pressed: Pressed) -> Screen:
        return await turn_page(pressed.interaction.client, pressed.press, pressed.values)

    async def _setting(self, pressed: Pressed) -> Screen:
        return await change_setting(self.host, pressed.caller, pressed.press.text, pressed.values)

    async def _hours(self, pressed: Pressed) -> Screen:
        return await save_hours(self.host, pressed.caller, pressed.press.text)

    async def _server(self, pressed: Pressed) -> Screen:
        return await server_settings.answer_press(self.host, pressed)

    async def _welcome(self, pressed: Pressed) -> Screen:
        return await welcome.answer_press(self, pressed)

    async def _games(self, pressed: Pressed) -> Screen:
        return await games.answer_press(self, pressed)

    async def _forget(self, pressed: Pressed) -> Screen:
        return await forgotten(self.host, pressed.caller.id)


def panel_after(press: Press) -> PanelAfter:
    """Return what becomes of the panel in which this was pressed."""
    if press.kind is ButtonKind.TABLE:
        button = TABLE_BUTTONS.get(press.text)
        return button.panel if button else PanelAfter.LEFT
    if _is_about_a_plan(press):
        return PanelAfter.STAYS
    return _PANELS.get(press.kind, PanelAfter.LEFT)


def _is_about_a_plan(press: Press) -> bool:
    is_change = press.kind is ButtonKind.OPTION and press.text in PLAN_CHANGES
    return is_change or press.kind is ButtonKind.PLAN


def way_back(message: discord.Message) -> str | None:
    """Return the id of the pressed message's Back button, if it leads to a panel."""
    parts = [part for each in message.components for part in _inside(each)]
    named = [part for part in parts if isinstance(part, discord.Button) and part.label == BACK]
    ids_ = [part.custom_id for part in named if part.custom_id]
    return next((id_ for id_ in ids_ if id_.startswith(f"{ButtonKind.MENU}:")), None)


def _inside(part: Any) -> Iterator[Any]:
    yield part
    for child in getattr(part, "children", None) or ():
        yield from _inside(child)


def _with_back(
    work: Callable[[], Awaitable[Screen | None]], back: str
) -> Callable[[], Awaitable[Screen | None]]:
    async def shown() -> Screen | None:
        screen = await work()
        return screen.press(button(BACK, back, discord.ButtonStyle.primary)) if screen else None

    return shown


async def _unknown() -> Screen:
    """Refuse in a separate message, since the pressed message may be a panel."""
    return Screen(is_apart=True).say(NOT_OURS)


_ROUTES: dict[ButtonKind, Callable[[Presses, Pressed], Awaitable[Screen | None]]] = {
    ButtonKind.ACT: Presses._act,
    ButtonKind.MENU: Presses._menu,
    ButtonKind.SELECT: Presses._use_select,
    ButtonKind.MULTI: Presses._use_multi_select,
    ButtonKind.ANSWER: Presses._answer_question,
    ButtonKind.TABLE: Presses._at_table,
    ButtonKind.OPTION: Presses._option,
    ButtonKind.VOTE: Presses._vote,
    ButtonKind.WITHDRAW: Presses._vote,
    ButtonKind.OPPOSE: Presses._vote,
    ButtonKind.JOIN: Presses._take_seat,
    ButtonKind.PLAN: Presses._plan,
    ButtonKind.CHALLENGE: Presses._challenge,
    ButtonKind.REPLAY: Presses._replay,
    ButtonKind.PAGE: Presses._page,
    ButtonKind.SETTING: Presses._setting,
    ButtonKind.HOURS: Presses._hours,
    ButtonKind.SERVER: Presses._server,
    ButtonKind.FORGET: Presses._forget,
    ButtonKind.WELCOME: Presses._welcome,
    ButtonKind.GAMES: Presses._games,
}
_PANELS = {
    **dict.fromkeys(IN_A_PANEL, PanelAfter.STAYS),
    ButtonKind.PAGE: PanelAfter.COVERED,
    ButtonKind.VOTE: PanelAfter.VOTES,
    ButtonKind.WITHDRAW: PanelAfter.VOTES,
    ButtonKind.OPPOSE: PanelAfter.VOTES,
}
