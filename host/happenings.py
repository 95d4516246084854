"""What happens at tables, a line each, for the person who runs the bot."""

from enum import StrEnum
from typing import Any

from host.records import Table
from host.unit_of_work import UnitOfWork


class Happening(StrEnum):
    OPENED = "table opened"
    STARTED = "game started"
    ENDED = "game ended"
    CLOSED = "table closed"
    DECIDED = "table decided"


def happened(uow: UnitOfWork, table: Table, what: Happening, **facts: Any) -> None:
    """For the log, after the commit; facts are words and numbers, never a name or a card."""
    place = {"table": table.id, "game": table.game.id, "channel": table.channel or "private"}
    uow.to_log.append((what, {**place, **facts}))
