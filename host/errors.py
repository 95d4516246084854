"""What can go wrong, each with the sentence a person reads."""

from engine.kernel.refusal import Refused


class Unsaved(Exception):
    """The database could not take it; nothing was changed."""

    def __init__(self, why: str) -> None:
        super().__init__(f"Nothing was saved: {why}. Please try again in a moment.")


class Damaged(Exception):
    """A table's stored record contradicts itself; `str()` says where, for the operator."""


class CannotOpen(Exception):
    """The database cannot be used at all; `str()` tells the operator what to do."""


class ChannelTaken(Refused):
    """A table is already open in this channel."""

    def __init__(self, table_id: int) -> None:
        super().__init__("A table is already open in this channel; finish or close it first.")
        self.table_id = table_id
