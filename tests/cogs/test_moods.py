"""When Discord refuses: closed direct messages, lost messages, faults, lost permissions."""

import threading

import pytest

from cogs.delivery import HOUR
from cogs.ids import act_id
from cogs.message_contents import SCROLLED
from cogs.panel import panel_head
from host import outbox
from host.errors import SaveFailed
from host.records import Phase
from sandbox.channels import remove_channel
from sandbox.faults import EVERY, Fault
from sandbox.messages import remove_message
from sandbox.permissions import May
from testing.hosting import rows_of
from testing.message_truth import CALL, lies, round_of
from testing.people import (
    Label,
    Party,
    answered,
    buttons,
    forge,
    labels,
    pictures,
    text,
    until,
    ways,
)

pytestmark = pytest.mark.asyncio
CHANNEL_MESSAGES = r"^/channels/\d+/messages$"
ONE_MESSAGE = r"^/channels/\d+/messages/\d+$"
DIRECT = r"^/users/@me/channels$"
CALLS = {  # everything that the sender asks Discord for
    "send": ("POST", CHANNEL_MESSAGES),
    "edit": ("PATCH", ONE_MESSAGE),
    "delete": ("DELETE", ONE_MESSAGE),
    "open": ("POST", DIRECT),
}
FAULTS = {
    "429": {"status": 429, "retry_after": 0.01},
    "503": {"status": 503},
    "reset": {"deed": "reset before"},
    "lost reply": {"deed": "reset after"},
}
PATIENT = 400_000  # milliseconds: longer than the longest pause between two tries


def call_of(party):
    (call,) = [each for each in party.public if CALL in text(each)]
    return call


def doors(party):
    return [each for each in party.public if Label.TRY_AGAIN in labels(each)]


def sends_to(s, channel):
    key = s.channel(channel)
    return [each for each in s.server.rest.requests if each == f"POST /channels/{key}/messages"]


async def in_time(party, clock):
    """Whatever waits for its next try is tried until all is said.

    Time goes on only when the sender has nothing to try, else a slow machine makes it hours.
    """
    sender, news = party.s.bot.sender, party.host.news

    async def is_said():
        if news._waiters and not news.is_set() and not sender._busy:
            clock.ahead += 0 if await party.host.read(outbox.due) else PATIENT
            news.set()
        return await party.is_quiet()

    await party.host.wait_for_autoplay()
    await until(is_said)


async def shows_the_truth(party):
    assert not await lies(party)


# --- closed doors


async def test_closed_direct_messages_are_noticed_once_and_tried_no_more(s):
    party = Party(s, "red", "blue")
    await party.seat()
    s.server.people.open_dms(s.user("blue"), False)
    await s.click("red", party.board, Label.START)
    await party.quiet()
    assert len(doors(party)) == 1
    assert "Blue" in text(doors(party)[0])
    before = await party.rows()
    while len(await party.rows()) < len(before) + 6:
        await play_by_the_board(party, await party.acting())
        await party.quiet()
    assert len(doors(party)) == 1
    assert len(sends_to(s, "@blue")) == 1
    assert not party.panels("blue")


async def play_by_the_board(party, name):
    """One action in the ephemeral panel."""
    before = len(await party.rows())
    panel = await party.s.click(name, party.board, Label.MY_HAND)
    while len(await party.rows()) == before:
        assert await party.press(name, panel)


async def test_try_again_sends_the_hand_when_the_door_is_open_again(s):
    party = Party(s, "red", "blue")
    await party.seat()
    s.server.people.open_dms(s.user("blue"), False)
    await party.start()
    s.server.people.open_dms(s.user("blue"), True)
    await s.click("blue", doors(party)[0], Label.TRY_AGAIN)
    await party.quiet()
    assert len(party.panels("blue")) == 1
    await party.until_all_act()
    await s.until(lambda: ways(party.panel("blue")))


