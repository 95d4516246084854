"""Two weeks of Factory 42 with five busy people, in the real bot, from the lobby to the end."""

import os
from pathlib import Path

import pytest

from host import play
from host.records import Phase
from testing.database_rules import faults
from testing.days import DAY, change, save_hours
from testing.fortnight import Fortnight, Habits, messages_with
from testing.message_truth import lies, rounds
from testing.people import Label, text

pytestmark = pytest.mark.asyncio
TRANSCRIPT = os.environ.get("TRANSCRIPT")  # a file for what was said in two rounds, to be read
TOLD_ROUNDS = (1, 2)
AWAY = 3  # days
NOON = 1_900_065_600_000  # a Monday in spring


async def test_five_busy_people_play_a_whole_game_over_two_weeks(s, clock, file):
    habits = {
        "red": Habits("UTC", (22, 8), 1, first=["place loading"]),
        "blue": Habits("Europe/Berlin", (23, 7), 1, first=["place shipping"]),
        "green": Habits("Asia/Tokyo", (22, 7), 2),
        "purple": Habits("America/New_York", (23, 8), 1),
        "yellow": Habits("UTC", (21, 9), 3),
    }
    clock.stopped = NOON
    party = Fortnight(s, clock, habits, game="factory_42")
    for name, each in habits.items():
        await save_hours(s, name, each.zone, *each.quiet)
    await party.seat()
    await party.agree_on(expansion="True", deals="fine")
    await party.start()

    await party.do("red", "propose 1", "clause me avoid loading", "clause you place shipping")
    await party.do("red", "send")
    await party.do("blue", "accept 1")
    await party.quiet()
    await party.live_until(lambda party: party.round == 2)
    told = text(messages_with(party, "**Round 1**")[0])
    assert "🤝 Red broke deal 1 with Blue and loses 1 VP." in told

    await party.live_until(lambda party: party.round == 3)
    assert await lies(party) == []
    party.gone = {"purple"}
    await party.live_until(lambda party: party.round == 4)
    await change(s, "green", "Vacation", f"Away for {AWAY} days")
    habits["green"].away_until = party.clock() + AWAY * DAY
    await party.live_until(lambda party: False)

    table = await party.table()
    assert (table.phase, table.ending) == (Phase.OVER, play.FINISHED)
    days = (clock() - party.begun) / DAY
    print(f"{days:.1f} days, {len(await party.rows())} rows, calls {party.calls_in}")
    assert 12 < days < 20
    assert [seat.is_autopilot for seat in table.seats] == [name == "purple" for name in habits]
    assert not party.disturbed
    assert await lies(party) == []
    assert rounds(party) == [1, 2, 3, 4, 5, 6]
    winners = messages_with(party, "win")
    assert len(winners) == 2, "the last round tells it, and the last board shows it"
    judged = [e for row in await party.rows() for e in row.events if e.kind == "judged"]
    assert len(judged) == 1 and judged[0].facts[3] == (0,)
    assert "Verified" in text(await s.click("red", party.board, Label.VERIFY))
    await s.stop_bot()
    assert faults(file) == []
    if TRANSCRIPT:
        told = [said for number, said in party.transcript if number in TOLD_ROUNDS]
        Path(TRANSCRIPT).write_text("\n".join(told))
    await s.start_bot()
