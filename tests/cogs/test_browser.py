"""Two people play three rounds in a real Chromium, one on a desktop and one on a phone."""

import os
import shutil
from pathlib import Path

import pytest
import pytest_asyncio

from cogs.client import TableBot
from host.host import Host
from sandbox.driver import PATIENCE, Sandbox, parts
from testing.hosting import messages_of
from testing.people import until
from tests.cogs.conftest import real_studio

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed (Debian: chromium)"),
]
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 400, "height": 800}
ROUNDS = 3
MAX_PRESSES = 300
SHOTS = os.environ.get("SHOTS")  # a folder for pictures of the page, to be looked at


@pytest_asyncio.fixture(loop_scope="module")
async def s(file):
    async def new_bot():
        return TableBot(await Host.open(file), real_studio(), guild_ready_timeout=0.05)

    async with Sandbox(new_bot) as sandbox:
        yield sandbox
        sandbox.assert_clean()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser():
    """One for all tests; each opens windows that know nothing of those before."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox"],
            timeout=PATIENCE * 1000,
        )
        yield found
        await found.close()


class Person:
    """Somebody who looks at a page and presses what is there."""

    def __init__(self, s, name, page):
        self.s, self.name, self.page = s, name, page

    async def shot(self, what):
        if SHOTS:
            await self.page.screenshot(path=Path(SHOTS) / f"{self.name}-{what}.png")

    async def go(self, place):
        there = self.page.locator("nav").get_by_text(place, exact=True).first
        if not await there.is_visible():  # a phone shows one pane at a time
            await self.page.locator("#back").click()
        await there.click()

    async def press(self, label):
        await self.page.get_by_role("button", name=label, exact=True).last.click()

    def panel(self):
        found = self.s.messages(self.name, f"@{self.name}")
        return found[-1] if found else None

    async def step(self):
        """One press in the own panel, if there is anything to press; what it was."""
        await until(self._is_quiet)
        panel = self.panel()
        wanted = panel and self._wanted(panel)
        if not wanted:
            return None
        before = str(panel["components"])
        await self.press(wanted["label"])
        await self.s.until(lambda: str(self.panel()["components"]) != before)
        return wanted["label"]

    async def _is_quiet(self):
        """Nothing is on its way that could change a panel under the finger."""
        await self.s.bot.host.wait_for_autoplay()
        return not await messages_of(self.s.bot.host) and not self.s.bot.sender._busy

    def _wanted(self, panel):
        """Whatever ends the own turn soonest."""
        found = [part for part in parts(panel) if part["type"] == 2 and not part.get("disabled")]
        found = [part for part in found if part["custom_id"][0] in "ax" or part["label"] == "Done"]
        found = [part for part in found if not part["label"].startswith("Undo")]
        last = [part for part in found if part["label"].startswith(("End anyway", "Drop", "Done"))]
        return (last or found or [None])[0]


def _acts(button):
    return button["custom_id"].startswith("a:") and not button["label"].startswith("Undo")


@pytest_asyncio.fixture(loop_scope="module")
async def people(s, browser):
    errors, found = [], []
    for name, size in (("red", DESKTOP), ("blue", PHONE)):
        context = await browser.new_context(viewport=size, reduced_motion="reduce")
        page = await context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        await page.goto(s.server.link(name))
        await page.get_by_text("table-1").first.wait_for()
        found.append(Person(s, name, page))
    yield found
    for person in found:
        await person.page.context.close()
    assert not errors


async def test_two_people_play_three_rounds_on_the_page(s, people):
    red, blue = people
    await red.page.get_by_role("combobox").or_(red.page.get_by_role("textbox")).first.click()
    await red.page.keyboard.type("/new")
    for _ in range(3):
        await red.page.keyboard.press("Enter")
    await red.page.get_by_role("button", name="Join", exact=True).wait_for()
    await blue.go("table-1")
    await blue.press("Join")
    await s.until(lambda: "2. Blue" in str(s.messages("red")))
    await red.page.get_by_text("Blue", exact=True).last.wait_for()
    for person in people:
        await person.shot("lobby")
    await red.press("Start with 2")
    for person in people:
        await s.until(person.panel)
        await person.shot("board")
        await person.go("Factory")
    rounds = 1
    for _ in range(MAX_PRESSES):
        pressed = [await person.step() for person in people]
        shown = s.messages("yellow")
        rounds = 1 + sum("**Round" in str(message) for message in shown)
        if rounds > ROUNDS:
            break
        if not any(pressed):
            await red.page.wait_for_timeout(20)
    assert rounds > ROUNDS
    for person in people:
        await person.shot("panel")
        await person.go("table-1")
        await person.page.get_by_role("button", name="My hand").last.wait_for()
        await person.shot("after")
