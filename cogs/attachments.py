"""Which files a panel has that users press in: only the answers to their presses know."""

import asyncio
from collections import OrderedDict

import discord

from cogs.screen import Kept, files_of, kept

MOST = 4096


class Slot:
    """One message that answers and pushes change: one at a time, and nothing older after newer."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.presses = 0
        self.files: dict[str, int] | None = None  # None: not known, so all are sent again

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
