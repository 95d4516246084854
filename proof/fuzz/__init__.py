"""Mutated interactions of every kind: each is answered, and none does what it may not."""

from dataclasses import replace
from typing import Any

import host.panels
from cogs import client, desk, ids
from cogs.words import harmless
from engine.kernel.refusal import Refused
from host import lobby, outbox, play, votes
from host.books import Books
from host.caller import Caller
from host.host import Host
from host.look import Seen, look
from host.play import Move, Played
from host.votes import Matter, Motion
from proof.fuzz.decoder import DECODINGS, decode
from proof.fuzz.scene import UNIT, hurl
from proof.proof import Mutant, Proof, put
from proof.trial import Trial
from testing.hosting import caller


async def work(trial: Trial) -> None:
    decode(trial)
    if not trial.is_caught:
        await hurl(trial)


_read, _play, _agree = ids.read, play.act, votes.agree


def _without_moves(books: Books, table_id: int, move: Move, by: Caller) -> Played:
    return _play(books, table_id, replace(move, moves=None), by)


def _from_the_first_seat(books: Books, table_id: int, by: Caller | None) -> Seen:
    return look(books, table_id, caller(books.table(table_id).seats[0].user))


_do = Host.do


async def _talked_about(self: Host, use_case: Any, *args: Any, **kwargs: Any) -> Any:
    """Somebody plays what is not legal, and the table is told."""
    try:
        return await _do(self, use_case, *args, **kwargs)
    except Refused:
        if use_case is play.act:
            await _do(self, _talk, args[0])
        raise


def _talk(books: Books, table_id: int) -> None:
    outbox.tell(books.store, books.table(table_id), outbox.Kind.DECIDED, {"note": 1})


def _loudly(books: Books, table_id: int, matter: Matter, by: Caller) -> Motion:
    """One voice is given for everybody."""
    for seat in books.playing(table_id).humans:
        books.store.vote(table_id, matter.text, seat.number)
    return _agree(books, table_id, matter, by)


async def _silently(interaction: Any, error: Any) -> None:
    """No answer."""


MUTANTS = {
    "what is nearly an id is taken for one": Mutant(
        put((ids, "read", lambda text: _read(text.strip().lower()))),
        "was read as Press",
        goals={UNIT: 0},
    ),
    "an old button counts": Mutant(put((play, "act", _without_moves)), "from an earlier moment"),
    "everybody may do what the opener may": Mutant(
        put((lobby, "opened_by", lambda *_: None)), "t:.*was changed by somebody who may not"
    ),
    "everybody sees the first hand": Mutant(
        put((host.panels, "look", _from_the_first_seat)), "picture that is not its reader's|offered"
    ),
    "a refusal repeats what was sent, and more": Mutant(
        put((desk, "harmless", lambda said: f"{said} No. It is so.")), "the answer says '(@|<@)"
    ),
    "a refusal is a speech": Mutant(
        put((desk, "harmless", lambda said: f"{harmless(said)} It is so.")), "this is no sentence"
    ),
    "a refusal is told to the table": Mutant(
        put((Host, "do", _talked_about)), "others were told something"
    ),
    "a command of yesterday is not answered": Mutant(
        put((client, "answer_misfit", _silently)), "^/.*it was not answered"
    ),
    "an interaction that cannot be read ends the bot": Mutant(
        put((client, "survive_unreadable", lambda bot: None)), "the bot does not go on after it"
    ),
    "a voice counts for all": Mutant(
        put((votes, "agree", _loudly)), "not (all|enough) have agreed|was changed by another"
    ),
}
PROOF = Proof(
    name="fuzz",
    promise="every hostile interaction is answered or refused in one sentence, or two where the "
    "second says what to do; it changes nothing but what its user may change, and where it changes "
    "nothing others are told nothing",
    work=work,
    goals={DECODINGS: 500_000, UNIT: 10_000},
    small={DECODINGS: 4_000, UNIT: 150},
    mutants=MUTANTS,
    mutant_goals={DECODINGS: 300, UNIT: 600},
)
