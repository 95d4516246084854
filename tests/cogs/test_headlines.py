"""What everybody should hear at once is told in the channel the moment it happens."""

import pytest

from testing.days import Days, change
from testing.hosting import Click, press
from testing.people import Party, panel_tables, pictures, text, ways

pytestmark = pytest.mark.asyncio


async def test_a_declaration_is_told_to_all_at_once_with_its_picture(s):
    party = Party(s, "red", "blue", game="factory_frenzy", seed=3)
    await party.begin()
    name = await party.play_away(lambda seen: ("declare",) in seen.actions)
    assert not told(party)
    (button,) = [each for each in ways(party.panel(name)) if each["custom_id"].endswith(":declare")]
    await party.use(name, party.panel(name), button)
    await party.quiet()
    (heard,) = told(party)
    assert pictures(heard), "with what is needed to stop it"
    for _ in range(3):
        if not party.is_over:
            await party.act(await party.acting())
            await party.quiet()
            declared = [row for row in await party.rows() if row.code == "declare"]
            assert len(told(party)) == len(declared) >= 1


@pytest.mark.parametrize("wish", ["Send me a direct message", "Ping me in the channel"])
async def test_news_for_one_person_reach_them_as_they_wish(s, clock, wish):
    party = Days(s, clock, "red", "blue", game="factory_42")
    await party.deal()
    await change(s, "blue", "Notifications", wish)
    table, red = (await party.table()).id, int(s.user("red"))
    for code in ("propose 1", "clause me avoid loading", "clause you place shipping", "send"):
        await press(party.host, table, Click(red, code))
    await party.quiet()
    found = [each for each in party.notes("blue") if text(each).startswith("🤝")]
    pinged = [party.pinged(each) for each in party.heard if text(each).startswith("🤝")]
    if "channel" in wish:
        assert (len(found), pinged) == (0, [{"blue"}])
    else:
        assert (len(found), pinged) == (1, [set()])
        assert panel_tables(await s.click("blue", found[0], "Open my panel")) == {table}


def told(party):
    return [each for each in party.public if text(each).startswith("🚨")]
