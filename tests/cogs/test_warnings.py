"""A refusal stays readable, even when the panel is updated right after it."""

import pytest
import pytest_asyncio

from cogs.attachments import READABLE
from cogs.delivery import HOUR
from host.errors import SaveFailed
from testing.hosting import FakeClock
from testing.message_truth import lies
from testing.people import Party, forge, labels, redraw, text, ways
from tests.cogs.test_moods import in_time
from tests.cogs.test_sender import show_panel

pytestmark = pytest.mark.asyncio
OLD = "earlier moment"


@pytest.fixture
def seconds():
    return FakeClock(1_000)


@pytest_asyncio.fixture
async def party(s, seconds):
    """A table at which one player has just read a refusal in their panel."""
    s.bot.presses.attachments.clock = seconds
    party = Party(s, "red", "blue")
    await party.begin()
    party.name = await party.acting()
    old = ways(party.panel(party.name))[0]["custom_id"]
    await party.act(party.name)
    await party.quiet()
    assert OLD in text(await forge(s, party.name, party.panel(party.name), old))
    return party


async def test_a_pushed_panel_shows_the_newest_state_and_the_refusal(party, seconds):
    other = next(name for name in party.names if name != party.name)
    seconds.advance(READABLE - 1)
    await show_panel(party, party.name)
    await party.quiet()
    assert OLD in text(party.panel(party.name)) and not await lies(party)
    assert OLD not in text(party.panel(other))


async def test_the_refusal_is_gone_with_the_first_push_after_its_time(party, seconds):
    seconds.advance(READABLE)
    assert OLD in text(party.panel(party.name))
    await show_panel(party, party.name)
    await party.quiet()
    assert OLD not in text(party.panel(party.name))


async def test_the_next_press_takes_the_refusal_away(party):
    await redraw(party.s, party.name, party.panel(party.name))
    assert OLD not in text(party.panel(party.name))
    await show_panel(party, party.name)
    await party.quiet()
    assert OLD not in text(party.panel(party.name))


async def test_a_panel_that_is_posted_anew_takes_the_refusal_along(party, clock):
    old = party.panel(party.name)["id"]
    clock.ahead += HOUR + 1
    for _ in range(2):  # the second one edits the new message
        await show_panel(party, party.name)
        await in_time(party, clock)
        assert OLD in text(party.panel(party.name))
    assert party.panel(party.name)["id"] != old


async def test_a_panel_stays_when_not_even_a_fresh_one_can_be_read(party, monkeypatch):
    async def fails(*given, **named):
        raise SaveFailed("the database is not responding")

    name = await party.acting()
    before = party.panel(name)
    with monkeypatch.context() as down:
        for way in ("do", "read"):
            down.setattr(party.s.bot.host, way, fails)
        answer = await forge(party.s, name, before, ways(before)[0]["custom_id"])
    assert "try again" in text(answer) and answer["id"] != before["id"]
    assert labels(party.panel(name)) == labels(before)
