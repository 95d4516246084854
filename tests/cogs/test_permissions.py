"""Permissions are checked before anything is promised, and a lobby in a lost channel is closed."""

import pytest

from cogs.permissions import NAMES
from host.outbox import LOST_CHANNEL
from host.records import Phase
from sandbox.channels import PUBLIC_THREAD, add_group, add_thread, deny_bot, remove_channel
from sandbox.messages import post_message
from sandbox.permissions import INVITED_WITH, May
from sandbox.refusals import Refused
from sandbox.world import Event
from testing.people import Label, Party, is_ephemeral, labels, text, until

pytestmark = pytest.mark.asyncio
NEEDED = {
    May.VIEW: "View Channel",
    May.SEND: "Send Messages",
    May.EMBED: "Embed Links",
    May.ATTACH: "Attach Files",
    May.READ_HISTORY: "Read Message History",
}
POSTING = {
    "/new": {},
    "/solo": {},
    "/challenge post": {},
    "/challenge schedule": {"kind": "daily"},
}


def deny(s, permissions, channel="table-1"):
    deny_bot(s.server.world, s.server.world.channel(s.channel(channel)), permissions)


def missing(answer):
    """The permissions that a refusal names."""
    assert is_ephemeral(answer) and "manage the channel's permissions" in text(answer)
    listed = text(answer).partition("I need ")[2].partition(" in this channel.")[0]
    return {name for part in listed.split(", ") for name in part.split(" and ")}


# --- before anything is promised


@pytest.mark.parametrize("command", POSTING)
async def test_what_is_missing_is_named_and_nothing_is_stored(s, command):
    party, options = Party(s, "red"), POSTING[command]
    before = await party.stored()
    for lost, name in NEEDED.items():
        deny(s, lost)
        assert missing(await s.slash("red", command, **options)) == {name}
    deny(s, May.SEND | May.ATTACH | May.SEND_IN_THREADS)
    assert missing(await s.slash("red", command, **options)) == {"Send Messages", "Attach Files"}
    assert await party.stored() == before and not party.public
    deny(s, 0)
    s.server.world.granted = INVITED_WITH
    await s.slash("red", command, **options)
    assert await party.stored() != before


async def test_a_thread_needs_its_own_permission_to_write(s):
    world, party = s.server.world, Party(s, "red", channel="aside")
    add_thread(world, world.channel(s.channel("table-1")), "aside", PUBLIC_THREAD, s.user("red"))
    deny(s, May.SEND_IN_THREADS)
    assert missing(await s.slash("red", "/new", "aside")) == {"Send Messages in Threads"}
    deny(s, May.SEND)
    assert await party.open()


async def test_a_private_table_needs_no_permission(s):
    deny(s, sum(NEEDED))
    refused = await s.slash("red", "/solo")
    assert "/solo with “private”" in text(refused)
    assert labels(await s.slash("red", "/solo", private=True))
    assert labels(await s.slash("blue", "/solo", "@blue"))


