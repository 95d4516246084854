"""The sender in an outage, with a full disk, after a kill, and where a channel is lost."""

import asyncio
import threading
from types import SimpleNamespace

import pytest

from cogs import message_contents, pace, responder, screen, sender
from cogs.attachments import Slot
from cogs.delivery import HOUR
from cogs.ids import menu_id
from cogs.message_contents import SCROLLED
from cogs.screen import Screen
from host import outbox, votes
from host.errors import SaveFailed
from host.outbox import MessageKind
from host.people import choose, mark_dms_blocked
from host.records import User
from sandbox.faults import Fault
from sandbox.permissions import May
from testing.hosting import FakeClock, caller, messages_of
from testing.message_truth import CALL
from testing.people import Label, Party, buttons, pictures, redraw, text, until
from tests.cogs.test_moods import (
    CHANNEL_MESSAGES,
    acting_in_time,
    doors,
    in_time,
    shows_the_truth,
    told_of_the_loss,
)
from tests.cogs.test_restart import hold_back

pytestmark = pytest.mark.asyncio
STORES = (outbox.said, outbox.failed, outbox.dropped, outbox.lose_channel, mark_dms_blocked)


@pytest.fixture
def ticks(monkeypatch):
    """A clock of the pace that stands still."""
    clock = FakeClock(1_000_000)
    monkeypatch.setattr(pace, "ticks", clock)
    return clock


def into_an_outage(s):
    for number in range(pace.SEVERAL):
        s.bot.sender._pace.on_failure((number, None))
    assert s.bot.sender._pace.is_out


async def idle(s):
    """The sender has looked at everything and waits."""
    news = s.bot.host.news
    for _ in range(20):
        news.set()
        await s.until(lambda: not news.is_set() and news._waiters and not s.bot.sender._busy)


def fill_the_disk(host):
    """Nothing that becomes of a message can be stored any more; gives the way back."""
    do = host.do

    async def unsaved(use_case, *args, **kwargs):
        if use_case in STORES:
            raise SaveFailed("the disk is full")
        return await do(use_case, *args, **kwargs)

    host.do = unsaved

    def make_room():
        host.do = do

    return make_room


def never_stored(monkeypatch, kind):
    """That a message of this kind was said cannot be stored."""
    said = outbox.said

    def unsaved(uow, outgoing, post=None):
        if outgoing.kind == kind:
            raise SaveFailed("the disk is full")
        return said(uow, outgoing, post)

    monkeypatch.setattr(outbox, "said", unsaved)


def calls(party):
    return [each for each in party.public if CALL in text(each)]


def asked(s, method, channel):
    key = s.channel(channel)
    begin = f"{method} /channels/{key}/messages"
    return [each for each in s.server.rest.requests if each.startswith(begin)]


async def show_panel(party, name):
    """It is sent, although nothing has changed: as if nobody knew what it shows."""
    table, user = await party.table(), int(party.s.user(name))
    for slot, _ in party.s.bot.sender.context.attachments._slots._entries.values():
        slot.shown = None
    await party.host.do(lambda uow: outbox.show_panel(uow.store, uow.table(table.id), user))


async def keep_the_hand_here(party, name):
    user = User(int(party.s.user(name)), name)
    await party.host.do(choose, {"hand": "ephemeral"}, by=caller(user))


# --- a full disk


@pytest.mark.parametrize("is_refused", [False, True])
async def test_a_full_disk_makes_no_storm_whatever_discord_says(s, clock, ticks, is_refused):
    party = Party(s, "red", "blue")
    await party.begin()
    s.server.people.open_dms(s.user("red"), not is_refused)
    granted = s.server.world.granted
    if is_refused:
        s.server.world.granted &= ~May.SEND
    make_room = fill_the_disk(party.host)
    await party.delete(party.board)
    await show_panel(party, "red")
    await s.until(lambda: s.bot.sender._pace.is_out)
    await idle(s)
    before = len(s.server.rest.requests)
    await idle(s)
    assert len(s.server.rest.requests) == before
    make_room()
    s.server.world.granted = granted
    s.server.people.open_dms(s.user("red"), True)
    ticks.advance(pace.SLOWEST)
    await in_time(party, clock)
    assert len(party.boards) == 1


