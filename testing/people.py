"""People at a table in the sandbox: they see what Discord shows them and press its buttons."""

import asyncio
from collections.abc import Awaitable, Callable
from enum import StrEnum
from random import Random
from typing import Any

from cogs import ids
from host import votes
from host.host import Host
from host.records import Row, Table
from host.views import TableView, table_here, view_table
from sandbox.driver import PATIENCE, Sandbox, parts, sequence_of
from sandbox.interactions import COMPONENT
from sandbox.messages import remove_message
from sandbox.world import Json
from testing.hosting import (
    caller,
    dump,
    messages_of,
    play_out,
    random_click,
    reader,
    rows_of,
    set_key,
)
from testing.playing import key_of

BUTTON, SELECT, TEXT, GALLERY = 2, 3, 10, 12
MAX_PRESSES = 3_000


class Label(StrEnum):
    """The labels of our buttons; those of a game's own actions are found by their ids."""

    JOIN = "Join"
    LEAVE = "Leave"
    LEAVE_GAME = "Leave it to the autopilot"
    START = "Start"
    CLOSE = "Close table"
    ADD_AUTOPILOT = "Add autopilot"
    REMOVE_AUTOPILOT = "Remove autopilot"
    SETTINGS = "Settings"
    HOW_TO_PLAY = "How to play"
    MY_HAND = "My hand"
    LOOK_AROUND = "Look around"
    LOG = "Log"
    HELP = "Help"
    REMATCH = "Rematch"
    VERIFY = "Verify"
    TRY_AGAIN = "Try again"
    TAKE_BACK = "Take my seat back"
    BACK = "Back"
    BEFORE = "Previous page"
    AFTER = "Next page"
    MORE = "More"


OF_A_BOARD = {Label.JOIN, Label.MY_HAND, Label.REMATCH}


# --- what a message shows


def buttons(message: Json) -> list[Json]:
    return [part for part in parts(message) if part["type"] == BUTTON]


def selects(message: Json) -> list[Json]:
    """Return the selects that can be used."""
    return [each for each in parts(message) if each["type"] == SELECT and not each.get("disabled")]


def labels(message: Json) -> set[str]:
    return {part.get("label", "") for part in buttons(message)}


def text(message: Json) -> str:
    return "\n".join(part["content"] for part in parts(message) if part["type"] == TEXT)


def pictures(message: Json) -> list[str]:
    """Return the file names of the pictures in order."""
    galleries = [part for part in parts(message) if part["type"] == GALLERY]
    urls = [item["media"]["url"] for part in galleries for item in part["items"]]
    return [url.rsplit("/", 1)[-1].split("?")[0] for url in urls]


def is_ephemeral(message: Json) -> bool:
    return bool(message["flags"] & 64)


def ways(message: Json) -> list[Json]:
    """Return what leads on in a panel: actions, answers and menus, but not undo, Back or deals."""
    found = [part for part in buttons(message) if part["custom_id"][:2] in ("a:", "m:", "x:")]
    return [
        part
        for part in found
        if not part.get("disabled")
        and part.get("label") not in set(Label)
        and not part["custom_id"].endswith((":undo", ":~0", ":aside~0"))
    ]


def presses_in(message: Json) -> list[ids.Press]:
    """What its buttons and selects stand for."""
    found = [ids.read(part["custom_id"]) for part in parts(message) if "custom_id" in part]
    return [press for press in found if press]


def panel_tables(message: Json) -> set[int]:
    """Return the tables of the panels in this message: it offers actions, or More while waiting."""
    return {
        press.table
        for press in presses_in(message)
        if press.kind in ids.IN_A_PANEL or (press.kind, press.text) == ("t", "more")
    }


async def redraw(s: Sandbox, name: str, message: Json) -> Json | None:
    """Press something that changes nothing and shows the player's current panel."""
    table = next(part["custom_id"].split(":")[1] for part in buttons(message))
    return await forge(s, name, message, f"m:{table}:0:~0")


def pressable(message: Json) -> list[Json]:
    """Return what leads on; if nothing does, the way back to the panel."""
    back = [part for part in buttons(message) if part.get("label") == Label.BACK]
    return [*selects(message), *ways(message)] or back


def some_values(part: Json, rng: Random) -> list[str]:
    """Choose values in a select, as many as allowed; nothing for a button."""
    if part["type"] == BUTTON:
        return []
    many = rng.randint(part.get("min_values", 1), part.get("max_values", 1))
    return [option["value"] for option in rng.sample(part["options"], many)]


# --- a table and its people


