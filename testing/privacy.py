"""A person at tables of every kind, and what must hold once their data is deleted."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from engine import GAMES
from engine.kernel.codes import code
from engine.kernel.refusal import Refused
from host import challenges, deals, lobby, people, play, replies, schedules, seating, votes
from host.host import Host
from host.notes import HostEventKind
from host.outbox import due, said
from host.quarantine import quarantine_table
from host.records import FORMER, Phase, Post, Reply, Table, User
from host.terms import HOUR, Policy, Terms
from host.unit_of_work import UnitOfWork
from host.validation import validate
from host.views import plans, table_ids_of, view_table
from host.votes import Proposal, ProposalKind
from testing.challenges import CHALLENGING
from testing.hosting import ADA, BEN, CLEO, FakeClock, caller, play_out

LARGE = User(815_642_907_318_204_417, "Quillaja Saponaria")  # eight bytes, as Discord's are
SMALL = User(123_456_789_012_345, "Xanthippe Zwölf")  # six bytes
TOKEN = "a token that only the bot may know"
OTHERS = (ADA, BEN, CLEO)
SOME_DAYS = Terms(hours=24, policy=Policy.ASK)
Rows = list[dict[str, Any]]
STORED = (
    *("users", "tables", "seats", "journal", "clicks", "votes", "outbox", "posts"),
    *("deadlines", "notes", "deals", "challenges", "attempts", "schedules", "results", "ratings"),
    *("replies", "leavers"),
)


# --- what remains in the files


def varint(number: int) -> bytes:
    """Write a row's key as SQLite does; the ninth byte has eight bits."""
    found = []
    if number >= 1 << 56:
        found, number = [number & 0xFF], number >> 8
        while len(found) < 9:
            found, number = [*found, number & 0x7F | 0x80], number >> 7
        return bytes(reversed(found))
    found, number = [number & 0x7F], number >> 7
    while number:
        found, number = [*found, number & 0x7F | 0x80], number >> 7
    return bytes(reversed(found))


def forms(user: User) -> dict[str, bytes]:
    """Return all forms in which a file may contain a person."""
    size = 6 if user.id < 1 << 47 else 8
    return {
        "number": user.id.to_bytes(size, "big"),
        "key": varint(user.id),
        "digits": str(user.id).encode(),
        "name": user.name.encode(),
        "first name": user.name.split()[0].encode(),
    }


def remains(file: Path, user: User) -> list[str]:
    """Return where the raw bytes of the database's files still contain somebody."""
    return [
        f"{each.name} holds the {what}"
        for each in sorted(file.parent.glob(f"{file.name}*"))
        for what, form in forms(user).items()
        if form in each.read_bytes()
    ]


# --- tables of every kind


