"""Deciding before one's turn: first choice, second choice, else the table waits."""

from collections.abc import Sequence

from cogs.ids import ButtonKind, Press, press_id, table_id
from cogs.menu import menu
from cogs.panel import head, label
from cogs.regions import Rows, page_buttons
from cogs.screen import Screen, button, select
from engine.kernel.codes import Action, code, parse
from host.play import MOST_QUEUED
from host.views import TableView
from render.studio import Picture

EXPLAINED = "On your turn I play the first choice that is possible. Only you see this."
ORDER = ("First", "Second", "Third", "Fourth", "Fifth")


def plans_screen(
    seen: TableView,
    offered: Sequence[Action],
    queued: Sequence[str],
    path: Action = (),
    page: int = 0,
    pictures: Sequence[Picture] = (),
) -> Screen:
    """What the plan is chosen from stays in view."""
    screen = Screen().say("**Plan your next turn**", f"-# {head(seen)}", f"-# {EXPLAINED}")
    screen.show(*pictures).say(planned(seen, queued))
    left = [action for action in offered if code(action) not in queued]
    shown = menu(left, path, page, has_baskets=False) if left else None
    if shown and shown.entries and len(queued) < MOST_QUEUED:
        options = [Rows(seen).option(entry) for entry in shown.entries]
        where = Press(ButtonKind.PLAN, seen.table.id, seen.moves, code(shown.path), shown.page)
        screen.choose(select(press_id(where), f"{ORDER[len(queued)]} choice …", options))
        screen.press(*page_buttons(shown, lambda page: press_id(where._replace(page=page))))
    elif not offered:
        screen.say("There's nothing to plan right now.")
    clear = [button("Forget my plan", table_id(seen.table.id, "unplan"))] if queued else []
    return screen.press(*clear, button("Back to my hand", table_id(seen.table.id, "hand")))


def planned(seen: TableView, queued: Sequence[str]) -> str:
    """What was chosen so far, in its order."""
    if not queued:
        return "Nothing planned yet."
    said = [label(seen, parse(text)) for text in queued]
    return "Planned: " + ", else ".join(said) + ", else I wait for you."
