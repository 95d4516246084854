"""People who vanish before the deal, after the end, or from an attempt at a challenge."""

import re
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

from engine import GAMES
from host import challenges, lobby
from host.lobby import STALE_LOBBY
from host.outbox import MessageKind
from host.records import About, Phase
from host.terms import DAY, HOUR
from host.votes import ProposalKind
from testing.challenges import CHALLENGING, post, tried
from testing.hosting import NOON, PEOPLE, FakeClock, caller, open_lobby, open_playing
from testing.scene.scene import hasty_disk
from testing.vigil import SLACK, Vigil, sign_of_life, vigil_over

OPEN_FOR = 48  # hours that a challenge is open
MOST = {"attempt": OPEN_FOR * HOUR, "practice": 30 * DAY}  # it may last; else a stale lobby's time
SILENTLY, OPENER, ALL, FORGOTTEN, CHANNEL = (
    *("silently", "when the first leaves", "one by one"),
    *("when the first is forgotten", "with the channel"),
)


class Gathering(NamedTuple):
    game: str
    kind: str  # "lobby", "rematch", "attempt", "practice"
    people: int  # or how many actions of an attempt
    way: str

    def __str__(self) -> str:
        return f"{self.kind} of {self.game}, {self.people}: they vanish {self.way}"


WAYS = (SILENTLY, OPENER, ALL, FORGOTTEN, CHANNEL)
LEFT_IN = (SILENTLY, FORGOTTEN, CHANNEL)  # how one vanishes from an attempt, which nobody leaves


def gatherings(way):
    found = [
        Gathering(game.id, kind, people, way)
        for game in GAMES.values()
        for people in range(1, game.seats[-1] + 1)
        for kind in ("lobby", "rematch")
        if kind == "lobby" or people in game.seats
    ]
    attempts = product(CHALLENGING, ("attempt", "practice"), (0, 5, 30))
    return found + [Gathering(*each, way) for each in attempts if way in LEFT_IN]


async def lies_of(gathering, file):
    """What is wrong when they have vanished from it and its time has gone by."""
    vigil = Vigil(str(gathering), file, FakeClock())
    async with vigil_over(vigil):
        await begin(vigil, gathering)
        since = vigil.clock.now
        sitting = [seat.user for seat in (await vigil.table()).seats if seat.user is not None]
        vigil.absent = {*sitting}
        await go(vigil, gathering.way, sitting)
        table = await vigil.to_the_end()
        if not vigil.faults:
            await judge(vigil, gathering, table, since)
    return vigil.faults


@pytest.mark.asyncio
@pytest.mark.parametrize("way", WAYS)
async def test_whoever_vanishes_before_a_game_or_from_an_attempt_ends_it_in_time(tmp_path, way):
    with hasty_disk():
        for number, each in enumerate(gatherings(way)):
            assert not await lies_of(each, tmp_path / f"{number}.db")


@pytest.mark.asyncio
async def test_mutant_lobbies_that_are_never_closed_are_found(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "close_stale", lambda *_: [])
    first = gatherings(SILENTLY)[0]
    (lie,) = await lies_of(first, tmp_path / "mutant.db")
    assert re.search("^lobby.*nothing has happened for .* days", lie)


async def begin(vigil, gathering):
    """The table that they are to vanish from."""
    host, (game, kind, people, _) = vigil.host, gathering
    if kind == "lobby":
        vigil.table_id = (await open_lobby(host, game, people)).id
    elif kind == "rematch":
        vigil.table_id = (await open_playing(host, game, people)).id
        await vigil.force(ProposalKind.ABANDON)
        again = await host.do(lobby.rematch, vigil.table_id, by=caller(PEOPLE[0]))
        vigil.table_id = again.id
    else:
        challenge = await post(host, game, hours=OPEN_FOR)
        if kind == "practice":
            vigil.clock.advance(OPEN_FOR * HOUR)
            await host.run_due()
        vigil.table_id = (await tried(host, challenge, PEOPLE[0], Random(people), people)).id
    await vigil.deliver()


async def go(vigil, way, sitting):
    for user in {OPENER: sitting[:1], ALL: sitting}.get(way, ()):
        if not await vigil.attempt(lobby.leave, by=caller(user)):
            vigil.fault("somebody cannot leave the lobby")
    if way == FORGOTTEN and not await vigil.host.forget(sitting[0]):
        vigil.fault("somebody is not forgotten")
    if way == CHANNEL:
        vigil.is_channel_gone = True
        vigil.deaf.update(sitting)


async def judge(vigil, gathering, table, since):
    took = vigil.clock.now - since
    if table.phase is not (Phase.OVER if gathering.kind in MOST else Phase.CLOSED):
        vigil.fault(f"it is {table.phase}")
    if took > MOST.get(gathering.kind, STALE_LOBBY) + SLACK:
        vigil.fault(f"it took {took // HOUR} hours")
    if gathering.kind == "attempt":
        await check_closed(vigil)


async def check_closed(vigil):
    """The challenge ends in its time, and says so where it was posted."""
    vigil.clock.now = max(vigil.clock.now, NOON + OPEN_FOR * HOUR)
    await vigil.host.do(sign_of_life)
    await vigil.host.run_due()
    await vigil.deliver()
    board = await vigil.host.read(challenges.board, 1)
    if not board.challenge.deal.is_closed:
        vigil.fault("its challenge is not closed")
    if any(place.rank is None for place in board.places):
        vigil.fault("somebody is still playing in the closed ranking")
    if vigil.heard[About(challenge_id=1), MessageKind.CLOSED] != (not vigil.is_channel_gone):
        vigil.fault("the end of the challenge was not told once")
