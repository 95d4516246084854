"""Calls the way people chose them: in the channel, by direct message, both or none."""

import pytest

from testing.days import Days, change, save_hours, set_to
from testing.people import Label, forge, labels, text, ways

pytestmark = pytest.mark.asyncio
WISHES = {
    "channel": "Ping me in the channel",
    "dm": "Send me a direct message",
    "both": "Both",
    "none": "Don't notify me, just show my name",
}
every_wish = pytest.mark.parametrize("wish", WISHES)
PLAY, VOTE = "Play my turn", "Vote"


async def dealt(s, clock, wish, **more):
    """A table over days at which everybody wishes the same."""
    party = Days(s, clock, "red", "blue", "green", **more)
    for name in party.names:
        await change(s, name, "Notifications", WISHES[wish])
    await party.deal()
    await party.one_at_a_time()
    return party


def called_by_dm(party, name, label=PLAY):
    return [each for each in party.notes(name) if label in labels(each)]


def pinged_for(party, label):
    """Whom the messages of the channel with this button have pinged, from the beginning."""
    return [party.pinged(each) for each in party.heard if label in labels(each)]


def pings_and_messages(wish, name):
    return [{name}] * (wish in ("channel", "both")), wish in ("dm", "both")


@every_wish
async def test_a_turn_and_its_reminders_call_as_one_wishes(s, clock, wish):
    party = await dealt(s, clock, wish)
    acting = await party.acting()
    pings, is_messaged = pings_and_messages(wish, acting)
    assert party.called()[-1:] == (pings or [set()])
    for hours in (0, 12.1, 10):  # then half of the time, and nine tenths
        await party.later(hours)
        assert len(called_by_dm(party, acting)) == is_messaged, "one that is new each time"
    if is_messaged:
        (call,) = called_by_dm(party, acting)
        assert f"<#{s.channel('table-1')}>" in text(call)
        assert ways(await s.click(acting, call, PLAY))
    await party.play_turn(acting)
    await party.quiet()
    assert not called_by_dm(party, acting), "taken away when the turn is over"


async def test_reminders_by_message_are_new_messages(s, clock):
    party = await dealt(s, clock, "dm")
    acting = await party.acting()
    seen = {each["id"] for each in called_by_dm(party, acting)}
    for hours in (12.1, 10):
        await party.later(hours)
        seen |= {each["id"] for each in called_by_dm(party, acting)}
    assert len(seen) == 3


async def test_who_sleeps_gets_the_message_on_waking(s, clock):
    set_to(clock, 23)
    for name in ("red", "blue", "green"):
        await save_hours(s, name, "UTC", 22, 8)
    party = await dealt(s, clock, "dm")
    acting = await party.acting()
    assert not called_by_dm(party, acting)
    await party.later(9.1)
    assert called_by_dm(party, acting)


@every_wish
async def test_a_vote_calls_as_one_wishes(s, clock, wish):
    party = await dealt(s, clock, wish)
    await party.ask("red", "Pause the clock")
    (voted,) = pinged_for(party, "Agree")
    pings, is_messaged = pings_and_messages(wish, "blue")
    assert voted == ({"blue", "green"} if pings else set())
    assert not called_by_dm(party, "red", VOTE)
    for name in ("blue", "green"):
        assert len(called_by_dm(party, name, VOTE)) == is_messaged
    if is_messaged:
        (call,) = called_by_dm(party, "blue", VOTE)
        assert "Pause the clock" in text(call) and "1 of 2 votes: **Red**" in text(call)
        shown = await s.click("blue", call, VOTE)
        assert "Pause the clock" in text(shown)
    await party.agree("green", "Pause the clock")
    assert (await party.table()).paused
    for name in ("blue", "green"):  # what was asked is gone when it is decided
        assert not any("Pause the clock" in text(each) for each in party.notes(name))


@every_wish
async def test_a_rematch_calls_as_one_wishes(s, clock, wish):
    party = await dealt(s, clock, wish)
    await party.agree_to_end()
    await s.click("red", party.board, Label.REMATCH)
    await party.quiet()
    (asked,) = pinged_for(party, "I'm in")
    pings, is_messaged = pings_and_messages(wish, "blue")
    assert asked == ({"blue", "green"} if pings else set())
    for name in ("blue", "green"):
        assert len(called_by_dm(party, name, "I'm in")) == is_messaged
    if is_messaged:
        (call,) = called_by_dm(party, "blue", "I'm in")
        assert "**Red** wants a rematch" in text(call)
        assert "You're in!" in text(await s.click("blue", call, "I'm in"))
        (other,) = called_by_dm(party, "green", "Not now")
        assert "not this time" in text(await s.click("green", other, "Not now"))
        table = await party.table()
        assert [seat.name for seat in table.seats] == ["Red", "Blue"] and not table.invited
        stranger = await forge(s, "yellow", call, f"t:{table.id}:accept")
        assert "not playing" in text(stranger)


async def test_whose_messages_are_refused_is_called_in_the_channel(s, clock):
    for name in ("red", "blue", "green"):
        s.server.people.open_dms(s.user(name), False)
    party = await dealt(s, clock, "dm")
    acting = await party.acting()
    assert {acting} in party.called()
    message = await s.slash(acting, "/settings")
    s.server.people.open_dms(s.user(acting), True)
    await s.click(acting, message, Label.TRY_AGAIN)
    await party.later(12.1)
    assert called_by_dm(party, acting)
