"""The options of a table in its lobby: one select for each, made from the game's own model."""

from typing import Any

import discord

from cogs.ids import option_id
from cogs.screen import Screen, select
from host.records import Table

MOST = 25


def options_screen(table: Table) -> Screen:
    screen = Screen().say(f"**Options of {table.game.title}**")
    fields = table.game.options.model_json_schema().get("properties", {})
    for name, field in fields.items():
        screen.say(f"{_named(name)}: {field.get('description', '')}")
        options = [
            discord.SelectOption(
                label=str(value), value=str(value), default=value == table.options[name]
            )
            for value in _values(field)
        ]
        screen.choose(select(option_id(table.id, name), _named(name), options))
    return screen if fields else screen.say("There is nothing to choose.")


def _named(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _values(field: dict[str, Any]) -> list[Any]:
    """Everything that an option may be, as far as a select can show it."""
    if "enum" in field:
        return list(field["enum"])[:MOST]
    if field.get("type") == "boolean":
        return [True, False]
    return list(range(field["minimum"], field["maximum"] + 1))[:MOST]
