"""Display names and inputs made to hurt: nobody is called, and no layout breaks."""

from typing import Any

from engine import GAMES
from proof.calm.scene import calm_sandbox
from proof.names.inputs import inputs
from proof.names.mutants import MUTANTS
from proof.names.nasty import nasty_names, some_name
from proof.names.pictures import SEATS, sheets_of
from proof.names.told import HARMLESS, Told, differences, loud, nasty_five
from proof.names.words import lies_of
from proof.proof import Proof
from proof.trial import Trial

NAMES, PICTURES, INPUTS, STORIES = "names", "pictures", "inputs", "stories"


async def work(trial: Trial) -> None:
    for part in (_names, _pictures, _inputs, _stories):
        try:
            await part(trial)
        except Exception as broken:
            trial.fault(f"{part.__name__.removeprefix('_')}: {type(broken).__name__}: {broken}")


async def _names(trial: Trial) -> None:
    """In sentences: first those that we know, then what chance makes."""
    known = nasty_names()
    trial.rng.shuffle(known)
    while trial.goes_on(NAMES):
        number = trial.counts[NAMES]
        name = known[number] if number < len(known) else some_name(trial.rng)
        for lie in lies_of(name):
            trial.fault(lie)
        trial.did(NAMES)


async def _pictures(trial: Trial) -> None:
    known, games = nasty_names(), [*GAMES]
    while trial.goes_on(PICTURES):
        names = [_some(trial, known) for _ in range(SEATS)]
        for sheet in sheets_of(trial.rng, trial.rng.choice(games)):
            for lie in sheet.lies_of(names):
                trial.fault(lie)
            trial.did(PICTURES)


async def _inputs(trial: Trial) -> None:
    known = nasty_names()
    async with calm_sandbox(trial.folder / "inputs.sqlite") as s:
        s.server.rest.observers.append(lambda *asked: _hear(trial, *asked))
        found = inputs(s)
        trial.check(found, "no command takes any text")
        while trial.goes_on(INPUTS):
            option = found[trial.counts[INPUTS] % len(found)]
            for lie in await option.lies_of(s, _some(trial, known)):
                trial.fault(lie)
            trial.did(INPUTS)


async def _stories(trial: Trial) -> None:
    """Each game once with harmless names, then again and again with others."""
    known = nasty_names()
    harmless: dict[str, Told] = {}
    while trial.goes_on(STORIES):
        number = trial.counts[STORIES]
        game = [*GAMES][number % len(GAMES)]
        if game not in harmless:
            file = trial.folder / f"{game}.sqlite"
            harmless[game] = await Told(HARMLESS).tell(file, game)
        told = Told(nasty_five(trial.rng, known))
        await told.tell(trial.folder / f"story-{number}.sqlite", game)
        for lie in differences(told, harmless[game]):
            trial.fault(f"{game}: {[*told.names]}: {lie}"[:600])
        trial.counts["messages compared"] += len(told.moments)
        trial.did(STORIES)


def _hear(trial: Trial, method: str, route: str, body: Any, *_: Any) -> None:
    for lie in loud(method, route, body):
        trial.fault(lie)


def _some(trial: Trial, known: list[str]) -> str:
    return trial.rng.choice(known) if trial.rng.random() < 0.5 else some_name(trial.rng)


PROOF = Proof(
    "names",
    "whatever people are called or type, nobody is called by it and no layout breaks",
    work,
    goals={NAMES: 20_000, PICTURES: 6_000, INPUTS: 300, STORIES: 20},
    small={NAMES: 300, PICTURES: 30, INPUTS: 12, STORIES: 1},
    mutants=MUTANTS,
    mutant_goals={PICTURES: 40, INPUTS: 6},
)
