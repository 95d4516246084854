"""What everybody should hear at once is told in the channel the moment it happens."""

import pytest

from testing.people import Party, pictures, text, ways

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


def told(party):
    return [each for each in party.public if text(each).startswith("🚨")]