async def test_try_again_at_a_door_that_is_still_closed_is_said_again(s):
    party = Party(s, "red", "blue")
    await party.seat()
    s.server.people.open_dms(s.user("blue"), False)
    await s.click("red", party.board, Label.START)
    await party.quiet()
    await s.click("blue", doors(party)[0], Label.TRY_AGAIN)
    await party.quiet()
    assert len(sends_to(s, "@blue")) == 2
    assert not party.panels("blue")
    assert doors(party)


async def test_try_again_pressed_by_somebody_else_opens_no_door(s):
    party = Party(s, "red", "blue")
    await party.seat()
    s.server.people.open_dms(s.user("blue"), False)
    await s.click("red", party.board, Label.START)
    await party.quiet()
    for name in ("red", "green"):
        assert text(await s.click(name, doors(party)[0], Label.TRY_AGAIN))
        await party.quiet()
    assert len(sends_to(s, "@blue")) == 1
    assert not party.notes("green")


async def test_one_closed_door_keeps_nobody_else_from_their_hand(s):
    party = Party(s, "red", "blue", "green")
    await party.seat()
    s.server.people.open_dms(s.user("red"), False)
    await s.click("red", party.board, Label.START)
    await party.quiet()
    assert [len(party.panels(name)) for name in party.names] == [0, 1, 1]


# --- messages that are gone


async def test_a_board_that_was_deleted_is_posted_again_at_once(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.delete(party.board)
    await s.until(lambda: party.board)
    await party.quiet()
    await shows_the_truth(party)


async def test_a_board_that_was_deleted_while_the_bot_was_away_is_posted_again(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await s.stop_bot()
    remove_message(s.server.world, party.board)
    await s.start_bot()
    await party.act(await party.acting())
    await party.quiet()
    await shows_the_truth(party)


async def test_a_lobby_that_was_deleted_is_posted_again_at_once(s):
    party = Party(s, "red", "blue")
    board = await party.open()
    await party.quiet()
    await party.delete(board)
    await s.until(lambda: party.board)
    await party.seat_others()
    assert "Blue" in text(party.board)
    assert len(party.boards) == 1


async def test_our_own_deletions_are_not_taken_for_anothers(s):
    """A board that is posted anew takes the old one away; that alone posts nothing."""
    party = Party(s, "red", "blue")
    await party.begin()
    for number in range(SCROLLED + 1):
        await s.say("green", f"chat {number}")
    await party.act(await party.acting())
    await party.quiet()
    board, asked = party.board, len(s.server.rest.requests)
    await s.click("green", party.board, Label.LOG)
    await answered(s)
    await party.quiet()
    assert party.board["id"] == board["id"]
    assert len(s.server.rest.requests) == asked + 1


async def test_a_panel_that_was_deleted_is_sent_again(s):
    party = Party(s, "red", "blue")
    await party.begin()
    acting = await party.acting()
    other = next(name for name in party.names if name != acting)
    await party.delete(party.panel(other))
    await party.until_all_act()
    await party.quiet()
    assert len(party.panels(other)) == 1


async def test_a_board_that_scrolled_away_is_posted_anew_and_the_old_one_deleted(s):
    party = Party(s, "red", "blue")
    await party.begin()
    old = party.board
    for number in range(SCROLLED + 1):
        await s.say("green", f"chat {number}")
    await party.act(await party.acting())
    await party.quiet()
    assert [each["id"] for each in party.boards] != [old["id"]]
    await shows_the_truth(party)


async def test_a_board_with_little_below_it_stays_where_it_is(s):
    party = Party(s, "red", "blue")
    await party.begin()
    old = party.board
    for number in range(3):
        await s.say("green", f"chat {number}")
    await party.act(await party.acting())
    await party.quiet()
    assert [each["id"] for each in party.boards] == [old["id"]]


async def test_after_an_hour_board_and_panels_are_sent_anew_and_the_old_ones_deleted(s, clock):
    party = Party(s, "red", "blue")
    await party.begin()
    old = party.board, *(party.panel(name) for name in party.names)
    clock.ahead += HOUR + 1
    await party.until_all_act()
    await party.quiet()
    assert [len(party.panels(name)) for name in party.names] == [1, 1]
    now = party.board, *(party.panel(name) for name in party.names)
    assert len(party.boards) == 1
    assert now[0]["id"] != old[0]["id"]


async def test_a_picture_that_did_not_change_is_not_sent_again(s):
    party = Party(s, "red", "blue")
    await party.begin()
    party.rng.seed(3)
    before = {each["filename"]: each["id"] for each in party.board["attachments"]}
    assert set(pictures(party.board)) == set(before)
    while (await party.seen()).waiting != (0, 1):
        await party.act(await party.acting())
        await party.quiet()
        now = {each["filename"]: each["id"] for each in party.board["attachments"]}
        assert all(now[name] == before[name] for name in now.keys() & before.keys())
        before = now


# --- faults on the way


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        *(("send", fault) for fault in FAULTS),
        *(("edit", "503"), ("edit", "lost reply"), ("delete", "reset"), ("open", "429")),
    ],
)
async def test_everything_is_said_once_whatever_happens_on_the_way(s, clock, call, fault):
    party = Party(s, "red", "blue")
    await party.seat()
    method, path = CALLS[call]
    planted = s.server.faults.plant(Fault(method, path, times=2, **FAULTS[fault]))
    await s.click("red", party.board, Label.START)
    await in_time(party, clock)
    for _ in range(4):
        await party.act(await acting_in_time(party, clock))
    await in_time(party, clock)
    if call != "delete":
        assert planted.times < 2, "the fault was never met"
    await shows_the_truth(party)


