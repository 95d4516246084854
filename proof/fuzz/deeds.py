"""An interaction to send, and what the people of the scene see when they make one up."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from proof.fuzz.facts import Facts, part, seats
from proof.fuzz.reading import reading
from proof.fuzz.scene import Scene
from sandbox.driver import parts
from sandbox.messages import message_readers
from sandbox.world import Json

BUTTON, SELECT = 2, 3
REMEMBERED = 300  # ids that were seen once
GOES_ON = "msb"  # kinds that lead to an action in several steps
SOME = 3  # tables that are over
WITH_VERBS = "tcouvw"  # kinds that differ by their last word
Envelope = Callable[[Json], None]  # bends the payload in place


class Deed(NamedTuple):
    """One interaction to send."""

    type: int
    user: str
    channel: str
    data: Json
    message: Json | None = None
    bend: Envelope | None = None
    is_possible: bool = True  # Discord could send it: it must be answered
    what: str = ""


class Specimen(NamedTuple):
    """Something that can be pressed, and on which message."""

    custom_id: str
    type: int
    values: tuple[str, ...]
    message: Json
    least: int = 1
    most: int = 1

    @property
    def verb(self) -> str:
        """Where it has one; codes are many, and none is rarer than another."""
        return self.custom_id.split(":")[-1] if self.custom_id[0] in WITH_VERBS else ""


class Place(NamedTuple):
    """Who sits at which table, or where a seat is free."""

    user: str
    table: int
    phase: str
    channel: str | None
    moves: int = 0
    has_plans: bool = False
    free: int | None = None  # instead of a user: the number of the seat


class Sight:
    """What there is to press, and who sees it."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.world, self.rng = scene, scene.world, scene.rng
        self.old: deque[str] = deque(maxlen=REMEMBERED)
        self.by_kind: dict[str, dict[str, list[Specimen]]] = {}  # and verb
        self.messages: list[Json] = []
        self.tables: list[int] = [1]
        self.challenges: list[int] = [1]
        self.places: list[Place] = []

    def renew(self, facts: Facts) -> None:
        self.challenges = [key[1] for key in facts if key[0] == "challenge"] or [1]
        self.tables = sorted(key[1] for key in facts if key[0] == "table")
        self.places = [
            place
            for table in _alive(facts, self.tables)
            for place in _places(facts, table)
            if place.user in self.world.users or place.free is not None
        ]
        self.messages = [each for those in self.world.messages.values() for each in those.values()]
        self.by_kind = {}
        for message in self.messages:
            for each in parts(message):
                if "custom_id" in each:
                    self._notice(message, each)
        for verbs in self.by_kind.values():
            for specimens in verbs.values():
                self.old.append(self.rng.choice(specimens).custom_id)

    def _notice(self, message: Json, part: Json) -> None:
        offered = tuple(each["value"] for each in part.get("options") or ())
        bounds = part.get("min_values", 1), part.get("max_values", 1)
        found = Specimen(part["custom_id"], part["type"], offered, message, *bounds)
        verbs = self.by_kind.setdefault(found.custom_id[0], {})
        verbs.setdefault(found.verb, []).append(found)

    @property
    def seated(self) -> list[Place]:
        """At tables that are being played."""
        return [place for place in self.places if place.phase == "playing" and place.user]

    @property
    def timely(self) -> list[tuple[str, Specimen]]:
        """Who could go on with what, as it is offered to them now."""
        moments = {(each.table, each.moves, each.user): each.user for each in self.seated}
        found = []
        for specimen in (each for each in self.specimens if each.custom_id[0] in GOES_ON):
            said, readers = reading(specimen.custom_id), self._readers(specimen.message)
            moment = said and (said.table, said.moves, *readers)
            found += [(moments[moment], specimen)] if moment in moments else []
        return found

    def _readers(self, message: Json) -> list[str]:
        return sorted(message_readers(self.world, message) or () if self.is_there(message) else ())

    @property
    def others(self) -> list[str]:
        """Ids to take parts from."""
        return [*self.old] or ["a:1:0:done"]

    @property
    def specimens(self) -> list[Specimen]:
        verbs = [found for verbs in self.by_kind.values() for found in verbs.values()]
        return [each for specimens in verbs for each in specimens]

    def is_there(self, message: Json) -> bool:
        """The bot takes messages away, too."""
        return message["id"] in self.world.messages.get(message["channel_id"], {})

    def is_private(self, message: Json) -> bool:
        return message_readers(self.world, message) is not None

    def reader(self, message: Json) -> str:
        """Somebody who sees the message."""
        readers = message_readers(self.world, message)
        people = sorted(readers or (each["id"] for each in self.world.people))
        return str(self.rng.choice(people))

    def anybody(self) -> str:
        return str(self.rng.choice(self.world.people)["id"])

    def page_of(self, user: str, is_own: bool | None = None) -> Json:
        """Any message that they see, often one that nobody else does."""
        seen = [each for each in self.messages if self._sees(user, each)]
        own = [each for each in seen if self.is_private(each)]
        is_own = self.rng.random() < 0.5 if is_own is None else is_own
        return self.rng.choice(own if own and is_own else seen)

    def _sees(self, user: str, message: Json) -> bool:
        readers = message_readers(self.world, message) if self.is_there(message) else frozenset()
        return readers is None or user in readers

    def deed(
        self,
        kind: int,
        user: str,
        channel: str,
        data: Json,
        message: Json | None,
        what: str,
        why: list[str],
    ) -> Deed:
        said = f"{what} by {self.world.users[user]['username']}"
        said += f" ({', '.join(why)})" if why else ""
        return Deed(kind, user, channel, data, message, what=said)


def _alive(facts: Facts, tables: list[int]) -> list[int]:
    """Those that are not over, and some that are."""
    over = [table for table in tables if part(facts, table, "phase") == "over"]
    is_open = (each for each in tables if part(facts, each, "phase") in ("lobby", "playing"))
    return [*is_open, *over[-SOME:]]


def _places(facts: Facts, table: int) -> Iterator[Place]:
    phase, channel = part(facts, table, "phase"), part(facts, table, "channel")
    where = str(channel) if channel else None
    for seat in seats(facts, table):
        if seat.user:
            yield Place(str(seat.user), table, phase, where, seat.moves, seat.queue != "[]")
        elif seat.is_free:
            yield Place("", table, phase, where, free=seat.number)
