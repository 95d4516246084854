"""A player's own panel: what they see, and every action they may take, for any game."""

from collections.abc import Callable, Sequence

import discord

from cogs.ids import Kind, Press, act_id, menu_id, press_id, table_id
from cogs.menu import Basket, Entry, Menu, first_level, heading, menu
from cogs.screen import Screen, button, select
from cogs.standings import Trial, trial_buttons, trial_line
from cogs.times import missed_line, own_line, pause_line
from cogs.words import place, safe_names
from engine.kernel.codes import UNDO, Action, code
from host.look import Seen
from host.records import Phase
from render.studio import Picture

PRIMARY, SECONDARY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
MOST_TEXT = 3500
YOUR_TURN = "It is your turn."
NOT_PLAYED = {
    Phase.LOBBY: "The game has not begun yet.",
    Phase.CLOSED: "This table was closed before it began.",
    Phase.ASIDE: "This table was set aside: its record is damaged.",
}
ELSEWHERE = "It is not your turn. The board shows whom the table waits for."


def panel(
    seen: Seen,
    pictures: Sequence[Picture],
    path: Action = (),
    page: int = 0,
    news: Sequence[str] = (),
    trial: Trial | None = None,
) -> Screen:
    """The whole panel; a path leads into the menu below a beginning of codes."""
    said = trial_line(trial, seen.table)
    screen = Screen().say(head(seen, trial), said, *news)
    screen.say(panel_status(seen), own_line(seen), pause_line(seen.table))
    screen.say(missed_line(seen)).show(*pictures)
    table, moves = seen.table, seen.moves
    if seen.seat is None:
        return screen.say("You are watching: this is what everybody sees.")
    if table.phase is not Phase.PLAYING:
        return screen.press(*trial_buttons(trial, table))
    if table.seats[seen.seat].is_autopilot:
        take_back = button("Take my seat back", table_id(table.id, "takeback"), PRIMARY)
        return screen.press(take_back)
    shown = menu(seen.actions, path, page) if path else None
    if shown and (shown.entries or shown.basket):
        return _below(screen, seen, shown)
    others = [action for action in seen.actions if action != UNDO]
    buttons = [_verb(seen, entry) for entry in first_level(others)]
    if UNDO in seen.actions:
        buttons.append(button(label(seen, UNDO), act_id(table.id, moves, UNDO)))
    screen.say(_lesson(seen))
    return screen.press(*buttons, *_beside(seen), button("🔄", menu_id(table.id, moves)))


def _beside(seen: Seen) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """What is no action of the game: a plan for later, the autopilot for this turn."""
    table, found = seen.table.id, []
    if seen.seat in seen.waiting and not seen.table.is_sealed:
        found.append(button("🤖 Finish my turn", table_id(table, "fromhere")))
    if seen.has_plans:
        found.append(button("Plan ahead", table_id(table, "plans")))
    return found


def head(seen: Seen, trial: Trial | None = None) -> str:
    """Which game, where, which round: a hand must never be taken for another table's."""
    table = seen.table
    round_ = f" · round {seen.round}" if seen.round else ""
    where = trial.place if trial else place(table)
    return f"**{table.game.title}** · {where}{round_}"


def _lesson(seen: Seen) -> str:
    told = seen.table.game.lesson(seen.view) if seen.view else ""
    return f"💡 {told}" if told else ""


def panel_status(seen: Seen) -> str:
    """A panel that others do not change must say nothing of them that could be old."""
    if seen.view is None:
        return NOT_PLAYED.get(seen.table.phase, "")
    if seen.table.phase is Phase.PLAYING and seen.seat is not None:
        if seen.seat not in seen.waiting:
            return ELSEWHERE
        if len(seen.waiting) > 1:
            return YOUR_TURN
    return seen.table.game.words.status(seen.view, safe_names(seen.table))[:MOST_TEXT]


def _verb(seen: Seen, entry: Entry) -> discord.ui.Button[discord.ui.LayoutView]:
    table, moves = seen.table.id, seen.moves
    if entry.is_action:
        return button(label(seen, entry.words), act_id(table, moves, entry.words), PRIMARY)
    return button(_beginning(seen, entry), menu_id(table, moves, entry.words), PRIMARY)


def _beginning(seen: Seen, entry: Entry) -> str:
    """What all actions of a verb begin with, or the verb itself."""
    said = heading([label(seen, action) for action in entry.actions])
    return said if said != "…" else f"{_word(entry.words[0])} …"


def label(seen: Seen, action: Action) -> str:
    return seen.table.game.words.label(action, seen.view, seen.table.names)


def _below(screen: Screen, seen: Seen, shown: Menu) -> Screen:
    table, moves, path = seen.table.id, seen.moves, shown.path
    if shown.basket:
        screen.choose(_basket(seen, path, shown.basket))
    else:
        options = [option(seen, entry) for entry in shown.entries]
        where = press_id(Press(Kind.SELECT, table, moves, code(path), shown.page))
        screen.choose(select(where, _title(seen, shown), options))
    pages = page_buttons(shown, lambda page: menu_id(table, moves, path, page))
    return screen.press(*pages, button("Back", menu_id(table, moves)))


def page_buttons(
    shown: Menu, id_of: Callable[[int], str]
) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """To the pages before and after, where there are any."""
    return [
        button(said, id_of(shown.page + step))
        for said, step in (("◀ Before", -1), ("More ▶", 1))
        if 0 <= shown.page + step < shown.pages
    ]


def _title(seen: Seen, shown: Menu) -> str:
    labels = [label(seen, action) for entry in shown.entries for action in entry.actions]
    return heading(labels) if len(labels) > 1 else "Choose …"


def option(seen: Seen, entry: Entry) -> discord.SelectOption:
    if entry.is_action:
        said = label(seen, entry.words)
        return discord.SelectOption(label=said[:100], value=f"a:{code(entry.words)}")
    said = heading([label(seen, action) for action in entry.actions])
    more = f"{len(entry.actions)} ways"
    return discord.SelectOption(label=said[:100], value=f"m:{code(entry.words)}", description=more)


def _basket(seen: Seen, path: Action, basket: Basket) -> discord.ui.Select[discord.ui.LayoutView]:
    least, most = basket.least, basket.most
    options = [
        discord.SelectOption(label=_word(word), value=f"{number}:{word}")
        for number, word in enumerate(basket.pool)
    ]
    asked = f"{least}" if least == most else f"{least} to {most}"
    below = [action for action in seen.actions if action[: len(path)] == path]
    said = f"{heading([label(seen, action) for action in below])} choose {asked}"
    where = press_id(Press(Kind.BASKET, seen.table.id, seen.moves, code(path)))
    return select(where, said, options, least, most)


def _word(word: str | int) -> str:
    return str(word).replace("_", " ").title()
