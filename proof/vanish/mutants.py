"""Faults by which somebody would wait for ever, or a table would end unheard."""

from typing import Any

from host import lobby, outbox, overdue
from host.host import Host
from host.outbox import Kind
from host.records import Deadline, Table
from host.store import Store
from proof.proof import Mutant, put
from proof.vanish import points
from proof.vanish.units import GATHERINGS, POINTS, SHOWN
from proof.vanish.ways import WAYS

_tell = outbox.tell
DOWN = "while the bot is down for a month"


def _unheard(store: Store, table: Table, kind: Kind, body: dict[str, Any]) -> None:
    if kind is not Kind.OVER:
        _tell(store, table, kind, body)


def _again(deadline: Deadline, hours: Any, now: int) -> Deadline:
    """A reminder that was given stays due."""
    return deadline._replace(next=now + 1)


def _nothing(*_: object) -> list[int]:
    return []


async def _never(host: Host) -> None:
    """The bot does not look."""


MUTANTS = {
    "tables that are never given up": Mutant(
        put((overdue, "tables_to_abandon", _nothing)), "nothing has happened for .* days"
    ),
    "idle days that go on while the bot is down": Mutant(
        put((Store, "move_open_tables", _nothing), (points, "WAYS", {DOWN: WAYS[DOWN]})),
        f"{DOWN}.*has cost somebody their turn",
        goals={GATHERINGS: 0},
    ),
    "an end that is not told": Mutant(
        put((outbox, "tell", _unheard)), "its end was told 0 times", goals={GATHERINGS: 0}
    ),
    "an alarm that rings for ever": Mutant(
        put((overdue, "called", _again)),
        "not over after .* strikes|would strike without a pause",
        goals={GATHERINGS: 0},
    ),
    "lobbies that are never closed": Mutant(
        put((lobby, "close_stale", _nothing)), "^lobby.*nothing has happened for .* days"
    ),
    "a bot that never looks at its clock": Mutant(
        put((Host, "strike", _never)),
        "it was abandoned, although by its clock the autopilot finishes it",
        goals={GATHERINGS: 0, POINTS: 0, SHOWN: None},
    ),
}
