"""Display names and inputs made to hurt: nobody is called, and no layout breaks."""

from typing import Any

import cogs.words
from cogs import board, responder
from engine import GAMES
from proof.names.inputs import FIRST, Inputs, places
from proof.names.nasty import nasty_names, some_name, some_words
from proof.names.pictures import SEATS, sheets_of
from proof.names.stories import HARMLESS, Told, differences, loud, nasty_five
from proof.names.words import lies_of, lies_of_namesakes
from proof.phases import all_phases
from proof.proof import Mutant, Plant, Proof, put
from proof.trial import Trial
from render import lettering

NAMES, PICTURES, INPUTS, STORIES = "names", "pictures", "inputs", "stories"
NOTHING = {NAMES: 0, PICTURES: 0, INPUTS: 0, STORIES: 0}


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
    "what is typed is said back as it is": _shown(
        put((responder, "escape_markdown", str)),
        r"^/\w+ .* with the signs \(.+\) is answered",
        inputs=40,
    ),
    "names are stored and said as they come": _shown(
        put((responder, "readable", str), (board, "safe_names", lambda table: table.names)),
        "does .*, not|nobody sees|is read where",
        stories=1,
    ),
}


async def work(trial: Trial) -> None:
    for part in (_names, _pictures, _inputs, _stories):
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


async def _inputs(trial: Trial) -> None:
    """At every place the same first, then whatever comes."""
    if not trial.goes_on(INPUTS):
        return
    known = nasty_names()
    async with all_phases(trial.folder / "inputs.sqlite", trial.rng) as s:
        s.server.rest.observers.append(lambda *asked: _hear(trial, *asked))
        await s.until_quiet()
        found, inputs = places(s), Inputs(s)
        while trial.goes_on(INPUTS):
            turn, number = divmod(trial.counts[INPUTS], len(found))
            nasty = _some(trial, known) if turn else FIRST
            for lie in await inputs.lies_of(found[number], nasty):
                trial.fault(lie)
            trial.did(INPUTS)


async def _stories(trial: Trial) -> None:
    """Each game once with harmless names, then again and again with others."""
    known = nasty_names()
    plainly: dict[str, Told] = {}
    while trial.goes_on(STORIES):
        number = trial.counts[STORIES]
        game = [*GAMES][-1 - number % len(GAMES)]  # the shortest story first
        if game not in plainly:
            file = trial.folder / f"{game}.sqlite"
            plainly[game] = await Told(HARMLESS).tell(file, game)
        told = Told(nasty_five(trial.rng, known))
        await told.tell(trial.folder / f"story-{number}.sqlite", game)
        for lie in differences(told, plainly[game]):
            trial.fault(f"{game}: {[*told.names]}: {lie}"[:600])
        trial.did(STORIES)


def _hear(trial: Trial, method: str, route: str, body: Any, *_: Any) -> None:
    for lie in loud(method, route, body):
        trial.fault(lie)


def _some(trial: Trial, known: list[str]) -> str:
    return trial.rng.choice(known) if trial.rng.random() < 0.5 else some_name(trial.rng)


def _drawn(trial: Trial, known: list[str]) -> str:
    return some_words(trial.rng) if trial.rng.random() < 0.5 else _some(trial, known)


PROOF = Proof(
    "names",
    "whatever people are called or type, nobody is called by it and no layout breaks",
    work,
    goals={NAMES: 20_000, PICTURES: 6_000, INPUTS: 300, STORIES: 20},
    small={NAMES: 200, PICTURES: 10, INPUTS: 25, STORIES: 1},
    mutants=MUTANTS,
)
