"""Runs the real bot in a process of its own, so that tests can stop it and kill it.

`python -m sandbox.process --api URL` is `python bot.py` with the sandbox as its Discord.
"""

import argparse
import asyncio
import os
import secrets
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import discord
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

import bot
from sandbox.driver import PATIENCE, Failed, Sandbox
from sandbox.hurry import lift_limits

ROOT = Path(__file__).parents[1]


def point_at(api: str) -> None:
    """Let the library talk to the sandbox at this address, for the rest of this process."""
    Route.BASE = f"{api}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{api}/gateway/").with_scheme("ws")
    Asset.BASE = f"{api}/cdn"


def main() -> int:
    parser = argparse.ArgumentParser("python -m sandbox.process", description=__doc__)
    parser.add_argument("--api", required=True, metavar="URL", help="address of the sandbox")
    args, bot_args = parser.parse_known_args()
    point_at(args.api)
    lift_limits()
    return bot.main(bot_args)


class Apart(Sandbox):
    """A sandbox whose bot is another process, with its files in a folder.

    `command` is what Python runs, without the arguments that name the sandbox. Unless the settings
    say otherwise, the bot uploads no emojis.
    """

    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, str] | None = None,
        command: Sequence[str] = ("-m", "sandbox.process"),
    ) -> None:
        super().__init__(_nobody)
        self.folder, self.command = folder, command
        self.settings = {"DISCORD_TOKEN": new_token(), "EMOJIS": "no", **(settings or {})}
        self.server.token = self.server.gateway.token = self.settings["DISCORD_TOKEN"]
        self.process: asyncio.subprocess.Process | None = None

    @property
    def database(self) -> Path:
        return self.folder / "tables.sqlite"

    @property
    def log(self) -> str:
        """Return all that the processes have logged so far."""
        file = self.folder / "log"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    @property
    def memory(self) -> int:
        """Return how many bytes the process has in memory now."""
        assert self.process
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    # --- life

    async def start_bot(self) -> None:
        """Start the process and wait until it (and not an older, killed one) has identified."""
        await self.until(lambda: not self.server.gateway.sockets)
        before = self.server.gateway.current
        self.process = await self.begin()
        async with asyncio.timeout(PATIENCE):
            while self.server.gateway.current is before:
                if self.process.returncode is not None:
                    raise Failed(f"the bot ended by itself:\n{self.log}")
                await asyncio.sleep(0.005)

    async def begin(self, **changed: str) -> asyncio.subprocess.Process:
        """Start one more process without waiting for it."""
        known = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        chosen = {"DATABASE": str(self.database), **self.settings, **changed}
        with (self.folder / "log").open("ab") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable,
                *(*self.command, "--api", self.server.address),
                cwd=self.folder,
                env={**known, "PYTHONPATH": str(ROOT), **chosen},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    async def stop_bot(self) -> None:
        await self.end(signal.SIGTERM)

    async def end(self, number: signal.Signals) -> int:
        """Send a signal, wait for the process to end and return its exit code."""
        if self.process is None:
            return 0
        if self.process.returncode is None:
            self.process.send_signal(number)
        code = await asyncio.wait_for(self.process.wait(), PATIENCE)
        self.process = None
        return code


def new_token() -> str:
    """Return a token that looks like Discord's."""
    return f"{secrets.token_hex(12)}.{secrets.token_hex(3)}.{secrets.token_hex(16)}"


def _nobody() -> discord.Client:
    raise AssertionError("the bot is another process")


if __name__ == "__main__":
    sys.exit(main())
