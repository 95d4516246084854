"""Which files a panel has that users press in: only the answers to their presses know."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import discord

from cogs.screen import Kept, Screen, files_of, kept

MOST = 4096


class Slot:
    """One message that answers and pushes change: one at a time, and nothing older after newer."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.presses = 0
        self.files: dict[str, int] | None = None  # None: not known, so all are sent again
        self._later: asyncio.Future[Screen] | None = None  # what follows an answer

    def pressed(self) -> int:
        """The number of one more press; nobody will see what follows an earlier one."""
        self.presses += 1
        if self._later:
            self._later.cancel()  # else the pictures for it pile up in a rush
        return self.presses

    async def followed(self, press: int, later: Callable[[], Awaitable[Screen]]) -> Screen | None:
        """What follows an answer, unless there was another press before it was drawn."""
        mine = asyncio.ensure_future(later())
        await asyncio.sleep(0)  # now it waits for its pictures, and to cancel it cancels them
        if press == self.presses:
            self._later = mine
        else:
            mine.cancel()
        await asyncio.wait([mine])
        if self._later is mine:
            self._later = None  # pictures are large
        return None if mine.cancelled() else mine.result()

    def showed(self, message: discord.Message | None) -> None:
        self.files = files_of(message) if message else None


class Attachments:
    """The slots of the messages that were used last."""

    def __init__(self) -> None:
        self._slots: OrderedDict[int, Slot] = OrderedDict()

    def slot(self, message: int) -> Slot:
        found = self._slots.setdefault(message, Slot())
        self._slots.move_to_end(message)
        if len(self._slots) > MOST:
            self._slots.popitem(last=False)
        return found

    def remember(self, message: discord.Message) -> None:
        self.slot(message.id).showed(message)

    def of(self, message: int) -> list[Kept]:
        return kept(self.slot(message).files or {})
