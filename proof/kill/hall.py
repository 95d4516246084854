"""Tables in the sandbox whose bot is a process that is killed and started again."""

import asyncio
import signal
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from bench.shown import Screens
from engine import GAMES
from host.database.locations import Location, location_of
from host.records import User
from proof import bots
from proof.kill.clicks import Clicked, Fate
from proof.trial import Trial
from sandbox.channels import add_channel
from sandbox.driver import PATIENCE
from sandbox.interactions import FIRST_ANSWER, Interaction
from sandbox.process import Apart
from sandbox.refusals import Refused
from sandbox.world import Event, Json
from testing.acts import act_of
from testing.database_rules import opened
from testing.hosting import open_for
from testing.people import OF_A_BOARD, is_ephemeral, labels, panel_tables

LARGE = 20  # kills that are worth many tables


def shown(name: str) -> str:
    """What everybody is called."""
    return f"Player {name[1:]}"


class Place:
    """A channel in which the same people play one game after the other."""

    def __init__(self, number: int, game: str, people: int, robots: int) -> None:
        self.number, self.game, self.robots = number, game, robots
        self.channel = f"hall-{number}"
        self.names = [f"p{number}-{seat}" for seat in range(people)]
        self.patience = 100  # clicks until they have had enough of this game
        self.is_prepared = False
        self.opened = 0  # the life in which they asked for a table


def places(are_all: bool) -> list[Place]:
    """Every game at several sizes, with and without autopilots."""
    found: list[Place] = []
    for game in GAMES.values():
        for people, robots in ((2, 0), (game.seats[-1], 0), (1, 1)):
            found.append(Place(len(found), game.id, people, robots))
    return found[:: 1 if are_all else 2]


