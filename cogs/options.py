"""The options of a table in its lobby: one select for each, made from the game's own model."""

from collections.abc import Mapping
from typing import Any

import discord

from cogs.ids import option_id
from cogs.regions import Select
from cogs.screen import Screen, select
from cogs.times import POLICIES, USUAL_PACES, pace_name
from engine.kernel.phrases import clipped
from host.records import Table

MOST = 25
SEATS = "seats"  # what an option is of that names people
TERM = "_"  # before the name of a term, in the place of an option's name
IDLE = {f"{days} days": days for days in (7, 14, 30, 60, 90)}


def options_screen(table: Table) -> Screen:
    screen = Screen().say(f"**{table.game.title}: options**")
    fields = table.game.options.model_json_schema().get("properties", {})
    for name, field in fields.items():
        screen.say(f"{_named(name)}: {field.get('description', '')}")
        screen.choose(_select(table, name, field))
    return _terms(screen, table)


def _select(table: Table, name: str, field: dict[str, Any]) -> Select:
    """One of its values; of an option that names seats any of the people, or nobody."""
    is_of_seats, now = field.get("of") == SEATS, table.options[name]
    values = [*range(len(table.seats))] if is_of_seats else _values(field)
    options = [
        discord.SelectOption(
            label=clipped(table.names[value]) if is_of_seats else str(value),
            value=str(value),
            default=value in now if is_of_seats else value == now,
        )
        for value in values
    ]
    where = option_id(table.id, name)
    if is_of_seats:
        return select(where, _named(name), options, least=0, most=len(options))
    return select(where, _named(name), options)


def _terms(screen: Screen, table: Table) -> Screen:
    """The same for every game: how much time there is, and what comes after it."""
    terms = table.terms
    paces = dict(USUAL_PACES)
    if terms.hours not in paces.values():
        paces[pace_name(terms.hours)] = terms.hours
    policies = {said.capitalize(): str(each) for each, said in POLICIES.items()}
    asked: list[tuple[str, str, Mapping[str, Any]]] = [
        ("hours", "Pace: time per turn", paces),
        ("policy", "When a player runs out of time", policies),
        ("idle_days", "End the game if nobody plays for", IDLE),
    ]
    for name, title, choices in asked:
        now = getattr(terms, name)
        options = [
            discord.SelectOption(label=label, value=str(value), default=value == now)
            for label, value in choices.items()
        ]
        screen.say(title).choose(select(option_id(table.id, f"{TERM}{name}"), title, options))
    return screen.say("-# Want another pace? Set *hours* when you open a table with /new.")


def _named(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _values(field: dict[str, Any]) -> list[Any]:
    """Everything that an option may be, as far as a select can show it."""
    if "enum" in field:
        return list(field["enum"])[:MOST]
    if field.get("type") == "boolean":
        return [True, False]
    return list(range(field["minimum"], field["maximum"] + 1))[:MOST]
