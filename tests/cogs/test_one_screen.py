"""A panel is one screen of a phone, in a real Chromium: picture, status and every button."""

import os
import shutil
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from cogs.client import TableBot
from cogs.opened import Opened
from cogs.panel import Beside, panel
from cogs.recap import race_pictures, recap_screen
from engine import GAMES
from engine.kernel.news import Line
from host.host import Host
from host.summary import Digest, RoundRecap
from render import PAINTERS
from render.studio import Studio
from sandbox.driver import PATIENCE, Sandbox
from testing import SCALE
from testing.playing import Table, moments, tables
from testing.screens import look_of

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed (Debian: chromium)"),
]
WITHIN_A_TURN = {"declare", "discard", "order"}  # one has just acted oneself
PHONE = {"width": 400, "height": 800}
TALLEST = 680  # pixels from the head of a panel to the bottom of its last row
TALLEST_RECAP = 500
EACH = int(os.environ.get("POSITIONS", 2)) * SCALE  # positions of every kind of moment
SHOTS = os.environ.get("SHOTS")  # a folder for pictures of the page, to be looked at
HEIGHT = """parts => {
  const boxes = [...parts.children].map(each => each.getBoundingClientRect());
  return Math.max(...boxes.map(b => b.bottom)) - Math.min(...boxes.map(b => b.top));
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def s(tmp_path_factory):
    async def new_bot():
        host = await Host.open(tmp_path_factory.mktemp("one_screen") / "tables.sqlite")
        return TableBot(host, Studio(), guild_ready_timeout=0.05, with_emojis=True)

    async with Sandbox(new_bot) as sandbox:
        yield sandbox


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page(s):
    """Blue's phone, with the messages of the bot open."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=PATIENCE * 1000
        )
        context = await browser.new_context(viewport=PHONE, reduced_motion="reduce")
        found = await context.new_page()
        found.set_default_timeout(PATIENCE * 1000)
        await found.goto(s.server.link("blue"))
        await s.until(lambda: s.bot.gallery.emojis.get("seat_red"))
        await (await s.bot.fetch_user(int(s.user("blue")))).send("Hello")
        await found.locator("nav").get_by_text("Factory", exact=True).first.click()
        yield found
        await browser.close()


def kind_of(look):
    """Which panel it is: one for each step of a game, and for waiting."""
    if look.seat not in look.waiting:
        return "waiting"
    facts = (getattr(look.view, name, None) for name in ("asks", "asked", "phase", "step"))
    return next(filter(None, facts))


def looks(game_id):
    """Positions of every kind from all over random games, for seats that act and that wait."""
    found, rng = {}, Random(1)
    for table in tables(1):
        if table.game.id == game_id:
            for moment in islice(moments(table), 0, None, 8):
                for seat in range(table.seats):
                    look = look_of(table, moment.state, seat)
                    if look.waiting:
                        found.setdefault(kind_of(look), []).append(look)
    return {kind: rng.sample(all_, min(EACH, len(all_))) for kind, all_ in found.items()}


def digest_of(look):
    """As much as a panel ever says of what happened since, where others have acted in between."""
    if kind_of(look) in WITHIN_A_TURN:
        return None
    others = [seat.number for seat in look.table.seats if seat.number != look.seat]
    lines = [Line(seat, "took Aluminum Factory and built 2 cards.") for seat in others]
    return Digest(look.table, look.seat or 0, tuple(lines))


async def shown(s, page, look, studio, opened=None, has_hints=False):
    """Sends the panel as the bot would."""
    names = PAINTERS[look.table.game.id].panel(look.view)
    drawn = [
        await studio.picture(look.table.game.id, n, look.view, look.table.names) for n in names
    ]
    emojis = s.bot.gallery.emojis
    beside = Beside(digest=digest_of(look), emojis=emojis, has_hints=has_hints)
    return await sent(s, page, panel(look, drawn, opened or Opened(), beside=beside))


async def sent(s, page, screen):
    """Sends a message to somebody; the message, and its height on their page."""
    user = await s.bot.fetch_user(int(s.user("blue")))
    message = await user.send(view=screen.layout(), files=screen.files())
    parts = page.locator(f"[data-id='{message.id}'] .parts").first
    await parts.wait_for()
    await page.wait_for_function(
        "parts => [...parts.querySelectorAll('img')].every(i => i.complete && i.naturalWidth)",
        arg=await parts.element_handle(),
    )
    return message, await parts.evaluate(HEIGHT)


@pytest.mark.parametrize("has_hints", [False, True], ids=["usual", "hints"])
@pytest.mark.parametrize("game_id", GAMES)
async def test_every_panel_fits_on_one_screen_of_a_phone(s, page, game_id, has_hints):
    studio, heights = s.bot.studio, {}
    for kind, found in looks(game_id).items():
        for number, look in enumerate(found):
            message, height = await shown(s, page, look, studio, has_hints=has_hints)
            heights[kind, number] = height
            if SHOTS and (number < 4 or height > TALLEST):
                name = f"{game_id}-{kind}-{number}-{round(height)}.png"
                await page.screenshot(path=Path(SHOTS) / name)
            await message.delete()
    tallest = Counter()
    for (kind, _), height in heights.items():
        tallest[kind] = max(tallest[kind], round(height))
    print(game_id, dict(tallest), len(heights))
    assert {kind: most for kind, most in tallest.items() if most > TALLEST} == {}


def recaps(game):
    """Rounds of a game of autopilots with all seats taken, as it is told."""
    table = Table(game, game.seats[-1], game.options(), seed=1)
    state, events = table.deal(), []
    at = look_of(table, state, None).table
    while waiting := game.to_act(state):
        number = game.round_number(state)
        seat = waiting[0]
        action = game.autopilot(game.view(state, seat), game.choices(state, seat))
        events += game.apply(state, seat, action)
        if game.round_number(state) != number or game.result(state):
            told = game.news.recap(events, game.view(state, None), at.names)
            yield RoundRecap(at, number, told)
            events = []


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_a_recap_takes_little_more_than_half_a_screen(s, page, game):
    heights = []
    for told in islice(recaps(game), 0, None, 3):
        pictures = await race_pictures(s.bot.gallery, told)
        message, height = await sent(s, page, recap_screen(told, pictures, s.bot.gallery.emojis))
        if SHOTS:
            name = f"{game.id}-recap-{told.round}-{round(height)}.png"
            await page.screenshot(path=Path(SHOTS) / name)
        heights.append(round(height))
        await message.delete()
    print(game.id, heights)
    assert heights and max(heights) <= TALLEST_RECAP
