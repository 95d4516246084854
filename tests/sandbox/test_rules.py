"""Faults make one error body, and no payload breaks the rules' own code."""

import copy
import json

from hypothesis import given
from hypothesis import strategies as st

from sandbox.rules import (
    Violation,
    callback_violations,
    command_violations,
    error_body,
    message_violations,
    modal_violations,
)
from tests.sandbox.rules.test_callbacks import ALLOWED, BAD_CALLBACKS
from tests.sandbox.rules.test_commands import BAD_COMMANDS
from tests.sandbox.rules.test_components import BAD_COMPONENTS
from tests.sandbox.rules.test_messages import BAD_MESSAGES, SOUND_MESSAGES
from tests.sandbox.rules.test_modals import BAD_MODALS


def test_the_error_body_nests_the_faults_by_their_paths():
    faults = [
        Violation(("components", 0, "custom_id"), "A", "a"),
        Violation(("components", 0, "custom_id"), "B", "b"),
        Violation((), "C", "c"),
    ]
    assert error_body(faults) == {
        "code": 50035,
        "message": "Invalid Form Body",
        "errors": {
            "components": {
                "0": {
                    "custom_id": {
                        "_errors": [{"code": "A", "message": "a"}, {"code": "B", "message": "b"}]
                    }
                }
            },
            "_errors": [{"code": "C", "message": "c"}],
        },
    }


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 30)
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "a", "attachment://x", "https://x", "²", "\ud800", "x" * 5000]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "components", "custom_id", "url", "options", "name"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=6,
)
TABLES = (BAD_MESSAGES, BAD_COMPONENTS, BAD_MODALS, BAD_CALLBACKS, BAD_COMMANDS)
SEEDS = [*(payload for table in TABLES for payload, *_ in table.values()), *SOUND_MESSAGES.values()]


KEYS = (
    "accessory",
    "allowed_mentions",
    "attachments",
    "autocomplete",
    "channel_types",
    "choices",
    "component",
    "components",
    "content",
    "custom_id",
    "default_values",
    "description",
    "disabled",
    "embeds",
    "file",
    "flags",
    "id",
    "items",
    "label",
    "max_length",
    "max_value",
    "max_values",
    "media",
    "min_length",
    "min_value",
    "min_values",
    "options",
    "required",
    "type",
    "url",
    "value",
)


def places(node, path=()):
    """Every place in a payload, and those where a key could be added."""
    yield path
    if isinstance(node, dict):
        yield from ((*path, key) for key in KEYS if key not in node)
    children = enumerate(node) if isinstance(node, list) else ()
    for key, value in node.items() if isinstance(node, dict) else children:
        yield from places(value, (*path, key))


def replaced(node, path, value):
    if not path:
        return value
    whole = copy.deepcopy(node)
    inner = whole
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return whole


@given(data=st.data())
def test_no_mutation_makes_the_rules_stumble(data):
    payload = data.draw(st.sampled_from(SEEDS))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(places(payload))))
        payload = replaced(payload, path, data.draw(JUNK))
    faults = [
        *message_violations(payload, ["board.png"]),
        *message_violations(payload, [], is_edit=True, was_v2=True),
        *modal_violations(payload),
        *command_violations(payload),
        *(
            fault
            for kind in ALLOWED
            for fault in callback_violations(payload, [], interaction_type=kind)
        ),
    ]
    assert json.dumps(error_body(faults))
