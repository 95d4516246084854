"""Daily and weekly deals: a chain of keys that proves itself, and postings in local time."""

import hashlib
from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise
from random import Random

import pytest

from engine.kernel.luck import commitment
from host import chain, challenges, deals, outbox, schedules
from host.chain import LENGTH, anchor, key_of, link, proves
from host.deals import DAILY, WEEKLY
from host.hours import wall_clock, zone_of
from host.outbox import MessageKind
from host.terms import DAY, HOUR
from testing import SCALE
from testing.cases import on_sqlite
from testing.challenges import (
    CHALLENGING,
    ELSEWHERE,
    HERE,
    THERE,
    closed,
    daily,
    post,
    posts,
    scheduled,
)
from testing.hosting import ADA, caller, messages_of, refusal, say_all

GAME = CHALLENGING[0]
SEED = hashlib.sha256(b"a seed").digest()
WEEK = 7 * DAY


def at(text):
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


def moved(number, content):
    """A link with one bit changed."""
    return content[:-1] + bytes([content[-1] ^ 1 << number])


# --- the chain


def test_every_link_proves_all_before_it_and_the_anchor():
    rng = Random(1)
    numbers = sorted(rng.sample(range(1, LENGTH + 1), 12))
    links = {number: link(SEED, number) for number in numbers}
    for later in numbers:
        assert proves(links[later], bytes.fromhex(anchor(SEED)), later)
        for earlier in numbers[: numbers.index(later)]:
            assert proves(links[later], links[earlier], later - earlier)
            assert not proves(links[earlier], links[later], later - earlier)


def test_a_changed_link_or_count_is_noticed():
    end, found = bytes.fromhex(anchor(SEED)), link(SEED, 5)
    assert proves(found, end, 5)
    assert not any(proves(moved(bit, found), end, 5) for bit in range(8))
    assert not any(proves(found, moved(bit, end), 5) for bit in range(8))
    assert not any(proves(found, end, steps) for steps in (0, 1, 4, 6))


def test_the_chain_has_an_end_and_tells_so():
    assert link(SEED, LENGTH) == SEED
    for number in (-1, LENGTH + 1):
        with pytest.raises(ValueError, match="links"):
            link(SEED, number)


def test_keys_of_days_and_games_all_differ():
    games = (*CHALLENGING, "another", "another game")
    keys = [key_of(link(SEED, number), game) for number in range(1, 30) for game in games]
    assert len(set(keys)) == len(keys) == len(set(map(commitment, keys)))


# --- the deals of the host


async def proven(host, number):
    """What is shown of a closed deal holds, by nothing but hashing."""
    found = (await host.read(challenges.board, number)).challenge.deal
    proof = await host.read(challenges.proof, number)
    assert hashlib.sha256(bytes.fromhex(proof.key)).hexdigest() == proof.commitment
    assert proof.commitment == found.commitment
    if proof.link:
        assert key_of(bytes.fromhex(proof.link), found.game).hex() == proof.key
        assert proves(bytes.fromhex(proof.link), bytes.fromhex(proof.anchor), proof.steps)
    return proof


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", [DAILY, WEEKLY])
async def test_what_was_published_before_proves_every_deal_after_it_is_closed(
    open_host, clock, kind
):
    host = await open_host()
    await scheduled(host, GAME, kind=kind)
    published = await host.do(deals.published, kind)
    step = DAY if kind == DAILY else WEEK
    for _ in range(5):
        clock.now = await host.next_alarm()
        await host.run_due()
        clock.advance(step)
        await host.close()
        host = await open_host()
        await host.run_due()
    assert await host.do(deals.published, kind) == published
    clock.advance(3 * step)
    await host.run_due()
    numbers = [number for number, *_ in await posts(host)]
    proofs = [await proven(host, number) for number in numbers]
    assert len(numbers) >= 5
    assert {proof.anchor for proof in proofs} == {published}
    for earlier, later in pairwise(proofs):
        steps = later.steps - earlier.steps
        assert steps > 0
        assert proves(bytes.fromhex(later.link), bytes.fromhex(earlier.link), steps)
    assert len({proof.key for proof in proofs}) == len(proofs)


