"""Clicks that arrive on schedule, whether or not the earlier ones were answered."""

import asyncio
import statistics
from collections.abc import Callable, Iterable
from typing import Any

from bench.crowd import Crowd, Press
from sandbox.driver import Failed, parts
from sandbox.refusals import Refused

MORE, PAUSE = "More", 0.01  # the button that shows a panel and more; seconds


class Load:
    """People of a crowd who click; nobody clicks again before their last click was answered."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd, self.busy = crowd, set[str]()
        self.taken: list[float] = []  # milliseconds, of the clicks that were answered
        self.sent = self.unanswered = 0
        self.gone = 0  # clicks whose button went away before their time
        self.broken: list[BaseException] = []

    async def come(self, rate: float, goes_on: Callable[[float], bool]) -> None:
        """Send so many clicks a second while `goes_on(seconds so far)`; wait for the answers."""
        loop, at = asyncio.get_running_loop(), 0.0
        begun = loop.time()
        tasks: set[asyncio.Task[None]] = set()
        while goes_on(at := at + self.crowd.rng.expovariate(rate)):
            await asyncio.sleep(max(0.0, begun + at - loop.time()))
            while self._some_press() is None:  # everybody waits for an answer
                await asyncio.sleep(PAUSE)
            self.sent += 1
            tasks.add(asyncio.create_task(self._click(begun + at)))
        for found in await self.ended(tasks):
            if isinstance(found, asyncio.CancelledError | TimeoutError):
                self.unanswered += 1
            elif found is not None:
                self.broken.append(found)

    async def ended(self, tasks: Iterable[asyncio.Task[Any]]) -> list[BaseException | None]:
        """Wait for all clicks; what broke them."""
        found: list[BaseException | None] = await asyncio.gather(*tasks, return_exceptions=True)
        return found

    async def _click(self, due: float) -> None:
        """Choose and press in the same turn of the loop: nothing can change between."""
        while (press := self._some_press()) is None:  # the one who could has lost their button
            await asyncio.sleep(PAUSE)
        self.busy.add(press.name)
        try:
            await self.crowd.carry_out(press)
            self.taken.append((asyncio.get_running_loop().time() - due) * 1000)
        except Failed:
            self.unanswered += 1
        except Refused:  # what was to be pressed has just gone: nothing was sent
            self.gone += 1
        finally:
            self.busy.discard(press.name)

    def _some_press(self) -> Press | None:
        """Where somebody can act; else somebody looks again."""
        crowd = self.crowd
        tables = crowd.rng.sample(range(crowd.tables), crowd.tables)
        found = (crowd.press(table, self.busy) for table in tables)
        looks = (self._look(name) for table in tables for name in crowd.names(table))
        return next(filter(None, found), None) or next(filter(None, looks), None)

    def _look(self, name: str) -> Press | None:
        message = self.crowd.panel(name)
        if message is None or name in self.busy:
            return None
        again = [part["custom_id"] for part in parts(message) if part.get("label") == MORE]
        return Press(name, message, again[0]) if again else None

    def within(self, percent: int) -> float:
        """Milliseconds in which so many were answered; without an end if hardly any was."""
        if len(self.taken) < 2:
            return float("inf")
        return statistics.quantiles(self.taken, n=100)[percent - 1]
