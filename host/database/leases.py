"""Leases: what several processes divide among themselves, each for as long as it lives.

`cogs/cluster.py` uses them to share the bot's shards.
"""

from typing import NamedTuple, Protocol

# Kinds of leases.
PROCESS = 42_001  # the number of a process
SHARD = 42_002  # serves a shard
COUNT = 42_003  # how many shards there are; all processes hold it together
IDENTIFY = 42_004  # may identify a shard to Discord now
HOUSE = 42_005  # makes the backups
EMOJIS = 42_006  # uploads the emojis
RESTING = 42_007  # can't reach Discord, so the others serve its shards


class Held(NamedTuple):
    """A lease, and which process has it."""

    kind: int
    number: int
    holder: int  # the process, as the database knows it


class Leases(Protocol):
    """The leases of this process. If a method raises `SaveFailed`, all of them are lost."""

    @property
    def holder(self) -> int | None:
        """This process, as in `Held.holder`; None while it isn't connected."""

    async def connect(self) -> None:
        """Connect, or connect again; all earlier leases are lost."""

    async def take(self, kind: int, number: int) -> bool:
        """Try to take a lease; return whether this process holds it now, newly or already."""

    async def join(self, kind: int, number: int) -> None:
        """Take a lease that any number of processes can hold together."""

    async def give_back(self, kind: int, number: int) -> None: ...

    async def held(self) -> list[Held]:
        """The leases of all processes."""

    async def close(self) -> None: ...
