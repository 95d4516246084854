"""One viewer before one world: asks the host and builds the bot's screens, as the bot does."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, cast

from cogs.gallery import Gallery
from cogs.views import Views
from engine.kernel.refusal import Refused
from host import play
from host.books import Books
from host.film import Film
from host.host import Host
from host.look import Seen, look
from host.play import Click, Played
from proof.worlds.house import House

P = ParamSpec("P")
T = TypeVar("T")


class Viewer(NamedTuple):
    """A seat with its user, or somebody without a seat."""

    seat: int | None
    user: int

    def __str__(self) -> str:
        return "a spectator" if self.seat is None else f"seat {self.seat}"


class Clerk:
    """In the place of the host: asks the books at once, without a thread."""

    def __init__(self, books: Books) -> None:
        self.books = books

    async def read(
        self, use_case: Callable[Concatenate[Books, P], T], *a: P.args, **kw: P.kwargs
    ) -> T:
        return use_case(self.books, *a, **kw)

    async def look(self, table_id: int, use_case: Callable[..., T], *a: Any, **kw: Any) -> T:
        return use_case(self.books, table_id, *a, **kw)


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """What waits for nothing is done in one step."""
    try:
        work.send(None)
    except StopIteration as done:
        return cast(T, done.value)
    raise RuntimeError(f"{work} waits for something")


@dataclass
class Onlooker:
    house: House
    books: Books
    viewer: Viewer
    film: Film  # of the replay
    step: int  # of the replay
    tempting: Sequence[str]  # codes that are worth a try
    played: Played | None = None  # by this viewer just now
    is_later: bool = False  # than the click

    @property
    def table(self) -> int:
        return self.house.table.id

    @property
    def user(self) -> int:
        return self.viewer.user

    def ask(self, use_case: Callable[Concatenate[Books, P], T], *a: P.args, **kw: P.kwargs) -> T:
        return use_case(self.books, *a, **kw)

    def answer(
        self, use_case: Callable[Concatenate[Books, P], T], *a: P.args, **kw: P.kwargs
    ) -> T | str:
        """What is found, or the sentence why not."""
        try:
            return use_case(self.books, *a, **kw)
        except Refused as refused:
            return f"{type(refused).__name__}: {refused}"

    def tried(self, text: str) -> str | None:
        """What is said to a code that is not legal."""
        with self.house.undone():
            found = self.answer(play.act, self.table, Click(self.user, text))
        return found if isinstance(found, str) else "it was played"

    @cached_property
    def seen(self) -> Seen:
        return self.ask(look, self.table, self.user)

    @cached_property
    def public(self) -> Seen:
        return self.ask(look, self.table, None)

    @property
    def views(self) -> Views:
        """The bot's own screens, but for those with pictures."""
        return Views(cast(Host, Clerk(self.books)), cast(Gallery, None))

    def later(self, played: Played | None) -> "Onlooker":
        """The same one after a click, of their own or of somebody else."""
        return replace(self, played=played, is_later=True)