async def test_no_rematch_is_opened_where_nobody_would_see_it(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.agree_to_end()
    before = await party.stored()
    deny(s, May.SEND)
    assert missing(await s.click("red", party.board, Label.REMATCH)) == {"Send Messages"}
    assert await party.stored() == before
    deny(s, 0)
    await s.click("red", party.board, Label.REMATCH)
    assert (await party.table()).phase is Phase.LOBBY


async def test_what_is_asked_for_is_what_the_invitation_asks_for():
    assert {*NAMES.values()} == {*NEEDED.values(), "Send Messages in Threads"}


# --- a lobby whose channel is lost


async def lose_permissions(party):
    deny(party.s, May.VIEW)
    await party.s.click("green", party.board, Label.JOIN)


async def delete_channel(party):
    world = party.s.server.world
    remove_channel(world, world.channel(party.s.channel(party.channel)))


async def delete_thread(party):
    world = party.s.server.world
    remove_channel(world, world.channel(world.channel(party.s.channel(party.channel))["parent_id"]))


async def remove_bot(party):
    world = party.s.server.world
    world.granted = 0
    world.tell(Event("GUILD_DELETE", {"id": world.guild["id"]}))


@pytest.mark.parametrize("lose", [lose_permissions, delete_channel, delete_thread, remove_bot])
async def test_a_lobby_whose_channel_is_lost_is_closed_and_everybody_told_once(s, lose):
    world, channel = s.server.world, "table-1"
    if lose is delete_thread:
        channel = "aside"
        add_thread(
            world, world.channel(s.channel("table-1")), channel, PUBLIC_THREAD, s.user("red")
        )
    party = Party(s, "red", "blue", channel=channel)
    await party.seat()
    table = await party.table()
    seated = [*party.names, "green"] if lose is lose_permissions else party.names

    async def is_closed():
        return (await party.host.read(lambda uow: uow.table(table.id))).phase is Phase.CLOSED

    await lose(party)
    await s.server.gateway.flush()
    await until(is_closed)
    await party.quiet()
    closed = await party.host.read(lambda uow: uow.table(table.id))
    assert closed.ending == LOST_CHANNEL
    for name in seated:
        (told,) = party.notes(name)
        assert f"<#{table.channel}>" in text(told) and "/new" in text(told)
    assert not party.notes("purple")


async def test_a_lost_lobby_leaves_its_channel_free(s):
    party = Party(s, "red", "blue")
    await party.open()
    await party.quiet()
    deny(s, May.SEND)
    await party.delete(party.board)

    async def is_closed():
        return (await party.table()).phase is Phase.CLOSED

    await until(is_closed)
    await party.quiet()
    before = await party.stored()
    assert "closed" in text(await s.slash("blue", "/board"))
    assert await party.stored() == before  # a closed table is not tried again
    deny(s, 0)
    await Party(s, "blue").open()
    assert len(party.notes("red")) == 1


async def test_a_board_that_nobody_could_see_is_not_tried_again(s):
    """Each try would tell all players once more."""
    party = Party(s, "red", "blue")
    await party.begin()
    deny(s, May.SEND)
    await party.delete(party.board)

    async def is_lost():
        return (await party.table()).is_lost

    await until(is_lost)
    before = await party.stored()
    await s.slash("green", "/board")
    assert await party.stored() == before


# --- challenges


async def test_whoever_set_up_challenges_is_told_when_they_stop(s, clock):
    party = Party(s, "red")
    await s.slash("red", "/challenge schedule", kind="daily")
    await s.slash("blue", "/challenge post")
    await party.quiet()
    deny(s, May.SEND)
    clock.ahead += await party.host.next_alarm() - clock()
    await party.host.run_due()
    await party.quiet()
    (told,) = party.notes("red")
    assert f"<#{s.channel('table-1')}>" in text(told) and "/challenge" in text(told)
    assert not party.notes("blue")  # that one was seen in the channel
    clock.ahead += 3 * 86_400_000
    await party.host.run_due()
    await party.quiet()
    assert party.notes("red") == [told] and not party.notes("blue")


# --- a channel that is taken


async def test_a_taken_channel_says_where_its_table_is(s):
    party = Party(s, "red")
    board = await party.open()
    await party.quiet()
    assert f"/{board['id']}" in text(await s.slash("blue", "/new"))
    deny(s, May.SEND)
    await s.click("red", board, Label.ADD_AUTOPILOT)
    await s.click("red", board, Label.START)
    await party.quiet()
    await party.delete(party.board)

    async def is_lost():
        return (await party.table()).is_lost

    await until(is_lost)
    deny(s, 0)
    refused = text(await s.slash("blue", "/new"))
    assert "discord.com" not in refused and "/board" in refused
    await s.slash("blue", "/board")
    await s.until(lambda: party.board)


# --- where commands are offered


async def test_commands_are_offered_in_servers_and_with_the_bot_only(s):
    world = s.server.world
    add_group(world, "friends", [s.user("red"), s.user("blue")])
    for command in s.server.people.commands():
        with pytest.raises(Refused):
            s.server.people.slash(s.user("red"), s.channel("friends"), command["name"], [])
        assert command["integration_types"] == [0]
    for command in ("/new", "/leaderboard", "/challenge stop"):
        with pytest.raises(Refused):
            await s.slash("red", command, "@red")
    assert await s.slash("red", "/help", "@red")


async def test_a_panel_that_others_can_read_is_nobodys_own(s):
    """A press there is answered to one person, and the message stays as it is."""
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    world, panel = s.server.world, party.panel(name)
    group = add_group(world, "friends", [s.user("red"), s.user("blue")])
    shown = {"components": panel["components"], "flags": panel["flags"]}
    copy = post_message(world, group, world.bot, shown)
    before = dict(copy)
    answer = await s.click(name, copy, Label.MORE)
    assert is_ephemeral(answer) and answer["id"] != copy["id"]
    assert world.message(group["id"], copy["id"]) == before
