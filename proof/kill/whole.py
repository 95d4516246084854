"""The whole of it: people and what they keep open, lives and kills, and the last life."""

import asyncio

from host.host import Host
from proof.kill.corner import furnish
from proof.kill.hall import Hall
from proof.kill.last import finish
from proof.kill.lives import Lives
from proof.kill.told import Told
from proof.trial import Trial
from sandbox.driver import Failed


async def work(trial: Trial) -> None:
    hall = Hall(trial)
    await _prepare(hall)
    async with hall.sandbox:
        lives, told = Lives(hall), Told(hall)
        living = [asyncio.create_task(each) for each in lives.all_of_them()]
        try:
            await _killed_and_finished(lives, told)
        except Failed as failure:
            trial.fault(f"it does not start again: {failure}")
        except TimeoutError:
            trial.fault("it does not go on")
        finally:
            for fault in await _stopped([*living, *lives.tried]):
                trial.fault(f"somebody cannot play on: {fault!r}")


async def _prepare(hall: Hall) -> None:
    host = await Host.open(hall.file)
    await hall.prepare(host)
    await furnish(hall, host)
    await host.close()


async def _killed_and_finished(lives: Lives, told: Told) -> None:
    await lives.run()
    if not lives.trial.is_caught:
        await finish(lives, told)
    lives.tally.judge()


async def _stopped(tasks: list[asyncio.Task[None]]) -> list[BaseException]:
    """What made some of them end by themselves."""
    for task in tasks:
        task.cancel()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    return [each for each in found if each and not isinstance(each, asyncio.CancelledError)]
