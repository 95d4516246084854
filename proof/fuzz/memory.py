"""Which cards a seat, or everybody, has ever seen at a table: played again apart from the host."""

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

from engine import GAMES
from engine.kernel.codes import parse
from engine.kernel.game import Game
from engine.kernel.luck import KeyedLuck
from proof.secrets.words import CARDS
from testing.playing import as_json

_WORD = re.compile(r"\w+")
_TABLE = "SELECT game, options, key, (SELECT count(*) FROM seats WHERE table_id = id) FROM tables"
_ROWS = "SELECT seat, code FROM journal WHERE table_id = ? AND number > ? ORDER BY number"


class Replayed:
    """One of them, as far as it has been played again."""

    def __init__(self, game: Game[Any, Any], options: str, key: bytes, seats: int) -> None:
        self.game, self.seats, self.length = game, seats, 0
        self.state = game.setup(game.checked_options(json.loads(options)), seats, KeyedLuck(key))
        self.seen: dict[int | None, set[str]] = {seat: set() for seat in (None, *range(seats))}
        self._look()

    def play(self, seat: int | None, code: str) -> None:
        self.game.apply(self.state, seat, parse(code))
        self.length += 1
        self._look()

    def _look(self) -> None:
        for seat, cards in self.seen.items():
            text = as_json(self.game.view(self.state, seat)).decode()
            cards |= CARDS.intersection(_WORD.findall(text))


class Memory:
    """Read from the file, as another process reads it."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)
        self._games: dict[int, Replayed] = {}

    def close(self) -> None:
        self._connection.close()

    def seen(self, table: int, seat: int | None) -> set[str]:
        """All cards in any view of the seat, from the deal until now."""
        found = self._games.get(table) or self._dealt(table)
        self._games[table] = found
        for row in self._connection.execute(_ROWS, (table, found.length)):
            found.play(*row)
        return found.seen[seat]

    def cards(self, table: int) -> set[str]:
        return {*self._games[table].game.words.cards()}

    def at(self, table: int, number: int) -> Any:
        """The state after so many rows."""
        found = self._dealt(table)
        for seat, code in self._connection.execute(f"{_ROWS} LIMIT ?", (table, 0, number)):
            found.game.apply(found.state, seat, parse(code))
        return found.state

    def _dealt(self, table: int) -> Replayed:
        found = self._connection.execute(f"{_TABLE} WHERE id = ?", (table,)).fetchone()
        game, options, key, seats = found
        return Replayed(GAMES[game], options, key, seats)
