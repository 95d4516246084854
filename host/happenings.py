"""What happens at tables, a line each, for the person who runs the bot and for moderators."""

from enum import StrEnum
from typing import Any

from host.outbox import MessageKind
from host.records import About, Table
from host.unit_of_work import UnitOfWork

BEGUN = "begun"  # the first line of a server's log


class Happening(StrEnum):
    OPENED = "table opened"
    STARTED = "game started"
    ENDED = "game ended"
    CLOSED = "table closed"
    ASKED = "vote opened"
    DECIDED = "table decided"


def happened(uow: UnitOfWork, table: Table, what: Happening, **facts: Any) -> None:
    """For the bot's own log, after the commit, and for the server's log channel, if it has one.

    Facts are words and numbers, never a name or a card.
    """
    place = {"table": table.id, "game": table.game.id, "channel": table.channel or "private"}
    if (channel := uow.store.log_channel_of(table.id)) is not None:
        body = {"what": what, **place, **facts}
        uow.store.queue_message(About(), MessageKind.LOGGED, channel, None, body)
    uow.to_log.append((what, {**place, **facts}))


def choose_log(uow: UnitOfWork, server: int, channel: int | None) -> None:
    """Where a server reads what happens at its tables; None: nowhere."""
    uow.store.set_log_channel(server, channel)
    if channel is not None:
        body = {"what": BEGUN}
        uow.store.queue_message(About(), MessageKind.LOGGED, channel, None, body)