@pytest.mark.asyncio
async def test_daily_weekly_and_posted_deals_have_keys_of_their_own(host, clock):
    await daily(host, clock, GAME, HERE)
    await daily(host, clock, GAME, THERE, kind=WEEKLY)
    await post(host, GAME, ELSEWHERE)
    clock.advance(20 * DAY)
    await host.run_due()
    proofs = [await proven(host, number) for number, *_ in await posts(host)]
    assert len({proof.key for proof in proofs}) == len(proofs) >= 3
    assert len({proof.anchor for proof in proofs}) == 3  # one of them is none


@pytest.mark.asyncio
async def test_nothing_is_proven_before_the_challenge_is_closed(host, clock):
    (challenge,) = await daily(host, clock, GAME, HERE)
    await refusal(host, host.read(challenges.proof, challenge.id))
    clock.now = challenge.deal.closes
    await refusal(host, host.read(challenges.proof, challenge.id))
    await host.run_due()
    await proven(host, challenge.id)


@pytest.mark.asyncio
async def test_when_the_chain_ends_a_new_one_begins_and_the_old_deals_stay_proven(
    host, clock, monkeypatch
):
    monkeypatch.setattr(chain, "LENGTH", 3)
    await scheduled(host, GAME)
    for _ in range(8):
        clock.now = await host.next_alarm()
        await host.run_due()
        clock.advance(HOUR)
    clock.advance(5 * DAY)
    await host.run_due()
    proofs = [await proven(host, number) for number, *_ in await posts(host)]
    assert len(proofs) >= 5
    assert len({proof.anchor for proof in proofs}) >= 2
    assert {proof.steps for proof in proofs} == {1, 2, 3}
    assert len({proof.key for proof in proofs}) == len(proofs)


@pytest.mark.asyncio
async def test_a_clock_before_the_first_day_never_uses_what_is_published(host, clock):
    published = await host.do(deals.published, DAILY)
    for days in (1, 10, 60):
        clock.advance(-days * DAY)
        (challenge,) = await daily(host, clock, GAME, HERE + days)
        await closed(host, clock, challenge)
        proof = await proven(host, challenge.id)
        assert proof.link != published and proof.steps > 0


@pytest.mark.asyncio
async def test_the_opponent_changes_from_day_to_day(host, clock):
    await scheduled(host, GAME)
    await watched(host, clock, 4)
    boards = [await host.read(challenges.board, number) for number, *_ in await posts(host)]
    levels = [board.challenge.deal.level for board in boards]
    assert len(set(levels)) == len(levels) == 4


# --- by local clocks

PLACES = [
    ("UTC", 9),
    ("Europe/Paris", 9),
    ("Europe/Paris", 2),  # skipped in spring, twice in autumn
    ("Europe/London", 0),  # crosses midnight in UTC
    ("America/New_York", 20),
    ("Australia/Lord_Howe", 2),  # half an hour
    ("Pacific/Auckland", 9),
    ("Pacific/Kiritimati", 23),
]
CHANGES = ["2026-03-05", "2026-03-26", "2026-10-01", "2026-10-22"]  # around them clocks are set


async def watched(host, clock, days, channel=HERE):
    """When something was posted there: the moments and the names of deals."""
    found, known, end = [], len(await posts(host)), clock.now + days * DAY
    while (alarm := await host.next_alarm()) is not None and alarm < end:
        clock.now = max(clock.now, alarm)
        await host.run_due()
        now = await posts(host)
        found += [(clock.now, name) for _, name, where in now[known:] if where == channel]
        known = len(now)
    clock.now = end
    return found