class Hall:
    """Knows of every click what became of it, and which process it was sent to."""

    def __init__(self, trial: Trial, is_large: bool, sandbox: Apart | None = None) -> None:
        self.trial, self.rng, self.is_large = trial, Random(trial.rng.random()), is_large
        self.sandbox = sandbox or Apart(trial.folder, command=bots.COMMAND)
        self.places = places(self.is_large)
        self.clicks: dict[str, Clicked] = {}
        self.life = 0  # of those that were played with
        self.processes = 1  # with those that were killed before
        self.pressed = 0  # buttons that an earlier process had drawn, and which were answered
        self.confirmed = 0  # actions of this life
        self.stored: set[int] = set()  # clicks that were found in the file after the last kill
        self.alive = asyncio.Event()
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._drawn: dict[str, int] = {}  # by which process a message was made or changed last
        self.said: Counter[str] = Counter()  # by the numbers that messages carry
        for place in self.places:
            self.add_channel_for(place)
            for name in place.names:
                self._invite(name)
        self.sandbox.server.world.listeners += [self._hear, self._see]
        Screens(self.sandbox.server, self._shown)
        if self.is_large:
            self.sandbox.server.desk.first_answer = FIRST_ANSWER

    def add_channel_for(self, place: Place) -> None:
        add_channel(self.sandbox.server.world, place.channel)

    def _invite(self, name: str) -> None:
        world = self.sandbox.server.world
        person = {**world.person("red"), "id": world.new_id(), "username": name}
        world.users[person["id"]] = {**person, "global_name": shown(name)}

    @property
    def where(self) -> Location:
        """The database."""
        return location_of(self.sandbox.database)

    def stored_file(self) -> Path:
        """What is stored, for judges who read files."""
        return self.sandbox.database

    def unsaid(self) -> int:
        """How many messages still wait to be said."""
        with self.where.look() as connection:
            return int(connection.execute("SELECT count(*) FROM outbox").fetchone()[0])

    async def prepare(self) -> None:
        """Before the first process: most tables are dealt; one is a lobby, one not there yet."""
        async with opened(self.where) as host:
            for place in self.places[1:]:
                place.is_prepared = True
                channel = int(self.sandbox.channel(place.channel))
                users = [User(int(self.sandbox.user(name)), shown(name)) for name in place.names]
                is_started = place is not self.places[-1] or not self.is_large
                await open_for(host, place.game, users, channel, place.robots, is_started)

    # The process

    async def start(self) -> float:
        """When it was begun."""
        begun = time.monotonic()
        self.life += 1
        self.processes += 1
        self.confirmed = 0
        await self.sandbox.start_bot()
        return begun

    async def kill_early(self, after: float) -> None:
        """One more process, which is not waited for."""
        self.processes += 1
        self.sandbox.process = await self.sandbox.begin()
        await asyncio.sleep(after)
        await self.sandbox.end(signal.SIGKILL)

    async def kill(self) -> None:
        self.alive.clear()
        await self.sandbox.end(signal.SIGKILL)
        for key, waiting in self._waiting.items():
            self.clicks[key].fate = Fate.CUT
            if not waiting.done():
                waiting.set_result(None)
        self._waiting.clear()

    # Clicking

    async def press(
        self, name: str, message: Json, custom_id: str, values: list[str] | None = None
    ) -> Clicked | None:
        """Until it is answered or its process is dead; None if what was to be pressed is gone."""
        people, user = self.sandbox.server.people, self.sandbox.user(name)
        try:
            found = people.click(user, message["channel_id"], message["id"], custom_id, values)
        except Refused:
            return None
        return await self._sent(found)

    async def type(self, name: str, command: str, channel: str, **options: Any) -> Clicked:
        typed, given = self.sandbox._typed(command, options)
        user, place = self.sandbox.user(name), self.sandbox.channel(channel)
        return await self._sent(self.sandbox.server.people.slash(user, place, typed, given))

    async def _sent(self, found: Interaction) -> Clicked:
        is_old = found.message is not None and self.is_old(found.message)
        clicked = self.clicks[found.id] = Clicked(
            found, act_of(self.sandbox.server.desk.payload(found)), self.life, is_old
        )
        settled = self._waiting[found.id] = asyncio.get_running_loop().create_future()
        await self.sandbox.server.gateway.flush()
        await asyncio.wait([settled], timeout=2 * PATIENCE)
        if not settled.done():
            self._failed(clicked)
        return clicked

    async def deliver_again(self, clicked: Clicked) -> None:
        """The same interaction once more, as it was."""
        server = self.sandbox.server
        payload = server.desk.payload(clicked.interaction)
        server.gateway.hear(Event("INTERACTION_CREATE", payload, frozenset()))
        await server.gateway.flush()

    def _hear(self, event: Event) -> None:
        if event.name == "INTERACTION_FAILED" and (clicked := self.clicks.get(event.data["id"])):
            self._failed(clicked)

    def _failed(self, clicked: Clicked) -> None:
        if clicked.fate is Fate.SENT:
            clicked.fate = Fate.FAILED
            self.trial.fault(f"no answer from a living bot: {clicked}")
        self._settle(clicked)

    def _shown(self, found: Interaction) -> None:
        if clicked := self.clicks.get(found.id):
            self._heard(clicked)
            self._settle(clicked)

    def _settle(self, clicked: Clicked) -> None:
        waiting = self._waiting.pop(clicked.interaction.id, None)
        if waiting and not waiting.done():
            waiting.set_result(None)

    def _heard(self, clicked: Clicked) -> None:
        clicked.hear(self.answer_to(clicked))
        self.confirmed += clicked.is_confirmed and clicked.plays
        self.pressed += clicked.is_old and not (clicked.is_unknown or clicked.is_refused)
        self.trial.check(not clicked.is_unknown, f"a button is dead after a kill: {clicked}")
        if clicked.is_refused:
            is_stored = clicked.id in self.stored
            self.trial.check(not is_stored, f"stored, but refused when it comes again: {clicked}")

    def answer_to(self, clicked: Clicked) -> Json | None:
        """The last message that it made or changed."""
        found = clicked.interaction
        if not found.own:
            return None
        return self.sandbox.server.world.messages[found.channel_id].get(max(found.own, key=int))

    # Looking

    def _see(self, event: Event) -> None:
        if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self._drawn[event.data["id"]] = self.processes
        if event.name == "MESSAGE_CREATE" and event.data.get("nonce"):
            self.said[event.data["nonce"]] += 1

    def is_old(self, message: Json) -> bool:
        """Whether an earlier process has drawn it."""
        return self._drawn.get(message["id"], 0) < self.processes

    def public(self, place: Place) -> list[Json]:
        messages = self.sandbox.server.world.messages[self.sandbox.channel(place.channel)]
        return [each for each in messages.values() if not is_ephemeral(each)]

    def board(self, place: Place) -> Json | None:
        """The newest one."""
        found = (each for each in reversed(self.public(place)) if labels(each) & OF_A_BOARD)
        return next(found, None)

    def panels(self, name: str) -> list[Json]:
        """Of games that go on, oldest first."""
        found = self.sandbox.messages(name, f"@{name}")
        return [each for each in found if panel_tables(each)]
