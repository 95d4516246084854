"""`python -m sandbox` runs the server and the bot in one process; each person gets a link."""

import argparse
import asyncio
import contextlib
import shutil
import signal
import webbrowser
from pathlib import Path

from cogs.client import TableBot
from host.host import Host
from render.studio import Studio
from sandbox.guilds import join_guild
from sandbox.library import pointed_at
from sandbox.server import Server
from sandbox.users import COLORS

FILE = Path(".sandbox") / "world.json"
PORT = 8442


def main() -> None:
    parser = argparse.ArgumentParser("python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=PORT, help="port of the page; 0: any free one")
    parser.add_argument("--file", type=Path, default=FILE, help="where the sandbox is stored")
    parser.add_argument("--fresh", action="store_true", help="start from scratch")
    parser.add_argument("--no-browser", action="store_true", help="only print the links")
    arguments = parser.parse_args()
    if arguments.fresh:
        arguments.file.unlink(missing_ok=True)
        shutil.rmtree(arguments.file.with_suffix(".files"), ignore_errors=True)
        for file in arguments.file.parent.glob("tables.sqlite*"):
            file.unlink()
    arguments.file.parent.mkdir(parents=True, exist_ok=True)
    try:
        asyncio.run(play(arguments))
    except OSError as error:
        raise SystemExit(f"Port {arguments.port} cannot be used ({error.strerror}).") from None


async def play(arguments: argparse.Namespace) -> None:
    """Run until Ctrl-C."""
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    is_new = not arguments.file.exists()
    async with Server(arguments.file, arguments.port, with_links=True) as server:
        if is_new:
            join_guild(server.world)  # so that the first thing to see is the welcome
        with pointed_at(server):
            host = await Host.open(arguments.file.with_name("tables.sqlite"))
            bot = TableBot(host, Studio(), with_emojis=True, guild_ready_timeout=0.05)
            running = asyncio.create_task(bot.start(server.token))
            _tell(server, arguments.no_browser)
            waiting = asyncio.create_task(stopped.wait())
            await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                await running  # it ended by itself: say why
            await bot.close()
            running.cancel()
            await asyncio.gather(running, waiting, return_exceptions=True)
    print("\nSaved. `make play` goes on from here.")


def _tell(server: Server, is_quiet: bool) -> None:
    print("The sandbox is open. Each link is another person; open several.\n")
    for name in COLORS:
        print(f"  {name.capitalize():8}{server.link(name)}")
    print("\nPress Play now, or type /new in a channel. Ctrl-C ends it.", flush=True)
    if not is_quiet:
        webbrowser.open(server.link("red"))


if __name__ == "__main__":
    main()