class Party:
    """The people who play in one channel; the first one opens the table."""

    def __init__(
        self,
        s: Sandbox,
        *names: str,
        channel: str = "table-1",
        seed: int = 1,
        game: str | None = None,
        **options: Any,
    ) -> None:
        self.s, self.names, self.channel = s, names, channel
        self.seed, self.rng = seed, Random(seed)
        self.options = {**({"game": game} if game else {}), **options}  # of /new

    @property
    def host(self) -> Host:
        return self.s.bot.host

    # Looking

    @property
    def public(self) -> list[Json]:
        """Return what everybody sees in the channel."""
        channel = self.s.channel(self.channel)
        found = self.s.server.world.messages[channel].values()
        return [each for each in found if not is_ephemeral(each)]

    @property
    def boards(self) -> list[Json]:
        return [each for each in self.public if labels(each) & OF_A_BOARD]

    @property
    def board(self) -> Json | None:
        return self.boards[-1] if self.boards else None

    def notes(self, name: str) -> list[Json]:
        """Return everything that the bot has sent to them in private."""
        return self.s.messages(name, f"@{name}")

    def panels(self, name: str) -> list[Json]:
        return [each for each in self.notes(name) if pictures(each) or buttons(each)]

    def panel(self, name: str) -> Json | None:
        return self.panels(name)[-1] if self.panels(name) else None

    @property
    def is_over(self) -> bool:
        return bool(self.board) and Label.REMATCH in labels(self.board)

    async def table(self) -> Table:
        number = await self.host.read(table_here, reader(0, int(self.s.channel(self.channel))))
        return (await self.host.read(view_table, number, by=None)).table

    async def seen(self, name: str | None = None) -> TableView:
        """Return what the host shows this person, or the public."""
        user = int(self.s.user(name)) if name else None
        return await self.host.read(view_table, (await self.table()).id, by=caller(user))

    async def rows(self) -> list[Row]:
        return await rows_of(self.host, (await self.table()).id)

    # Before the game

    async def open(self) -> Json:
        """Open a lobby with only its opener."""
        await self.s.slash(self.names[0], "/new", self.channel, **self.options)
        return await self.s.until(lambda: self.board)

    async def seat(self, robots: int = 0) -> Json:
        """Open a lobby where everybody sits."""
        await self.open()
        return await self.seat_others(robots)

    async def set_up(self, name: str, label: str) -> Json | None:
        """Press a button in the lobby's Settings."""
        settings = await self.s.click(name, self.board or {}, Label.SETTINGS)
        return await self.s.click(name, settings or {}, label)

    async def seat_others(self, robots: int = 0) -> Json:
        for name in self.names[1:]:
            await self.s.click(name, self.board, Label.JOIN)
        for _ in range(robots):
            await self.s.click(self.names[0], self.board, Label.ADD_AUTOPILOT)
        await self.quiet()
        return self.board

    async def begin(self, robots: int = 0) -> None:
        """Begin a game and wait until all messages about that were sent."""
        await self.seat(robots)
        await self.start()

    async def start(self) -> None:
        """Start the game with the deck and dice of this party's seed."""
        await self.host.do(set_key, (await self.table()).id, key_of(self.seed))
        await self.s.click(self.names[0], self.board, Label.START)
        await self.quiet()

    # During the game

    async def use(self, name: str, message: Json, part: Json, *values: str) -> Json | None:
        return await self.s._used(name, message, part["custom_id"], list(values) or None)

    async def press(self, name: str, message: Json | None = None) -> bool:
        """Press something at random in a panel, by default the private one; False if empty."""
        message = message or self.panel(name)
        if message is None:
            return False
        found = pressable(message)
        if not found:
            return False
        part = self.rng.choice(found)
        await self.use(name, message, part, *some_values(part, self.rng))
        return True

    async def act(self, name: str) -> None:
        """Carry out a whole action, by as many presses as it takes."""
        before = len(await self.rows())
        while len(await self.rows()) == before:
            assert await self.press(name), "there is nothing to press"

    async def acting(self) -> str:
        """Return somebody who has to act, once their panel shows that."""
        await self.quiet()
        seen = await self.seen()
        users = {self.s.user(name): name for name in self.names}
        return users[str(seen.table.seats[seen.waiting[0]].user)]

    async def play_on(self, is_enough: Callable[[], Any]) -> int:
        """Let everybody press at random until something is true or the game is over."""
        presses = 0
        while not is_enough() and not self.is_over:
            pressed = await asyncio.gather(*map(self.press, self.names))
            presses += sum(pressed)
            assert presses < MAX_PRESSES, "this game does not end"
            if not any(pressed):
                await self.s.until(lambda: self.is_over or any(map(self._can_press, self.names)))
        await self.quiet()
        return presses

    async def press_until(self, is_true: Callable[[], Any]) -> None:
        """Let the first person press at random, even if messages can't be sent meanwhile."""
        async with asyncio.timeout(10 * PATIENCE):  # each press has its own time-out
            while not is_true():
                await self.press(self.names[0])
                await asyncio.sleep(0.005)

    async def one_at_a_time(self) -> None:
        """Answer for all who are asked at once, as before a first turn."""
        asked = (await self.seen()).waiting
        for _ in asked if len(asked) > 1 else ():
            await self.act(await self.acting())
        await self.quiet()

    async def until_all_act(self) -> bool:
        """Play until the table waits for everybody at once; return whether that happened."""
        while not self.is_over:
            if len((await self.seen()).waiting) == len(self.names):
                return True
            await self.act(await self.acting())
        return False

    async def agree_to_end(self) -> None:
        """End the game the short way, by agreement."""
        table = await self.table()
        for name in self.names:
            await self.host.do(votes.end, table.id, by=caller(int(self.s.user(name))))
        await self.quiet()

    def _can_press(self, name: str) -> bool:
        message = self.panel(name)
        return bool(message and pressable(message))

    async def play_out(self) -> int:
        return await self.play_on(lambda: False)

    async def play_out_away(self, table_id: int | None = None, seed: int = 1) -> None:
        """Play a game to its end by random clicks while the bot is away, which then shows the end.

        Much faster than presses, because the single actions are shown to nobody.
        """
        number = table_id or (await self.table()).id
        await self.s.stop_bot()
        away = await self.s.new_bot()
        await play_out(away.host, number, Random(seed))
        await away.close()
        await self.s.start_bot()
        await self.quiet()

    async def play_away(self, is_wanted: Callable[[TableView], Any], seed: int = 1) -> str:
        """Click at random while the bot is away, until a view is wanted; return whose it is."""
        number, rng = (await self.table()).id, Random(seed)
        await self.s.stop_bot()
        away = await self.s.new_bot()
        while not (found := await self._wanted(away.host, number, is_wanted)):
            assert await random_click(away.host, number, rng), "this never comes"
        await away.close()
        await self.s.start_bot()
        await self.quiet()
        return found

    async def _wanted(self, host: Host, number: int, is_wanted: Callable[[TableView], Any]) -> str:
        for name in self.names:
            if is_wanted(await host.read(view_table, number, by=caller(int(self.s.user(name))))):
                return name
        return ""

    async def delete(self, message: Json) -> None:
        """Delete a message as a moderator would, and wait until the bot has noted that."""
        remove_message(self.s.server.world, message)
        await self.s.server.gateway.flush()
        await answered(self.s)

    # Waiting

    async def quiet(self) -> None:
        """Wait until nothing plays by itself and everything was sent."""
        await self.host.wait_for_autoplay()
        await until(self.is_quiet)

    async def is_quiet(self) -> bool:
        """Whether nothing is going on; the sender may be a moment behind what is stored."""
        return not await messages_of(self.host) and not self.s.bot.sender._busy

    async def stored(self) -> list[str]:
        """Return everything that the bot stores, once nothing is on its way."""
        await self.quiet()
        return await dump(self.host)


