"""How fast messages go out while Discord is out of reach."""

import discord
import pytest

from cogs import pace as pace_module
from cogs.pace import FIRST_PAUSE, SEVERAL, SLOWEST, Pace, is_outage
from host.outbox import MINUTE, SECOND
from host.records import About, OutgoingMessage
from testing.hosting import FakeClock


def messages(*tries):
    return [
        OutgoingMessage(n, About(1), "board", n, None, {}, 1, 0, tried)
        for n, tried in enumerate(tries, 1)
    ]


def answer(status, code=0):
    response = type("Response", (), {"status": status, "reason": ""})()
    return discord.HTTPException(response, {"code": code, "message": ""})


def lane(number):
    return messages(*[0] * number)[-1].audience


@pytest.fixture
def clock(monkeypatch):
    clock = FakeClock()
    monkeypatch.setattr(pace_module, "ticks", clock)
    return clock


@pytest.fixture
def pace(clock):
    return Pace()


@pytest.fixture
def out(pace):
    """In an outage."""
    for number in range(SEVERAL):
        pace.on_failure(lane(number + 1))
    assert pace.is_out
    return pace


def probe(pace, clock, due):
    """The next that is tried, and that it failed."""
    clock.now = pace.pause_until
    (tried,) = pace.to_try(due, ())
    pace.on_start(tried.audience)
    pace.on_failure(tried.audience)
    return tried


def test_everything_goes_out_at_once_as_long_as_few_audiences_have_failed(pace):
    for number in range(SEVERAL - 1):
        pace.on_failure(lane(number + 1))
    assert len(pace.to_try(messages(0, 0, 3), ())) == 3
    assert not pace.pause_until


def test_one_audience_that_always_fails_makes_nobody_else_wait(pace):
    for _ in range(100):
        pace.on_failure(lane(1))
    assert len(pace.to_try(messages(100, 0, 0), [lane(1)])) == 2
    assert not pace.pause_until


def test_many_audiences_that_fail_at_one_moment_make_the_shortest_pause(pace, clock):
    for number in range(40):
        pace.on_failure(lane(number + 1))
    assert pace.pause_until - clock.now == FIRST_PAUSE


def test_what_cannot_be_stored_is_everybodys_matter_at_once(pace):
    pace.on_failure(lane(1), is_stuck=True)
    assert pace.pause_until and not pace.to_try(messages(0, 0), ())


def test_nobody_is_begun_who_is_on_their_way(pace):
    assert [outgoing.id for outgoing in pace.to_try(messages(0, 0, 0), [lane(2)])] == [1, 3]


def test_in_an_outage_one_message_at_a_time_is_tried(out, clock):
    assert not out.to_try(messages(0, 0), ())
    clock.now = out.pause_until
    (tried,) = out.to_try(messages(0, 0), ())
    out.on_start(tried.audience)
    assert not out.to_try(messages(0, 0), [tried.audience])
    assert out.seconds_left([tried.audience]) is None


def test_what_hangs_since_before_the_outage_keeps_nobody_from_finding_out(out, clock):
    clock.now = out.pause_until
    (tried,) = out.to_try(messages(0, 0), [lane(1)])
    assert tried.audience == lane(2)
    assert out.seconds_left([lane(1)]) == 0


def test_what_was_on_its_way_when_the_outage_began_does_not_prolong_it(out, clock):
    until = out.pause_until
    clock.now += SECOND
    out.on_failure(lane(9))
    assert out.pause_until == until


def test_the_one_that_is_tried_is_not_always_the_same(out, clock):
    """One that can never be said must not stand in for all."""
    assert probe(out, clock, messages(9, 2, 5)).tries == 2


def test_pauses_grow_with_every_message_that_has_found_out_nothing(out, clock):
    pauses = [out.pause_until - clock.now]
    for _ in range(6):
        probe(out, clock, messages(0, 0))
        pauses.append(out.pause_until - clock.now)
    assert [pause / SECOND for pause in pauses] == [2, 4, 8, 16, 30, 30, 30]


def test_an_outage_of_hours_is_noticed_to_be_over_within_half_a_minute(out, clock):
    for _ in range(500):
        probe(out, clock, messages(0, 0))
        assert 0 < out.pause_until - clock.now <= SLOWEST
    assert SLOWEST <= MINUTE / 2


def test_the_first_success_lets_all_others_go(out, clock):
    for _ in range(50):
        probe(out, clock, messages(0, 0))
    out.on_success()
    assert len(out.to_try(messages(50, 0, 0), ())) == 3
    assert out.seconds_left(()) is None


def test_the_next_outage_begins_with_short_pauses(out, clock):
    probe(out, clock, messages(0, 0))
    out.on_success()
    for number in range(SEVERAL):
        out.on_failure(lane(number + 1))
    assert out.pause_until - clock.now == FIRST_PAUSE


@pytest.mark.parametrize("status", [401, 429, 500, 502, 503, 504])
def test_what_would_meet_any_message_is_an_outage(status):
    assert is_outage(answer(status))
    assert is_outage(ConnectionResetError()) and is_outage(TimeoutError())


@pytest.mark.parametrize("status", [400, 403, 404])
def test_what_is_said_of_one_message_is_no_outage(status):
    assert not is_outage(answer(status))
