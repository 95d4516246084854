"""When the bot was down or cut off from Discord, its players lose no time and are told why."""

import pytest

from host import presence
from host.views import view_table
from testing.days import HOUR, Days, shows
from testing.people import text

pytestmark = pytest.mark.asyncio
TWO_MINUTES = 120_000
AWAY = "⏰ I was offline for 30 hours, so every time limit here moved by that much."


@pytest.fixture(autouse=True)
def real_presence(clock, monkeypatch):
    """A leap of this clock is an absence."""
    monkeypatch.setattr(presence, "ABSENT", TWO_MINUTES)
    monkeypatch.setattr("cogs.client.STRIKE", 0.05)


async def down(party):
    await party.s.stop_bot()
    party.clock.ahead += 30 * HOUR
    await party.s.start_bot()


async def cut_off(party):
    gateway = party.s.server.gateway
    gateway.is_shut = True
    await gateway.cut()
    await party.s.until(lambda: not party.s.bot.connected.is_set())
    party.clock.ahead += 30 * HOUR
    await party.host.run_housekeeping()
    gateway.is_shut = False
    await party.s.until(lambda: gateway.is_online)
    party.s.errors.clear()  # the library tells each try that failed


@pytest.mark.parametrize("away", [down, cut_off])
async def test_after_30_hours_nobody_is_skipped_and_the_table_is_told_once(s, clock, away):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    (waiting,) = [name for name in party.names if (await party.seat_of(name)).due]
    before = await party.due(waiting)
    await away(party)
    await s.until(lambda: any(AWAY in text(each) for each in party.heard))
    await party.quiet()
    after = await party.due(waiting)
    assert 30 * HOUR - TWO_MINUTES < after - before < 30 * HOUR + TWO_MINUTES
    assert shows(party.board, after) and shows(party.panel(waiting), after)
    assert not (await party.seat_of(waiting)).missed
    assert sum(AWAY in text(each) for each in party.heard) == 1
    log = await party.log(waiting)
    assert AWAY.removeprefix("⏰ ") in log
    assert (await party.host.read(view_table, (await party.table()).id, by=None)).table.version == 0
