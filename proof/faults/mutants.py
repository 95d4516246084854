"""Mistakes in how the bot talks to Discord, planted for a while."""

import itertools
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import cogs.sender
from cogs import calls, desk, letters, pace, presses, reconnect, run
from cogs.attachments import Slot
from cogs.mail import Mail
from cogs.sender import Sender
from host import outbox, play
from host.books import Books
from host.outbox import Kind
from host.records import Letter
from host.store import Store
from proof.faults.units import BENT, OUTAGES, PLANTED, STARTS, TOLD, TWICE, only
from proof.proof import Mutant, Plant, planted

LONG = 5 * outbox.MINUTE
_numbers = itertools.count()


def _instead(*changes: tuple[Any, str, Any]) -> Plant:
    """A mutant that puts other things into places."""

    @contextmanager
    def plant() -> Iterator[None]:
        with ExitStack() as stack:
            for place, name, value in changes:
                stack.enter_context(planted(place, name, value))
            yield

    return plant


async def _nothing(*_: Any) -> None:
    return None


_deliver, _lose = Sender._deliver, outbox.lose_channel
_edit = Mail.edit


async def _hastily(self: Sender, letter: Letter) -> None:
    await self.host.run(outbox.said, letter, None)
    await _deliver(self, letter)


def _at_once(books: Books, letter: Letter, *_: Any, **__: Any) -> int:
    books.store.postpone_letter(letter.id, books.store.now)
    return books.store.now


def _all_of_them(self: pace.Pace, due: Any, busy: Any) -> Any:
    return [letter for letter in due if pace.lane_of(letter) not in busy]


EVERYBODY = (pace.Pace, "to_try", _all_of_them)


async def _for_news(self: Sender, pause: float | None) -> None:
    await self.host.news.wait()


def _stumbling(kind: Kind) -> Any:
    async def says(mail: Mail) -> Any:
        if not mail.letter.tries:
            raise KeyError(kind)
        return await letters_say[kind](mail)

    return says


async def _called_at_first_only(mail: Mail) -> Any:
    return None if mail.letter.tries else await calls.call(mail)


letters_say = dict(letters.SAYS)
CALLED_ONCE = {**letters_say, Kind.TURN: _called_at_first_only}
STUMBLING = {**letters_say, **{kind: _stumbling(kind) for kind in (Kind.TURN, Kind.ROUND)}}


def _remember_the_newest(store: Store, click: int, table: int, number: int) -> None:
    """As a bot does that plays a click again when it comes again."""
    store._execute(
        "INSERT OR REPLACE INTO clicks (id, table_id, number, at) VALUES (?, ?, ?, ?)",
        (click, table, number, store.now),
    )


async def _patiently(slot: Slot, _: Any, task: Any) -> Any:
    screen = await task
    await slot.lock.acquire()
    return screen


def _told_again(books: Books, letter: Letter) -> None:
    _lose(books, letter)
    for seat in books.table(letter.table).humans:
        books.store.post_letter(letter.table, Kind.LOST, None, seat.user, {})


async def _edited_at_first_only(self: Mail, post: Any, *more: Any) -> Any:
    return post if self.letter.tries else await _edit(self, post, *more)


async def _when_all_is_said(interaction: Any, *more: Any) -> None:
    """It waits on our clock, as everything in the sender does."""
    while interaction.client.sender._busy:
        await vars(cogs.sender)["asyncio"].sleep(1.0)
    await desk.answer(interaction, *more)


ANOTHER_NONCE = property(lambda letter: f"{letter.id:x}-{next(_numbers):x}")
NO_CLICK = (Store, "remember_click", lambda *_: None)
NO_ROW = (play, "_row_of", lambda *_: None)
SAID_TWICE = r"\d (calls stand|boards)|was said 2 times|rounds \[.*\] were told"
TOO_LATE = r"the outbox was empty after \d+ s only|was never said"

