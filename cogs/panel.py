"""A player's own panel: what they see, and every action they may take, for any game."""

from collections.abc import Sequence

import discord

from cogs.ids import Kind, Press, act_id, menu_id, press_id, table_id
from cogs.menu import Basket, Entry, Menu, first_level, heading, menu
from cogs.screen import Screen, button, select
from cogs.words import place, safe_names
from engine.kernel.codes import UNDO, Action, code
from host.look import Seen
from host.records import Phase
from render.studio import Picture

PRIMARY, SECONDARY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
MOST_TEXT = 3500


def panel(
    seen: Seen,
    pictures: Sequence[Picture],
    path: Action = (),
    page: int = 0,
    news: Sequence[str] = (),
) -> Screen:
    """The whole panel; a path leads into the menu below a beginning of codes."""
    screen = Screen().say(head(seen), *news, _status(seen))
    screen.show(*pictures)
    table, moves = seen.table, seen.moves
    if seen.seat is None:
        return screen.say("You are watching: this is what everybody sees.")
    if table.phase is not Phase.PLAYING:
        return screen
    if table.seats[seen.seat].is_autopilot:
        take_back = button("Take my seat back", table_id(table.id, "takeback"), PRIMARY)
        return screen.say("The autopilot plays your seat.").press(take_back)
    shown = menu(seen.actions, path, page) if path else None
    if shown and (shown.entries or shown.basket):
        return _below(screen, seen, shown)
    others = [action for action in seen.actions if action != UNDO]
    buttons = [_verb(seen, entry) for entry in first_level(others)]
    if UNDO in seen.actions:
        buttons.append(button(_label(seen, UNDO), act_id(table.id, moves, UNDO)))
    screen.say(_lesson(seen))
    return screen.press(*buttons, button("🔄", menu_id(table.id, moves)))


def head(seen: Seen) -> str:
    """Which game, where, which round: a hand must never be taken for another table's."""
    table = seen.table
    round_ = f" · round {seen.round}" if seen.round else ""
    return f"**{table.game.title}** · {place(table)}{round_}"


def _lesson(seen: Seen) -> str:
    told = seen.table.game.lesson(seen.view) if seen.view else ""
    return f"💡 {told}" if told else ""


def _status(seen: Seen) -> str:
    if seen.view is None:
        return ""
    return seen.table.game.words.status(seen.view, safe_names(seen.table))[:MOST_TEXT]


def _verb(seen: Seen, entry: Entry) -> discord.ui.Button[discord.ui.LayoutView]:
    table, moves = seen.table.id, seen.moves
    if entry.is_action:
        return button(_label(seen, entry.words), act_id(table, moves, entry.words), PRIMARY)
    return button(_beginning(seen, entry), menu_id(table, moves, entry.words), PRIMARY)


def _beginning(seen: Seen, entry: Entry) -> str:
    """What all actions of a verb begin with, or the verb itself."""
    said = heading([_label(seen, action) for action in entry.actions])
    return said if said != "…" else f"{_word(entry.words[0])} …"


def _label(seen: Seen, action: Action) -> str:
    return seen.table.game.words.label(action, seen.view, seen.table.names)


def _below(screen: Screen, seen: Seen, shown: Menu) -> Screen:
    table, moves, path = seen.table.id, seen.moves, shown.path
    if shown.basket:
        screen.choose(_basket(seen, path, shown.basket))
    else:
        options = [_option(seen, entry) for entry in shown.entries]
        where = press_id(Press(Kind.SELECT, table, moves, code(path), shown.page))
        screen.choose(select(where, _title(seen, shown), options))
    pages = [
        button(label, menu_id(table, moves, path, shown.page + step))
        for label, step in (("◀ Before", -1), ("More ▶", 1))
        if 0 <= shown.page + step < shown.pages
    ]
    return screen.press(*pages, button("Back", menu_id(table, moves)))


def _title(seen: Seen, shown: Menu) -> str:
    labels = [_label(seen, action) for entry in shown.entries for action in entry.actions]
    return heading(labels) if len(labels) > 1 else "Choose …"


def _option(seen: Seen, entry: Entry) -> discord.SelectOption:
    if entry.is_action:
        label = _label(seen, entry.words)
        return discord.SelectOption(label=label[:100], value=f"a:{code(entry.words)}")
    label = heading([_label(seen, action) for action in entry.actions])
    more = f"{len(entry.actions)} ways"
    return discord.SelectOption(label=label[:100], value=f"m:{code(entry.words)}", description=more)


def _basket(seen: Seen, path: Action, basket: Basket) -> discord.ui.Select[discord.ui.LayoutView]:
    least, most = basket.least, basket.most
    options = [
        discord.SelectOption(label=_word(word), value=f"{number}:{word}")
        for number, word in enumerate(basket.pool)
    ]
    asked = f"{least}" if least == most else f"{least} to {most}"
    below = [action for action in seen.actions if action[: len(path)] == path]
    said = f"{heading([_label(seen, action) for action in below])} choose {asked}"
    where = press_id(Press(Kind.BASKET, seen.table.id, seen.moves, code(path)))
    return select(where, said, options, least, most)


def _word(word: str | int) -> str:
    return str(word).replace("_", " ").title()
