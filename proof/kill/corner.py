"""What people keep open while the bot is killed, at tables where nobody plays."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from cogs.ids import Kind
from host import challenges, lobby, seating, votes
from host.books import Books
from host.host import Host
from host.look import look
from host.records import User
from host.terms import AT_ONCE, Terms, agreed
from host.votes import Matter, Subject
from proof.kill.hall import Hall
from sandbox.channels import add_channel
from testing.hosting import set_key
from testing.playing import key_of

GAME, TITLE = "fantastic_factories", r"Fantastic Factories(\*\*| · )"
LOBBY, TABLE, SEAT, TIME = "corner-lobby", "corner-table", "corner-seat", "corner-time"
CANCEL, POST, CLOSED = "corner-cancel", "corner-post", "corner-closed"
PEOPLE = ("c-0", "c-1", "c-2")  # they sit at most of these tables
SETTERS = tuple(f"d-{number}" for number in range(8))  # each alone with an autopilot, as are
RESTER, ENDER, GONE = "resting", "ending", "gone"
SHARERS = ("s-0", "s-1", "s-2")  # they have finished the open challenge
SHUT = "shut"  # takes no direct messages
NAMES = (*PEOPLE, *SETTERS, RESTER, ENDER, GONE, *SHARERS, SHUT, "alone", "stranger")
FOREMAN = "hire foreman hammer warehouse"  # lets dice be set
FOR_EVER = 10**6


class Errand(NamedTuple):
    """What somebody has open and presses after the next kill; how it is opened, if it is not."""

    kind: Kind
    channel: str
    who: str
    opening: tuple[str, ...]  # commands, and labels of what was there or came of them
    says: str  # the answer, as a regular expression; a public message may show what was before
    what: str = ""  # is pressed, likewise
    values: str = ""  # that are chosen, likewise
    by: str = ""  # who opens it, if somebody else
    given: Mapping[str, Any] = {}  # with the commands
    most: int = FOR_EVER  # presses: more would cost much, or it does not come back


def own_channel(name: str) -> str:
    """Of somebody who plays alone with an autopilot."""
    return f"corner-{name}"


OVER = own_channel(GONE)


def _verbs(
    verbs: str,
    channel: str,
    who: str,
    opening: tuple[str, ...],
    says: str,
    kind: Kind = Kind.TABLE,
    most: int = FOR_EVER,
) -> Errand:
    """Whichever of these is there."""
    return Errand(kind, channel, who, opening, says, what=f":({verbs})$", most=most)


OF_A_LOBBY = "players|already at|not playing|no autopilot|is full|: options"
FROM_HERE = ("My hand", "More", "Let autopilot play this turn")
PLAN = "Plan my next turn"
AT_TABLES = (
    _verbs("join|leave", LOBBY, "c-1", (), OF_A_LOBBY),
    _verbs("robot|unrobot|options", LOBBY, "c-0", (), OF_A_LOBBY),
    _verbs("handover|takeback", SEAT, "c-1", ("Votes & pauses",), TITLE),
    _verbs("fromhere", own_channel(RESTER), RESTER, FROM_HERE, TITLE, most=12),
    _verbs("end", own_channel(ENDER), ENDER, ("Rematch", "Start", "/end"), "game is over", most=8),
    _verbs("plans|unplan", TABLE, "c-2", ("My hand", "More"), "Plan your next"),
    _verbs("mute", TIME, "c-0", (), "won't remind"),
    _verbs("door", TIME, SHUT, (), "try sending", most=20),
    _verbs("verify|replay", OVER, "c-1", (), r"Verified|Step \d+ of"),
    Errand(
        *(Kind.TABLE, CANCEL, "c-2", ("/new",), "players|[Cc]losed"),
        what=":close$",
        given={"game": GAME},
        most=20,
    ),
)
OF_CHALLENGES = (
    _verbs("play|overall", POST, "c-1", (), f"Results from all|{TITLE}", kind=Kind.CHALLENGE),
    *(
        _verbs("share", POST, each, (), "posted your result|already", kind=Kind.CHALLENGE, most=1)
        for each in SHARERS
    ),
    _verbs("best|verify", CLOSED, "c-2", (), r"Step \d+ of|proof of fairness", kind=Kind.CHALLENGE),
)
OTHERS = (
    Errand(Kind.OPTION, LOBBY, "c-0", ("Options",), ": options|longer than one turn"),
    Errand(
        *(Kind.VOTE, TABLE, "c-0", ("Votes & pauses",), "End the game .*\n.* votes: .*c-0"),
        what=":ask$",
        values="abandon",
    ),
    Errand(
        *(Kind.WITHDRAW, TABLE, "c-1", ("/table replace",), "votes|haven't voted"),
        what=":replace_2$",
        given={"player": "@c-2"},
    ),
    Errand(Kind.PLAN, TABLE, "c-2", ("My hand", "More", PLAN, "Forget my plan"), "Plan your next"),
    Errand(
        *(Kind.JOIN, SEAT, "c-2", ("/table replace",), f"{TITLE}|You're already at"),
        by="c-0",
        given={"player": "@c-2", "force": True},
    ),
    *(
        Errand(Kind.REPLAY, channel, "c-0", ("/replay",), r"Step \d+ of|Every move")
        for channel in ("hall-1", OVER)
    ),
    Errand(Kind.PAGE, POST, "c-2", ("/help",), r"Page \d+ of"),
    Errand(Kind.SETTING, POST, "alone", ("/settings",), "Your settings"),
    Errand(
        *(Kind.FORGET, LOBBY, "stranger", ("/hours", "/privacy delete"), "I've deleted your data"),
        given={"zone": "UTC"},
    ),
)
DICE = tuple(
    Errand(
        *(Kind.BASKET, f"@{name}", name, ("/play", "Set …"), TITLE),
        given={"action": FOREMAN},
        most=1,
    )
    for name in SETTERS
)
ERRANDS = (*AT_TABLES, *OF_CHALLENGES, *OTHERS, *DICE)


LEVEL, DUE = "easy", 48  # of a challenge; hours that it is open
FOR_A_FOREMAN, FIRST_BEGINS = 10, 2  # seeds: for `FOREMAN`, and to wait for the first seat for ever
CHANNELS = (
    *(LOBBY, TABLE, SEAT, TIME),
    *(CANCEL, POST, CLOSED),
)


async def furnish(hall: Hall, host: Host) -> None:
    """Before the first process."""
    hall.invite(NAMES)
    for channel in CHANNELS:
        add_channel(hall.sandbox.server.world, channel)
    hall.sandbox.server.world.closed.add(hall.sandbox.user(SHUT))
    await _seated(hall, host, LOBBY, PEOPLE[:1])
    await _dealt(hall, host, TABLE)
    seat = await _dealt(hall, host, SEAT)
    await host.at(seat, votes.force, Matter(Subject.REPLACE, 2))
    daily = agreed(AT_ONCE, {"hours": 24})
    await _dealt(hall, host, TIME, ("c-0", "c-1", SHUT), daily)
    for name in (*SETTERS, RESTER, ENDER):
        await _with_an_autopilot(hall, host, name)
    await _over(hall, host)
    await _challenged(hall, host, POST, SHARERS)
    await host.run(_end, await _challenged(hall, host, CLOSED, ("c-0",)))


async def _dealt(
    hall: Hall,
    host: Host,
    channel: str,
    names: tuple[str, ...] = PEOPLE,
    terms: Terms = AT_ONCE,
) -> int:
    table = await _seated(hall, host, channel, names, terms)
    await host.at(table, set_key, key_of(FIRST_BEGINS))
    await host.at(table, lobby.start, _user(hall, names[0]).id)
    return table


async def _over(hall: Hall, host: Host) -> None:
    """A game that was ended in its second round, by somebody who has left."""
    user, table = _user(hall, GONE), await _with_an_autopilot(hall, host, GONE)
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
