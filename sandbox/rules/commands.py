"""The bulk overwrite of an application's commands."""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sandbox.rules.shapes import (
    Either,
    Items,
    Kinds,
    Law,
    Node,
    OneOf,
    Real,
    Record,
    Shape,
    Snowflake,
    Table,
    Text,
    Truth,
    Whole,
)
from sandbox.rules.violations import Path, Violation, repeats, required, too_large, too_long

CHAT_INPUT, USER, MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, CHANNEL, NUMBER = 3, 4, 7, 10
MAX_COMMANDS = {CHAT_INPUT: 100, USER: 15, MESSAGE: 15}
MAX_CHARACTERS = 8000
MAX_OPTIONS = 25

# Fields of one option type that are an error on the others.
FIELD_BELONGS_TO = {
    "choices": (STRING, INTEGER, NUMBER),
    "autocomplete": (STRING, INTEGER, NUMBER),
    "min_value": (INTEGER, NUMBER),
    "max_value": (INTEGER, NUMBER),
    "min_length": (STRING,),
    "max_length": (STRING,),
    "channel_types": (CHANNEL,),
    "options": (SUBCOMMAND, GROUP),
}


def is_name(text: str) -> bool:
    """Whether it has only letters, digits, - and _, in lower case."""
    letters = all(sign in "-_" or unicodedata.category(sign)[0] in "LN" for sign in text)
    return letters and text == text.lower()


