"""What people were told, held against the file that is left and what stands in the channels."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from discord import ui

from cogs.board import board
from host.database import reader
from host.host import Host
from host.records import Phase
from host.views import view_table
from proof.kill.clicks import ANSWER, Clicked, Fate, Wish, pressable
from proof.kill.hall import Hall, Place
from sandbox.channels import dm_with
from sandbox.world import Event, Json
from testing.database_rules import clicked, faults, opened, places
from testing.message_truth import CALL, round_of
from testing.people import OF_A_BOARD, labels, panel_tables, text


class Entry(NamedTuple):
    """A click as it stood at the moment of the kill."""

    id: int
    user: int
    wish: Wish
    channel: int
    is_confirmed: bool
    is_told: bool

    def __str__(self) -> str:
        return f"{self.wish.verb} {' '.join(self.wish.words)} by {self.user}"


def entries(clicks: Iterable[Clicked]) -> list[Entry]:
    return [
        Entry(
            each.id,
            each.user,
            each.wish,
            int(each.interaction.channel_id),
            each.is_confirmed,
            each.fate is Fate.ANSWERED,
        )
        for each in clicks
        if each.wish.verb
    ]


class Row(NamedTuple):
    user: int
    place: int  # among the rows of this seat
    words: tuple[str, ...]


class Record:
    """The file, read once."""

    def __init__(self, file: Path) -> None:
        self.file, self.clicks = file, clicked(file)
        with reader(file) as connection:
            found = connection.execute("SELECT table_id, seat, user FROM seats").fetchall()
            self.tables = {
                key: facts
                for key, *facts in connection.execute(
                    "SELECT id, phase, channel, opener, rematch_of FROM tables"
                )
            }
        self.users = {(table, seat): user for table, seat, user in found}
        self.rows: dict[tuple[int, int], Row] = {}
        self.moves: dict[tuple[int, int], list[Row]] = defaultdict(list)
        for table, number, seat, code in sorted(places(file)):
            if seat is not None and (user := self.users.get((table, seat))):
                made = self.moves[table, user]
                made.append(Row(user, len(made), tuple(sorted(code.split()))))
                self.rows[table, number] = made[-1]

    def robots(self, table_id: int) -> int:
        return sum(user is None for (key, _), user in self.users.items() if key == table_id)


def all_faults(file: Path, said: list[Entry]) -> Iterator[str]:
    """Lost, doubled, torn: everything in which the file is not what people were told."""
    yield from faults(file)
    record = Record(file)
    for entry in said:
        if entry.is_confirmed and not _is_kept(record, entry):
            yield f"confirmed but lost: {entry}"
    yield from _unwanted(record, [entry for entry in said if entry.wish.verb == "act"])
    yield from _counted(record, [entry for entry in said if entry.id in record.clicks])


def _is_kept(record: Record, entry: Entry) -> bool:
    """What a click does and the click itself are stored together; or its button was hit before."""
    wish, place = entry.wish, record.clicks.get(entry.id)
    if wish.verb != "act":
        return place is not None
    if place:
        row = record.rows.get(place)
        return row is not None and _is_its(row, entry)
    made = record.moves.get((wish.table, entry.user), [])
    is_old = wish.moves is not None and wish.moves < len(made)
    return is_old and made[wish.moves or 0].words == wish.words


def _is_its(row: Row, entry: Entry) -> bool:
    """An answer to a question may have made several rows, of which the last one has its click."""
    wish = entry.wish
    if wish.words == ANSWER:
        return row.user == entry.user and (wish.moves or 0) <= row.place
    is_at = wish.moves is None or wish.moves == row.place
    return is_at and (row.user, row.words) == (entry.user, wish.words)


def _unwanted(record: Record, acts: list[Entry]) -> Iterator[str]:
    """Every row of a person was made by one click, which asked for just this."""
    by_id = {entry.id: entry for entry in acts}
    by_row = {place: click for click, place in record.clicks.items()}
    for entry in acts:
        if entry.wish.words == ANSWER and entry.id in record.clicks:
            table, last = record.clicks[entry.id]
            for place, row in record.rows.items():
                if place[0] == table and place[1] <= last and _is_its(row, entry):
                    by_row.setdefault(place, entry.id)
    for place, row in record.rows.items():
        asked = by_id.get(by_row.get(place, 0))
        if asked is None or not _is_its(row, asked):
            said = " ".join(row.words)
            yield f"row {place} ({said}) was asked for by no click, or played once too often"


def _counted(record: Record, done: list[Entry]) -> Iterator[str]:
    """There are as many tables and autopilots as there are clicks that made them."""
    asked = Counter((each.channel, each.user) for each in done if each.wish.verb == "new")
    made = Counter((facts[1], facts[2]) for facts in record.tables.values() if facts[3] is None)
    for key, many in asked.items():
        if made[key] != many:
            yield f"{many} tables opened by /new in {key[0]}, there are {made[key]}"
    for table, many in Counter(e.wish.table for e in done if e.wish.verb == "robot").items():
        before = record.tables[table][3]
        robots = record.robots(table) - (record.robots(before) if before else 0)
        if robots != many:
            yield f"{many} autopilots asked for at {table}, there are {robots}"


def stored(file: Path) -> set[int]:
    return set(clicked(file))


SHOWN = (Phase.LOBBY, Phase.PLAYING, Phase.OVER)


class Told:
    """Hears which rounds are told in which channel, and what is said twice."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.rounds: dict[str, list[int]] = defaultdict(list)
        self.said: Counter[str] = Counter()  # by the numbers that messages carry
        hall.sandbox.server.world.listeners.append(self._hear)

    def _hear(self, event: Event) -> None:
        if event.name == "MESSAGE_CREATE" and event.data.get("nonce"):
            self.said[event.data["nonce"]] += 1
        if event.name == "MESSAGE_CREATE" and (number := round_of(event.data)) is not None:
            self.rounds[event.data["channel_id"]].append(number)

    def _channel(self, place: Place) -> str:
        return self.hall.sandbox.channel(place.channel)

    def messages(self) -> int:
        """How much still waits to be said."""
        with reader(self.hall.file) as connection:
            return int(connection.execute("SELECT count(*) FROM outbox").fetchone()[0])

    async def faults(self) -> list[str]:
        """Once no process runs."""
        twice = [f"message {nonce} was said twice" for nonce, n in self.said.items() if n > 1]
        async with opened(self.hall.file) as host:
            found = [fault for place in self.hall.places for fault in await self._at(host, place)]
        return [*twice, *found]

    async def _at(self, host: Host, place: Place) -> list[str]:
        channel = self._channel(place)
        tables = await host.read(lambda uow: _tables_in(uow.store, int(channel)))
        seen = [await host.read(view_table, table, by=None) for table in tables]
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

    def _panels_of(self, user: str, table_id: int) -> list[Json]:
        world = self.hall.sandbox.server.world
        found = world.messages[dm_with(world, user)["id"]].values()
        return [each for each in found if table_id in panel_tables(each)]


def _tables_in(store: Any, channel: int) -> list[int]:
    found = store._execute("SELECT id FROM tables WHERE channel = ? ORDER BY id", (channel,))
    return [row[0] for row in found]


def _written(seen: Any) -> str:
    items = board(seen, ()).items
    return "\n".join(item.content for item in items if isinstance(item, ui.TextDisplay))
