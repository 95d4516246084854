"""Whatever Discord does to a call, and however interactions are bent: all is said, and once."""

from collections.abc import Awaitable, Callable
from itertools import product

from engine import GAMES
from host.outbox import Kind
from proof.calm.crew import new_crew
from proof.calm.scene import SECOND, Calm, calm_sandbox
from proof.faults.bent import Bend, Bent
from proof.faults.calls import (
    AT_THE_START,
    CALLS,
    Trouble,
    troubles,
    troubles_of_a_start,
    troubles_of_letters,
    unknown_calls,
)
from proof.faults.letters import ALONE, Letters
from proof.faults.matrix import Matrix
from proof.faults.mutants import MUTANTS
from proof.faults.outage import (
    LATEST_ONLINE,
    LATEST_SAID,
    MOST_INVALID,
    Storm,
    most_invalid,
    some_outage,
)
from proof.faults.starts import Starts
from proof.faults.units import BENT, OUTAGES, PLANTED, STARTS, TOLD
from proof.proof import Proof
from proof.trial import Trial

WAITED = "outages with letters at their end"
OF_CHALLENGES = (Kind.CHALLENGE, Kind.SHARE, Kind.CLOSED)


async def work(trial: Trial) -> None:
    met = Met()
    for unit, part in PARTS.items():
        if not trial.goes_on(unit):
            continue
        try:
            async with calm_sandbox(trial.folder / f"{part.__name__}.sqlite") as s:
                await part(trial, s, met)
                _look_at_calls(trial, s)
                met.kinds |= s.record.troubled
        except Exception as broken:
            trial.fault(f"{unit}: {type(broken).__name__}: {broken}")


class Met:
    """What has met a planted fault."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.calls: set[str] = set()

    @property
    def missing(self) -> list[str]:
        calls = {*CALLS, *AT_THE_START} - self.calls
        return sorted([*({*Kind} - self.kinds), *calls])


async def _outages(trial: Trial, s: Calm, met: Met) -> None:
    """Both games by turns."""
    storms = [Storm(s, game, trial.rng) for game in GAMES]
    slowest, latest = 0, 0
    while trial.goes_on(OUTAGES):
        number = trial.counts[OUTAGES]
        storm = storms[number // 2 % len(storms)]
        _tell(trial, await storm.lies_of(some_outage(trial.rng, number)))
        slowest, latest = max(slowest, storm.slowest), max(latest, storm.latest)
        _look_at_calls(trial, s)
        invalid = f"{most_invalid(s)} invalid requests in 10 min"
        trial.check(most_invalid(s) <= MOST_INVALID, invalid)
        trial.did(OUTAGES)
    trial.counts[WAITED] = sum(storm.waited for storm in storms)
    if trial.counts[OUTAGES]:
        trial.check(trial.counts[WAITED], "no outage had anything to say at its end")
    trial.figure("s until all is said", slowest / SECOND, LATEST_SAID / SECOND)
    trial.figure("s until the gateway is back", latest / SECOND, LATEST_ONLINE / SECOND)
    trial.figure("invalid requests in 10 min", most_invalid(s), MOST_INVALID)


async def _planted(trial: Trial, s: Calm, met: Met) -> None:
    """Every fault at every call of every game."""
    tables = {game: Matrix(s, game, trial.rng.randrange(10**6)) for game in GAMES}
    for game, trouble in trial.some(PLANTED, [*product(GAMES, troubles())]):
        _tell(trial, await tables[game].lies_of(trouble))
        _look_at_calls(trial, s)
        met.calls.add(trouble.call)


async def _told(trial: Trial, s: Calm, met: Met) -> None:
    """Every passing fault at every kind of letter, the games by turns."""
    tables = {game: Letters(s, game, trial.rng.randrange(10**6)) for game in GAMES}
    for number, trouble in trial.some(TOLD, [*enumerate(troubles_of_letters())]):
        _tell(trial, await tables[_game_for(trouble, number)].lies_of(trouble))
        _look_at_calls(trial, s)


def _game_for(trouble: Trouble, number: int) -> str:
    return ALONE if trouble.kind in OF_CHALLENGES else [*GAMES][number % len(GAMES)]


async def _starts(trial: Trial, s: Calm, met: Met) -> None:
    """Every passing fault at every call of a start; the last part, so it looks at all of them."""
    tables = [Starts(s, game, trial.rng.randrange(10**6)) for game in GAMES]
    for number, trouble in trial.some(STARTS, [*enumerate(troubles_of_a_start())]):
        _tell(trial, await tables[number % len(tables)].lies_of(trouble))
        _look_at_calls(trial, s)
        met.calls.add(trouble.call)
    if _is_whole(trial):
        met.kinds |= s.record.troubled
        trial.check(not met.missing, f"no fault was met by: {', '.join(met.missing)}")


async def _bent(trial: Trial, s: Calm, met: Met) -> None:
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


def _is_whole(trial: Trial) -> bool:
    """Whether nothing was left out."""
    units = (PLANTED, TOLD, STARTS)
    return all(trial.counts[unit] == trial.figures.get(f"{unit}, of") for unit in units)


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


PARTS: dict[str, Callable[[Trial, Calm, Met], Awaitable[None]]] = {
    OUTAGES: _outages,
    BENT: _bent,
    PLANTED: _planted,
    TOLD: _told,
    STARTS: _starts,
}
PROOF = Proof(
    "faults",
    "whatever Discord does to a call, everything is said exactly once, soon and without a storm",
    work,
    goals={OUTAGES: 48, BENT: 330, PLANTED: None, TOLD: None, STARTS: None},
    small={OUTAGES: 2, BENT: 11, PLANTED: 13, TOLD: 14, STARTS: 3},
    mutants=MUTANTS,
)
