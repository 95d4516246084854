"""No panel that a person can press is out of date: in direct messages, and in private replies."""

from collections.abc import Iterator
from random import Random

import cogs.open_panels
import cogs.panels
from cogs.gallery import Gallery
from cogs.open_panels import OPEN_PANEL
from engine import GAMES
from host import votes
from host.records import Phase
from host.store import Store
from host.views import TableView
from host.votes import Proposal, ProposalKind
from proof.proof import Mutant, Proof, put
from proof.trial import Trial
from sandbox.world import Json
from testing.message_truth import call_lies, message_lies
from testing.people import Label, is_ephemeral, labels, pictures, selects, ways
from testing.scene.crew import Crew
from testing.scene.scene import MINUTE, Calm, DotStudio, calm_sandbox, hasty_disk

MUTANTS = {
    "all panels look alike": Mutant(
        put(*((place, "look_of", lambda _: 0) for place in (cogs.open_panels, cogs.panels))),
        "^messages: ",
    ),
    "older private panels stay": Mutant(
        put((Store, "close_other_replies", lambda *_: 0)), "^private: "
    ),
}


MOMENTS = "moments"
NAMES = ("red", "blue", "green")


class Story:
    def __init__(self, trial: Trial, s: Calm, game: str, seed: int) -> None:
        self.trial, self.s, self.rng = trial, s, Random(seed)
        self.crew = Crew(s, *NAMES, seed=seed, game=game)

    async def tell(self, moments: int) -> None:
        await self.crew.begin()
        for _ in range(moments):
            if not self.trial.goes_on(MOMENTS):
                return
            await self._happens()
            await self._check()
        if (await self.crew.table()).phase is Phase.PLAYING:
            await self.crew.host.do(votes.force, self.crew.number, Proposal(ProposalKind.ABANDON))
        await self._check()

    async def _happens(self) -> None:
        """Mostly somebody acts; sometimes something comes in between."""
        name, chance = self.rng.choice(NAMES), self.rng.random()
        if chance < 0.15:
            await self._open(name)
        elif chance < 0.22:
            await self.s.go_on(16 * MINUTE)  # longer than a token lives
        elif chance < 0.25:
            await self._leave_or_come_back(name)
        elif chance < 0.28:
            await self.s.restart_bot()
        elif chance < 0.36:
            await self._late()
        else:
            await self._act()
        await self.s.until_said()

    async def _open(self, name: str) -> None:
        if self.crew.board and Label.MY_HAND in labels(self.crew.board):
            await self.s.click(name, self.crew.board, Label.MY_HAND)

    async def _leave_or_come_back(self, name: str) -> None:
        back = [each for each in self.pressable(name) if Label.TAKE_BACK in labels(each)]
        if back:
            await self.s.click(name, self.rng.choice(back), Label.TAKE_BACK)
        elif name != NAMES[0]:  # somebody goes on, so that the game does
            question = await self.s.slash(name, "/leave", self.crew.channel)
            if question and Label.LEAVE_GAME in labels(question):
                await self.s.click(name, question, Label.LEAVE_GAME)

    async def _late(self) -> None:
        """Some presses arrive when nobody waits any more, the newest first; each counts once."""
        server, moves = self.s.server, await self._moves()
        server.faults.hold = True
        pressed = [await self.crew.press_on() for _ in range(3)]
        await server.release()
        await self.s.until_said()
        counted, acts = await self._moves() - moves, [each for each in pressed if each]
        is_right = counted <= len(acts) or any(each.is_answer for each in acts)
        self.trial.check(is_right, f"{len(acts)} late presses count {counted} times")

    async def _moves(self) -> int:
        seats = (await self.crew.table()).seats
        return sum(each.moves for each in seats if not each.is_autopilot and not each.stands_in)

    async def _act(self) -> None:
        """One whole action of somebody, in any of their panels."""
        before = len(await self.crew.rows())
        able = [(name, each) for name in NAMES for each in self.pressable(name)]
        able = [(name, each) for name, each in able if ways(each) or selects(each)]
        if not able:
            return
        name, message = self.rng.choice(able)
        for _ in range(9):
            if len(await self.crew.rows()) > before or not await self.crew.press(name, message):
                return

    # What must hold

    def private(self, name: str) -> list[Json]:
        seen = self.s.messages(name, self.crew.channel)
        return [each for each in seen if is_ephemeral(each) and labels(each) - {OPEN_PANEL}]

    def messages(self, name: str) -> list[Json]:
        return [each for each in self.crew.notes(name) if labels(each)]

    def pressable(self, name: str) -> list[Json]:
        return [*self.messages(name), *self.private(name)]

    async def _check(self) -> None:
        await self.s.until_said()
        for name in NAMES:
            seen = await self.crew.seen(name)
            drawn = await Gallery(DotStudio()).panel(seen)
            own = [f"{each.digest[:20]}.png" for each in drawn]
            if len(self.private(name)) > 1:
                self.trial.fault(f"private: {name} has several panels")
            panels = [("messages", each) for each in self.messages(name)]
            panels += [("private", each) for each in self.private(name)]
            for kind, message in panels:
                for lie in self._panel_lies(message, seen, own):
                    self.trial.fault(f"{kind}: {name}'s panel {lie}"[:600])
        calls = call_lies(self.crew, await self.crew.seen())
        for lie in [*calls, *await self._end_lies(), *await self.s.lies()]:
            self.trial.fault(lie)
        self.trial.did(MOMENTS)

    def _panel_lies(self, message: Json, seen: TableView, own: list[str]) -> Iterator[str]:
        yield from message_lies(message, seen)
        if pictures(message) != own:
            yield "shows pictures of another moment"

    async def _end_lies(self) -> list[str]:
        if (await self.crew.table()).phase is not Phase.OVER:
            return []
        ends = {name: self.messages(name) for name in NAMES}
        return [
            f"messages: {name} has not heard of the end"
            for name, found in ends.items()
            if not any(Label.REMATCH in labels(each) for each in found)
        ]


STORY = 30  # moments of one game, the end among them


async def work(trial: Trial) -> None:
    number = 0
    with hasty_disk():
        while trial.goes_on(MOMENTS):
            game = [*GAMES][number % len(GAMES)]
            async with calm_sandbox(trial.folder / f"{number}.sqlite") as s:
                story = Story(trial, s, game, trial.rng.getrandbits(32))
                await story.tell(STORY)
            number += 1


PROOF = Proof(
    "stale",
    "every panel that a person can press shows this moment, until it says that it is closed",
    work,
    goals={MOMENTS: 6_000},
    small={MOMENTS: 30},
    mutants=MUTANTS,
    mutant_goals={MOMENTS: 240},
)
