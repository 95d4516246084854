"""Tables with deadlines to test with: lets time pass and reports who was called."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from engine.kernel.codes import code
from host import lobby, people
from host.host import Host
from host.notes import HostEventKind
from host.outbox import MessageKind
from host.records import Deadline, Note, OutgoingMessage, Table, User
from host.unit_of_work import UnitOfWork
from host.views import view_table
from testing.hosting import (
    ADA,
    CHANNEL,
    NOTHING,
    FakeClock,
    able_users,
    caller,
    click_of,
    open_lobby,
    press,
    say_all,
)

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
BERLIN = "Europe/Berlin"
NIGHT = (22, 8)


def utc(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


async def open_timed(
    host: Host,
    game_id: str,
    people: int = 2,
    robots: int = 0,
    channel: int | None = CHANNEL,
    seed: int = 0,
    options: Mapping[str, Any] = NOTHING,
    **terms: Any,
) -> Table:
    """Deal a table under these terms and deliver all messages about that.

    Everybody who is asked before the first turn has answered.
    """
    table = await open_lobby(host, game_id, people, robots, channel, options, seed)
    await host.do(lobby.change_terms, table.id, terms, by=caller(ADA.id))
    await host.do(lobby.start, table.id, by=caller(ADA.id))
    await host.wait_for_autoplay(table.id)
    asked = await able_users(host, table.id)
    for _ in asked if len(asked) > 1 else ():
        await play_one(host, table.id)
    await say_all(host)
    return await table_now(host, table.id)


async def table_now(host: Host, table_id: int) -> Table:
    return (await host.read(view_table, table_id, by=None)).table


def _deadlines(uow: UnitOfWork, table_id: int) -> dict[int, Deadline]:
    table = uow.table(table_id)
    waiting = table.game.to_act(uow.position(table))
    return {seat: each for seat, each in uow.store.deadlines(table_id).items() if seat in waiting}


async def deadlines_of(host: Host, table_id: int) -> dict[int, Deadline]:
    """Return the deadlines of seats that the table is waiting for; those of others are resting."""
    return await host.read(_deadlines, table_id)


def _notes(uow: UnitOfWork, table_id: int) -> list[Note]:
    return uow.store.notes(table_id)


async def notes_of(host: Host, table_id: int, kind: HostEventKind | None = None) -> list[Note]:
    found = await host.read(_notes, table_id)
    return [note for note in found if kind in (None, note.kind)]


async def awaited(host: Host, table_id: int) -> tuple[int, User]:
    """Return the first seat that the table is waiting for, and its player."""
    seen = await host.read(view_table, table_id, by=None)
    seat = seen.table.seats[seen.waiting[0]]
    assert seat.user is not None
    return seat.number, User(seat.user, seat.name)


async def choose(host: Host, user: User, **changes: Any) -> None:
    await host.do(people.choose, changes, by=caller(user))


def reminded(messages: list[OutgoingMessage]) -> list[list[int]]:
    """Return who is called again by each message."""
    calls = [
        outgoing.body.get("again", []) for outgoing in messages if outgoing.kind == MessageKind.TURN
    ]
    return [seats for seats in calls if seats]


class Call(NamedTuple):
    at: int
    seat: int


async def strike(host: Host, clock: FakeClock) -> list[Call]:
    """Let everything that is due be done and delivered; return who was called again."""
    await host.run_due()
    await host.wait_for_autoplay()
    return [Call(clock.now, seat) for seats in reminded(await say_all(host)) for seat in seats]


async def run_until(host: Host, clock: FakeClock, end: int) -> list[Call]:
    """Let time pass; the clock runs whenever it wants to."""
    found = await strike(host, clock)
    while (alarm := await host.next_alarm()) is not None and alarm <= end:
        assert alarm > clock.now, "the clock would strike without a pause"
        clock.now = alarm
        found += await strike(host, clock)
    clock.now = end
    return found


async def play_one(host: Host, table_id: int, user: User | None = None) -> None:
    """Play one action of somebody who has to act, or of this user."""
    looks = await able_users(host, table_id)
    seen = next(s for s in looks if user is None or s.table.seats[s.seat].user == user.id)
    await press(host, table_id, click_of(seen, code(seen.actions[0])))
    await host.wait_for_autoplay(table_id)


def state_turn(uow: UnitOfWork, table_id: int) -> str:
    """Return the name of the current turn."""
    table = uow.table(table_id)
    state = uow.state(table)
    uow.keep(table, state)
    return table.game.turn(state)
