"""The five select menus, which stand in messages and in modals alike."""

from collections.abc import Iterator

from sandbox.rules.faults import Fault, Path, repeats, too_large, too_short
from sandbox.rules.shapes import Items, Node, OneOf, Record, Shape, Snowflake, Text, Truth, Whole
from sandbox.rules.widgets import CUSTOM_ID, EMOJI, widget

MAX_OPTIONS = 25


def bounds(node: Node) -> tuple[int, int]:
    """How many values may be chosen: both default to one."""
    least, most = node.get("min_values"), node.get("max_values")
    return 1 if least is None else least, 1 if most is None else most


def bounds_faults(node: Node, path: Path) -> Iterator[Fault]:
    least, most = bounds(node)
    if least > most:
        yield too_large((*path, "min_values"), most)


def option_faults(node: Node, path: Path) -> Iterator[Fault]:
    _, most = bounds(node)
    options = node["options"]
    if most > len(options):
        yield too_short((*path, "options"), most)
    values = [((*path, "options", i, "value"), option["value"]) for i, option in enumerate(options)]
    message = "The specified option value is already used"
    yield from repeats(values, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
    if sum(bool(option.get("default")) for option in options) > most:
        code = "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"
        yield Fault((*path, "options"), code, "Too many default values")


def default_faults(node: Node, path: Path) -> Iterator[Fault]:
    least, most = bounds(node)
    count = len(node.get("default_values") or [])
    if count and not least <= count <= most:
        message = f"Must be between {least} and {most} in length."
        yield Fault((*path, "default_values"), "BASE_TYPE_BAD_LENGTH", message)


SELECT_FIELDS: dict[str, Shape] = {
    "custom_id": CUSTOM_ID,
    "placeholder": Text(0, 150),
    "min_values": Whole(0, MAX_OPTIONS),
    "max_values": Whole(1, MAX_OPTIONS),
    "disabled": Truth(),
    "required": Truth(),
}
OPTION_FIELDS: dict[str, Shape] = {
    "label": Text(1, 100),
    "value": Text(1, 100),
    "description": Text(0, 100),
    "default": Truth(),
}
OPTION = Record({**OPTION_FIELDS, "emoji": EMOJI}, needed=("label", "value"))


def picker(*kinds: str, **more: Shape) -> Record:
    """A select that Discord fills with its own users, roles or channels."""
    default = Record({"id": Snowflake(), "type": OneOf(kinds)}, needed=("id", "type"))
    fields = {**SELECT_FIELDS, "default_values": Items(default, 0, MAX_OPTIONS), **more}
    return widget(fields, needed=("custom_id",), laws=(bounds_faults, default_faults))


STRING_SELECT = widget(
    {**SELECT_FIELDS, "options": Items(OPTION, 1, MAX_OPTIONS)},
    needed=("custom_id", "options"),
    laws=(bounds_faults, option_faults),
)
SELECTS = {
    3: STRING_SELECT,
    5: picker("user"),
    6: picker("role"),
    7: picker("user", "role"),
    8: picker("channel", channel_types=Items(Whole(0, 16), 0, 20)),
}
