"""A round in plain words, as everybody may read it: what was taken back is left out."""

from engine.kernel.codes import UNDO, code
from engine.kernel.events import readable
from host.books import Books
from host.records import Row, Table


def summary(books: Books, table_id: int, round_number: int) -> list[str]:
    """One line for each seat, whoever acted first first; then what happened to all."""
    table = books.table(table_id)
    rows = kept(books.store.rows(table_id, of_round=round_number))
    seats = dict.fromkeys(row.seat for row in rows if row.seat is not None)
    lines = [_line(table, seat, rows) for seat in seats]
    return [line for line in lines if line] + _common(table, rows)


def kept(rows: list[Row]) -> list[Row]:
    """An undo takes the last row of its seat out."""
    found: list[Row] = []
    for row in rows:
        if row.code != code(UNDO):
            found.append(row)
            continue
        last = max(n for n, other in enumerate(found) if other.seat == row.seat)
        del found[last]
    return found


def _line(table: Table, seat: int, rows: list[Row]) -> str:
    said = table.game.words.sentence
    done = [
        said(event, table.names)
        for row in rows
        if row.seat == seat
        for event in readable(row.events, None)
        if event.kind == "did"
    ]
    return " ".join(done)


def _common(table: Table, rows: list[Row]) -> list[str]:
    """What the table itself did, and how the round ended."""
    events = [event for row in rows for event in row.events if event.seat is None]
    return [table.game.words.sentence(event, table.names) for event in readable(events, None)]
