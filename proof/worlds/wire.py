"""The same two worlds on the wire: the real bot and a file are asked the same things in both."""

import copy
import itertools
import json
import re
import shutil
import sqlite3
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from aiohttp import web

from engine import GAMES
from engine.kernel.codes import code
from engine.kernel.game import Game
from engine.kernel.luck import FastLuck
from host import outbox
from host.limits import MAX_TABLES
from host.positions import digest
from host.records import User
from host.unit_of_work import UnitOfWork
from proof.worlds.pairs import Move, Seated, some_move, tempting
from proof.worlds.told import LOG_LINES, Found, Told, compared, listening
from sandbox.rest.api import Rest
from sandbox.rest.bodies import FORM
from sandbox.saving import KEPT as SAVED
from sandbox.world import Json
from testing.days import Say
from testing.hosting import NOON, open_for, play_out
from testing.people import Label, labels, selects
from testing.planting import planted
from testing.playing import key_of, option_sets
from testing.scene.crew import Crew
from testing.scene.scene import Calm, calm_sandbox

WATCHING = "yellow"
MAX_CLICKS = 160
FIRST_ID = 100_000  # of the messages in either world
KEPT = (*SAVED, "closed", "files", "dropped")


class Cast(NamedTuple):
    """The people of a table, in the order of their seats, and how many autopilots follow them."""

    names: tuple[str, ...]
    robots: int = 0


def casts(game: Game[Any, Any]) -> Iterator[Cast]:
    """People only; with autopilots; one person alone, or with as many as that takes."""
    alone = Cast(("red",), game.seats[0] - 1)
    return itertools.cycle((Cast(("red", "blue", "green")), Cast(("red", "blue"), 1), alone))


class Stage:
    """A table that was played for a while; then the bot is down, and both worlds begin there."""

    def __init__(self, s: Calm, cast: Cast) -> None:
        self.s, self.cast, self.party = s, cast, Crew(s, *cast.names)
        self.start = s.database.with_suffix(".start")

    async def set(self, game: str, rng: Random) -> None:
        host, seed, party = self.party.host, rng.getrandbits(30), self.party
        people = [User(int(self.s.user(name)), name.title()) for name in self.cast.names]
        options = rng.choice(option_sets(GAMES[game])).model_dump(mode="json")
        party.number = await open_for(
            *(host, game, people, int(self.s.channel(party.channel)), self.cast.robots),
            options=options,
            key=key_of(seed),
        )
        await host.wait_for_autoplay()
        await play_out(host, party.number, rng, most=rng.randrange(MAX_CLICKS))
        await self.s.until_quiet()
        await self.s.stop_bot()
        shutil.copyfile(self.s.database, self.start)
        world, rest = self.s.server.world, self.s.server.rest
        self.kept = copy.deepcopy({name: getattr(world, name) for name in KEPT})
        self.nonces, self.now = dict(rest.nonces), self.s.time.now

    def reset(self, stored: bytes) -> None:
        """Everything is as it was, but for the state of the table."""
        shutil.copyfile(self.start, self.s.database)
        with closing(sqlite3.connect(self.s.database)) as opened, opened:
            facts = (stored, digest(stored))
            opened.execute("UPDATE tables SET state = ?, digest = ?", facts)
        for name, value in copy.deepcopy(self.kept).items():
            setattr(self.s.server.world, name, value)
        self.s.server.world._counter = itertools.count(FIRST_ID)
        self.s.server.rest.nonces, self.s.time.now = dict(self.nonces), self.now

    def state(self) -> tuple[Any, Any]:
        with closing(sqlite3.connect(self.start)) as opened:
            game, stored = opened.execute("SELECT game, state FROM tables").fetchone()
        return GAMES[game], GAMES[game].load(stored)


SNOWFLAKE = re.compile(rb"(?<![0-9a-zA-Z])\d{17,20}(?![0-9a-zA-Z])")
Lanes = dict[str, list[bytes]]


