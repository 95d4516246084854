"""The settings of a table in its lobby: one select for each of the game's options."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from cogs.ids import option_id, table_id
from cogs.screen import Screen, button, select
from cogs.times import POLICIES, USUAL_PACES, pace_name
from cogs.words import readable_names, safe_names
from engine.kernel.options import Option
from host.records import Table

MOST = 25
DANGER = discord.ButtonStyle.danger
TERM = "_"  # before the name of a term, instead of an option's name
IDLE = {f"Ends after {days} days without a move": days for days in (7, 14, 30, 60, 90)}
FAIRNESS = (
    "Before anybody joined I drew a secret key, which decides the deck and the dice. This code is "
    "its SHA-256, so I can't change the key any more. When the game is over, **Verify** shows the "
    "key and checks every move."
)


def settings_screen(table: Table, user: int) -> Screen:
    """Show the settings; the selects work only for the person who opened the table."""
    is_opener = user == table.opener
    seat = next((seat.number for seat in table.seats if seat.user == table.opener), None)
    opener = "the host" if seat is None else f"**{safe_names(table)[seat]}**"
    only = "" if is_opener else f"-# Only {opener} can change these."
    screen = Screen().say(f"**{table.game.title}: settings**", only)
    for option in table.game.choosable:
        if option.may_matter(table.options, len(table.seats)):
            screen.choose(_option(table, option, is_opener))
    for name, title, choices in _terms(table):
        now = getattr(table.terms, name)
        options = [
            discord.SelectOption(label=label, value=str(value), default=value == now)
            for label, value in choices.items()
        ]
        screen.choose(_select(table, f"{TERM}{name}", title, options, is_opener))
    if not is_opener:
        return screen.press(button("Fairness", table_id(table.id, "fairness")))
    screen.say("-# For another pace, set *hours* in /new.")
    remove = button("Remove autopilot", table_id(table.id, "unrobot"))
    remove.disabled = all(seat.user is not None for seat in table.seats)
    return screen.press(
        remove,
        button("Fairness", table_id(table.id, "fairness")),
        button("Close table", table_id(table.id, "close"), DANGER),
    )


def _option(table: Table, option: Option, is_open: bool) -> discord.ui.Select[Any]:
    now = table.options.get(option.name, option.default)
    names = readable_names(table)
    labels = dict(enumerate(names)) if option.lists_seats else option.labels
    options = [
        discord.SelectOption(
            label=label if option.lists_seats else f"{option.title}: {label}",
            value=str(value),
            default=value in now if option.lists_seats else value == now,
            description=option.about if value == now else None,
        )
        for value, label in [*labels.items()][:MOST]
    ]
    least = 0 if option.lists_seats else 1
    most = len(options) if option.lists_seats else 1
    return _select(table, option.name, option.title, options, is_open, least, most)


def _select(
    table: Table,
    name: str,
    title: str,
    options: Sequence[discord.SelectOption],
    is_open: bool,
    least: int = 1,
    most: int = 1,
) -> discord.ui.Select[Any]:
    made = select(option_id(table.id, name), title, options, least, most)
    made.disabled = not is_open
    return made


def _terms(table: Table) -> list[tuple[str, str, Mapping[str, Any]]]:
    """Return the selects that every game has: time per turn, and what happens after it, if ever."""
    terms = table.terms
    paces = dict(USUAL_PACES)
    if terms.hours not in paces.values():
        paces[pace_name(terms.hours)] = terms.hours
    policies = {f"Out of time: {said}": str(policy) for policy, said in POLICIES.items()}
    late = [("policy", "When a player runs out of time", policies)] if terms.budget else []
    return [
        ("hours", "Time per turn", paces),
        *late,
        ("idle_days", "When nobody plays any more", IDLE),
    ]


def fairness_lines(table: Table) -> list[str]:
    """Explain what was fixed before the game, and how it can be verified afterwards."""
    return [f"**{table.game.title}: fairness**", f"`{table.commitment}`", FAIRNESS]
