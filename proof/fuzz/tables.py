"""A table in every phase, opened again whenever it is no longer so."""

from collections.abc import Callable

from engine import GAMES
from host import challenges, lobby, play, votes
from host.books import Books
from host.host import Host
from host.limits import MOST_TABLES
from host.records import Phase, User
from host.terms import Terms
from host.votes import Matter, Subject

CHANNELS = ("hall", "arena")  # besides those that are always there
SOLO = next(game for game in GAMES.values() if game.solo)
OTHER = next(game for game in GAMES.values() if not game.solo)


class Tables:
    """`user` and `place` find people and channels by their names."""

    def __init__(
        self, host: Host, user: Callable[[str], User], place: Callable[[str], int]
    ) -> None:
        self.host, self.user, self.place = host, user, place

    async def renew(self) -> None:
        """Every phase is there again, whatever has become of the tables."""
        await self._seat("table-1", SOLO.id, ("red", "blue"), robots=1, hours=24)
        await self._seat("table-2", OTHER.id, ("green", "purple"), hours=0)
        await self._seat("lounge", SOLO.id, ("yellow", "red"), robots=1, is_dealt=False)
        await self._seat("hall", SOLO.id, ("red", "yellow"), is_over=True)
        await self.host.run(_alone, SOLO.id, self.user("green"))
        users = [self.user(name) for name in ("blue", "purple")]
        await self.host.run(_challenged, SOLO.id, self.place("arena"), *users)
        await self.host.run(_paused, self.place("table-2"))
        await self.host.settled()

    async def _seat(
        self,
        channel: str,
        game: str,
        names: tuple[str, ...],
        robots: int = 0,
        hours: int = 24,
        is_dealt: bool = True,
        is_over: bool = False,
    ) -> None:
        host, place = self.host, self.place(channel)
        first, *others = map(self.user, names)
        wanted = Phase.PLAYING if is_dealt and not is_over else Phase.LOBBY
        if await host.run(_is_fit, place, wanted, is_over):
            return
        table = await host.run(lobby.open_table, game, {}, place, first, terms=Terms(hours=hours))
        for user in others:
            await host.at(table.id, lobby.join, user)
        for _ in range(robots):
            await host.at(table.id, lobby.add_autopilot, first.id)
        if is_dealt:
            await host.at(table.id, lobby.start, first.id)
        if is_over:
            await host.at(table.id, votes.force, Matter(Subject.ABANDON))


def _is_fit(books: Books, channel: int, wanted: Phase, is_over: bool) -> bool:
    """Whether the channel's table is as it is wanted; one that is in the way is ended."""
    number = books.store.open_table_in(channel)
    last = books.store.last_table_in(channel)
    if number is None:
        return is_over and last is not None and books.table(last).phase is Phase.OVER
    table = books.table(number)
    if not is_over and table.phase is wanted and any(seat.human for seat in table.seats):
        return True
    if table.phase is Phase.PLAYING:
        play.conclude(books, table, play.ABANDONED)
    else:
        lobby._close(books, table, "It was in the way.")
    return False


def _paused(books: Books, channel: int) -> None:
    """At one of them time stands still."""
    number = books.store.open_table_in(channel)
    if number and not books.table(number).paused:
        votes.force(books, number, Matter(Subject.PAUSE))


def _alone(books: Books, game: str, user: User) -> None:
    """One private table of the user, and no more."""
    for number in books.store.table_ids_of(user.id, MOST_TABLES):
        if books.table(number).channel is None:
            return
    lobby.open_and_start(books, game, {}, None, user)


def _challenged(books: Books, game: str, channel: int, user: User, other: User) -> None:
    """An open challenge, with an attempt at it and another that is finished and not shown yet."""
    assert SOLO.solo
    number = challenges.post(books, game, SOLO.solo.levels[0], 300, channel, user).id
    challenges.play(books, number, user)
    done = challenges.play(books, number, other)
    play.conclude(books, books.table(done), play.ABANDONED)
