"""After the last kill nobody plays any more: all is said, every button answers, and it stops."""

import asyncio
import signal

from proof.kill.ledger import entries
from proof.kill.lives import FEW, Lives
from proof.kill.people import touch, touches
from proof.kill.told import Told
from proof.process import is_idle
from sandbox.driver import PATIENCE


async def finish(lives: Lives, told: Told) -> None:
    hall, trial = lives.hall, lives.trial
    await hall.start()
    await lives.deliver_again()
    async with asyncio.timeout(2 * PATIENCE):
        while told.letters() or not await is_idle(hall.sandbox):
            await asyncio.sleep(0.02)
    await _try_all_buttons(lives)
    code = await hall.sandbox.end(signal.SIGTERM)
    trial.check(code == 0, f"asked to stop, it ended with {code}")
    await lives.check(hall.file, entries(hall.clicks.values()), are_lost=True)
    await lives.checked()
    for fault in await told.faults():
        trial.fault(fault)
    trial.check(not hall.sandbox.violations, f"{hall.sandbox.violations[:3]}")
    trial.check(not hall.sandbox._modals, "a form was opened, and none was left open for a kill")


async def _try_all_buttons(lives: Lives) -> None:
    for keeper in lives.keepers:
        await keeper.go()
    found = [(person, one) for person in lives.people for one in touches(person)]
    lives.rng.shuffle(found)
    for person, one in found if lives.hall.is_large else found[:FEW]:
        await touch(person, one)
