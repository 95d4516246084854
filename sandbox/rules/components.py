"""The components of a message: rows, buttons, sections, galleries, containers."""

from collections.abc import Iterator
from typing import Any

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
from sandbox.rules.violations import Path, Violation, repeats, required
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


def button_violations(button: Node, path: Path) -> Iterator[Violation]:
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
            yield Violation((*path, key), "SANDBOX_BUTTON_STYLE", message)


def row_violations(row: Node, path: Path) -> Iterator[Violation]:
    """Check that a select is alone in its row."""
    children = row["components"]
    if any(child["type"] in SELECTS for child in children):
        for index in range(1, len(children)):
            message = "The specified component exceeds the maximum width"
            yield Violation(
                (*path, "components", index), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message
            )


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
    laws=(button_violations,),
)
ROW = widget(
    {"components": Items(Kinds({2: BUTTON, **SELECTS}), 1, 5)},
    needed=("components",),
    laws=(row_violations,),
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
    """Yield every component with its path, nested ones and accessories too."""
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


def identity_violations(nodes: list[Any] | None, path: Path) -> Iterator[Violation]:
    """Check that no custom_id, and no id but 0, is used twice in a message or form."""
    places = list(walk(nodes, path))
    customs = [((*p, "custom_id"), n["custom_id"]) for p, n in places if is_id(n.get("custom_id"))]
    message = "Component custom id cannot be duplicated"
    yield from repeats(customs, "COMPONENT_CUSTOM_ID_DUPLICATED", message)
    numbers = [((*p, "id"), n["id"]) for p, n in places if n.get("id")]
    yield from repeats(numbers, "SANDBOX_COMPONENT_ID", "Component id must be unique")


def total_violations(nodes: list[Any] | None, path: Path) -> Iterator[Violation]:
    if sum(1 for _ in walk(nodes, path)) > MAX_COMPONENTS:
        message = f"Total number of components cannot exceed {MAX_COMPONENTS}"
        yield Violation(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    if sum(map(len, text_displays(nodes))) > MAX_TEXT:
        message = f"Components displayable text size exceeds maximum size of {MAX_TEXT}"
        yield Violation(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
