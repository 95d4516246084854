"""Export of a finished table and the proof that it was dealt and played fairly."""

from dataclasses import dataclass

from engine import GAMES
from engine.kernel.journal import Faulty, verify
from engine.kernel.refusal import Refused
from host.books import Books
from host.positions import check_record, journal_of
from host.records import Phase, Table

SEALED = "Others still try the same luck: its key is revealed when the challenge is closed."


@dataclass(frozen=True, slots=True)
class Proof:
    """What can be shown about a table now."""

    table: Table
    is_proven: bool
    sentence: str


def export(books: Books, table_id: int) -> str:
    """The journal as text, which `python -m engine verify` accepts."""
    table = books.table(table_id)
    if table.phase is not Phase.OVER:
        raise Refused("A table can be exported when its game is over: until then hands are secret.")
    if not table.is_revealed:
        raise Refused(SEALED)
    check_record(books.store, table)
    return journal_of(books.store, table).text()


def prove(books: Books, table_id: int) -> Proof:
    table = books.table(table_id)
    if table.phase in (Phase.LOBBY, Phase.CLOSED):
        return Proof(table, False, "Nothing was dealt at this table.")
    if table.phase is Phase.ASIDE:
        return Proof(table, False, "This table was set aside: its record is damaged.")
    check_record(books.store, table)
    if table.phase is Phase.OVER and not table.is_revealed:
        return Proof(table, False, SEALED)
    if table.phase is not Phase.OVER:
        return Proof(
            table,
            False,
            f"The journal is whole so far ({_actions(table.version)}). "
            "The key is revealed when the game is over; then all of it can be proven.",
        )
    return _replayed(books, table)


def _replayed(books: Books, table: Table) -> Proof:
    if not table.rules == table.rules_last == table.game.rules:
        return Proof(
            table,
            False,
            f"The journal is whole, but the table began by rules {table.rules} and ended by rules "
            f"{table.rules_last} (now: {table.game.rules}), so it cannot be replayed here.",
        )
    try:
        verdict = verify(journal_of(books.store, table), GAMES)
    except Faulty as fault:
        return Proof(table, False, f"This table does not hold: {fault}")
    return Proof(
        table,
        True,
        f"Proven: the key fits the hash that was published before the game, and the whole game "
        f"({_actions(verdict.actions)}) replays with the same luck.",
    )


def _actions(count: int) -> str:
    return f"{count} action{'' if count == 1 else 's'}"
