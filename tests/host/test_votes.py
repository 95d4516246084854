"""Votes: who may vote, when a proposal passes, and what the log says."""

from random import Random

import pytest

from host import play, seating, votes
from host.notes import HostEventKind, told
from host.outbox import MessageKind
from host.records import Note, Phase
from host.terms import Policy
from host.views import AGREED, FORCED, log_lines, view_table
from host.votes import OLDEST, Proposal, ProposalKind, proposal_of
from testing.deadlines import (
    DAY,
    HOUR,
    awaited,
    choose,
    deadlines_of,
    notes_of,
    open_timed,
    run_until,
    table_now,
)
from testing.hosting import (
    ADA,
    BEN,
    CLEO,
    DIRK,
    PEOPLE,
    STRANGER,
    caller,
    dump,
    messages_of,
    next_click,
    press,
    refusal,
    say_all,
)

pytestmark = pytest.mark.asyncio
PAUSE, EXTEND, ABANDON = (
    Proposal(subject) for subject in (ProposalKind.PAUSE, ProposalKind.EXTEND, ProposalKind.ABANDON)
)
SPOKEN = "(By vote.)"
REJECTED = "The vote to pause the game did not pass."
BY_A_MODERATOR = "(By a moderator.)"


async def agree(host, table, user, matter):
    return await host.do(votes.agree, table.id, matter, by=caller(user.id))


async def disagree(host, table, user, matter):
    return await host.do(votes.disagree, table.id, matter, by=caller(user.id))


async def motion_of(host, table, matter):
    found = await host.read(votes.open_votes, table.id)
    return next((motion for motion in found if motion.matter == matter), None)


async def miss(host, clock, table):
    """Somebody lets the time pass; their seat."""
    seat, _ = await awaited(host, table.id)
    due = (await table_now(host, table.id)).seats[seat].due
    assert due is not None, "the clock is stopped"
    await run_until(host, clock, due)
    return seat


# --- every matter ------------------------------------------------------------------------------


async def is_paused(host, table):
    return bool((await table_now(host, table.id)).paused)


async def has_more_time(host, table):
    return {each.budget for each in (await deadlines_of(host, table.id)).values()} == {4 * HOUR}


async def is_over(host, table):
    return (await table_now(host, table.id)).phase is Phase.OVER


def seat_is(**facts):
    async def holds(host, table):
        seat = (await table_now(host, table.id)).seats[2]
        return {name: getattr(seat, name) for name in facts} == facts

    return holds


EFFECTS = {
    PAUSE: is_paused,
    EXTEND: has_more_time,
    Proposal(ProposalKind.TAKEOVER, 2): seat_is(user=CLEO.id, is_autopilot=True),
    Proposal(ProposalKind.REPLACE, 2): seat_is(user=None, is_autopilot=True, is_free=True),
    Proposal(ProposalKind.REMOVE, 2): seat_is(user=None, is_autopilot=True, is_free=False),
    ABANDON: is_over,
}
matters = pytest.mark.parametrize("matter", EFFECTS, ids=lambda matter: matter.text)


def needed(matter):
    """Of four people who are all there."""
    return 4 if matter is ABANDON else 3 if matter.seat is None else 2


@matters
async def test_a_majority_carries_it_out_and_the_log_tells_so(host, game_id, matter):
    table = await open_timed(host, game_id, people=4, hours=2)
    users = [ADA, BEN, DIRK, CLEO]
    for count, user in enumerate(users[: needed(matter)], start=1):
        assert not await EFFECTS[matter](host, table)
        motion = await agree(host, table, user, matter)
        assert (len(motion.in_favor), motion.needed) == (count, needed(matter))
    assert motion.is_carried and await EFFECTS[matter](host, table)
    assert SPOKEN in " ".join(await host.read(log_lines, table.id, by=None))
    assert await motion_of(host, table, matter) is None


@matters
async def test_a_moderator_decides_alone_and_the_log_tells_so(host, game_id, matter):
    table = await open_timed(host, game_id, people=4, hours=2)
    await host.do(votes.force, table.id, matter)
    assert await EFFECTS[matter](host, table)
    told_so = " ".join(await host.read(log_lines, table.id, by=None))
    assert BY_A_MODERATOR in told_so and SPOKEN not in told_so