async def test_a_round_that_could_not_be_stored_is_not_told_again_nor_its_board(
    s, clock, monkeypatch
):
    party = Party(s, "red")
    await party.begin(robots=1)
    never_stored(monkeypatch, MessageKind.ROUND)
    await party.press_until(lambda: s.bot.sender._pace.is_out and not s.bot.sender._busy)
    s.server.rest.nonces.clear()
    monkeypatch.undo()
    await until(party.is_quiet)
    await shows_the_truth(party)
    assert not s.bot.sender.context.maybe_sent


# --- when an outage is over


async def test_a_message_that_never_reached_discord_does_not_say_that_it_is_back(s, ticks):
    party = Party(s, "red", "blue")
    await party.begin()
    await keep_the_hand_here(party, "red")
    await party.quiet()
    into_an_outage(s)
    ticks.advance(pace.SLOWEST)
    await show_panel(party, "red")
    await party.quiet()
    await idle(s)  # the pace is set after the message is stored
    assert s.bot.sender._pace.is_out


async def test_a_refusal_says_that_discord_is_back(s, ticks):
    party = Party(s, "red", "blue")
    await party.begin()
    s.server.people.open_dms(s.user("red"), False)
    await party.delete(party.panel("red"))
    into_an_outage(s)
    ticks.advance(pace.SLOWEST)
    await show_panel(party, "red")
    await s.until(lambda: doors(party) and not s.bot.sender._pace.is_out)


async def test_the_clock_of_the_house_set_back_prolongs_no_pause(s, clock, ticks):
    party = Party(s, "red", "blue")
    await party.begin()
    clock.ahead -= HOUR
    into_an_outage(s)
    await show_panel(party, "red")
    await idle(s)
    assert not await party.is_quiet()
    ticks.advance(pace.FIRST_PAUSE)
    s.bot.host.news.set()
    await party.quiet()


class Timeouts:
    """Stands in for asyncio in a module: time-outs of `seconds` end when the test says so."""

    def __init__(self, seconds):
        self.seconds, self.begun = seconds, []

    def timeout(self, seconds):
        if seconds != self.seconds:
            return asyncio.timeout(seconds)
        self.begun.append(asyncio.timeout(None))
        return self.begun[-1]

    def __getattr__(self, name):
        return getattr(asyncio, name)


async def test_a_request_that_hangs_is_given_up_and_tried_again(s, clock, monkeypatch):
    party = Party(s, "red", "blue")
    await party.begin()
    say, hangs = message_contents.SAYS[MessageKind.BOARD], []

    async def hang_once(mail):
        if not hangs:
            hangs.append(mail)
            await asyncio.Event().wait()
        return await say(mail)

    monkeypatch.setitem(message_contents.SAYS, MessageKind.BOARD, hang_once)
    monkeypatch.setattr(sender, "asyncio", timeouts := Timeouts(sender.MAX_TRY))
    await party.delete(party.board)
    await s.until(lambda: hangs)
    timeouts.begun[-1].reschedule(0)
    await s.until(lambda: not s.bot.sender._busy)
    monkeypatch.undo()
    await in_time(party, clock)
    await shows_the_truth(party)


async def test_a_long_global_limit_that_is_not_slept_out_holds_up_nobody(s, clock, monkeypatch):
    """The library would wait for whoever met it."""
    party = Party(s, "red", "blue")
    await party.begin()
    limit = Fault("POST", CHANNEL_MESSAGES, status=429, retry_after=600, is_global=True)
    s.server.faults.plant(limit)
    monkeypatch.setattr(sender, "asyncio", timeouts := Timeouts(sender.MAX_TRY))
    await party.delete(party.board)
    await s.until(lambda: not s.bot.http._global_over.is_set())
    timeouts.begun[-1].reschedule(0)
    await s.until(lambda: not s.bot.sender._busy)
    monkeypatch.undo()
    await in_time(party, clock)
    await shows_the_truth(party)


# --- after a kill


async def restart_later(party, clock, is_old=False, is_scrolled=False):
    """Killed when something was posted and not yet noted; Discord has forgotten the nonce."""
    s = party.s
    clock.ahead += HOUR + 1 if is_old else 0
    for number in range(SCROLLED + 1 if is_scrolled else 0):
        await s.say("green", f"chat {number}")
    s.server.rest.nonces.clear()
    s.server.rest.requests.clear()
    await s.restart_bot()
    await party.quiet()


