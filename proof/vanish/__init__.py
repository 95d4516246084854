"""Whoever vanishes, however and whenever: every table ends in time, with its result told."""

import sqlite3

from host import database
from proof.proof import Proof, planted
from proof.trial import Trial
from proof.vanish.gatherings import gatherings, vanish_from
from proof.vanish.mutants import MUTANTS
from proof.vanish.points import points, vanish
from proof.vanish.sandbox import SHOWS, show
from proof.vanish.stage import Stage
from proof.vanish.ways import WAYS

POINTS, GATHERINGS, SHOWN = "points", "lobbies and attempts", "tables in the sandbox"


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
    stage: Stage | None = None
    found = points(trial.rng.getrandbits(32), trial.goals[POINTS])
    try:
        for point in trial.some(POINTS, found):
            if stage is None or stage.deal != point.deal:
                if stage:
                    await stage.close()
                stage = Stage(trial.folder, point.deal)
            await vanish(trial, stage, point)
    finally:
        if stage:
            await stage.close()


PROOF = Proof(
    "vanish",
    "whoever vanishes, however and whenever: every table ends in time and tells its result",
    work,
    goals={GATHERINGS: None, POINTS: None, SHOWN: None},
    small={GATHERINGS: 8, POINTS: 12, SHOWN: 1},
    mutants=MUTANTS,
    mutant_goals={POINTS: 40},
)
