"""Which answer fits which interaction, and what it may carry."""

from sandbox.rules import callback_violations
from testing.every import with_every
from testing.payloads import (
    LENGTH,
    LONG,
    NEEDED,
    classic,
    found,
    text,
)
from tests.sandbox.rules.test_modals import MODAL

SLASH, PRESS, TYPING, SUBMIT = 2, 3, 4, 5
DATA = {
    1: None,
    4: classic(),
    5: {"flags": 64},
    6: None,
    7: classic(),
    8: {"choices": []},
    9: MODAL,
}
ALLOWED = {1: {1}, SLASH: {4, 5, 9}, PRESS: {4, 5, 6, 7, 9}, TYPING: {8}, SUBMIT: {4, 5, 6, 7}}


@with_every("interaction_type", ALLOWED)
@with_every("kind", [*DATA, 12])
def test_an_interaction_is_answered_only_by_what_fits_it(interaction_type, kind):
    payload = {"type": kind, "data": DATA.get(kind)}
    faults = callback_violations(payload, [], interaction_type=interaction_type)
    wrong = [(("type",), "BASE_TYPE_CHOICES")]
    assert found(faults) == ([] if kind in ALLOWED[interaction_type] else wrong)


BAD_CALLBACKS = {
    "no type": ({}, SLASH, ("type",), NEEDED),
    "message without data": ({"type": 4}, SLASH, ("data",), NEEDED),
    "modal without data": ({"type": 9}, SLASH, ("data",), NEEDED),
    "data of text": ({"type": 4, "data": "x"}, SLASH, ("data",), "MODEL_TYPE_CONVERT"),
    "long message": (
        {"type": 4, "data": classic(content="x" * 2001)},
        SLASH,
        ("data", "content"),
        LONG,
    ),
    "empty message": ({"type": 4, "data": {}}, SLASH, ("data",), "SANDBOX_MESSAGE_EMPTY"),
    "long update": ({"type": 7, "data": {"content": "x" * 2001}}, PRESS, ("data", "content"), LONG),
    "deferred and loading": (
        {"type": 5, "data": {"flags": 128}},
        SLASH,
        ("data", "flags"),
        "SANDBOX_FLAGS",
    ),
    "long title": (
        {"type": 9, "data": {**MODAL, "title": "x" * 46}},
        PRESS,
        ("data", "title"),
        LENGTH,
    ),
    "no choices": ({"type": 8, "data": {}}, TYPING, ("data", "choices"), NEEDED),
    "26 choices": (
        {"type": 8, "data": {"choices": [{"name": "a", "value": 1}] * 26}},
        TYPING,
        ("data", "choices"),
        LONG,
    ),
    "choice without name": (
        {"type": 8, "data": {"choices": [{"name": "", "value": 1}]}},
        TYPING,
        ("data", "choices", 0, "name"),
        LENGTH,
    ),
    "choice of 101": (
        {"type": 8, "data": {"choices": [{"name": "a", "value": "x" * 101}]}},
        TYPING,
        ("data", "choices", 0, "value"),
        LONG,
    ),
    "choice of truth": (
        {"type": 8, "data": {"choices": [{"name": "a", "value": True}]}},
        TYPING,
        ("data", "choices", 0, "value"),
        "STRING_TYPE_CONVERT",
    ),
}


@with_every("name", BAD_CALLBACKS)
def test_an_answer_is_refused_where_it_breaks_a_rule(name):
    payload, interaction_type, path, code = BAD_CALLBACKS[name]
    faults = callback_violations(payload, [], interaction_type=interaction_type)
    assert found(faults) == [(path, code)]


def test_an_update_keeps_the_rules_of_its_message():
    payload = {"type": 7, "data": {"components": [text()]}}
    assert callback_violations(payload, [], interaction_type=PRESS, was_v2=True) == []
    assert callback_violations(payload, [], interaction_type=PRESS)
