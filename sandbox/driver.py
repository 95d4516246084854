"""Drives the sandbox from tests: people act by name and the real bot answers over real sockets."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import discord

from sandbox.channels import dm_with
from sandbox.interactions import Interaction
from sandbox.library import pointed_at
from sandbox.messages import messages_seen_by
from sandbox.people import CHANNEL, MENTIONABLE, STRING, SUBCOMMAND, USER
from sandbox.server import Server
from sandbox.world import Event, Json

LOGGERS = ("discord", "aiohttp.server")  # they log errors that nothing else reports
PATIENCE = 60.0  # seconds; only a hang takes that long, even on a busy machine


NewBot = Callable[[], discord.Client | Awaitable[discord.Client]]


class Failed(AssertionError):
    """The bot didn't answer in time: a person would read “This interaction failed”."""


class Sandbox:
    """A server, a bot and five people called red, blue, green, purple and yellow.

    People wait longer than Discord's 3 seconds for an answer, because a busy machine isn't the
    bot's fault. Tests of late answers set `server.desk.first_answer` themselves.
    """

    def __init__(self, new_bot: NewBot, file: Path | None = None) -> None:
        self.server = Server(file)
        self.server.desk.first_answer = PATIENCE
        self.new_bot = new_bot
        self.bot: discord.Client | None = None
        self.errors: list[str] = []
        self._run: asyncio.Task[None] | None = None
        self._stack = contextlib.AsyncExitStack()
        self._settled: dict[str, asyncio.Future[Json | None]] = {}
        self._modals: dict[str, Json] = {}
        self._log = _ErrorLog(self.errors)

    # --- life

    async def __aenter__(self) -> "Sandbox":
        await self._stack.enter_async_context(self.server)
        self._stack.enter_context(pointed_at(self.server))
        self.server.world.listeners.append(self._hear)
        for name in LOGGERS:
            logging.getLogger(name).addHandler(self._log)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: self.errors.append(str(context)))
        await self.start_bot()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop_bot()
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(self._log)
        asyncio.get_running_loop().set_exception_handler(None)
        await self._stack.aclose()

    async def start_bot(self) -> None:
        client = self.new_bot()
        self.bot = client if isinstance(client, discord.Client) else await client
        self._run = asyncio.create_task(self.bot.start(self.server.token))
        ready = asyncio.create_task(self._ready(self.bot))
        done, _ = await asyncio.wait(
            [self._run, ready], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
        )
        if ready not in done:
            ready.cancel()
            await self._run
            raise Failed("the bot did not get ready")

    async def _ready(self, bot: discord.Client) -> None:
        while not bot.is_ready():
            await asyncio.sleep(0.005)

    async def stop_bot(self) -> None:
        if self.bot:
            await self.bot.close()
        if self._run:
            await self._run
        self.bot = self._run = None

    async def restart_bot(self) -> None:
        """Stop the bot and start another one; the sandbox keeps running."""
        await self.stop_bot()
        await self.start_bot()

    @property
    def violations(self) -> list[str]:
        return self.server.rest.violations

    def assert_clean(self) -> None:
        assert not self.violations, "\n".join(self.violations)
        assert not self.errors, "\n".join(self.errors)

    # --- looking

    def user(self, name: str) -> str:
        return str(self.server.world.person(name)["id"])

    def channel(self, name: str) -> str:
        """Return the id of a channel or thread by its name; `@red` means red's direct messages."""
        if name.startswith("@"):
            return str(dm_with(self.server.world, self.user(name[1:]))["id"])
        for key, channel in self.server.world.channels.items():
            if channel.get("name") == name:
                return key
        raise AssertionError(f"there is no channel {name}")

    def messages(self, user: str, channel: str = "table-1") -> list[Json]:
        """Return what a person sees in a channel, oldest first."""
        return messages_seen_by(self.server.world, self.user(user), self.channel(channel))

    def last(self, user: str, channel: str = "table-1") -> Json:
        return self.messages(user, channel)[-1]

    # --- acting

    async def slash(
        self, user: str, command: str, channel: str = "table-1", **options: Any
    ) -> Json | None:
        """Type a command such as "/new" or "/game start"; return the message that answers it."""
        name, given = self._typed(command, options)
        people = self.server.people
        interaction = people.slash(self.user(user), self.channel(channel), name, given)
        return await self._outcome(interaction)

    def _typed(self, command: str, options: dict[str, Any]) -> tuple[str, list[Json]]:
        """Return a command's name and its options as Discord sends them, by the declared types."""
        name, *path = command.removeprefix("/").split()
        known = [each for each in self.server.people.commands() if each["name"] == name]
        for part in path:
            known = [each for each in known[0].get("options") or [] if each["name"] == part]
        kinds = (
            {each["name"]: each["type"] for each in known[0].get("options") or []} if known else {}
        )
        given = [self._option(key, value, kinds.get(key)) for key, value in options.items()]
        for part in reversed(path):
            given = [{"name": part, "type": SUBCOMMAND, "options": given}]
        return name, given

    def _option(self, name: str, value: Any, kind: int | None) -> Json:
        """Turn @red into a person's id and #lounge into a channel's."""
        if kind in (USER, MENTIONABLE):
            value = self.user(value.removeprefix("@"))
        if kind == CHANNEL:
            value = self.channel(value.removeprefix("#"))
        return {"name": name, "type": kind or STRING, "value": value}

    async def complete(
        self, user: str, command: str, option: str, typed: str, channel: str = "table-1"
    ) -> list[Json]:
        """Return what the bot offers while somebody types an option."""
        name, given = self._typed(command, {option: typed})
        inner = given
        while inner[0].get("options"):
            inner = inner[0]["options"]
        inner[0]["focused"] = True
        people = self.server.people
        interaction = people.autocomplete(self.user(user), self.channel(channel), name, given)
        await self.server.gateway.flush()
        assert interaction.choices
        return await asyncio.wait_for(interaction.choices, PATIENCE)

    async def click(self, user: str, message: Json, label: str) -> Json | None:
        """Press the button with that label, or the one that has only the emoji of that name.

        If none matches exactly, one that begins like it will do: “Start” for “Start with 3”.
        """
        faces = [_face(part) for part in parts(message) if part["type"] == 2]
        longer = (face for face in faces if face and face.startswith(f"{label} "))
        wanted = label if label in faces else next(longer, label)
        button = _find(message, lambda part: part["type"] == 2 and _face(part) == wanted)
        return await self._used(user, message, button["custom_id"])

    async def choose(self, user: str, message: Json, select: str, *values: str) -> Json | None:
        """Choose in the select with that placeholder or custom_id; by label, value or @person."""
        part = _find(
            message, lambda each: select in (each.get("placeholder"), each.get("custom_id"))
        )
        labels = {option["label"]: option["value"] for option in part.get("options") or []}
        chosen = [self.user(each[1:]) if each.startswith("@") else each for each in values]
        chosen = [labels.get(each, each) for each in chosen]
        return await self._used(user, message, part["custom_id"], chosen)

    async def _used(
        self, user: str, message: Json, custom_id: str, values: list[str] | None = None
    ) -> Json | None:
        people, key = self.server.people, message["channel_id"]
        interaction = people.click(self.user(user), key, message["id"], custom_id, values)
        return await self._outcome(interaction)

    def modal(self, user: str) -> Json:
        """Return the form that is open for a person."""
        return dict(self._modals[self.user(user)]["data"])

    async def submit(self, user: str, **values: str | list[str]) -> Json | None:
        """Send the open form; values by custom_id."""
        form = self._modals[self.user(user)]
        components = [_filled(part, values) for part in form["data"]["components"]]
        people = self.server.people
        interaction = people.submit(self.user(user), form["interaction_id"], components)
        return await self._outcome(interaction)

    async def say(self, user: str, content: str, channel: str = "table-1") -> Json:
        message = self.server.people.say(self.user(user), self.channel(channel), content)
        await self.server.gateway.flush()
        return message

    # --- waiting

    async def _outcome(self, interaction: Interaction) -> Json | None:
        """Wait for the first answer; return the message it posted or changed, if any."""
        loop = asyncio.get_running_loop()
        outcome = self._settled[interaction.id] = loop.create_future()
        await self.server.gateway.flush()
        failure = await asyncio.wait_for(outcome, PATIENCE)
        if failure:
            raise Failed(failure["reason"])
        if interaction.original is None:
            return None
        return self.server.world.messages[interaction.channel_id].get(interaction.original)

    def _hear(self, event: Event) -> None:
        if event.name in ("INTERACTION_ACK", "INTERACTION_FAILED"):
            settled = self._settled.pop(event.data["id"], None)
            if settled and not settled.done():
                settled.set_result(event.data if event.name == "INTERACTION_FAILED" else None)
        if event.name == "MODAL" and event.people:
            (person,) = event.people
            self._modals[person] = event.data

    async def until(self, is_true: Callable[[], Any]) -> Any:
        """Wait until something is true, such as a message that the bot sends by itself."""
        async with asyncio.timeout(PATIENCE):
            while not (value := is_true()):
                await asyncio.sleep(0.005)
        return value


