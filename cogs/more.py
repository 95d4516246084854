"""The screen behind More in a panel: cards, opponents, rules, the log, the table, the autopilot."""

from collections.abc import Mapping, Sequence

import discord

from cogs.ids import menu_id, option_id, table_id
from cogs.panel import GREY, PLAN_AHEAD, head, panel_head
from cogs.regions import Button
from cogs.screen import Screen, button, select
from cogs.words import escape_markdown
from host.views import TableView
from render.studio import Picture

LOOK, CARD = "_look", "_card"  # instead of an option's name
MOST = 25  # options of a list
PRIMARY, DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.danger


def more_screen(
    seen: TableView,
    offered: Mapping[str, str],
    pictures: Sequence[Picture] = (),
    has_hints: bool = False,
) -> Screen:
    table = seen.table.id
    hint = seen.table.game.hint(seen.view) if has_hints and seen.view is not None else ""
    box = Screen().say("**More**", f"💡 {hint}" if hint else "")
    if seen.has_plans:
        box.press(button(PLAN_AHEAD[seen.table.game.plan_style], table_id(table, "plans")))
    _lists(box, seen, offered)
    box.press(
        button("Rules", table_id(table, "rules")),
        button("Log", table_id(table, "log")),
        button("Table", table_id(table, "table")),
    )
    if seen.seat in seen.waiting and not (seen.table.is_sealed or seen.table.is_lesson):
        box.press(button("Let autopilot play this turn", table_id(table, "askpilot")))
    box.press(_back(seen))
    return _top(seen).show(*pictures).ask(box, GREY)


def look_screen(seen: TableView, offered: Mapping[str, str], picture: Picture, name: str) -> Screen:
    screen = _top(seen).show(picture)
    return _lists(screen, seen, offered, name).press(_back(seen))


def card_screen(seen: TableView, card: str, picture: Picture) -> Screen:
    screen = _top(seen).show(picture).say(escape_markdown(seen.table.game.words.card(card)))
    return _lists(screen, seen, {}, card).press(_back(seen))


def autopilot_screen(seen: TableView, pictures: Sequence[Picture] = ()) -> Screen:
    """Ask before the autopilot plays: it acts at once, and new cards and dice can't be undone."""
    whole = seen.table.game.panel.turn_words(seen.view) if seen.view is not None else ""
    plays = f"It plays {whole}" if whole else "It plays at once"
    box = Screen().say(
        "**Let the autopilot play this turn?**",
        f"-# {plays}, and what it draws or rolls can't be undone.",
    )
    box.press(button("Let it play", table_id(seen.table.id, "fromhere"), DANGER))
    box.press(button("Play it myself", menu_id(seen.table.id, seen.moves), PRIMARY))
    return _top(seen).show(*pictures).ask(box, GREY)


def leave_screen(table: int, is_loss: bool) -> Screen:
    """Explain what it means to leave a running game."""
    after = " If you aren't back before the end, you count as last." if is_loss else ""
    said = f"The autopilot plays your seat at once, and you can take it back any time.{after}"
    box = Screen().say("**Leave this game?**", f"-# {said}")
    box.press(button("Leave it to the autopilot", table_id(table, "handover"), DANGER))
    box.press(button("Keep playing", table_id(table, "hand"), PRIMARY))
    return Screen().ask(box, GREY)


def _top(seen: TableView) -> Screen:
    return Screen().say(f"**{panel_head(seen)}**", f"-# {head(seen)}")


def _lists(screen: Screen, seen: TableView, offered: Mapping[str, str], chosen: str = "") -> Screen:
    if offered:
        looks = [_option(label, name, name == chosen) for name, label in [*offered.items()][:MOST]]
        screen.choose(select(option_id(seen.table.id, LOOK), "Look at …", looks))
    if cards := _cards(seen):
        known = [_option(label, card, card == chosen) for card, label in cards.items()]
        screen.choose(select(option_id(seen.table.id, CARD), "What does this card do?", known))
    return screen


def _cards(seen: TableView) -> dict[str, str]:
    """Return every visible card by its name and place, the own hand first."""
    if seen.view is None:
        return {}
    game = seen.table.game
    named = game.words.cards()
    texts: dict[str, str] = {}
    for where, cards in game.panel.cards(seen.view).items():
        for card in cards:
            texts.setdefault(card, f"{named[card]} · {where}")
    return dict([*texts.items()][:MOST])


def _option(label: str, value: str, is_chosen: bool) -> discord.SelectOption:
    return discord.SelectOption(label=label[:100], value=value, default=is_chosen)


def _back(seen: TableView) -> Button:
    return button("Back", menu_id(seen.table.id, seen.moves), PRIMARY)
