"""Whatever Discord does to a call, and however interactions are bent: all is said, and once."""

from itertools import product

from engine import GAMES
from proof.calm.crew import new_crew
from proof.calm.scene import SECOND, Calm, calm_sandbox
from proof.faults.bent import Bend, Bent
from proof.faults.calls import troubles, unknown_calls
from proof.faults.matrix import Matrix
from proof.faults.mutants import MUTANTS
from proof.faults.outage import MOST_INVALID, Storm, most_invalid, some_outage
from proof.proof import Proof
from proof.trial import Trial

OUTAGES, PLANTED, BENT = "outages", "faults planted", "bent interactions"


async def work(trial: Trial) -> None:
    for part in (_outages, _bent, _planted):
        try:
            async with calm_sandbox(trial.folder / f"{part.__name__}.sqlite") as s:
                await part(trial, s)
                _look_at_calls(trial, s)
        except Exception as broken:
            trial.fault(f"{part.__name__.removeprefix('_')}: {type(broken).__name__}: {broken}")


async def _outages(trial: Trial, s: Calm) -> None:
    """Both games by turns."""
    storms = [Storm(s, game, trial.rng) for game in GAMES]
    slowest, latest = 0, 0
    while trial.goes_on(OUTAGES):
        number = trial.counts[OUTAGES]
        storm = storms[number // 2 % len(storms)]
        _tell(trial, await storm.lies_of(some_outage(trial.rng, number)))
        slowest, latest = max(slowest, storm.slowest), max(latest, storm.latest)
        _look_at_calls(trial, s)
        trial.check(most_invalid(s) < MOST_INVALID, f"{most_invalid(s)} invalid requests in 10 min")
        trial.did(OUTAGES)
    trial.figure("s until all is said, at most", slowest / SECOND)
    trial.figure("s until the gateway is back, at most", latest / SECOND)
    trial.figure("invalid requests in 10 min, at most", most_invalid(s))


async def _planted(trial: Trial, s: Calm) -> None:
    """Every fault at every call of every game."""
    tables = {game: Matrix(s, game, trial.rng.randrange(10**6)) for game in GAMES}
    for game, trouble in trial.some(PLANTED, [*product(GAMES, troubles())]):
        _tell(trial, await tables[game].lies_of(trouble))
        _look_at_calls(trial, s)


async def _bent(trial: Trial, s: Calm) -> None:
    """Game after game, to its end."""
    bends = [*Bend]
    for number in range(10**6):
        if not trial.goes_on(BENT):
            return
        game = [*GAMES][number % len(GAMES)]
        crew = await new_crew(s, game, trial.rng.randrange(10**6), *_some_names(trial))
        bent = Bent(crew, trial.rng)
        while trial.goes_on(BENT) and not crew.is_over:
            bend = bends[trial.counts[BENT] % len(bends)]
            _tell(trial, [f"{game}: {each}" for each in await bent.lies_of(bend)])
            trial.did(BENT)
        _look_at_calls(trial, s)
        trial.counts["games played to their end"] += crew.is_over


def _some_names(trial: Trial) -> tuple[str, ...]:
    return ("red", "blue", "green")[: trial.rng.randint(2, 3)]


def _tell(trial: Trial, lies: list[str]) -> None:
    for lie in lies:
        trial.fault(lie)


def _look_at_calls(trial: Trial, s: Calm) -> None:
    """A call that no fault was planted at would make the rest worth little."""
    for call in unknown_calls(s.server.rest.requests):
        trial.fault(f"{call} is a call that this proof does not know")
    trial.counts["requests"] += len(s.server.rest.requests)
    s.server.rest.requests.clear()


PROOF = Proof(
    "faults",
    "whatever Discord does to a call, everything is said exactly once, soon and without a storm",
    work,
    goals={OUTAGES: 60, PLANTED: None, BENT: 600},
    small={OUTAGES: 2, PLANTED: 14, BENT: 7},
    mutants=MUTANTS,
    mutant_goals={PLANTED: 60},
)
