"""A table that people and autopilots play at a host: all that it stores follows from a number."""

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from engine import GAMES
from engine.kernel.codes import code
from engine.kernel.refusal import Refused
from host import lobby, seating, votes
from host.host import Host
from host.look import look
from host.records import Phase, Table
from host.terms import HOUR, Policy
from host.votes import Matter, Subject
from proof.replay.stored import Account, file_account, journal_in, table_account
from proof.replay.trace import traced
from testing.database_rules import opened
from testing.hosting import PEOPLE, FakeClock, able_users, click_of, open_lobby
from testing.playing import option_sets, some_action

LEAVE, SLEEP, END = 0.03, 0.03, 0.005  # how likely before each action
MOST_ACTIONS = 3_000


def played(game: str, seats: int, seed: int, folder: Path) -> Account:
    """What is in the file at the end, and the table as it is replayed from it."""
    with TemporaryDirectory(dir=folder) as place:
        file = Path(place) / "tables.db"
        table = asyncio.run(_Evening(file, game, seats, seed).played())
        found = Account(traced(journal_in(file, table.id)))
        return found | table_account(file, table.id) | file_account(file)


class _Evening:
    def __init__(self, file: Path, game: str, seats: int, seed: int) -> None:
        self.file, self.game, self.seats, self.seed = file, game, seats, seed
        self.rng, self.clock = Random(f"{game} {seats} {seed}"), FakeClock()

    async def played(self) -> Table:
        async with opened(self.file, self.clock) as host:
            table = await self._dealt(host)
            for _ in range(MOST_ACTIONS):
                if table.phase is not Phase.PLAYING:
                    return table
                await self._something(host, table)
                await host.settled()
                table = (await host.look(table.id, look, None)).table
        raise AssertionError(f"{self.game} for {self.seats}, {self.seed}, does not end")

    async def _dealt(self, host: Host) -> Table:
        people = self.rng.randint(1, self.seats)
        options = self.rng.choice(option_sets(GAMES[self.game])).model_dump(mode="json")
        table = await open_lobby(
            host, self.game, people, self.seats - people, options=options, seed=self.seed
        )
        terms = {"hours": 24, "policy": self.rng.choice([*Policy])}
        await host.at(table.id, lobby.change_terms, PEOPLE[0].id, terms)
        table = await host.at(table.id, lobby.start, PEOPLE[0].id)
        await host.settled()
        return table

    async def _something(self, host: Host, table: Table) -> None:
        """Mostly an action; now and then somebody goes, comes back, sleeps, or all have enough."""
        self.clock.advance(self.rng.randrange(HOUR // 4))
        owned = [seat.user for seat in table.seats if seat.user is not None]
        with suppress(Refused):
            if self.rng.random() < LEAVE:
                await host.at(table.id, seating.hand_over, self.rng.choice(owned))
            if self.rng.random() < LEAVE:
                await host.at(table.id, seating.take_back, self.rng.choice(owned))
        if self.rng.random() < SLEEP:
            self.clock.advance(25 * HOUR)
            await host.strike()
        if self.rng.random() < END:
            await host.at(table.id, votes.force, Matter(Subject.ABANDON))
        else:
            await self._act(host, table.id)

    async def _act(self, host: Host, table_id: int) -> None:
        able = await able_users(host, table_id)
        if not able:  # all seats are the autopilot's, or the table waits for its owner to return
            return
        seen = self.rng.choice(able)
        text = code(some_action(list(seen.actions), self.rng))
        await host.act(table_id, click_of(seen, text, self.rng.getrandbits(40)))