class Recorder:
    """Requests by lane: within one they have an order, between them only chance decides."""

    def __init__(self, s: Calm, viewer: str, channel: str) -> None:
        self.s, self.viewer = s, s.user(viewer)
        self.places = {s.channel(channel): "channel", s.channel(f"@{viewer}"): "direct messages"}
        self.lanes: Lanes = {"channel": [], "direct messages": [], "answers": []}

    async def heard(self, request: web.Request, status: int) -> None:
        body, files = request.get(FORM, (None, []))
        if body is None and request.method in ("POST", "PUT", "PATCH"):
            text = await request.text()
            body = json.loads(text) if text else None
        lane = self._lane(request, body)
        if lane is None:
            return
        facts = (request.method, self._route(request), body, status, [each.name for each in files])
        self.lanes[lane].append(
            b"\n".join([json.dumps(facts).encode(), *(each.content for each in files)])
        )

    def _lane(self, request: web.Request, body: Any) -> str | None:
        known, desk = request.match_info, self.s.server.desk
        if "token" in known:
            asked = desk.open.get(known["token"]) or desk.by_id.get(known.get("id", ""))
            return "answers" if asked and asked.user_id == self.viewer else None
        if "channel" in known:
            return self.places.get(known["channel"])
        is_own = isinstance(body, dict) and str(body.get("recipient_id")) == self.viewer
        return "direct messages" if is_own else None

    def _route(self, request: web.Request) -> str:
        """Tokens are new each time."""
        resource = request.match_info.route.resource
        named = {**request.match_info, "token": "token", "id": "id"}
        return (resource.canonical if resource else request.path).format_map(named)

    def told(self) -> dict[str, bytes]:
        """Ids of messages and files are the sandbox's own: they are counted as they turn up."""
        return {f"requests: {lane}": _renamed(found) for lane, found in self.lanes.items()}


def _renamed(found: list[bytes]) -> bytes:
    ids: dict[bytes, bytes] = {}

    def renamed(match: re.Match[bytes]) -> bytes:
        return ids.setdefault(match[0], b"#%d" % len(ids))

    heads_and_files = (each.partition(b"\n") for each in found)
    told = [SNOWFLAKE.sub(renamed, head) + end + rest for head, end, rest in heads_and_files]
    return b"\n".join([b"%d requests" % len(told), *told])


@contextmanager
def recording(recorder: Recorder) -> Iterator[None]:
    async def observed(self: Rest, request: web.Request, response: web.Response) -> None:
        await recorder.heard(request, response.status)

    observers = recorder.s.server.rest.observers
    observers.append(lambda *_: None)  # else nothing is observed
    with planted(Rest, "_observe", observed):
        try:
            yield
        finally:
            observers.pop()


ON_A_BOARD = (Label.MY_HAND, Label.LOG, Say.TABLE, Label.HELP, Label.VERIFY)
COMMANDS = ("/hand", "/board", "/log", "/games", "/verify", "/replay", "/privacy export")
LINES, WRONG = f"{LOG_LINES} of the bot", "what went wrong"
MAX_VIEWS = 3  # that are looked at, one after the other