async def acting_in_time(party, clock):
    await in_time(party, clock)
    return await party.acting()


async def test_a_server_error_is_waited_out(s, clock):
    party = Party(s, "red", "blue")
    await party.seat()
    planted = [
        s.server.faults.plant(Fault(method, path, status=500)) for method, path in CALLS.values()
    ]
    await s.click("red", party.board, Label.START)
    await in_time(party, clock)
    assert [fault.times for fault in planted] == [0, 0, 1, 0], "nothing was deleted"
    await shows_the_truth(party)


@pytest.mark.parametrize("fault", ["503", "lost reply"])
async def test_every_round_is_told_once_whatever_happens_on_the_way(s, clock, fault):
    party, planted = Party(s, "red"), []
    await party.begin(robots=1)
    while (await party.seen()).round < 3:
        planted.append(s.server.faults.plant(Fault(*CALLS["send"], **FAULTS[fault])))
        await in_time(party, clock)
        await party.act("red")
    await in_time(party, clock)
    assert sum(not each.times for each in planted) > 1, "the faults were hardly met"
    await shows_the_truth(party)


async def test_a_board_whose_reply_was_lost_still_shows_what_happened_since(s, clock):
    """Its message is there already when it is tried again, with the old picture of the table."""
    party = Party(s, "red", "blue")
    s.server.faults.plant(Fault("POST", CHANNEL_MESSAGES, deed="reset after"))
    await s.slash("red", "/new")
    board = await s.until(lambda: party.board)
    await s.click("blue", board, Label.JOIN)
    await in_time(party, clock)
    assert len(party.boards) == 1
    assert "Blue" in text(party.board)


async def test_a_board_whose_reply_was_lost_goes_when_the_game_ends_meanwhile(s, clock):
    party = Party(s, "red", "blue", game="factory_frenzy")
    await party.begin()
    path, planted = f"^/channels/{s.channel(party.channel)}/messages", s.server.faults.planted

    def lose_the_board_below(method, route, body, status, answer):
        if method == "POST" and "components" in answer and round_of(answer) is not None:
            planted.append(Fault("POST", path, deed="reset after"))
            planted.append(Fault(EVERY, path, status=503, times=1_000))

    s.server.rest.observers.append(lose_the_board_below)
    while not planted:
        await play_by_the_board(party, await whose_turn(party))
        await s.until(lambda: planted or not s.bot.sender._busy)
    await s.until(lambda: not planted[0].times)
    for name in party.names:
        await s.slash(name, "/end")
    planted.clear()
    await in_time(party, clock)
    assert (await party.seen()).table.phase is Phase.OVER
    await shows_the_truth(party)


