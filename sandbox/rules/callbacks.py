"""The first answer to an interaction: which kinds are allowed, and what each of them carries."""

from collections.abc import Collection
from typing import Any

from sandbox.rules.commands import CHOICE
from sandbox.rules.messages import FLAGS, message_violations, unsettable_violations
from sandbox.rules.modals import modal_violations
from sandbox.rules.shapes import Items, Record, Whole
from sandbox.rules.violations import Violation, not_among, required, under

PONG, MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9

# A modal's submission may update the message whose component opened it, but opens no modal.
ANSWERS = {
    1: (PONG,),
    2: (MESSAGE, DEFERRED_MESSAGE, MODAL),
    3: (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, MODAL),
    4: (CHOICES,),
    5: (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE),
}
NEEDS_DATA = (MESSAGE, CHOICES, MODAL)

CALLBACK = Record({"type": Whole(), "data": Record({})}, needed=("type",))
DEFERRED = Record(
    {"flags": FLAGS}, laws=(lambda data, path: unsettable_violations(data.get("flags")),)
)
AUTOCOMPLETE = Record({"choices": Items(CHOICE, 0, 25)}, needed=("choices",))


def callback_violations(
    payload: dict[str, Any],
    files: Collection[str],
    *,
    interaction_type: int,
    was_v2: bool = False,
    attached: Collection[str] = (),
) -> list[Violation]:
    """Check an answer; `was_v2` and `attached` describe the message that was pressed."""
    violations = list(CALLBACK.violations(payload, ()))
    if violations:
        return violations
    allowed = ANSWERS.get(interaction_type, ())
    kind, data = payload["type"], payload.get("data")
    if kind not in allowed:
        return [not_among(("type",), allowed)]
    if data is None:
        return [required(("data",))] if kind in NEEDS_DATA else []
    if kind == UPDATE:
        inner = message_violations(data, files, is_edit=True, was_v2=was_v2, attached=attached)
        return under(("data",), inner)
    return under(("data",), data_violations(kind, data, files))


def data_violations(kind: int, data: dict[str, Any], files: Collection[str]) -> list[Violation]:
    if kind == MESSAGE:
        return message_violations(data, files)
    if kind == MODAL:
        return modal_violations(data)
    shape = {DEFERRED_MESSAGE: DEFERRED, CHOICES: AUTOCOMPLETE}.get(kind)
    return list(shape.violations(data, ())) if shape else []
