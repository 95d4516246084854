"""Tables in threads: one channel holds any number of them, each with a thread of its own."""

import pytest

from cogs.challenges import usual_level
from cogs.permissions import INVITED
from engine.kernel.refusal import Refused
from host import lobby
from host.records import Phase
from sandbox.channels import change_channel, deny_bot, is_thread
from sandbox.permissions import INVITED_WITH, May
from testing.people import Label, Party, labels, text, ways

pytestmark = pytest.mark.asyncio
OFFER = "Open it in a thread"


def threads(s):
    return [each for each in s.server.world.channels.values() if is_thread(each)]


def thread_of(s, name):
    (found,) = [each for each in threads(s) if each["name"].endswith(f"· {name}")]
    return found


async def lobby_in(s, thread):
    """The party that gathers in a thread; its table is open there."""
    party = Party(s, "blue", "green", channel=thread["name"])
    await s.until(lambda: party.board)
    return party


async def test_a_taken_channel_offers_a_thread_and_both_tables_are_played(s):
    first = Party(s, "red", "yellow")
    await first.begin()
    refused = await s.slash("blue", "/new", pace=24)
    assert OFFER in labels(refused)
    answer = await s.click("blue", refused, OFFER)
    thread = thread_of(s, "Blue")
    assert thread["parent_id"] == s.channel("table-1") and f"<#{thread['id']}>" in text(answer)
    second = await lobby_in(s, thread)
    assert "24 hours" in text(second.board)  # as it was asked for
    await s.click("green", second.board, Label.JOIN)
    await second.quiet()
    await s.click("blue", second.board, Label.START)
    await second.quiet()
    for party in (first, second):
        assert (await party.table()).phase is Phase.PLAYING
        await party.act(await party.acting())
        await party.quiet()
        assert len(await party.rows()) == 1
    hand = await s.click("blue", second.board, Label.MY_HAND)
    assert f"<#{thread['id']}>" in text(hand)


async def test_a_thread_is_opened_by_choice_and_any_number_of_them(s):
    for name in ("red", "blue", "green"):
        await s.slash(name, "/new", thread=True)
    assert len(threads(s)) == 3
    assert not s.messages("yellow")  # the channel itself stays free
    aside = thread_of(s, "Red")["name"]
    await s.until(lambda: s.messages("red", aside))
    await s.slash("yellow", "/new", aside, thread=True)  # beside the thread, not in it
    assert thread_of(s, "Yellow")["parent_id"] == s.channel("table-1")


async def test_a_press_that_arrives_twice_opens_one_thread(s):
    await Party(s, "red").open()
    refused = await s.slash("blue", "/new")
    s.server.faults.echo = 1
    await s.click("blue", refused, OFFER)
    await s.until(lambda: threads(s))
    await lobby_in(s, thread_of(s, "Blue"))
    await s.server.release()
    await s.slash("green", "/rules")  # answered after the echo
    assert len(threads(s)) == 1


async def test_where_no_thread_can_be_opened_it_says_what_is_missing(s):
    world = s.server.world
    deny_bot(world, world.channel(s.channel("table-1")), May.OPEN_THREADS)
    await s.server.gateway.flush()
    before = await s.bot.host.read(lambda uow: uow.store.all_table_ids())
    refused = await s.slash("blue", "/new", thread=True)
    assert "Create Public Threads" in text(refused)
    assert not threads(s)
    assert await s.bot.host.read(lambda uow: uow.store.all_table_ids()) == before


async def test_where_no_thread_can_be_opened_none_is_offered(s):
    world = s.server.world
    await Party(s, "red").open()
    deny_bot(world, world.channel(s.channel("table-1")), May.OPEN_THREADS)
    await s.server.gateway.flush()
    for refused in (await s.slash("blue", "/new"), await s.slash("blue", "/solo")):
        assert "already has a table" in text(refused) and "thread" not in text(refused)
        assert not labels(refused)


async def test_a_solo_game_in_a_taken_channel_is_played_in_a_thread(s):
    await Party(s, "red").open()
    refused = await s.slash("blue", "/solo")
    assert "*private*" in text(refused)
    panel = await s.click("blue", refused, OFFER)
    assert ways(panel)
    party = Party(s, "blue", channel=thread_of(s, "Blue")["name"])
    await s.until(lambda: party.board)
    table = await party.table()
    assert (table.phase, len(table.seats)) == (Phase.PLAYING, 1)
    assert table.options[table.game.solo.option] == usual_level(table.game)


async def test_a_rematch_where_another_table_runs_is_played_in_a_thread(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.agree_to_end()
    old = party.board
    other = Party(s, "green")
    await other.open()
    opened = await s.click("red", await s.click("red", old, Label.REMATCH), OFFER)
    thread = thread_of(s, "Red")
    assert f"<#{thread['id']}>" in text(opened)
    again = Party(s, "red", "blue", channel=thread["name"])
    await s.until(lambda: again.board)
    await again.quiet()
    assert "Blue" in text(again.board) and (await again.table()).rematch_of  # who is invited
    joined = await s.click("blue", old, Label.REMATCH)
    assert f"<#{thread['id']}>" in text(joined)
    assert [seat.name for seat in (await again.table()).seats] == ["Red", "Blue"]
    assert (await other.table()).phase is Phase.LOBBY and len(threads(s)) == 1


@pytest.mark.parametrize("is_trusted", [True, False])
async def test_no_thread_is_left_where_the_table_is_refused(s, monkeypatch, is_trusted):
    if not is_trusted:
        s.server.world.granted &= ~May.MANAGE_THREADS

    def refuse(uow, *args, **more):
        raise Refused("Not now.")

    monkeypatch.setattr(lobby, "open_table", refuse)
    assert "Not now." in text(await s.slash("blue", "/new", thread=True))
    assert [thread["thread_metadata"]["archived"] for thread in threads(s)] == [True] * (
        not is_trusted
    )


async def test_a_thread_that_discord_has_put_away_comes_back_with_the_next_turn(s):
    await s.slash("blue", "/new", thread=True)
    thread = thread_of(s, "Blue")
    party = await lobby_in(s, thread)
    await s.click("green", party.board, Label.JOIN)
    await party.quiet()
    await s.click("blue", party.board, Label.START)
    await party.quiet()
    change_channel(s.server.world, thread, {"archived": True})
    await s.server.gateway.flush()
    await party.act(await party.acting())
    await party.quiet()
    assert not thread["thread_metadata"]["archived"]
    assert not (await party.table()).is_lost


async def test_the_invitation_asks_for_all_of_it():
    assert INVITED.value == INVITED_WITH
