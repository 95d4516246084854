"""Waking hours, compared with a count that looks at the wall clock every minute."""

import itertools
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest

from host.hours import ALWAYS, Hours, is_zone, next_local, zones
from testing import SCALE

ROOT = Path(__file__).parents[2]
MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
BERLIN, NEW_YORK, LORD_HOWE = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"
APIA, SAO_PAULO, NUUK = "Pacific/Apia", "America/Sao_Paulo", "America/Nuuk"
PLACES = [
    BERLIN,
    NEW_YORK,
    LORD_HOWE,
    APIA,
    SAO_PAULO,
    NUUK,
    "Asia/Kathmandu",
    "Africa/Casablanca",
    "UTC",
]
NIGHT = (22, 8)


def utc(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


def local(at: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at // 1000, ZoneInfo(zone))


def is_quiet(hour: int, quiet: tuple[int, int] | None) -> bool:
    first, last = quiet or (0, 0)
    return (hour - first) % 24 < (last - first) % 24


def looks_awake(hours: Hours, at: int) -> bool:
    return at >= hours.away_until and not is_quiet(local(at, hours.zone).hour, hours.quiet)


@cache
def changes(zone: str) -> list[int]:
    """The days on which the clock there was changed."""
    days = range(utc("2008-01-01"), utc("2028-01-01"), DAY)
    pairs = itertools.pairwise(days)
    return [a for a, b in pairs if local(a, zone).utcoffset() != local(b, zone).utcoffset()]


def random_minute(rng: Random, zone: str) -> int:
    """Mostly next to a change of the clock."""
    anywhere = rng.randrange(utc("2008-01-01"), utc("2028-01-01"), MINUTE)
    return rng.choice([*changes(zone), anywhere]) + rng.randrange(-DAY, DAY, MINUTE)


def random_hours(rng: Random, zone: str, near: int) -> Hours:
    any_two = rng.randrange(24), rng.randrange(24)
    quiet = rng.choice([None, NIGHT, (0, 2), (2, 3), (1, 0), *[any_two] * 5])
    away_until = rng.choice([0, 0, 0, near + rng.randrange(-DAY, 2 * DAY, MINUTE)])
    return Hours(zone, quiet, away_until)


def cases(zone: str, count: int) -> Iterator[tuple[Random, Hours, int]]:
    for seed in range(count * SCALE):
        rng = Random(f"{zone} {seed}")
        start = random_minute(rng, zone)
        yield rng, random_hours(rng, zone, start), start


# Every minute


@pytest.mark.parametrize("zone", PLACES)
def test_waking_time_is_what_the_clock_on_the_wall_counts(zone) -> None:
    for rng, hours, start in cases(zone, 20):
        end = start + rng.randrange(0, 4 * DAY, MINUTE)
        counted = sum(looks_awake(hours, at) for at in range(start, end, MINUTE))
        assert hours.between(start, end) == counted * MINUTE, (hours, start, end)


@pytest.mark.parametrize("zone", PLACES)
def test_somebody_is_awake_when_the_clock_on_the_wall_says_so(zone) -> None:
    for rng, hours, start in cases(zone, 40):
        for at in (start + rng.randrange(2 * DAY) for _ in range(50)):
            assert hours.is_awake(at) == looks_awake(hours, at), (hours, at)


@pytest.mark.parametrize("zone", PLACES)
def test_somebody_wakes_in_the_first_minute_that_is_not_quiet(zone) -> None:
    for _, hours, start in cases(zone, 40):
        minutes = itertools.count(start, MINUTE)
        assert hours.wakes(start) == next(at for at in minutes if looks_awake(hours, at))


def strikes(zone: str, hour: int, start: int, end: int) -> Iterator[int]:
    """Whenever the clock reaches the hour of a day, or leaps over it, for the first time."""
    due = local(start, zone).replace(hour=hour, minute=0, tzinfo=None)
    for at in range(start, end, MINUTE):
        while local(at, zone).replace(tzinfo=None) >= due:
            yield at
            due += timedelta(days=1)


@pytest.mark.parametrize("zone", PLACES)
def test_the_next_local_hour_is_the_first_stroke_of_the_clock(zone) -> None:
    for rng, _, start in cases(zone, 10):
        hour = rng.choice([0, 1, 2, 3, 23, rng.randrange(24)])
        struck = strikes(zone, hour, start - DAY, start + 2 * DAY)
        assert next_local(start, zone, hour) == next(at for at in struck if at > start)


# Laws, to the millisecond


@pytest.mark.parametrize("zone", PLACES)
def test_waking_time_adds_up(zone) -> None:
    for rng, hours, start in cases(zone, 80):
        a, b, c = sorted(start + rng.randrange(20 * DAY) for _ in range(3))
        assert hours.between(a, c) == hours.between(a, b) + hours.between(b, c)


@pytest.mark.parametrize("zone", PLACES)
def test_waking_time_never_runs_backward_nor_faster_than_time(zone) -> None:
    for rng, hours, start in cases(zone, 80):
        b, c = sorted(start + rng.randrange(5 * DAY) for _ in range(2))
        assert 0 <= hours.between(start, c) - hours.between(start, b) <= c - b
        assert hours.between(c, b) == 0


@pytest.mark.parametrize("zone", PLACES)
def test_after_some_waking_time_just_that_much_has_passed(zone) -> None:
    for rng, hours, start in cases(zone, 80):
        awake = rng.choice([1, HOUR, 14 * HOUR, rng.randrange(1, 10 * DAY)])
        end = hours.after(start, awake)
        assert hours.between(start, end) == awake
        assert hours.between(start, end - 1) == awake - 1
        assert hours.after(start, awake + 1) > end


@pytest.mark.parametrize("zone", PLACES)
def test_nobody_is_awake_between_a_moment_and_when_they_wake(zone) -> None:
    for rng, hours, start in cases(zone, 80):
        at = start + rng.randrange(DAY)
        wakes = hours.wakes(at)
        assert hours.is_awake(wakes) and hours.between(at, wakes) == 0
        assert hours.between(at, wakes + 1) == 1


@pytest.mark.parametrize("zone", PLACES)
def test_the_next_local_hour_comes_about_daily(zone) -> None:
    for rng, _, start in cases(zone, 40):
        hour = rng.randrange(24)
        first = next_local(start, zone, hour)
        assert next_local(first - 1, zone, hour) == first
        assert start < first <= start + DAY + HOUR
        assert next_local(first, zone, hour) > first


# Nights


@pytest.mark.parametrize(
    ("zone", "quiet", "noon", "night"),
    [
        (BERLIN, NIGHT, "2026-01-10T11:00", 10 * HOUR),
        (BERLIN, NIGHT, "2026-03-28T11:00", 9 * HOUR),
        (BERLIN, NIGHT, "2026-10-24T11:00", 11 * HOUR),
        (BERLIN, (2, 3), "2026-03-28T11:00", 0),
        (BERLIN, (2, 3), "2026-10-24T11:00", 2 * HOUR),
        (BERLIN, (22, 2), "2026-10-24T11:00", 4 * HOUR),
        (NEW_YORK, NIGHT, "2026-03-07T17:00", 9 * HOUR),
        (NEW_YORK, NIGHT, "2026-10-31T17:00", 11 * HOUR),
        (LORD_HOWE, NIGHT, "2026-10-03T02:00", 9 * HOUR + 30 * MINUTE),
        (LORD_HOWE, NIGHT, "2026-04-04T02:00", 10 * HOUR + 30 * MINUTE),
        (SAO_PAULO, (0, 8), "2018-11-03T15:00", 7 * HOUR),
        (SAO_PAULO, (23, 8), "2018-02-17T15:00", 10 * HOUR),
        (NUUK, (23, 8), "2026-03-28T15:00", 8 * HOUR),
        (APIA, NIGHT, "2011-12-29T22:00", 10 * HOUR),
    ],
)
def test_a_night_is_as_long_as_the_clock_on_the_wall_makes_it(zone, quiet, noon, night) -> None:
    start = utc(noon)
    assert DAY - Hours(zone, quiet).between(start, start + DAY) == night


def test_a_night_that_the_clock_steps_back_into_is_not_begun_again() -> None:
    troll = Hours("Antarctica/Troll", (22, 2))  # its clock goes back from 3:00 to 1:00
    assert not troll.is_awake(utc("2026-10-24T23:59:59"))
    assert troll.between(utc("2026-10-25T00:00"), utc("2026-10-25T20:00")) == 20 * HOUR


def test_quiet_hours_begin_and_end_on_the_stroke() -> None:
    hours = Hours(BERLIN, NIGHT)
    evening, morning = utc("2026-07-01T20:00"), utc("2026-07-02T06:00")
    assert hours.is_awake(evening - 1) and not hours.is_awake(evening)
    assert not hours.is_awake(morning - 1) and hours.is_awake(morning)
    assert hours.wakes(evening) == morning


def test_quiet_hours_may_lie_within_a_day() -> None:
    hours = Hours("UTC", (1, 9))
    assert hours.wakes(utc("2026-07-01T00:59")) == utc("2026-07-01T00:59")
    assert hours.wakes(utc("2026-07-01T01:00")) == utc("2026-07-01T09:00")


@pytest.mark.parametrize("quiet", [None, (0, 0), (8, 8), (0, 24)])
def test_equal_hours_are_no_quiet_hours(quiet) -> None:
    hours = Hours(BERLIN, quiet)
    assert hours.between(0, 365 * DAY) == 365 * DAY
    assert hours.after(5, 365 * DAY) == 365 * DAY + 5


def test_hour_24_is_midnight() -> None:
    assert Hours("UTC", (22, 24)).wakes(utc("2026-07-01T23:00")) == utc("2026-07-02T00:00")


def test_time_that_ends_with_the_day_does_not_wait_for_the_morning() -> None:
    evening = utc("2026-07-01T22:00")
    assert Hours("UTC", NIGHT).after(evening - HOUR, HOUR) == evening


def test_no_waking_time_has_passed_at_once_even_at_night() -> None:
    midnight = utc("2026-07-01T00:00")
    assert Hours("UTC", NIGHT).after(midnight, 0) == midnight


# Away


def test_nobody_who_is_away_is_awake() -> None:
    start = utc("2026-07-01T12:00")
    hours = Hours(away_until=start + 14 * DAY)
    assert not hours.is_awake(start) and hours.is_awake(start + 14 * DAY)
    assert hours.between(start, start + 15 * DAY) == DAY
    assert hours.after(start, 1) == start + 14 * DAY + 1


def test_who_returns_at_night_sleeps_on() -> None:
    hours = Hours("UTC", NIGHT, utc("2026-07-10T23:00"))
    assert hours.wakes(utc("2026-07-01T12:00")) == utc("2026-07-11T08:00")


def test_an_absence_that_is_over_changes_nothing() -> None:
    start = utc("2026-07-01T12:00")
    assert Hours(away_until=start).between(start, start + DAY) == DAY


# The next hour


@pytest.mark.parametrize(
    ("zone", "hour", "at", "expected"),
    [
        (BERLIN, 9, "2026-07-01T06:59:59", "2026-07-01T07:00"),
        (BERLIN, 9, "2026-07-01T07:00", "2026-07-02T07:00"),
        (BERLIN, 2, "2026-03-28T12:00", "2026-03-29T01:00"),
        (BERLIN, 2, "2026-10-24T12:00", "2026-10-25T00:00"),
        (BERLIN, 2, "2026-10-25T00:00", "2026-10-26T01:00"),
        (BERLIN, 2, "2026-10-25T00:30", "2026-10-26T01:00"),
        (LORD_HOWE, 2, "2026-10-03T12:00", "2026-10-03T15:30"),
        (SAO_PAULO, 0, "2018-11-03T15:00", "2018-11-04T03:00"),
        (SAO_PAULO, 23, "2018-02-18T01:00", "2018-02-19T02:00"),
        (NUUK, 23, "2026-03-28T12:00", "2026-03-29T01:00"),
        (APIA, 0, "2011-12-30T09:00", "2011-12-30T10:00"),
        (APIA, 0, "2011-12-30T10:00", "2011-12-31T10:00"),
        (APIA, 9, "2011-12-29T19:00", "2011-12-30T10:00"),
    ],
)
def test_the_next_local_hour(zone, hour, at, expected) -> None:
    assert next_local(utc(at), zone, hour) == utc(expected)


# Zones


def test_hours_are_values() -> None:
    assert {ALWAYS, Hours(), Hours(BERLIN, NIGHT)} == {Hours("UTC"), Hours(BERLIN, (22, 8))}


NONSENSE = [
    "",
    ".",
    "/",
    "America",
    "../../etc/passwd",
    "/etc/localtime",
    "Europe/Berlin\0",
    "europe berlin",
    "\ud800",
    "x" * 5000,
    "localtime",
    "Factory",
    "posixrules",
]


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_no_zone(name) -> None:
    assert not is_zone(name)
    assert name not in zones()


@pytest.mark.parametrize("name", ["Atlantis/Poseidonis", *NONSENSE[:-3]])
def test_an_unknown_zone_counts_as_utc(name) -> None:
    start = utc("2026-07-01T21:00")
    assert Hours(name, NIGHT).after(start, 2 * HOUR) == Hours("UTC", NIGHT).after(start, 2 * HOUR)
    assert next_local(start, name, 22) == start + HOUR


def test_zones_are_places_in_order_and_utc() -> None:
    assert {*PLACES, "UTC"} <= {*zones()}
    assert list(zones()) == sorted({*zones()})
    assert all(is_zone(name) and ("/" in name or name == "UTC") for name in zones())
    assert not any(name.startswith("Etc/") for name in zones())


def test_a_machine_without_zones_knows_utc() -> None:
    script = """if True:
        import sys
        sys.modules["tzdata"] = None
        from host.hours import Hours, is_zone, zones
        print(zones(), is_zone("UTC"), is_zone("Europe/Berlin"))
        print(Hours("UTC", (22, 8)).wakes(0), Hours("Europe/Berlin", (22, 8)).wakes(0))
    """
    command = [sys.executable, "-c", script]
    shown = subprocess.run(
        command, cwd=ROOT, env={"PYTHONTZPATH": ""}, capture_output=True, text=True, check=True
    )
    assert shown.stdout == f"('UTC',) True False\n{8 * HOUR} {8 * HOUR}\n"
