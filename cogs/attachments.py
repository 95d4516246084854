"""Remembers what messages with buttons show: their files, the open menu, a recent warning.

Only the answers to presses contain the files, and an edit that the bot makes by itself must not
remove a recent warning or close a menu that its user has just opened.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import discord

from cogs.opened import Opened
from cogs.screen import ExistingFile, Screen, files_of, kept
from engine.kernel.cache import Cache
from host.panels import PanelFacts

MOST = 4096
READABLE = 15.0  # seconds for which a warning stays, even if the message is edited meanwhile
Clock = Callable[[], float]  # seconds that never go back


class Shown(NamedTuple):
    """What a panel shows: the facts it was drawn from, its open menu, and a hash of it all."""

    facts: PanelFacts
    opened: Opened
    look: int  # changes with every word, button and pixel
    asked_at: int | None = None  # how often its seat had acted when it said that it is their turn


class Slot:
    """A message with buttons. Answers and other edits change it one after the other."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.lock = asyncio.Lock()
        self.presses = 0
        self._clock = clock
        self._warning, self._until = "", 0.0
        self.files: dict[str, int] | None = None  # None: unknown, so all are sent again
        self._later: asyncio.Future[Screen] | None = None  # what follows an answer
        self.shown: Shown | None = None  # None: unknown, or no panel
        self.is_covered = False  # its user has opened something else in place of the panel
        self.asked_at: int | None = None  # of the panel that is covered
        self._answers = 0  # on their way
        self._is_at_rest = asyncio.Event()
        self._is_at_rest.set()

    def pressed(self) -> int:
        """Number one more press; what should follow an earlier press is no longer shown."""
        self.presses += 1
        self._answers += 1
        self._is_at_rest.clear()
        self.warn("")
        if self._later:
            self._later.cancel()  # or the pictures for it pile up in a rush
        return self.presses

    def answered(self) -> None:
        """Note that a press got its answer."""
        self._answers -= 1
        if not self._answers:
            self._is_at_rest.set()

    async def rest(self, seconds: float) -> None:
        """Wait until all presses are answered, but at most this long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._is_at_rest.wait()

    async def followed(self, press: int, later: Callable[[], Awaitable[Screen]]) -> Screen | None:
        """Return what follows an answer, unless another press came before it was drawn."""
        mine = asyncio.ensure_future(later())
        await asyncio.sleep(0)  # now it waits for its pictures, and cancelling it would cancel them
        if press == self.presses:
            self._later = mine
        else:
            mine.cancel()
        await asyncio.wait([mine])
        if self._later is mine:
            self._later = None  # pictures are large
        return None if mine.cancelled() else mine.result()

    def warn(self, warning: str) -> None:
        """Remember the warning that an answer shows in this message."""
        self._warning, self._until = warning, self._clock() + READABLE

    def take_warning(self, other: "Slot") -> None:
        self._warning, self._until = other._warning, other._until

    @property
    def warning(self) -> str:
        """Return the warning that the user may not have read yet; other edits must repeat it."""
        return self._warning if self._clock() < self._until else ""

    def showed(self, message: discord.Message | None) -> None:
        """Note that the message shows another screen; None if its files aren't known."""
        self.files = files_of(message) if message else None
        self.shown, self.is_covered = None, False

    def cover(self, asked_at: int | None) -> None:
        """Note that something else is shown in place of the panel."""
        self.is_covered, self.asked_at = True, asked_at


class Attachments:
    """The slots of the most recently used messages."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._slots: Cache[int, Slot] = Cache(MOST)
        self.clock = clock

    def slot(self, message: int) -> Slot:
        return self._slots.get(message) or self._slots.put(message, Slot(self.clock))

    def move(self, old: int, new: int) -> None:
        """Show a message's warning in the message that replaces it."""
        self.slot(new).take_warning(self.slot(old))

    def remember(self, message: discord.Message) -> None:
        self.slot(message.id).showed(message)

    def of(self, message: int) -> list[ExistingFile]:
        return kept(self.slot(message).files or {})

    def take(self, message: int) -> list[ExistingFile]:
        """Take the files for an edit; they are unknown until its answer is stored."""
        slot = self.slot(message)
        files, slot.files = slot.files, None
        return kept(files or {})

    def forget(self) -> None:
        """Forget everything, because another process may have changed the messages."""
        for message in [*self._slots.keys()]:
            self.slot(message).showed(None)
