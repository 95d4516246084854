"""When all is quiet: everything public was told once, and shows how things stand."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from discord import ui

from cogs.board import board
from host.database import reader
from host.host import Host
from host.look import look
from host.records import Phase
from proof.kill.clicks import pressable
from proof.kill.hall import Hall, Place
from sandbox.channels import dm_with
from sandbox.world import Event, Json
from testing.people import OF_A_BOARD, labels, panel_tables, text

ROUND = re.compile(r"\*\*Round (\d+)\*\*")
CALL = ", your turn**"
SHOWN = (Phase.LOBBY, Phase.PLAYING, Phase.OVER)


class Told:
    """Hears which rounds are told in which channel."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._places = {self._channel(place): place for place in hall.places}
        names = [name for place in hall.places for name in place.names]
        self._private = {hall.sandbox.channel(f"@{name}") for name in names}
        self.rounds: dict[str, list[int]] = defaultdict(list)
        self._new: set[tuple[int, str]] = set()
        hall.sandbox.server.world.listeners.append(self._hear)

    def _hear(self, event: Event) -> None:
        if event.name != "MESSAGE_CREATE":
            return
        channel = event.data["channel_id"]
        if channel in self._places and (found := ROUND.match(text(event.data))):
            self._check_new(self._table_in(channel), f"round {found[1]}")
            self.rounds[channel].append(int(found[1]))
        elif channel in self._private:
            for table in {press.table for press in pressable(event.data)}:
                self._check_new(table, f"the panel in {channel}")

    def _check_new(self, table: int, what: str) -> None:
        """A game takes less than an hour here, so nothing is posted anew."""
        is_known = (table, what) in self._new and table
        self.hall.trial.check(not is_known, f"told twice at table {table}: {what}")
        self._new.add((table, what))

    def _table_in(self, channel: str) -> int:
        """The newest board is that of the table whose round is told."""
        board = self.hall.board(self._places[channel])
        return pressable(board)[0].table if board else 0

    def _channel(self, place: Place) -> str:
        return self.hall.sandbox.channel(place.channel)

    def letters(self) -> int:
        """How much still waits to be said."""
        with reader(self.hall.file) as connection:
            return int(connection.execute("SELECT count(*) FROM outbox").fetchone()[0])

    async def faults(self) -> list[str]:
        """Once no process runs."""
        host = await Host.open(self.hall.file)
        try:
            return [fault for place in self.hall.places for fault in await self._at(host, place)]
        finally:
            await host.close()

    async def _at(self, host: Host, place: Place) -> list[str]:
        channel = self._channel(place)
        tables = await host.read(lambda books: _tables_in(books.store, int(channel)))
        seen = [await host.look(table, look, None) for table in tables]
        found = [*self._round_faults(channel, seen), *self._board_faults(place, seen)]
        calls = [each for each in self.hall.public(place) if CALL in text(each)]
        found += [f"{len(calls)} calls stand there"] if len(calls) > 1 else []
        return [f"{place.channel}: {fault}" for fault in [*found, *self._panel_faults(seen)]]

    def _round_faults(self, channel: str, seen: list[Any]) -> Iterator[str]:
        """All rounds of all its games, in order, each once."""
        expected = [
            number
            for each in seen
            if each.view is not None
            for number in range(1, each.round + (each.table.phase is Phase.OVER))
        ]
        if self.rounds[channel] != expected:
            yield f"rounds told {self.rounds[channel]}, played {expected}"

    def _board_faults(self, place: Place, seen: list[Any]) -> Iterator[str]:
        """Each table has one board, which shows how it stands."""
        shown = [each for each in self.hall.public(place) if labels(each) & OF_A_BOARD]
        for each in seen:
            own = [message for message in shown if pressable(message)[0].table == each.table.id]
            if each.table.phase in SHOWN and len(own) != 1:
                yield f"table {each.table.id} has {len(own)} boards"
            elif own and text(own[0]) != _written(each):
                yield f"the board of table {each.table.id} is old: {text(own[0])!r}"

    def _panel_faults(self, seen: list[Any]) -> Iterator[str]:
        """Each player of a game that goes on has one panel of it."""
        for each in seen:
            for seat in each.table.humans if each.table.phase is Phase.PLAYING else ():
                own = self._panels_of(str(seat.user), each.table.id)
                if len(own) != 1:
                    yield f"{seat.user} has {len(own)} panels of table {each.table.id}"

    def _panels_of(self, user: str, table: int) -> list[Json]:
        world = self.hall.sandbox.server.world
        found = world.messages[dm_with(world, user)["id"]].values()
        return [each for each in found if table in panel_tables(each)]


def _tables_in(store: Any, channel: int) -> list[int]:
    found = store._execute("SELECT id FROM tables WHERE channel = ? ORDER BY id", (channel,))
    return [row[0] for row in found]


def _written(seen: Any) -> str:
    items = board(seen, ()).items
    return "\n".join(item.content for item in items if isinstance(item, ui.TextDisplay))
