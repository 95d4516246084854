"""Several processes of one bot in one sandbox, each with a wire of its own to the database."""

import asyncio
import contextlib
import signal
from collections.abc import Sequence
from pathlib import Path

from sandbox.driver import PATIENCE
from sandbox.process import Apart

COMMAND = ("-m", "proof.bots", "quick")


class Bots(Apart):
    """`addresses` are those of the database, one for each process."""

    def __init__(self, folder: Path, addresses: Sequence[str]) -> None:
        super().__init__(folder, command=COMMAND)
        self.addresses = addresses
        self.server.gateway.shards = self.server.gateway.at_once = len(addresses)
        self.running: dict[int, asyncio.subprocess.Process] = {}
        self.ended: list[int] = []  # the codes of those that ended by themselves

    @property
    def is_whole(self) -> bool:
        """Whether every shard is served."""
        gateway = self.server.gateway
        return gateway.is_online and len(gateway.lines) == len(self.addresses)

    async def start_bot(self) -> None:
        for number in range(len(self.addresses)):
            await self.join(number)
        await self.heal()

    async def join(self, number: int) -> None:
        """Start a process, if it is not there."""
        if number not in self.running:
            shards = str(len(self.addresses))
            self.running[number] = await self.begin(
                DATABASE=self.addresses[number], SHARDS=shards, BACKUPS=str(self.folder / "backups")
            )

    async def heal(self) -> None:
        """Every process is there again, and every shard is served."""
        async with asyncio.timeout(2 * PATIENCE):
            while not self.is_whole or len(self.running) < len(self.addresses):
                for number, process in [*self.running.items()]:
                    if process.returncode is not None:
                        self.ended.append(process.returncode)
                        del self.running[number]
                for number in range(len(self.addresses)):
                    await self.join(number)
                await asyncio.sleep(0.02)

    async def leave(self, number: int, how: signal.Signals) -> int:
        process = self.running.pop(number)
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(how)
        return await asyncio.wait_for(process.wait(), PATIENCE)

    async def stop_bot(self) -> None:
        for number in [*self.running]:
            await self.leave(number, signal.SIGTERM)
