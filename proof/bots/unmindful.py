"""A bot that plays a click again when it comes again."""

import sys

from host import play
from host.store import Store
from sandbox.process import main


def remember_click(store: Store, click_id: int, table_id: int, number: int) -> None:
    """The newest row of a click is the one that counts."""
    store._execute(
        "INSERT OR REPLACE INTO clicks (id, table_id, number, at) VALUES (?, ?, ?, ?)",
        (click_id, table_id, number, store.now),
    )


if __name__ == "__main__":
    play._row_of = lambda *_: None
    Store.remember_click = remember_click  # type: ignore[assignment, method-assign]
    sys.exit(main())
