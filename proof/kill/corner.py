"""Tables and challenges of those who only keep screens open, where nobody plays.

The bot opens no forms, so there is none that could be left open. A basket is rare in a game, so
some wait with one on their screens.
"""

from host import challenges, lobby, seating, votes
from host.books import Books
from host.host import Host
from host.look import look
from host.records import User
from host.terms import AT_ONCE, Terms, agreed
from host.votes import Matter, Subject
from proof.kill import errands
from proof.kill.errands import GAME, own_channel
from proof.kill.hall import Hall
from sandbox.channels import add_channel
from testing.hosting import set_key
from testing.playing import key_of

LEVEL, DUE = "easy", 48  # of a challenge; hours that it is open
FOR_A_FOREMAN, FIRST_BEGINS = 10, 2  # seeds: for `FOREMAN`, and to wait for the first seat for ever
CHANNELS = (
    *(errands.LOBBY, errands.TABLE, errands.SEAT, errands.TIME),
    *(errands.CANCEL, errands.POST, errands.CLOSED),
)


async def furnish(hall: Hall, host: Host) -> None:
    """Before the first process."""
    hall.invite(errands.NAMES)
    for channel in CHANNELS:
        add_channel(hall.sandbox.server.world, channel)
    hall.sandbox.server.world.closed.add(hall.sandbox.user(errands.SHUT))
    await _seated(hall, host, errands.LOBBY, errands.PEOPLE[:1])
    await _dealt(hall, host, errands.TABLE)
    seat = await _dealt(hall, host, errands.SEAT)
    await host.at(seat, votes.force, Matter(Subject.REPLACE, 2))
    daily = agreed(AT_ONCE, {"hours": 24})
    await _dealt(hall, host, errands.TIME, ("c-0", "c-1", errands.SHUT), daily)
    for name in (*errands.SETTERS, errands.RESTER, errands.ENDER):
        await _with_an_autopilot(hall, host, name)
    await _over(hall, host)
    await _challenged(hall, host, errands.POST, errands.SHARERS)
    await host.run(_end, await _challenged(hall, host, errands.CLOSED, ("c-0",)))


async def _dealt(
    hall: Hall,
    host: Host,
    channel: str,
    names: tuple[str, ...] = errands.PEOPLE,
    terms: Terms = AT_ONCE,
) -> int:
    table = await _seated(hall, host, channel, names, terms)
    await host.at(table, set_key, key_of(FIRST_BEGINS))
    await host.at(table, lobby.start, _user(hall, names[0]).id)
    return table


async def _over(hall: Hall, host: Host) -> None:
    """A game that was ended in its second round, by somebody who has left."""
    user, table = _user(hall, errands.GONE), await _with_an_autopilot(hall, host, errands.GONE)
    while (await host.look(table, look, None)).round < 2:
        await host.at(table, seating.play_from_here, user.id)
        await host.settled(table)
    await host.at(table, _given_up)


def _given_up(books: Books, table: int) -> None:
    for matter in (Matter(Subject.REMOVE, 0), Matter(Subject.ABANDON)):
        votes.force(books, table, matter)


async def _with_an_autopilot(hall: Hall, host: Host, name: str) -> int:
    user = _user(hall, name)
    add_channel(hall.sandbox.server.world, own_channel(name))
    table = await _seated(hall, host, own_channel(name), (name,))
    await host.at(table, lobby.add_autopilot, user.id)
    await host.at(table, set_key, key_of(FOR_A_FOREMAN))
    await host.at(table, lobby.start, user.id)
    return table


async def _seated(
    hall: Hall, host: Host, channel: str, names: tuple[str, ...], terms: Terms = AT_ONCE
) -> int:
    where = int(hall.sandbox.channel(channel))
    first, *others = (_user(hall, name) for name in names)
    table = await host.run(lobby.open_table, GAME, {}, where, first, terms=terms)
    for other in others:
        await host.at(table.id, lobby.join, other)
    return table.id


async def _challenged(hall: Hall, host: Host, channel: str, names: tuple[str, ...]) -> int:
    """The deal of a challenge that these have finished."""
    where = int(hall.sandbox.channel(channel))
    found = await host.run(challenges.post, GAME, LEVEL, DUE, where, _user(hall, names[0]))
    for name in names:
        table = await host.run(challenges.play, found.id, _user(hall, name))
        await host.at(table, challenges.end_attempt)
    return found.deal.id


def _end(books: Books, deal: int) -> None:
    """Its time is up; the first process finds that out."""
    books.store._execute("UPDATE deals SET closes = ? WHERE id = ?", (books.store.now, deal))


def _user(hall: Hall, name: str) -> User:
    return User(int(hall.sandbox.user(name)), name)
