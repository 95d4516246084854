"""Limits how many presses and commands a person may send; all of them are checked here first.

Nothing is read, drawn or stored for what is refused.
"""

import contextlib
import time
from collections.abc import Callable

import discord

from cogs.responder import UNREACHABLE, answer
from cogs.screen import Screen
from host import limits

MAX_PEOPLE = 10_000  # remembered at the same time
TOO_FAST = "That was too fast for me. Wait {seconds:.0f} seconds, then go on."
KINDS = discord.InteractionType


class Counter:
    """Counts per person, in windows that begin with the person's first press."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most, self.seconds, self._clock = most, seconds, clock
        self._windows: dict[int, tuple[float, int]] = {}  # end and count, the oldest first

    def excess(self, user: int) -> int:
        """Count one more; return by how much the person exceeds the limit now."""
        now = self._clock()
        self._forget(now)
        end, count = self._windows.get(user, (now + self.seconds, 0))
        self._windows[user] = end, count + 1
        return max(0, count + 1 - self.most)

    def _forget(self, now: float) -> None:
        """Drop windows that are over, and the oldest ones if there are too many."""
        while self._windows:
            user, (end, _) = next(iter(self._windows.items()))
            if end > now and len(self._windows) < MAX_PEOPLE:
                break
            del self._windows[user]


class Gate:
    def __init__(self) -> None:
        self._presses = Counter(limits.PRESSES, limits.WINDOW)
        self._typed = Counter(limits.TYPED, limits.WINDOW)

    async def admits(self, interaction: discord.Interaction) -> bool:
        """Whether to go on; otherwise the person has been told to wait."""
        is_typing = interaction.type is KINDS.autocomplete
        counter = self._typed if is_typing else self._presses
        excess = counter.excess(interaction.user.id)
        if excess and is_typing:
            await _suggest_nothing(interaction)
        elif excess:
            # A command can't be acknowledged silently, so the person is told each time.
            is_silent = excess > 1 and interaction.type is KINDS.component
            await answer(interaction, _nothing if is_silent else _too_fast)
        return not excess


async def _suggest_nothing(interaction: discord.Interaction) -> None:
    response: discord.InteractionResponse[discord.Client] = interaction.response
    with contextlib.suppress(discord.HTTPException, *UNREACHABLE):
        await response.autocomplete([])


async def _nothing() -> None:
    return None


async def _too_fast() -> Screen:
    """Ask the person to slow down, in a separate message, so that the pressed panel stays."""
    return Screen(is_apart=True).say(TOO_FAST.format(seconds=limits.WINDOW))
