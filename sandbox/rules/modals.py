"""A form (Discord calls it a modal): one to five labeled inputs."""

from collections.abc import Iterator
from typing import Any

from sandbox.rules.components import TEXT_DISPLAY, identity_violations, walk
from sandbox.rules.selects import (
    OPTION_FIELDS,
    SELECTS,
    bounds,
    bounds_violations,
    option_violations,
)
from sandbox.rules.shapes import Items, Kinds, Node, OneOf, Record, Text, Truth, Whole
from sandbox.rules.violations import (
    Path,
    Violation,
    required,
    too_large,
    too_long,
    too_short,
    too_small,
)
from sandbox.rules.widgets import CUSTOM_ID, widget

MAX_INPUT = 4000
TEXT_INPUT_TYPE = 4


def input_length_violations(node: Node, path: Path) -> Iterator[Violation]:
    minimum = node.get("min_length") or 0
    maximum = node.get("max_length") or MAX_INPUT
    size = len(node.get("value") or "")
    if minimum > maximum:
        yield too_large((*path, "min_length"), maximum)
    if size > maximum:
        yield too_long((*path, "value"), maximum)
    elif 0 < size < minimum:
        yield too_short((*path, "value"), minimum)


TEXT_INPUT = widget(
    {
        "custom_id": CUSTOM_ID,
        "style": OneOf((1, 2)),
        "label": Text(1, 45),
        "value": Text(0, MAX_INPUT),
        "placeholder": Text(0, 100),
        "required": Truth(),
        "min_length": Whole(0, MAX_INPUT),
        "max_length": Whole(1, MAX_INPUT),
    },
    needed=("custom_id", "style"),
    laws=(input_length_violations,),
)
FILE_UPLOAD = widget(
    {
        "custom_id": CUSTOM_ID,
        "min_values": Whole(0, 10),
        "max_values": Whole(1, 10),
        "required": Truth(),
    },
    needed=("custom_id",),
    laws=(bounds_violations,),
)
OPTION = Record(OPTION_FIELDS, needed=("label", "value"))
RADIO_GROUP = widget(
    {"custom_id": CUSTOM_ID, "options": Items(OPTION, 2, 10), "required": Truth()},
    needed=("custom_id", "options"),
    laws=(option_violations,),
)
CHECKBOX_GROUP = widget(
    {
        "custom_id": CUSTOM_ID,
        "options": Items(OPTION, 1, 10),
        "min_values": Whole(0, 10),
        "max_values": Whole(1, 10),
        "required": Truth(),
    },
    needed=("custom_id", "options"),
    laws=(bounds_violations, option_violations),
)
CHECKBOX = widget({"custom_id": CUSTOM_ID, "default": Truth()}, needed=("custom_id",))

INPUTS = {
    TEXT_INPUT_TYPE: TEXT_INPUT,
    **SELECTS,
    19: FILE_UPLOAD,
    21: RADIO_GROUP,
    22: CHECKBOX_GROUP,
    23: CHECKBOX,
}


def doubled_label_violations(label: Node, path: Path) -> Iterator[Violation]:
    if label["component"].get("label") is not None:
        message = "A text input inside a label has no label of its own"
        yield Violation((*path, "component", "label"), "SANDBOX_LABEL_TWICE", message)


def missing_label_violations(row: Node, path: Path) -> Iterator[Violation]:
    if row["components"][0].get("label") is None:
        yield required((*path, "components", 0, "label"))


LABEL = widget(
    {"label": Text(1, 45), "description": Text(1, 100), "component": Kinds(INPUTS)},
    needed=("label", "component"),
    laws=(doubled_label_violations,),
)
LEGACY_ROW = widget(
    {"components": Items(Kinds({TEXT_INPUT_TYPE: TEXT_INPUT}), 1, 1)},
    needed=("components",),
    laws=(missing_label_violations,),
)


def input_violations(modal: Node, path: Path) -> Iterator[Violation]:
    """Check what messages allow but forms don't."""
    place = (*path, "components")
    for where, node in walk(modal["components"], place):
        if node.get("disabled"):
            message = "Components of a modal cannot be disabled"
            yield Violation((*where, "disabled"), "SANDBOX_DISABLED_IN_MODAL", message)
        if node.get("required") is not False and bounds(node)[0] == 0:
            yield too_small((*where, "min_values"), 1)
    yield from identity_violations(modal["components"], place)


MODAL = Record(
    {
        "custom_id": CUSTOM_ID,
        "title": Text(1, 45),
        "components": Items(Kinds({18: LABEL, 10: TEXT_DISPLAY, 1: LEGACY_ROW}), 1, 5),
    },
    needed=("custom_id", "title", "components"),
    laws=(input_violations,),
)


def modal_violations(data: dict[str, Any]) -> list[Violation]:
    return list(MODAL.violations(data, ()))