async def test_a_pause_is_ended_by_a_vote(host, game_id):
    table = await open_timed(host, game_id, people=2, hours=2)
    for subject in (ProposalKind.PAUSE, ProposalKind.RESUME):
        for user in (ADA, BEN):
            await agree(host, table, user, Proposal(subject))
        assert await is_paused(host, table) == (subject is ProposalKind.PAUSE)
    kinds = [note.kind for note in await notes_of(host, table.id)]
    assert kinds == [HostEventKind.PAUSED, HostEventKind.RESUMED]


async def test_how_a_game_ended_is_told_rightly(host, game_id):
    agreed = await open_timed(host, game_id, channel=1)
    forced = await open_timed(host, game_id, channel=2)
    for user in (ADA, BEN):
        await agree(host, agreed, user, ABANDON)
    await host.do(votes.force, forced.id, ABANDON)
    endings = [(await table_now(host, table.id)).ending for table in (agreed, forced)]
    assert endings == [AGREED, FORCED]


@matters
async def test_a_vote_is_shown_to_the_channel_when_it_changes(host, game_id, matter):
    table = await open_timed(host, game_id, people=4, hours=2)
    await agree(host, table, ADA, matter)
    assert MessageKind.VOTE in {outgoing.kind for outgoing in await say_all(host)}
    await host.do(votes.withdraw, table.id, matter, by=caller(ADA.id))
    assert MessageKind.VOTE in {outgoing.kind for outgoing in await say_all(host)}
    assert await host.read(votes.open_votes, table.id) == []


async def test_who_agrees_twice_has_one_voice(host, game_id):
    table = await open_timed(host, game_id, people=3)
    for _ in range(3):
        motion = await agree(host, table, ADA, PAUSE)
    assert motion.in_favor == (0,) and not motion.is_carried


async def test_one_voice_less_is_not_enough_after_it_was_taken_back(host, game_id):
    table = await open_timed(host, game_id, people=3)
    await agree(host, table, ADA, PAUSE)
    await host.do(votes.withdraw, table.id, PAUSE, by=caller(ADA.id))
    assert not (await agree(host, table, BEN, PAUSE)).is_carried
    assert (await agree(host, table, ADA, PAUSE)).is_carried


# --- who has a voice: scenarios, for the host as it is and for the mutants ---------------------


async def who_missed_a_turn_is_not_waited_for(host, clock, game_id):
    table = await open_timed(host, game_id, people=3, hours=2, policy=Policy.WAIT)
    gone = await miss(host, clock, table)
    there = [user for number, user in enumerate(PEOPLE[:3]) if number != gone]
    first = await agree(host, table, there[0], ABANDON)
    assert gone not in first.voters and first.needed == 2
    assert (await agree(host, table, there[1], ABANDON)).is_carried


async def the_voice_of_who_is_absent_does_not_count(host, clock, game_id):
    table = await open_timed(host, game_id, people=3, hours=2, policy=Policy.WAIT)
    seat, user = await awaited(host, table.id)
    other = next(each for each in PEOPLE[:3] if each.id != user.id)
    await agree(host, table, user, PAUSE)
    await miss(host, clock, table)
    motion = await agree(host, table, other, PAUSE)
    assert (seat in motion.in_favor, motion.is_carried) == (False, False)


async def who_is_away_is_not_waited_for(host, clock, game_id):
    table = await open_timed(host, game_id, people=2)
    await choose(host, BEN, away_until=clock.now + DAY)
    motion = await agree(host, table, ADA, PAUSE)
    assert motion.is_carried and motion.voters == (0,)


async def who_is_on_autopilot_is_not_waited_for(host, clock, game_id):
    table = await open_timed(host, game_id, people=3)
    await agree(host, table, CLEO, ABANDON)
    await host.do(seating.hand_over, table.id, by=caller(CLEO.id))
    motion = await agree(host, table, ADA, ABANDON)
    assert (motion.voters, motion.in_favor) == ((0, 1), (0,))


