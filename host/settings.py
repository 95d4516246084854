"""A person's own settings, valid at all tables, including when they are awake."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from host.hours import Hours
from host.unit_of_work import UnitOfWork

Hour = Annotated[int, Field(ge=0, le=23)]
MAX_VACATION = 30  # days


class Settings(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    hand: Literal["dm", "ephemeral"] = "dm"  # where the own panel is pushed to
    calls: Literal["channel", "dm", "both", "none"] = "channel"
    is_door_closed: bool = False  # direct messages were refused
    zone: str = "UTC"
    quiet: tuple[Hour, Hour] | None = None
    away_until: int = 0
    reminders: Annotated[int, Field(ge=-1, le=48)] = 0  # every so many hours; 0 as usual, -1 never
    digest: Hour | None = None
    shows_time: bool = False  # in lobbies, what time it is for the user
    hints: Literal["first", "always", "never"] = "first"  # first: in the first game of each kind
    hints_off: tuple[str, ...] = ()  # the games in which the user has turned them off

    @property
    def is_called(self) -> bool:
        return self.calls != "none"

    @property
    def is_pinged(self) -> bool:
        """Whether to ping them in the channel, also because Discord refuses direct messages."""
        return self.calls in ("channel", "both") or (self.calls == "dm" and self.is_door_closed)

    @property
    def is_messaged(self) -> bool:
        """Whether to call them by direct message, besides their panel."""
        return self.calls in ("dm", "both") and not self.is_door_closed

    @property
    def wants_dms(self) -> bool:
        return self.hand == "dm" or self.calls in ("dm", "both")

    @property
    def hours(self) -> Hours:
        return Hours(self.zone, self.quiet, self.away_until)


def settings_of(uow: UnitOfWork, user: int) -> Settings:
    """Return the user's settings; the defaults if they are damaged, so that no clock stops."""
    try:
        return Settings.model_validate(uow.store.settings(user))
    except (ValueError, TypeError):
        return Settings()


def change_settings(uow: UnitOfWork, user: int, **changes: Any) -> Settings:
    uow.store.own_person(user)
    changed = Settings.model_validate({**settings_of(uow, user).model_dump(), **changes})
    uow.store.set_settings(user, changed.model_dump(mode="json"))
    return changed