async def leave_game(s: Sandbox, name: str, channel: str = "table-1") -> Json | None:
    """Leave a running game by command and confirm; return the panel shown then."""
    question = await s.slash(name, "/leave", channel)
    return await s.click(name, question or {}, Label.LEAVE_GAME)


async def until(is_true: Callable[[], Awaitable[Any]]) -> Any:
    """Wait like the sandbox, for something that must be asked for."""
    async with asyncio.timeout(PATIENCE):
        while not (found := await is_true()):
            await asyncio.sleep(0.005)
    return found


async def answered(s: Sandbox) -> None:
    """Wait until the bot has received every event and dealt with it."""
    await s.until(lambda: sequence_of(s.bot) == s.server.gateway.current.sequence)
    await s.until(lambda: not any(_is_answering(task) for task in asyncio.all_tasks()))


def _is_answering(task: asyncio.Task[Any]) -> bool:
    return task.get_name().startswith(("discord.py: on_", "CommandTree"))


async def forge(
    s: Sandbox, name: str, message: Json, custom_id: str, *values: str, kind: int = BUTTON
) -> Json | None:
    """Press something that the message never had, as a modified client could."""
    channel = s.server.world.channel(message["channel_id"])
    data: Json = {"custom_id": custom_id, "component_type": kind}
    if kind != BUTTON:
        data["values"] = list(values)
    begun = s.server.desk.begin(COMPONENT, s.user(name), channel, data, message)
    return await s._outcome(begun)
