"""Compares what people were told with the database that is left and with the channels."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator
from copy import copy
from pathlib import Path
from typing import NamedTuple

from host.database.sqlite import reader
from host.host import Host
from host.unit_of_work import UnitOfWork
from host.views import TableView, view_table
from proof.kill.clicks import Clicked
from proof.kill.hall import Hall, Place
from sandbox.world import Json
from testing.acts import is_meant
from testing.database_rules import clicked, faults, opened, places
from testing.hosting import caller
from testing.message_truth import lies
from testing.people import OF_A_BOARD, labels, panel_tables, presses_in


def as_of_now(clicks: Iterable[Clicked]) -> list[Clicked]:
    """Copies of all clicks that ask for something, as they stand at the moment of a kill."""
    return [copy(each) for each in clicks if each.is_wish]


class Row(NamedTuple):
    user: int
    place: int  # among the rows of this seat
    code: str


class Record:
    """The file, read once."""

    def __init__(self, file: Path) -> None:
        self.clicks = clicked(file)
        with reader(file) as connection:
            found = connection.execute("SELECT table_id, seat, user FROM seats").fetchall()
        self.users = {(table, seat): user for table, seat, user in found}
        self.rows: dict[tuple[int, int], Row] = {}
        self.moves: dict[tuple[int, int], list[Row]] = defaultdict(list)
        for table, number, seat, code in sorted(places(file)):
            if seat is not None and (user := self.users.get((table, seat))):
                made = self.moves[table, user]
                made.append(Row(user, len(made), code))
                self.rows[table, number] = made[-1]


def all_faults(file: Path, clicks: list[Clicked]) -> Iterator[str]:
    """Lost, doubled, torn: everything in which the file is not what people were told."""
    yield from faults(file)
    record = Record(file)
    for click in clicks:
        if click.is_confirmed and not _is_kept(record, click):
            yield f"confirmed but lost: {click}"
    yield from _unwanted(record, [each for each in clicks if each.plays])


def _is_kept(record: Record, click: Clicked) -> bool:
    """What a click does and the click itself are stored together; or its button was hit before."""
    act, place = click.act, record.clicks.get(click.id)
    if not click.plays:
        return place is not None
    if place:
        row = record.rows.get(place)
        return row is not None and _is_its(row, click)
    made = record.moves.get((act.table or 0, click.user), [])
    is_old = act.moves is not None and act.moves < len(made)
    return is_old and is_meant(act, made[act.moves or 0].code)


def _is_its(row: Row, click: Clicked) -> bool:
    """An answer to a question may have made several rows, of which the last one has its click."""
    moves, is_answer = click.act.moves, click.act.word == "x"
    is_at = moves is None or moves == row.place or (is_answer and moves <= row.place)
    return is_at and row.user == click.user and is_meant(click.act, row.code)


def _unwanted(record: Record, acts: list[Clicked]) -> Iterator[str]:
    """Every row of a person was made by one click, which asked for just this."""
    by_id = {click.id: click for click in acts}
    by_row = {place: click for click, place in record.clicks.items()}
    for click in acts:
        if click.act.word == "x" and click.id in record.clicks:
            table, last = record.clicks[click.id]
            for place, row in record.rows.items():
                if place[0] == table and place[1] <= last and _is_its(row, click):
                    by_row.setdefault(place, click.id)
    for place, row in record.rows.items():
        asked = by_id.get(by_row.get(place, 0))
        if asked is None or not _is_its(row, asked):
            yield f"row {place} ({row.code}) was asked for by no click, or played once too often"


# What stands in the channels


async def judge_the_end(hall: Hall) -> None:
    """When no process runs: the file, everything that is told, and every call."""
    file = await asyncio.to_thread(hall.stored_file)
    for fault in all_faults(file, as_of_now(hall.clicks.values())):
        hall.trial.fault(fault)
    for fault in (*await _untrue_messages(hall, file), *hall.sandbox.violations[:3]):
        hall.trial.fault(fault)


async def _untrue_messages(hall: Hall, file: Path) -> list[str]:
    """What is told wrongly or twice."""
    found = [f"message {nonce} was said twice" for nonce, n in hall.said.items() if n > 1]
    async with opened(file) as host:
        for place in hall.places:
            channel = int(hall.sandbox.channel(place.channel))
            for table in await host.read(_tables_in, channel):
                told = await lies(Told(hall, host, place, table))
                found += [f"table {table} in {place.channel}: {lie}" for lie in told]
    return found


def _tables_in(uow: UnitOfWork, channel: int) -> list[int]:
    query = "SELECT id FROM tables WHERE channel = ? AND phase <> 'closed' ORDER BY id"
    return [row[0] for row in uow.store._execute(query, (channel,))]


class Told:
    """What the people at one table were told, for `lies` to read."""

    def __init__(self, hall: Hall, host: Host, place: Place, table: int) -> None:
        self.hall, self.host, self.names, self.table = hall, host, place.names, table
        self.public = [each for each in hall.public(place) if self._is_ours(each)]

    def _is_ours(self, message: Json) -> bool:
        return any(press.table == self.table for press in presses_in(message))

    @property
    def boards(self) -> list[Json]:
        return [each for each in self.public if labels(each) & OF_A_BOARD]

    def panels(self, name: str) -> list[Json]:
        return [each for each in self.hall.panels(name) if self.table in panel_tables(each)]

    async def seen(self, name: str | None = None) -> TableView:
        user = int(self.hall.sandbox.user(name)) if name else None
        return await self.host.read(view_table, self.table, by=caller(user))
