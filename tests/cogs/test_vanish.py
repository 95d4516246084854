"""People vanish from tables and lobbies in the sandbox: the bot's own clock ends them in time."""

from typing import NamedTuple

import pytest

from engine import GAMES
from host.host import Host
from host.lobby import STALE_LOBBY
from host.play import FINISHED
from host.records import Phase
from host.terms import DAY, HOUR, LIVE_TERMS, Policy
from host.unit_of_work import UnitOfWork
from sandbox.channels import remove_channel
from testing.days import Days
from testing.hosting import NOON
from testing.message_truth import lies
from testing.people import buttons, leave_game
from testing.scene.scene import SECOND, Calm, calm_sandbox

pytestmark = pytest.mark.asyncio
PAUSE = 12 * HOUR  # from one ring of the bot's bells to the next: months are to pass
DOWN = 3 * DAY
MAX_DAYS = 90 * DAY  # of a game that goes on by its clock
LOBBY = -1  # in the place of actions: the game never begins
SILENTLY, LEAVE, CHANNEL, BOT = "silently", "by /leave", "with the channel", "while the bot is down"


class Show(NamedTuple):
    """All vanish from a table after some actions, or from its lobby; it ends by then."""

    game: str
    people: int
    hours: int
    policy: Policy
    actions: int
    way: str
    most: int
    is_finished: bool = False  # the autopilot must play it to its end

    def __str__(self) -> str:
        who = f"{self.people} of {self.game} ({self.hours} h, {self.policy})"
        return f"{who} vanish {self.way} after {self.actions} actions"


class Guests(Days):
    """As over days, but their quiet is that of our clock, and no bell is rung but by the bot."""

    s: Calm

    async def quiet(self) -> None:
        await self.s.until_said()


FIRST, *_, LAST = GAMES
IDLE, STALE = LIVE_TERMS.idle + DAY, STALE_LOBBY + PAUSE
SHOWS = [  # each depends on another bell of the bot, or on another way to hear of an end
    Show(FIRST, 2, 0, Policy.TURN, LOBBY, SILENTLY, STALE),
    Show(LAST, 3, 2, Policy.SEAT, 0, LEAVE, MAX_DAYS, True),
    Show(FIRST, 3, 0, Policy.TURN, 3, SILENTLY, IDLE),
    Show(FIRST, 2, 24, Policy.TURN, 1, SILENTLY, MAX_DAYS, True),
    Show(FIRST, 2, 72, Policy.ASK, 2, CHANNEL, IDLE),
    Show(LAST, 3, 0, Policy.TURN, LOBBY, CHANNEL, STALE),
    Show(LAST, 2, 24, Policy.WAIT, 5, BOT, DOWN + IDLE),
]


async def lies_of(each, file):
    async with calm_sandbox(file, NOON, rhythm=PAUSE / SECOND) as s:
        names = ("red", "blue", "green")[: each.people]
        party = Guests(s, s.time, *names, game=each.game, pace=each.hours)
        found = [*await ends(party, each), *await s.lies()]
        return found + ["somebody's press was not answered" for _ in s.unanswered]


@pytest.mark.parametrize("show", SHOWS, ids=str)
async def test_a_table_whose_people_vanish_is_ended_in_time_by_the_bots_own_clock(file, show):
    assert not await lies_of(show, file)


async def test_mutant_a_bot_that_never_keeps_house_is_found(file, monkeypatch):
    async def never(host):
        """The bot does not look."""

    monkeypatch.setattr(Host, "run_housekeeping", never)
    assert "nobody has ended it after" in (await lies_of(SHOWS[0], file))[0]


async def ends(party, show):
    """What is wrong until it has ended, and with its end."""
    s = party.s
    await (party.seat() if show.actions == LOBBY else party.deal(show.policy))
    for _ in range(show.actions):
        await party.act(await party.acting())
    number, since = (await party.table()).id, s.time.now
    await vanish(party, show.way)
    while (table := await party.host.read(UnitOfWork.table, number)).is_open:
        if s.time.now - since > show.most:
            return [f"nobody has ended it after {(s.time.now - since) // DAY} days"]
        await s.go_on(PAUSE)
    await party.quiet()
    if show.is_finished and table.ending != FINISHED:
        return [f"it was {table.ending}, although the autopilot finishes it"]
    if show.way == CHANNEL:
        return []
    if table.phase is Phase.CLOSED:
        left = any(map(buttons, party.public))
        return ["something of the closed lobby can be pressed"] if left else []
    return await lies(party)


async def vanish(party, way):
    """They are never seen again."""
    s = party.s
    for name in party.names if way == LEAVE else ():
        await leave_game(s, name, party.channel)
    if way == CHANNEL:
        remove_channel(s.server.world, s.server.world.channel(party.place))
        await s.server.gateway.flush()
    elif way == BOT:
        await s.stop_bot()
        s.time.go_to(s.time.now + DOWN)
        await s.start_bot()
    await s.until_said()
