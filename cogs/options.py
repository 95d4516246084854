"""The options of a table in its lobby: one select for each, made from the game's own model."""

from collections.abc import Mapping
from typing import Any

import discord

from cogs.ids import option_id
from cogs.screen import Screen, select
from cogs.times import POLICIES, USUAL_PACES, pace_name
from cogs.words import readable_names
from engine.kernel.game import OF_THE_PAST
from host.records import Table

MOST = 25
TERM = "_"  # before the name of a term, in the place of an option's name
IDLE = {f"{days} days": days for days in (7, 14, 30, 60, 90)}


def options_screen(table: Table) -> Screen:
    screen = Screen().say(f"**{table.game.title}: options**")
    fields = table.game.options.model_json_schema().get("properties", {})
    for name, field in fields.items():
        if field.get("of") == OF_THE_PAST:
            continue
        screen.say(f"{_named(name)}: {field.get('description', '')}")
        now = table.options[name]
        is_list = name in table.game.seat_options
        values = dict(enumerate(readable_names(table))) if is_list else _values(field)
        options = [
            discord.SelectOption(
                label=label, value=str(value), default=value in now if is_list else value == now
            )
            for value, label in values.items()
        ]
        least, most = (0, len(options)) if is_list else (1, 1)
        screen.choose(select(option_id(table.id, name), _named(name), options, least, most))
    return _terms(screen, table)


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


def _values(field: dict[str, Any]) -> dict[Any, str]:
    """Everything that an option may be with its label, as far as a select can show it."""
    if field.get("type") == "boolean":
        return {True: "True", False: "False"}
    values = field.get("enum") or range(field["minimum"], field["maximum"] + 1)
    return {value: str(value) for value in list(values)[:MOST]}
