"""What is open in a player's panel; it stays open while others change the table."""

from dataclasses import dataclass

from engine.kernel.codes import Action

ASKED = 9999  # in the place of a page: the question that stands before this very action


@dataclass(frozen=True, slots=True)
class Opened:
    """A beginning of codes whose list is open, a page of that list, and a picked piece."""

    path: Action = ()
    page: int = 0
    piece: str | int | None = None  # the word of the piece that was picked or placed last


CLOSED = Opened()
