"""What may be played at this moment, read from the file beside the living process."""

from pathlib import Path

from engine.kernel.codes import code
from host.books import Books
from host.database import reader
from host.look import look
from host.positions import Positions
from host.store import Store
from proof.kill.clicks import Wish


def version(file: Path, table: int) -> int:
    """How many actions the table has stored."""
    with reader(file) as connection:
        found = connection.execute("SELECT version FROM tables WHERE id = ?", (table,)).fetchone()
        return int(found[0]) if found else 0


def is_offered(file: Path, wish: Wish, user: int) -> bool:
    """Whether a panel of this user would offer it now, at the same move."""
    with reader(file) as connection:
        seen = look(Books(Store(connection, 0), Positions()), wish.table, user)
    offered = {tuple(sorted(code(action).split())) for action in seen.actions}
    return seen.moves == wish.moves and wish.words in offered
