"""What a table agrees on before the deal: how much time a turn has, and what happens after it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.kernel.game import Game
from engine.kernel.phrases import plural
from engine.kernel.refusal import Refused

HOUR, DAY = 3_600_000, 86_400_000
LIVE = 0
PACES = {"live": LIVE, "fast": 2, "daily": 24, "relaxed": 72}  # hours for a turn
MAX_TURN = 14 * 24
SHORTEST_IDLE = DAY


class Policy(StrEnum):
    """What happens when somebody's time is up."""

    TURN = "turn"  # the autopilot plays this turn
    SEAT = "seat"  # it takes the seat until its owner comes back
    ASK = "ask"  # the others decide
    WAIT = "wait"


class Terms(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    hours: Annotated[int, Field(ge=0, le=MAX_TURN)] = LIVE
    policy: Policy = Policy.TURN
    idle_days: Annotated[int, Field(ge=SHORTEST_IDLE // DAY, le=90)] = 30

    @property
    def budget(self) -> int:
        """The waking milliseconds of a turn; 0 means no deadline."""
        return self.hours * HOUR

    @property
    def idle(self) -> int:
        """The milliseconds without any action after which the table is closed."""
        return self.idle_days * DAY

    @property
    def pace(self) -> str:
        return next((name for name, hours in PACES.items() if hours == self.hours), "custom")


def expected(game: Game[Any, Any], seats: int, terms: Terms) -> str:
    """Say how long a game takes; in games over days, people use about half of their time."""
    if not terms.hours:
        return f"about {game.minutes} minutes live"
    turns = game.turns.get(min(max(seats, game.seats[0]), game.seats[-1]))
    if turns is None:
        return ""
    hours = turns * terms.hours / 2
    length = plural(round(hours / 24), "day") if hours >= 36 else plural(round(hours), "hour")
    return f"about {length} at this pace"


LIVE_TERMS = Terms()  # everybody is here: no deadlines


def agreed(terms: Terms, changes: Mapping[str, Any]) -> Terms:
    """Return the terms with these changes, or refuse with a sentence."""
    try:
        changed = Terms.model_validate({**terms.model_dump(), **changes})
    except ValidationError:
        raise Refused(
            f"A turn can take 1–{MAX_TURN} hours (0: no time limit), and an idle game "
            "ends after 1–90 days."
        ) from None
    if changed.budget >= changed.idle:
        raise Refused("The idle limit must be longer than one turn.")
    return changed
