"""Reports what happens at tables: one line each for the log, and for a server's moderators."""

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
    RESTS = "table rests"  # its rules are not known any more: it is on hold
    WOKEN = "table goes on"
    DAMAGED = "table closed as damaged"


LOGGED = {Happening.RESTS: "table on hold"}  # where the bot's log has another word


def report(uow: UnitOfWork, table: Table, what: Happening, **facts: Any) -> None:
    """Write a line for the bot's log, after the commit, and for the server's log channel.

    Facts are words and numbers, never a name or a card.
    """
    place = {"table": table.id, "game": table.game.id, "channel": table.channel or "private"}
    _post(uow, table.id, {"what": what, **place, **facts})
    uow.to_log.append((LOGGED.get(what, what), _as_people_count({**place, **facts})))


def _as_people_count(facts: dict[str, Any]) -> dict[str, Any]:
    """A proposal about a seat becomes two facts, with the number that players see."""
    matter, _, seat = str(facts.get("matter", "")).partition(" ")
    return {**facts, "matter": matter, "seat": int(seat) + 1} if seat else facts


def report_damage(uow: UnitOfWork, table_id: int, channel: int | None, why: str) -> None:
    """Report that a table's record can't be read. Only the host is told what is damaged."""
    place = {"table": table_id, "channel": channel or "private"}
    _post(uow, table_id, {"what": Happening.DAMAGED, **place})
    uow.to_log.append((Happening.DAMAGED, {**place, "why": why}))


def _post(uow: UnitOfWork, table_id: int, body: dict[str, Any]) -> None:
    if place := uow.store.log_of(table_id):
        server, channel = place
        uow.store.queue_message(About(), MessageKind.LOGGED, channel, None, body, server)


def choose_log(uow: UnitOfWork, server: int, channel: int | None) -> None:
    """Choose the channel for a server's log; None switches it off."""
    uow.store.set_log_channel(server, channel)
    if channel is not None:
        body = {"what": BEGUN}
        uow.store.queue_message(About(), MessageKind.LOGGED, channel, None, body, server)
