"""Each rule of components refuses its own fault at the right place."""

from sandbox.rules import message_violations
from testing.every import with_every
from testing.payloads import (
    C0,
    ITEM,
    KIND,
    LEAST,
    LEGACY,
    LENGTH,
    LONG,
    MOST,
    NEEDED,
    NOT_FOUND,
    R0,
    button,
    classic,
    container,
    found,
    gallery,
    link,
    options,
    picture,
    row,
    section,
    select,
    text,
    v2,
)

BAD_CLASSIC = {
    "six rows": (classic(*[row(button(str(i))) for i in range(6)]), ("components",), LONG),
    "empty row": (classic(row()), (*C0, "components"), LENGTH),
    "six buttons": (
        classic(row(*[button(str(i)) for i in range(6)])),
        (*C0, "components"),
        LENGTH,
    ),
    "select beside a button": (
        classic(row(button(), select())),
        (*C0, "components", 1),
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "text input in a message": (classic(row({"type": 4})), R0, KIND),
    "button outside a row": (classic(button()), C0, KIND),
    "no type": (classic({}), C0, KIND),
    "label of 81": (classic(row(button(label="x" * 81))), (*R0, "label"), LONG),
    "no label, no emoji": (classic(row(button(label=None))), (*R0, "label"), NEEDED),
    "unknown style": (classic(row(button(style=7))), (*R0, "style"), "BASE_TYPE_CHOICES"),
    "no style": (classic(row(button(style=None))), (*R0, "style"), NEEDED),
    "no custom_id": (classic(row(button(None))), (*R0, "custom_id"), NEEDED),
    "empty custom_id": (classic(row(button(""))), (*R0, "custom_id"), LENGTH),
    "custom_id of 101": (classic(row(button("x" * 101))), (*R0, "custom_id"), LENGTH),
    "custom_id twice": (
        classic(row(button()), row(button())),
        ("components", 1, "components", 0, "custom_id"),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "id twice": (
        classic(row(button("a", id=4), button("b", id=4))),
        (*C0, "components", 1, "id"),
        "SANDBOX_COMPONENT_ID",
    ),
    "url on a plain button": (
        classic(row(button(url="https://example.org"))),
        (*R0, "url"),
        "SANDBOX_BUTTON_STYLE",
    ),
    "link without url": (classic(row(link(url=None))), (*R0, "url"), NEEDED),
    "link with custom_id": (
        classic(row(link(custom_id="a"))),
        (*R0, "custom_id"),
        "SANDBOX_BUTTON_STYLE",
    ),
    "link that is none": (classic(row(link(url="x"))), (*R0, "url"), "URL_TYPE_INVALID_URL"),
    "premium without sku": (classic(row({"type": 2, "style": 6})), (*R0, "sku_id"), NEEDED),
    "premium with label": (
        classic(row({"type": 2, "style": 6, "sku_id": "1", "label": "x"})),
        (*R0, "label"),
        "SANDBOX_BUTTON_STYLE",
    ),
    "emoji of nothing": (classic(row(button(emoji={}))), (*R0, "emoji", "name"), NEEDED),
    "no options": (classic(row(select(options=None))), (*R0, "options"), NEEDED),
    "empty options": (classic(row(select(options=[]))), (*R0, "options"), LENGTH),
    "26 options": (classic(row(select(options=options(26)))), (*R0, "options"), LENGTH),
    "option label": (
        classic(row(select(options=[{"label": "x" * 101, "value": "v"}]))),
        (*R0, "options", 0, "label"),
        LENGTH,
    ),
    "option value": (
        classic(row(select(options=[{"label": "l", "value": "x" * 101}]))),
        (*R0, "options", 0, "value"),
        LENGTH,
    ),
    "option description": (
        classic(row(select(options=[{"label": "l", "value": "v", "description": "x" * 101}]))),
        (*R0, "options", 0, "description"),
        LONG,
    ),
    "option twice": (
        classic(row(select(options=options(2) + options(1)))),
        (*R0, "options", 2, "value"),
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "more may be chosen than there are": (
        classic(row(select(max_values=4))),
        (*R0, "options"),
        "BASE_TYPE_MIN_LENGTH",
    ),
    "least above most": (classic(row(select(min_values=2))), (*R0, "min_values"), MOST),
    "most of nothing": (classic(row(select(max_values=0))), (*R0, "max_values"), LEAST),
    "most of 26": (classic(row(select(max_values=26))), (*R0, "max_values"), MOST),
    "two defaults of one": (
        classic(row(select(options=[{**each, "default": True} for each in options(2)]))),
        (*R0, "options"),
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    "placeholder": (classic(row(select(placeholder="x" * 151))), (*R0, "placeholder"), LONG),
    "default of another kind": (
        classic(row({"type": 5, "custom_id": "u", "default_values": [{"id": 1, "type": "role"}]})),
        (*R0, "default_values", 0, "type"),
        "BASE_TYPE_CHOICES",
    ),
    "too many default users": (
        classic(
            row(
                {
                    "type": 5,
                    "custom_id": "u",
                    "default_values": [{"id": i, "type": "user"} for i in range(2)],
                }
            )
        ),
        (*R0, "default_values"),
        LENGTH,
    ),
}

BAD_V2 = {
    "text display without the flag": (classic(text()), C0, KIND),
    "container without the flag": (classic(container(text())), C0, KIND),
    "content with the flag": (v2(text(), content="Hi"), ("content",), LEGACY),
    "embeds with the flag": (v2(text(), embeds=[{"title": "x"}]), ("embeds",), LEGACY),
    "poll with the flag": (v2(text(), poll={"question": {}}), ("poll",), LEGACY),
    "stickers with the flag": (v2(text(), sticker_ids=["1"]), ("sticker_ids",), LEGACY),
    "no components with the flag": (v2(), ("components",), NEEDED),
    "41 components at the top": (v2(*[text()] * 41), ("components",), LONG),
    "41 components in all": (
        v2(container(*[text()] * 20), container(*[text()] * 19)),
        ("components",),
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "4001 characters in all": (
        v2(text("x" * 2001), container(section(text("x" * 2000)))),
        ("components",),
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "empty text display": (v2(text("")), (*C0, "content"), LENGTH),
    "section without text": (v2(section()), (*C0, "components"), LENGTH),
    "section of four": (v2(section(*[text()] * 4)), (*C0, "components"), LENGTH),
    "section of a button": (v2(section(button("b"))), R0, KIND),
    "section without accessory": (v2(section(text(), accessory=None)), (*C0, "accessory"), NEEDED),
    "accessory of text": (v2(section(text(), accessory=text())), (*C0, "accessory"), KIND),
    "dangling thumbnail": (
        v2(section(text(), accessory={"type": 11, **picture("attachment://lost.png")})),
        (*C0, "accessory", "media", "url"),
        NOT_FOUND,
    ),
    "thumbnail from nowhere": (
        v2(section(text(), accessory={"type": 11, **picture("board.png")})),
        (*C0, "accessory", "media", "url"),
        "URL_TYPE_INVALID_URL",
    ),
    "thumbnail at the top": (v2({"type": 11, **picture()}), C0, KIND),
    "empty gallery": (v2(gallery()), (*C0, "items"), LENGTH),
    "gallery of eleven": (v2(gallery(*[picture()] * 11)), (*C0, "items"), LENGTH),
    "alt text of 1025": (
        v2(gallery(picture(description="x" * 1025))),
        (*ITEM, "description"),
        LENGTH,
    ),
    "dangling gallery": (
        v2(gallery(picture("attachment://lost.png"))),
        (*ITEM, "media", "url"),
        NOT_FOUND,
    ),
    "file from the web": (
        v2({"type": 13, "file": {"url": "https://example.org/x.txt"}}),
        (*C0, "file", "url"),
        "URL_TYPE_INVALID_SCHEME",
    ),
    "dangling file": (
        v2({"type": 13, "file": {"url": "attachment://lost.txt"}}),
        (*C0, "file", "url"),
        NOT_FOUND,
    ),
    "spacing of three": (v2({"type": 14, "spacing": 3}), (*C0, "spacing"), "BASE_TYPE_CHOICES"),
    "divider of one": (v2({"type": 14, "divider": 1}), (*C0, "divider"), "BOOLEAN_TYPE_CONVERT"),
    "empty container": (v2(container()), (*C0, "components"), LENGTH),
    "container in a container": (v2(container(container(text()))), R0, KIND),
    "accent color": (v2(container(text(), accent_color=1 << 24)), (*C0, "accent_color"), MOST),
    "negative color": (v2(container(text(), accent_color=-1)), (*C0, "accent_color"), LEAST),
}

BAD_COMPONENTS = BAD_CLASSIC | BAD_V2


@with_every("name", BAD_COMPONENTS)
def test_a_component_is_refused_where_it_breaks_a_rule(name):
    payload, path, code = BAD_COMPONENTS[name]
    assert found(message_violations(payload, ["board.png"])) == [(path, code)]
