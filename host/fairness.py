"""Exports a finished table and proves that it was dealt and played fairly."""

import asyncio
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from engine import GAMES
from engine.kernel.journal import Faulty, Journal, verify
from engine.kernel.refusal import Refused
from host.caller import Caller
from host.positions import check_record, journal_of, knows_rules
from host.records import Phase, Table
from host.unit_of_work import UnitOfWork

_replays = ThreadPoolExecutor(1, "verify")  # one at a time, so that presses are still answered
SEALED = "Others are still playing this challenge, so its key stays secret until it closes."


@dataclass(frozen=True, slots=True)
class Proof:
    """What can be shown about a table now."""

    table: Table
    is_proven: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game whose record is intact; only a replay is missing."""

    table: Table
    journal: Journal = field(repr=False)


def export(uow: UnitOfWork, table_id: int) -> str:
    """The journal as text, which `python -m engine verify` accepts."""
    table = uow.table(table_id)
    if table.phase is not Phase.OVER:
        raise Refused("You can export a game once it is over; until then, hands are secret.")
    if not table.is_revealed:
        raise Refused(SEALED)
    check_record(uow.store, table)
    return journal_of(uow.store, table).text()


def prove(uow: UnitOfWork, table_id: int, by: Caller | None = None) -> Proof:
    """Read and replay in one go, while nothing else is read; the running bot does it in two."""
    return _judged(record(uow, table_id, by))


async def proven(reading: Awaitable[Proof | Record]) -> Proof:
    """Replay what was read, outside the database's thread: a long game takes a while."""
    found = await reading
    return await asyncio.get_running_loop().run_in_executor(_replays, _judged, found)


def record(uow: UnitOfWork, table_id: int, by: Caller | None = None) -> Proof | Record:
    """Return what is to be replayed, or what can be said without that."""
    table = uow.table(table_id)
    if table.phase in (Phase.LOBBY, Phase.CLOSED):
        return Proof(table, False, "There is nothing to verify: no game was played at this table.")
    if table.phase is Phase.QUARANTINED:
        return Proof(table, False, "This table's saved data is damaged, so it can't be verified.")
    check_record(uow.store, table)
    if table.phase is Phase.OVER and not table.is_revealed:
        return Proof(table, False, SEALED)
    if table.phase is not Phase.OVER:
        return Proof(
            table,
            False,
            f"So far the record is intact ({_actions(table.version)}). When the game is over, "
            "I'll reveal the key and you can verify everything.",
        )
    if not knows_rules(table):
        return Proof(
            table,
            False,
            f"The record is intact, but I no longer know its rules (version {table.rules} to "
            f"{table.rules_last}, now {table.game.rules}), so I can't replay it.",
        )
    return Record(table, journal_of(uow.store, table))


def _judged(found: Proof | Record) -> Proof:
    if isinstance(found, Proof):
        return found
    table = found.table
    try:
        verdict = verify(found.journal, GAMES)
    except Faulty as fault:
        return Proof(table, False, f"NOT verified: {fault}")
    return Proof(
        table,
        True,
        "Verified: the key matches the code published before the game, and the whole game "
        f"({_actions(verdict.actions)}) replays with the same deck and dice.",
    )


def _actions(count: int) -> str:
    return f"{count} action{'' if count == 1 else 's'}"
