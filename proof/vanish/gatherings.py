"""People who vanish before the deal, after the end, or from an attempt at a challenge."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine import GAMES
from host import challenges, lobby
from host.host import STALE_LOBBY
from host.outbox import MessageKind
from host.records import Phase, Table
from host.terms import DAY, HOUR
from host.votes import ProposalKind
from proof.trial import Trial
from proof.vanish.vigil import SLACK, Vigil, force, sign_of_life
from testing.challenges import CHALLENGING, post, tried
from testing.database_rules import faults
from testing.hosting import NOON, PEOPLE, FakeClock, caller, open_lobby, open_playing

OPEN_FOR = 48  # hours that a challenge is open
Deed = Callable[[Vigil, list[int]], Awaitable[object]]


async def _silently(vigil: Vigil, sitting: list[int]) -> None:
    """They simply never come back."""


async def _opener_leaves(vigil: Vigil, sitting: list[int]) -> None:
    await _leave(vigil, sitting[0])


async def _all_leave(vigil: Vigil, sitting: list[int]) -> None:
    for user in sitting:
        await _leave(vigil, user)


async def _leave(vigil: Vigil, user: int) -> None:
    if not await vigil.attempt(lobby.leave, by=caller(user)):
        vigil.fault("somebody cannot leave the lobby")


async def _forgotten(vigil: Vigil, sitting: list[int]) -> None:
    if not await vigil.host.forget(sitting[0]):
        vigil.fault("somebody is not forgotten")


async def _shut_out(vigil: Vigil, sitting: list[int]) -> None:
    vigil.is_channel_gone = True
    vigil.deaf.update(sitting)


LOBBY_WAYS: dict[str, Deed] = {
    "silently": _silently,
    "when the opener leaves": _opener_leaves,
    "one by one": _all_leave,
    "when the opener is forgotten": _forgotten,
    "with the channel": _shut_out,
}
ATTEMPT_WAYS: dict[str, Deed] = {
    "silently": _silently,
    "when they are forgotten": _forgotten,
    "from the server, with the channel": _shut_out,
}


class Gathering(NamedTuple):
    game: str
    kind: str  # "lobby", "rematch", "attempt", "practice"
    people: int  # or how many actions of an attempt
    way: str

    def __str__(self) -> str:
        return f"{self.kind} of {self.game}, {self.people}: they vanish {self.way}"


def gatherings() -> list[Gathering]:
    found = [
        Gathering(game.id, kind, people, way)
        for game in GAMES.values()
        for people in range(1, game.seats[-1] + 1)
        for kind in ("lobby", "rematch")
        for way in LOBBY_WAYS
        if kind == "lobby" or people in game.seats
    ]
    tries = [
        Gathering(game, kind, actions, way)
        for way in ATTEMPT_WAYS
        for game in CHALLENGING
        for kind in ("attempt", "practice")
        for actions in (0, 1, 5, 12, 30)
    ]
    return [*found, *tries]


async def vanish_from(trial: Trial, folder: Path, gathering: Gathering) -> None:
    file = folder / "gathering.db"
    vigil = Vigil(trial, str(gathering), file, FakeClock(), 0)
    await vigil.open()
    try:
        since = await _begun(vigil, gathering)
        ways = LOBBY_WAYS if gathering.kind in ("lobby", "rematch") else ATTEMPT_WAYS
        sitting = [seat.user for seat in (await vigil.table()).seats if seat.user is not None]
        vigil.absent = {*sitting}
        await ways[gathering.way](vigil, sitting)
        before = len(trial.faults)
        table = await vigil.to_the_end()
        if len(trial.faults) == before:
            await _judge(vigil, gathering, table, since)
    finally:
        await vigil.close()
    for fault in faults(file):
        vigil.fault(fault)
    for each in folder.glob("gathering.db*"):
        each.unlink()


async def _begun(vigil: Vigil, gathering: Gathering) -> int:
    """The table that they are to vanish from; since when it has been as it is."""
    if gathering.kind in ("attempt", "practice"):
        vigil.table_id = await _tried(vigil, gathering)
    elif gathering.kind == "lobby":
        vigil.table_id = (await open_lobby(vigil.host, gathering.game, gathering.people)).id
    else:
        vigil.table_id = (await open_playing(vigil.host, gathering.game, gathering.people)).id
        await force(vigil, ProposalKind.ABANDON)
        vigil.table_id = (
            await vigil.host.do(lobby.rematch, vigil.table_id, by=caller(PEOPLE[0]))
        ).id
    await vigil.deliver()
    return vigil.clock.now


async def _tried(vigil: Vigil, gathering: Gathering) -> int:
    host, user = vigil.host, PEOPLE[0]
    challenge = await post(host, gathering.game, hours=OPEN_FOR)
    if gathering.kind == "practice":
        vigil.clock.advance(OPEN_FOR * HOUR)
        await host.run_due()
    return (await tried(host, challenge, user, Random(gathering.people), gathering.people)).id


async def _judge(vigil: Vigil, gathering: Gathering, table: Table, since: int) -> None:
    took, is_lobby = vigil.clock.now - since, gathering.kind in ("lobby", "rematch")
    if table.phase is not (Phase.CLOSED if is_lobby else Phase.OVER):
        vigil.fault(f"it is {table.phase}")
    most = {"attempt": OPEN_FOR * HOUR, "practice": 30 * DAY}.get(gathering.kind, STALE_LOBBY)
    if took > most + SLACK:
        vigil.fault(f"it took {took // HOUR} hours")
    if gathering.kind == "attempt":
        await _is_closed(vigil)


async def _is_closed(vigil: Vigil) -> None:
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
    if vigil.heard[-1, MessageKind.CLOSED] != (not vigil.is_channel_gone):
        vigil.fault("the end of the challenge was not told once")
