"""Personal settings are stored, and everything obeys them."""

import pytest

from cogs.ids import setting_id
from host.people import settings_of
from sandbox.driver import Sandbox
from testing.message_truth import CALL
from testing.people import Label, Party, forge, is_ephemeral, labels, selects, text

pytestmark = pytest.mark.asyncio
HAND, CALLS = "Your hand", "Notifications"
ONLY_BY_BUTTON = "Only when I press My hand"
BY_MESSAGE = "In a direct message (and with My hand)"
NO_CALL, BY_DM, BOTH = "Don't notify me, just show my name", "Send me a direct message", "Both"


async def change(s: Sandbox, name: str, select: str, label: str, channel: str = "table-1"):
    return await s.choose(name, await s.slash(name, "/settings", channel), select, label)


def chosen(message) -> list[str]:
    """What each select shows as it is now."""
    return [
        option["label"]
        for part in selects(message)
        for option in part["options"]
        if option.get("default")
    ]


async def settings(s: Sandbox, name: str):
    return await s.bot.host.read(settings_of, int(s.user(name)))


async def test_settings_are_kept_for_somebody_who_never_sat_anywhere_and_survive_a_restart(s):
    message = await s.slash("green", "/settings")
    assert is_ephemeral(message)
    usual = [BY_MESSAGE, "Ping me in the channel"]
    assert chosen(message)[:2] == usual
    changed = await s.choose("green", message, HAND, ONLY_BY_BUTTON)
    assert changed["id"] == message["id"]
    await s.choose("green", changed, CALLS, NO_CALL)
    await s.restart_bot()
    assert chosen(await s.slash("green", "/settings"))[:2] == [ONLY_BY_BUTTON, NO_CALL]
    assert chosen(await s.slash("red", "/settings"))[0] == BY_MESSAGE


async def test_the_settings_can_be_changed_after_a_restart_and_in_private(s):
    message = await s.slash("green", "/settings", "@green")
    await s.restart_bot()
    changed = await s.choose("green", message, HAND, ONLY_BY_BUTTON)
    assert chosen(changed)[0] == ONLY_BY_BUTTON


async def test_no_direct_message_is_sent_to_whoever_does_not_want_it(s):
    await change(s, "blue", HAND, ONLY_BY_BUTTON)
    party = Party(s, "red", "blue")
    await party.begin()
    assert party.panels("red") and not party.panels("blue")
    mine = await s.click("blue", party.board, Label.MY_HAND)
    assert is_ephemeral(mine)


async def test_the_hand_comes_at_once_when_it_is_wanted_by_direct_message_again(s):
    await change(s, "blue", HAND, ONLY_BY_BUTTON)
    party = Party(s, "red", "blue")
    await party.seat()
    await change(s, "blue", HAND, BY_MESSAGE)
    await party.quiet()
    assert not party.panels("blue"), "there is no hand before the deal"
    await change(s, "blue", HAND, ONLY_BY_BUTTON)
    await s.click("red", party.board, Label.START)
    await party.quiet()
    assert not party.panels("blue")
    await change(s, "blue", HAND, BY_MESSAGE)
    await s.until(lambda: party.panels("blue"))


async def test_only_those_who_want_it_are_called(s):
    await change(s, "blue", CALLS, NO_CALL)
    calls = []
    s.server.world.listeners.append(
        lambda event: event.name == "MESSAGE_CREATE" and calls.append(event.data)
    )
    party = Party(s, "red", "blue")
    await party.begin()
    await party.act(await party.acting())
    await party.quiet()
    said = [text(each).split(CALL)[0] for each in calls if CALL in text(each)]
    assert sorted(said) == [f"**<@{s.user('red')}>", "**Blue"]
    called = {person["id"] for each in calls for person in each["mentions"]}
    assert called == {s.user("red")}


async def test_whoever_refused_direct_messages_can_try_again(s):
    s.server.people.open_dms(s.user("blue"), False)
    party = Party(s, "red", "blue")
    await party.begin()
    assert (await settings(s, "blue")).is_door_closed
    message = await s.slash("blue", "/settings")
    assert Label.TRY_AGAIN in labels(message)
    assert "direct messages" in text(message)
    s.server.people.open_dms(s.user("blue"), True)
    again = await s.click("blue", message, Label.TRY_AGAIN)
    assert Label.TRY_AGAIN not in labels(again)
    await s.until(lambda: party.panels("blue"))


async def test_settings_that_were_never_offered_are_refused(s):
    message = await s.slash("red", "/settings")
    before = await settings(s, "red")
    for name, value in (
        ("hand", "9"),
        ("hand", "dm"),
        ("is_door_closed", "0"),
        ("calls", "-1"),
        ("pings", "0"),
    ):
        answered = await forge(s, "red", message, setting_id(name), value, kind=3)
        assert "no longer exists" in text(answered)
    assert await settings(s, "red") == before
