"""The buttons of a table: in its lobby, on its board, and beside the game in a panel."""

from collections.abc import Awaitable, Callable, Sequence
from enum import Enum
from typing import NamedTuple

from cogs.lessons import left_screen
from cogs.more import autopilot_screen, leave_screen
from cogs.opened import Opened
from cogs.opening import rematch_here, rematch_in_thread
from cogs.options import fairness_lines, settings_screen
from cogs.plans import drawn_plan
from cogs.reference import rules_screen
from cogs.responder import Pressed, sentence_screen
from cogs.screen import Screen
from cogs.table_screens import TableScreens
from cogs.turn_pings import whose_turn
from cogs.words import escape_markdown, place
from engine.kernel.codes import Action
from engine.kernel.refusal import Refused
from host import fairness, lobby, people, play, seating, votes
from host.caller import Caller
from host.panels import plan_view
from host.people import renew_panel, try_messages_again
from host.records import Table
from host.views import log_lines, view_as_public, view_from_seat, view_table

HINTS_ARE_OFF = "💡 Hints are off for this game. Turn them on again in /settings."
NEWS_LINES = 12  # about what the autopilot did

# Before and after the game


async def _settings(screens: TableScreens, pressed: Pressed) -> Screen:
    seen = await screens.host.read(view_table, pressed.table, by=pressed.caller)
    return settings_screen(seen.table, pressed.caller.id)


async def _fairness(screens: TableScreens, pressed: Pressed) -> Screen:
    seen = await screens.host.read(view_as_public, pressed.table, by=pressed.caller)
    return Screen(is_apart=True).say(*fairness_lines(seen.table))


async def _closed(screens: TableScreens, pressed: Pressed) -> Screen:
    return sentence_screen("The table is closed.")


async def _again(screens: TableScreens, pressed: Pressed) -> Screen | None:
    """Deal another private game. In direct messages its panel comes by itself."""
    table = await screens.host.do(lobby.play_again, pressed.table, by=pressed.caller)
    await screens.host.wait_for_autoplay(table.id)
    if pressed.interaction.guild_id is None:
        return None
    screen = await screens.hand_of(pressed.caller.anywhere, table.id)
    screen.is_apart = True
    return screen


async def _verify(screens: TableScreens, pressed: Pressed) -> Screen:
    reading = screens.host.read(fairness.record, pressed.table, by=pressed.caller)
    return sentence_screen((await fairness.proven(reading)).sentence)


async def _replay(screens: TableScreens, pressed: Pressed) -> Screen:
    """Open the replay in a message of its own; the panel stays."""
    screen = await screens.replay.opened(pressed.caller, pressed.table)
    screen.is_apart = True
    return screen


# Views


async def _hand(screens: TableScreens, pressed: Pressed) -> Screen:
    return await screens.hand_of(pressed.caller, pressed.table)


async def _play(screens: TableScreens, pressed: Pressed) -> Screen:
    """Answer a press on the call: open the panel of somebody the table is waiting for."""
    view = await screens.panel_view(pressed.caller, pressed.table)
    if view.seen.seat not in view.seen.waiting:
        raise Refused(whose_turn(view.seen))
    screen = await screens.panel_of(view)
    screen.is_apart = True
    return screen


async def _look(screens: TableScreens, pressed: Pressed) -> Screen:
    return await screens.viewed(pressed.caller, pressed.table, ())


async def _log(screens: TableScreens, pressed: Pressed) -> Screen:
    return await screens.log_of(pressed.caller, pressed.table)


async def _rules(screens: TableScreens, pressed: Pressed) -> Screen:
    seen = await screens.host.read(view_as_public, pressed.table, by=pressed.caller)
    screen = rules_screen(seen.table.game)
    screen.is_apart = bool(seen.table.is_lesson)  # the final screen has no way back to it
    return screen


async def _more(screens: TableScreens, pressed: Pressed) -> Screen:
    return await screens.more_of(pressed.caller, pressed.table)