@pytest.mark.parametrize("reason", ["is_old", "is_scrolled"])
async def test_a_board_that_is_found_again_too_late_is_posted_anew(s, clock, reason):
    party = Party(s, "red", "blue")
    hold_back(party.host, MessageKind.BOARD)
    board = await party.open()
    await restart_later(party, clock, **{reason: True})
    assert [each["id"] == board["id"] for each in party.boards] == [False]


async def test_a_board_that_is_found_again_is_looked_for_once_and_edited(s, clock):
    party = Party(s, "red", "blue")
    hold_back(party.host, MessageKind.BOARD)
    board = await party.open()
    await restart_later(party, clock)
    assert [each["id"] for each in party.boards] == [board["id"]]
    counts = [len(asked(s, each, "table-1")) for each in ("GET", "POST", "PATCH")]
    assert counts == [1, 0, 1]


async def test_a_board_that_was_never_posted_is_looked_for_once_and_posted(s, clock):
    party = Party(s, "red", "blue")
    never = s.server.faults.plant(Fault("POST", CHANNEL_MESSAGES, status=503, times=10_000))
    await s.slash("red", "/new")
    await s.until(lambda: never.times < 10_000 and not s.bot.sender._busy)
    await s.stop_bot()
    never.times = 0
    s.server.rest.requests.clear()
    clock.ahead += HOUR
    await s.start_bot()
    await party.quiet()
    counts = [len(asked(s, each, "table-1")) for each in ("GET", "POST", "PATCH")]
    assert counts == [1, 1, 0]


async def test_a_round_and_its_board_are_looked_for_once(s, clock):
    party = Party(s, "red")
    await party.begin(robots=1)
    reached = hold_back(party.host, MessageKind.ROUND)
    await party.press_until(reached.is_set)
    await party.host.wait_for_autoplay()
    waiting = [each for each in await messages_of(party.host) if each.channel]
    await restart_later(party, clock)
    await shows_the_truth(party)
    assert len(asked(s, "GET", "table-1")) <= len(waiting)


async def test_a_vote_that_is_found_again_is_still_known_after_the_next_kill(s, monkeypatch):
    party = Party(s, "red", "blue")
    await party.begin()
    table, before = (await party.table()).id, len(party.public)
    never_stored(monkeypatch, MessageKind.VOTE)
    await party.host.do(
        votes.agree, table, votes.proposal_of("pause"), by=caller(int(s.user("red")))
    )
    for _ in range(2):
        await s.until(lambda: s.bot.sender._pace.is_out)
        s.server.rest.nonces.clear()
        await s.restart_bot()
    monkeypatch.undo()
    await until(party.is_quiet)
    assert len(party.public) == before + 1


async def test_a_kill_before_the_clock_was_set_back_says_nothing_twice(s, clock):
    party = Party(s, "red", "blue")
    hold_back(party.host, MessageKind.BOARD)
    board = await party.open()
    await s.stop_bot()
    clock.ahead -= HOUR
    s.server.rest.nonces.clear()
    await s.start_bot()
    await party.quiet()
    assert [each["id"] for each in party.boards] == [board["id"]]


# --- calls whose reply was lost


async def lose_a_call(party, again):
    """A call, or a reminder, of the first seat: it stands there, but nobody knows."""
    s, table = party.s, await party.table()
    place = f"/{s.channel(party.channel)}/messages$"
    lost = s.server.faults.plant(Fault("POST", place, deed="reset after"))
    await party.host.do(
        lambda uow: outbox.call(uow.store, table, [0], [] if again else [0], [0] * again)
    )
    await s.until(lambda: not lost.times and not s.bot.sender._busy)
    s.server.rest.nonces.clear()
    return calls(party)[-1]


async def remind(party):
    table = await party.table()
    await party.host.do(lambda uow: outbox.call(uow.store, table, [0], [], [0]))


async def test_a_call_whose_reply_was_lost_does_not_stand_for_the_reminder(s, clock):
    party = Party(s, "red", "blue", game="factory_frenzy")
    await party.begin()
    while (await party.seen()).waiting != (0,):
        await party.act(await party.acting())
    await party.quiet()
    call = await lose_a_call(party, again=False)
    await remind(party)
    await in_time(party, clock)
    assert [each["id"] == call["id"] for each in calls(party)] == [False]


