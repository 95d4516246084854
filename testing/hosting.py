"""Tables at a real host to test with, and random play at them. Knows no game by name."""

import sqlite3
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from engine import GAMES
from engine.kernel.codes import UNDO, Action, code
from engine.kernel.journal import replay
from engine.kernel.luck import commitment
from engine.kernel.refusal import Refused
from host import lobby
from host.caller import Caller, Place
from host.host import Host
from host.outbox import due, said
from host.play import Move, Played, act
from host.positions import journal_of
from host.records import OutgoingMessage, Phase, Row, Table, User
from host.unit_of_work import UnitOfWork
from host.views import TableView, view_table
from testing.playing import MAX_ACTIONS, NAMES, key_of, playable, some_action
from testing.sentences import is_sentence

CHANNEL = 7_000
PEOPLE = tuple(User(1_001 + place, name) for place, name in enumerate(NAMES))
ADA, BEN, CLEO, DIRK = PEOPLE[:4]
STRANGER = User(9_009, "Zoe")
NOTHING: Mapping[str, Any] = MappingProxyType({})
NOON = 1_760_000_000_000
_click_ids = count(10**15)


class FakeClock:
    """Stands still until a test moves it; milliseconds like the real clock."""

    def __init__(self, now: int = NOON) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def advance(self, milliseconds: int) -> None:
        self.now += milliseconds


@dataclass(frozen=True)
class Click:
    """A press on a button of a game: who, what, at which moment, where, and its id."""

    user: int
    code: str
    moves: int | None = None
    channel: int | None = None
    id: int | None = None
    then: tuple[str, ...] = ()


def set_key(uow: UnitOfWork, table_id: int, key: bytes) -> None:
    """Set a key known in advance, so that a failure can be repeated."""
    uow.store._execute(
        "UPDATE tables SET key = ?, commitment = ? WHERE id = ?", (key, commitment(key), table_id)
    )


async def open_lobby(
    host: Host,
    game_id: str,
    people: int = 2,
    robots: int = 0,
    channel: int | None = CHANNEL,
    options: Mapping[str, Any] = NOTHING,
    seed: int | None = 0,
) -> Table:
    """Open a lobby with PEOPLE in order, then autopilots; without a seed, with a random key."""
    table_id = await open_for(
        host, game_id, PEOPLE[:people], channel, robots, is_started=False, options=options
    )
    if seed is not None:
        await host.do(set_key, table_id, key_of(seed))
    return (await host.read(view_table, table_id, by=None)).table


async def open_for(
    host: Host,
    game_id: str,
    users: Sequence[User],
    channel: int | None,
    robots: int = 0,
    is_started: bool = True,
    **more: Any,
) -> int:
    """Open a table for these people and autopilots; return its number."""
    table = await host.do(
        lobby.open_table, game_id, more.pop("options", {}), channel, **more, by=caller(users[0])
    )
    for user in users[1:]:
        await host.do(lobby.join, table.id, by=caller(user))
    for _ in range(robots):
        await host.do(lobby.add_autopilot, table.id, by=caller(users[0].id))
    if is_started:
        await host.do(lobby.start, table.id, by=caller(users[0].id))
    return table.id


async def open_playing(
    host: Host,
    game_id: str,
    people: int = 2,
    robots: int = 0,
    channel: int | None = CHANNEL,
    options: Mapping[str, Any] = NOTHING,
    seed: int | None = 0,
) -> Table:
    """Open and deal a table where the autopilots have played all they can."""
    table = await open_lobby(host, game_id, people, robots, channel, options, seed)
    await host.do(lobby.start, table.id, by=caller(PEOPLE[0].id))
    await host.wait_for_autoplay(table.id)
    return (await host.read(view_table, table.id, by=None)).table


async def hoard(host: Host, game_id: str, tables: int, user: User) -> None:
    """Open private games for one person, as many as before there were limits."""
    solo = GAMES[game_id].solo
    options = solo.options(solo.levels[0])

    def work(uow: UnitOfWork) -> None:
        for _ in range(tables):
            lobby.open_and_start(uow, game_id, options, None, by=caller(user))

    await host.do(work)


async def able_users(host: Host, table_id: int, is_waited_for: bool = True) -> list[TableView]:
    """Return the views of people who have to act, or of those who may act."""
    public = await host.read(view_table, table_id, by=None)
    if public.table.phase is not Phase.PLAYING:
        return []
    looks = [
        await host.read(view_table, table_id, by=caller(seat.user)) for seat in public.table.humans
    ]
    return [s for s in looks if s.actions and (s.seat in public.waiting) == is_waited_for]


def autopilot_action(seen: TableView) -> Action:
    """Return what the autopilot would do for this viewer, who may act."""
    beside = {*seen.table.game.aside_verbs, UNDO[0]}
    actions = [action for action in seen.actions if action[0] not in beside]
    return seen.table.game.autopilot(seen.view, actions)


def click_of(seen: TableView, text: str, click_id: int | None = None) -> Click:
    """Return a press on that button of a panel that shows this view."""
    user = seen.table.seats[seen.seat].user
    return Click(user, text, seen.moves, seen.table.channel, click_id)