class Life:
    """One user's tables at a host, made one after the other."""

    def __init__(self, host: Host, clock: FakeClock, game_id: str, user: User, rng: Random) -> None:
        self.host, self.clock, self.game_id = host, clock, game_id
        self.user, self.rng, self.channel = user, rng, 70_000

    async def sit(self, many: int, is_first: bool | None = None, **more: Any) -> Table:
        """Open a lobby for this many people, the user among them."""
        them = [self.user, *self.rng.sample(OTHERS, many - 1)]
        if is_first is not True:
            self.rng.shuffle(them)
        self.channel += 1
        channel = more.pop("channel", self.channel)
        terms = more.pop("terms", Terms())
        table = await self.host.do(
            lobby.open_table, self.game_id, {}, channel, terms=terms, by=caller(them[0])
        )
        for each in them[1:]:
            table = await self.host.do(lobby.join, table.id, by=caller(each))
        return table

    async def dealt(self, many: int = 3, actions: int = 12, **more: Any) -> Table:
        table = await self.sit(many, **more)
        await self.host.do(lobby.start, table.id, by=caller(table.opener))
        return await play_out(self.host, table.id, self.rng, actions)

    async def lobbies(self) -> None:
        await self.sit(1)
        await self.sit(3, is_first=True)
        await self.sit(2)
        await self.sit(2, channel=None)
        closed = await self.sit(2, is_first=True)
        await self.host.do(lobby.close, closed.id, by=caller(self.user.id))

    async def running(self) -> None:
        await self._vote(await self.dealt())
        await self.dealt(2, channel=None)
        handed = await self.dealt(2, 4)
        await self.host.do(seating.hand_over, handed.id, by=caller(self.user.id))

    async def waited_for(self) -> None:
        """Let time run until reminders have come and the table asks and votes."""
        timed = await self.dealt(3, 5, terms=SOME_DAYS)
        await self.dealt(2, 5, terms=SOME_DAYS, channel=None)
        self.clock.advance(25 * HOUR)
        await self.host.run_due()
        await self._plan(timed)

    async def _vote(self, table: Table) -> None:
        """Let the user vote for something, and the others for something about the user."""
        mine = table.seat_of(self.user.id)
        other = next(seat for seat in table.seats if seat != mine)
        for user, matter in (
            (mine.user, Proposal(ProposalKind.PAUSE)),
            (mine.user, Proposal(ProposalKind.ABANDON)),
            (other.user, Proposal(ProposalKind.ABANDON)),
            (other.user, Proposal(ProposalKind.REPLACE, mine.number)),
        ):
            await self.host.do(votes.agree, table.id, matter, by=caller(user))

    async def panels(self) -> None:
        """Open private panels at every running table, for the user and the others."""
        for table_id in await self.host.read(table_ids_of, self.user.id, 100):
            table = (await self.host.read(view_table, table_id, by=None)).table
            for number, seat in enumerate(table.seats):
                if seat.user is not None:
                    message, until = 10**17 + 100 * table_id + number, self.clock() + replies.LIFE
                    reply = Reply(table_id, seat.user, message, until, token=TOKEN)
                    await self.host.do(replies.keep, reply, table)

    async def _plan(self, table: Table) -> None:
        try:
            offered, _ = await self.host.read(plans, table.id, by=caller(self.user.id))
            if offered:
                await self.host.do(
                    play.queue, table.id, [code(offered[0])], by=caller(self.user.id)
                )
        except Refused:
            return

    async def ended(self) -> None:
        await self.dealt(2, 100_000)
        agreed = await self.dealt(2)
        for seat in agreed.seats:
            await self.host.do(votes.end, agreed.id, by=caller(seat.user))
        await self.host.do(lobby.rematch, agreed.id, by=caller(self.user))
        aside = await self.dealt(2)
        await self.host.do(quarantine_table, aside.id, "it was looked at with suspicion")

    async def challenged(self) -> None:
        """Post and schedule challenges as the user; play attempts: finished, running, practice."""
        game_id = self.game_id if self.game_id in CHALLENGING else CHALLENGING[0]
        level = GAMES[game_id].solo.levels[0]
        self.channel += 1
        for hours, clicks in ((1, 5), (challenges.LONGEST, 100_000), (challenges.LONGEST, 9)):
            found = await self.host.do(
                challenges.post, game_id, level, hours, self.channel, by=caller(self.user)
            )
            for user in (self.user, ADA):
                table = await self.host.do(challenges.play, found.id, by=caller(user))
                await play_out(self.host, table, self.rng, clicks)
            if hours == 1:
                self.clock.advance(HOUR)
                await self.host.run_due()
                await self.host.do(challenges.play, found.id, by=caller(self.user))
                await self.host.do(challenges.share, found.id, by=caller(self.user.id))
        for kind in (deals.DAILY, deals.WEEKLY):
            await self.host.do(
                schedules.schedule, kind, game_id, "UTC", 9, self.channel, by=caller(self.user)
            )

    async def choices(self) -> None:
        changes = {"zone": "Europe/Paris", "digest": 7, "quiet": (22, 6)}
        await self.host.do(
            people.choose, changes, by=caller(User(self.user.id, f"{self.user.name} II"))
        )
        self.clock.advance(24 * HOUR)
        await self.host.run_due()

    async def messages(self) -> None:
        """Deliver half of what is due, with a message that shows it."""
        for outgoing in await self.host.read(due, 1_000):
            if outgoing.user == self.user.id or self.rng.random() < 0.5:
                post = Post(outgoing.user or 5, outgoing.id + 10**17, self.clock(), {"files": {}})
                await self.host.do(said, outgoing, post._replace(channel=99 + outgoing.id))

    async def all(self) -> None:
        await self.ended()
        await self.lobbies()
        await self.running()
        await self.messages()
        await self.challenged()
        await self.waited_for()
        await self.running()
        await self.choices()
        await self.panels()
        await self.host.wait_for_autoplay()


# --- what must be true


def _stored(uow: UnitOfWork) -> dict[str, Rows]:
    found = {}
    for name in STORED:
        cursor = uow.store._execute(f"SELECT * FROM {name}")
        columns = [column[0] for column in cursor.description]
        found[name] = [dict(zip(columns, row, strict=True)) for row in cursor]
    return found


async def stored(host: Host) -> dict[str, Rows]:
    return await host.read(_stored)


