"""The bot from start to end: opens the database, logs in, stops cleanly when asked to."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
from collections.abc import Coroutine
from typing import Any

import discord
from aiohttp import web
from discord.http import Route

from cogs import logs
from cogs.client import TableBot, invite_link
from cogs.cluster import Cluster
from cogs.environment import Environment, unwritable
from cogs.heart import notify
from cogs.reconnect import pauses, stay_connected
from cogs.responder import UNREACHABLE
from host import heartbeat
from host.database.locations import Location
from host.database.sqlite import DISPLACED
from host.env_file import InvalidSettings
from host.errors import CannotOpen, SaveFailed
from host.host import Host
from host.log_facts import facts
from host.version import version
from render.studio import Studio

if sys.platform != "win32":
    import uvloop

REFUSED = "Discord rejected DISCORD_TOKEN: create a new token and set it."
BROKEN, CANNOT = 1, 2  # exit codes: a restart may help, or won't
REFUSALS = {  # of the gateway
    4004: REFUSED,
    4011: "The bot is in too many servers for so few SHARDS: leave SHARDS empty in .env.",
}

TRIES = 3  # to open a database on a server
LOGIN = 30.0  # seconds for one try
ANSWERS, FAREWELL, AT_MOST = 1.5, 1.5, 4.5  # seconds from SIGTERM, of the five that we promise
INTENTS = discord.Intents(guilds=True)
log = logging.getLogger(__name__)


def run(environment: Environment) -> None:
    """Run the bot until SIGTERM or Ctrl-C."""
    token = environment.checked_token
    for folder, name in (
        (environment.database.folder, "DATABASE"),
        (environment.backups, "BACKUPS"),
    ):
        if folder and (why := unwritable(folder, name)):
            raise InvalidSettings(why)
    logs.begin(environment.level, token, is_json=environment.is_json)
    if environment.api:
        Route.BASE = f"{environment.api}/api/v10"
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we don't use voice
    try:
        with (
            contextlib.ExitStack() as ended,  # its timers end with the run, so that `--wait` works
            asyncio.Runner(loop_factory=_new_loop) as runner,
        ):
            runner.run(_run(environment, token, ended))
    except (InvalidSettings, CannotOpen):
        raise
    except Exception:
        log.exception("the bot crashed")
        raise SystemExit(BROKEN) from None


def _new_loop() -> asyncio.AbstractEventLoop:
    """Use uvloop: a click takes a sixth less CPU time. It doesn't exist on Windows."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def _run(environment: Environment, token: str, ended: contextlib.ExitStack) -> None:
    stopping = _stop_signal()
    host = await _open(environment, stopping)
    if host is None:
        log.info("stopped")
        return
    cluster = Cluster(host) if host.leases else None
    if cluster:
        await cluster.begin()
    bot = TableBot(
        host,
        Studio(),
        with_emojis=environment.has_emojis,
        syncs_changes_only=True,
        shards=environment.shards,
        cluster=cluster,
    )
    try:
        page = await _page(bot, environment)
    except InvalidSettings:
        await host.close()
        raise
    known = facts(version=version(), database=environment.database)
    log.info("started", extra=known)
    notify("READY=1")
    beating = asyncio.create_task(bot.heart.run())
    living = asyncio.create_task(_live(bot, token, environment.is_json))
    waiting = [asyncio.create_task(each.wait()) for each in (stopping, host.displaced)]
    await asyncio.wait([living, *waiting], return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    if host.displaced.is_set():
        ended.callback(_leave_in_any_case(CANNOT).cancel)
    if not living.done():
        await _finish_answers()
    living.cancel()
    beating.cancel()
    await _close(bot, host)
    if page:
        await page.cleanup()
    with contextlib.suppress(asyncio.CancelledError):
        await living
    log.info("stopped")
    if host.displaced.is_set():
        raise CannotOpen(f"{DISPLACED % environment.database}.")


async def _open(environment: Environment, stopping: asyncio.Event) -> Host | None:
    """Open the database as soon as it answers; return None if we are stopped first.

    The connection to a server may break at any moment, so one failure isn't final.
    """
    place = environment.database
    for left in reversed(range(1 if place.folder else TRIES)):
        if not await _reach_database(place, stopping):
            return None
        try:
            return await Host.open(
                place, backups=environment.backups, backup_hook=environment.backup_hook
            )
        except CannotOpen as error:
            if not left:
                raise
            log.warning("cannot open the database, will retry", extra=facts(why=error))
    raise AssertionError


async def _reach_database(database: Location, stopping: asyncio.Event) -> bool:
    """Wait until the database answers; return False if we are stopped first.

    After a reboot its server may take longer to start than the bot.
    """
    for pause in pauses():
        if await asyncio.to_thread(database.is_reachable):
            break
        known = facts(database=database, pause=pause)
        log.warning("cannot reach the database, will retry", extra=known)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await stopping.wait()
        if stopping.is_set():
            break
    return not stopping.is_set()


async def _page(bot: TableBot, environment: Environment) -> web.AppRunner | None:
    """Serve the metrics page if the host wants it."""
    if not environment.metrics:
        return None
    from cogs.metrics import Metrics  # most hosts don't have its library

    bot.heart.metrics = Metrics(bot.heart, environment.database, environment.backups)
    try:
        return await bot.heart.metrics.serve(*environment.metrics)
    except OSError as error:
        raise InvalidSettings(f"METRICS can't be served: {error.strerror}.") from None


def _stop_signal() -> asyncio.Event:
    """Return an event that the first SIGTERM or Ctrl-C sets."""
    stopping = asyncio.Event()

    def stop(number: signal.Signals) -> None:
        if not stopping.is_set():
            log.info("stopping", extra=facts(signal=number.name))
            notify("STOPPING=1")
            _leave_in_any_case(0)
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop, number)
    return stopping


