"""Deals and plans of several lines, by presses, in the real bot."""

from collections import Counter

import pytest

from engine import GAMES
from engine.kernel.codes import code
from testing.challengers import alt
from testing.people import SELECT, Label, Party, buttons, forge, labels, selects, text
from testing.playing import Table, autopilot_moments
from testing.screens import Walk, look_of

GAME = GAMES["factory_42"]
COMMON, SHARE, EVERY = 2, 0.95, 4


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Plans don't wait for somebody's undo."""
    monkeypatch.setattr(GAME, "breath", 0, raising=False)


async def begun(s):
    party = Party(s, "red", "blue", game=GAME.id)
    await party.begin()
    name = await party.acting()
    return party, name, "blue" if name == "red" else "red"


def option(message, wanted):
    """The select that has an option like this, and its value."""
    for part in selects(message):
        for each in part["options"]:
            if each["label"].startswith(wanted):
                return part, each["value"]
    raise AssertionError(
        f"{wanted}: {[o['label'] for p in selects(message) for o in p['options']]}"
    )


async def choose(party, name, message, *wanted):
    for each in wanted:
        part, value = option(message, each)
        message = await party.use(name, message, part, value)
    return message


async def press(party, name, message, label):
    (part,) = [each for each in buttons(message) if each.get("label") == label]
    return await party.use(name, message, part)


@pytest.mark.asyncio
async def test_a_deal_is_drafted_sent_and_accepted_by_presses(s):
    party, name, other = await begun(s)
    panel = await press(party, name, party.panel(name), "Deals")
    panel = await press(party, name, panel, f"Deal with {other.capitalize()}")
    panel = await choose(party, name, panel, "I'll stay away", "I'll stay away from Loading")
    assert alt(panel).startswith("Your draft of a deal"), "in the place of the locations"
    panel = await choose(
        party,
        name,
        panel,
        f"{other.capitalize()} will burn",
    )
    assert f"Your draft for {other.capitalize()}: you will stay away from Loading" in text(panel)
    await party.quiet()
    assert "Deals" in labels(party.panel(other)), "nobody sees a draft"
    await press(party, name, panel, "Send the offer")
    await party.quiet()
    (told,) = [each for each in party.public if text(each).startswith("🤝")]
    assert f"<@{s.user(other)}>" in text(told) and "Open my panel" in labels(told)
    assert alt(told).startswith("Deals of round 1: 1, open: ")
    panel = await press(party, other, party.panel(other), "Deals · 1")
    panel = await choose(party, other, panel, "Accept deal 1")
    assert "agreed" in text(panel)
    await party.quiet()
    assert len([each for each in party.public if text(each).startswith("🤝")]) == 2
    panel = await press(party, name, party.panel(name), "Back")
    panel = await choose(party, name, panel, "Worker to Loading")
    assert f"You promised {other.capitalize()} to stay away from Loading." in text(panel)
    before = len(await party.rows())
    await press(party, name, panel, "Keep my word")
    assert len(await party.rows()) == before


@pytest.mark.asyncio
async def test_an_offer_is_withdrawn_and_another_declined_by_presses(s):
    party, name, other = await begun(s)
    for count in (1, 2):
        panel = await press(party, name, party.panel(name), "Deals")
        panel = await press(party, name, panel, f"Deal with {other.capitalize()}")
        burns = f"{other.capitalize()} will burn at least"
        panel = await choose(party, name, panel, f"{burns} …", f"{burns} 3 cubes")
        panel = await press(party, name, panel, "Send the offer")
        await party.quiet()
        assert "Deals · 1" in labels(party.panel(other))
        if count == 1:
            panel = await choose(party, name, panel, "Withdraw deal 1")
            assert "(withdrawn)" in text(panel)
            await party.quiet()
            assert "Deals" in labels(party.panel(other)), "nothing is left to answer"
            await press(party, name, panel, "Back")
    panel = await press(party, other, party.panel(other), "Deals · 1")
    panel = await choose(party, other, panel, "Decline deal 2")
    assert "(declined)" in text(panel)
    assert [row.code for row in await party.rows()][-1] == "decline 2"


@pytest.mark.asyncio
async def test_a_list_is_filled_changed_and_played_by_presses(s):
    party, name, other = await begun(s)
    screen = await press(party, other, party.panel(other), "Plan ahead")
    screen = await choose(party, other, screen, "Worker to …")
    for place in ("Loading", "Spiking", "Shipping"):  # the list stays open for the next line
        screen = await choose(party, other, screen, f"Worker to {place}")
    screen = await press(party, other, screen, "Other lines")
    assert "1 Worker to Loading: next. 2 Worker to Spiking. 3 Worker to Shipping" in alt(screen)
    moved, value = [(p, p["options"][-1]["value"]) for p in selects(screen)][-1]
    screen = await party.use(other, screen, moved, value)
    taken, value = [(p, p["options"][0]["value"]) for p in selects(screen)][-2]
    screen = await party.use(other, screen, taken, value)
    assert "1 Worker to Shipping: next. 2 Worker to Spiking. For everything else" in alt(screen)
    stale = await forge(s, other, screen, taken["custom_id"], value, kind=SELECT)
    assert "Your plan has changed" in text(stale)
    assert "1 Worker to Shipping: next. 2 Worker to Spiking" in alt(stale), "as it is now"
    await press(party, other, stale, "Back")
    await choose(party, name, party.panel(name), "Worker to Loading")
    await party.quiet()
    assert [row.code for row in await party.rows()] == ["place loading", "place shipping"]
    assert "Your plan: Worker to Spiking" in text(party.panel(other))


@pytest.mark.asyncio
async def test_a_plan_stays_open_in_ones_own_turn_until_one_acts(s):
    party, name, other = await begun(s)
    screen = await press(party, name, party.panel(name), "Plan")
    await choose(party, name, screen, "Load 1 …", "Load 1 Beer")
    await party.quiet()
    assert "Load 1 Beer" in alt(party.panel(name)), "nothing takes its place"
    await press(party, name, party.panel(name), "Back")
    for each in (name, other):
        await choose(party, each, party.panel(each), "Worker to Loading")
        await party.quiet()
    assert "Your turn" in text(party.panel(name))


@pytest.mark.asyncio
async def test_a_plan_follows_what_is_changed_or_played_elsewhere(s):
    party, name, other = await begun(s)
    await press(party, other, party.panel(other), "Plan ahead")
    hand = await s.click(other, party.board, Label.MY_HAND)
    screen = await press(party, other, hand, "Plan ahead")
    for place in ("Loading", "Spiking"):
        lines = ["Worker to …"] * (place == "Loading") + [f"Worker to {place}"]
        screen = await choose(party, other, screen, *lines)
    await party.quiet()
    assert "1 Worker to Loading: next. 2 Worker to Spiking" in alt(party.panel(other))
    await choose(party, name, party.panel(name), "Worker to Shipping")
    await party.quiet()
    (hand,) = [each for each in s.messages(other) if each["id"] == hand["id"]]
    for each in (party.panel(other), hand):
        assert "1 Worker to Spiking: next. For everything else" in alt(each)


@pytest.mark.asyncio
async def test_nobody_is_offered_a_deal_with_an_autopilot(s):
    party = Party(s, "red", "blue", game=GAME.id)
    await party.begin(robots=1)
    panel = await press(party, "red", party.panel("red"), "Deals")
    assert {"Deal with Blue", "Deal with Autopilot"} & labels(panel) == {"Deal with Blue"}


@pytest.mark.asyncio
async def test_plans_wait_for_somebody_who_may_undo_until_they_say_go_on(s, monkeypatch):
    party, name, other = await begun(s)
    screen = await press(party, other, party.panel(other), "Plan ahead")
    await choose(party, other, screen, "Worker to …", "Worker to Spiking")
    monkeypatch.setattr(GAME, "breath", 15, raising=False)
    await choose(party, name, party.panel(name), "Worker to Loading")
    await party.quiet()
    assert "Go on" in labels(party.panel(name)) and "Go on" not in labels(party.panel(other))
    panel = await press(party, name, party.panel(name), "Go on")
    assert [row.code for row in await party.rows()] == ["place loading", "place spiking"]
    assert "Go on" not in labels(panel)


@pytest.mark.asyncio
async def test_what_is_typed_too_early_is_refused_with_one_advice(s):
    _, name, _ = await begun(s)
    answer = await s.slash(name, "/play", action="research 1")
    assert "You can't use “research” now. Place a meeple, such as " in text(answer)
    assert "nearest" not in text(answer)


@pytest.mark.asyncio
async def test_an_option_that_names_people_follows_them_in_the_lobby(s):
    party = Party(s, "red", "blue", "green", game=GAME.id)
    await party.seat()
    screen = await s.click("red", party.board, Label.SETTINGS)
    (part,) = [each for each in selects(screen) if each["custom_id"].endswith(":novices")]
    assert [each["label"] for each in part["options"]] == ["Red", "Blue", "Green"]
    screen = await party.use("red", screen, part, "1", "2")
    assert (await party.table()).options["novices"] == [1, 2]
    await s.click("blue", party.board, Label.LEAVE)
    assert (await party.table()).options["novices"] == [1], "Green sits there now"
    await forge(s, "red", screen, part["custom_id"], kind=SELECT)
    assert (await party.table()).options["novices"] == []


def test_nineteen_of_twenty_decisions_take_two_presses_at_most():
    spread = Counter()
    for seats, expansion in ((2, True), (5, True), (4, False)):
        table = Table(GAME, seats, GAME.options(expansion=expansion), seed=seats)
        for moment in autopilot_moments(table):
            if moment.number % EVERY == 0:
                walk = Walk(look_of(table, moment.state, moment.seat))
                spread[walk.clicks[moment.action]] += 1
    few = sum(count for clicks, count in spread.items() if clicks <= COMMON)
    print({clicks: f"{count / spread.total():.1%}" for clicks, count in sorted(spread.items())})
    assert spread.total() > 100 and few >= SHARE * spread.total(), code(moment.action)
