"""What the tests have left behind is searched: every line, every export, for every secret."""

import re
from collections import Counter
from collections.abc import Iterator

from cogs.logs import OURS
from proof.secrets.notes import CANARY, read
from proof.secrets.search import Known
from proof.secrets.words import secrets_of_a_game
from proof.trial import Trial

DEBUG = re.compile(r"\blevel=debug from=(\w+)")
PLANTED = "_mutant_"  # in the names of tests which give secrets out on purpose
SHOWN = 200  # characters of a line
TESTS_TO_A_LINE = 50  # at most
CANARIES = ("a key", "the card golem", "a key in an export")  # each process lets them be heard
SONGS = 2  # at the start of each process and at its end
COUNTED = ("secrets", "log lines", "exports", "exports held against a hand")


def judge(trial: Trial, is_complete: bool) -> None:
    known = Known((kind, secret) for _, kind, secret in read(trial.folder, "secret"))
    trial.counts["secrets"] += known.count
    heard = Counter(_lines(trial, known))
    heard.update(f"{what} in an export" for what in _exports(trial, known))
    processes = len([*trial.folder.glob("*.test")])
    songs = processes * (SONGS if is_complete else 1)
    if any(heard[each] < songs for each in CANARIES):
        raise RuntimeError(f"the proof is deaf: {processes} processes, but it heard only {heard}")
    for test, what in read(trial.folder, "fault"):
        trial.check(PLANTED in test, f"{what}, in {test}")
    if not trial.with_a_mutant:  # which many a test notices, but here the search must
        _tests(trial, is_complete)


def _tests(trial: Trial, is_complete: bool) -> None:
    for test, when in read(trial.folder, "failed"):
        trial.fault(f"{test} fails in its {when} when everything is logged")
    for unit in COUNTED:
        trial.check(trial.counts[unit] or not is_complete, f"there were no {unit} at all")
    is_quiet = trial.counts["log lines"] * TESTS_TO_A_LINE < trial.counts["tests"]
    trial.check(not is_quiet, "hardly a line was logged: something does not listen")


def _lines(trial: Trial, known: Known) -> Iterator[str]:
    """What the canaries said; all else that is found is a fault."""
    for test, line in read(trial.folder, "line"):
        found = {*known.found_in(line), *secrets_of_a_game(line), *_library(line)}
        if test == CANARY:
            yield from found
            continue
        trial.counts["log lines"] += 1
        for what in sorted(found):
            trial.fault(f"a line tells {what}, in {test}: {line[:SHOWN]}")


def _library(line: str) -> Iterator[str]:
    said = DEBUG.search(line)
    if said and said[1] not in OURS:
        yield f"what {said[1]} says at DEBUG"


def _exports(trial: Trial, known: Known) -> Iterator[str]:
    for test, kind, text in read(trial.folder, "export"):
        found = known.found_in(text)
        if test == CANARY:
            yield from found
            continue
        trial.counts["exports"] += 1
        for what in sorted(found):
            trial.check(PLANTED in test, f"{kind} tells {what}, in {test}")
    trial.counts["exports held against a hand"] += sum(1 for _ in read(trial.folder, "hidden"))
