"""The first answer to an interaction: which kinds may follow which, and what they carry."""

from collections.abc import Collection
from typing import Any

from sandbox.rules.commands import CHOICE
from sandbox.rules.faults import Fault, not_among, required, under
from sandbox.rules.messages import FLAGS, message_faults, unsettable_faults
from sandbox.rules.modals import modal_faults
from sandbox.rules.shapes import Items, Record, Whole

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
DEFERRED = Record({"flags": FLAGS}, laws=(lambda data, path: unsettable_faults(data.get("flags")),))
AUTOCOMPLETE = Record({"choices": Items(CHOICE, 0, 25)}, needed=("choices",))


def callback_faults(
    payload: dict[str, Any],
    files: Collection[str],
    *,
    interaction_type: int,
    was_v2: bool = False,
    kept: Collection[str] = (),
) -> list[Fault]:
    """`was_v2` and `kept` tell of the message that the pressed component belongs to."""
    found = list(CALLBACK.faults(payload, ()))
    if found:
        return found
    allowed = ANSWERS.get(interaction_type, ())
    kind, data = payload["type"], payload.get("data")
    if kind not in allowed:
        return [not_among(("type",), allowed)]
    if data is None:
        return [required(("data",))] if kind in NEEDS_DATA else []
    if kind == UPDATE:
        inner = message_faults(data, files, is_edit=True, was_v2=was_v2, kept=kept)
        return under(("data",), inner)
    return under(("data",), data_faults(kind, data, files))


def data_faults(kind: int, data: dict[str, Any], files: Collection[str]) -> list[Fault]:
    if kind == MESSAGE:
        return message_faults(data, files)
    if kind == MODAL:
        return modal_faults(data)
    shape = {DEFERRED_MESSAGE: DEFERRED, CHOICES: AUTOCOMPLETE}.get(kind)
    return list(shape.faults(data, ())) if shape else []
