"""Newcomers in a real Chromium, one on a desktop and one on a phone, from an empty server on."""

import asyncio
import os
import re
from pathlib import Path

import pytest
import pytest_asyncio

from engine import GAMES
from sandbox.driver import PATIENCE
from sandbox.guilds import join_guild
from testing.challengers import Crowd
from testing.people import Label, Party, is_ephemeral, labels, selects, text, until, ways
from tests.cogs.test_browser import PHONE, Person, browser, pytestmark, s
from tests.cogs.test_games import ended, timed
from tests.cogs.test_lessons import MAX_PRESSES, REAL, pressable
from tests.sandbox.test_page import AXE

__all__ = ["browser", "pytestmark", "s"]
SHOTS = os.environ.get("SHOTS")
TALLEST = 680  # pixels of a phone that a message may take
TALLEST_PAGE = 730  # with the line above it that names its command
NEWEST = "[...document.querySelectorAll('li.msg')].at(-1)"
DRAWN = f"[...{NEWEST}.querySelectorAll('img')].every((each) => each.complete && each.naturalWidth)"
IN_SIGHT = f"""() => {{
  const [log, parts] = [document.getElementById('scroller'), {NEWEST}.querySelector('.parts')];
  const [room, box] = [log, parts].map(each => each.getBoundingClientRect());
  return room.top <= box.top && box.bottom <= room.bottom;
}}"""
SIZES = {"desktop": {"width": 1100, "height": 800}, "phone": PHONE}


class Newcomer(Person):
    """Counts their presses."""

    def __init__(self, s, page, size, name="blue"):
        super().__init__(s, name, page)
        self.size, self.presses = size, 0

    def panel(self):
        """The private panel in the channel."""
        found = [each for each in self.s.messages(self.name) if is_ephemeral(each)]
        return found[-1] if found else self.s.messages(self.name)[-1]

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

    async def learn(self, game, shots=False):
        """The guided first round, from the welcome to its end."""
        await self.page.get_by_role("button", name="Play now").wait_for()
        await self.press("Learn in three minutes")
        await self.press(game.title)
        for number in range(MAX_PRESSES):
            await self.s.until(lambda: pressable(self.panel()) or REAL in labels(self.panel()))
            await until(self._is_quiet)
            if REAL in labels(self.panel()):
                break
            if shots:
                await self.shot(f"4_learn_{game.id}_{number + 1:02}")
            await self.assert_one_screen()
            await self.follow()
        await self.page.get_by_role("button", name=REAL, exact=True).wait_for()
        await self.assert_one_screen()

    async def assert_one_screen(self):
        """The newest message is seen from its head to its buttons, and nothing slid away."""
        await until(lambda: self.page.evaluate(DRAWN))
        await self.page.wait_for_function(IN_SIGHT)
        assert not await self.page.evaluate("scrollY + document.body.scrollTop")

    async def shot(self, what):
        if SHOTS:
            await until(lambda: self.page.evaluate(DRAWN))
            await self.page.screenshot(path=Path(SHOTS) / f"welcome_{what}_{self.size}.png")

    async def look(self, what, tallest=TALLEST):
        """The newest message is drawn, accessible, and on a phone no higher than its screen."""
        await until(lambda: self.page.evaluate(DRAWN))
        await self.shot(what)
        await self.assert_accessible()
        box = await self.page.locator("li.msg").last.bounding_box()
        print(what, self.size, round(box["height"]))
        assert self.size != "phone" or box["height"] <= tallest, what

    async def assert_accessible(self):
        if not AXE.exists():
            return
        await self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = await self.page.evaluate("axe.run()")
        bad = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
        assert not [(each["id"], each["nodes"][0]["html"][:200]) for each in bad]


@pytest_asyncio.fixture(loop_scope="module")
async def arrival(s, browser):
    """Lets somebody open the server for the first time, where the bot has just arrived."""
    errors, contexts = [], []
    join_guild(s.server.world)
    await s.server.gateway.flush()
    await s.until(lambda: s.messages("blue"))

    async def arrive(name, size):
        context = await browser.new_context(viewport=SIZES[size], reduced_motion="reduce")
        contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        await page.goto(s.server.link(name))
        return Newcomer(s, page, size, name)

    yield arrive
    for context in contexts:
        await context.close()
    assert not errors


@pytest_asyncio.fixture(params=SIZES, loop_scope="module")
async def newcomer(request, arrival):
    return await arrival("blue", request.param)