class _ErrorLog(logging.Handler):
    """Collects errors that the library only logs, so that tests fail on them."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        self.errors.append(self.format(record))


def parts(message: Json) -> list[Json]:
    """List all components of a message, nested ones too."""
    components, waiting = [], list(message["components"])
    while waiting:
        component = waiting.pop(0)
        components.append(component)
        waiting += component.get("components") or []
        waiting += [component["accessory"]] if isinstance(component.get("accessory"), dict) else []
    return components


def _find(message: Json, is_it: Callable[[Json], Any]) -> Json:
    for part in parts(message):
        if is_it(part):
            return part
    labels = [_face(part) or part.get("placeholder") for part in parts(message)]
    raise AssertionError(f"not there; there are {[label for label in labels if label]}")


def _face(part: Json) -> str | None:
    """Return what a button says."""
    return part.get("label") or (part.get("emoji") or {}).get("name")


def _filled(part: Json, values: dict[str, str | list[str]]) -> Json:
    """Fill in a part of a form, as Discord sends it back."""
    if part["type"] == 18:
        return {"type": 18, "id": part.get("id", 1), "component": _field(part["component"], values)}
    if part["type"] == 1:
        return {"type": 1, "components": [_field(each, values) for each in part["components"]]}
    return {"type": part["type"], "id": part.get("id", 1)}


def _field(part: Json, values: dict[str, str | list[str]]) -> Json:
    given = values.get(part["custom_id"], part.get("value") or "")
    field = {"type": part["type"], "custom_id": part["custom_id"], "id": part.get("id", 1)}
    if part["type"] == 4:
        return {**field, "value": given}
    chosen = given if isinstance(given, list) else [given] if given else []
    return {**field, "values": chosen}


def sequence_of(bot: discord.Client, shard: int = 0) -> int | None:
    """Return the number of the last event that a shard of the bot received."""
    return bot._get_websocket(shard_id=shard).sequence