def name_violations(node: Node, path: Path) -> Iterator[Violation]:
    named = [((*path, "name"), node["name"])]
    localized = (node.get("name_localizations") or {}).items()
    named += [((*path, "name_localizations", locale), name) for locale, name in localized]
    for place, name in named:
        if not is_name(name):
            yield Violation(place, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def foreign_field_violations(option: Node, path: Path) -> Iterator[Violation]:
    for key, kinds in FIELD_BELONGS_TO.items():
        # The library repeats a fetched option with null, false and [] in the fields of others.
        is_set = not any(option.get(key) is empty for empty in (None, False))
        if option["type"] not in kinds and is_set and option[key] != []:
            message = f"An option of type {option['type']} cannot have this field"
            yield Violation((*path, key), "SANDBOX_OPTION_FIELD", message)


def limits(minimum_key: str, maximum_key: str) -> Law:
    def violations(option: Node, path: Path) -> Iterator[Violation]:
        minimum, maximum = option.get(minimum_key), option.get(maximum_key)
        if minimum is not None and maximum is not None and minimum > maximum:
            yield too_large((*path, minimum_key), maximum)

    return violations


def choice_violations(option: Node, path: Path) -> Iterator[Violation]:
    choices = option.get("choices") or []
    names = [((*path, "choices", i, "name"), choice["name"]) for i, choice in enumerate(choices)]
    yield from repeats(names, "SANDBOX_CHOICE_NAME", "Choice names must be unique")
    if choices and option.get("autocomplete"):
        message = "An option has either choices or autocomplete"
        yield Violation((*path, "autocomplete"), "SANDBOX_CHOICES_AND_AUTOCOMPLETE", message)


def option_list_violations(node: Node, path: Path) -> Iterator[Violation]:
    options = node.get("options") or []
    place = (*path, "options")
    names = [((*place, i, "name"), option["name"]) for i, option in enumerate(options)]
    yield from repeats(names, "SANDBOX_OPTION_NAME", "Option names must be unique")
    yield from order_violations(options, place)
    if len({option["type"] in (SUBCOMMAND, GROUP) for option in options}) > 1:
        message = (
            "Sub-command and sub-command group option types are mutually exclusive to all"
            " other types"
        )
        yield Violation(place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)


def order_violations(options: list[Node], path: Path) -> Iterator[Violation]:
    may_omit = False
    for index, option in enumerate(options):
        if option.get("required") and may_omit:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            message = "Required options must be placed before non-required options"
            yield Violation((*path, index), code, message)
        may_omit = may_omit or not option.get("required")


def text_size(node: Node, key: str) -> int:
    """Return the length that Discord counts: that of the longest translation."""
    translations = (node.get(f"{key}_localizations") or {}).values()
    return max(len(text) for text in (node.get(key) or "", *translations))


def command_size(node: Node) -> int:
    """Count the characters of a command, subcommand or group with everything in it."""
    size = text_size(node, "name") + text_size(node, "description")
    return size + sum(option_size(option) for option in node.get("options") or [])


def option_size(option: Node) -> int:
    size = command_size(option)
    for choice in option.get("choices") or []:
        size += text_size(choice, "name") + len(str(choice["value"]))
    return size


def size_violations(command: Node, path: Path) -> Iterator[Violation]:
    if command_size(command) > MAX_CHARACTERS:
        message = f"Command exceeds maximum size ({MAX_CHARACTERS})"
        yield Violation(path, "APPLICATION_COMMAND_TOO_LARGE", message)


def choice_shape(value: Shape) -> Record:
    name = Text(1, 100)
    fields: dict[str, Shape] = {"name": name, "name_localizations": Table(name), "value": value}
    return Record(fields, needed=("name", "value"))


CHOICE_TEXT = Text(0, 100)
WHOLE = Whole(-(2**53 - 1), 2**53 - 1)
CHOICE = choice_shape(Either((CHOICE_TEXT, Real())))

NAMES: dict[str, Shape] = {
    "name": Text(1, 32),
    "name_localizations": Table(Text(1, 32)),
    "description": Text(1, 100),
    "description_localizations": Table(Text(1, 100)),
}
OPTION_LAWS: tuple[Law, ...] = (name_violations, foreign_field_violations)


def value_option(*laws: Law, **more: Shape) -> Record:
    fields = {**NAMES, "required": Truth(), **more}
    return Record(fields, needed=("name", "description"), laws=(*OPTION_LAWS, *laws))


def choosable(value: Shape, **bounds: Shape) -> Record:
    choices = Items(choice_shape(value), 0, 25)
    laws = (choice_violations, limits(*bounds))
    return value_option(*laws, choices=choices, autocomplete=Truth(), **bounds)


def nest(options: dict[int, Shape]) -> Record:
    fields = {**NAMES, "options": Items(Kinds(options), 0, MAX_OPTIONS)}
    laws = (*OPTION_LAWS, option_list_violations)
    return Record(fields, needed=("name", "description"), laws=laws)


VALUE_OPTIONS: dict[int, Shape] = {
    **{kind: value_option() for kind in (5, 6, 8, 9, 11)},
    STRING: choosable(CHOICE_TEXT, min_length=Whole(0, 6000), max_length=Whole(1, 6000)),
    INTEGER: choosable(WHOLE, min_value=WHOLE, max_value=WHOLE),
    CHANNEL: value_option(channel_types=Items(Whole(0, 16), 0, 20)),
    NUMBER: choosable(Real(), min_value=Real(), max_value=Real()),
}
SUBCOMMAND_OPTION = nest(VALUE_OPTIONS)
GROUP_OPTION = nest({SUBCOMMAND: SUBCOMMAND_OPTION})
OPTIONS = {SUBCOMMAND: SUBCOMMAND_OPTION, GROUP: GROUP_OPTION, **VALUE_OPTIONS}

COMMON: dict[str, Shape] = {
    **NAMES,
    "default_member_permissions": Snowflake(),
    "dm_permission": Truth(),
    "nsfw": Truth(),
    "contexts": Items(OneOf((0, 1, 2)), 1, 3),
    "integration_types": Items(OneOf((0, 1)), 1, 2),
}


def bare_violations(command: Node, path: Path) -> Iterator[Violation]:
    """Check that a context menu command has a name and nothing else."""
    for key in ("description", "options"):
        if command.get(key):
            message = "Context menu commands cannot have this field"
            yield Violation((*path, key), "SANDBOX_CONTEXT_MENU", message)


CHAT_COMMAND = Record(
    {**COMMON, "options": Items(Kinds(OPTIONS), 0, MAX_OPTIONS)},
    needed=("name", "description"),
    laws=(name_violations, option_list_violations, size_violations),
)
MENU_COMMAND = Record(
    {**COMMON, "description": Text(0, 100)}, needed=("name",), laws=(bare_violations,)
)
COMMANDS = {CHAT_INPUT: CHAT_COMMAND, USER: MENU_COMMAND, MESSAGE: MENU_COMMAND}


class AnyCommand:
    """A command of any type; one without a type is a slash command."""

    def violations(self, value: Any, path: Path) -> Iterator[Violation]:
        if isinstance(value, dict) and value.get("type") is None:
            value = {**value, "type": CHAT_INPUT}
        yield from Kinds(COMMANDS).violations(value, path)


def command_violations(commands: list[dict[str, Any]]) -> list[Violation]:
    """Return what Discord refuses; each path begins with the command's index."""
    if commands is None:
        return [required(())]
    violations = list(Items(AnyCommand(), 0, sum(MAX_COMMANDS.values())).violations(commands, ()))
    return violations or list(crowd_violations(commands))


def crowd_violations(commands: list[dict[str, Any]]) -> Iterator[Violation]:
    kinds = [command.get("type") or CHAT_INPUT for command in commands]
    for kind, count in Counter(kinds).items():
        if count > MAX_COMMANDS[kind]:
            yield too_long((), MAX_COMMANDS[kind])
    names = [
        ((index, "name"), (kind, command["name"]))
        for index, (kind, command) in enumerate(zip(kinds, commands, strict=True))
    ]
    message = "Application command names must be unique"
    yield from repeats(names, "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
