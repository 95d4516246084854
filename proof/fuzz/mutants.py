"""Mistakes that such a bot may well have; each is seen when hostile interactions come."""

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import Any

import discord

from cogs import client, desk, ids, presses, tables
from cogs import replay as replays
from cogs.ids import Kind
from cogs.words import harmless
from engine.kernel.refusal import Refused
from host import lobby, outbox, play
from host.books import Books
from host.host import Host
from host.look import Seen, look
from host.play import Click, Done
from host.records import Seat, Table
from proof.fuzz import misdeeds
from proof.fuzz.library import UNIT
from proof.proof import Mutant, planted


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


def _peek(books: Books, table: int, user: int | None) -> Seen:
    return look(books, table, books.table(table).seats[0].user)


@contextmanager
def _open_hand() -> Iterator[None]:
    """Everybody sees the table as its first seat does."""
    places = [each for name, each in sys.modules.items() if name.startswith("cogs.")]
    with ExitStack() as stack:
        for place in places:
            if place is not tables and vars(place).get("look") is look:
                stack.enter_context(planted(place, "look", _peek))
        yield


@contextmanager
def _open_codes() -> Iterator[None]:
    """While somebody types, the actions of the first seat are offered."""
    with planted(tables, "look", _peek):
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
def _unheard_voices() -> Iterator[None]:
    """A voice that does not count is taken without a word."""
    vote = presses.Presses._vote

    async def politely(*given: Any) -> Any:
        with suppress(Refused):
            return await vote(*given)

    routes = {**presses._ROUTES, Kind.VOTE: politely, Kind.WITHDRAW: politely}
    with planted(presses, "_ROUTES", routes):
        yield


@contextmanager
def _vanishing_refusals() -> Iterator[None]:
    """A refusal that took long is taken away instead of being said."""
    apology = desk._apology

    async def late(*given: Any) -> Any:
        await asyncio.sleep(0.05)
        await apology(*given)

    with planted(desk, "_apology", late), planted(desk, "PATIENCE", 0.02):
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


@contextmanager
def _long_winded() -> Iterator[None]:
    with planted(desk, "harmless", lambda sentence: f"{harmless(sentence)} No. It is so."):
        yield


@contextmanager
def _one_word_more() -> Iterator[None]:
    with planted(desk, "harmless", lambda sentence: f"{harmless(sentence)} It is so."):
        yield


@contextmanager
def _gossip() -> Iterator[None]:
    """Whoever plays what is not legal is talked about."""
    act = Host.act

    async def indiscreet(self: Host, table: int, click: Click) -> Any:
        try:
            return await act(self, table, click)
        except Refused:
            await self.run(_talk, table)
            raise

    with planted(Host, "act", indiscreet):
        yield


def _talk(books: Books, table: int) -> None:
    outbox.tell(books.store, books.table(table), outbox.Kind.DECIDED, {"note": 1})


@contextmanager
def _outcry() -> Iterator[None]:
    """What is not known is answered, and complained of where everybody hears it."""
    answer = desk.answer

    async def crying(interaction: Any, work: Any, *more: Any) -> None:
        await answer(interaction, work, *more)
        if work is presses._unknown and interaction.guild_id:
            await interaction.channel.send("Somebody plays tricks.")

    with planted(presses, "answer", crying):
        yield


@contextmanager
def _falls_without_a_message() -> Iterator[None]:
    answer = desk.answer

    async def falling(interaction: Any, *more: Any) -> None:
        assert interaction.message, "it fell"
        await answer(interaction, *more)

    with planted(presses, "answer", falling):
        yield


@contextmanager
def _slow() -> Iterator[None]:
    """Every press keeps the processor busy."""
    answer = desk.answer

    async def slowly(*given: Any) -> None:
        until = time.process_time() + 0.8
        while time.process_time() < until:
            pass
        await answer(*given)

    with planted(presses, "answer", slowly):
        yield


MUTANTS: dict[str, Mutant] = {
    "what is nearly an id is taken for one": Mutant(_lenient_decoder, r"was read as Press"),
    "the decoder falls over words": Mutant(_falling_decoder, r"an id with .*: ValueError"),
    "a number in a select is believed": Mutant(_believed_number, r"a value: ValueError"),
    "an old button counts": Mutant(_no_version_check, r"comes from an earlier moment"),
    "anybody plays the first seat": Mutant(
        _anybodys_seat, r"at the seat of somebody else|was changed by somebody who may not"
    ),
    "a button works in every channel": Mutant(
        _any_channel, r"elsewhere.*was changed by somebody who may not"
    ),
    "everybody may do what the opener may": Mutant(
        _any_opener, r"t:\w+:\w+.*was changed by somebody who may not"
    ),
    "everybody sees the first hand": Mutant(_open_hand, r"picture that is not its reader's"),
    "the codes of the first hand are offered to everybody": Mutant(
        _open_codes, r"typing.*tells the card"
    ),
    "a refusal repeats what was sent": Mutant(_parrot, r"the answer says '(@|<@)"),
    "a refusal is a speech": Mutant(_long_winded, r"this is no sentence"),
    "a refusal says one thing too many": Mutant(_one_word_more, r"no sentence: .*It is so"),
    "a refusal is told to the table": Mutant(_gossip, r"others were told something"),
    "a wrong button is told to everybody": Mutant(_outcry, r"others were told something"),
    "an unknown button is not answered": Mutant(_silence, r"(press on|form).*it was not answered"),
    "a voice that does not count is taken in silence": Mutant(
        _unheard_voices, r"press on '[vw]:.*: it was taken without a word"
    ),
    "a late refusal is taken away": Mutant(_vanishing_refusals, r"its answer was taken away"),
    "a command of yesterday is not answered": Mutant(
        _unanswered_misfits, r"^/.*it was not answered"
    ),
    "an interaction that cannot be read ends the bot": Mutant(
        _fragile, r"the bot does not go on after it"
    ),
    "a press on no message falls": Mutant(
        _falls_without_a_message, r"without its message: .*(it fell|on_interaction|not answered)"
    ),
    "answers are for everybody": Mutant(_loud, r"everybody sees the answer"),
    "answers are slow": Mutant(
        _slow, r"processor time of 99 % .* more than", is_timed=True, goals={UNIT: 2}
    ),
    "a voice counts for all": Mutant(
        misdeeds.voice_for_all, r"not (all|enough) have agreed|was changed by another"
    ),
    "a voice is another's": Mutant(misdeeds.voice_of_another, r"somebody else has given seat"),
    "one voice ends the game": Mutant(misdeeds.one_voice, r"did “end”, and not all have agreed"),
    "muting gives more time": Mutant(misdeeds.more_time, r"budget.* of the time of seat", seed=2),
    "whoever joins brings an autopilot": Mutant(misdeeds.with_company, r"sit at table"),
}
