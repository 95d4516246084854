"""Writes the dump of today's schema: tables of all kinds for every game, the same every time.

A dump is written once, by the last version that made such files, and never changes after that.
"""

import asyncio
import sys
from collections.abc import Iterable
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from engine import GAMES
from engine.kernel.codes import code
from host import challenges, deals, lobby, play, schedules, seating, votes
from host.database.schema import NEWEST
from host.host import Host
from host.outbox import MINUTE, due, said
from host.people import choose
from host.records import Post
from host.terms import DAY, HOUR, Policy, Terms
from host.views import plans
from host.votes import Proposal, ProposalKind
from testing.hosting import (
    PEOPLE,
    FakeClock,
    able_users,
    caller,
    click_of,
    open_lobby,
    open_playing,
    press,
)
from testing.playing import key_of, option_sets, some_action
from testing.stored import FOLDER, dumped

MAX_CHARACTERS = 800_000


class Scene:
    """A host in which nothing is random."""

    def __init__(self, host: Host, clock: FakeClock, game_id: str) -> None:
        self.host, self.clock, self.game_id = host, clock, game_id
        self.rng = Random(game_id)
        self.channel = 100 * (1 + sorted(GAMES).index(game_id))
        self.options = cycle(option_sets(GAMES[game_id]))

    async def dealt(self, people: int, robots: int, actions: int) -> int:
        """Return a running table after this many actions of people."""
        self.channel += 1
        self.clock.advance(MINUTE)
        options = next(self.options).model_dump(mode="json")
        table = await open_playing(
            self.host, self.game_id, people, robots, self.channel, options, seed=None
        )
        for _ in range(actions):
            if not await self.clicked(table.id):
                break
        return table.id

    async def clicked(self, table_id: int) -> bool:
        """Carry out one action of somebody who has to act; return whether there was one."""
        await self.host.wait_for_autoplay(table_id)
        able = await able_users(self.host, table_id)
        if able:
            seen = self.rng.choice(able)
            text = code(some_action(list(seen.actions), self.rng))
            await press(self.host, table_id, click_of(seen, text, self.rng.getrandbits(40)))
        await self.host.wait_for_autoplay(table_id)
        return bool(able)

    async def write(self) -> None:
        seats = GAMES[self.game_id].seats
        for people in (seats[0], seats[-1]):
            await self.dealt(people, 0, 3 * people)
        await self.finished(1)
        await self.ended()
        await self.said()
        await self.gathering()
        await self.queued(seats[-1])
        await self.handed_over()
        await self.timed()
        await self.dealt(1, seats[-1] - 1, 0)
        if GAMES[self.game_id].challenge:
            await self.challenged()

    async def said(self) -> None:
        """Deliver everything that is waiting, each with a message that shows it."""
        while messages := await self.host.read(due):
            for outgoing in messages:
                post = Post(outgoing.channel or 1, 1_000 + outgoing.id, self.clock(), {})
                await self.host.do(said, outgoing, post)

    async def gathering(self) -> None:
        self.channel += 1
        await open_lobby(self.host, self.game_id, 2, 1, self.channel, seed=None)
        private = await open_lobby(self.host, self.game_id, 1, 0, None, seed=None)
        await self.host.do(lobby.close, private.id, by=caller(PEOPLE[0].id))

    async def finished(self, robots: int) -> None:
        """Play a game to its end, and open a rematch that waits for its people."""
        table_id = await self.dealt(1, robots, 10_000)
        await self.host.do(lobby.rematch, table_id, by=caller(PEOPLE[0]))

    async def ended(self) -> None:
        table_id = await self.dealt(2, 0, 5)
        for user in PEOPLE[:2]:
            await self.host.do(votes.end, table_id, by=caller(user.id))

    async def queued(self, people: int) -> None:
        """Play until somebody has planned their turn."""
        table_id = await self.dealt(people, 0, 0)
        while await self.clicked(table_id):
            for user in PEOPLE[:people]:
                offered, _ = await self.host.read(plans, table_id, by=caller(user.id))
                if offered:
                    chosen = [code(action) for action in offered[:2]]
                    await self.host.do(play.queue, table_id, chosen, by=caller(user.id))
                    return
        raise AssertionError("nobody can queue anything")

    async def timed(self) -> None:
        """Play with deadlines, a missed turn, a pause and an open vote."""
        for user in PEOPLE[:2]:
            quiet = {"zone": "Europe/Paris", "quiet": (22, 7), "digest": 9}
            await self.host.do(choose, quiet, by=caller(user))
        self.channel += 1
        terms = Terms(hours=24, policy=Policy.WAIT)
        table = await self.host.do(
            lobby.open_table, self.game_id, {}, self.channel, terms=terms, by=caller(PEOPLE[0])
        )
        for user in PEOPLE[1:3]:
            await self.host.do(lobby.join, table.id, by=caller(user))
        await self.host.do(lobby.start, table.id, by=caller(PEOPLE[0].id))
        asked = await able_users(self.host, table.id)
        for _ in asked if len(asked) > 1 else ():  # before the first turn
            await self.clicked(table.id)
        self.clock.advance(3 * DAY)
        await self.host.run_due()
        await self.host.do(
            votes.agree, table.id, Proposal(ProposalKind.ABANDON), by=caller(PEOPLE[2].id)
        )
        await self.host.do(votes.force, table.id, Proposal(ProposalKind.PAUSE))

    async def challenged(self) -> None:
        """Post a closed and an open challenge, with finished, running and practice attempts."""
        solo = GAMES[self.game_id].solo
        assert solo
        self.channel += 1
        for user, hours, clicks in ((PEOPLE[0], 1, 6), (PEOPLE[1], 200, 12), (PEOPLE[2], 200, 0)):
            found = await self.host.do(
                challenges.post, self.game_id, solo.levels[0], hours, self.channel, by=caller(user)
            )
            table_id = await self.host.do(challenges.play, found.id, by=caller(user))
            for _ in range(clicks):
                await self.clicked(table_id)
            if hours == 1:
                self.clock.advance(HOUR)
                await self.host.run_due()
                await self.host.do(challenges.play, found.id, by=caller(user))
                await self.host.do(challenges.share, found.id, by=caller(user.id))
        await self.planned()

    async def planned(self) -> None:
        for kind in (deals.DAILY, deals.WEEKLY):
            await self.host.do(
                schedules.schedule, kind, self.game_id, "UTC", 9, self.channel, by=caller(PEOPLE[0])
            )
        self.clock.now = await self.host.next_alarm()
        await self.host.run_due()

    async def handed_over(self) -> None:
        table_id = await self.dealt(2, 0, 8)
        await self.host.do(seating.hand_over, table_id, by=caller(PEOPLE[1].id))
        await self.host.wait_for_autoplay()


async def written(file: Path, games: Iterable[str]) -> None:
    numbers = iter(range(1_000_000))
    clock = FakeClock()
    with (
        patch("host.lobby.new_key", lambda: key_of(next(numbers))),
        patch("host.challenges.new_key", lambda: key_of(next(numbers))),
        patch("host.deals.new_key", lambda: key_of(next(numbers))),
    ):
        host = await Host.open(file, clock)
        try:
            for game_id in sorted(games):
                await Scene(host, clock, game_id).write()
        finally:
            await host.close()


def dump(games: Iterable[str] = GAMES) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        asyncio.run(written(file, games))
        return dumped(file)


def main() -> None:
    target = FOLDER / f"schema_{NEWEST}.sql"
    if target.exists() and "--again" not in sys.argv:
        sys.exit(f"{target.name} exists and is never changed; --again if it was not released yet.")
    text = dump()
    if len(text) > MAX_CHARACTERS:
        sys.exit(f"{len(text)} characters are too many for the repository.")
    target.write_text(text, encoding="utf-8")
    print(f"{target}: {len(text)} characters")


if __name__ == "__main__":
    main()