def differences(
    before: dict[str, Rows], after: dict[str, Rows], user: User, now: int
) -> Iterator[str]:
    """Return what has changed for everybody else at the moment of forgetting."""
    phases = {row["id"]: row["phase"] for row in before["tables"]}
    mine = [row for row in before["seats"] if row["user"] == user.id]
    running = {_place(row) for row in mine if phases[row["table_id"]] == Phase.PLAYING}
    expected = {
        "users": [row for row in before["users"] if row["id"] != user.id],
        "journal": before["journal"],
        "clicks": before["clicks"],
        "posts": [row for row in before["posts"] if row["user"] != user.id],
        "replies": [row for row in before["replies"] if row["user"] != user.id],
        "deadlines": [row for row in before["deadlines"] if _place(row) not in running],
        "votes": [row for row in before["votes"] if not _concerns(row, running)],
        "notes": [*before["notes"], *_told(before["tables"], running, now)],
        "deals": before["deals"],
        "challenges": _without(before["challenges"], user, "opener"),
        "schedules": _without(before["schedules"], user, "opener"),
        "results": _without(before["results"], user, "user"),
        "ratings": [row for row in before["ratings"] if row["user"] != user.id],
        "leavers": [row for row in before["leavers"] if row["user"] != user.id],
        "attempts": [
            row if row["finished"] or row["user"] else {**row, "is_ranked": 0}
            for row in _without(before["attempts"], user, "user")
        ],
    }
    for name, rows in expected.items():
        if _unordered(rows) != _unordered(after[name]):
            yield f"{name} is not as it was"
    yield from _table_faults(before["tables"], after["tables"], user)
    yield from _seat_faults(before, after, phases, user)
    others = [row for row in before["outbox"] if row["user"] not in (None, user.id)]
    kept = [_any_edition(row) for row in after["outbox"]]
    yield from (f"lost: {row}" for row in others if _any_edition(row) not in kept)


def _any_edition(outgoing: dict[str, Any]) -> dict[str, Any]:
    """Ignore editions: the others are shown that somebody has left."""
    return {**outgoing, "edition": 0}


def _place(row: dict[str, Any]) -> tuple[int, int]:
    return row["table_id"], row["seat"]


def _without(rows: Rows, user: User, column: str) -> Rows:
    """Return the rows with this user's ID blanked out."""
    return [{**row, column: None} if row[column] == user.id else row for row in rows]


def _unordered(rows: Rows) -> list[str]:
    """Sort notes by time; they are counted table by table."""
    return sorted(repr({name: row[name] for name in row if name != "note"}) for row in rows)


def _concerns(vote: dict[str, Any], running: set[tuple[int, int]]) -> bool:
    """Whether it is a vote of these seats, or about one of them."""
    about = vote["subject"].partition(" ")[2]
    seats = {vote["seat"], int(about)} if about else {vote["seat"]}
    return any((vote["table_id"], seat) in running for seat in seats)


def _told(tables: Rows, running: set[tuple[int, int]], now: int) -> Rows:
    """Return the notes of running tables, each told once, by the number of the seat alone."""
    versions = {row["id"]: row["version"] for row in tables}
    return [
        {
            **{"table_id": table, "number": versions[table]},
            **{"kind": HostEventKind.FORGOTTEN.value, "seat": seat, "facts": "{}", "at": now},
        }
        for table, seat in running
    ]


def _table_faults(before: Rows, after: Rows, user: User) -> Iterator[str]:
    may_change = {"opener", "touched", "phase", "ending"}
    for old, new in zip(before, after, strict=True):
        changed = {name for name in old if old[name] != new[name]}
        is_mine, is_lobby = old["opener"] == user.id, old["phase"] == Phase.LOBBY
        allowed = may_change if is_lobby else {"opener", "ending"} if is_mine else set()
        if changed - allowed or new["opener"] == user.id:
            yield f"table {old['id']}: {changed} changed"
        if not is_lobby and "ending" in changed and new["ending"] != f"{FORMER} closed it.":
            yield f"table {old['id']} ended as {new['ending']}"


def _seat_faults(
    before: dict[str, Rows], after: dict[str, Rows], phases: dict[int, str], user: User
) -> Iterator[str]:
    now = {(row["table_id"], row["seat"]): row for row in after["seats"]}
    closed = {row["id"] for row in after["tables"] if row["phase"] == Phase.CLOSED}
    for old in before["seats"]:
        table, phase = old["table_id"], phases[old["table_id"]]
        if phase == Phase.LOBBY and table not in closed:
            heirs = [row["user"] for row in after["seats"] if row["table_id"] == table]
            if old["user"] != user.id and old["user"] not in heirs:
                yield f"{old} lost a seat in a lobby"
            continue
        new = now[table, old["seat"]]
        if old["user"] != user.id and new != old:
            yield f"{old} became {new}"
        elif old["user"] == user.id and (new["user"], new["is_former"]) != (None, 1):
            yield f"{new} is no former player's"
        elif old["user"] == user.id and new["moves"] != old["moves"]:
            yield f"{new} has not played {old['moves']} times"


def faults_left(file: Path, user: User) -> list[str]:
    """Return what an operator's check finds, and what the bytes still contain."""
    found = [
        finding for finding in validate(file).faults if "closed as damaged" not in finding.what
    ]
    return [*map(str, found), *remains(file, user)]
