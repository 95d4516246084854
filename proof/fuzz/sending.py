"""One raw interaction over the gateway, and what came back."""

import math
import time
from contextlib import suppress
from typing import Any, NamedTuple

from cogs.ids import page_id
from proof.fuzz.deeds import BUTTON, Deed
from proof.fuzz.scene import Scene
from proof.proof import planted
from proof.trial import Trial
from sandbox.driver import Failed
from sandbox.interactions import COMPONENT, MODAL_SUBMIT, SLASH, Interaction
from sandbox.messages import EPHEMERAL
from sandbox.world import Json

ADDRESS = ("id", "token", "application_id")  # without them no answer finds its way
ANSWERED = (SLASH, COMPONENT, MODAL_SUBMIT)  # of another type nothing is asked
USUAL, SLOWEST = 600, 2_000  # milliseconds of the processor; Discord waits for 3,000


class Sent(NamedTuple):
    found: Interaction
    payload: Json
    is_addressed: bool

    @property
    def is_to_be_answered(self) -> bool:
        return self.is_addressed and self.payload.get("type") in ANSWERED


class Post:
    """Sends, waits for the answer, and takes the time that the processor had to do with it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.times: list[float] = []  # of the processor, in milliseconds

    async def send(self, deed: Deed) -> Sent:
        desk, sent = self.scene.sandbox.server.desk, dict[str, Any]()
        kept: list[Any] = []
        ordinary = desk.payload

        def payload(found: Interaction) -> Json:
            made = ordinary(found)
            kept.extend(made[name] for name in ADDRESS)
            if deed.bend:
                deed.bend(made)
            sent.update(made)
            return made

        begun, channel = time.process_time(), self.scene.world.channel(deed.channel)
        with planted(desk, "payload", payload):
            found = desk.begin(deed.type, deed.user, channel, deed.data, deed.message)
        if deed.is_possible:
            await self._answered(found)
            self.times.append((time.process_time() - begun) * 1000)
        else:
            await self.scene.sandbox.server.gateway.flush()
        return Sent(found, sent, kept == [sent.get(name) for name in ADDRESS])

    async def _answered(self, found: Interaction) -> None:
        with suppress(Failed, TimeoutError):  # which is seen in it
            await self.scene.sandbox._outcome(found)

    async def lives_on(self, user: str) -> Interaction | None:
        """After what nobody can answer the next one is answered all the same; None: it is not."""
        sandbox, world = self.scene.sandbox, self.scene.world
        lounge = world.messages[sandbox.channel("lounge")].values()
        board = next(each for each in lounge if not each["flags"] & EPHEMERAL)
        data = {"custom_id": page_id("help", 1), "component_type": BUTTON, "id": 1}
        channel = world.channel(board["channel_id"])
        found = sandbox.server.desk.begin(COMPONENT, user, channel, data, board)
        await self._answered(found)
        is_running = sandbox._run is not None and not sandbox._run.done()
        if found.answer is not None and is_running:
            return found
        await self._begin_again()
        return None

    async def _begin_again(self) -> None:
        sandbox = self.scene.sandbox
        if sandbox._run and sandbox._run.done():
            sandbox._run.exception()
            sandbox._run = None
        await sandbox.restart_bot()

    def judge(self, trial: Trial) -> None:
        """How long an answer keeps the processor busy, whatever else it has to do."""
        times = sorted(self.times)
        if times:
            usual = times[math.ceil(0.99 * len(times)) - 1]
            trial.limit("processor time of 99 % of the answers, ms", usual, USUAL)
            trial.limit("processor time of the slowest answer, ms", times[-1], SLOWEST)