def local(moment, zone):
    return wall_clock(moment // 1000, zone_of(zone))


def utc_date(moment):
    return datetime.fromtimestamp(moment / 1000, UTC).date()


@pytest.mark.asyncio
@on_sqlite
@pytest.mark.parametrize("start", CHANGES)
@pytest.mark.parametrize(("zone", "hour"), PLACES)
async def test_every_local_day_has_one_posting_at_its_hour(host, clock, zone, hour, start):
    clock.now = at(start)
    await scheduled(host, GAME, zone=zone, hour=hour)
    found = await watched(host, clock, 9)
    dates = [local(moment, zone).date() for moment, _ in found]
    assert len(set(dates)) == len(dates) >= 8
    for moment, name in found:
        wall = local(moment, zone)
        is_skipped = (wall.hour, wall.minute) != (hour, 0)
        assert not is_skipped or wall.hour in (hour, hour + 1)
        assert name == f"{DAILY} {utc_date(moment)} {GAME}"
    assert len({name for _, name in found}) == len(found)


@pytest.mark.asyncio
@on_sqlite
@pytest.mark.parametrize(("zone", "hour"), PLACES)
async def test_every_week_has_one_posting(host, clock, zone, hour):
    clock.now = at("2026-09-30T13:00")
    await scheduled(host, GAME, kind=WEEKLY, zone=zone, hour=hour)
    found = await watched(host, clock, 45)
    weeks = [utc_date(moment).isocalendar()[:2] for moment, _ in found]
    assert len(set(weeks)) == len(weeks) == 6
    for moment, name in found:
        year, week, day = utc_date(moment).isocalendar()
        assert name == f"{WEEKLY} {year}-W{week:02} {GAME}"
        assert day == 1 and local(moment, zone).hour == hour


@pytest.mark.asyncio
async def test_weeks_around_new_year_are_named_by_their_own_year(host, clock):
    clock.now = at("2026-12-14")
    await scheduled(host, GAME, kind=WEEKLY)
    found = [name.split()[1] for _, name in await watched(host, clock, 35)]
    assert found == ["2026-W52", "2026-W53", "2027-W01", "2027-W02"]


@pytest.mark.asyncio
async def test_channels_in_all_zones_share_one_deal(host, clock):
    clock.now = at("2026-05-01T00:00")
    channels = {HERE: "Asia/Tokyo", THERE: "UTC", ELSEWHERE: "America/Los_Angeles"}
    for channel, zone in channels.items():
        await scheduled(host, GAME, channel, zone=zone, hour=12)
    await watched(host, clock, 3)
    names = Counter(name for _, name, _ in await posts(host))
    assert set(names.values()) == {3} and len(names) == 3
    deals = await host.read(lambda uow: uow.store._first("SELECT count(*) FROM deals"))
    assert deals == len(names)


@pytest.mark.asyncio
async def test_a_deal_stays_open_for_a_day_at_least(host, clock):
    for zone in ("Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago"):
        for hour in (0, 12, 23):
            channel = HERE + 100 * hour + len(zone)
            found = await scheduled(host, GAME, channel, zone=zone, hour=hour)
            clock.now = found.next
            await host.run_due()
    for number, *_ in await posts(host):
        challenge = (await host.read(challenges.board, number)).challenge
        opened = await host.read(
            lambda uow, n: uow.store._first("SELECT opened FROM challenges WHERE id = ?", n),
            number,
        )
        assert challenge.deal.closes - opened >= DAY


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("back", "expected"),
    [
        ("2026-05-02T15:00", "2026-05-02T15:00"),  # late, but still the deal of the day
        ("2026-05-03T03:00", "2026-05-03T09:00"),  # the next one at its own hour
        ("2026-05-09T10:00", "2026-05-10T09:00"),
    ],
)
async def test_after_a_break_only_the_deal_of_today_is_posted(open_host, clock, back, expected):
    clock.now = at("2026-05-01T12:00")
    host = await open_host()
    await scheduled(host, GAME)
    await host.close()
    clock.now = at(back)
    host = await open_host()
    await host.run_due()
    if back != expected:
        assert not await posts(host)
        clock.now = await host.next_alarm()
        await host.run_due()
    assert clock.now == at(expected)
    assert [name.split()[1] for _, name, _ in await posts(host)] == [expected[:10]]


@pytest.mark.asyncio
@pytest.mark.parametrize("back", ["2026-05-07T15:00", "2026-05-11T03:00", "2026-05-14T03:00"])
async def test_after_a_break_no_week_is_left_out_nor_posted_twice(open_host, clock, back):
    clock.now = at("2026-05-01T12:00")
    host = await open_host()
    await scheduled(host, GAME, kind=WEEKLY)
    await host.close()
    clock.now = at(back)
    host = await open_host()
    await host.run_due()
    await watched(host, clock, 21)
    weeks = [name.split()[1] for _, name, _ in await posts(host)]
    assert len(set(weeks)) == len(weeks)
    assert weeks[-2:] == sorted(weeks)[-2:]
    first = 19 if back < "2026-05-11" else 20
    if back < "2026-05-14":
        assert weeks[0] == f"2026-W{first}"


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(6 * SCALE))
async def test_whatever_the_clock_and_the_process_do_nothing_is_posted_twice(
    open_host, clock, seed
):
    rng, host = Random(seed), await open_host()
    await scheduled(host, GAME)
    for _ in range(40):
        deed = rng.randrange(9)
        if deed == 0:
            await host.close()
            host = await open_host()
        elif deed == 1:
            clock.advance(rng.choice((-3 * DAY, -HOUR, 40 * DAY)))
        elif deed == 2:
            kind, zone = rng.choice((DAILY, WEEKLY)), rng.choice(PLACES)[0]
            channel = rng.choice((HERE, THERE))
            await scheduled(host, GAME, channel, kind, zone, rng.randrange(24))
        else:
            alarm = await host.next_alarm()
            clock.now = rng.choice((max(clock.now, alarm), clock.now + 5 * HOUR))
        await host.run_due()
        await host.run_due()
    found = [(name, channel) for _, name, channel in await posts(host)]
    assert len(set(found)) == len(found) > 1
    said = Counter(
        outgoing.about.challenge_id
        for outgoing in await say_all(host)
        if outgoing.kind == MessageKind.CLOSED
    )
    assert set(said.values()) <= {1}