async def whoever_it_is_about_has_no_voice(host, clock, game_id):
    table = await open_timed(host, game_id, people=3)
    matter = Proposal(ProposalKind.REMOVE, 2)
    await refusal(host, agree(host, table, CLEO, matter))
    motion = await agree(host, table, ADA, matter)
    assert (motion.voters, motion.needed) == ((0, 1), 2)


async def the_end_takes_everybody_who_is_there(host, clock, game_id):
    table = await open_timed(host, game_id, people=3)
    for user in (ADA, BEN):
        assert not (await agree(host, table, user, ABANDON)).is_carried
    assert (await agree(host, table, CLEO, ABANDON)).is_carried


async def nobody_alone_takes_the_seat_of_who_is_there(host, clock, game_id):
    table = await open_timed(host, game_id, people=2, hours=2, policy=Policy.WAIT)
    for subject in (ProposalKind.REPLACE, ProposalKind.REMOVE):
        await refusal(host, agree(host, table, ADA, Proposal(subject, 1)))
    gone = await miss(host, clock, table)
    assert (
        await agree(host, table, PEOPLE[1 - gone], Proposal(ProposalKind.REPLACE, gone))
    ).is_carried


async def a_vote_is_lost_when_those_who_could_carry_it_go(host, clock, game_id):
    """They leave, miss their turn, or go on vacation; it needs no further vote."""

    async def leaves(table):
        await host.do(seating.hand_over, table.id, by=caller(CLEO.id))

    async def goes_away(table):
        await choose(host, CLEO, away_until=clock.now + DAY)

    async def is_forgotten(table):
        await host.forget(CLEO.id)

    for channel, goes in enumerate((leaves, goes_away, is_forgotten), 10):
        await choose(host, CLEO, away_until=0)
        table = await open_timed(host, game_id, people=3, channel=channel)
        await agree(host, table, ADA, PAUSE)
        assert not (await disagree(host, table, BEN, PAUSE)).is_lost
        await goes(table)
        assert await motion_of(host, table, PAUSE) is None, goes
        assert (await host.read(log_lines, table.id, by=None)).count(REJECTED) == 1
        assert not await is_paused(host, table)
    table = await open_timed(host, game_id, people=3, hours=2, policy=Policy.WAIT, channel=20)
    late = (await awaited(host, table.id))[0]
    ayes, noes = (user for number, user in enumerate(PEOPLE[:3]) if number != late)
    await agree(host, table, ayes, PAUSE)
    await disagree(host, table, noes, PAUSE)
    await miss(host, clock, table)
    assert await motion_of(host, table, PAUSE) is None


async def a_vote_is_lost_when_too_few_are_left_to_vote(host, clock, game_id):
    table = await open_timed(host, game_id, people=3)
    matter = Proposal(ProposalKind.REMOVE, 2)
    await agree(host, table, ADA, matter)
    await host.do(seating.hand_over, table.id, by=caller(BEN.id))
    assert await motion_of(host, table, matter) is None  # one of one, and it takes two


async def what_the_table_asks_waits_for_somebody_who_can_vote(host, clock, game_id):
    table = await open_timed(host, game_id, people=2, hours=2, policy=Policy.ASK)
    late = await miss(host, clock, table)
    matter = Proposal(ProposalKind.TURN, late)
    await choose(host, PEOPLE[1 - late], away_until=clock.now + DAY)
    motion = await motion_of(host, table, matter)
    assert motion and motion.voters == ()
    await choose(host, PEOPLE[1 - late], away_until=0)
    assert (await agree(host, table, PEOPLE[1 - late], matter)).is_carried


async def nobody_who_is_late_lets_a_vote_pass(host, clock, game_id):
    table = await open_timed(host, game_id, people=2, hours=2, policy=Policy.WAIT)
    late = (await awaited(host, table.id))[0]
    assert not (await agree(host, table, PEOPLE[1 - late], ABANDON)).is_carried
    await miss(host, clock, table)
    assert not await is_over(host, table)


