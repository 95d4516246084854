"""The list of a person's open tables, for `/games` and the daily list."""

from cogs.standings import attempt_place
from cogs.times import standing_line
from host.host import Host
from host.limits import MAX_LISTED
from host.panels import ChallengeAttempt, glance
from host.views import TableView, count_tables_of, table_ids_of


async def table_lines(host: Host, user: int) -> list[str]:
    """One line for each table, those changed last first; then how many more there are.

    Each table is a read of its own, so that the reads and actions of others come in between.
    """
    numbers = await host.read(table_ids_of, user, MAX_LISTED)
    seen = [await host.read(glance, number, user) for number in numbers]
    lines = [_line(*found) for found in seen if found]
    more = await host.read(count_tables_of, user) - len(numbers)
    return [*lines, *([f"… and {more} more"] if more > 0 else [])]


def _line(seen: TableView, tried: ChallengeAttempt | None) -> str:
    return standing_line(seen, attempt_place(tried) if tried else "")
