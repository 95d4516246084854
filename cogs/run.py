"""The bot's life: open the database, log in, stop cleanly when asked to."""

import asyncio
import contextlib
import logging
import signal

import discord

from cogs.client import TableBot, invite_link
from cogs.environment import Environment, Unfit, unwritable
from host.host import Host
from render.studio import Studio

log = logging.getLogger(__name__)


def run(environment: Environment) -> None:
    """Until SIGTERM or Ctrl-C."""
    token = environment.checked_token
    if why := unwritable(environment.database):
        raise Unfit(why)
    logging.basicConfig(
        level=environment.level, format="%(asctime)s %(levelname)s %(name)s %(message)s"
    )
    for name in ("discord", "aiosqlite", "PIL"):  # their DEBUG shows payloads and tokens
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
    asyncio.run(_run(environment, token))


async def _run(environment: Environment, token: str) -> None:
    host = await Host.open(environment.database, backups=environment.backups)
    synced = environment.database.with_suffix(".commands")
    bot = TableBot(host, Studio(), synced)
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    running = asyncio.create_task(_logged_in(bot, token))
    waiting = asyncio.create_task(stopped.wait())
    await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    await bot.close()
    await running


async def _logged_in(bot: TableBot, token: str) -> None:
    try:
        async with asyncio.timeout(60):
            await bot.login(token)
    except discord.LoginFailure:
        raise Unfit(
            "Discord refuses this DISCORD_TOKEN; make a new one and put it there."
        ) from None
    except (OSError, TimeoutError):
        raise Unfit("Discord cannot be reached; is there a network?") from None
    assert bot.application_id
    print(f"Invite the bot with:\n  {invite_link(bot.application_id)}", flush=True)
    await bot.connect()
