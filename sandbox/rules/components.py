"""The components of a message: rows, buttons, sections, galleries, containers."""

from collections.abc import Iterator
from typing import Any

from sandbox.rules.faults import Fault, Path, repeats, required
from sandbox.rules.selects import SELECTS
from sandbox.rules.shapes import (
    WEB_OR_ATTACHMENT,
    Items,
    Kinds,
    Node,
    OneOf,
    Record,
    Snowflake,
    Text,
    Truth,
    Url,
    Whole,
)
from sandbox.rules.widgets import CUSTOM_ID, EMOJI, widget

MAX_COMPONENTS = 40
MAX_TEXT = 4000
MAX_ROWS = 5
TEXT_DISPLAY_TYPE = 10

LINK, PREMIUM = 5, 6
BELONGS_TO_STYLE = {
    **dict.fromkeys((1, 2, 3, 4), "custom_id"),
    LINK: "url",
    PREMIUM: "sku_id",
}


def button_faults(button: Node, path: Path) -> Iterator[Fault]:
    own = BELONGS_TO_STYLE[button["style"]]
    if not button.get(own):
        yield required((*path, own))
    strangers = {"custom_id", "url", "sku_id"} - {own}
    if button["style"] == PREMIUM:
        strangers |= {"label", "emoji"}
    elif not button.get("label") and not button.get("emoji"):
        yield required((*path, "label"), "A label or an emoji is required")
    for key in sorted(strangers):
        if button.get(key):
            message = f"A button of style {button['style']} cannot have this field"
            yield Fault((*path, key), "SANDBOX_BUTTON_STYLE", message)


def row_faults(row: Node, path: Path) -> Iterator[Fault]:
    """A select fills its row."""
    children = row["components"]
    if any(child["type"] in SELECTS for child in children):
        for index in range(1, len(children)):
            message = "The specified component exceeds the maximum width"
            yield Fault((*path, "components", index), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)


def media(schemes: tuple[str, ...] = WEB_OR_ATTACHMENT) -> Record:
    return Record({"url": Url(2048, schemes)}, needed=("url",))


ALT_TEXT = Text(1, 1024)

BUTTON = widget(
    {
        "style": OneOf((1, 2, 3, 4, LINK, PREMIUM)),
        "label": Text(0, 80),
        "emoji": EMOJI,
        "custom_id": CUSTOM_ID,
        "url": Url(512, ("http", "https", "discord")),
        "sku_id": Snowflake(),
        "disabled": Truth(),
    },
    needed=("style",),
    laws=(button_faults,),
)
ROW = widget(
    {"components": Items(Kinds({2: BUTTON, **SELECTS}), 1, 5)},
    needed=("components",),
    laws=(row_faults,),
)
TEXT_DISPLAY = widget({"content": Text(1, MAX_TEXT)}, needed=("content",))
THUMBNAIL = widget(
    {"media": media(), "description": ALT_TEXT, "spoiler": Truth()}, needed=("media",)
)
SECTION = widget(
    {
        "components": Items(Kinds({10: TEXT_DISPLAY}), 1, 3),
        "accessory": Kinds({2: BUTTON, 11: THUMBNAIL}),
    },
    needed=("components", "accessory"),
)
PICTURE = Record({"media": media(), "description": ALT_TEXT, "spoiler": Truth()}, needed=("media",))
GALLERY = widget({"items": Items(PICTURE, 1, 10)}, needed=("items",))
# Of all media only this one must be an upload.
FILE = widget({"file": media(("attachment",)), "spoiler": Truth()}, needed=("file",))
SEPARATOR = widget({"divider": Truth(), "spacing": OneOf((1, 2))})

IN_CONTAINER = {
    1: ROW,
    9: SECTION,
    10: TEXT_DISPLAY,
    12: GALLERY,
    13: FILE,
    14: SEPARATOR,
}
CONTAINER = widget(
    {
        "components": Items(Kinds(IN_CONTAINER), 1, MAX_COMPONENTS),
        "accent_color": Whole(0, 0xFFFFFF),
        "spoiler": Truth(),
    },
    needed=("components",),
)
CLASSIC_COMPONENTS = Items(Kinds({1: ROW}), 0, MAX_ROWS)
V2_COMPONENTS = Items(Kinds({**IN_CONTAINER, 17: CONTAINER}), 0, MAX_COMPONENTS)


# Where the types that hold others keep them; elsewhere such a key is unknown and means nothing.
HOLDS_MANY = (1, 9, 17)
HOLDS_ONE = {9: "accessory", 18: "component"}


def walk(nodes: list[Any] | None, path: Path) -> Iterator[tuple[Path, Node]]:
    """Every component with its place, the nested ones and accessories too."""
    for index, node in enumerate(nodes or []):
        yield from _walk_one(node, (*path, index))


def _walk_one(node: Node, path: Path) -> Iterator[tuple[Path, Node]]:
    yield path, node
    if node["type"] in HOLDS_MANY:
        yield from walk(node["components"], (*path, "components"))
    if node["type"] in HOLDS_ONE:
        key = HOLDS_ONE[node["type"]]
        yield from _walk_one(node[key], (*path, key))


def text_displays(nodes: list[Any] | None) -> list[str]:
    return [node["content"] for _, node in walk(nodes, ()) if node["type"] == TEXT_DISPLAY_TYPE]


def is_id(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def identity_faults(nodes: list[Any] | None, path: Path) -> Iterator[Fault]:
    """Neither a custom_id nor an id other than 0 may stand twice in one message or modal."""
    found = list(walk(nodes, path))
    customs = [((*p, "custom_id"), n["custom_id"]) for p, n in found if is_id(n.get("custom_id"))]
    message = "Component custom id cannot be duplicated"
    yield from repeats(customs, "COMPONENT_CUSTOM_ID_DUPLICATED", message)
    numbers = [((*p, "id"), n["id"]) for p, n in found if n.get("id")]
    yield from repeats(numbers, "SANDBOX_COMPONENT_ID", "Component id must be unique")


def total_faults(nodes: list[Any] | None, path: Path) -> Iterator[Fault]:
    if sum(1 for _ in walk(nodes, path)) > MAX_COMPONENTS:
        message = f"Total number of components cannot exceed {MAX_COMPONENTS}"
        yield Fault(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    if sum(map(len, text_displays(nodes))) > MAX_TEXT:
        message = f"Components displayable text size exceeds maximum size of {MAX_TEXT}"
        yield Fault(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
