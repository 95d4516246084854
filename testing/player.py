"""Plays at several tables as fast as it can: `python -m testing.player FILE SEED`.

It prints every action of a person, one line each, once the host has confirmed it; SIGTERM ends it.
With a number as the third argument it prints before the commit, a planted bug that the tests must
notice, and after that many lines it waits to be killed instead of committing.
"""

import asyncio
import signal
import sqlite3
import sys
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from engine import GAMES
from engine.kernel.codes import code
from engine.kernel.refusal import Refused
from host import lobby
from host.database.sqlite import SqliteDatabase
from host.errors import CannotOpen
from host.host import Host
from host.play import Played
from host.records import Phase, Table
from host.unit_of_work import UnitOfWork
from host.views import view_table
from testing.hosting import CHANNEL, PEOPLE, Click, caller, press
from testing.playing import some_action

SITTINGS = ((3, 0), (2, 1), (1, 2), (2, 0))  # people and autopilots, table by table


def say(table_id: int, number: int, seat: int, text: str) -> None:
    print(table_id, number, seat, text, flush=True)


def hasty(last: int) -> Any:
    """Make a `Database.write` that prints before it commits; the last line is never committed."""
    write, lines = SqliteDatabase.write, count(1)

    async def hasty_write(database: SqliteDatabase, work: Any, about: int | None = None) -> Any:
        def speak_first(connection: sqlite3.Connection) -> Any:
            result = work(connection)
            if isinstance(played := result[0], Played):
                say(played.seen.table.id, played.number, played.seat, played.code)
                if next(lines) == last:
                    Event().wait()
            return result

        return await write(database, speak_first)

    return hasty_write


class Player:
    def __init__(self, host: Host, rng: Random, is_hasty: bool) -> None:
        self.host, self.rng, self.is_hasty = host, rng, is_hasty

    async def play(self, place: int) -> None:
        """Play one game after another in a channel, beginning with what an earlier process left."""
        people, robots = SITTINGS[place]
        for number in range(1_000_000):
            game_id = sorted(GAMES)[(place + number) % len(GAMES)]
            table = await self._sat_down(game_id, CHANNEL + place, people, robots)
            await asyncio.gather(*(self._person(table, seat.user) for seat in table.humans))

    async def _sat_down(self, game_id: str, channel: int, people: int, robots: int) -> Table:
        def open_one(uow: UnitOfWork) -> Table:
            found = uow.store.open_table_in(channel)
            if found:
                return uow.table(found)
            return lobby.open_table(uow, game_id, {}, channel, by=caller(PEOPLE[0]))

        table = await self.host.do(open_one)
        while table.phase is Phase.LOBBY:
            sitting = len(table.seats)
            if sitting < people:
                step: Any = (lobby.join, PEOPLE[sitting])
            elif sitting < people + robots:
                step = (lobby.add_autopilot, PEOPLE[0])
            else:
                step = (lobby.start, PEOPLE[0])
            use_case, who = step
            table = await self.host.do(use_case, table.id, by=caller(who))
        return table

    async def _person(self, table: Table, user: int) -> None:
        while True:
            seen = await self.host.read(view_table, table.id, by=caller(user))
            if seen.table.phase is not Phase.PLAYING:
                return
            if seen.actions:
                action = some_action(list(seen.actions), self.rng)
                await self._act(
                    table.id,
                    Click(user, code(action), seen.moves, table.channel, self.rng.getrandbits(60)),
                )

    async def _act(self, table_id: int, click: Click) -> None:
        try:
            played = await press(self.host, table_id, click)
        except Refused:
            return  # somebody else was faster
        if not self.is_hasty:
            say(table_id, played.number, played.seat, played.code)


async def main(file: Path, seed: int, last_of_hasty: int) -> None:
    if last_of_hasty:
        SqliteDatabase.write = hasty(last_of_hasty)  # type: ignore[method-assign]
    try:
        host = await Host.open(file)
    except CannotOpen as reason:
        sys.exit(str(reason))
    player = Player(host, Random(seed), bool(last_of_hasty))
    tables = [asyncio.create_task(player.play(place)) for place in range(len(SITTINGS))]
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait([stopping, *tables], return_when=asyncio.FIRST_COMPLETED)
    is_asked = stop.is_set()
    for task in (stopping, *tables):
        task.cancel()
    faults = await asyncio.gather(stopping, *tables, return_exceptions=True)
    await host.close()
    for fault in faults:
        if isinstance(fault, Exception):
            raise fault
    if not is_asked:
        sys.exit(f"It has stopped by itself: {faults}")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int((*sys.argv, 0)[3])))
