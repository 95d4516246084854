"""Who is asking the host for something: cogs make one `Caller` for every press and command."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from engine.kernel.refusal import Refused
from host.records import Table, User

F = TypeVar("F", bound=Callable[..., Any])
_ONCE: set[Callable[..., Any]] = set()


class Place(NamedTuple):
    """Where somebody pressed a button or typed a command."""

    channel: int | None  # None: in direct messages
    is_private: bool = False  # only they see the message that they pressed on
    server: int | None = None
    parent: int | None = None  # the channel that a thread belongs to
    roles: frozenset[int] = frozenset()  # of the person in this server


@dataclass(frozen=True, slots=True)
class Caller:
    """A person, the place they call from, and the id that Discord gave their press."""

    user: User
    place: Place | None = None  # None: outside Discord, as in the terminal
    click: int | None = None  # the same press may arrive twice, also after a restart

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def channel(self) -> int | None:
        """The channel they called from; None in direct messages, or outside Discord."""
        return self.place.channel if self.place else None

    @property
    def server(self) -> int | None:
        return self.place.server if self.place else None

    @property
    def anywhere(self) -> "Caller":
        """The same person at a table of their own, wherever they called from."""
        return Caller(self.user)

    def check_can_use(self, table: Table) -> None:
        """Refuse a public button outside its table's channel, and a private one to others."""
        is_invited = self.id in [user.id for user in table.invited]
        if self.place is None or (self.place.is_private and (is_invited or table.seat_of(self.id))):
            return
        if self.place.is_private and self.place.channel is None:
            raise Refused("You're not playing at this table.")
        if table.channel != self.place.channel:
            raise Refused("That button only works in its own channel.")


def once(use_case: F) -> F:
    """Mark a use case that a press carries out only once; when it comes again, it gets None."""
    _ONCE.add(use_case)
    return use_case


def is_once(use_case: Callable[..., Any]) -> bool:
    return use_case in _ONCE
