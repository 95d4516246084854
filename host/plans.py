"""Changes one line of a plan, even if part of the plan has been played in the meantime."""

from engine.kernel.refusal import Refused
from host.caller import Caller, once
from host.play import queue
from host.unit_of_work import UnitOfWork, seated

CHANGED = "Your plan has changed in the meantime; please choose again."


@once
def add_line(uow: UnitOfWork, table_id: int, line: str, by: Caller) -> tuple[str, ...]:
    """Add a line after the others."""
    return queue(uow, table_id, [*_lines(uow, table_id, by), line], by)


@once
def take_out(uow: UnitOfWork, table_id: int, number: int, line: str, by: Caller) -> tuple[str, ...]:
    """Take out the line with this number, counted from 0, if it is still this one."""
    lines = _lines_with(uow, table_id, number, line, by)
    return queue(uow, table_id, lines[:number] + lines[number + 1 :], by)


@once
def move_up(uow: UnitOfWork, table_id: int, number: int, line: str, by: Caller) -> tuple[str, ...]:
    """Swap the line with the one above it; the first one stays."""
    lines = _lines_with(uow, table_id, number, line, by)
    above = max(number - 1, 0)
    lines[above], lines[number] = lines[number], lines[above]
    return queue(uow, table_id, lines, by)


def _lines(uow: UnitOfWork, table_id: int, by: Caller) -> list[str]:
    table = uow.playing(table_id)
    return [*uow.store.queues(table.id).get(seated(table, by.id).number, ())]


def _lines_with(uow: UnitOfWork, table_id: int, number: int, line: str, by: Caller) -> list[str]:
    lines = _lines(uow, table_id, by)
    if lines[number : number + 1] != [line]:
        raise Refused(CHANGED)
    return lines
