"""Outages of minutes to hours, during which people go on with whatever still arrives."""

from random import Random
from typing import NamedTuple

from host.unit_of_work import UnitOfWork
from sandbox.faults import EVERY, Fault
from testing.scene.crew import Crew, Pressed, new_crew
from testing.scene.record import everything
from testing.scene.scene import MINUTE, SECOND, Calm, waiting_messages

HOUR = 60 * MINUTE
ALWAYS = 10**9
PARTIES = (("red", "blue", "green"), ("purple", "yellow"), ("yellow", "red"))
MIN_WAIT = 10.0  # seconds
MAX_PAUSE = 5 * MINUTE  # between two tries
FEW = 4
MAX_LOST = 12  # clicks after which something new was said
MAX_INVALID, OF_TIME = 99, 600  # in so many seconds
LATEST_SAID = MINUTE  # after Discord is there again
LATEST_ONLINE = 90 * SECOND  # after the gateway is there again
LONG_GAME = 30  # clicks in an outage, at most
FORBIDDEN = "lost permissions"  # in all channels; what is private goes on
DEEDS = {  # refusals and other failures by turns, so that refusals of several hardly add up
    "shut out": {"status": 429, "is_from_afar": True},
    "503": {"status": 503},
    "slow down": {"status": 429, "is_global": True},
    "500": {"status": 500},
    "unauthorized": {"status": 401},
    "reset": {"deed": "reset before"},
    FORBIDDEN: {"status": 403, "code": 50013},
}


class Outage(NamedTuple):
    """What is broken, and for how long."""

    deed: str
    length: int  # milliseconds
    is_gateway_cut: bool
    loses_replies: bool  # at its beginning everything is done, but nothing confirmed
    drops: bool  # interactions that do not arrive are lost; else they arrive later

    def __str__(self) -> str:
        cut = ", without gateway" if self.is_gateway_cut else ""
        lost = ", replies lost first" if self.loses_replies else ""
        return f"{self.length / MINUTE:.0f} min of {self.deed}{cut}{lost}"


def some_outage(rng: Random, number: int) -> Outage:
    """Every kind in its turn; half of them begin with replies that are lost."""
    deed = [*DEEDS][number % len(DEEDS)]
    loses_replies = number % 2 == 0 and deed != FORBIDDEN  # then nobody may look for them either
    longest = 4.0 if number >= FEW else 2.0  # a few are short enough for a test
    length = int(MINUTE * 4 ** rng.uniform(1.5 if loses_replies else 0.0, longest))
    return Outage(deed, length, rng.random() < 0.5, loses_replies, rng.random() < 0.5)


