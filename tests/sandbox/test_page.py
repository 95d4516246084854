"""The page in a real Chromium, as two people use it."""

import asyncio
import io
import os
import shutil
from pathlib import Path

import discord
import pytest
import pytest_asyncio
from PIL import Image

from sandbox.demo import DemoBot
from sandbox.driver import PATIENCE, Sandbox

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed (Debian: chromium)"),
]
AXE = Path(__file__).parents[2] / ".tools" / "node_modules" / "axe-core" / "axe.min.js"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 400, "height": 800}
SHOTS = os.environ.get("SHOTS")  # a folder for pictures of the page, to be looked at


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser():
    """One for all tests; each opens windows that know nothing of those before."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=PATIENCE * 1000
        )
        yield found
        await found.close()


@pytest_asyncio.fixture(loop_scope="module")
async def s():
    async with Sandbox(DemoBot) as sandbox:
        yield sandbox
        sandbox.assert_clean()


@pytest_asyncio.fixture(loop_scope="module")
async def opened(s, browser):
    """Opens the page of a person; an error in its console fails the test."""
    errors, contexts = [], []

    async def open_page(name, size=DESKTOP):
        context = await browser.new_context(viewport=size, reduced_motion="reduce")
        contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        await page.goto(s.server.link(name))
        await page.get_by_text("table-1").locator("visible=true").first.wait_for()
        return page

    yield open_page
    for context in contexts:
        await context.close()
    assert not errors


async def shot(page, name):
    if SHOTS:
        await page.screenshot(path=Path(SHOTS) / f"{name}.png")


async def typed(page, words):
    box = page.get_by_role("combobox").or_(page.get_by_role("textbox")).first
    await box.click()
    await page.keyboard.type(words)


async def test_a_slash_command_is_picked_filled_and_answered(s, opened):
    red = await opened("red")
    await typed(red, "/classic")
    await red.keyboard.press("Enter")
    await red.keyboard.press("Enter")
    await red.get_by_text("Classic components", exact=True).wait_for()
    assert s.last("red")["content"] == "Classic components"


async def test_two_people_see_each_other_s_deeds(s, opened):
    red, blue = await opened("red"), await opened("blue")
    await typed(red, "hello blue")
    await red.keyboard.press("Enter")
    await blue.get_by_text("hello blue", exact=True).wait_for()
    message = await s.slash("red", "/classic")
    button = blue.get_by_role("button", name="Clicked 0")
    await button.wait_for()
    await button.click()
    await red.get_by_role("button", name="Clicked 1").wait_for()
    assert s.messages("red")[-1]["id"] == message["id"]


async def test_a_whisper_is_seen_by_one_and_can_be_dismissed(s, opened):
    red, blue = await opened("red"), await opened("blue")
    await s.slash("red", "/classic")
    await blue.get_by_role("button", name="Whisper").click()
    await blue.get_by_text("Only you see this.", exact=True).wait_for()
    await blue.get_by_role("button", name="Dismiss").click()
    await blue.get_by_text("Only you see this.", exact=True).wait_for(state="detached")
    assert await red.get_by_text("Only you see this.", exact=True).count() == 0


async def test_a_picture_has_its_alt_text_and_opens_large(s, opened):
    red = await opened("red")
    await s.slash("red", "/layout")
    picture = red.get_by_role("img", name="Stripes of gold").first
    await picture.wait_for()
    await picture.click()
    await red.get_by_role("dialog").wait_for()
    await red.keyboard.press("Escape")
    await red.get_by_role("dialog").wait_for(state="detached")


async def test_options_are_filled_one_after_another(s, opened):
    red = await opened("red")
    await typed(red, "/say")
    await red.keyboard.press("Enter")
    await red.keyboard.type("steel")
    await red.keyboard.press("Enter")
    await s.until(lambda: s.messages("red"))
    assert s.last("red")["content"] == "steel"


async def test_whoever_types_on_behind_a_command_gets_its_options(s, opened):
    red = await opened("red")
    await typed(red, "/table ")
    assert not s.messages("red")
    await red.keyboard.press("Space")
    await red.get_by_role("combobox").or_(red.get_by_role("textbox")).first.wait_for()
    assert not s.messages("red")
    await red.keyboard.press("Escape")
    await red.keyboard.press("Escape")
    await red.get_by_role("group", name="Command /table").wait_for(state="detached")


async def test_escape_leaves_a_command_without_fields(s, opened):
    red = await opened("red")
    await typed(red, "/classic")
    await red.keyboard.press("Enter")
    await red.get_by_role("group", name="Command /classic").wait_for()
    await red.keyboard.press("Escape")
    await red.get_by_role("group", name="Command /classic").wait_for(state="detached")
    assert not s.messages("red")


async def test_a_select_and_a_form_are_used(s, opened):
    red = await opened("red")
    message = await s.slash("red", "/classic")
    await red.get_by_role("button", name="Form").click()
    form = red.get_by_role("dialog")
    await form.wait_for()
    await form.get_by_label("Name of the factory").fill("Steelworks")
    tea = form.get_by_label("Tea")
    await tea.click()
    await red.get_by_role("option", name="mint").first.click()
    await red.keyboard.press("Escape") if await red.get_by_role("listbox").count() else None
    await form.get_by_role("button", name="Submit").click()
    await red.get_by_text("Steelworks drinks mint.", exact=True).wait_for()
    assert message["id"]


async def test_a_message_arrives_in_the_direct_messages(s, opened):
    green = await opened("green")
    await s.slash("green", "/message")
    messages = green.get_by_role("button", name="Factory").or_(
        green.get_by_role("link", name="Factory")
    )
    await messages.first.click()
    await green.get_by_text("A message for you.", exact=True).wait_for()


async def test_a_message_sent_while_the_page_is_loading_is_shown(s, browser):
    held = asyncio.Event()

    async def later(line):
        await held.wait()
        line.connect_to_server()

    page = await browser.new_page(viewport=PHONE)
    page.set_default_timeout(PATIENCE * 1000)
    await page.route_web_socket("**/api/events", later)
    await page.goto(s.server.link("red"))
    await (await s.bot.fetch_user(int(s.user("red")))).send("Hello")
    held.set()
    await page.locator("nav").get_by_text("Factory", exact=True).first.wait_for()


async def test_a_click_that_nobody_answers_says_so(s, opened):
    red = await opened("red")
    await s.slash("red", "/classic")
    s.server.desk.first_answer = 0.3
    await red.get_by_role("button", name="Silent").click()
    await red.get_by_text("This interaction failed").first.wait_for()


async def test_on_a_phone_one_pane_is_shown_at_a_time(s, opened):
    blue = await opened("blue", PHONE)
    await s.slash("red", "/layout")
    await (
        blue.get_by_role("button", name="table-1")
        .or_(blue.get_by_role("link", name="table-1"))
        .first.click()
    )
    await blue.get_by_role("img", name="Stripes of gold").first.wait_for()
    width = await blue.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]


async def with_emojis(s):
    """A message with emojis of the application in its words, on its buttons and in its selects."""
    out = io.BytesIO()
    Image.new("RGBA", (128, 128), "gold").save(out, "PNG")
    gold = await s.bot.create_application_emoji(name="gold", image=out.getvalue())
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay(f"2 {gold} for you"))
    alone, beside = discord.ui.Button(emoji=gold), discord.ui.Button(label="Mine", emoji=gold)
    view.add_item(discord.ui.ActionRow(alone, beside))
    for is_chosen in (True, False):
        option = discord.SelectOption(label="A bar", emoji=gold, default=is_chosen)
        select = discord.ui.Select(placeholder="Which?", options=[option])
        view.add_item(discord.ui.ActionRow(select))
    view.stop()
    await s.bot.get_channel(int(s.channel("table-1"))).send(view=view)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_emojis_are_shown_in_words_on_buttons_and_in_selects(s, opened, size):
    await with_emojis(s)
    red = await opened("red", size)
    await red.get_by_text("for you").wait_for()  # a first visit begins where something was said
    await red.get_by_role("button", name="Mine", exact=True).wait_for()
    await red.get_by_role("button", name="gold", exact=True).wait_for()
    await red.get_by_role("button", name="Which?: nothing chosen").click()
    await red.get_by_role("option", name="A bar", exact=True).wait_for()
    await red.wait_for_function("[...document.images].every((each) => each.naturalWidth === 128)")
    boxes = [await each.bounding_box() for each in await red.locator("img.emoji").all()]
    widths = [round(box["width"]) for box in boxes]
    assert widths == [22, 20, 20, 22, 22]  # words, two buttons, what is chosen, the open list
    await shot(red, f"emojis-{size['width']}")


async def test_axe_finds_no_serious_fault(s, opened):
    if not AXE.exists():
        pytest.skip(f"axe-core is not installed ({AXE}; see .ci/run)")
    red = await opened("red")
    await s.slash("red", "/layout")
    await with_emojis(s)
    await s.slash("red", "/classic")
    await red.get_by_text("Classic components", exact=True).wait_for()
    await red.evaluate(AXE.read_text(encoding="utf-8"))
    found = await red.evaluate("axe.run()")
    serious = [
        f"{each['id']}: {each['help']} ({each['nodes'][0]['html'][:120]})"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
    assert not serious


async def test_a_page_without_its_secret_shows_nothing(s, browser):
    page = await browser.new_page()
    response = await page.goto(f"{s.server.address}/play/wrong/")
    assert response.status == 404
    assert "Factory" not in await page.content()