@pytest.mark.asyncio
async def test_a_clock_that_was_far_ahead_does_not_silence_a_channel(host, clock):
    await scheduled(host, GAME)
    right = clock.now
    clock.advance(2_000 * DAY)
    await host.run_due()
    clock.now = right
    await host.run_due()
    assert len(await watched(host, clock, 3)) == 3


@pytest.mark.asyncio
async def test_a_channel_that_wants_no_more_gets_no_more(host, clock):
    await scheduled(host, GAME)
    await scheduled(host, GAME, THERE)
    await watched(host, clock, 2)
    before = len(await posts(host))
    await host.do(schedules.unschedule, DAILY, HERE)
    await refusal(host, host.do(schedules.unschedule, DAILY, HERE))
    await refusal(host, host.do(schedules.unschedule, WEEKLY, THERE))
    await watched(host, clock, 3)
    assert {channel for *_, channel in (await posts(host))[before:]} == {THERE}


@pytest.mark.asyncio
async def test_a_channel_that_is_lost_gets_no_more_and_holds_up_nobody(host, clock):
    await scheduled(host, GAME)
    await scheduled(host, GAME, THERE)
    clock.now = await host.next_alarm()
    await host.run_due()
    (outgoing,) = [each for each in await messages_of(host) if each.channel == HERE]
    await host.do(outbox.lose_channel, outgoing)
    assert not [each for each in await messages_of(host) if each.channel == HERE]
    before = len(await posts(host))
    await watched(host, clock, 3)
    assert {channel for *_, channel in (await posts(host))[before:]} == {THERE}


@pytest.mark.asyncio
async def test_a_schedule_that_makes_no_sense_is_refused(host):
    await refusal(host, scheduled(host, GAME, kind="hourly"))
    await refusal(host, scheduled(host, GAME, zone="Mars/Olympus"))
    await refusal(host, scheduled(host, "chess"))


@pytest.mark.asyncio
async def test_a_new_plan_takes_the_place_of_the_old_one(host, clock):
    await scheduled(host, GAME, hour=9)
    await scheduled(host, GAME, hour=17)
    found = await host.read(lambda uow: uow.store.schedules(HERE))
    assert [(each.hour, each.opener) for each in found] == [(17, ADA.id)]
    assert {local(moment, "UTC").hour for moment, _ in await watched(host, clock, 3)} == {17}


@pytest.mark.asyncio
async def test_mutant_a_deal_of_another_day_is_noticed(host, clock, monkeypatch):
    named = deals.name_of
    monkeypatch.setattr(deals, "name_of", lambda kind, period: named(kind, period - 1))
    await scheduled(host, GAME)
    found = await watched(host, clock, 2)
    assert found
    assert all(name != f"{DAILY} {utc_date(moment)} {GAME}" for moment, name in found)


@pytest.mark.asyncio
async def test_the_end_of_the_chain_stands_beside_every_deal_of_a_day_and_never_changes(
    host, clock
):
    await host.do(schedules.schedule, DAILY, GAME, "UTC", 8, HERE, by=caller(ADA))
    end, seen = await host.do(deals.published, DAILY), []
    for _ in range(3):
        clock.advance(DAY)
        await host.run_due()
        newest = max(outgoing.about.challenge_id or 0 for outgoing in await messages_of(host))
        seen.append((await host.read(challenges.board, newest)).anchor)
    assert seen == [end] * 3