class Script:
    def __init__(self, stage: Stage, name: str, refused: Sequence[str], move: Move | None) -> None:
        self.stage, self.name, self.refused, self.move = stage, name, refused, move
        self.s, self.party = stage.s, stage.party

    async def told(self, stored: bytes) -> Told:
        """In the world of this state."""
        self.stage.reset(stored)
        recorder = Recorder(self.s, self.name, self.party.channel)
        with listening() as lines, recording(recorder):
            await self.s.start_bot()
            await self._all_asked()
            await self.s.stop_bot()
        faults = [*self.s.violations, *self.s.errors]
        return {
            **recorder.told(),
            LINES: "\n".join(sorted(lines)).encode(),
            WRONG: "\n".join(faults).encode(),
        }

    async def _all_asked(self) -> None:
        await self._panel_anew()
        await self._board_anew()
        await self._on_the_board()
        for command in COMMANDS:
            await self.s.slash(self.name, command, self.party.channel)
        await self.s.slash(self.name, "/board", self.party.channel, form="text")
        await self.s.complete(self.name, "/play", "action", "", self.party.channel)
        for text in self.refused:
            await self.s.slash(self.name, "/play", self.party.channel, action=text)
        await self._moved()

    async def _panel_anew(self) -> None:
        """In the direct messages, as after any change that somebody else has made."""
        await self.party.host.do(_show_panel, int(self.s.user(self.name)))
        await self.party.quiet()

    async def _board_anew(self) -> None:
        old = self.party.board
        assert old
        await self.party.delete(old)
        await self.party.quiet()

    async def _on_the_board(self) -> None:
        board = self.party.board
        assert board
        for label in ON_A_BOARD:
            if label in labels(board):
                await self.s.click(self.name, board, label)
        await self._looked_around(board)

    async def _looked_around(self, board: Json) -> None:
        shown = await self.s.click(self.name, board, Label.LOOK_AROUND)
        assert shown
        (views,) = selects(shown)
        for option in views["options"][1 : 1 + MAX_VIEWS]:
            await self.party.use(self.name, shown, views, option["value"])

    async def _moved(self) -> None:
        """Somebody plays what shows nothing hidden, and it is looked at."""
        if self.move is None:
            return
        mover = self.stage.cast.names[self.move.seat]
        await self.s.slash(mover, "/play", self.party.channel, action=code(self.move.action))
        await self.party.quiet()
        for command in ("/hand", "/log"):
            await self.s.slash(self.name, command, self.party.channel)


def _show_panel(uow: UnitOfWork, user: int) -> None:
    for table_id in uow.store.table_ids_of(user, MAX_TABLES):
        outbox.show_panel(uow.store, uow.table(table_id), user)


MAX_SEATED = 2  # people of a table who look at it, besides the one who watches


class Wired(NamedTuple):
    """What was compared; `differing` is None where the worlds themselves do not differ."""

    name: str
    differing: Found | None


async def wired_pairs(folder: Path, rng: Random) -> AsyncGenerator[Wired, None]:
    """Without an end."""
    turns = {game.id: casts(game) for game in GAMES.values()}
    for number in itertools.count():
        for game, turn in turns.items():
            cast = next(turn)
            file = folder / f"wire-{number}-{game}-{len(cast.names)}+{cast.robots}"
            async with calm_sandbox(file, NOON) as s:
                stage = Stage(s, cast)
                await stage.set(game, rng)
                seated = rng.sample(cast.names, min(MAX_SEATED, len(cast.names)))
                for name in (WATCHING, *seated):
                    yield await _paired(stage, name, rng)


async def _paired(stage: Stage, name: str, rng: Random) -> Wired:
    game, here = stage.state()
    names = stage.cast.names
    seat = names.index(name) if name in names else None
    there = game.other_world(here, seat, FastLuck(rng.getrandbits(30)))
    title = f"{stage.s.database.name}, {name}"
    if game.dump(here) == game.dump(there):
        return Wired(title, None)
    both = here, there
    legal = [] if seat is None else [code(each) for each in game.actions(here, seat)]
    refused = [text for text in tempting(game, both, rng) if text not in legal]
    move = some_move(game, both, seat, rng, Seated(len(names)))
    script = Script(stage, name, refused, move)
    mine, other = [await script.told(game.dump(each)) for each in both]
    found = _wrong(mine) or _wrong(other) or compared(mine, other)
    return Wired(title, found)


def _wrong(told: Told) -> Found:
    """A bot that answers nothing but excuses tells nothing, in whichever world."""
    errors = [line for line in told[LINES].decode().splitlines() if "level=error" in line]
    said = "\n".join(filter(None, [told[WRONG].decode(), *errors]))
    return {WRONG: f"is this: {said}"} if said else {}