async def _accept(screens: TableScreens, pressed: Pressed) -> Screen:
    seen = await screens.host.read(view_from_seat, pressed.table, by=pressed.caller)
    return sentence_screen(f"You're in! The table is in {place(seen.table)}.")


async def _decline(screens: TableScreens, pressed: Pressed) -> Screen:
    return sentence_screen("All right, not this time.")


# Who plays a seat


async def _ask_autopilot(screens: TableScreens, pressed: Pressed) -> Screen:
    seen = await screens.host.read(view_from_seat, pressed.table, by=pressed.caller)
    return autopilot_screen(seen, await screens.gallery.panel(seen))


async def _ask_to_leave(screens: TableScreens, pressed: Pressed) -> Screen:
    is_loss = await screens.host.read(seating.is_loss_to_leave, pressed.table, by=pressed.caller)
    return leave_screen(pressed.table, is_loss)


async def _take_back(screens: TableScreens, pressed: Pressed) -> Screen:
    await screens.host.do(seating.take_back, pressed.table, by=pressed.caller)
    return await _show_own_panel(screens, pressed)


async def _hand_over(screens: TableScreens, pressed: Pressed) -> Screen:
    await screens.host.do(seating.hand_over, pressed.table, by=pressed.caller)
    return await _show_own_panel(screens, pressed)


async def _show_own_panel(screens: TableScreens, pressed: Pressed) -> Screen:
    """Show the player's panel here, and update the one in their direct messages."""
    if pressed.caller.channel:
        await screens.host.do(renew_panel, pressed.table, pressed.caller.id)
    return await screens.hand_of(pressed.caller, pressed.table)


async def _from_here(screens: TableScreens, pressed: Pressed) -> Screen:
    host = screens.host
    before = await host.read(view_table, pressed.table, by=pressed.caller)
    await host.do(seating.play_from_here, pressed.table, by=pressed.caller)
    await host.wait_for_autoplay(pressed.table)
    after = await screens.panel_view(pressed.caller, pressed.table)
    rows = after.seen.table.version - before.table.version
    told = await host.read(log_lines, pressed.table, by=pressed.caller, newest=rows) if rows else []
    return await screens.panel_of(
        after, news=[escape_markdown(line) for line in told[-NEWS_LINES:]]
    )


async def _go_on(screens: TableScreens, pressed: Pressed) -> Screen:
    await screens.host.do(play.go_on, pressed.table, by=pressed.caller)
    await screens.host.wait_for_autoplay(pressed.table)
    return await screens.hand_of(pressed.caller, pressed.table)


# Decisions and wishes


async def _table(screens: TableScreens, pressed: Pressed) -> Screen:
    return await screens.votes_of(pressed.caller, pressed.table)


async def _end(screens: TableScreens, pressed: Pressed) -> Screen:
    await screens.host.do(votes.end, pressed.table, by=pressed.caller)
    return sentence_screen("The game is over.")


async def _mute(screens: TableScreens, pressed: Pressed) -> Screen:
    await screens.host.do(people.mute, pressed.table, by=pressed.caller)
    return sentence_screen("I won't remind you about this turn again.")


async def _hints_off(screens: TableScreens, pressed: Pressed) -> Screen:
    view = await screens.host.do(people.turn_hints_off, pressed.table, by=pressed.caller)
    return await screens.panel_of(view, news=[HINTS_ARE_OFF])


async def _leave_lesson(screens: TableScreens, pressed: Pressed) -> Screen:
    return left_screen(await screens.host.read(view_from_seat, pressed.table, by=pressed.caller))


async def _door(screens: TableScreens, pressed: Pressed) -> Screen:
    await screens.host.do(try_messages_again, pressed.table, by=pressed.caller)
    return sentence_screen("I'll try sending you your hand again.")


# Planning ahead


