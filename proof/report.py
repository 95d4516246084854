"""The pytest plugin of `python -m proof`: its options, and docs/proofs.md at the end of a run."""

import platform
import sqlite3
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from proof.proofs import PROOFS

FILE = Path(__file__).parents[1] / "docs" / "proofs.md"
TEXT = """# Proofs

Written by `make proof`. Where there is a bot, it has the real discord.py, and its Discord is our
sandbox. In *kill* and *load* it is a process of its own, in *cluster* three. In *faults*, *fuzz*,
*names* and *stale* it runs in the proof's process, on a clock that the proof sets, with one dot for
every picture (those of *names* are measured first). *Crash*, *power*, *vanish* and part of
*cluster* drive the host alone, *damage* runs the commands of `bot.py`, and *replay* plays and reads
what is stored. *Worlds* compares what the bot's own functions would send, and for some pairs what a
bot on the wire does send. Its tables are in memory, those of *cluster* on a PostgreSQL server, and
all others in real files. *Secrets* runs all tests but its own. `python -m proof -k NAME` runs one
of them, `--seconds N` makes it shorter; `make test` runs the same code at a small scale. A mutant
is a fault planted on purpose: a proof that cannot find it proves nothing, so each is told here, and
it counts as caught only if the proof says just what is wrong.

| proof | promise | done | measured | faults | mutants caught | min |
|---|---|---|---|---|---|---|
{rows}

{verdict} Python {python}, SQLite {sqlite}, discord.py {library}.

## The mutants

{mutants}
{faults}"""
Outcome = dict[str, Any]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("proof")
    group.addoption("--whole", action="store_true", help="run the proofs at full scale")
    group.addoption("--seconds", type=float, help="time for each proof, without its mutants")
    group.addoption("--seed", type=int, default=1, help="seed of the random games")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("whole"):
        config.pluginmanager.register(Report(config))


class Report:
    """Collects every outcome: by proof, then by mutant ("": the proof itself)."""

    def __init__(self, config: pytest.Config) -> None:
        self.is_shortened = config.getoption("seconds") is not None
        self.outcomes: dict[str, dict[str, Outcome]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        known: Any = dict(report.user_properties)
        if report.when == "call" and not report.skipped:
            outcome = known.get("outcome", {"faults": ["it broke"]})
            found = {**outcome, "holds": report.passed, "seconds": report.duration}
            self.outcomes.setdefault(known["name"], {})[known["mutant"]] = found

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        known = {name: each for name, each in self.outcomes.items() if "" in each}
        terminalreporter.write_line(told(known))
        if is_complete(known) and not self.is_shortened:
            FILE.write_text(told(known), encoding="utf-8")
        else:
            terminalreporter.write_line(f"{FILE.name} tells of whole runs only: it stays.")


def is_complete(outcomes: dict[str, dict[str, Outcome]]) -> bool:
    return all(
        outcomes.get(proof.name, {}).keys() == {"", *proof.mutants} for proof in PROOFS.values()
    )


def told(outcomes: dict[str, dict[str, Outcome]]) -> str:
    """All of docs/proofs.md."""
    each = [(name, outcomes[name]) for name in PROOFS if name in outcomes]
    missed = [name for name, of in each if not all(found["holds"] for found in of.values())]
    held = f"Not proved: {', '.join(missed)}." if missed else f"All {len(each)} proofs hold."
    seconds = sum(found["seconds"] for _, of in each for found in of.values())
    faults = [f"- **{name}**: {fault}" for name, of in each for fault in of[""]["faults"]]
    return TEXT.format(
        rows="\n".join(_row(name, of) for name, of in each),
        verdict=f"{held} All together took {seconds / 60:.1f} minutes.",
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        library=version("discord.py"),
        mutants="\n".join(_mutants(name, of) for name, of in each),
        faults="\n".join(["", "## The faults", "", *faults, ""]) if faults else "",
    )


def _row(name: str, of: dict[str, Outcome]) -> str:
    whole, mutants = of[""], [found["holds"] for mutant, found in of.items() if mutant]
    cells = (
        *(name, PROOFS[name].promise, ", ".join(whole.get("done", ()))),
        *(", ".join(whole.get("measured", ())), str(len(whole["faults"]))),
        *(f"{sum(mutants)}/{len(mutants)}", f"{sum(f['seconds'] for f in of.values()) / 60:.1f}"),
    )
    return f"| {' | '.join(cells)} |"


def _mutants(name: str, of: dict[str, Outcome]) -> str:
    mutants = [
        mutant if found["holds"] else f"{mutant} (**not caught**)"
        for mutant, found in of.items()
        if mutant
    ]
    return f"- **{name}**: {'; '.join(mutants)}."