async def next_click(host: Host, table_id: int, rng: Random) -> Click | None:
    """Return the press on somebody's next button; None if the game is over."""
    await host.wait_for_autoplay(table_id)
    able = await able_users(host, table_id)
    if not able:
        return None
    seen = rng.choice(able)
    return click_of(seen, code(some_action(list(seen.actions), rng)), rng.getrandbits(60))


async def random_click(
    host: Host, table_id: int, rng: Random, may_undo: bool = True
) -> Played | None:
    """Return a press, mostly of somebody who has to act; None if nobody can."""
    await host.wait_for_autoplay(table_id)
    public = await host.read(view_table, table_id, by=None)
    people = rng.sample(public.table.humans, len(public.table.humans))
    is_idle_first = rng.random() < 0.1
    for seat in sorted(people, key=lambda seat: (seat.number in public.waiting) == is_idle_first):
        seen = await host.read(view_table, table_id, by=caller(seat.user))
        actions = [action for action in seen.actions if may_undo or action != UNDO]
        if actions:
            action = some_action(playable(seen.table.game, actions, rng), rng)
            played = await press(host, table_id, click_of(seen, code(action), next(_click_ids)))
            assert not played.is_repeat
            return played
    return None


async def play_out(host: Host, table_id: int, rng: Random, most: int = MAX_ACTIONS) -> Table:
    """Make this many random clicks, or play to the end."""
    for _ in range(most):
        if await random_click(host, table_id, rng) is None:
            break
    await host.wait_for_autoplay(table_id)
    return (await host.read(view_table, table_id, by=None)).table


def _rows(uow: UnitOfWork, table_id: int) -> list[Row]:
    return uow.store.rows(table_id)


async def rows_of(host: Host, table_id: int) -> list[Row]:
    return await host.read(_rows, table_id)


def _state(uow: UnitOfWork, table_id: int, number: int | None) -> Any:
    journal = journal_of(uow.store, uow.table(table_id))
    journal.key = uow.store.key(table_id)
    journal.entries = journal.entries[:number]
    *_, last = replay(journal, GAMES)
    return last.state


async def state_after(host: Host, table_id: int, number: int | None = None) -> Any:
    """Replay this many rows of the journal, or all, by the engine alone."""
    return await host.read(_state, table_id, number)


def _messages(uow: UnitOfWork) -> list[OutgoingMessage]:
    return uow.store.messages()


async def messages_of(host: Host) -> list[OutgoingMessage]:
    """Return all messages to send, whether due or not."""
    return await host.read(_messages)


async def say_all(host: Host) -> list[OutgoingMessage]:
    """Deliver everything that is due, in the order of a sender."""
    found = []
    while messages := await host.read(due):
        for outgoing in messages:
            await host.do(said, outgoing)
        found += messages
    return found


def _dump(uow: UnitOfWork) -> list[str]:
    connection = uow.store.connection
    if isinstance(connection, sqlite3.Connection):
        return list(connection.iterdump())
    tables = connection.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"
    )
    return [
        f"{table}: {row}"
        for (table,) in tables.fetchall()
        for row in sorted(map(str, connection.execute(f"SELECT * FROM {table}")))
    ]


LEFT_BY_LOOKING = ('INSERT INTO "presence"', 'INSERT INTO "replies"')


async def dump(host: Host) -> list[str]:
    """Return the database as SQL, without rows that change when somebody only looks."""
    found = await host.read(_dump)
    return [line for line in found if not line.startswith(LEFT_BY_LOOKING)]


async def refusal(host: Host, asked: Awaitable[Any], kind: type[Refused] = Refused) -> Refused:
    """Check that this was refused with one sentence, and that nothing was changed."""
    before = await dump(host)
    with pytest.raises(kind) as caught:
        await asked
    assert is_sentence(str(caught.value)), str(caught.value)
    assert await dump(host) == before
    return caught.value


@contextmanager
def without_autoplay(host: Host) -> Iterator[None]:
    """Make autopilots and plans wait, so that a test can play for them step by step."""
    host._schedule_autoplay = lambda table_id: None
    try:
        yield
    finally:
        del host._schedule_autoplay


def caller(user: Any, channel: int | None = None, click: int | None = None) -> Any:
    """Return a caller outside Discord, or in public in this channel; None: nobody."""
    if user is None:
        return None
    who = user if isinstance(user, User) else User(user, "")
    return Caller(who, Place(channel) if channel is not None else None, click)


def reader(user: int, channel: int | None) -> Caller:
    """Return somebody who looks at a table in this channel; None: in direct messages."""
    return Caller(User(user, ""), Place(channel, is_private=True))


async def press(host: Host, table_id: int, click: Click) -> Played:
    move = Move(click.code, click.moves, click.then)
    return await host.do(act, table_id, move, by=caller(click.user, click.channel, click.id))


async def press_undo(host: Host, table_id: int, click: Click) -> Played:
    return await press(host, table_id, replace(click, code=code(UNDO)))
