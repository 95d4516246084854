"""Whatever Discord does to a call, every message is sent, and sent once."""

from collections.abc import Awaitable, Callable
from itertools import cycle, product

from engine import GAMES
from host.outbox import MessageKind
from proof.faults.calls import (
    AT_THE_START,
    CALLS,
    OUTAGES,
    PLANTED,
    STARTS,
    TOLD,
    Trouble,
    troubles,
    troubles_of_a_start,
    troubles_of_messages,
    unknown_calls,
)
from proof.faults.matrix import Matrix, Starts, Tables
from proof.faults.messages import differences, told
from proof.faults.mutants import MUTANTS
from proof.faults.outage import (
    LATEST_ONLINE,
    LATEST_SAID,
    MAX_INVALID,
    Storm,
    most_invalid,
    some_outage,
)
from proof.proof import Proof
from proof.trial import Trial
from testing.scene.scene import SECOND, Calm, calm_sandbox

INVALID = "invalid requests in 10 min"


async def work(trial: Trial) -> None:
    met: Met = set()
    for unit, part in PARTS.items():
        if trial.goes_on(unit):
            try:
                await part(trial, met)
            except Exception as broken:
                trial.fault(f"{unit}: {type(broken).__name__}: {broken}")
    if all(trial.counts[unit] == trial.totals[unit] > 0 for unit in (PLANTED, TOLD, STARTS)):
        missing = sorted({*CALLS, *AT_THE_START, *MessageKind} - met)
        trial.check(not missing, f"no fault was met by: {', '.join(missing)}")


Met = set[str]  # calls and kinds of messages that have met a planted fault
Part = Callable[[Trial, Met], Awaitable[None]]


async def _outages(trial: Trial, met: Met) -> None:
    """All games by turns."""
    async with calm_sandbox(trial.folder / "outages.sqlite") as s:
        storms = [Storm(s, game, trial.rng) for game in GAMES]
        while trial.goes_on(OUTAGES):
            number = trial.counts[OUTAGES]
            storm = storms[number // 2 % len(storms)]
            lies = await storm.lies_of(some_outage(trial.rng, number))
            _account(trial, s, lies, goes_on=True)
            trial.did(OUTAGES)
        met |= s.record.troubled
    has_waited = any(storm.has_waited for storm in storms) or not trial.counts[OUTAGES]
    trial.check(has_waited, "no outage had anything to say at its end")
    for name, took, bar in (
        ("s until all is said", max(storm.slowest for storm in storms), LATEST_SAID),
        ("s until the gateway is back", max(storm.latest for storm in storms), LATEST_ONLINE),
    ):
        trial.figure(name, took / SECOND, bar / SECOND)


def _one_by_one(unit: str, kind: type[Tables], cases: list[tuple[str, Trouble]]) -> Part:
    """Every fault of a list, each at a table of its game."""

    async def planted(trial: Trial, met: Met) -> None:
        async with calm_sandbox(trial.folder / f"{unit}.sqlite") as s:
            tables = {game: kind(s, game, trial.rng.randrange(10**6)) for game in GAMES}
            for game, trouble in trial.some(unit, cases):
                _account(trial, s, await tables[game].lies_of(trouble))
                met.add(trouble.call)
            met |= s.record.troubled

    return planted


async def _told(trial: Trial, met: Met) -> None:
    """The same story without a fault, then with each of them."""
    plain, lies = None, list[str]()
    if not trial.with_a_mutant:
        plain, lies, _ = await told(trial.folder / "plain.sqlite", None)
    for number, trouble in enumerate(trial.some(TOLD, troubles_of_messages())):
        end, found, troubled = await told(trial.folder / f"told-{number}.sqlite", trouble)
        for lie in [*lies, *found, *differences(end, plain or end)]:
            trial.fault(f"{trouble}: {lie}")
        met |= troubled


def _account(trial: Trial, s: Calm, lies: list[str], goes_on: bool = False) -> None:
    """Return what was wrong, and complain about calls at which no fault was planted."""
    unknown = unknown_calls(s.server.rest.requests)
    for lie in [*lies, *(f"{call} is a call that this proof does not know" for call in unknown)]:
        trial.fault(lie)
    s.server.rest.requests.clear()
    invalid = most_invalid(s)
    trial.check(invalid <= MAX_INVALID, f"{invalid} {INVALID}")
    worst, _ = trial.figures.get(INVALID, (0.0, 0.0))
    trial.figure(INVALID, max(invalid, worst), MAX_INVALID)
    if not goes_on:
        s.server.rest.invalid.clear()


PARTS: dict[str, Part] = {
    OUTAGES: _outages,
    PLANTED: _one_by_one(PLANTED, Matrix, [*product(GAMES, troubles())]),
    TOLD: _told,
    STARTS: _one_by_one(STARTS, Starts, [*zip(cycle(GAMES), troubles_of_a_start())]),
}
PROOF = Proof(
    "faults",
    "whatever Discord does to a call, everything is said exactly once, soon and without a storm",
    work,
    goals={OUTAGES: 49, PLANTED: None, TOLD: None, STARTS: None},
    small={OUTAGES: 1, PLANTED: 2, TOLD: 1, STARTS: 1},
    mutants=MUTANTS,
    mutant_goals={OUTAGES: 4, PLANTED: None, STARTS: None},
)