class Storm:
    """Tables of one game that live through outages together; whoever is done begins anew."""

    def __init__(self, s: Calm, game: str, rng: Random) -> None:
        self.s, self.game, self.rng = s, game, rng
        self.crews: list[Crew] = []
        self.unsure: list[tuple[Crew, Pressed]] = []  # clicks that nobody answered
        self.slowest = 0  # milliseconds until everything was said
        self.latest = 0  # ... until the bot was there again
        self.has_waited = False  # something was to be said at the end of an outage

    async def lies_of(self, outage: Outage) -> list[str]:
        """What is wrong when it is over and everything was waited for."""
        await self._sit_down()
        rounds = {crew: (await crew.seen()).round for crew in self.crews}
        await self._endure(outage, await self._begin(outage))
        took = await self._end()
        self.slowest = max(self.slowest, took)
        late = f"the outbox was empty after {took / SECOND:.0f} s only"
        found = [late] if took > LATEST_SAID else []
        took = await self.s.until_online()
        self.latest = max(self.latest, took)
        if took > LATEST_ONLINE:
            found.append(f"the gateway was back after {took / SECOND:.0f} s only")
        await self.s.until_quiet()
        found += await self._losses(outage, rounds)
        found += await self._next_clicks()
        for crew in self.crews:
            found += await crew.lies()
        return [f"{self.game}: {outage}: {each}" for each in found]

    async def _losses(self, outage: Outage, rounds: dict[Crew, int]) -> list[str]:
        """Only where nobody may write anything is given up: rounds that end meanwhile."""
        if outage.deed != FORBIDDEN:
            return ["something was given up"] if self.s.record.dropped else []
        found = list[str]()
        for crew in [crew for crew in self.crews if (await crew.table()).is_lost]:
            await crew.miss_rounds(rounds[crew])
            found += await crew.find_channel()
        return found

    async def _sit_down(self) -> None:
        self.crews = [crew for crew in self.crews if not crew.is_over]
        for names in PARTIES[len(self.crews) :]:
            seed = self.rng.randrange(10**6)
            self.crews.append(await new_crew(self.s, self.game, seed, *names, pace=24))

    async def _begin(self, outage: Outage) -> Fault:
        faults = self.s.server.faults
        if outage.loses_replies:
            lost = faults.plant(Fault("POST", "^/channels", deed="reset after", times=ALWAYS))
            for _ in range(MAX_LOST):
                if lost.times < ALWAYS:
                    break
                await self._press()
            lost.times = 0
        fault = faults.plant(self._fault(outage))
        for crew in self.crews:
            await self._fill(crew)
        if outage.is_gateway_cut:
            self.s.server.gateway.is_shut = True
            await self.s.server.gateway.cut()
        return fault

    async def _fill(self, crew: Crew) -> None:
        """Everybody at the table has something to hear."""
        for _ in range(MAX_LOST):
            if crew.is_over or crew.number in await self.s.host.read(_tables_waiting):
                return
            await self._press(crew=crew)

    def _fault(self, outage: Outage) -> Fault:
        channels = "|".join(self.s.channel(crew.channel) for crew in self.crews)
        path = f"^/channels/({channels})/" if outage.deed == FORBIDDEN else "^/"
        return Fault(EVERY, path, times=ALWAYS, **DEEDS[outage.deed])  # type: ignore[arg-type]

    async def _endure(self, outage: Outage, fault: Fault) -> None:
        left = outage.length
        for _ in range(LONG_GAME):
            if left <= SECOND:
                break
            pause = min(left, int(self.rng.expovariate(6 / outage.length)) + SECOND)
            left -= pause
            fault.retry_after = max(left / SECOND, MIN_WAIT)  # nobody is asked to wait too long
            await self._press(outage.is_gateway_cut and outage.drops)
            await self.s.go_on(pause)
        fault.retry_after = MIN_WAIT
        await self.s.go_on(max(left, 0))

    async def _press(self, is_dropped: bool = False, crew: Crew | None = None) -> None:
        """By what their messages show, which may be old by now."""
        self.s.server.faults.drop = int(is_dropped)
        unanswered, crew = len(self.s.unanswered), crew or self.rng.choice(self.crews)
        pressed = await crew.press_on()
        self.s.server.faults.drop = 0
        if pressed and len(self.s.unanswered) > unanswered:
            self.unsure.append((crew, pressed))

    async def _end(self) -> int:
        """How long it takes until everything is said, at worst: a try has just failed."""
        await self._until_a_try()
        self.s.server.faults.planted.clear()
        self.s.server.gateway.is_shut = False
        self.has_waited |= bool(await self.s.host.read(waiting_messages))
        return await self.s.until_said()

    async def _until_a_try(self) -> None:
        rest = self.s.server.rest
        asked, end = rest.count, self.s.time.now + MAX_PAUSE
        while rest.count == asked and self.s.time.now < end:
            if not await self.s.host.read(waiting_messages):
                return
            await self.s.go_on(SECOND)

    async def _next_clicks(self) -> list[str]:
        """Whoever was not answered presses again what they pressed last, or what last counted."""
        found, last = list[str](), dict[tuple[Crew, str], Pressed]()
        for crew, pressed in self.unsure:
            if (crew, pressed.name) not in last or await crew.row_of(pressed):
                last[crew, pressed.name] = pressed
        self.unsure.clear()
        for (crew, _), pressed in last.items():
            found += await crew.next_click_lies(pressed)
        await self.s.until_quiet()
        return found


def _tables_waiting(uow: UnitOfWork) -> set[int | None]:
    return {outgoing.about.table_id for outgoing in everything(uow)}


def most_invalid(s: Calm) -> int:
    """Requests that Discord counts against a bot, in any ten minutes."""
    times = s.server.rest.invalid
    return max((sum(0 <= then - begun < OF_TIME for then in times) for begun in times), default=0)
