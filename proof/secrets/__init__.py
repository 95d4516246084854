"""No token and no key is in any log line, export, file or process, and no card in any log line.

What exports tell of hidden cards is compared by *worlds*; that `repr()` hides what an object must
not tell is a test of its own (tests/test_secrets.py).
"""

import sys

from proof.proof import Mutant, Plant, Proof, put
from proof.secrets.run import run_tests
from proof.secrets.search import judge
from proof.trial import Trial

_EXPORT = "tests/cogs/test_privacy.py::test_the_export_is_a_file_for_one_person_alone"
_BROKEN = "tests/cogs/test_logs.py::test_a_press_that_breaks_over_a_hand_does_not_tell_it"
_TASK = "tests/cogs/test_logs.py::test_a_task_that_nobody_waits_for_does_not_tell_its_error"
_PROCESS = "tests/cogs/test_run.py::test_it_comes_up_when_discord_does"
_JOURNAL = "tests/host/test_fairness.py::test_before_the_end_nothing_is_exported"
_ENDED = "tests/host/test_fairness.py::test_after_the_end_the_export_shows_the_key"
_PAGE = "tests/cogs/test_heart.py::test_the_page_has_the_numbers_of_the_heartbeat_and_no_name"
SMALL = (_EXPORT, _BROKEN, _TASK, _PROCESS, _JOURNAL, _ENDED, _PAGE)
MEETS = {"key_at_the_deal": _JOURNAL, "token_on_the_disk": _PROCESS}  # where each shows itself
MUTANT = ""  # that is met now


async def work(trial: Trial) -> None:
    """All tests, which cannot be cut short; or some."""
    is_whole = trial.goals["tests"] is None and not trial.is_short
    tests = [MEETS[MUTANT]] if MUTANT else () if is_whole else SMALL
    await run_tests(trial, tests, MUTANT)
    judge(trial)


def _planted(name: str) -> Plant:
    return put((sys.modules[__name__], "MUTANT", name))


PROOF = Proof(
    "secrets",
    "no token and no key is in any log, export, file or command line, and no card in any log",
    work,
    goals={"tests": None},
    small={"tests": len(SMALL)},
    mutants={
        "the key is logged at the deal": Mutant(_planted("key_at_the_deal"), "a line tells a key"),
        "the token is written to a file": Mutant(
            _planted("token_on_the_disk"), "the file .* tells the bot's token"
        ),
    },
)
