"""Tables in every phase side by side in one sandbox, and all that can be pressed or typed there."""

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from cogs import responder
from engine import GAMES
from host import challenges, lobby, play, votes
from host.limits import MAX_TABLES
from host.records import Phase, User
from host.terms import Terms
from host.unit_of_work import UnitOfWork
from host.votes import Proposal, ProposalKind
from sandbox.channels import add_channel
from sandbox.driver import parts
from sandbox.messages import message_readers
from sandbox.world import Json, World
from testing.hosting import caller, open_for
from testing.planting import planted
from testing.scene.scene import Calm, Prepare, calm_sandbox

BEGUN = 1_759_996_830_000  # half a minute past an hour
STRANGER = "grey"  # sits nowhere
LOUD = "@everyone <@1571959065368592386>"  # what yellow is called
SOLO = next(game for game in GAMES.values() if game.solo)
OTHER = next(game for game in GAMES.values() if not game.solo)
LISTED = next(game for game in GAMES.values() if game.plan_style == "list")


class Seating(NamedTuple):
    """A table that should be in a channel."""

    channel: str
    game: str
    names: tuple[str, ...]
    robots: int = 0
    hours: int = 24
    phase: Phase = Phase.PLAYING


SEATINGS = (
    Seating("table-1", SOLO.id, ("red", "blue", "green"), robots=1),
    Seating("table-2", OTHER.id, ("green", "purple"), hours=0),
    Seating("lounge", SOLO.id, ("yellow", "red"), robots=1, phase=Phase.LOBBY),
    Seating("hall", SOLO.id, ("red", "yellow"), phase=Phase.OVER),
    Seating("yard", LISTED.id, ("blue", "yellow")),
)


@asynccontextmanager
async def all_phases(
    file: Path, rng: Random, prepare_more: Prepare | None = None, hours: int | None = None
) -> AsyncIterator[Calm]:
    """Make the scene; the keys come from this luck, too; `hours` is for turns and the challenge."""
    own = Random(rng.random())

    def key() -> bytes:
        return hashlib.sha256(own.randbytes(32)).digest()

    def prepare(s: Calm) -> None:
        world = s.server.world
        stranger = {**world.person("red"), "id": world.new_id(), "username": STRANGER}
        world.users[stranger["id"]] = {**stranger, "global_name": STRANGER.capitalize()}
        world.person("yellow")["global_name"] = LOUD
        for name in ("hall", "arena", "yard"):
            add_channel(world, name)
        if prepare_more:
            prepare_more(s)

    with planted(lobby, "new_key", key), planted(challenges, "new_key", key):
        async with calm_sandbox(file, BEGUN, prepare) as s:
            await renew(s, hours)
            yield s


async def renew(s: Calm, hours: int | None = None) -> None:
    """Bring every phase back, whatever has become of the tables."""
    for wanted in SEATINGS:
        users = [user_called(s, name) for name in wanted.names]
        place, is_started = int(s.channel(wanted.channel)), wanted.phase is not Phase.LOBBY
        if await s.host.do(_is_fit, place, wanted.phase):
            continue
        terms = Terms(hours=hours if hours and wanted.hours else wanted.hours)
        table = await open_for(
            s.host, wanted.game, users, place, wanted.robots, is_started, terms=terms
        )
        if wanted.phase is Phase.OVER:
            await s.host.do(votes.force, table, Proposal(ProposalKind.ABANDON))
    await s.host.do(_alone, user_called(s, "green"))
    blue, purple = user_called(s, "blue"), user_called(s, "purple")
    await s.host.do(_challenged, int(s.channel("arena")), hours or 300, blue, purple)
    await s.host.do(_paused, int(s.channel("table-2")))
    await s.host.wait_for_autoplay()


def user_called(s: Calm, name: str) -> User:
    """Return the user as the bot knows them."""
    person = s.server.world.person(name)
    return User(int(person["id"]), responder.readable(person["global_name"]))


