"""How the bot comes back to the gateway."""

import asyncio

import discord
import pytest

from cogs import reconnect
from cogs.reconnect import MAX_PAUSE, Backoff, pauses, stay_connected


class Bot:
    """Its first tries fail as those of the library do, for want of a session."""

    def __init__(self, failures, ws=None):
        self.failures, self.ws = failures, ws

    async def connect(self):
        if self.failures:
            self.failures -= 1
            raise AttributeError("'NoneType' object has no attribute 'sequence'")


@pytest.fixture
def slept(monkeypatch):
    found = []

    async def sleep(seconds):
        found.append(seconds)

    monkeypatch.setattr(reconnect.asyncio, "sleep", sleep)
    return found


def test_no_pause_is_longer_than_a_minute():
    backoff = Backoff()
    assert max(backoff.delay() for _ in range(200)) == MAX_PAUSE


def test_the_library_pauses_as_we_do():
    asyncio.run(stay_connected(Bot(0)))
    assert discord.client.ExponentialBackoff is Backoff


def test_pauses_grow_to_a_minute():
    found = pauses()
    assert [next(found) for _ in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]


def test_a_first_try_that_fails_is_followed_by_others(slept):
    asyncio.run(stay_connected(Bot(3)))
    assert slept == [1, 2, 4]


def test_with_a_session_the_same_error_is_a_fault(slept):
    with pytest.raises(AttributeError):
        asyncio.run(stay_connected(Bot(1, ws=object())))
    assert not slept
