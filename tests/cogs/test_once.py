"""Whatever is typed or pressed counts once, even if it arrives again, at once or much later."""

import pytest

from host.views import plans, tables_of
from testing.challengers import Crowd
from testing.days import HOUR, PACE, Days, Say
from testing.hosting import caller
from testing.people import Label, Party, answered, leave_game, selects
from tests.cogs.test_plans import offered

pytestmark = pytest.mark.asyncio


async def arrives_again(s, party):
    """What was held back as an echo, after all that has followed from the first."""
    before = await stored_but_counters(party)
    assert s.server._held
    await s.server.release()
    await answered(s)
    assert await stored_but_counters(party) == before


async def stored_but_counters(party):
    """A panel may well be shown once more."""
    return [line for line in await party.stored() if '"sqlite_sequence"' not in line]


@pytest.mark.parametrize("private", [True, False])
async def test_a_table_for_one_is_opened_once(s, private):
    s.server.faults.duplicate = s.server.faults.echo = 1
    await s.slash("red", "/solo", "table-1", private=private)
    await arrives_again(s, Party(s, "red"))
    assert len(await s.bot.host.read(tables_of, by=caller(int(s.user("red"))))) == 1


async def test_a_challenge_is_posted_once(s, clock):
    crowd = Crowd(s, clock)
    s.server.faults.duplicate = s.server.faults.echo = 1
    await crowd.post()
    await arrives_again(s, crowd)
    assert len(crowd.posted) == 1


async def test_a_lobby_is_opened_once(s):
    party = Party(s, "red")
    s.server.faults.duplicate = s.server.faults.echo = 1
    await party.open()
    await arrives_again(s, party)
    assert len(party.boards) == 1


async def test_the_autopilot_finishes_one_turn_for_one_press(s, clock):
    party = Days(s, clock, "red")
    await party.deal(robots=1)
    hand = await s.click("red", party.board, Label.MY_HAND)
    s.server.faults.echo = 1
    asked = await s.click("red", await s.click("red", hand, Label.MORE), Say.FINISH)
    await s.click("red", asked, Say.LET_IT)
    await arrives_again(s, party)
    assert (await party.seen("red")).waiting, "it is red's turn again, and stays it"


async def test_a_turn_is_extended_once(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    acting = await party.acting()
    due = await party.due(acting)
    s.server.faults.duplicate = s.server.faults.echo = 1
    await s.slash("red", "/table extend", force=True)
    await arrives_again(s, party)
    assert await party.due(acting) - due == PACE * HOUR


async def test_what_is_planned_is_planned_once(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    (other,) = party.others(await party.acting())
    screen = await s.click(other, party.panel(other), Say.PLAN)
    (part,) = selects(screen)
    s.server.faults.duplicate = s.server.faults.echo = 1
    await party.use(other, screen, part, f"a:{(await offered(party, other))[-1]}")
    await arrives_again(s, party)
    _, queued = await party.host.read(
        plans, (await party.table()).id, by=caller(int(s.user(other)))
    )
    assert len(queued) == 1


async def test_whoever_has_come_back_does_not_leave_again(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    s.server.faults.echo = 1
    await leave_game(s, "red")
    await party.quiet()
    await s.click("red", await s.click("red", party.board, Label.MY_HAND), "Take my seat back")
    await arrives_again(s, party)
    assert not (await party.seat_of("red")).is_autopilot