def _leave_in_any_case(code: int) -> threading.Timer:
    """End the process even if a thread hangs, such as one that looks up an address.

    What was confirmed is stored already, and SQLite rolls back the rest.
    """
    timer = threading.Timer(AT_MOST, os._exit, (code,))
    timer.daemon = True
    timer.start()
    return timer


async def _finish_answers() -> None:
    """Briefly wait for interactions that are being carried out, so that they are answered."""
    names = ("discord.py: on_interaction", "CommandTree-invoker")
    tasks = [task for task in asyncio.all_tasks() if task.get_name() in names]
    if tasks:
        await asyncio.wait(tasks, timeout=ANSWERS)


async def _close(bot: TableBot, host: Host) -> None:
    """Close the bot, without waiting for Discord's goodbye, and the database."""
    try:
        async with asyncio.timeout(FAREWELL):
            if bot.cluster:
                await host.do(heartbeat.stop, bot.process)
            await bot.close()
    except TimeoutError:
        log.warning("timed out closing the Discord connection")
    except SaveFailed:
        await bot.close()
    finally:
        await host.close()


# Logging in


async def _live(bot: TableBot, token: str, is_json: bool = False) -> None:
    await _reach(token)
    try:
        await bot.login(token)
        assert bot.application_id
        _invite(bot.application_id, is_json)
        await stay_connected(bot)
    except discord.LoginFailure:
        raise InvalidSettings(REFUSED) from None
    except discord.ConnectionClosed as error:
        if error.code in REFUSALS:
            raise InvalidSettings(REFUSALS[error.code]) from None
        raise


def _invite(application: int, is_json: bool) -> None:
    link = invite_link(application)
    if is_json:
        log.info("invite the bot to a server", extra=facts(link=link))
    else:
        print(f"Invite the bot to a server:\n  {link}", flush=True)


async def _reach(token: str) -> None:
    """Wait until Discord answers, which may take a while when a machine starts.

    It asks with a client of its own, because the bot can be set up only once.
    """
    for pause in pauses():
        client = discord.Client(intents=INTENTS)
        try:
            async with asyncio.timeout(LOGIN):
                await client.login(token)
            return
        except discord.LoginFailure:
            raise InvalidSettings(REFUSED) from None
        except (*UNREACHABLE, discord.HTTPException) as error:
            why = str(error) or "no answer"
            log.warning("cannot reach Discord, will retry", extra=facts(why=why, pause=pause))
        finally:
            await _to_its_end(client.close())
        await asyncio.sleep(pause)


async def _to_its_end(closing: Coroutine[Any, Any, None]) -> None:
    """Finish even if we are stopped meanwhile, because a partial close leaves connections open."""
    task = asyncio.create_task(closing)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