async def test_a_reminder_whose_reply_was_lost_is_not_said_again(s, clock):
    party = Party(s, "red", "blue", game="factory_frenzy")
    await party.begin()
    while (await party.seen()).waiting != (0,):
        await party.act(await party.acting())
    await party.quiet()
    reminder = await lose_a_call(party, again=True)
    await in_time(party, clock)
    assert [each["id"] for each in calls(party)] == [reminder["id"]]


async def test_a_message_that_was_said_while_the_outbox_was_read_is_not_said_again(s):
    party = Party(s, "red", "blue", game="factory_frenzy")
    await party.begin()
    while (await party.seen()).waiting != (0,):
        await party.act(await party.acting())
    await party.quiet()
    posted = len(asked(s, "POST", party.channel))
    _read_slowly(s.bot)
    await remind(party)  # taking the old call away wakes the sender while it says the new one
    await party.quiet()
    assert len(asked(s, "POST", party.channel)) == posted + 1
    assert len(calls(party)) == 1


def _read_slowly(bot):
    """Make the sender learn what is due only after its deliveries have finished."""
    read = bot.host.read

    async def slow(use_case, *args, **kwargs):
        found = await read(use_case, *args, **kwargs)
        if use_case is outbox.due_and_next:
            await asyncio.gather(*bot.sender._busy.values())
        return found

    bot.host.read = slow


# --- a lost channel


async def lose_the_channel(party, clock):
    party.s.server.world.granted &= ~May.SEND
    await party.delete(party.board)

    async def is_lost():
        await in_time(party, clock)
        return (await party.table()).is_lost

    await until(is_lost)
    await in_time(party, clock)


async def test_a_board_that_is_asked_for_in_private_finds_no_channel(s, clock):
    party = Party(s, "red", "blue")
    await party.begin()
    await lose_the_channel(party, clock)
    told = [len(told_of_the_loss(party, name)) for name in party.names]
    await s.slash("red", "/board", "@red")
    await in_time(party, clock)
    assert [len(told_of_the_loss(party, name)) for name in party.names] == told == [1, 1]
    assert (await party.table()).is_lost


async def test_whoever_plays_in_the_channel_gets_a_panel_when_it_is_lost(s, clock):
    party = Party(s, "red", "blue")
    await party.seat()
    await keep_the_hand_here(party, "red")
    await s.click("red", party.board, Label.START)
    await party.quiet()
    assert not party.panels("red")
    await lose_the_channel(party, clock)
    assert len(party.panels("red")) == 1
    for _ in range(3):
        await party.act(await acting_in_time(party, clock))
    await in_time(party, clock)
    await party.agree_to_end()
    assert "no winner" in text(party.panel("red"))


# --- slots


async def test_a_panel_shows_nothing_older_than_what_was_pressed_meanwhile(s):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    panel, shown = party.panel(name), []

    def observe(method, route, body, status, answer):
        if method == "PATCH" and answer and answer.get("id") == panel["id"]:
            shown.append({part["custom_id"] for part in buttons(answer)})

    s.server.rest.observers.append(observe)
    async with s.bot.sender.context.attachments.slot(int(panel["id"])).lock:
        await show_panel(party, name)
        lock = s.bot.sender.context.attachments.slot(int(panel["id"])).lock
        await s.until(lambda: lock._waiters)
        old = await party.seen(name)
        await s.slash(name, "/play", action=" ".join(map(str, old.actions[0])))
    await party.quiet()
    now = await party.seen(name)
    assert now.moves != old.moves
    assert shown and not any(menu_id(old.table.id, old.moves) in each for each in shown)


async def test_everybody_who_presses_on_the_board_gets_their_pictures(drawn, s, monkeypatch):
    party = Party(s, "red", "blue")
    await party.begin()
    assert await party.until_all_act()
    await party.quiet()
    is_free = threading.Event()
    monkeypatch.setattr(screen, "PATIENCE", 0)
    s.bot.studio._worker.submit(is_free.wait)  # as a picture that takes long
    try:
        hands = [await s.click(name, party.board, Label.MY_HAND) for name in party.names]
        assert not any(map(pictures, hands))
    finally:
        is_free.set()
    place = s.server.world.messages[s.channel(party.channel)]
    await s.until(lambda: all(pictures(place[hand["id"]]) for hand in hands))