async def test_a_panel_whose_reply_was_lost_still_shows_what_happened_since(s, clock):
    party = Party(s, "red", "blue")
    await party.seat()
    dm = s.channel("@blue")
    s.server.faults.plant(Fault("POST", f"^/channels/{dm}/messages$", deed="reset after"))
    await s.click("red", party.board, Label.START)
    await s.until(lambda: party.panel("blue") and party.panel("red"))
    while (await party.seen()).waiting != (0, 1):
        name = await whose_turn(party)
        await play_by_the_board(party, name)
    await in_time(party, clock)
    seen = await party.seen("blue")
    assert len(party.panels("blue")) == 1
    assert panel_head(seen) in text(party.panel("blue"))
    assert ways(party.panel("blue"))


async def test_a_message_is_found_again_when_discord_has_forgotten_its_nonce(s, clock):
    """As after an outage that is longer than the few minutes of a nonce."""
    party = Party(s, "red", "blue")
    await party.seat()
    place = s.channel(party.channel)
    lost = s.server.faults.plant(Fault("POST", f"/{place}/messages$", deed="reset after"))
    await s.click("red", party.board, Label.START)
    await s.until(lambda: not lost.times)
    s.server.rest.nonces.clear()
    await in_time(party, clock)
    await shows_the_truth(party)


async def test_a_call_whose_reply_was_lost_is_gone_when_nobody_is_waited_for_by_it(s, clock):
    party = Party(s, "red", "blue", game="factory_frenzy")
    await party.begin()
    place = s.channel(party.channel)
    lost = s.server.faults.plant(Fault("POST", f"/{place}/messages$", deed="reset after"))
    while lost.times:
        await play_by_the_board(party, await whose_turn(party))
        await s.until(lambda: not lost.times or not s.bot.sender._busy)
    await play_by_the_board(party, await whose_turn(party))
    await in_time(party, clock)
    await shows_the_truth(party)


async def test_what_was_said_but_not_stored_is_said_neither_again_nor_without_a_pause(
    s, clock, monkeypatch
):
    party = Party(s, "red", "blue")
    await party.seat()

    def unsaved(*_, **__):
        raise SaveFailed("the disk is full")

    monkeypatch.setattr(outbox, "said", unsaved)
    monkeypatch.setattr(outbox, "failed", unsaved)
    await s.click("red", party.board, Label.START)
    await s.until(lambda: party.host.news._waiters and s.bot.sender._pace.pause_until)
    assert len(s.server.rest.requests) < 60
    s.server.rest.nonces.clear()
    monkeypatch.undo()
    await in_time(party, clock)
    await shows_the_truth(party)


async def whose_turn(party):
    seen = await party.seen()
    users = {int(party.s.user(name)): name for name in party.names}
    return users[seen.table.seats[seen.waiting[0]].user]


# --- rights taken away


def told_of_the_loss(party, name):
    """What is written in private and is no panel."""
    panels = [each["id"] for each in party.panels(name)]
    return [each for each in party.notes(name) if each["id"] not in panels]


async def no_storm(party, clock):
    """However much time passes, nobody is asked again and again."""
    await in_time(party, clock)
    asked = len(party.s.server.rest.requests)
    for _ in range(6):
        await in_time(party, clock)
    assert len(party.s.server.rest.requests) == asked


