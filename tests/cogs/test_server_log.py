"""What moderators see: who decided what at a table, and a channel that tells what tables do."""

import sqlite3
from contextlib import closing

import pytest

from host import privacy
from host.votes import ProposalKind
from sandbox import interactions
from sandbox.faults import Fault
from sandbox.permissions import May
from testing.people import Party, is_ephemeral, labels, text

pytestmark = pytest.mark.asyncio
LOG = "table-2"


def lines(s):
    return [text(message) for message in s.messages("yellow", LOG)]


def counted(file, part):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(f"SELECT count(*) FROM {part}").fetchone()[0]


@pytest.fixture
def nobody_moderates(monkeypatch):
    without = str(int(interactions.PERMISSIONS) & ~May.MANAGE_MESSAGES)
    return lambda: monkeypatch.setattr(interactions, "PERMISSIONS", without)


async def test_a_server_s_log_gets_openings_votes_decisions_and_endings(s, file):
    answer = await s.slash("yellow", "/serverlog", to=f"#{LOG}")
    assert is_ephemeral(answer) and "Done" in text(answer)
    await Party(s, "red", "blue").begin()
    await s.slash("red", "/table abandon")
    await s.slash("yellow", "/table remove", player="@blue", force=True)
    await s.slash("yellow", "/table abandon", force=True)
    await s.until(lambda: len(lines(s)) >= 7)
    first, opened, started, asked, removed, decided, ended = lines(s)
    assert "I'll post here" in first
    assert f"table 1 in <#{s.channel('table-1')}>: a table was opened." in opened
    assert "the game began with 2 players." in started
    assert "a vote was opened (“End the game now" in asked
    assert "a moderator decided: “Give player 2's seat to the autopilot" in removed
    assert "a moderator decided: “End the game now" in decided
    assert "a moderator ended it." in ended
    assert not [name for name in ("Red", "Blue") if name in "".join(lines(s))]

    assert "off" in text(await s.slash("yellow", "/serverlog"))
    await s.slash("green", "/new", "lounge")
    await s.until(lambda: s.messages("green", "lounge"))
    await s.until(lambda: not counted(file, "outbox"))
    assert len(lines(s)) == 7


async def test_a_thread_can_be_the_log(s):
    await s.slash("red", "/new", thread=True)
    threads = [each for each in s.server.world.channels.values() if "thread_metadata" in each]
    answer = await s.slash("yellow", "/serverlog", to=f"#{threads[0]['name']}")
    assert "Done" in text(answer)


async def test_a_log_that_cannot_be_posted_is_given_up_and_the_tables_play_on(s, file):
    s.server.faults.plant(
        Fault("POST", f"/channels/{s.channel(LOG)}/messages", status=403, code=50013)
    )
    await s.slash("yellow", "/serverlog", to=f"#{LOG}")
    await s.until(lambda: not counted(file, "log_channels"))
    await Party(s, "red", "blue").begin()
    assert not lines(s)


async def test_moderators_see_who_decided_what_and_when(s, nobody_moderates):
    await Party(s, "red", "blue").begin()
    assert "Nothing was decided" in text(await s.slash("yellow", "/table decisions"))
    await s.slash("yellow", "/table remove", player="@blue", force=True)
    await s.slash("red", "/table abandon")  # alone it is everybody's vote
    shown = await s.slash("yellow", "/table decisions")
    by_vote, by_moderator = text(shown).splitlines()[-2:]
    assert is_ephemeral(shown)
    assert by_vote.startswith("<t:") and by_vote.endswith(
        "End the game now with the current scores: by vote of **Red**"
    )
    removed = "Give player 2's seat to the autopilot permanently"  # it isn't Blue's any more
    assert by_moderator.endswith(f"{removed}: by <@{s.user('yellow')}>")
    nobody_moderates()
    for command in ("/table decisions", "/serverlog"):
        assert "Only moderators" in text(await s.slash("yellow", command))


async def test_a_decision_never_names_who_has_the_seat_since_then(s):
    """Blue has voted and lost the seat, which Green takes: nothing of that was Green's."""
    party = Party(s, "red", "blue", "purple")
    await party.begin()
    for voter in ("red", "blue"):
        await s.slash(voter, "/table remove", player="@purple")
    await s.slash("yellow", "/table replace", player="@blue", force=True)
    await s.until(lambda: "Take seat 2" in labels(party.board))
    await s.click("green", party.board, "Take seat 2")
    by_moderator, by_vote = text(await s.slash("yellow", "/table decisions")).splitlines()[-2:]
    assert "Open player 2's seat to someone else: by <@" in by_moderator
    assert by_vote.endswith(
        "Give player 3's seat to the autopilot permanently: by vote of **Red**, **player 2**"
    )


async def test_a_moderator_is_told_and_forgotten_like_everybody(s, file):
    await Party(s, "red", "blue").begin()
    await s.slash("yellow", "/table remove", player="@blue", force=True)
    yellow = int(s.user("yellow"))
    told = await s.bot.host.read(privacy.export, yellow)
    assert f"{ProposalKind.REMOVE} 1" in told and "decided by you as a moderator" in told
    assert await s.bot.host.forget(yellow)
    assert not await s.bot.host.read(privacy.is_known, yellow)
    assert "by a moderator" in text(await s.slash("green", "/table decisions"))