SCENARIOS = [
    who_missed_a_turn_is_not_waited_for,
    the_voice_of_who_is_absent_does_not_count,
    who_is_away_is_not_waited_for,
    who_is_on_autopilot_is_not_waited_for,
    whoever_it_is_about_has_no_voice,
    the_end_takes_everybody_who_is_there,
    nobody_alone_takes_the_seat_of_who_is_there,
    a_vote_is_lost_when_those_who_could_carry_it_go,
    a_vote_is_lost_when_too_few_are_left_to_vote,
    what_the_table_asks_waits_for_somebody_who_can_vote,
    nobody_who_is_late_lets_a_vote_pass,
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
async def test_of_those_present(host, clock, game_id, scenario):
    await scenario(host, clock, game_id)


def everybody(uow, table, matter):
    return tuple(seat.number for seat in table.seats if seat.user)


def one_is_enough(uow, table, matter, voices):
    voters = votes._voters(uow, table, matter)
    return votes.OpenVote(matter, tuple(v for v in voters if v in voices), voters, 1)


def lost_by_noes_only(motion):
    is_short = len(motion.voters) - len(motion.against) < motion.needed
    return bool(motion.against) and is_short


def lost_without_voters(motion):
    return len(motion.voters) - len(motion.against) < motion.needed


def reviewed_never(uow, table_id):
    pass


def carried_by_absence(uow, table_id):
    for motion in votes.open_votes(uow, table_id):
        if motion.is_carried:
            votes.carry_out(uow, table_id, motion.matter, "vote", None)


MUTANTS = {
    "votes of the absent count": ("_is_present", lambda uow, seat: True),
    "everybody is waited for": ("_voters", everybody),
    "vacations do not matter": ("_is_away", lambda uow, user: False),
    "one voice is enough": ("_motion", one_is_enough),
    "one may remove another": ("_fewest", lambda uow, table, matter: 1),
    "nobody looks at it when voters go": ("review", reviewed_never),
    "it passes because others are late": ("review", carried_by_absence),
    "only votes against lose it": ("OpenVote.is_lost", property(lost_by_noes_only)),
    "what the table asks is lost": ("OpenVote.is_lost", property(lost_without_voters)),
}


@pytest.mark.parametrize("name", MUTANTS)
async def test_a_mutant_is_caught(open_host, clock, file, game_id, monkeypatch, name):
    target, mutant = MUTANTS[name]
    monkeypatch.setattr(f"host.votes.{target}", mutant)
    caught = []
    for scenario in SCENARIOS:
        host = await open_host()
        try:
            await scenario(host, clock, game_id)
        except (AssertionError, pytest.fail.Exception, play.Refused):
            caught.append(scenario.__name__)
        await host.close()
        file.unlink()
    assert caught


# --- what cannot be asked ----------------------------------------------------------------------


async def test_what_makes_no_sense_is_refused(host, game_id):
    table = await open_timed(host, game_id, people=2, robots=1)
    for matter in (
        Proposal(ProposalKind.RESUME),
        EXTEND,
        Proposal(ProposalKind.REMOVE, 2),
        Proposal(ProposalKind.REMOVE, 3),
        Proposal(ProposalKind.TURN, 1),
    ):
        await refusal(host, agree(host, table, ADA, matter))
        await refusal(host, host.do(votes.force, table.id, matter))


@pytest.mark.parametrize("text", ["", "x", "pause 1", "remove", "remove x", "remove -1", "turn ²"])
async def test_nonsense_is_no_matter(text):
    with pytest.raises(play.Refused):
        proposal_of(text)


@matters
async def test_a_matter_reads_as_it_was_written(matter):
    assert proposal_of(matter.text) == matter


async def test_strangers_autopilots_and_the_absent_have_no_voice(host, clock, game_id):
    table = await open_timed(host, game_id, people=3)
    await refusal(host, agree(host, table, STRANGER, PAUSE))
    await host.do(seating.hand_over, table.id, by=caller(CLEO.id))
    await refusal(host, agree(host, table, CLEO, PAUSE))
    await choose(host, BEN, away_until=clock.now + DAY)
    await refusal(host, agree(host, table, BEN, PAUSE))


async def test_after_the_end_nothing_is_decided(host, game_id):
    table = await open_timed(host, game_id)
    await agree(host, table, ADA, PAUSE)
    await host.do(votes.force, table.id, ABANDON)
    assert await host.read(votes.open_votes, table.id) == []
    await refusal(host, agree(host, table, ADA, PAUSE))
    await refusal(host, host.do(votes.force, table.id, PAUSE))


async def test_votes_that_are_open_when_a_game_finishes_go_away(host, game_id):
    table, rng = await open_timed(host, game_id), Random(1)
    await agree(host, table, ADA, ABANDON)
    await say_all(host)
    while click := await next_click(host, table.id, rng):
        await press(host, table.id, click)
    assert MessageKind.VOTE in {outgoing.kind for outgoing in await messages_of(host)}


async def test_what_has_become_pointless_is_no_longer_shown(host, game_id):
    table = await open_timed(host, game_id, people=3)
    takeover = Proposal(ProposalKind.TAKEOVER, 2)
    await agree(host, table, ADA, takeover)
    assert await motion_of(host, table, takeover)
    await host.do(seating.hand_over, table.id, by=caller(CLEO.id))
    assert await motion_of(host, table, takeover) is None


# --- seats that change hands -------------------------------------------------------------------


async def test_a_newcomer_inherits_neither_voices_nor_accusations(host, game_id):
    table = await open_timed(host, game_id, people=3)
    await agree(host, table, CLEO, ABANDON)
    await agree(host, table, ADA, Proposal(ProposalKind.REMOVE, 2))
    await host.do(votes.force, table.id, Proposal(ProposalKind.REPLACE, 2))
    await host.do(seating.take_seat, table.id, 2, by=caller(STRANGER))
    assert await host.read(votes.open_votes, table.id) == []
    assert (await agree(host, table, ADA, ABANDON)).in_favor == (0,)


async def test_a_free_seat_is_taken_by_one_and_played_on(host, game_id):
    table = await open_timed(host, game_id, people=2, hours=2)
    seat, user = await awaited(host, table.id)
    await host.do(votes.force, table.id, Proposal(ProposalKind.REPLACE, seat))
    await host.do(seating.take_seat, table.id, seat, by=caller(STRANGER))
    seen = await host.read(view_table, table.id, by=caller(STRANGER.id))
    assert (seen.seat, seen.table.seats[seat].is_free) == (seat, False) and seen.actions
    assert seat in await deadlines_of(host, table.id)
    await refusal(host, host.do(seating.take_seat, table.id, seat, by=caller(CLEO)))
    await refusal(host, host.do(seating.take_seat, table.id, 1 - seat, by=caller(STRANGER)))
    await refusal(host, host.do(seating.take_back, table.id, by=caller(user.id)))


async def test_a_removed_seat_is_taken_by_nobody(host, game_id):
    table = await open_timed(host, game_id, people=3)
    await host.do(votes.force, table.id, Proposal(ProposalKind.REMOVE, 2))
    for user in (CLEO, STRANGER):
        await refusal(host, host.do(seating.take_seat, table.id, 2, by=caller(user)))


async def test_who_lost_the_seat_sees_what_everybody_sees(host, game_id):
    table = await open_timed(host, game_id, people=3)
    await host.do(votes.force, table.id, Proposal(ProposalKind.REMOVE, 2))
    await host.wait_for_autoplay()
    assert {each.kind for each in await messages_of(host) if each.user == CLEO.id} <= {
        MessageKind.PANEL
    }
    assert await host.read(view_table, table.id, by=caller(CLEO.id)) == await host.read(
        view_table, table.id, by=None
    )


# --- time --------------------------------------------------------------------------------------


async def test_a_voice_is_forgotten_after_three_days(host, clock, game_id):
    table = await open_timed(host, game_id, people=4)
    await agree(host, table, ADA, PAUSE)
    clock.advance(OLDEST)
    await agree(host, table, BEN, PAUSE)
    await host.run_housekeeping()
    assert (await motion_of(host, table, PAUSE)).in_favor == (0, 1)
    clock.advance(1)
    await host.run_housekeeping()
    assert (await motion_of(host, table, PAUSE)).in_favor == (1,)
    clock.advance(OLDEST)
    await host.run_housekeeping()
    assert await motion_of(host, table, PAUSE) is None


async def test_votes_survive_a_restart(host, open_host, game_id):
    table = await open_timed(host, game_id, people=3)
    await agree(host, table, ADA, PAUSE)
    await host.close()
    host = await open_host()
    assert (await agree(host, table, BEN, PAUSE)).is_carried


async def test_a_vote_that_is_not_carried_changes_the_vote_only(host, game_id):
    table = await open_timed(host, game_id, people=4, hours=2)
    before = await dump(host)
    await agree(host, table, ADA, EXTEND)
    changed = {*await dump(host)} - {*before}
    assert {line.split('"')[1] for line in changed if line.startswith("INSERT")} <= {
        *("votes", "outbox", "sqlite_sequence")
    }


# --- notes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", HostEventKind)
@pytest.mark.parametrize("by", ["", "vote", "moderator"])
async def test_every_happening_is_told_in_one_sentence_without_numbers_of_people(kind, by):
    sentence = told(Note(3, kind, 1, {"by": by, "days": 30}, 0), ["Ada {0}", "Ben %s"])
    assert sentence.endswith((".", ")")) and "{" not in sentence.replace("Ada {0}", "")
    assert str(BEN.id) not in sentence


async def test_where_the_channel_is_lost_the_others_are_told_one_by_one(host, game_id):
    table = await open_timed(host, game_id, people=3)
    await host.do(lambda uow: uow.store.set_lost(table.id, True))

    async def told_after(doing):
        await doing
        return {each.user for each in await say_all(host) if each.kind == MessageKind.NOTED}

    assert await told_after(agree(host, table, ADA, PAUSE)) == set()
    assert await told_after(disagree(host, table, BEN, PAUSE)) == set()  # it is still open
    assert await told_after(agree(host, table, CLEO, PAUSE)) == {ADA.id, BEN.id}
    leaving = host.do(seating.hand_over, table.id, by=caller(BEN.id))
    assert await told_after(leaving) == {ADA.id, CLEO.id}


# --- against it


async def test_a_vote_ends_as_soon_as_it_cannot_pass_any_more(host, game_id):
    table = await open_timed(host, game_id, people=3, hours=24)
    await agree(host, table, ADA, ABANDON)  # all must agree
    assert (await disagree(host, table, BEN, ABANDON)).is_lost
    assert await motion_of(host, table, ABANDON) is None
    assert (await table_now(host, table.id)).phase is Phase.PLAYING
    log = await host.read(log_lines, table.id, by=None)
    assert log[-1] == "The vote to end the game did not pass."
    assert MessageKind.NOTED in {each.kind for each in await messages_of(host)}
    await agree(host, table, ADA, PAUSE)  # more than half must agree
    motion = await disagree(host, table, BEN, PAUSE)
    assert not motion.is_lost
    assert motion.missing == (2,) and motion.against == (1,)
    await agree(host, table, CLEO, PAUSE)
    assert (await table_now(host, table.id)).paused


async def test_who_was_against_it_may_change_their_mind_and_an_old_no_does_not_count(host, game_id):
    table = await open_timed(host, game_id, people=2)
    await agree(host, table, ADA, ABANDON)
    await disagree(host, table, BEN, ABANDON)
    await agree(host, table, BEN, ABANDON)  # a new proposal, without the old votes
    motion = await motion_of(host, table, ABANDON)
    assert (motion.in_favor, motion.against) == ((1,), ())
    await agree(host, table, ADA, ABANDON)
    assert (await table_now(host, table.id)).ending == AGREED


async def test_nobody_is_against_what_nobody_has_asked(host, game_id):
    table = await open_timed(host, game_id, people=2)
    await refusal(host, host.do(votes.disagree, table.id, PAUSE, by=caller(ADA.id)))
    await agree(host, table, ADA, PAUSE)
    await disagree(host, table, ADA, PAUSE)  # the only one who wanted it
    assert await motion_of(host, table, PAUSE) is None
