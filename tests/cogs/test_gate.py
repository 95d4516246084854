"""People who press too fast are told so, and cost the others nothing."""

import pytest

from cogs import gate
from cogs.gate import Counter
from host import limits, own_tables
from host.records import User
from testing.challenges import CHALLENGING
from testing.hosting import hoard
from testing.people import Label, Party, answered, redraw, text

TOO_FAST = "That was too fast for me. Wait 10 seconds, then go on."


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_each_person_has_so_many_in_a_window_and_again_in_the_next():
    clock = Clock()
    counter = Counter(3, 10.0, clock)
    assert [counter.excess(1) for _ in range(5)] == [0, 0, 0, 1, 2]
    assert counter.excess(2) == 0
    clock.now = 9.9
    assert counter.excess(1) == 3
    clock.now = 10.0
    assert [counter.excess(1) for _ in range(4)] == [0, 0, 0, 1]


def test_a_crowd_without_end_is_not_remembered_without_end(monkeypatch):
    monkeypatch.setattr(gate, "MAX_PEOPLE", 5)
    counter = Counter(1, 10.0, Clock())
    for user in range(100):
        assert counter.excess(user) == 0
    assert len(counter._windows) == 5


@pytest.fixture
def few(monkeypatch):
    """So few presses that a test can make them all."""
    monkeypatch.setattr(limits, "PRESSES", 2)
    monkeypatch.setattr(limits, "TYPED", 2)


async def restarted(s):
    """Restart the bot: no press is counted yet, and its clock stands still on a slow machine."""
    await s.restart_bot()
    clock = Clock()
    for counter in (s.bot.gate._presses, s.bot.gate._typed):
        counter._clock = clock
    return clock


def never(*_args, **_facts):
    raise AssertionError("something was done for a press that is refused")


@pytest.mark.asyncio
async def test_presses_beyond_the_limit_do_nothing_and_are_answered(s, few, monkeypatch):
    party = Party(s, "red", "blue")
    await party.begin()
    clock = await restarted(s)
    for _ in range(2):
        hand = await s.click("red", party.board, Label.MY_HAND)
        assert TOO_FAST not in text(hand)
    await answered(s)
    before, panels = await party.stored(), len(s.messages("red"))
    with monkeypatch.context() as patched:
        patched.setattr(s.bot.presses, "_work", never)
        patched.setattr(own_tables, "listed", never)
        assert text(await s.click("red", party.board, Label.MY_HAND)) == TOO_FAST
        for _ in range(3):  # told once, then only acknowledged
            assert await s.click("red", party.board, Label.MY_HAND) == party.board
        assert text(await s.slash("red", "/games")) == TOO_FAST
    assert len(s.messages("red")) == panels + 2
    assert await party.stored() == before
    assert TOO_FAST not in text(await s.click("blue", party.board, Label.MY_HAND))
    clock.now += limits.WINDOW
    assert TOO_FAST not in text(await s.click("red", party.board, Label.MY_HAND))


@pytest.mark.asyncio
async def test_a_panel_stays_as_it_is_when_it_is_pressed_too_fast(s, few):
    party = Party(s, "red", "blue")
    await party.begin()
    await restarted(s)
    for _ in range(2):
        await redraw(s, "red", party.panel("red"))
    panel = dict(party.panel("red"))
    assert text(await redraw(s, "red", party.panel("red"))) == TOO_FAST
    assert await redraw(s, "red", panel) == panel


@pytest.mark.asyncio
async def test_who_types_too_fast_has_no_suggestions_for_a_while(s, few):
    await Party(s, "red").begin(robots=1)
    clock = await restarted(s)
    for found in (True, True, False, False):
        assert bool(await s.complete("red", "/play", "action", "")) == found
    assert TOO_FAST not in text(await s.slash("red", "/games")), "that is counted apart"
    clock.now += limits.WINDOW
    assert await s.complete("red", "/play", "action", "")


@pytest.mark.asyncio
async def test_a_long_list_of_games_says_how_many_more_there_are(s):
    party = Party(s, "red")
    red = User(int(s.user("red")), "Red")
    await hoard(party.host, CHALLENGING[0], limits.MAX_LISTED + 12, red)
    lines = text(await s.slash("red", "/games")).splitlines()
    assert lines[0] == f"**{limits.MAX_LISTED} games are waiting for you**"
    assert "-# … and 12 more open" in lines
