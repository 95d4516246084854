"""The list of a person's open tables, for `/games` and the daily list."""

from cogs.standings import trial_at
from cogs.times import standing_line
from host.books import Books
from host.errors import Damaged
from host.host import Host
from host.limits import MOST_LISTED
from host.look import count_tables_of, glance, table_ids_of


async def table_lines(host: Host, user: int) -> list[str]:
    """One line for each table, those changed last first; then how many more there are.

    Each table is a read of its own, so that the reads and actions of others come in between.
    """
    numbers = await host.read(table_ids_of, user, MOST_LISTED)
    lines = [await host.read(_line, number, user) for number in numbers]
    more = await host.read(count_tables_of, user) - len(numbers)
    return [*filter(None, lines), *([f"… and {more} more"] if more > 0 else [])]


def _line(books: Books, table_id: int, user: int) -> str:
    try:
        seen = glance(books, table_id, user)
    except Damaged:  # it is set aside when somebody goes there
        return ""
    trial = trial_at(books, table_id)
    return standing_line(seen, trial.place if trial else "")
