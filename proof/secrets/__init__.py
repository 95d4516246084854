"""No token and no key is in any log line, export, file or process, and no card in any log line.

What exports tell of hidden cards is compared by *worlds*.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from cogs.environment import Environment
from proof.proof import Mutant, Proof
from proof.secrets import objects
from proof.secrets.run import run_tests
from proof.secrets.search import judge
from proof.trial import Trial
from testing.planting import planted

_EXPORT = "tests/cogs/test_privacy.py::test_the_export_is_a_file_for_one_person_alone"
_BROKEN = "tests/cogs/test_logs.py::test_a_press_that_breaks_over_a_hand_does_not_tell_it"
_TASK = "tests/cogs/test_logs.py::test_a_task_that_nobody_waits_for_does_not_tell_its_error"
_PROCESS = "tests/cogs/test_run.py::test_it_comes_up_when_discord_does"
_JOURNAL = "tests/host/test_fairness.py::test_before_the_end_nothing_is_exported"
_ENDED = "tests/host/test_fairness.py::test_after_the_end_the_export_shows_the_key"
_PAGE = "tests/cogs/test_heart.py::test_the_page_has_the_numbers_of_the_heartbeat_and_no_name"
SMALL = (_EXPORT, _BROKEN, _TASK, _PROCESS, _JOURNAL, _ENDED, _PAGE)


class Meeting(NamedTuple):
    """The test in which a mutant shows itself, and what the proof says then."""

    test: str
    shows: str


MEETS = {  # where each mutant shows itself
    "the key is logged at the deal": Meeting(_JOURNAL, "a line tells a key"),
    "the token is written to a file": Meeting(_PROCESS, "the file .* tells the bot's token"),
}
_planted: list[str] = []  # the mutant that is met now


async def work(trial: Trial) -> None:
    for name, is_told in objects.telling():
        trial.check(not is_told, f"repr() of a {name} tells its secret")
    if trial.goes_on("tests"):
        is_complete = await run_tests(trial, _tests(trial), *_planted)
        judge(trial, is_complete)


def _tests(trial: Trial) -> Sequence[str]:
    """None of them by name: the whole suite."""
    goal = trial.goals["tests"]
    return [MEETS[name].test for name in _planted] or (() if goal is None else SMALL[:goal])


@contextmanager
def _met(name: str) -> Iterator[None]:
    _planted.append(name)
    try:
        yield
    finally:
        _planted.remove(name)


def _tells(environment: Environment) -> str:
    return f"Environment(token={environment.token!r})"


PROOF = Proof(
    "secrets",
    "no token and no key is in any log, export, file or command line, and no card in any log",
    work,
    goals={"tests": None},
    small={"tests": len(SMALL)},
    mutants={
        **{name: Mutant(partial(_met, name), each.shows) for name, each in MEETS.items()},
        "repr() tells the token": Mutant(
            lambda: planted(Environment, "__repr__", _tells), r"repr\(\) of a .*Environment tells"
        ),
    },
)
