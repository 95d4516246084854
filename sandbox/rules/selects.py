"""The five select menus, in messages and in forms."""

from collections.abc import Iterator

from sandbox.rules.shapes import Items, Node, OneOf, Record, Shape, Snowflake, Text, Truth, Whole
from sandbox.rules.violations import Path, Violation, repeats, too_large, too_short
from sandbox.rules.widgets import CUSTOM_ID, EMOJI, widget

MAX_OPTIONS = 25


def bounds(node: Node) -> tuple[int, int]:
    """Return how few and how many values may be chosen: both are 1 unless the select says more."""
    minimum, maximum = node.get("min_values"), node.get("max_values")
    return 1 if minimum is None else minimum, 1 if maximum is None else maximum


def bounds_violations(node: Node, path: Path) -> Iterator[Violation]:
    minimum, maximum = bounds(node)
    if minimum > maximum:
        yield too_large((*path, "min_values"), maximum)


def option_violations(node: Node, path: Path) -> Iterator[Violation]:
    _, maximum = bounds(node)
    options = node["options"]
    if maximum > len(options):
        yield too_short((*path, "options"), maximum)
    values = [((*path, "options", i, "value"), option["value"]) for i, option in enumerate(options)]
    message = "The specified option value is already used"
    yield from repeats(values, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
    if sum(bool(option.get("default")) for option in options) > maximum:
        code = "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"
        yield Violation((*path, "options"), code, "Too many default values")


def default_violations(node: Node, path: Path) -> Iterator[Violation]:
    minimum, maximum = bounds(node)
    count = len(node.get("default_values") or [])
    if count and not minimum <= count <= maximum:
        message = f"Must be between {minimum} and {maximum} in length."
        yield Violation((*path, "default_values"), "BASE_TYPE_BAD_LENGTH", message)


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
    """Describe a select that Discord fills with its own users, roles or channels."""
    default = Record({"id": Snowflake(), "type": OneOf(kinds)}, needed=("id", "type"))
    fields = {**SELECT_FIELDS, "default_values": Items(default, 0, MAX_OPTIONS), **more}
    return widget(fields, needed=("custom_id",), laws=(bounds_violations, default_violations))


STRING_SELECT = widget(
    {**SELECT_FIELDS, "options": Items(OPTION, 1, MAX_OPTIONS)},
    needed=("custom_id", "options"),
    laws=(bounds_violations, option_violations),
)
SELECTS = {
    3: STRING_SELECT,
    5: picker("user"),
    6: picker("role"),
    7: picker("user", "role"),
    8: picker("channel", channel_types=Items(Whole(0, 16), 0, 20)),
}
