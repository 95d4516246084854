"""Mutated interactions of every kind: each is answered, and none does what it may not."""

from dataclasses import replace
from typing import Any

import host.panels
from cogs import client, responder
from engine.kernel.refusal import Refused
from host import outbox, play
from host.caller import Caller
from host.host import Host
from host.play import Move, Played
from host.store import Store
from host.unit_of_work import UnitOfWork
from host.views import TableView, view_table
from proof.fuzz.scene import UNIT, hurl
from proof.proof import Mutant, Proof, put
from testing.hosting import caller

_play = play.act


def _without_moves(uow: UnitOfWork, table_id: int, move: Move, by: Caller) -> Played:
    return _play(uow, table_id, replace(move, moves=None), by)


def _from_the_first_seat(uow: UnitOfWork, table_id: int, by: Caller | None) -> TableView:
    return view_table(uow, table_id, caller(uow.table(table_id).seats[0].user))


_do = Host.do


async def _talked_about(self: Host, use_case: Any, *args: Any, **kwargs: Any) -> Any:
    """Somebody plays what is not legal, and the table is told."""
    try:
        return await _do(self, use_case, *args, **kwargs)
    except Refused:
        if use_case is play.act:
            await _do(self, _talk, args[0])
        raise


def _talk(uow: UnitOfWork, table_id: int) -> None:
    outbox.tell(uow.store, uow.table(table_id), outbox.MessageKind.NOTED, {"note": 1})


def _nothing(*_: object) -> None:
    """Forget every click."""


MUTANTS = {
    "a click that comes again is carried out again": Mutant(
        put((Store, "click", _nothing), (Store, "remember_click", _nothing)),
        "when it comes again, it changes",
    ),
    "an old button counts": Mutant(put((play, "act", _without_moves)), "from an earlier moment"),
    "everybody sees the first hand": Mutant(
        put((host.panels, "view_table", _from_the_first_seat)),
        "picture that is not its reader's|offered",
    ),
    "a refusal repeats what was sent, and more": Mutant(
        put((responder, "escape_markdown", lambda said: f"{said} No. It is so.")),
        "the answer says '(@|<@)",
    ),
    "a refusal is told to the table": Mutant(
        put((Host, "do", _talked_about)), "others were told something"
    ),
    "an interaction that cannot be read ends the bot": Mutant(
        put((client, "survive_unreadable", lambda bot: None)), "the bot does not go on after it"
    ),
}
PROOF = Proof(
    name="fuzz",
    promise="every hostile interaction is answered or refused in one sentence, or two where the "
    "second says what to do; it changes nothing but what its user may change, once however often "
    "it arrives, and where it changes nothing others are told nothing",
    work=hurl,
    goals={UNIT: 10_000},
    small={UNIT: 100},
    mutants=MUTANTS,
    mutant_goals={UNIT: 600},
)
