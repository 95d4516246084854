"""What somebody has opened in their panel; it stays open when others change the table."""

from dataclasses import dataclass

from engine.kernel.codes import Action
from host.views import TableView

ASIDE: Action = ("aside",)  # opened: what can be done beside the game
ASKED = 9999  # instead of a page: the question before this very action


@dataclass(frozen=True, slots=True)
class Opened:
    """What is open in a panel: the beginning of a list's codes, its page, and a picked piece.

    If it is a plan, the list is what can be added to it.
    """

    path: Action = ()
    page: int = 0
    piece: str | int | None = None  # the word of the piece that was picked or placed last
    is_plan: bool = False


CLOSED = Opened()


def is_aside(seen: TableView, opened: Opened) -> bool:
    """Whether the open list is something to do beside the game."""
    path = opened.path
    return path == ASIDE or bool(path and path[0] in seen.table.game.aside_verbs)