MUTANTS = {
    "a message whose reply was lost is not looked for": Mutant(
        _instead((Mail, "found", _nothing)), SAID_TWICE, goals=only(OUTAGES, 4)
    ),
    "a message has another nonce at every try": Mutant(
        _instead((Letter, "nonce", ANOTHER_NONCE)),
        r"\d (calls stand|boards)",
        goals=only(OUTAGES, 4),
    ),
    "a letter is forgotten before it is said": Mutant(
        _instead((Sender, "_deliver", _hastily)),
        r"(board|panel) does not show this moment",
        goals=only(OUTAGES, 4),
    ),
    "what failed is tried again without a pause": Mutant(
        _instead((outbox, "failed", _at_once), EVERYBODY),
        r"Restless: a storm",
        goals=only(OUTAGES, 2),
    ),
    "in an outage everybody tries": Mutant(
        _instead(EVERYBODY), r"\d+ invalid requests in 10 min", goals=only(OUTAGES, 4)
    ),
    "pauses go on for minutes when Discord is back": Mutant(
        _instead((pace, "SLOWEST", LONG), (cogs.sender, "SLOWEST_IN_AN_OUTAGE", LONG)),
        r"the outbox was empty after \d+ s only",
        goals=only(OUTAGES, 4),
    ),
    "the sender waits only for news": Mutant(
        _instead((Sender, "_wait", _for_news)), TOO_LATE, goals=only(TOLD)
    ),
    "the first try of some letters breaks": Mutant(
        _instead((letters, "SAYS", STUMBLING)),
        r"message \d+ failed " r"unexpectedly",
        goals=only(BENT, 9),
    ),
    "a click that comes again is played again": Mutant(
        _instead(NO_ROW, (Store, "remember_click", _remember_the_newest)),
        r"1 clicks have made 2 rows",
        goals=only(BENT, 24),
    ),
    "a click that counts is refused the second time": Mutant(
        _instead(NO_ROW), r"answered with a refusal|did not count", goals=only(BENT, 24)
    ),
    "a challenge is posted as often as its command arrives": Mutant(
        _instead(NO_CLICK), r"/challenge post .* makes 2 challenges, not 1", goals=only(TWICE)
    ),
    "a table for one is opened as often as its command arrives": Mutant(
        _instead(NO_CLICK), r"/solo private.*comes again, it changes .*tables", goals=only(TWICE)
    ),
    "a call that could not be sent at first is dropped": Mutant(
        _instead((letters, "SAYS", CALLED_ONCE)),
        r"turn send .*: nobody heard what could not be said at first",
        goals=only(TOLD),
    ),
    "an edit that failed is not made again": Mutant(
        _instead((Mail, "edit", _edited_at_first_only)),
        r"vote edit .*: the votes are not shown as they stand",
        goals=only(TOLD, 60),
    ),
    "an answer waits until everything is said": Mutant(
        _instead((presses, "answer", _when_all_is_said)),
        r"(send|edit|delete|look back) .*: \d+ clicks were not answered",
        goals=only(PLANTED),
    ),
    "an answer waits for the one before it": Mutant(
        _instead((desk, "_enter", _patiently)),
        r"next click is not answered",
        goals=only(PLANTED),
    ),
    "what was refused once is given up": Mutant(
        _instead((cogs.sender, "MOST_TRIES", 0), (cogs.sender, "is_outage", lambda _: False)),
        r"something was given up",
        goals=only(TOLD),
    ),
    "a lost channel is told twice": Mutant(
        _instead((outbox, "lose_channel", _told_again)),
        r"\d+ were told of the loss",
        goals=only(PLANTED),
    ),
    "the gateway is tried again as late as the library likes": Mutant(
        _instead((reconnect.Backoff, "delay", lambda _: 1000.0)),
        r"the gateway was back after \d+ s only",
        goals=only(OUTAGES, 6),
    ),
    "a start without the gateway ends the process": Mutant(
        _instead((run, "stay_connected", lambda bot: bot.connect())),
        r"its process ended \d+ times",
        goals=only(STARTS),
    ),
}
