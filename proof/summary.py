"""The table of all proofs, for people to read."""

import platform
import sqlite3
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from proof.proof import Outcome

FILE = Path(__file__).parents[1] / "docs" / "proofs.md"
TEXT = """# Proofs

Written by `make proof`. Where there is a bot, it has the real discord.py, and its Discord is our
sandbox. In *kill* and *load* it is a process of its own. In *faults*, *fuzz*, *names* and *vanish*
it runs in the proof's process, in all but *fuzz* on a clock that the proof sets, with one dot for
every picture (those of *names* are drawn and measured apart). *Crash*, *power*, *replay* and most
of *vanish* drive the host alone. *Worlds* compares what the bot's own functions would send, and for
some pairs what a bot on the wire does send; its tables are in memory, all other databases are real
files. *Secrets* runs all tests but its own. `python -m proof NAME` runs one of them, `--seconds N`
makes it shorter; `make test` runs the same code at a small scale. A mutant is a fault planted on
purpose: a proof that cannot find it proves nothing, so each is told here, and it counts as caught
only if the proof says just what is wrong.

{table}

{verdict} {time} {versions}; {cores} processors, shared with the sandbox and all who play in it, and
by the proofs that measure no time with each other.

## What else was counted and measured

{rest}

## The mutants

{mutants}
{faults}"""


def write(outcomes: Sequence[Outcome], wall: float, cores: int, is_resumed: bool) -> None:
    FILE.write_text(told(outcomes, wall, cores, is_resumed), encoding="utf-8")


def told(outcomes: Sequence[Outcome], wall: float, cores: int, is_resumed: bool = False) -> str:
    goes = " in several runs, each with what was left or had changed" if is_resumed else ""
    return TEXT.format(
        table=table(outcomes),
        verdict=verdict(outcomes),
        time=f"All together took {wall / 60:.1f} minutes{goes}.",
        versions=_versions(),
        cores=cores,
        rest=rest(outcomes),
        mutants="\n".join(_mutants(each) for each in outcomes),
        faults=_faults(outcomes),
    )


def table(outcomes: Sequence[Outcome]) -> str:
    """What each proof was to do, and the figures that have a bar; the rest is told below it."""
    head = ["| proof | promise | done | measured | faults | mutants caught | min |"]
    return "\n".join([*head, "|---|---|---|---|---|---|---|", *map(_row, outcomes)])


def _row(outcome: Outcome) -> str:
    mutants = f"{len(outcome.caught)}/{len(outcome.caught) + len(outcome.missed)}"
    cells = (
        *(outcome.name, outcome.promise, _done(outcome), _measured(outcome)),
        *(f"{outcome.fault_count}", mutants, f"{outcome.seconds / 60:.1f}"),
    )
    return f"| {' | '.join(cells)} |"


def _done(outcome: Outcome) -> str:
    return ", ".join(_counted(outcome, unit) for unit in outcome.rates if unit in outcome.counts)


def _counted(outcome: Outcome, unit: str) -> str:
    total, rate = outcome.figures.get(f"{unit}, of"), outcome.rates.get(unit)
    of_all = f" of {int(total):,}" if total else ""
    return f"{outcome.counts[unit]:,}{of_all} {unit}{f' ({rate:,.1f} a second)' if rate else ''}"


def _measured(outcome: Outcome) -> str:
    bars = outcome.bars.items()
    return ", ".join(f"{_figure(outcome, name)} (at most {_number(bar)})" for name, bar in bars)


def _figure(outcome: Outcome, name: str) -> str:
    return f"{name} {_number(outcome.figures[name])}"


def rest(outcomes: Sequence[Outcome]) -> str:
    return "\n".join(f"- **{each.name}**: {_rest(each)}." for each in outcomes)


def _rest(outcome: Outcome) -> str:
    counts = [_counted(outcome, unit) for unit in outcome.counts if unit not in outcome.rates]
    without_bar = [name for name in outcome.figures if name not in outcome.bars]
    figures = [_figure(outcome, name) for name in without_bar if not name.endswith(", of")]
    return ", ".join([*counts, *figures]) or "nothing"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) or value >= 100 else f"{value:.2f}"


def verdict(outcomes: Sequence[Outcome]) -> str:
    wrong = [each.name for each in outcomes if not each.holds]
    caught = sum(len(each.caught) for each in outcomes)
    mutants = caught + sum(len(each.missed) for each in outcomes)
    all_of_them = "The proof holds." if len(outcomes) == 1 else f"All {len(outcomes)} proofs hold."
    held = f"Not proved: {', '.join(wrong)}." if wrong else all_of_them
    return f"{held} mutants caught {caught}/{mutants}."


def _mutants(outcome: Outcome) -> str:
    found = [*outcome.caught, *(f"{name} (**not caught**)" for name in outcome.missed)]
    return f"- **{outcome.name}**: {'; '.join(found)}."


def _faults(outcomes: Sequence[Outcome]) -> str:
    found = [f"- **{each.name}**: {fault}" for each in outcomes for fault in each.faults]
    return "\n".join(["", "## The faults", "", *found, ""]) if found else ""


def _versions() -> str:
    library = f"discord.py {version('discord.py')}"
    return f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {library}"
