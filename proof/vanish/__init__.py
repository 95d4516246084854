"""If people vanish from a game, however and whenever, it still ends in time and its result is told.

Lobbies, attempts and the bot's own clock are tested in tests/host/test_vanish.py and
tests/cogs/test_vanish.py.
"""

from typing import Any

from host import clock, outbox
from host.outbox import MessageKind
from host.records import Table
from host.store import Store
from proof.proof import Mutant, Proof, put
from proof.vanish import points
from proof.vanish.points import POINTS, WAYS, vanish_at_all_points

_tell, _deals = outbox.tell, points.deals
_deadline: Any = clock._deadline
DAILY = points.TERMS[2]
LATE = "until hardly any of their time is left, again and again"
DOWN = "while the bot is down for a month"


def _unheard(store: Store, table: Table, kind: MessageKind, body: dict[str, Any]) -> None:
    if kind is not MessageKind.OVER:
        _tell(store, table, kind, body)


def _renewed(*args: Any, is_awaited: bool) -> Any:
    """Whoever is not asked for a moment has all the time again."""
    return _deadline(*args, is_awaited=True) if is_awaited else None


def _daily_tables() -> list[points.Deal]:
    return [each for each in _deals() if each.game == "factory_42" and each.terms == DAILY]


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
        "a budget that every question renews": Mutant(
            put(
                (clock, "_deadline", _renewed),
                (points, "WAYS", {LATE: WAYS[LATE]}),
                (points, "deals", _daily_tables),
            ),
            f"{LATE}.*it took",
        ),
        "an end that is not told": Mutant(
            put((outbox, "tell", _unheard)), "its end was told 0 times"
        ),
    },
    mutant_goals={POINTS: 40},
)
