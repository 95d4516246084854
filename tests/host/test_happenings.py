"""What happens at tables is reported to the host, to moderators and in the server's log."""

import sqlite3
from contextlib import closing

import pytest

from cogs.server_log import logged_line
from cogs.votes import decisions_screen
from host import happenings, votes
from host.caller import Caller, Place
from host.happenings import Happening
from host.outbox import MessageKind
from host.quarantine import quarantine_table
from host.terms import Policy
from host.votes import DecidedBy, Proposal, ProposalKind
from testing.deadlines import DAY, awaited, open_timed, table_now
from testing.hosting import ADA, BEN, CHANNEL, CLEO, caller, messages_of, open_lobby

pytestmark = pytest.mark.asyncio
SERVER, LOG = 900, 901
PAUSE, EXTEND = Proposal(ProposalKind.PAUSE), Proposal(ProposalKind.EXTEND)


def in_server(user):
    """Somebody who presses in the table's channel."""
    return Caller(user, Place(CHANNEL, server=SERVER))


async def logged(host):
    """What the server's log would show, without what was opened and started."""
    found = [message for message in await messages_of(host) if message.kind == MessageKind.LOGGED]
    assert {message.channel for message in found} == {LOG}
    return [message.body for message in found if message.body["what"] != happenings.BEGUN]


async def test_votes_and_what_becomes_of_them_are_told(host, clock, game_id, caplog):
    caplog.set_level("INFO", "host")
    table = await open_timed(host, game_id, people=3, hours=120, policy=Policy.SEAT)
    await host.do(happenings.choose_log, SERVER, LOG)
    ada, ben, cleo = map(in_server, (ADA, BEN, CLEO))
    await host.do(votes.agree, table.id, PAUSE, by=ada)
    await host.do(votes.withdraw, table.id, PAUSE, by=ada)
    await host.do(votes.agree, table.id, PAUSE, by=ada)
    for by in (ben, cleo):
        await host.do(votes.disagree, table.id, PAUSE, by=by)
    await host.do(votes.agree, table.id, EXTEND, by=ben)
    clock.advance(votes.OLDEST + DAY)
    await host.do(votes.forget_old, table.id)
    seat, _ = await awaited(host, table.id)
    clock.now = (await table_now(host, table.id)).seats[seat].due
    await host.run_due()
    await host.do(quarantine_table, table.id, "row 3 was lost")

    bodies = await logged(host)
    expected = [
        (Happening.ASKED, "pause"),
        (Happening.WITHDRAWN, "pause"),
        (Happening.ASKED, "pause"),
        (Happening.REJECTED, "pause"),
        (Happening.ASKED, "extend"),
        (Happening.EXPIRED, "extend"),
        (Happening.DECIDED, f"takeover {seat}"),
        (Happening.DAMAGED, None),
    ]
    assert [(body["what"], body.get("matter")) for body in bodies] == expected
    assert bodies[-2]["by"] == DecidedBy.LIMIT and "row 3" not in str(bodies[-1])
    lines = [logged_line(body) for body in bodies]
    assert lines[3].endswith(": a vote did not pass (“Pause the clock”).")
    assert lines[-2].endswith(
        f": time was up: “Let the autopilot play for player {seat + 1} until they're back”."
    )
    assert lines[-1].endswith(": the table was closed, because its record is damaged.")
    told = [(record.message, record.facts) for record in caplog.records]
    assert [event for event, known in told if known["table"] == table.id][-8:] == [
        what for what, _ in expected
    ]
    assert (told[-2][1]["matter"], told[-2][1]["seat"]) == ("takeover", seat + 1)
    assert told[-1][1] == {"table": table.id, "channel": CHANNEL, "why": "row 3 was lost"}
    assert [record.levelname for record in caplog.records][-2:] == ["INFO", "ERROR"]


async def test_moderators_see_votes_that_did_not_pass_and_what_the_time_limit_decided(
    host, clock, game_id
):
    table = await open_timed(host, game_id, people=3, hours=120, policy=Policy.SEAT)
    await host.do(votes.agree, table.id, PAUSE, by=caller(ADA.id))
    for user in (BEN, CLEO):
        clock.advance(1000)
        await host.do(votes.disagree, table.id, PAUSE, by=caller(user.id))
    seat, _ = await awaited(host, table.id)
    clock.now = (await table_now(host, table.id)).seats[seat].due
    await host.run_due()
    clock.advance(1000)
    await host.do(votes.force, table.id, EXTEND)
    table, found = await host.read(votes.decisions, table.id)
    assert [(each.matter, each.by, each.seats) for each in found] == [
        (EXTEND, DecidedBy.MODERATOR, ()),
        (Proposal(ProposalKind.TAKEOVER, seat), DecidedBy.LIMIT, ()),
        (PAUSE, DecidedBy.NOBODY, (1, 2)),
    ]
    shown = "".join(item.content for item in decisions_screen(table, found).items)
    assert "Pause the clock: did not pass, **Ben**, **Cleo** voted against" in shown
    assert "until they're back: by the time limit" in shown


async def test_a_table_of_an_older_version_learns_its_server_at_the_next_press(host, file, game_id):
    """Before schema 7 tables did not know it, so nothing of theirs was in the server's log."""
    table = await open_timed(host, game_id, people=3, hours=24)
    await host.do(happenings.choose_log, SERVER, LOG)
    elsewhere = Caller(ADA, Place(None, is_private=True))
    await host.do(votes.agree, table.id, EXTEND, by=elsewhere)
    assert not await logged(host)
    await host.do(votes.agree, table.id, PAUSE, by=in_server(BEN))
    assert [body["matter"] for body in await logged(host)] == ["pause"]
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT server FROM tables").fetchall() == [(SERVER,)]


async def test_what_happens_while_somebody_is_forgotten_is_logged(host, clock, game_id, caplog):
    """Their lobby is closed."""
    table = await open_lobby(host, game_id, 1)
    caplog.set_level("INFO", "host")
    await host.forget(ADA.id)
    assert [(each.message, each.facts["table"]) for each in caplog.records] == [
        (Happening.CLOSED, table.id)
    ]


async def test_every_happening_has_a_line_of_its_own():
    body = {"table": 1, "channel": 2, "matter": "pause"}
    lines = {logged_line({"what": what, **body}) for what in Happening}
    assert len(lines) == len(Happening)
