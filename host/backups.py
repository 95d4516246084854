"""Makes backups while the bot runs, thins them out, and hands them to a command of the host's."""

import asyncio
import logging
import os
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

from host.copies import alone_with_copies, copies_of, name_for, prune, unused
from host.database.locations import Location, location_of
from host.errors import CannotOpen, told
from host.log_facts import facts

HOUR = 3_600_000
EVERY = 6 * HOUR
HOOK_SECONDS = 600
log = logging.getLogger(__name__)


def backup(where: Path | Location, folder: Path, now_ms: int) -> Path:
    """Make a complete copy with the time in its name, even while the bot runs."""
    place = location_of(where)
    with told(f"Can't copy {place} to {folder}"), alone_with_copies(folder):
        target = unused(folder, name_for(place.name, now_ms), place.ending)
        place.copy_to(target)
    return target


def restore(backup_file: Path, where: Path | Location, now_ms: int) -> Path | None:
    """Replace the database with a backup; return where the previous one was kept, if any."""
    return location_of(where).restore(backup_file, now_ms)


def backup_if_due(
    where: Path | Location, folder: Path, now_ms: int, every_ms: int = EVERY
) -> Path | None:
    """Make a backup and thin the folder, unless there is a recent one."""
    # A copy from the future shows that a clock was wrong, not that there is a fresh backup.
    made_at = [copy.at for copy in copies_of(location_of(where).name, folder)]
    if any(0 <= now_ms - at < every_ms for at in made_at):
        return None
    made = backup(where, folder, now_ms)
    prune(folder)
    return made


async def keep_backups(
    where: Path | Location, folder: Path, clock: Callable[[], int], hook: str = ""
) -> Path | None:
    """Make a backup whenever one is due; call it regularly. A failure is only logged."""
    try:
        made = await asyncio.to_thread(backup_if_due, where, folder, clock())
    except CannotOpen as fault:
        log.error("backup failed, will retry", extra=facts(why=fault))
        return None
    if made:
        log.info("backup made", extra=facts(file=made, bytes=made.stat().st_size))
        await _hand_on(hook, made)
    return made


async def _hand_on(hook: str, made: Path) -> None:
    try:
        if await asyncio.to_thread(run_hook, hook, made):
            log.info("backup handed on", extra=facts(file=made))
    except CannotOpen as fault:
        log.error("backup was not handed on", extra=facts(file=made, why=fault))


def run_hook(hook: str, made: Path, output: int | None = subprocess.DEVNULL) -> bool:
    """Run the host's command with the new backup as its last argument; return whether there is one.

    Its environment is the bot's, without the token. Its output isn't logged, because nobody knows
    what is in it; a maintenance command shows it (`output` is None).
    """
    if not hook:
        return False
    surroundings = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    try:
        done = subprocess.run(
            [*shlex.split(hook), str(made.absolute())],
            env=surroundings,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            timeout=HOOK_SECONDS,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        why = error.strerror if isinstance(error, OSError) else type(error).__name__
        raise CannotOpen(f"BACKUP_HOOK failed for {made} ({why}).") from None
    if done.returncode:
        raise CannotOpen(f"BACKUP_HOOK failed for {made} (exit code {done.returncode}).")
    return True
