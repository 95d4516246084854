"""Mistakes in how the bot talks to Discord, planted for a while."""

import itertools
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import cogs.sender
from cogs import desk, pace, presses
from cogs.attachments import Slot
from cogs.sender import Sender
from host import outbox, play
from host.books import Books
from host.outbox import Kind
from host.play import Click
from host.records import Letter
from proof.proof import planted

LONG = 5 * outbox.MINUTE
_numbers = itertools.count()


@contextmanager
def not_looked_for() -> Iterator[None]:
    async def nothing(*_: Any) -> None:
        return None

    with planted(Sender, "_said_before", nothing):
        yield


@contextmanager
def no_fixed_nonce() -> Iterator[None]:
    with planted(Letter, "nonce", property(lambda letter: f"{letter.id:x}-{next(_numbers):x}")):
        yield


@contextmanager
def forgotten_first() -> Iterator[None]:
    """What is to be said is struck off the list, then said."""
    deliver = Sender._deliver

    async def hastily(self: Sender, letter: Letter) -> None:
        await self.host.run(outbox.said, letter, None)
        await deliver(self, letter)

    with planted(Sender, "_deliver", hastily):
        yield


@contextmanager
def without_pause() -> Iterator[None]:
    def at_once(books: Books, letter: Letter, **_: Any) -> int:
        books.store.postpone_letter(letter.id, books.store.now)
        return books.store.now

    with ExitStack() as stack:
        stack.enter_context(planted(outbox, "failed", at_once))
        stack.enter_context(planted(pace.Pace, "next", lambda self, due, _: due))
        yield


@contextmanager
def all_at_once() -> Iterator[None]:
    """Each audience finds out for itself whether Discord is back."""
    with planted(pace.Pace, "next", lambda self, due, _: due):
        yield


@contextmanager
def long_pauses() -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(planted(pace, "SLOWEST", LONG))
        stack.enter_context(planted(cogs.sender, "SLOWEST_IN_AN_OUTAGE", LONG))
        yield


@contextmanager
def clicks_without_identity() -> Iterator[None]:
    """Neither the number of a click nor the moment of its panel is looked at."""

    def blind(user: int, text: str, *more: Any) -> Click:
        return Click(user, text, None, more[1])

    with planted(presses, "Click", blind):
        yield


@contextmanager
def repeats_refused() -> Iterator[None]:
    with planted(play, "_row_of", lambda *_: None):
        yield


@contextmanager
def answers_in_line() -> Iterator[None]:
    """Whoever clicks waits for as long as an earlier answer does not get through."""

    async def patiently(slot: Slot, _: Any) -> None:
        await slot.lock.acquire()

    with planted(desk, "_enter", patiently):
        yield


@contextmanager
def silent_rounds() -> Iterator[None]:
    """A letter that Discord refuses once is given up."""
    with ExitStack() as stack:
        stack.enter_context(planted(cogs.sender, "MOST_TRIES", 0))
        stack.enter_context(planted(cogs.sender, "is_outage", lambda _: False))
        yield


@contextmanager
def loud_losses() -> Iterator[None]:
    """Whoever has lost their channel is told at every letter."""
    lose = outbox.lose_channel

    def again(books: Books, letter: Letter) -> None:
        lose(books, letter)
        for seat in books.table(letter.table).humans:
            books.store.post_letter(letter.table, Kind.LOST, None, seat.user, {})

    with planted(outbox, "lose_channel", again):
        yield


MUTANTS = {
    "a message whose reply was lost is not looked for": not_looked_for,
    "a message has another nonce at every try": no_fixed_nonce,
    "a letter is forgotten before it is said": forgotten_first,
    "what failed is tried again without a pause": without_pause,
    "in an outage everybody tries": all_at_once,
    "pauses go on for minutes when Discord is back": long_pauses,
    "a click has no identity": clicks_without_identity,
    "a click that counts is refused the second time": repeats_refused,
    "an answer waits for the one before it": answers_in_line,
    "what was refused once is given up": silent_rounds,
    "a lost channel is told twice": loud_losses,
}
