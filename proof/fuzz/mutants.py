"""Mistakes that such a bot may well have; each is seen when hostile interactions come."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import discord

from cogs import client, desk, ids, presses
from cogs import replay as replays
from host import lobby, play
from host.books import Books
from host.look import Seen, look
from host.play import Click, Done
from host.records import Seat, Table
from proof.proof import Plant, planted


@contextmanager
def _lenient_decoder() -> Iterator[None]:
    """What is not quite an id is taken for one."""
    strict = ids.read
    with planted(ids, "read", lambda text: strict(text.strip().lower())):
        yield


@contextmanager
def _falling_decoder() -> Iterator[None]:
    with planted(ids, "path_of", lambda text: tuple(map(int, text.split()))):
        yield


@contextmanager
def _believed_number() -> Iterator[None]:
    with planted(replays, "_number", lambda values: int(values[0])):
        yield


@contextmanager
def _no_version_check() -> Iterator[None]:
    """A press on an old panel counts."""
    act = play.act

    def careless(books: Books, table: int, click: Click) -> Done:
        return act(books, table, replace(click, moves=None))

    with planted(play, "act", careless):
        yield


@contextmanager
def _anybodys_seat() -> Iterator[None]:
    """Whoever presses plays for the first seat."""

    def first(table: Table, user: int) -> Seat:
        return table.seats[0]

    with planted(play, "seated", first):
        yield


@contextmanager
def _any_channel() -> Iterator[None]:
    with (
        planted(presses, "must_be_in", lambda *_: None),
        planted(presses, "must_see", lambda *_: None),
    ):
        yield


@contextmanager
def _any_opener() -> Iterator[None]:
    with planted(lobby, "opened_by", lambda *_: None):
        yield


@contextmanager
def _open_hand() -> Iterator[None]:
    """Everybody sees the table as its first seat does."""

    def peek(books: Books, table: int, user: int | None) -> Seen:
        return look(books, table, books.table(table).seats[0].user)

    with planted(presses, "look", peek):
        yield


@contextmanager
def _parrot() -> Iterator[None]:
    """A refusal repeats what was sent, as it was sent."""
    with planted(desk, "harmless", lambda sentence: sentence):
        yield


@contextmanager
def _silence() -> Iterator[None]:
    """What is not known is not answered."""
    answer = desk.answer

    async def silent(interaction: Any, work: Any, *more: Any) -> None:
        if work is not presses._unknown:
            await answer(interaction, work, *more)

    with planted(presses, "answer", silent):
        yield


@contextmanager
def _unanswered_misfits() -> Iterator[None]:
    async def silent(interaction: Any, error: Any) -> None:
        pass

    with planted(client, "answer_misfit", silent):
        yield


@contextmanager
def _fragile() -> Iterator[None]:
    with planted(client, "survive_unreadable", lambda bot: None):
        yield


@contextmanager
def _loud() -> Iterator[None]:
    """Answers are for everybody."""
    send = discord.InteractionResponse.send_message

    async def loudly(self: Any, **more: Any) -> Any:
        return await send(self, **{**more, "ephemeral": False})

    with planted(discord.InteractionResponse, "send_message", loudly):
        yield


MUTANTS: dict[str, Plant] = {
    "what is nearly an id is taken for one": _lenient_decoder,
    "the decoder falls over words": _falling_decoder,
    "a number in a select is believed": _believed_number,
    "an old button counts": _no_version_check,
    "anybody plays the first seat": _anybodys_seat,
    "a button works in every channel": _any_channel,
    "everybody may do what the opener may": _any_opener,
    "everybody sees the first hand": _open_hand,
    "a refusal repeats what was sent": _parrot,
    "an unknown button is not answered": _silence,
    "a command of yesterday is not answered": _unanswered_misfits,
    "an interaction that cannot be read ends the bot": _fragile,
    "answers are for everybody": _loud,
}
