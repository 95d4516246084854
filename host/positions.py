"""The states of running tables: loads and checks them, and keeps the latest ones in memory."""

import hashlib
import logging
from collections import Counter
from threading import Lock
from typing import Any, NamedTuple, TypeGuard

from engine import GAMES
from engine.kernel.cache import Cache
from engine.kernel.journal import Entry, Faulty, Journal, first_hash, next_hash, replay
from engine.kernel.luck import commitment
from host.errors import Damaged
from host.log_facts import facts
from host.records import Table
from host.store import Store

MOST = 256
log = logging.getLogger(__name__)


class CachedState(NamedTuple):
    """A state in memory, and the moment of the table at which it was made."""

    version: int  # which of two states is newer
    chain: str  # whether it is the stored one: a commit that was lost had a version, too
    state: Any


class Positions:
    """Cached states, for the writing and the reading thread; each takes out what it works with.

    So no read sees a state that an action is changing. A state that was taken is kept only if it is
    put back.
    """

    def __init__(self) -> None:
        self._kept: Cache[int, CachedState] = Cache(MOST)  # by table
        self._checked: set[int] = set()  # the tables whose records were read since the start
        self._lock = Lock()

    def take(self, store: Store, table: Table) -> Any:
        """Take out a state for the writing thread; one of another chain was never stored."""
        with self._lock:
            kept = self._kept.pop(table.id)
        return kept.state if _is_of(kept, table) else self._load(store, table)

    def put(self, table: Table, state: Any) -> None:
        with self._lock:
            self._kept.put(table.id, CachedState(table.version, table.chain, state))

    def borrow(self, store: Store, table: Table) -> Any:
        """Copy a state for a read; it stays in place, because a newer one is about to be stored."""
        with self._lock:
            kept = self._kept.get(table.id)
            if _is_of(kept, table):
                self._kept.pop(table.id)
                return kept.state
        return self._load(store, table)

    def give_back(self, table_id: int, borrowed: CachedState) -> None:
        """Put back a borrowed state, unless an action has made a newer one meanwhile."""
        with self._lock:
            kept = self._kept.get(table_id)
            if kept is None or kept.version <= borrowed.version:
                self._kept.put(table_id, borrowed)

    def _load(self, store: Store, table: Table) -> Any:
        try:
            return self._read(store, table)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise Damaged(f"its record cannot be read ({type(error).__name__})") from error

    def _read(self, store: Store, table: Table) -> Any:
        if table.id not in self._checked:
            check_record(store, table)
            self._checked.add(table.id)
        return load(store, table)


def _is_of(kept: CachedState | None, table: Table) -> TypeGuard[CachedState]:
    """Whether this is the state that is stored."""
    return kept is not None and kept.chain == table.chain


class Borrowed(Positions):
    """The positions during one read; the states are its own until `give_all_back`."""

    def __init__(self, owner: Positions) -> None:
        self._owner = owner
        self._own: dict[int, CachedState] = {}

    def take(self, store: Store, table: Table) -> Any:
        if table.id in self._own:
            return self._own.pop(table.id).state
        return self._owner.borrow(store, table)

    def put(self, table: Table, state: Any) -> None:
        self._own[table.id] = CachedState(table.version, table.chain, state)

    def give_all_back(self) -> None:
        for table_id, borrowed in self._own.items():
            self._owner.give_back(table_id, borrowed)


def digest(state: bytes) -> str:
    return hashlib.sha256(state).hexdigest()


def journal_of(store: Store, table: Table) -> Journal:
    """Return the journal as it may be shown: with the key only once it is revealed."""
    entries = [Entry(seat, code) for _, seat, code, _ in store.links(table.id)]
    return Journal(
        table.game.id,
        table.rules,
        len(table.seats),
        table.options,
        table.commitment,
        store.key(table.id) if table.is_revealed else None,
        entries,
    )


def check_record(store: Store, table: Table) -> None:
    """Check that each row's hash covers all rows before it, and the table fits its last row."""
    if commitment(store.key(table.id)) != table.commitment:
        raise Damaged("its key doesn't match its published hash")
    links = store.links(table.id)
    chain = first_hash(_head(table))
    for expected, (number, seat, code, stored) in enumerate(links, 1):
        chain = next_hash(chain, Entry(seat, code))
        if number != expected or stored != chain:
            raise Damaged(f"row {expected} of its journal is missing or altered")
    if len(links) != table.version or chain != table.chain:
        raise Damaged("the end of its journal is missing or altered")
    moves = Counter(seat for _, seat, _, _ in links)
    if any(seat.moves != moves[seat.number] for seat in table.seats):
        raise Damaged("its seats contradict its journal")


def _head(table: Table) -> str:
    seats = len(table.seats)
    return Journal(table.game.id, table.rules, seats, table.options, table.commitment).head


def knows_rules(table: Table) -> bool:
    """Whether this program knows all rules that the table was played by, and so can replay it."""
    newest = GAMES[table.game.id]
    return all(newest.by_rules(each).rules == each for each in (table.rules, table.rules_last))


def load(store: Store, table: Table) -> Any:
    """Return the stored state; if it is damaged, rebuild it from the journal."""
    stored = store.state(table.id)
    if stored is not None and digest(stored) == table.digest:
        return table.game.load(stored)
    if not knows_rules(table):
        raise Damaged(
            "its saved state is damaged, and the rules have changed since the game started"
        )
    log.warning("a damaged state was rebuilt from the journal", extra=facts(table=table.id))
    return replayed(store, table)


def replayed(store: Store, table: Table, until: int | None = None) -> Any:
    """Replay the journal, or its first rows, by today's rules, and return the state."""
    journal = journal_of(store, table)
    journal.key = store.key(table.id)
    journal.entries = journal.entries[:until]
    try:
        *_, last = replay(journal, GAMES)
    except Faulty:  # it quotes the action, which may be somebody's secret
        raise Damaged("its journal and its saved state differ") from None
    return last.state
