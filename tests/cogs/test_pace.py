"""How fast letters go out while Discord is out of reach."""

import discord
import pytest

from cogs.pace import SEVERAL, SLOWEST, Pace, is_outage
from host.errors import Unsaved
from host.outbox import MINUTE, SECOND
from host.records import Letter
from tests.host.hosting import FakeClock


def letters(*tries):
    return [Letter(n, 1, "board", n, None, {}, 1, 0, tried) for n, tried in enumerate(tries, 1)]


def answer(status, code=0):
    response = type("Response", (), {"status": status, "reason": ""})()
    return discord.HTTPException(response, {"code": code, "message": ""})


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def pace(clock):
    return Pace(clock)


def test_everything_goes_out_at_once_as_long_as_few_setbacks_come_in_a_row(pace):
    for _ in range(SEVERAL - 1):
        pace.stumbles()
    assert len(pace.next(letters(0, 0, 3), True)) == 3
    assert not pace.pause_until


def test_in_an_outage_one_letter_at_a_time_is_tried(pace, clock):
    for _ in range(SEVERAL):
        pace.stumbles()
    assert not pace.next(letters(0, 0), False)
    clock.now = pace.pause_until
    assert len(pace.next(letters(0, 0), False)) == 1
    assert not pace.next(letters(0, 0), True)


def test_the_one_that_is_tried_is_not_always_the_same(pace, clock):
    """One that can never be said must not stand in for all."""
    for _ in range(SEVERAL):
        pace.stumbles()
    clock.now = pace.pause_until
    (tried,) = pace.next(letters(9, 2, 5), False)
    assert tried.tries == 2


def test_an_outage_of_hours_is_noticed_to_be_over_within_half_a_minute(pace, clock):
    for _ in range(500):
        pace.stumbles()
        assert SECOND <= pace.pause_until - clock.now <= SLOWEST or pace.pause_until == 0
        clock.now = max(clock.now, pace.pause_until)
    assert SLOWEST <= MINUTE / 2


def test_the_first_success_lets_all_others_go(pace):
    for _ in range(50):
        pace.stumbles()
    pace.goes_on()
    assert len(pace.next(letters(50, 0, 0), True)) == 3


@pytest.mark.parametrize("status", [401, 429, 500, 502, 503, 504])
def test_what_would_meet_any_letter_is_an_outage(status):
    assert is_outage(answer(status))
    assert is_outage(ConnectionResetError()) and is_outage(Unsaved(""))


@pytest.mark.parametrize("status", [400, 403, 404])
def test_what_is_said_of_one_letter_is_no_outage(status):
    assert not is_outage(answer(status))
