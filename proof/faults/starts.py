"""The bot is started while Discord fails: it comes up soon, knows its commands, says what waits."""

from cogs.environment import Unfit
from proof.faults.calls import CONNECT, SHUT, Trouble
from proof.faults.matrix import ignored, late
from proof.scene.crew import Crew, new_crew
from proof.scene.scene import SECOND, Calm
from sandbox.faults import Fault

ALWAYS = 10**9
LATEST = 90 * SECOND
FEW_PRESSES = 6
HEALED = 15 * 60 * SECOND  # what a start could not do is done by then
MOST_RESTARTS = 4  # systemd gives up after twenty in an hour
OF_THE_TOKEN = ("who am I", "401")


class Starts:
    """One table after the other, at which something was said and not confirmed."""

    def __init__(self, s: Calm, game: str, seed: int) -> None:
        self.s, self.game, self.seed = s, game, seed
        self.crew: Crew | None = None

    async def lies_of(self, trouble: Trouble) -> list[str]:
        crew, unanswered = await self._table(), len(self.s.unanswered)
        await self._leave_unsure(crew)
        await self.s.stop_bot()
        self.s.server.faults.planted.clear()
        self.s.server.world.commands.clear()
        if trouble.call == CONNECT:
            fault = Fault("", "")
            found = await self._connected(fault, SHUT[trouble.name])
        else:
            fault = self.s.server.faults.plant(trouble.fault())
            found = await self._started(trouble, fault)
        self.s.server.faults.planted.clear()
        await self.s.until_quiet()
        found += [*late(self.s, fault), *ignored(self.s, unanswered)]
        await self.s.go_on(HEALED)
        if not self.s.server.world.commands.get(""):
            found.append("there are no commands")
        return [f"{self.game}: start, {trouble}: {each}" for each in [*found, *await crew.lies()]]

    async def _table(self) -> Crew:
        if self.crew is None or self.crew.is_over:
            self.seed += 1
            self.crew = await new_crew(self.s, self.game, self.seed)
        return self.crew

    async def _leave_unsure(self, crew: Crew) -> None:
        """Replies are lost while something is said: the next process must look for it."""
        lost = Fault("POST", "^/channels", deed="reset after", times=ALWAYS)
        self.s.server.faults.plant(lost)
        for _ in range(FEW_PRESSES):
            if lost.times == ALWAYS and not crew.is_over:
                await crew.press_on()

    async def _started(self, trouble: Trouble, fault: Fault) -> list[str]:
        times, self.s.restarts = fault.times, 0
        await self.s.begin_bot()
        try:
            await self.s.until_up()
        except Unfit:
            return await self._ended(trouble)
        met = [] if fault.times < times else ["it was never met"]
        return [*met, *self._slow(fault)]

    async def _connected(self, fault: Fault, seconds: float) -> list[str]:
        """Nobody can connect to the gateway for so long."""
        self.s.restarts, gateway = 0, self.s.server.gateway
        gateway.is_shut = True
        fault.met = self.s.time.now / SECOND + seconds
        await self.s.begin_bot()
        await self.s.until_up(int(fault.met * SECOND))
        gateway.is_shut = False
        await self.s.until_up()
        return self._slow(fault)

    def _slow(self, fault: Fault) -> list[str]:
        found = []
        took = self.s.time.now - int(fault.met * SECOND)
        if took > LATEST:
            found.append(f"the bot was there after {took / SECOND:.0f} s only")
        if self.s.restarts > MOST_RESTARTS:
            found.append(f"its process ended {self.s.restarts} times")
        return found

    async def _ended(self, trouble: Trouble) -> list[str]:
        """A token that is refused is the owner's matter."""
        self.s.server.faults.planted.clear()
        await self.s.stop_bot()
        await self.s.start_bot()
        is_right = (trouble.call, trouble.name) == OF_THE_TOKEN
        return [] if is_right else ["the bot has given up"]
