"""If people vanish from a game, however and whenever, it still ends in time and its result is told.

Lobbies, attempts and the bot's own clock are tested in tests/host/test_vanish.py and
tests/cogs/test_vanish.py.
"""

from typing import Any

from host import outbox
from host.outbox import MessageKind
from host.records import Table
from host.store import Store
from proof.proof import Mutant, Proof, put
from proof.vanish import points
from proof.vanish.points import POINTS, WAYS, vanish_at_all_points

_tell = outbox.tell
DOWN = "while the bot is down for a month"


def _unheard(store: Store, table: Table, kind: MessageKind, body: dict[str, Any]) -> None:
    if kind is not MessageKind.OVER:
        _tell(store, table, kind, body)


def _nothing(*_: object) -> list[int]:
    return []


PROOF = Proof(
    "vanish",
    "whoever vanishes, however and whenever: every table ends in time and tells its result",
    vanish_at_all_points,
    goals={POINTS: None},
    small={POINTS: 4},
    mutants={
        "idle days that go on while the bot is down": Mutant(
            put((Store, "move_open_tables", _nothing), (points, "WAYS", {DOWN: WAYS[DOWN]})),
            f"{DOWN}.*has cost somebody their turn",
        ),
        "an end that is not told": Mutant(
            put((outbox, "tell", _unheard)), "its end was told 0 times"
        ),
    },
    mutant_goals={POINTS: 40},
)
