"""The pytest plugin of a long run: goes on where the last one stopped, and writes docs/proofs.md.

What became of each proof and mutant is kept in pytest's cache until any of the code changes. What
has passed with the code as it is now is not run again; `--cache-clear` begins anew.
"""

import hashlib
import platform
import sqlite3
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from proof.proofs import PROOFS

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "proofs.md"
TEXT = """# Proofs

Written by `make proof`. Where there is a bot, it has the real discord.py, and its Discord is our
sandbox. In *kill* and *load* it is a process of its own. In *faults*, *fuzz*, *names*, *stale* and
*vanish* it runs in the proof's process, on a clock that the proof sets, with one dot for every
picture (those of *names* are measured first). *Crash*, *power*, *replay* and most of
*vanish* drive the host alone. *Worlds* compares what the bot's own functions would send, and for
some pairs what a bot on the wire does send; its tables are in memory, all other databases are real
files. *Secrets* runs all tests but its own. `python -m proof -k NAME` runs one of them,
`--seconds N` makes it shorter; `make test` runs the same code at a small scale. A mutant is a fault
planted on purpose: a proof that cannot find it proves nothing, so each is told here, and it counts
as caught only if the proof says just what is wrong.

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
    group.addoption("--whole", action="store_true", help="carry the proofs out at full scale")
    group.addoption("--seconds", type=float, help="for each proof; its mutants come on top")
    group.addoption("--seed", type=int, default=1, help="another one plays other games")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("whole"):
        config.pluginmanager.register(Report(config))


class Report:
    """Knows every outcome with the code as it is now: by proof, then by mutant ("": the proof)."""

    def __init__(self, config: pytest.Config) -> None:
        assert config.cache
        self.cache, self.seconds = config.cache, config.getoption("seconds")
        self.place = f"proof/{code_digest()}-{self.seconds}-{config.getoption('seed')}"
        self.outcomes: dict[str, dict[str, Outcome]] = self.cache.get(self.place, {})
        self._names: dict[str, tuple[str, str]] = {}

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        for item in items:
            given = item.callspec.params if isinstance(item, pytest.Function) else {}
            self._names[item.nodeid] = str(given["name"]), str(given.get("mutant", ""))
        done = [item for item in items if self._is_done(item.nodeid)]
        config.hook.pytest_deselected(items=done)
        items[:] = [item for item in items if item not in done]

    def _is_done(self, nodeid: str) -> bool:
        name, mutant = self._names[nodeid]
        return bool(self.outcomes.get(name, {}).get(mutant, {}).get("holds"))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call" and report.passed:
            return
        name, mutant = self._names[report.nodeid]
        told: Any = dict(report.user_properties).get("outcome", {"faults": ["it broke"]})
        found = {**told, "holds": report.passed, "seconds": report.duration}
        self.outcomes.setdefault(name, {})[mutant] = found
        self.cache.set(self.place, self.outcomes)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        known = {name: each for name, each in self.outcomes.items() if "" in each}
        terminalreporter.write_line(told(known))
        if self.seconds is None and is_complete(known):
            FILE.write_text(told(known), encoding="utf-8")
        else:
            terminalreporter.write_line(f"{FILE.name} tells of whole runs only: it stays.")


def code_digest(root: Path = ROOT) -> str:
    """Of all that is proved, and of what the proofs are made of."""
    found = hashlib.sha256()
    for file in sorted(_sources(root)):
        found.update(f"{file.relative_to(root).as_posix()}\0".encode() + file.read_bytes())
    return found.hexdigest()[:24]


def _sources(root: Path) -> Iterator[Path]:
    for place in root.iterdir():
        if not place.name.startswith(".") and place.name not in ("docs", "pictures", "storage"):
            files = place.rglob("*") if place.is_dir() else [place]
            yield from (each for each in files if each.is_file() and each.suffix != ".pyc")


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
