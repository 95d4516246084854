"""Whoever vanishes, however and whenever: every table ends in time, with its result told."""

import sqlite3
from collections import Counter

from host import database
from proof.proof import Proof, planted
from proof.trial import Trial
from proof.vanish.gatherings import gatherings, vanish_from
from proof.vanish.mutants import MUTANTS
from proof.vanish.points import points, vanish
from proof.vanish.prelude import Prelude
from proof.vanish.shows import SHOWS, show
from proof.vanish.units import GATHERINGS, POINTS, SHOWN
from proof.vanish.ways import WAYS

ENOUGH = 12  # times after which a way must have made a difference


async def work(trial: Trial) -> None:
    with planted(database, "_prepare", _hastily):
        for gathering in trial.some(GATHERINGS, gatherings()):
            await vanish_from(trial, trial.folder, gathering)
        await _points(trial)
        for number, each in enumerate(trial.some(SHOWN, SHOWS)):
            await show(trial, trial.folder / f"show-{number}.db", each)
    trial.figure("ways", len(WAYS))


_prepare = database._prepare


def _hastily(connection: sqlite3.Connection) -> None:
    """The disk is not what is tried here; time is what these tables need most."""
    _prepare(connection)
    connection.execute("PRAGMA synchronous = OFF")


async def _points(trial: Trial) -> None:
    prelude: Prelude | None = None
    tried, felt = Counter[str](), Counter[str]()
    found = points(trial.rng.getrandbits(32), trial.goals[POINTS])
    try:
        for point in trial.some(POINTS, found):
            if prelude is None or prelude.deal != point.deal:
                if prelude:
                    await prelude.close()
                prelude = Prelude(trial.folder, point.deal)
            tried[point.way] += 1
            felt[point.way] += await vanish(trial, prelude, point)
    finally:
        if prelude:
            await prelude.close()
    for way in WAYS:
        is_felt = felt[way] or tried[way] < ENOUGH
        trial.check(is_felt, f"to vanish {way} made no difference, {tried[way]} times")


PROOF = Proof(
    "vanish",
    "whoever vanishes, however and whenever: every table ends in time and tells its result",
    work,
    goals={GATHERINGS: None, POINTS: None, SHOWN: None},
    small={GATHERINGS: 8, POINTS: 12, SHOWN: 3},
    mutants=MUTANTS,
    mutant_goals={POINTS: 40},
)
