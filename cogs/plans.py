"""The screens for planning ahead: alternatives for the next decision, or a list of lines.

The game decides which. Of alternatives, the first possible one is played; of a list, each line as
soon as it fits.
"""

from collections.abc import Sequence

import discord

from cogs.gallery import Gallery
from cogs.ids import ButtonKind, Press, option_id, press_id, table_id
from cogs.menu import MenuEntry, heading, menu
from cogs.opened import Opened
from cogs.panel import head, label
from cogs.regions import Select, page_buttons
from cogs.screen import Screen, button, select
from cogs.words import escape_markdown, readable_names
from engine.kernel.codes import Action, code, parse
from engine.kernel.phrases import plural
from host.panels import PanelView
from host.views import TableView
from render.studio import Picture

TAKE_OUT, MOVE_UP = "_planout", "_planup"  # instead of an option's name
TITLES = {"choice": "Plan your next turn", "list": "Plan ahead"}
EXPLAINED = {
    "choice": "On your turn I play the first choice that is possible. Only you see this.",
    "list": "I play each line as soon as it fits, until the round ends. Only you see this.",
}
ORDER = ("First", "Second", "Third", "Fourth", "Fifth")


def plans_screen(
    seen: TableView,
    offered: Sequence[Action],
    queued: Sequence[str],
    path: Action = (),
    page: int = 0,
    pictures: Sequence[Picture] = (),
    plan: Picture | None = None,
    news: Sequence[str] = (),
) -> Screen:
    """Show what a plan is chosen from, or the plan itself if the game draws it."""
    style = seen.table.game.plan_style
    screen = Screen().say(f"**{TITLES[style]}**", f"-# {head(seen)}", f"-# {EXPLAINED[style]}")
    screen.show(*([plan] if plan else pictures)).say(*news)
    if not plan:
        screen.say(planned(seen, queued))
    _add(screen, seen, _left(seen, offered, queued), queued, path, page)
    if style == "list":
        _edit(screen, seen, queued)
    clear = [button("Forget my plan", table_id(seen.table.id, "unplan"))] if queued else []
    return screen.press(*clear, button("Back", table_id(seen.table.id, "hand")))


async def drawn_plan(
    gallery: Gallery,
    view: PanelView,
    offered: Sequence[Action],
    opened: Opened,
    news: Sequence[str] = (),
) -> Screen:
    """Draw a player's plan, and show what they may add to it."""
    seen, queued = view.seen, view.facts.plan
    pictures = await gallery.planning(seen)
    plan = await gallery.plan(seen, [*map(parse, queued)])
    return plans_screen(seen, offered, queued, opened.path, opened.page, pictures, plan, news)


def _left(seen: TableView, offered: Sequence[Action], queued: Sequence[str]) -> list[Action]:
    """Return what can still be added; a list may contain a line twice, except its last line."""
    game = seen.table.game
    if len(queued) >= game.max_planned:
        return []
    is_list = game.plan_style == "list"
    return [
        action
        for action in offered
        if code(action) not in queued or (is_list and action != game.rest_line)
    ]


def _add(
    screen: Screen,
    seen: TableView,
    left: Sequence[Action],
    queued: Sequence[str],
    path: Action,
    page: int,
) -> None:
    if not left:
        return
    shown = menu(left, path, page, has_multi_selects=False)
    if not shown.entries:  # the last of these lines was just added
        shown = menu(left, (), has_multi_selects=False)
    options = [_option(seen, entry) for entry in shown.entries]
    where = Press(ButtonKind.PLAN, seen.table.id, seen.moves, code(shown.path), shown.page)
    is_list = seen.table.game.plan_style == "list"
    title = "Add a line …" if is_list else f"{ORDER[len(queued)]} choice …"
    if shown.path:
        title = _heading(seen, shown.path, [a for entry in shown.entries for a in entry.actions])
    screen.choose(select(press_id(where), title, options))
    others = [button("Other lines", press_id(where._replace(text="", page=0)))]
    pages = page_buttons(shown, lambda page: press_id(where._replace(page=page)))
    screen.press(*pages, *(others if shown.path else []))


def _option(seen: TableView, entry: MenuEntry) -> discord.SelectOption:
    """Show an action, or the beginning of several, as an option."""
    if entry.is_action:
        table, view = seen.table, seen.view
        gives = table.game.panel.planned_gives(entry.words, view, readable_names(table))
        return discord.SelectOption(
            label=label(seen, entry.words)[:100],
            value=f"a:{code(entry.words)}",
            description=gives[:100] or None,
        )
    return discord.SelectOption(
        label=_heading(seen, entry.words, entry.actions)[:100],
        value=f"m:{code(entry.words)}",
        description=plural(len(entry.actions), "way"),
    )


def _heading(seen: TableView, beginning: Action, actions: Sequence[Action]) -> str:
    said = seen.table.game.panel.heading(beginning, actions, seen.view)
    return said or heading([label(seen, action) for action in actions])


def _edit(screen: Screen, seen: TableView, queued: Sequence[str]) -> None:
    """Return selects to take a line out, and to move one up."""
    lines = [*enumerate(queued)]
    if lines:
        screen.choose(_lines(seen, TAKE_OUT, "Take a line out …", lines))
    movable = [each for each in lines[1:] if parse(each[1]) != seen.table.game.rest_line]
    if movable:
        screen.choose(_lines(seen, MOVE_UP, "Move a line up …", movable))


def _lines(seen: TableView, name: str, title: str, lines: Sequence[tuple[int, str]]) -> Select:
    options = [
        discord.SelectOption(
            label=f"{number + 1}. {label(seen, parse(text))}"[:100], value=f"{number}:{text}"
        )
        for number, text in lines
    ]
    return select(option_id(seen.table.id, name), title, options)


def planned(seen: TableView, queued: Sequence[str]) -> str:
    """Say what was chosen so far, in order."""
    if not queued:
        return "Nothing planned yet."
    said = [label(seen, parse(text)) for text in queued]
    if seen.table.game.plan_style == "choice":
        return "Planned: " + ", otherwise ".join(said) + "; otherwise I wait for you."
    lines = [f"{number}. {escape_markdown(line)}" for number, line in enumerate(said, 1)]
    rest = seen.table.game.rest_line
    is_covered = rest is not None and code(rest) in queued
    return "\n".join(lines if is_covered else [*lines, "For everything else I wait for you."])