def _is_fit(uow: UnitOfWork, channel: int, wanted: Phase) -> bool:
    """Whether the channel's table is as it should be; one in its place is ended."""
    number = uow.store.open_table_in(channel) or uow.store.last_table_in(channel)
    table = uow.table(number) if number else None
    if table and table.phase is wanted and any(seat.human for seat in table.seats):
        return True
    if table and table.phase is Phase.PLAYING:
        play.conclude(uow, table, play.ABANDONED)
    elif table and table.phase is Phase.LOBBY:
        for seat in table.humans:
            lobby.leave(uow, table.id, by=caller(seat.user or 0))
    return False


def _paused(uow: UnitOfWork, channel: int) -> None:
    """Pause one of the tables."""
    number = uow.store.open_table_in(channel)
    if number and not uow.table(number).paused:
        votes.force(uow, number, Proposal(ProposalKind.PAUSE))


def _alone(uow: UnitOfWork, user: User) -> None:
    """Open a private table for the user, unless they have one."""
    tables = map(uow.table, uow.store.table_ids_of(user.id, MAX_TABLES))
    if all(table.channel is not None for table in tables):
        lobby.open_and_start(uow, SOLO.id, {}, None, by=caller(user))


def _challenged(uow: UnitOfWork, channel: int, hours: int, user: User, other: User) -> None:
    """Post a challenge with a running attempt, and a finished one whose result wasn't shared."""
    assert SOLO.solo
    level = SOLO.solo.levels[0]
    number = challenges.post(uow, SOLO.id, level, hours, channel, by=caller(user)).id
    challenges.play(uow, number, by=caller(user))
    done = challenges.play(uow, number, by=caller(other))
    play.conclude(uow, uow.table(done), play.ABANDONED)


# What can be pressed and typed


class Offer(NamedTuple):
    """Something that can be pressed or chosen from, and its message."""

    custom_id: str
    type: int
    values: tuple[str, ...]
    message: Json
    bounds: tuple[int, int] = (1, 1)

    @property
    def word(self) -> str:
        """Return its kind, with the verb if its kind has verbs."""
        kind, verb = self.custom_id[0], self.custom_id.split(":")[-1]
        return f"{kind}:{verb}" if kind in "tcouvw" else kind


def in_order(world: World) -> list[Json]:
    """Sort messages by the names of channels and people, because their order is random."""

    def place(channel_id: str) -> str:
        channel = world.channels[channel_id]
        people = [world.users[each["id"]]["username"] for each in channel.get("recipients") or ()]
        return channel.get("name") or f"@{' '.join(people)}"

    channels = sorted((each for each in world.messages if each in world.channels), key=place)
    return [message for each in channels for message in world.messages[each].values()]


def offers(world: World) -> list[Offer]:
    """Return everything in any message now."""
    return [
        Offer(
            each["custom_id"],
            each["type"],
            tuple(option["value"] for option in each.get("options") or ()),
            message,
            (each.get("min_values", 1), each.get("max_values", 1)),
        )
        for message in in_order(world)
        for each in parts(message)
        if "custom_id" in each
    ]


def readers(world: World, message: Json) -> list[str] | None:
    """Return who sees a message; None: everybody in its channel."""
    if message["id"] not in world.messages.get(message["channel_id"], {}):
        return []
    found = message_readers(world, message)
    return None if found is None else sorted(found)


class Leaf(NamedTuple):
    """Something that can be typed: the whole command, the rest of its name, its options."""

    command: Json
    path: tuple[str, ...]
    options: list[Json]

    @property
    def word(self) -> str:
        return f"/{' '.join([self.command['name'], *self.path])}"


def leaves(s: Calm) -> list[Leaf]:
    found = []
    for command in s.server.people.commands():
        inner = command.get("options") or []
        groups = [each for each in inner if each["type"] in (1, 2)]
        found += [Leaf(command, (each["name"],), each.get("options") or []) for each in groups]
        found += [] if groups else [Leaf(command, (), inner)]
    return found