async def planned(
    screens: TableScreens,
    caller: Caller,
    table_id: int,
    path: Action = (),
    page: int = 0,
    news: Sequence[str] = (),
    is_added: bool = False,
) -> Screen:
    """Show the plan, and what can be added; in a list, first more lines of the same kind."""
    view, offered = await screens.host.read(plan_view, table_id, by=caller)
    if not view.seen.has_plans:
        return await screens.panel_of(view, news=news)
    path = () if is_added and not view.seen.has_list_plan else path
    opened = Opened(path, page, is_plan=True)
    screen = await drawn_plan(screens.gallery, view, offered, opened, news)
    return screens.open_panels.plan(view, screen, opened)


async def _plans(screens: TableScreens, pressed: Pressed) -> Screen:
    return await planned(screens, pressed.caller, pressed.table)


async def _unplan(screens: TableScreens, pressed: Pressed) -> Screen:
    await screens.host.do(play.queue, pressed.table, [], by=pressed.caller)
    return await planned(screens, pressed.caller, pressed.table)


# The registry


class PanelAfter(Enum):
    """What happens to the panel in which a button is pressed."""

    STAYS = "stays"  # it is redrawn, with the reason if the press was refused
    COVERED = "covered"  # another screen replaces it, with a way back
    VOTES = "votes"  # like COVERED, but a refusal is shown on the list of votes
    LEFT = "left"  # doesn't matter: these buttons aren't in panels


Show = Callable[[TableScreens, Pressed], Awaitable[Screen | None]]
Change = Callable[..., Table]  # a use case


class TableButton(NamedTuple):
    """A button of a table: it shows a screen, or changes something that the board then shows.

    The use case that it calls decides who may press it, and in which phase.
    """

    show: Show | None = None
    change: Change | None = None
    panel: PanelAfter = PanelAfter.LEFT


TABLE_BUTTONS: dict[str, TableButton] = {
    # In a lobby
    "join": TableButton(change=lobby.join),
    "leave": TableButton(change=lobby.leave),
    "decline": TableButton(change=lobby.decline),
    "accept": TableButton(_accept, lobby.accept),  # these two are in direct messages
    "refuse": TableButton(_decline, lobby.decline),
    "robot": TableButton(change=lobby.add_autopilot),
    "unrobot": TableButton(_settings, lobby.remove_autopilot),
    "start": TableButton(change=lobby.start),
    "close": TableButton(_closed, lobby.close),
    "options": TableButton(_settings),
    "fairness": TableButton(_fairness),
    # On the board, and on messages in the channel
    "look": TableButton(_look),
    "play": TableButton(_play),
    "mute": TableButton(_mute),
    "verify": TableButton(_verify),
    "door": TableButton(_door),
    "end": TableButton(_end),
    # Also in a panel
    "hand": TableButton(_hand, panel=PanelAfter.STAYS),
    "open": TableButton(_hand, panel=PanelAfter.STAYS),
    "more": TableButton(_more, panel=PanelAfter.STAYS),
    "askpilot": TableButton(_ask_autopilot, panel=PanelAfter.STAYS),
    "takeback": TableButton(_take_back, panel=PanelAfter.STAYS),
    "fromhere": TableButton(_from_here, panel=PanelAfter.STAYS),
    "goon": TableButton(_go_on, panel=PanelAfter.STAYS),
    "plans": TableButton(_plans, panel=PanelAfter.STAYS),
    "unplan": TableButton(_unplan, panel=PanelAfter.STAYS),
    "leavelesson": TableButton(_leave_lesson, panel=PanelAfter.COVERED),
    "nohints": TableButton(_hints_off, panel=PanelAfter.STAYS),
    "replay": TableButton(_replay, panel=PanelAfter.STAYS),
    "again": TableButton(_again, panel=PanelAfter.STAYS),
    "rematch": TableButton(rematch_here, panel=PanelAfter.STAYS),
    "threadmatch": TableButton(rematch_in_thread, panel=PanelAfter.STAYS),
    "rules": TableButton(_rules, panel=PanelAfter.COVERED),
    "log": TableButton(_log, panel=PanelAfter.COVERED),
    "table": TableButton(_table, panel=PanelAfter.VOTES),
    "askleave": TableButton(_ask_to_leave, panel=PanelAfter.COVERED),
    "handover": TableButton(_hand_over, panel=PanelAfter.STAYS),
}
