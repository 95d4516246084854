"""Mistakes in how the bot talks to Discord, each as a temporary patch."""

import itertools
from typing import Any

import cogs.sender
from cogs import message_contents, pace, presses, reconnect, responder, turn_pings
from cogs.delivery import Delivery
from cogs.message_contents import SAYS
from host.outbox import MessageKind
from host.records import OutgoingMessage
from proof.faults.calls import OUTAGES, PLANTED, STARTS, TOLD
from proof.proof import Mutant, put

_numbers = itertools.count()


def _nonce(outgoing: OutgoingMessage) -> str:
    return f"{outgoing.id:x}-{next(_numbers):x}"


def _all_of_them(self: pace.Pace, due: Any, busy: Any) -> Any:
    return [outgoing for outgoing in due if outgoing.audience not in busy]


async def _called_at_first_only(mail: Delivery) -> Any:
    return None if mail.outgoing.tries else await turn_pings.call(mail)


async def _when_all_is_said(interaction: Any, *more: Any) -> None:
    """It waits on our clock, as everything in the sender does."""
    while interaction.client.sender._busy:
        await vars(cogs.sender)["asyncio"].sleep(1.0)
    await responder.answer(interaction, *more)


MUTANTS = {
    "a message has another nonce at every try": Mutant(
        put((OutgoingMessage, "nonce", property(_nonce))),
        r"\d (calls stand|boards)",
        unit=OUTAGES,
    ),
    "in an outage everybody tries": Mutant(
        put((pace.Pace, "to_try", _all_of_them)),
        r"\d+ invalid requests in 10 min",
        unit=OUTAGES,
    ),
    "a call that could not be sent at first is dropped": Mutant(
        put((message_contents, "SAYS", {**SAYS, MessageKind.TURN: _called_at_first_only})),
        r"nobody heard what could not be said at first \(turn\)",
        unit=TOLD,
    ),
    "an answer waits until everything is said": Mutant(
        put((presses, "answer", _when_all_is_said)),
        r"(send|edit|delete|look back) .*: \d+ clicks were not answered",
        unit=PLANTED,
    ),
    "a start without the gateway ends the process": Mutant(
        put((reconnect, "UNREACHABLE", ())),
        r"its process ended \d+ times",
        unit=STARTS,
    ),
}
