"""Lobbies and attempts in the sandbox that are left: the bot's own clock ends them in time."""

from collections.abc import Iterator
from typing import NamedTuple

from host import challenges
from host.challenges import Board
from host.host import STALE_LOBBY
from host.look import look
from host.records import Phase, Table
from host.terms import HOUR
from proof.scene.scene import Calm
from proof.vanish.guests import CHANNEL, PAUSE, SERVER, Guests, vanish
from sandbox.world import Json
from testing.challengers import Crowd
from testing.people import Label, buttons, text, ways

OPENER_LEAVES = "when the opener has left"
OPEN_FOR = 48  # hours that a challenge is open


class Lobby(NamedTuple):
    """It closes in time, and its message says so."""

    game: str
    names: tuple[str, ...]
    way: str

    def __str__(self) -> str:
        return f"{len(self.names)} in a lobby of {self.game} vanish {self.way}"

    async def faults(self, s: Calm) -> list[str]:
        party = Guests(s, *self.names, game=self.game)
        lobby, table_id = await party.seat(), (await party.table()).id
        if self.way == OPENER_LEAVES:
            await s.click(self.names[0], lobby, Label.LEAVE)
        await vanish(s, self.way, party.place, *self.names)
        await s.go_on(STALE_LOBBY + PAUSE)
        await s.until_said()
        table = (await party.host.look(table_id, look, None)).table
        if table.phase is not Phase.CLOSED:
            return [f"nobody has closed the lobby after {(STALE_LOBBY + PAUSE) // HOUR} hours"]
        return [] if self.way == CHANNEL else [*self._unsaid(table, party.public)]

    def _unsaid(self, table: Table, public: list[Json]) -> Iterator[str]:
        told = [each for each in public if table.ending in text(each)]
        if len(told) != 1:
            yield f"that the lobby is closed was told {len(told)} times"
        if any(map(buttons, public)):
            yield "there is still something to press"


class _Challengers(Crowd):
    """Their quiet is that of our clock, and no bell is rung."""

    s: Calm

    async def quiet(self) -> None:
        await self.s.until_said()

    settle = quiet


class Tried(NamedTuple):
    """Two attempts at a challenge, one of them without any action; it closes in time."""

    game: str
    way: str

    def __str__(self) -> str:
        return f"two at a challenge of {self.game} vanish {self.way}"

    async def faults(self, s: Calm) -> list[str]:
        crowd = _Challengers(s, s.time)
        await crowd.post(game=self.game, hours=OPEN_FOR)
        for name in ("blue", "green"):
            await crowd.play(name)
        await crowd.act_once("blue")
        await vanish(s, self.way, s.channel(crowd.channel), "blue", "green")
        await s.go_on(OPEN_FOR * HOUR + PAUSE)
        await s.until_said()
        board = await crowd.host.read(challenges.board, crowd.number)
        if not board.challenge.deal.is_closed:
            return [f"nobody has closed its challenge of {OPEN_FOR} hours"]
        return [*self._unranked(board), *self._untold(crowd)]

    def _unranked(self, board: Board) -> Iterator[str]:
        if len(board.places) != 2 or any(place.rank is None for place in board.places):
            yield "somebody is not in the closed ranking"

    def _untold(self, crowd: _Challengers) -> Iterator[str]:
        if len(crowd.closings) != 1:
            yield f"the end of the challenge was told {len(crowd.closings)} times"
        for name in ("blue", "green"):
            panel = crowd.panel(name)
            if self.way != SERVER and panel and ways(panel):
                yield f"{name} still has a hand to play"
