"""Mistakes in how the bot talks to Discord, planted for a while."""

import itertools
from typing import Any

import cogs.sender
from cogs import message_contents, pace, presses, reconnect, responder, turn_pings
from cogs.delivery import Delivery
from host.outbox import MessageKind
from host.records import OutgoingMessage
from host.store import Store
from proof.faults.calls import OUTAGES, PLANTED, STARTS, TOLD, TWICE, only
from proof.proof import Mutant, put

_numbers = itertools.count()


def _all_of_them(self: pace.Pace, due: Any, busy: Any) -> Any:
    return [outgoing for outgoing in due if pace.lane_of(outgoing) not in busy]


async def _called_at_first_only(mail: Delivery) -> Any:
    return None if mail.outgoing.tries else await turn_pings.call(mail)


def _remember_the_newest(store: Store, click: int, table_id: int, number: int = 0) -> None:
    """As a bot does that plays a click again when it comes again."""
    store._execute(
        "INSERT OR REPLACE INTO clicks (id, table_id, number, at) VALUES (?, ?, ?, ?)",
        (click, table_id, number, store.now),
    )


async def _when_all_is_said(interaction: Any, *more: Any) -> None:
    """It waits on our clock, as everything in the sender does."""
    while interaction.client.sender._busy:
        await vars(cogs.sender)["asyncio"].sleep(1.0)
    await responder.answer(interaction, *more)


FORGETS = (
    (Store, "click", lambda *_: None),
    (Store, "remember_click", _remember_the_newest),
)
MUTANTS = {
    "a message has another nonce at every try": Mutant(
        put(
            (
                OutgoingMessage,
                "nonce",
                property(lambda outgoing: f"{outgoing.id:x}-{next(_numbers):x}"),
            )
        ),
        r"\d (calls stand|boards)",
        goals=only(OUTAGES, 4),
    ),
    "in an outage everybody tries": Mutant(
        put((pace.Pace, "to_try", _all_of_them)),
        r"\d+ invalid requests in 10 min",
        goals=only(OUTAGES, 4),
    ),
    "a click that comes again is played again": Mutant(
        put(*FORGETS), r"/play .*comes again, it changes .*journal", goals=only(TWICE)
    ),
    "a call that could not be sent at first is dropped": Mutant(
        put(
            (
                message_contents,
                "SAYS",
                {**message_contents.SAYS, MessageKind.TURN: _called_at_first_only},
            )
        ),
        r"turn send .*: nobody heard what could not be said at first",
        goals=only(TOLD),
    ),
    "an answer waits until everything is said": Mutant(
        put((presses, "answer", _when_all_is_said)),
        r"(send|edit|delete|look back) .*: \d+ clicks were not answered",
        goals=only(PLANTED),
    ),
    "a start without the gateway ends the process": Mutant(
        put((reconnect, "UNREACHABLE", ())),
        r"its process ended \d+ times",
        goals=only(STARTS),
    ),
}