async def test_work_and_an_earlier_answer_have_their_three_seconds_together(monkeypatch):
    timeouts, deferred = Timeouts(responder.PATIENCE), asyncio.Event()
    monkeypatch.setattr(responder, "asyncio", timeouts)

    async def defer(**_):
        deferred.set()

    async def edit(**_):
        return None

    response = SimpleNamespace(is_done=deferred.is_set, defer=defer)
    pressed = SimpleNamespace(response=response, message=None, edit_original_response=edit)
    slot, is_done = Slot(), asyncio.Event()
    await slot.lock.acquire()  # an earlier answer does not get through

    async def work():
        await is_done.wait()
        return Screen().say("done")

    task = asyncio.create_task(responder.answer(pressed, work, slot=slot))
    await until_begun(timeouts)
    is_done.set()
    while not slot.lock._waiters:
        await asyncio.sleep(0)
    assert len(timeouts.begun) == 1
    timeouts.begun[0].reschedule(0)
    await deferred.wait()
    slot.lock.release()
    await task


async def until_begun(timeouts):
    async def is_begun():
        return timeouts.begun

    await until(is_begun)


async def test_files_that_an_edit_replaced_before_a_kill_are_not_kept(s, clock):
    party = Party(s, "red", "blue")
    board = await party.open()
    await party.quiet()
    before = board["attachments"]
    hold_back(party.host, MessageKind.BOARD)
    await s.click("blue", board, Label.JOIN)
    await s.until(lambda: party.board["attachments"] != before)
    await s.click("blue", board, Label.LEAVE)  # the picture that was noted, but is gone
    await restart_later(party, clock)
    assert "Blue" not in text(party.board)
    assert pictures(party.board) and len(party.boards) == 1


async def test_an_old_board_that_cannot_be_deleted_costs_nothing(s, clock):
    party = Party(s, "red", "blue")
    old = await party.open()
    await party.quiet()  # it is noted when it was posted
    clock.ahead += HOUR + 1
    s.server.faults.plant(Fault("DELETE", old["id"], status=400, code=50083))
    await s.click("blue", old, Label.JOIN)
    await party.quiet()
    assert not (await party.table()).is_lost
    post = await party.host.read(outbox.post_of, (await party.table()).id, MessageKind.BOARD)
    assert str(post.message) == party.board["id"] != old["id"]


async def test_pictures_that_nobody_will_see_are_not_drawn(drawn, s, monkeypatch):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    await party.quiet()
    is_free, studio, finished = threading.Event(), s.bot.studio, []
    finish = studio.finish
    monkeypatch.setattr(studio, "finish", lambda drawing: finished.append(1) or finish(drawing))
    monkeypatch.setattr(screen, "PATIENCE", 0)
    studio._worker.submit(is_free.wait)
    try:
        for _ in range(3):
            await redraw(s, name, party.panel(name))
    finally:
        is_free.set()
    await s.until(lambda: pictures(party.panel(name)))
    await party.quiet()
    assert len(finished) == len(pictures(party.panel(name)))


async def test_messages_let_answers_go_first_and_the_newest_goes_out_once(s, monkeypatch):
    monkeypatch.setattr(sender, "PATIENCE", 600)
    party = Party(s, "red", "blue")
    board = await party.open()
    await party.quiet()
    edits = len(asked(s, "PATCH", party.channel))
    with s.bot.right_of_way.answering():
        await s.click("blue", board, Label.JOIN)
        await s.click("blue", board, Label.LEAVE)
        await s.click("blue", board, Label.JOIN)
        assert "Blue" not in text(party.board)
    await party.quiet()
    assert "Blue" in text(party.board)
    assert len(asked(s, "PATCH", party.channel)) == edits + 1


async def test_messages_let_answers_go_first_for_a_short_time_only(s, monkeypatch):
    monkeypatch.setattr(sender, "PATIENCE", 0.01)
    party = Party(s, "red", "blue")
    board = await party.open()
    with s.bot.right_of_way.answering():
        await s.click("blue", board, Label.JOIN)
        await s.until(lambda: "Blue" in text(party.board))
