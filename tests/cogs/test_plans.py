"""What is decided before one's turn, and the turns that the autopilot finishes."""

import pytest

from cogs.ids import base36
from engine import GAMES
from engine.kernel.codes import code
from engine.kernel.game import Game
from host.views import plans
from testing.cases import where_plans_are_choices
from testing.days import Days, Say
from testing.hosting import caller
from testing.people import (
    SELECT,
    Label,
    forge,
    is_ephemeral,
    labels,
    selects,
    text,
)

pytestmark = pytest.mark.asyncio
THREE = ("red", "blue", "green")
every_game = pytest.mark.parametrize("game_id", GAMES)


# --- planning ahead, and the rest of a turn


async def plan(party, name, message, *codes):
    """Chosen in this order."""
    screen = await party.s.click(name, message, Say.PLAN)
    for each in codes:
        (part,) = selects(screen)
        screen = await party.use(name, screen, part, f"a:{each}")
    return screen


async def stored_but_clicks(party):
    """A press that counted is remembered, although it was taken back; so is what was said."""
    kept = ('"clicks"', "'outbox'")
    return [line for line in await party.stored() if not any(name in line for name in kept)]


async def offered(party, name):
    table = (await party.table()).id
    found, _ = await party.host.read(plans, table, by=caller(int(party.s.user(name))))
    return [code(action) for action in found]


@where_plans_are_choices
async def test_what_was_planned_is_played_the_moment_it_is_ones_turn(s, clock, game_id):
    party = Days(s, clock, "red", "blue", game=game_id)
    await party.deal()
    await party.one_at_a_time()
    acting = await party.acting()
    other = party.others(acting)[0]
    before = len(await party.rows())
    public = [text(each) for each in party.public]
    wishes = (await offered(party, other))[-Game.max_planned :]
    screen = await plan(party, other, party.panel(other), *wishes)
    assert "Planned" in text(screen)
    await party.quiet()
    assert [text(each) for each in party.public] == public, "nobody else sees it"
    waiting = await s.click(other, screen, Say.HAND)
    assert "Your plan: " in text(waiting) and "Change my plan" in labels(waiting)
    assert "Planned" not in text(await s.click(acting, party.board, Label.MY_HAND))
    await s.restart_bot()
    await party.play_turn(acting)
    mine = (await party.seat_of(other)).number
    rows = (await party.rows())[before:]
    assert next(row.code for row in rows if row.seat == mine) in wishes
    assert "Plan ahead" not in text(party.panel(other)), "the hand has come back"


async def test_the_second_choice_is_played_when_the_first_is_gone(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    acting = await party.acting()
    other = party.others(acting)[0]
    hand = await s.click(other, party.board, Label.MY_HAND)
    legal = {code(action) for action in (await party.seen(acting)).actions}
    first, second = [each for each in await offered(party, other) if each in legal][:2]
    screen = await plan(party, other, hand, first, second)
    assert ", otherwise " in text(screen)
    await s.slash(acting, "/play", action=first)
    await party.quiet()
    assert [row.code for row in await party.rows()][:2] == [first, second]


async def test_a_plan_can_be_forgotten_and_nonsense_is_not_planned(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    acting = await party.acting()
    other = party.others(acting)[0]
    before = await stored_but_clicks(party)
    seen = await party.seen(other)
    head = f"q:{base36(seen.table.id)}:{base36(seen.moves)}:~0"
    for name in (other, acting, "yellow"):
        for values in (["a:fly away"], ["a:"], ["x"], ["m:no such"], []):
            answer = await forge(s, name, party.board, head, *values, kind=SELECT)
            assert is_ephemeral(answer) and text(answer)
    answer = await forge(s, other, party.panel(other), head, "a:fly away", kind=SELECT)
    assert "⚠️" in text(answer) and Say.HAND in labels(answer), "the plan stays of use"
    await s.click(other, answer, Say.HAND)
    assert await stored_but_clicks(party) == before
    screen = await plan(party, other, party.panel(other), (await offered(party, other))[0])
    screen = await s.click(other, screen, Say.FORGET)
    assert "Nothing planned" in text(screen)
    await s.click(other, screen, Say.HAND)
    assert Say.PLAN in labels(party.panel(other))
    await party.quiet()
    assert await stored_but_clicks(party) == before


@every_game
async def test_the_autopilot_finishes_a_turn_and_tells_its_player_what_it_did(s, clock, game_id):
    party = Days(s, clock, *THREE, game=game_id)
    await party.deal()
    acting = await party.acting()
    seat = (await party.seat_of(acting)).number
    answer = await party.let_autopilot_play(acting)
    await party.quiet()
    assert {row.seat for row in await party.rows()} == {seat}
    assert f" {acting.capitalize()} " in text(answer).replace("\n", " ")
    for message in (answer, party.panel(acting)):
        assert Say.FINISH not in labels(message)
    assert not (await party.seat_of(acting)).is_autopilot, "the next turn is their own"
    assert (await party.seat_of(acting)).missed == 0


@every_game
async def test_a_plan_of_another_channels_table_is_refused(s, clock, game_id):
    party = Days(s, clock, "red", "blue", game=game_id)
    await party.deal()
    await party.one_at_a_time()
    other = party.others(await party.acting())[0]
    first = (await offered(party, other))[0]
    lobby = Days(s, clock, other, channel="table-2")
    board = await lobby.open()
    before = await party.stored()
    where = f"q:{base36((await party.table()).id)}:0:~0"
    answer = await forge(s, other, board, where, f"a:{first}", kind=SELECT)
    assert text(answer) == "That button only works in its own channel."
    assert await party.stored() == before
