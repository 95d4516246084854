"""Each rule of modals refuses its own fault at the right place."""

from sandbox.rules import modal_violations
from testing.every import with_every
from testing.payloads import (
    C0,
    KIND,
    LEAST,
    LENGTH,
    LONG,
    MOST,
    NEEDED,
    R0,
    button,
    container,
    found,
    options,
    row,
    select,
    text,
)

MODAL = {
    "custom_id": "m",
    "title": "Offer",
    "components": [
        {"type": 18, "label": "How much?", "component": {"type": 4, "custom_id": "t", "style": 1}}
    ],
}


def label(component, **more):
    return {"type": 18, "label": "How much?", "component": component, **more}


def text_input(**more):
    return {"type": 4, "custom_id": "t", "style": 1, **more}


def modal(*components, **more):
    return {"custom_id": "m", "title": "Offer", "components": list(components), **more}


INPUT = (*C0, "component")

BAD_MODALS = {
    "no title": (modal(text(), title=""), ("title",), LENGTH),
    "title of 46": (modal(text(), title="x" * 46), ("title",), LENGTH),
    "no custom_id": (modal(text(), custom_id=None), ("custom_id",), NEEDED),
    "custom_id of 101": (modal(text(), custom_id="x" * 101), ("custom_id",), LENGTH),
    "no components": (modal(), ("components",), LENGTH),
    "six components": (modal(*[text()] * 6), ("components",), LENGTH),
    "a button": (modal(row(button())), R0, KIND),
    "a container": (modal(container(text())), C0, KIND),
    "a select in a row": (modal(row(select())), R0, KIND),
    "two inputs in a row": (
        modal(row(text_input(label="A"), text_input(label="B", custom_id="u"))),
        (*C0, "components"),
        LENGTH,
    ),
    "an input in a row without label": (modal(row(text_input())), (*R0, "label"), NEEDED),
    "label of 46": (modal(label(text_input(), label="x" * 46)), (*C0, "label"), LENGTH),
    "description of 101": (
        modal(label(text_input(), description="x" * 101)),
        (*C0, "description"),
        LENGTH,
    ),
    "label of nothing": (modal(label(None)), (*C0, "component"), NEEDED),
    "label of text": (modal(label(text())), INPUT, KIND),
    "label twice": (modal(label(text_input(label="A"))), (*INPUT, "label"), "SANDBOX_LABEL_TWICE"),
    "style of three": (
        modal(label(text_input(style=3))),
        (*INPUT, "style"),
        "BASE_TYPE_CHOICES",
    ),
    "value of 4001": (modal(label(text_input(value="x" * 4001))), (*INPUT, "value"), LONG),
    "value above its most": (
        modal(label(text_input(value="xxx", max_length=2))),
        (*INPUT, "value"),
        LONG,
    ),
    "value below its least": (
        modal(label(text_input(value="x", min_length=2))),
        (*INPUT, "value"),
        "BASE_TYPE_MIN_LENGTH",
    ),
    "least of 4001": (modal(label(text_input(min_length=4001))), (*INPUT, "min_length"), MOST),
    "most of nothing": (modal(label(text_input(max_length=0))), (*INPUT, "max_length"), LEAST),
    "least above most": (
        modal(label(text_input(min_length=3, max_length=2))),
        (*INPUT, "min_length"),
        MOST,
    ),
    "placeholder of 101": (
        modal(label(text_input(placeholder="x" * 101))),
        (*INPUT, "placeholder"),
        LONG,
    ),
    "custom_id twice": (
        modal(label(text_input()), label(text_input())),
        ("components", 1, "component", "custom_id"),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "disabled": (
        modal(label(select(disabled=True))),
        (*INPUT, "disabled"),
        "SANDBOX_DISABLED_IN_MODAL",
    ),
    "required of none": (modal(label(select(min_values=0))), (*INPUT, "min_values"), LEAST),
    "eleven files": (
        modal(label({"type": 19, "custom_id": "f", "max_values": 11})),
        (*INPUT, "max_values"),
        MOST,
    ),
    "radio of one": (
        modal(label({"type": 21, "custom_id": "r", "options": options(1)})),
        (*INPUT, "options"),
        LENGTH,
    ),
    "eleven boxes": (
        modal(label({"type": 22, "custom_id": "b", "options": options(11)})),
        (*INPUT, "options"),
        LENGTH,
    ),
    "box of text": (
        modal(label({"type": 23, "custom_id": "b", "default": "yes"})),
        (*INPUT, "default"),
        "BOOLEAN_TYPE_CONVERT",
    ),
}


@with_every("name", BAD_MODALS)
def test_a_modal_is_refused_where_it_breaks_a_rule(name):
    payload, path, code = BAD_MODALS[name]
    assert found(modal_violations(payload)) == [(path, code)]


def test_a_sound_modal_passes():
    legacy = row(text_input(custom_id="old", label="Old"))
    free = select("free", min_values=0, required=False, disabled=False)
    assert modal_violations(MODAL) == []
    assert modal_violations(modal(text(), label(text_input(label=None)), label(free), legacy)) == []
