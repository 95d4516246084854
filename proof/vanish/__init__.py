"""Whoever vanishes, however and whenever: every table ends in time, with its result told."""

from typing import Any

from host import lobby, outbox
from host.host import Host
from host.outbox import MessageKind
from host.records import Table
from host.store import Store
from proof.proof import Mutant, Proof, put
from proof.trial import Trial
from proof.vanish import points
from proof.vanish.gatherings import gatherings, vanish_from
from proof.vanish.points import WAYS, vanish_at_all_points
from proof.vanish.shows import SHOWS, show
from testing.scene.scene import hasty_disk

POINTS, GATHERINGS, SHOWN = "points", "lobbies and attempts", "tables in the sandbox"


async def work(trial: Trial) -> None:
    with hasty_disk():
        for gathering in trial.some(GATHERINGS, gatherings()):
            await vanish_from(trial, trial.folder, gathering)
        await vanish_at_all_points(trial, POINTS)
        for number, each in enumerate(trial.some(SHOWN, SHOWS)):
            await show(trial, trial.folder / f"show-{number}.db", each)


_tell = outbox.tell
DOWN = "while the bot is down for a month"


def _unheard(store: Store, table: Table, kind: MessageKind, body: dict[str, Any]) -> None:
    if kind is not MessageKind.OVER:
        _tell(store, table, kind, body)


def _nothing(*_: object) -> list[int]:
    return []


async def _never(host: Host) -> None:
    """The bot does not look."""


MUTANTS = {
    "idle days that go on while the bot is down": Mutant(
        put((Store, "move_open_tables", _nothing), (points, "WAYS", {DOWN: WAYS[DOWN]})),
        f"{DOWN}.*has cost somebody their turn",
        goals={GATHERINGS: 0},
    ),
    "an end that is not told": Mutant(
        put((outbox, "tell", _unheard)), "its end was told 0 times", goals={GATHERINGS: 0}
    ),
    "lobbies that are never closed": Mutant(
        put((lobby, "close_stale", _nothing)), "^lobby.*nothing has happened for .* days"
    ),
    "a bot that never keeps house": Mutant(
        put((Host, "run_housekeeping", _never)),
        "in the sandbox, .* nobody has ended it after",
        goals={GATHERINGS: 0, POINTS: 0, SHOWN: 1},
    ),
}
PROOF = Proof(
    "vanish",
    "whoever vanishes, however and whenever: every table ends in time and tells its result",
    work,
    goals={GATHERINGS: None, POINTS: None, SHOWN: None},
    small={GATHERINGS: 4, POINTS: 4, SHOWN: 1},
    mutants=MUTANTS,
    mutant_goals={POINTS: 40},
)
