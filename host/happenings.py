"""Reports what happens at tables: a line each in the log, and in a server's log channel."""

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
    WITHDRAWN = "vote withdrawn"
    EXPIRED = "vote expired"
    REJECTED = "vote did not pass"
    DECIDED = "table decided"
    RESTS = "table rests"  # its rules are no longer known: it is on hold
    WOKEN = "table goes on"
    DAMAGED = "table closed as damaged"


LOGGED = {Happening.RESTS: "table on hold"}  # where the bot's log says it differently


def report(uow: UnitOfWork, table: Table, what: Happening, **facts: Any) -> None:
    """Report something to the bot's log, after the commit, and to the server's log channel.

    Facts are words and numbers, never a name or a card.
    """
    place = {"table": table.id, "game": table.game.id, "channel": table.channel or "private"}
    _post(uow, table.id, {"what": what, **place, **facts})
    uow.to_log.append((LOGGED.get(what, what), _as_people_count({**place, **facts})))


def _as_people_count(facts: dict[str, Any]) -> dict[str, Any]:
    """Split a proposal about a seat into two facts, with the seat's number as players see it."""
    matter, _, seat = str(facts.get("matter", "")).partition(" ")
    return {**facts, "matter": matter, "seat": int(seat) + 1} if seat else facts


def report_damage(uow: UnitOfWork, table_id: int, channel: int | None, why: str) -> None:
    """Report that a table's record can't be read. Only the host learns what is damaged."""
    place = {"table": table_id, "channel": channel or "private"}
    _post(uow, table_id, {"what": Happening.DAMAGED, **place})
    uow.to_log.append((Happening.DAMAGED, {**place, "why": why}))


def _post(uow: UnitOfWork, table_id: int, body: dict[str, Any]) -> None:
    if place := uow.store.log_of(table_id):
        server, channel = place
        uow.store.queue_message(About(), MessageKind.LOGGED, channel, None, body, server)


def choose_log(uow: UnitOfWork, server: int, channel: int | None) -> None:
    """Choose the channel of a server's log; None turns the log off."""
    uow.store.set_log_channel(server, channel)
    if channel is not None:
        body = {"what": BEGUN}
        uow.store.queue_message(About(), MessageKind.LOGGED, channel, None, body, server)
