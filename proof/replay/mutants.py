"""A worker with one fault in it: `python -m proof.replay.mutants NAME` plants it, then works.

What a fault needs is imported when it is planted: some must be there before the cards are read.
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple


def _codes_in_the_order_of_a_set() -> None:
    from engine import GAMES

    for game in GAMES.values():
        plant(game, "choices", lambda choices: lambda state, seat: [*{*choices(state, seat)}])


def _a_card_costs_less() -> None:
    """In every row of every card table that says so."""
    import tomllib

    before, after = "cost = { metal = 2, energy = 1 }", "cost = { metal = 1, energy = 1 }"
    plant(tomllib, "loads", lambda loads: lambda text: loads(text.replace(before, after)))


def _a_deal_is_judged_twice() -> None:
    """As if it were still open after it was judged."""
    from engine.factory_42 import closing

    def again(judge: Any) -> Any:
        def twice(state: Any, events: Any) -> None:
            accepted = [deal for deal in state.deals if deal.status == "accepted"]
            judge(state, events)
            for deal in accepted:
                deal.status = "accepted"
            judge(state, events)

        return twice

    plant(closing, "judge", again)


def _another_state_is_stored() -> None:
    from engine import GAMES
    from engine.kernel.luck import FastLuck
    from host.positions import digest

    def exchange(connection: Any) -> None:
        rows = connection.execute("SELECT id, game, state FROM tables WHERE state IS NOT NULL")
        for table_id, game, stored in rows.fetchall():
            state = GAMES[game].other_world(GAMES[game].load(stored), None, FastLuck(1))
            found = GAMES[game].dump(state)
            facts = (found, digest(found), table_id)
            connection.execute("UPDATE tables SET state = ?, digest = ? WHERE id = ?", facts)

    _migrated_and(exchange)


def _migrated_and(change: Callable[[Any], Any]) -> None:
    """Every file is spoilt when it is opened, in a way that no checksum shows."""
    import sqlite3
    from contextlib import closing

    from host import database

    def spoiling(migrate: Any) -> Any:
        def migrated(file: Any, *words: Any) -> None:
            migrate(file, *words)
            with closing(sqlite3.connect(file)) as connection, connection:
                change(connection)

        return migrated

    plant(database, "migrate", spoiling)


class Spoilt(NamedTuple):
    """What is done to a worker, what the proof must say then, and what is enough to see it."""

    plant: Callable[[], None]
    shows: str
    games: int = 0
    stored: int = 0
    kept: str = ""  # how the names of what is looked at begin


MUTANTS = {
    "codes in the order of a set": Spoilt(
        _codes_in_the_order_of_a_set, r"(is another game|differs) with hash seed", games=1
    ),
    "a card that costs less than it did": Spoilt(
        _a_card_costs_less, "no longer means what it meant", stored=9, kept="fantastic_factories/"
    ),
    "a deal that is judged twice": Spoilt(
        _a_deal_is_judged_twice, "factory_42.*no longer means what it meant", games=0, stored=1_000
    ),
    "a stored state is another than its journal's": Spoilt(
        _another_state_is_stored,
        "contradicts itself: .* different position",
        stored=9,
        kept="schema ",
    ),
}


def plant(place: Any, name: str, changed: Callable[[Any], Any]) -> None:
    """For good: the process is for nothing else."""
    setattr(place, name, changed(getattr(place, name)))


def main() -> None:
    MUTANTS[sys.argv[1]].plant()
    from proof.replay.worker import main as work

    work()


if __name__ == "__main__":
    main()