@pytest.mark.parametrize("lost", [May.SEND, May.VIEW, May.ATTACH])
async def test_a_lost_permission_is_told_to_the_players_once_and_makes_no_storm(s, clock, lost):
    party = Party(s, "red", "blue")
    await party.begin()
    s.server.world.granted &= ~lost
    await party.delete(party.board)
    before = len(s.server.rest.requests)
    for _ in range(3):
        await party.act(await acting_in_time(party, clock))
    await no_storm(party, clock)
    assert len(s.server.rest.requests) - before < 30
    for name in party.names:
        assert len(told_of_the_loss(party, name)) == 1
    assert not party.boards


async def test_the_board_is_back_when_somebody_asks_for_it_where_it_may_be_written_again(s, clock):
    party = Party(s, "red", "blue")
    await party.begin()
    granted = s.server.world.granted
    s.server.world.granted &= ~May.SEND
    await party.delete(party.board)
    await party.act(await acting_in_time(party, clock))
    await in_time(party, clock)
    assert not party.boards
    s.server.world.granted = granted
    await s.slash("green", "/board")
    await in_time(party, clock)
    assert len(party.boards) == 1
    await party.act(await acting_in_time(party, clock))
    await in_time(party, clock)
    await shows_the_truth(party)


async def test_a_call_that_cannot_be_edited_any_more_is_posted_anew_and_pings_nobody(s):
    party = Party(s, "red", "blue")
    await party.begin()
    assert await party.until_all_act()
    await party.quiet()
    old = call_of(party)
    s.server.faults.plant(Fault("PATCH", old["id"], status=400, code=30046))
    await s.slash("red", "/play", action="done")
    await party.quiet()
    new = call_of(party)
    assert new["id"] != old["id"] and not new["mentions"]
    await shows_the_truth(party)


async def test_no_old_call_stays_where_the_bot_may_write_again(s, clock):
    party = Party(s, "red", "blue")
    await party.begin()
    granted = s.server.world.granted
    s.server.world.granted &= ~May.SEND
    await party.delete(party.board)
    for _ in range(3):
        await party.act(await acting_in_time(party, clock))
    s.server.world.granted = granted
    await s.slash("green", "/board")
    await in_time(party, clock)
    assert not [each for each in await lies(party) if "called" in each]


async def test_the_game_goes_on_in_private_when_its_channel_was_deleted(s, clock):
    party = Party(s, "red", "blue")
    await party.begin()
    table = (await party.table()).id
    remove_channel(s.server.world, s.server.world.channel(s.channel("table-1")))
    for _ in range(40):
        await in_time(party, clock)
        for name in party.names:
            await party.press(name)
    await no_storm(party, clock)
    rows = await rows_of(party.host, table)
    assert {row.seat for row in rows} == {0, 1}
    assert [len(told_of_the_loss(party, name)) for name in party.names] == [1, 1]
    assert [len(party.panels(name)) for name in party.names] == [1, 1]


# --- pictures that take their time


async def test_the_answer_comes_in_words_when_its_picture_is_late_and_the_picture_follows(
    s, monkeypatch
):
    party = Party(s, "red", "blue")
    await party.begin()
    assert await party.until_all_act()
    await party.quiet()
    is_free = threading.Event()
    monkeypatch.setattr("cogs.screen.PATIENCE", 0)
    s.bot.studio._worker.submit(is_free.wait)  # as a picture that takes long
    try:
        for _ in range(2):  # the second press comes before the first picture
            seen = await party.seen("red")
            custom_id = act_id(seen.table.id, seen.moves, seen.actions[0])
            answer = await forge(s, "red", party.panel("red"), custom_id)
            assert not pictures(answer)
            assert text(answer)
    finally:
        is_free.set()
    now = await party.seen("red")
    newest = act_id(now.table.id, now.moves, ())

    def is_up_to_date():
        panel = party.panel("red")
        ids = {part["custom_id"] for part in buttons(panel)}
        return pictures(panel) and any(each.startswith(newest) for each in ids)

    await s.until(is_up_to_date)
    await party.quiet()
    assert is_up_to_date()
    assert len(party.panels("red")) == 1
