"""When a person is awake, in their own time zone. Never reads a clock."""

import itertools
import sys
import zoneinfo
from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta, tzinfo
from functools import cache, lru_cache
from typing import NamedTuple

from engine.kernel.refusal import Refused
from host.terms import DAY, HOUR

FOREVER = sys.maxsize
MAX_QUIET = 12  # hours of a day
NO_PLACES = {"Factory", "localtime", "posixrules"}
NO_AREAS = ("Etc/", "SystemV/", "posix/", "right/")  # Etc/GMT+5 is in the west


class Hours(NamedTuple):
    """When somebody is awake: outside their quiet hours and vacation."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None  # from hour, to hour of the local day
    away_until: int = 0

    @property
    def quiet_a_day(self) -> int:
        """The number of quiet hours per day."""
        begin, end = self.quiet or (0, 0)
        return (end - begin) % 24

    def longest(self, awake: int) -> int:
        """Return how long this much waking time takes if quiet hours come first."""
        night = self.quiet_a_day * HOUR
        nights = -(-awake // (DAY - night))
        return awake + nights * night

    def is_awake(self, at: int) -> bool:
        return self.wakes(at) == at

    def wakes(self, at: int) -> int:
        """Return the first waking moment from then on."""
        return next(self.waking_periods(at))[0]

    def between(self, start: int, end: int) -> int:
        """Return the waking time from start to end."""
        periods = itertools.takewhile(lambda period: period[0] < end, self.waking_periods(start))
        return sum(min(asleep, end) - awake for awake, asleep in periods)

    def after(self, start: int, awake: int) -> int:
        """Return the first moment at which this much waking time has passed since the start."""
        if awake <= 0:
            return start
        for begin, end in self.waking_periods(start):
            if awake <= end - begin:
                return begin + awake
            awake -= end - begin
        raise AssertionError("days never end")

    def waking_periods(self, start: int) -> Iterator[tuple[int, int]]:
        """Yield the waking periods from then on, endlessly: from, until."""
        start = max(start, self.away_until)
        for rise, rest in self.days(start):
            if max(rise, start) < rest:
                yield max(rise, start), rest

    def days(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield each day between two nights, beginning with the day before."""
        sleep, rise = (hour % 24 for hour in self.quiet or (0, 0))
        if sleep == rise:
            yield at, FOREVER
            return
        zone = zone_of(self.zone)
        rest = sleep if rise < sleep else sleep + 24
        for midnight in midnights(at, zone):
            yield moment(midnight, rise, zone), moment(midnight, rest, zone)


ALWAYS = Hours()


def next_local(at: int, zone: str, hour: int) -> int:
    """Return the next moment at which the zone's clock strikes the hour."""
    place = zone_of(zone)
    strikes = (moment(midnight, hour, place) for midnight in midnights(at, place))
    return next(strike for strike in strikes if strike > at)


def must_be_a_zone(name: str) -> None:
    if not is_zone(name):
        raise Refused("I don't know that time zone. Pick one from the list, such as Europe/Paris.")


def must_be_an_hour(number: int) -> None:
    if not 0 <= number < 24:
        raise Refused("Give the hour as a number from 0 to 23.")


def must_be_short(hours: Hours) -> None:
    """Refuse quiet hours that would stop a game for most of the day."""
    if hours.quiet_a_day > MAX_QUIET:
        begin, end = hours.quiet or (0, 0)
        raise Refused(
            f"From {begin}:00 to {end}:00 is {hours.quiet_a_day} quiet hours; you can have up to "
            f"{MAX_QUIET} a day. Give the hours in which you sleep, such as 22 and 8."
        )


def is_zone(name: str) -> bool:
    return name in known_zones()


@cache
def zones() -> tuple[str, ...]:
    """List the names to choose from: places, and UTC."""
    places = {name for name in known_zones() if "/" in name and not name.startswith(NO_AREAS)}
    return tuple(sorted(places | {"UTC"}))


@cache
def known_zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones() - NO_PLACES | {"UTC"})


@lru_cache
def zone_of(name: str) -> tzinfo:
    """Return the zone; UTC for a name that this machine doesn't know (any more)."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def midnights(at: int, zone: tzinfo) -> Iterator[datetime]:
    """Yield the midnights of the zone's calendar, beginning with the day before."""
    today = datetime.combine(wall_clock(at // 1000, zone), time())
    return (today + timedelta(days=day) for day in itertools.count(-1))


def moment(midnight: datetime, hour: int, zone: tzinfo) -> int:
    """Return when the zone's clock first shows that hour, or a later one if the day skips it."""
    wall = midnight + timedelta(hours=hour)
    first, second = (int(wall.replace(tzinfo=zone, fold=fold).timestamp()) for fold in (0, 1))
    # Only a skipped time reads later by the old offset than by the new one: the leap is between.
    leap = bisect_left(range(second, first), wall, key=lambda at: wall_clock(at, zone))
    return (min(first, second) + leap) * 1000


def wall_clock(seconds: int, zone: tzinfo) -> datetime:
    return datetime.fromtimestamp(seconds, zone).replace(tzinfo=None)
