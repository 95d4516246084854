"""Lets answers go first: other messages wait until no press is being answered, or for a while.

When more people press than the bot can serve at once, messages to everybody else come a little
later. A newer one replaces one that is still waiting, so there is less to send.
"""

import asyncio
import contextlib
from collections.abc import Iterator


class RightOfWay:
    """The presses that are being answered."""

    def __init__(self) -> None:
        self._answers = 0
        self._is_free = asyncio.Event()
        self._is_free.set()

    @contextlib.contextmanager
    def answering(self) -> Iterator[None]:
        """Mark that a press is being answered."""
        self._answers += 1
        self._is_free.clear()
        try:
            yield
        finally:
            self._answers -= 1
            if not self._answers:
                self._is_free.set()

    async def yield_to_answers(self, seconds: float) -> bool:
        """Wait until all presses are answered, or for a while; return whether it had to wait."""
        if self._is_free.is_set() or seconds <= 0:
            return False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._is_free.wait()
        return True
