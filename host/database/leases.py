"""What several processes share out among them: each has its leases as long as it lives.

`cogs/cluster.py` shares out the shards of the bot by them.
"""

from typing import NamedTuple, Protocol

# Kinds of leases.
PROCESS = 42_001  # which process this is
SHARD = 42_002  # serves a shard
COUNT = 42_003  # of how many; all processes have this one together
IDENTIFY = 42_004  # may introduce a shard to Discord now
HOUSE = 42_005  # makes the backups
EMOJIS = 42_006  # uploads the emojis
RESTING = 42_007  # can't reach Discord, so the others serve its shards


class Held(NamedTuple):
    """A lease that some process has."""

    kind: int
    number: int
    holder: int  # the process, as the database knows it


class Leases(Protocol):
    """The leases of this process. `SaveFailed`: the database is not there, and all are lost."""

    @property
    def holder(self) -> int | None:
        """This process, as `Held` names it; None while there is no connection."""

    async def connect(self) -> None:
        """Begin, or begin again; whatever was leased is lost."""

    async def take(self, kind: int, number: int) -> bool:
        """Whether this process has it now; what it has already it gets again."""

    async def join(self, kind: int, number: int) -> None:
        """A lease that any number of processes can have together."""

    async def give_back(self, kind: int, number: int) -> None: ...

    async def held(self) -> list[Held]:
        """All leases of all processes."""

    async def close(self) -> None: ...