@pytest_asyncio.fixture(loop_scope="module")
async def pair(arrival):
    """One on a desktop, one on a phone."""
    return [await arrival("red", "desktop"), await arrival("blue", "phone")]


async def test_play_now_is_two_presses_from_the_first_own_action(s, newcomer):
    await newcomer.page.get_by_role("button", name="Play now").wait_for()
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
    s, arrival, game
):
    newcomer = await arrival("blue", "phone")
    await newcomer.learn(game, shots=True)
    await newcomer.shot(f"5_learned_{game.id}")
    await newcomer.assert_accessible()
    print(game.id, newcomer.size, newcomer.presses, "presses")
    assert newcomer.presses < MAX_PRESSES
    await newcomer.press(REAL)
    await s.until(lambda: REAL not in labels(newcomer.panel()))
    await newcomer.page.get_by_role("button", name="Hints off").last.wait_for()
    await newcomer.shot(f"6_real_{game.id}")


async def test_two_newcomers_learn_a_game_and_then_play_it_together(s, pair):
    red, blue = pair
    game = next(iter(GAMES.values()))
    await asyncio.gather(*(person.learn(game) for person in pair))
    await red.press("Open a table for friends")
    await red.press(game.title)
    await blue.page.get_by_role("button", name="Join", exact=True).wait_for()
    await blue.press("Join")
    await red.page.get_by_role("button", name="Start with 2").wait_for()
    for person in pair:
        await person.look("12_lobby")
    for person in pair:
        await person.press("Settings")
        await person.page.get_by_role("button", name="Fairness").wait_for()
        await person.look("13_settings")
        enabled = [each for each in selects(person.panel()) if not each.get("disabled")]
        assert bool(enabled) == (person is red), "only the host may change them"
    await red.press("Start with 2")
    acted = set()
    for person in pair:
        await person.page.get_by_role("button", name="My hand").wait_for()
        await person.press("My hand")
        await s.until(lambda person=person: Label.MORE in labels(person.panel()))
    while len(acted) < len(pair):
        acted |= {person.name for person in pair if await person.step()}
    for person in pair:  # the whole page: the end of the guided round, the board and the panel
        await person.assert_accessible()
    await blue.shot("14_together")


async def test_own_games_and_challenges_on_a_phone(s, arrival):
    blue = await arrival("blue", "phone")
    crowd = Crowd(s, s.bot.host.now)
    await Party(s, "blue", "red", game=[*GAMES][-1]).seat()
    await blue.page.get_by_role("button", name="Settings").wait_for()
    await blue.press("Settings")
    await blue.page.get_by_role("button", name="Close table").wait_for()
    await blue.look("13_own_settings")
    await timed(s, "table-2", 24, "blue", "red")
    await ended(s, "blue", 12)
    await s.slash("blue", "/games")
    await blue.page.get_by_role("button", name="Statistics").wait_for()
    await blue.look("15_games")
    message = await crowd.post(level="easy")
    await blue.page.get_by_role("button", name="Ranking").wait_for()
    await blue.look("16_challenge")
    for name in ("red", "blue"):
        await crowd.play(name)
    await crowd.finish("blue")
    await s.click("blue", message, "Ranking")
    await blue.page.get_by_text("You: 1st with").first.wait_for()
    await blue.look("17_ranking")
    await s.click("blue", message, "Share my result")
    await blue.page.get_by_role("button", name="Try it").wait_for()
    await blue.look("18_result")


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


async def test_help_settings_and_the_question_before_leaving_on_the_page(s, newcomer):
    party = Party(s, "red", "blue")
    await party.begin()
    pages = {"help": "Page 1 of", "server": "Live: no time limit", "settings": "Not on vacation"}
    for number, (command, last) in enumerate(pages.items()):
        await s.slash("blue", f"/{command}")
        await newcomer.page.get_by_text(last).last.wait_for()
        await newcomer.look(f"19_{number}_{command}", tallest=TALLEST_PAGE)
    await s.slash("blue", "/leave")
    await newcomer.page.get_by_role("button", name=Label.LEAVE_GAME).wait_for()
    await newcomer.look("20_leave")
    await newcomer.press(Label.LEAVE_GAME)
    await newcomer.page.get_by_role("button", name=Label.TAKE_BACK).last.wait_for()
    await newcomer.look("21_left")
    await newcomer.press(Label.TAKE_BACK)
    await newcomer.page.get_by_text("Blue is back.").first.wait_for()
