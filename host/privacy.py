"""Everything stored about one person: exports it as text, or deletes it for good."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from engine import GAMES
from engine.kernel.refusal import Refused
from host import lobby, outbox, seating
from host.caller import Caller
from host.errors import FAULTS, Damaged
from host.log_facts import facts
from host.notes import HostEventKind, note
from host.quarantine import quarantine_table
from host.records import Phase, User
from host.settings import settings_of
from host.unit_of_work import UnitOfWork
from host.votes import OF_A_SEAT, Proposal

NOTHING = "I don't store anything about you."
log = logging.getLogger(__name__)


def is_known(uow: UnitOfWork, user: int) -> bool:
    return uow.store.is_known(user)


# Forgetting


def forget(uow: UnitOfWork, user: int) -> None:
    """Delete a person: they leave all lobbies, and all seats for good."""
    for table_id, _ in uow.store.seats_in(user, Phase.LOBBY):
        with _whatever_is_damaged(uow, table_id):
            lobby.leave(uow, table_id, Caller(User(user, "")))
    running = uow.store.seats_in(user, Phase.PLAYING)
    uow.store.erase(user)
    for table_id, seat in running:
        _go_on(uow, table_id, seat)


def _go_on(uow: UnitOfWork, table_id: int, seat: int) -> None:
    """Let the others play on, with an autopilot in the seat."""
    with _whatever_is_damaged(uow, table_id):
        table = uow.table(table_id)
        note(uow, table, HostEventKind.FORGOTTEN, seat)
        if _drop_votes(uow, table_id, seat):
            outbox.show_votes(uow.store, table)
        seating.after_seat_change(uow, table_id)


def _drop_votes(uow: UnitOfWork, table_id: int, seat: int) -> bool:
    """Delete the seat's votes, and all votes about it; return whether there were any."""
    asked = {Proposal(subject, seat).text for subject in OF_A_SEAT}
    gone = asked & {*uow.store.votes(table_id)}
    for text in gone:
        uow.store.drop_vote(table_id, text)
    return bool(uow.store.drop_votes_of(table_id, seat) or gone)


@contextmanager
def _whatever_is_damaged(uow: UnitOfWork, table_id: int) -> Iterator[None]:
    """Ignore a fault at one table: a damaged table must not stop the erasing."""
    try:
        yield
    except Damaged as damage:
        quarantine_table(uow, table_id, str(damage))
    except FAULTS as fault:
        kind = type(fault).__name__  # its trace would keep a statement open, and the file dirty
        known = facts(table=table_id, why=kind)
        log.error("could not note at a table that a player was erased", extra=known)


# What there is


def actions_of(uow: UnitOfWork, user: int) -> int:
    """Count the actions of an export before any of them is read."""
    return uow.store.count_moves(user)


def export(uow: UnitOfWork, user: int) -> str:
    """Return everything about a person as JSON: their choices, seats, actions and plans.

    This may take seconds, during which nothing else is read: the running bot reads the parts one
    by one.
    """
    data = without_tables(uow, user)
    return as_text(data, [told_place(uow, user, table) for table in tables_of(uow, user)])


def as_text(data: dict[str, Any], tables: list[dict[str, Any] | None]) -> str:
    there = [table for table in tables if table]
    return json.dumps({**data, "tables": there}, indent=2, ensure_ascii=False) + "\n"


def tables_of(uow: UnitOfWork, user: int) -> list[int]:
    """Return the person's tables, to be told one by one."""
    return [place.table for place in uow.store.places(user)]


def without_tables(uow: UnitOfWork, user: int) -> dict[str, Any]:
    """Return everything about a person but what they did at each table."""
    if not is_known(uow, user):
        raise Refused(NOTHING)
    return {
        "you": _person(uow, user),
        "tables": [],  # in this place
        **_challenges(uow, user),
        **_results(uow, user),
        "tables that you are invited to": uow.store.invitations_to(user),
        "messages waiting to be sent to you": [
            {"at": _utc(at), "table": table, "kind": kind, "body": _facts(body)}
            for at, table, kind, body in uow.store.messages_to(user)
        ],
        "decided by you as a moderator": [
            {"at": _utc(at), "table": table, "what": matter}
            for at, table, matter in uow.store.decisions_by(user)
        ],
        "messages shown to you": [
            {"at": _utc(at), "table": table, "kind": kind, "channel": channel, "message": message}
            for at, table, kind, channel, message in uow.store.posts_to(user)
        ],
        "private panels open for you": [
            {"until": _utc(until), "table": table, "message": message}
            for until, table, message in uow.store.replies_to(user)
        ],
    }


def _challenges(uow: UnitOfWork, user: int) -> dict[str, Any]:
    store = uow.store
    return {
        "attempts": [
            {
                **{"table": table, "challenge": name, "ranked": bool(is_ranked)},
                **{"started": _utc(started), "finished": _utc(finished), "score": score},
            }
            for table, name, is_ranked, started, finished, score in store.attempts_of(user)
        ],
        "challenges posted by you": [
            {"at": _utc(at), "channel": channel, "challenge": name}
            for at, channel, name in store.challenges_by(user)
        ],
        "challenges scheduled by you": [
            {"channel": channel, "kind": kind, "game": game, "zone": zone, "hour": hour}
            for channel, kind, game, zone, hour in store.schedules_by(user)
        ],
    }


def _results(uow: UnitOfWork, user: int) -> dict[str, Any]:
    store = uow.store
    return {
        "results": [
            {"table": table, "score": score, "rank": rank, "at": _utc(at), "facts": _facts(facts)}
            for table, score, rank, at, facts in store.endings_of(user)
        ],
        "games that you left": [
            {"at": _utc(at), "table": table} for at, table in store.left_by(user)
        ],
        "ratings": [
            {"game": game, "mu": mu, "sigma": sigma, "games": games}
            for game, mu, sigma, games in store.ratings_of(user)
        ],
    }


def _person(uow: UnitOfWork, user: int) -> dict[str, Any]:
    name, digest = uow.store.person(user) or ("", None)
    in_time, late = uow.store.turns_of(user)
    return {
        "id": user,
        "name": name,
        "settings": settings_of(uow, user).model_dump(mode="json"),
        "next digest": _utc(digest),
        "turns": {"in time": in_time, "late": late},
    }


def told_place(uow: UnitOfWork, user: int, table_id: int) -> dict[str, Any] | None:
    """Return what a person did at one table; None if they have left it meanwhile."""
    place = next(iter(uow.store.places(user, table_id)), None)
    return place and {
        "table": place.table,
        "game": GAMES[place.game].title if place.game in GAMES else place.game,
        "channel": place.channel,
        "phase": place.phase,
        "opened": _utc(place.opened),
        "last change": _utc(place.touched),
        "opened by you": bool(place.is_opener),
        "seat": place.seat + 1,
        "autopilot": bool(place.is_autopilot),
        "due": _utc(place.due),
        "planned": _facts(place.queue),
        "votes": [
            {"at": _utc(at), "for": subject}
            for at, subject in uow.store.votes_of(place.table, place.seat)
        ],
        "played": [
            f"{_utc(at)} round {round_}: {code}"
            for at, round_, code in uow.store.codes_of(place.table, place.seat)
        ],
    }


def _facts(text: str) -> Any:
    """Return the stored JSON; if it is damaged, the text as it is."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _utc(at: int | None) -> str | None:
    if at is None:
        return None
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
