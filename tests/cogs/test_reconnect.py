"""How the bot comes back to the gateway."""

import asyncio
from types import SimpleNamespace

import pytest

from cogs import reconnect
from cogs.reconnect import MAX_PAUSE, Backoff, pauses, stay_connected


class Bot:
    """Nobody answers at first; `shards` are those that it has when that happens."""

    def __init__(self, failures, shards=()):
        self.failures, self.shards = failures, shards
        self.http = SimpleNamespace(ws_connect=self.knock)

    async def knock(self, url):
        return SimpleNamespace(close=self.leave)

    async def leave(self):
        pass

    async def connect(self):
        if self.failures:
            self.failures -= 1
            raise ConnectionRefusedError


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


def test_pauses_grow_to_a_minute():
    found = pauses()
    assert [next(found) for _ in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]


def test_a_first_try_that_fails_is_followed_by_others(slept):
    asyncio.run(stay_connected(Bot(3)))
    assert slept == [1, 2, 4]


def test_with_a_shard_the_same_error_is_a_fault(slept):
    with pytest.raises(ConnectionRefusedError):
        asyncio.run(stay_connected(Bot(1, shards=(0,))))
    assert not slept
