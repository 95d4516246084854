"""Newcomers in a real Chromium, one on a desktop and one on a phone: from an empty server on."""

import os
import re
from pathlib import Path

import pytest
import pytest_asyncio

from engine import GAMES
from sandbox.driver import PATIENCE
from sandbox.guilds import join_guild
from testing.people import Label, Party, labels, text, until, ways
from tests.cogs.test_browser import DESKTOP, PHONE, Person, browser, pytestmark, s
from tests.cogs.test_lessons import MAX_PRESSES, REAL, pressable
from tests.sandbox.test_page import AXE

__all__ = ["browser", "pytestmark", "s"]
SHOTS = os.environ.get("SHOTS")
SIZES = {"desktop": DESKTOP, "phone": PHONE}


class Newcomer(Person):
    """Counts their presses."""

    def __init__(self, s, page, size):
        super().__init__(s, "blue", page)
        self.size, self.presses = size, 0

    def panel(self):
        """The private panel in the channel."""
        return self.s.messages(self.name)[-1]

    async def press(self, label):
        self.presses += 1
        is_exact = isinstance(label, str)
        await self.page.get_by_role("button", name=label, exact=is_exact).last.click()

    async def follow(self):
        """Press the one thing of the game that can be pressed, with the mouse."""
        panel = self.panel()
        chosen = next((p for p in pressable(panel) if p["custom_id"][0] in "ax"), None)
        chosen = chosen or pressable(panel)[0]
        before = str(panel["components"])
        if "options" in chosen:
            await self.press(re.compile(rf"^{re.escape(chosen['placeholder'])}"))
            self.presses += 1
            await self.page.get_by_role("option").first.click()
        else:
            await self.press(chosen["label"])
        await self.s.until(lambda: str(self.panel()["components"]) != before)

    async def shot(self, what):
        if SHOTS:
            await self.page.screenshot(path=Path(SHOTS) / f"welcome_{what}_{self.size}.png")

    async def assert_accessible(self):
        if not AXE.exists():
            return
        await self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = await self.page.evaluate("axe.run()")
        bad = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
        assert not [(each["id"], each["nodes"][0]["html"][:200]) for each in bad]


@pytest_asyncio.fixture(params=SIZES)
async def newcomer(request, s, browser):
    """Somebody who opens the server for the first time, where the bot has just arrived."""
    errors = []
    join_guild(s.server.world)
    await s.server.gateway.flush()
    await s.until(lambda: s.messages("blue"))
    context = await browser.new_context(viewport=SIZES[request.param], reduced_motion="reduce")
    page = await context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    await page.goto(s.server.link("blue"))
    yield Newcomer(s, page, request.param)
    assert not errors


async def test_play_now_is_two_presses_from_the_first_own_action(s, newcomer):
    await newcomer.page.get_by_role("button", name="Play now").wait_for()
    await newcomer.page.wait_for_function("[...document.images].every((each) => each.complete)")
    await newcomer.shot("1_arrival")
    await newcomer.assert_accessible()
    await newcomer.press("Play now")
    await s.until(lambda: ways(newcomer.panel()))
    await newcomer.page.get_by_role("button", name="More", exact=True).wait_for()
    await newcomer.shot("2_playing")
    await newcomer.assert_accessible()
    assert await newcomer.step()
    await newcomer.shot("3_first_action")
    assert newcomer.presses == 2


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_a_guided_round_ends_in_under_forty_presses_and_leads_to_a_real_table(
    s, newcomer, game
):
    await newcomer.page.get_by_role("button", name="Play now").wait_for()
    await newcomer.press("Learn in three minutes")
    await newcomer.press(game.title)
    for number in range(MAX_PRESSES):
        await s.until(lambda: pressable(newcomer.panel()) or REAL in labels(newcomer.panel()))
        await until(newcomer._is_quiet)
        if REAL in labels(newcomer.panel()):
            break
        if number < len(game.course.steps):
            await newcomer.shot(f"4_learn_{game.id}_{number + 1}")
        await newcomer.follow()
    await newcomer.page.get_by_role("button", name=REAL, exact=True).wait_for()
    await newcomer.shot(f"5_learned_{game.id}")
    await newcomer.assert_accessible()
    print(game.id, newcomer.size, newcomer.presses, "presses")
    assert newcomer.presses < MAX_PRESSES
    await newcomer.press(REAL)
    await s.until(lambda: REAL not in labels(newcomer.panel()))
    await newcomer.page.get_by_role("button", name="Hints off").last.wait_for()
    await newcomer.shot(f"6_real_{game.id}")


async def test_a_second_table_opens_in_a_thread_on_the_page(s, newcomer):
    page = newcomer.page
    await Party(s, "red", "green").begin()
    await page.get_by_role("button", name="Open a table for friends").wait_for()
    await newcomer.press("Open a table for friends")
    await newcomer.press(next(iter(GAMES.values())).title)
    await newcomer.press("Open it in a thread")
    await s.until(
        lambda: "Your" in text(newcomer.panel()) and "is open in" in text(newcomer.panel())
    )
    await newcomer.shot("7_thread_answer")
    await page.get_by_role("link", name=re.compile("· Blue")).last.click()
    await page.get_by_role("button", name="Join", exact=True).wait_for()
    await newcomer.shot("8_thread")
    await newcomer.assert_accessible()


async def test_votes_and_a_rematch_on_the_page(s, newcomer):
    party = Party(s, "red", "blue")
    await party.begin()
    await s.slash("red", "/end")
    await newcomer.page.get_by_role("button", name="Disagree").wait_for()
    await newcomer.shot("9_vote")
    await newcomer.press("Agree")
    await newcomer.page.get_by_role("button", name="Rematch").last.wait_for()
    await newcomer.shot("10_no_winner")
    await s.click("red", party.board, Label.REMATCH)
    await newcomer.page.get_by_role("button", name="I'm in").wait_for()
    await newcomer.shot("11_rematch")
    await newcomer.assert_accessible()
    await newcomer.press("I'm in")
    await s.until(lambda: "2. Blue" in text(party.board))
