"""The records of the host: tables, seats, users, rows, messages."""

import itertools
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from engine.kernel.events import Event
from engine.kernel.game import Game
from host.terms import Terms

AUTOPILOT = "Autopilot"
FINISHED = "finished"  # how a game ended that was played to its end
FORMER = "A former player"


class Phase(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"  # a lobby that was never started
    QUARANTINED = "aside"  # its record is damaged


class User(NamedTuple):
    """A person from outside, by number; the name is what others read."""

    id: int
    name: str


class Seat(NamedTuple):
    number: int
    user: int | None
    name: str = AUTOPILOT
    is_autopilot: bool = False
    moves: int = 0
    stands_in: str = ""  # the turn that the autopilot plays for the user
    missed: int = 0  # turns in a row
    is_free: bool = False  # anybody may take it
    due: int | None = None  # when its time is up

    @property
    def human(self) -> int | None:
        """The user who plays the seat now."""
        return None if self.is_autopilot else self.user


class Table(NamedTuple):
    """What everybody may know about a table: no state, no key, no plan."""

    id: int
    game: Game[Any, Any]
    options: dict[str, Any]
    channel: int | None
    is_lost: int
    opener: int | None
    phase: Phase
    ending: str
    commitment: str
    rules: int
    rules_last: int
    rematch_of: int | None
    opened: int
    touched: int
    version: int
    chain: str
    digest: str
    paused: int | None  # since when its time stands still
    is_sealed: int  # its key is not revealed yet, although it may be over
    is_lesson: int  # a guided first round, which counts nowhere
    terms: Terms
    seats: tuple[Seat, ...]
    invited: tuple[User, ...] = ()  # to the rematch, as long as they have not answered
    declined: tuple[User, ...] = ()  # those who don't want the rematch now

    @property
    def has_its_rules(self) -> bool:
        """Whether this program still knows the rules of the table."""
        return self.rules_last == self.game.rules

    @property
    def is_open(self) -> bool:
        return self.phase in (Phase.LOBBY, Phase.PLAYING)

    @property
    def is_revealed(self) -> bool:
        """Whether everybody may know its key."""
        return self.phase is Phase.OVER and not self.is_sealed

    @property
    def humans(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.human is not None]

    def with_seat(self, number: int, **changes: Any) -> "Table":
        seats = list(self.seats)
        seats[number] = seats[number]._replace(**changes)
        return self._replace(seats=tuple(seats))

    @property
    def names(self) -> list[str]:
        """The names by seat; equal ones get numbers."""
        names = [seat.name for seat in self.seats]
        if len({*names}) == len(names):
            return names
        distinct: list[str] = []
        for seat in self.seats:
            numbered = (f"{seat.name} {number}" for number in itertools.count(2))
            candidates = itertools.chain((seat.name,), numbered)
            distinct.append(next(name for name in candidates if name not in distinct))
        return distinct

    def seat_of(self, user: int | None) -> Seat | None:
        return next((seat for seat in self.seats if user and seat.user == user), None)


class Row(NamedTuple):
    """One line of the journal."""

    number: int
    round: int
    seat: int | None
    code: str
    events: tuple[Event, ...]
    hash: str
    at: int
    is_auto: bool = False  # the autopilot chose it, and no plan


class Deadline(NamedTuple):
    """The time of one seat for one turn; the schema explains it."""

    seat: int
    turn: str
    budget: int
    spent: int
    since: int | None
    due: int | None
    next: int | None
    calls: tuple[int, ...]
    is_muted: bool


class Note(NamedTuple):
    """Something that the host itself did at a table, after a row of its journal."""

    number: int
    kind: str
    seat: int | None
    facts: dict[str, Any]
    at: int


class About(NamedTuple):
    """What a message is about: a table, a challenge or, like a daily list of tables, neither."""

    table_id: int | None = None
    challenge_id: int | None = None

    def __str__(self) -> str:
        named = {"table": self.table_id, "challenge": self.challenge_id}
        return next((f"{name} {number}" for name, number in named.items() if number), "-")


class OutgoingMessage(NamedTuple):
    """A message that has to be sent, to a channel or to one user."""

    id: int
    about: About
    kind: str
    channel: int | None
    user: int | None
    body: dict[str, Any]
    edition: int
    made: int
    tries: int
    server: int | None = None  # where it is shown; None: in direct messages
    holder: str | None = None  # the process that tried to send it before

    @property
    def audience(self) -> tuple[int | None, int | None, int | None]:
        """Who gets messages in order: a channel, or a user in a server or in direct messages."""
        return self.channel, self.user, self.server

    @property
    def nonce(self) -> str:
        """The same for every try, so that it is never posted twice."""
        return f"{self.id:x}-{self.made:x}"


class Shards(NamedTuple):
    """The shards of the bot that this process serves, if several processes share them."""

    all: int
    own: tuple[int, ...]
    free: tuple[int, ...] = ()  # not served by any process at the moment


class Post(NamedTuple):
    """The Discord message that shows something of a table now."""

    channel: int
    message: int
    at: int
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """A private panel in a channel, and the token that lets us change it until it dies."""

    table: int
    user: int
    message: int
    until: int
    is_closing: bool = False  # its last edit is still to come
    server: int | None = None  # None: in direct messages
    token: str = field(default="", repr=False)


# Challenges


class Chain(NamedTuple):
    """The future keys of some days or weeks; the seed stays secret."""

    seed: bytes
    first: int  # the day or week of its first link
    anchor: str  # published before it

    def __repr__(self) -> str:
        return f"Chain(first={self.first}, anchor={self.anchor!r})"


class Deal(NamedTuple):
    """The luck of a challenge; the key is not here."""

    id: int
    name: str
    game: str
    level: str
    commitment: str
    opened: int
    closes: int
    is_closed: int


class Challenge(NamedTuple):
    """A deal as it was posted to a channel."""

    id: int
    deal: Deal
    channel: int
    opener: int | None
    message: int | None


class Attempt(NamedTuple):
    table: int
    challenge: int
    user: int | None
    name: str
    is_ranked: bool
    started: int
    finished: int | None
    score: int | None
    has_won: bool
    facts: dict[str, Any]

    @property
    def margin(self) -> int | None:
        """The points ahead of the opponent; None while it runs, or if it isn't known."""
        rival = self.facts.get("rival")
        return None if rival is None or self.score is None else self.score - int(rival)


class Schedule(NamedTuple):
    channel: int
    kind: str
    game: str
    zone: str
    hour: int
    next: int
    opener: int | None
    server: int | None = None


# Results

USUAL_MU, USUAL_SIGMA = 25.0, 25.0 / 3


class SeatResult(NamedTuple):
    """How a seat did."""

    seat: int
    user: int | None
    channel: int | None
    game: str
    seats: int
    level: str
    score: int
    rank: int
    has_won: bool
    has_left: bool
    facts: dict[str, Any]
    at: int = 0

    @property
    def is_by_autopilot(self) -> bool:
        """Whether the autopilot played more than half of the rounds."""
        return int(self.facts.get("auto_rounds", 0)) * 2 > int(self.facts.get("rounds", 0))


class Rating(NamedTuple):
    user: int
    game: str
    mu: float = USUAL_MU
    sigma: float = USUAL_SIGMA
    games: int = 0

    @property
    def points(self) -> int:
        """The rating as shown: it starts low for people with few games."""
        return round(40 * (self.mu - 3 * self.sigma) + 1000)
