"""`/replay`: a table step by step as everybody saw it, and the journal of a finished one."""

import asyncio
from collections.abc import Sequence
from enum import StrEnum

import discord
from discord import app_commands
from discord.ext import commands

from cogs import games
from cogs.gallery import MOST, Gallery
from cogs.ids import Press, replay_id
from cogs.responder import answer, caller_of
from cogs.screen import Screen, button, select, soon
from cogs.words import escape_markdown, readable_names, status_of
from engine.kernel.refusal import Refused
from host.caller import Caller
from host.host import Host
from host.replay import (
    Replays,
    Step,
    Where,
    at,
    exported,
    newest,
    opening,
)
from render.studio import Picture

MAX_CHOICES = 25
NOBODY = 0  # instead of a hand: here seats are counted from 1
NO_STEP = "That step doesn't exist; open the replay again."


class What(StrEnum):
    """What a button of a replay is for."""

    FIRST = "first"
    BACK = "back"
    FORWARD = "forward"
    LAST = "last"
    ROUND = "round"
    HAND = "hand"
    EXPORT = "export"


class Replay(commands.Cog):
    def __init__(self, host: Host, gallery: Gallery) -> None:
        self.host, self.gallery = host, gallery
        self.replays = Replays(host)

    @app_commands.command(description="Step through a game from the start")
    @app_commands.describe(table="which game (default: the last one played here)")
    async def replay(self, interaction: discord.Interaction, table: str | None = None) -> None:
        async def work() -> Screen:
            reader = caller_of(interaction)
            number = await games.meant(self.host, reader, games.REPLAY, table)
            return number if isinstance(number, Screen) else await self.opened(reader, number)

        await answer(interaction, work)

    @replay.autocomplete("table")
    async def _tables(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await games.choices(self.host, interaction, typed)

    async def opened(self, reader: Caller, table_id: int) -> Screen:
        return await self._shown(reader, table_id, opening)

    async def answer_press(self, reader: Caller, press: Press, values: Sequence[str]) -> Screen:
        """Show the step and hand that the press names."""
        table, where, hand = press.table, at(press.moves), press.page
        match press.text:
            case What.EXPORT:
                return await self._exported(reader, table)
            case What.LAST:
                where = newest
            case What.ROUND:
                where = at(_number(values))
            case What.HAND:
                hand = _number(values)
            case What.FIRST | What.BACK | What.FORWARD:
                pass
            case _:
                raise Refused(NO_STEP)
        return await self._shown(reader, table, where, hand)

    async def _shown(
        self, reader: Caller, table_id: int, where: Where, hand: int = NOBODY
    ) -> Screen:
        seat = None if hand == NOBODY else hand - 1
        step = await self.replays.step(table_id, reader, where, seat)
        return await soon(self._pictures(step), lambda pictures: replay_screen(step, pictures))

    async def _pictures(self, step: Step) -> list[Picture]:
        """Draw what the public saw, then what only the shown seat saw."""
        pictures = await self.gallery.board(step.seen)
        if step.hand:
            open_to_all = self.gallery.offered(step.seen)
            own = [each for each in self.gallery.offered(step.hand) if each not in open_to_all]
            drawing = (self.gallery.one(step.hand, each) for each in own)
            pictures += await asyncio.gather(*drawing)
        return pictures[:MOST]

    async def _exported(self, reader: Caller, table_id: int) -> Screen:
        text = await self.host.read(exported, table_id, reader)
        screen = Screen(is_apart=True).say(
            "Every move and the key behind the deck. Check it with `python -m engine verify FILE`."
        )
        return screen.enclose(f"table-{table_id}.journal.txt", text)


def _number(values: Sequence[str]) -> int:
    """Return the step that was chosen in a select."""
    value = values[0] if values else ""
    if not (value.isdecimal() and len(value) <= 7):
        raise Refused(NO_STEP)
    return int(value)


def replay_screen(step: Step, pictures: Sequence[Picture]) -> Screen:
    table = step.seen.table
    screen = Screen().say(f"### {table.game.title} · table {table.id}", _place(step))
    screen.say(*map(escape_markdown, step.lines)).show(*pictures)
    screen.say(status_of(step.seen))
    screen.press(*_buttons(step))
    if len(step.rounds) > 1:
        screen.choose(_rounds(step))
    return screen.choose(_hands(step)) if step.is_over else screen


def _place(step: Step) -> str:
    when = f" · <t:{step.at // 1000}:f>" if step.at else ""
    return f"Step {step.number} of {step.last} · round {step.seen.round}{when}"


def _hand(step: Step) -> int:
    return NOBODY if step.hand is None or step.hand.seat is None else step.hand.seat + 1


def _buttons(step: Step) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    number, last = step.number, step.last
    has_before, has_after = number > 0, number < last
    buttons = [
        _button("⏮ First", step, What.FIRST, 0, has_before),
        _button("◀ Back", step, What.BACK, max(number - 1, 0), has_before),
        _button("Forward ▶", step, What.FORWARD, min(number + 1, last), has_after),
        _button("Last ⏭", step, What.LAST, last, has_after or not step.is_over),
    ]
    return [*buttons, _button("Export", step, What.EXPORT, number)] if step.is_over else buttons


def _button(
    label: str, step: Step, what: What, number: int, is_open: bool = True
) -> discord.ui.Button[discord.ui.LayoutView]:
    made = button(label, replay_id(step.seen.table.id, number, what, _hand(step)))
    made.disabled = not is_open
    return made


def _rounds(step: Step) -> discord.ui.Select[discord.ui.LayoutView]:
    """Return a select of rounds without a default, so that this round can be chosen, too."""
    options = [
        discord.SelectOption(label=f"Round {each}", value=str(step.rounds[each]))
        for each in nearest(list(step.rounds), step.seen.round)
    ]
    id = replay_id(step.seen.table.id, step.number, What.ROUND, _hand(step))
    return select(id, "Go to a round", options)


def nearest(rounds: Sequence[int], here: int) -> Sequence[int]:
    """Return as many as fit into a select, around the current one."""
    index = rounds.index(here) if here in rounds else 0
    start = max(0, min(index - MAX_CHOICES // 2, len(rounds) - MAX_CHOICES))
    return rounds[start : start + MAX_CHOICES]


def _hands(step: Step) -> discord.ui.Select[discord.ui.LayoutView]:
    table = step.seen.table
    labels = ["Hide all hands", *(f"{name}'s hand" for name in readable_names(table))]
    options = [
        discord.SelectOption(label=label, value=str(number), default=number == _hand(step))
        for number, label in enumerate(labels)
    ]
    id = replay_id(table.id, step.number, What.HAND, _hand(step))
    return select(id, "Show a hand", options)
