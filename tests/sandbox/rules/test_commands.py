"""Each rule of commands refuses its own fault at the right place."""

from sandbox.rules import command_violations
from testing.every import with_every
from testing.payloads import (
    KIND,
    LENGTH,
    LONG,
    MOST,
    NEEDED,
    found,
)


def command(*given, **more):
    return {"name": "play", "description": "Play", "type": 1, "options": list(given), **more}


def option(kind=3, name="game", **more):
    return {"type": kind, "name": name, "description": "Which", **more}


def choices(count, value=str):
    return [{"name": f"Choice {i}", "value": value(i)} for i in range(count)]


O0 = (0, "options", 0)
BAD_NAME = "APPLICATION_COMMAND_INVALID_NAME"
FULL = [option(name=f"o{i}", choices=[{"name": "x" * 100, "value": str(i)}]) for i in range(25)]
HUGE = [
    option(name=f"o{i}", choices=[{"name": f"{j:0100}", "value": "x" * 100} for j in range(20)])
    for i in range(2)
]

BAD_COMMANDS = {
    "null": (None, (), NEEDED),
    "names of another kind": (
        [command(name_localizations=["x"])],
        (0, "name_localizations"),
        "DICT_TYPE_CONVERT",
    ),
    "no list": ({}, (), "LIST_TYPE_CONVERT"),
    "101 commands": ([command(name=f"c{i}") for i in range(101)], (), LONG),
    "16 user commands": ([{"type": 2, "name": f"C {i}"} for i in range(16)], (), LONG),
    "name twice": ([command(), command()], (1, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    "no name": ([command(name=None)], (0, "name"), NEEDED),
    "name of 33": ([command(name="x" * 33)], (0, "name"), LENGTH),
    "name in capitals": ([command(name="Play")], (0, "name"), BAD_NAME),
    "name with a space": ([command(name="play it")], (0, "name"), BAD_NAME),
    "name with a dot": ([command(name="play.it")], (0, "name"), BAD_NAME),
    "translated name": (
        [command(name_localizations={"de": "Spiel"})],
        (0, "name_localizations", "de"),
        BAD_NAME,
    ),
    "no description": ([command(description="")], (0, "description"), LENGTH),
    "description of 101": ([command(description="x" * 101)], (0, "description"), LENGTH),
    "unknown type": ([command(type=9)], (0,), KIND),
    "described user command": (
        [{"type": 2, "name": "Look", "description": "x"}],
        (0, "description"),
        "SANDBOX_CONTEXT_MENU",
    ),
    "26 options": (
        [command(*[option(name=f"o{i}") for i in range(26)])],
        (0, "options"),
        LONG,
    ),
    "unknown option": ([command(option(12))], O0, KIND),
    "option in capitals": ([command(option(name="Game"))], (*O0, "name"), BAD_NAME),
    "option without description": (
        [command(option(description=None))],
        (*O0, "description"),
        NEEDED,
    ),
    "option twice": (
        [command(option(), option())],
        (0, "options", 1, "name"),
        "SANDBOX_OPTION_NAME",
    ),
    "required last": (
        [command(option(), option(name="b", required=True))],
        (0, "options", 1),
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "26 choices": ([command(option(choices=choices(26)))], (*O0, "choices"), LONG),
    "choice of 101": (
        [command(option(choices=[{"name": "a", "value": "x" * 101}]))],
        (*O0, "choices", 0, "value"),
        LONG,
    ),
    "choice of another type": (
        [command(option(4, choices=choices(1)))],
        (*O0, "choices", 0, "value"),
        "NUMBER_TYPE_COERCE",
    ),
    "choice twice": (
        [command(option(choices=choices(1) * 2))],
        (*O0, "choices", 1, "name"),
        "SANDBOX_CHOICE_NAME",
    ),
    "choices and autocomplete": (
        [command(option(choices=choices(1), autocomplete=True))],
        (*O0, "autocomplete"),
        "SANDBOX_CHOICES_AND_AUTOCOMPLETE",
    ),
    "autocomplete of a user": (
        [command(option(6, autocomplete=True))],
        (*O0, "autocomplete"),
        "SANDBOX_OPTION_FIELD",
    ),
    "least value of a text": (
        [command(option(min_value=0))],
        (*O0, "min_value"),
        "SANDBOX_OPTION_FIELD",
    ),
    "least above most": (
        [command(option(4, min_value=2, max_value=1))],
        (*O0, "min_value"),
        MOST,
    ),
    "length of 6001": ([command(option(max_length=6001))], (*O0, "max_length"), MOST),
    "subcommand beside an option": (
        [command(option(1), option(name="b"))],
        (0, "options"),
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "subcommand in a subcommand": (
        [command(option(1, options=[option(1)]))],
        (*O0, "options", 0),
        KIND,
    ),
    "group in a group": ([command(option(2, options=[option(2)]))], (*O0, "options", 0), KIND),
    "option in a group": ([command(option(2, options=[option()]))], (*O0, "options", 0), KIND),
    "required last in a subcommand": (
        [command(option(1, options=[option(), option(name="b", required=True)]))],
        (*O0, "options", 1),
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "8001 characters": ([command(*HUGE)], (0,), "APPLICATION_COMMAND_TOO_LARGE"),
}


@with_every("name", BAD_COMMANDS)
def test_a_command_is_refused_where_it_breaks_a_rule(name):
    payload, path, code = BAD_COMMANDS[name]
    assert found(command_violations(payload)) == [(path, code)]


def test_sound_commands_pass():
    nested = option(2, options=[option(1, options=[option(required=True), option(name="b")])])
    repeated = option(5, choices=[], min_value=None, autocomplete=False, options=[])
    sound = [
        command(*FULL),
        command(nested, option(1, name="b"), name="größe-2_東"),
        command(repeated, option(4, name="b", min_value=0, choices=choices(25, int)), name="c"),
        command(name="d", type=None, nsfw=False, contexts=[0], default_member_permissions="8"),
        *[{"type": kind, "name": "Look at it", "dm_permission": True} for kind in (2, 3)],
    ]
    assert command_violations(sound) == []
