"""Display names made to hurt: nobody is called, and no layout breaks; *fuzz* types such texts."""

from typing import Any

import cogs.words
from cogs import board, responder
from engine import GAMES
from proof.names.nasty import nasty_names, some_name, some_words
from proof.names.pictures import SEATS, sheets_of
from proof.names.stories import HARMLESS, Told, differences, nasty_five
from proof.names.words import lies_of, lies_of_namesakes
from proof.proof import Mutant, Plant, Proof, put
from proof.trial import Trial
from render import lettering

NAMES, PICTURES, STORIES = "names", "pictures", "stories"
NOTHING = {NAMES: 0, PICTURES: 0, STORIES: 0}


def _whole(text: str, *_: Any) -> str:
    return text


def _shown(plant: Plant, shows: str, **goals: int) -> Mutant:
    """Looked for in one part only, so that just this part finds it."""
    return Mutant(plant, shows, goals={**NOTHING, **goals})


MUTANTS = {
    "names are said as they are": _shown(
        put((cogs.words, "safe", str)), "does something", names=600
    ),
    "what is too long for its place is not cut": _shown(
        put((lettering, "shortened", _whole)),
        "leaves its|leaves the canvas|overlap|reaches over the edge",
        pictures=400,
    ),
    "names are stored and said as they come": _shown(
        put((responder, "readable", str), (board, "safe_names", lambda table: table.names)),
        "does .*, not|nobody sees|is read where",
        stories=1,
    ),
}


async def work(trial: Trial) -> None:
    for part in (_names, _pictures, _stories):
        await part(trial)


async def _names(trial: Trial) -> None:
    """In sentences: first those that we know, then what chance makes."""
    known = nasty_names()
    while trial.goes_on(NAMES):
        number = trial.counts[NAMES]
        name = known[number] if number < len(known) else some_name(trial.rng)
        for lie in (*lies_of(name), *lies_of_namesakes(name)):
            trial.fault(lie)
        trial.did(NAMES)


async def _pictures(trial: Trial) -> None:
    known, games = nasty_names(), [*GAMES]
    while trial.goes_on(PICTURES):
        names = [_drawn(trial, known) for _ in range(SEATS)]
        for sheet in sheets_of(trial.rng, trial.rng.choice(games)):
            for lie in sheet.lies_of(names):
                trial.fault(lie)
            trial.did(PICTURES)


async def _stories(trial: Trial) -> None:
    """Once with harmless names, then again and again with others."""
    known, plainly = nasty_names(), None
    while trial.goes_on(STORIES):
        plainly = plainly or await Told(HARMLESS).tell(trial.folder / "harmless.sqlite")
        told = Told(nasty_five(trial.rng, known))
        await told.tell(trial.folder / f"story-{trial.counts[STORIES]}.sqlite")
        for lie in differences(told, plainly):
            trial.fault(f"{[*told.names]}: {lie}"[:600])
        trial.did(STORIES)


def _some(trial: Trial, known: list[str]) -> str:
    return trial.rng.choice(known) if trial.rng.random() < 0.5 else some_name(trial.rng)


def _drawn(trial: Trial, known: list[str]) -> str:
    return some_words(trial.rng) if trial.rng.random() < 0.5 else _some(trial, known)


PROOF = Proof(
    "names",
    "whatever people are called, nobody is called by it and no layout breaks",
    work,
    goals={NAMES: 20_000, PICTURES: 6_000, STORIES: 20},
    small={NAMES: 200, PICTURES: 10, STORIES: 1},
    mutants=MUTANTS,
)
