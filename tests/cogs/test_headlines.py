"""What everybody should hear at once is told in the channel the moment it happens."""

import pytest

from tests.cogs.people import Party, pictures, text

pytestmark = pytest.mark.asyncio


async def test_a_declaration_is_told_to_all_at_once_with_its_picture(s):
    party = Party(s, "red", "blue", game="factory_frenzy", seed=3)
    await party.begin()
    heard = 0
    while not party.is_over and heard < 2:
        await party.act(await party.acting())
        await party.quiet()
        rows = await party.rows()
        declared = [row for row in rows if row.code == "declare"]
        told = [each for each in party.public if text(each).startswith("🚨")]
        assert len(told) == len(declared)
        if len(declared) > heard:
            heard = len(declared)
            assert pictures(told[-1]), "with what is needed to stop it"
    assert heard, "nobody has ever declared"
