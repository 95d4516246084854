"""Open panels are never out of date, and a call leads to them."""

import logging
from random import Random

import pytest

from cogs import delivery
from cogs.open_panels import CLOSED, OPEN_PANEL
from engine import GAMES
from host import outbox, play, quarantine, votes
from host.happenings import Happening
from host.records import Phase
from host.views import view_table
from sandbox.faults import Fault
from testing import SCALE
from testing.hosting import caller, random_click
from testing.message_truth import CALL, message_lies, named_in, round_of
from testing.people import (
    Label,
    Party,
    answered,
    buttons,
    is_ephemeral,
    labels,
    leave_game,
    pictures,
    redraw,
    selects,
    text,
    ways,
)
from tests.cogs.test_sender import keep_the_hand_here

pytestmark = pytest.mark.asyncio
MINUTE = 60_000
PLAY = "Play my turn"


def private(party, name):
    """The private replies of the bot that a person sees in the channel, the oldest first."""
    seen = party.s.messages(name, party.channel)
    return [each for each in seen if is_ephemeral(each) and (buttons(each) or pictures(each))]


def pressable(party, name):
    """All messages in which this person can still press something of their panel."""
    found = [*party.panels(name), *private(party, name)]
    return [each for each in found if labels(each) - {OPEN_PANEL, Label.TRY_AGAIN}]


async def stale(party):
    """What panels say of the past, and the pictures they show of it, once all is quiet."""
    await answered(party.s)
    await party.quiet()
    found = []
    for name in party.names:
        own = await party.seen(name)
        fresh = [f"{each.digest[:20]}.png" for each in await party.s.bot.gallery.panel(own)]
        for message in pressable(party, name):
            found += [f"{name}: {lie}" for lie in message_lies(message, own)]
            if pictures(message) != fresh:
                found.append(f"{name}: pictures of another moment")
    return found


async def open_hand(party, name):
    hand = await party.s.click(name, party.board, Label.MY_HAND)
    await answered(party.s)
    return hand


async def kept(party):
    """The private replies that the host remembers: user and message."""

    def all_of(uow):
        return uow.store._execute("SELECT user, message FROM replies").fetchall()

    await answered(party.s)
    await party.quiet()
    return {(str(user), str(message)) for user, message in await party.host.read(all_of)}


async def act_in(party, name, message):
    """One whole action by presses in this message."""
    before = len(await party.rows())
    while len(await party.rows()) == before:
        assert await party.press(name, message)


# --- while people play


@pytest.mark.parametrize("game_id", GAMES)
async def test_no_panel_is_old_after_any_row(s, game_id):
    party = Party(s, "red", "blue", "green", game=game_id)
    await party.begin()
    rng = Random(7)
    for step in range(13 * SCALE):
        if step % 4 == 0:
            await open_hand(party, rng.choice(party.names))
        name = await party.acting()
        message = rng.choice(
            [each for each in pressable(party, name) if ways(each) or selects(each)]
        )
        await act_in(party, name, message)
        await party.quiet()
        assert not await stale(party), f"after row {len(await party.rows())}"


async def test_a_panel_that_looks_the_same_is_not_sent_again(s):
    party = Party(s, "red", "blue", "green")
    await party.begin()
    assert await party.until_all_act()
    await party.quiet()
    sent, table = [], await party.table()
    s.server.rest.observers.append(lambda method, route, *_: sent.append((method, route)))

    def touch(uow):  # another row could not be told from this one
        outbox.show_table(uow.store, uow.table(table.id))

    await party.host.do(touch)
    await party.quiet()
    ours = {f"/channels/{s.channel(f'@{name}')}" for name in party.names}
    assert not [route for method, route in sent if any(each in route for each in ours)]


async def test_a_menu_that_is_open_stays_open_when_others_act(s):
    party = Party(s, "red", "blue", "green")
    await party.begin()
    assert await party.until_all_act()
    await party.quiet()
    reader, other = party.names[:2]
    menus = [way for way in ways(party.panel(reader)) if way["custom_id"].startswith("m:")]
    assert menus
    opened = await party.use(reader, party.panel(reader), menus[0])
    before = [part["custom_id"] for part in buttons(opened)]
    await party.act(other)
    await party.quiet()
    assert [part["custom_id"] for part in buttons(party.panel(reader))] == before


async def test_rows_in_a_rush_become_one_edit(s, monkeypatch):
    party = Party(s, "red", "blue")
    await party.begin()
    assert await party.until_all_act()
    await party.quiet()
    settings = await s.slash("blue", "/settings")
    await s.choose("blue", settings, "Hints", "Never")  # so that blue's panel tells what red does
    await open_hand(party, "blue")
    edits = []

    def observe(method, route, body, status, answer):
        if method == "PATCH" and answer["id"] in own:
            edits.append(answer["id"])

    own = {each["id"] for each in pressable(party, "blue")}
    s.server.rest.observers.append(observe)
    breath = s.bot.loop.create_future()

    async def wait_to_push(context, user):
        if str(user) == s.user("blue"):
            await breath

    monkeypatch.setattr(delivery.DeliveryContext, "wait_to_push", wait_to_push)
    before = len(await party.rows())
    for which in (0, 0, -1):  # the last one ends red's turn
        seen = await party.seen("red")
        await s.slash("red", "/play", action=" ".join(map(str, seen.actions[which])))
    assert len(await party.rows()) == before + 3 and (await party.seen()).waiting == (1,)
    breath.set_result(None)
    assert not await stale(party)
    assert len(edits) == len(own) == 2, "each of both was edited once"


# --- private replies


async def test_an_open_private_panel_follows_the_game_and_a_restart(s):
    party = Party(s, "red", "blue")
    await party.begin()
    hands = {name: await open_hand(party, name) for name in party.names}
    assert await kept(party) == {(s.user(name), hand["id"]) for name, hand in hands.items()}
    await party.act(await party.acting())
    await party.quiet()
    assert not await stale(party)
    await s.restart_bot()
    await party.act(await party.acting())
    await party.quiet()
    assert not await stale(party)


async def test_a_private_panel_follows_although_an_edit_that_was_never_answered_has_its_files(
    rough,
):
    party = Party(rough, "red", "blue")
    await party.begin()
    hand, table = await open_hand(party, "blue"), await party.table()
    slot = rough.bot.presses.attachments.slot(int(hand["id"]))
    slot.files, slot.shown = dict.fromkeys(pictures(hand), 10**18), None  # they are gone
    user = int(rough.user("blue"))
    await party.host.do(lambda uow: outbox.show_panel_at(uow.store, table.id, user))
    assert not await stale(party)
    assert (str(user), hand["id"]) in await kept(party)


async def test_in_its_last_minute_a_private_panel_only_leads_to_a_new_one(s, clock):
    party = Party(s, "red", "blue")
    await party.begin()
    await open_hand(party, "red")
    clock.ahead += 13 * MINUTE
    await party.host.run_due()
    await party.quiet()
    (hand,) = private(party, "red")
    assert OPEN_PANEL not in labels(hand)
    assert await party.host.next_alarm() <= clock() + MINUTE
    clock.ahead += MINUTE + 1
    await party.host.run_due()
    await party.quiet()
    (hand,) = private(party, "red")
    assert labels(hand) == {OPEN_PANEL} and CLOSED in text(hand) and not pictures(hand)
    assert not await kept(party)
    again = await s.click("red", hand, OPEN_PANEL)
    assert again["id"] == hand["id"] and not await stale(party)
    assert await kept(party) == {(s.user("red"), hand["id"])}


async def test_a_press_in_a_private_panel_makes_it_live_longer(s, clock):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    hand = await open_hand(party, name)
    clock.ahead += 13 * MINUTE
    await redraw(s, name, hand)
    clock.ahead += 2 * MINUTE
    await party.host.run_due()
    await party.quiet()
    assert OPEN_PANEL not in labels(private(party, name)[-1])


async def test_a_second_private_panel_closes_the_first(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await open_hand(party, "red")
    second = await open_hand(party, "red")
    await party.quiet()
    closed, live = private(party, "red")
    assert labels(closed) == {OPEN_PANEL} and live["id"] == second["id"]
    assert await kept(party) == {(s.user("red"), second["id"])}
    await s.click("red", closed, OPEN_PANEL)
    assert await kept(party) == {(s.user("red"), closed["id"])}
    assert [labels(each) == {OPEN_PANEL} for each in private(party, "red")] == [False, True]


@pytest.mark.parametrize("is_unknown", [False, True])
async def test_a_dead_token_is_forgotten(s, is_unknown):
    party = Party(s, "red", "blue")
    await party.begin()
    await open_hand(party, "red")
    for found in [*s.server.desk.open.values()]:
        found.is_dead = True
        if is_unknown:
            del s.server.desk.open[found.token]
    await party.act(await party.acting())
    await party.quiet()
    assert not await kept(party) and not s.bot.sender._pace.is_out
    assert not [lie for lie in await stale(party) if "pictures" not in lie and "red" not in lie]


async def test_a_private_panel_follows_where_direct_messages_are_closed(s):
    s.server.people.open_dms(s.user("blue"), False)
    party = Party(s, "red", "blue")
    await party.begin()
    await open_hand(party, "blue")
    for _ in range(3):
        await party.host.wait_for_autoplay()
        seen = await party.seen()
        name = party.names[seen.waiting[0]]
        await s.slash(name, "/play", action=" ".join(map(str, (await party.seen(name)).actions[0])))
        await party.quiet()
        assert not await stale(party)


async def test_a_hand_that_is_wanted_in_the_channel_leaves_no_old_one_behind(s):
    party = Party(s, "red", "blue")
    await party.begin()
    assert party.panels("red")
    await keep_the_hand_here(party, "red")
    await party.quiet()
    assert not party.panels("red")


async def test_a_panel_that_can_no_longer_be_posted_anew_is_taken_away(s, clock):
    party = Party(s, "red", "blue")
    await party.begin()
    clock.ahead += 61 * MINUTE
    s.server.people.open_dms(s.user("blue"), False)
    await leave_game(s, "red")
    await party.quiet()
    assert not [each for each in party.panels("blue") if ways(each)]


async def test_an_old_panel_is_posted_anew_and_rings_only_for_those_who_are_awaited(s, clock):
    party = Party(s, "red", "blue", "green")
    await party.begin()
    clock.ahead += 61 * MINUTE
    await party.act(await party.acting())
    await party.quiet()
    seen = await party.seen()
    for seat, name in enumerate(party.names):
        is_silent = bool(party.panel(name)["flags"] & 1 << 12)
        own = pressable(party, name)
        assert len(own) == 1 and is_silent <= (seat not in seen.waiting)


async def test_no_log_tells_the_token_of_a_private_panel(s, caplog):
    caplog.set_level(logging.DEBUG, logger="cogs")
    party = Party(s, "red", "blue")
    await party.begin()
    await open_hand(party, "red")
    hook = "/webhooks/"
    s.server.faults.plant(Fault("PATCH", hook, status=400))
    await party.act(await party.acting())
    await party.quiet()
    tokens = [found.token for found in s.server.desk.open.values()]
    assert tokens and not [token for token in tokens if token in caplog.text]


# --- the call


def order(party):
    """What stands in the channel, from top to bottom."""
    kinds = []
    for each in party.public:
        if round_of(each) is not None:
            kinds.append("recap")
        elif each in party.boards:
            kinds.append("board")
        elif CALL in text(each):
            kinds.append("call")
    return kinds


@pytest.mark.parametrize("robots", [0, 1])
async def test_recap_board_and_call_stand_in_this_order(s, robots):
    party = Party(s, "red", "blue")
    await party.begin(robots)
    for _ in range(60):
        if "recap" in order(party):
            break
        await party.act(await party.acting())
        await party.quiet()
    while order(party).count("recap") < 2 and not party.is_over:
        await party.act(await party.acting())
        await party.quiet()
        assert order(party)[-2:] in (["board", "call"], ["recap", "board"])


async def test_the_order_holds_when_everything_is_said_after_a_restart(s):
    party = Party(s, "red", "blue")
    await party.begin()
    number = (await party.table()).id
    await s.stop_bot()
    away = await s.new_bot()
    rng = Random(3)
    while (await away.host.read(_round, number, None)) < 3:
        await random_click(away.host, number, rng)
    await away.close()
    await s.start_bot()
    await party.quiet()
    assert order(party)[-2:] in (["board", "call"], ["recap", "board"])
    assert not await stale(party)


def _round(uow, table_id, _):
    return view_table(uow, table_id, by=None).round


async def test_the_call_opens_the_panel_of_those_who_are_awaited_and_of_nobody_else(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.act(await party.acting())
    await party.quiet()
    (call,) = [each for each in party.public if CALL in text(each)]
    seen = await party.seen()
    (seat,) = named_in(call, seen)
    awaited, other = party.names[seat], party.names[1 - seat]
    assert f"round {seen.round}" in text(call) and seen.table.game.title in text(call)
    assert labels(call) == {PLAY}
    hand = await s.click(awaited, call, PLAY)
    assert is_ephemeral(hand) and ways(hand)
    for name in (other, "yellow"):
        answer = await s.click(name, call, PLAY)
        assert text(answer) == f"It's {awaited.title()}'s turn." and not ways(answer)
    assert not await stale(party)


async def test_the_call_moves_below_a_board_that_is_posted_anew_and_rings_once(s, clock):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.act(await party.acting())
    await party.quiet()
    heard = []
    s.server.world.listeners.append(
        lambda event: event.name == "MESSAGE_CREATE" and heard.extend(event.data["mentions"])
    )
    clock.ahead += 61 * MINUTE
    await party.delete(party.board)
    await party.quiet()
    assert order(party)[-2:] == ["board", "call"] and not heard


# --- the end


ENDS = ("agreement", "abandoned", "played")


@pytest.mark.parametrize("end", ENDS)
async def test_every_end_reaches_every_panel_with_rematch_and_replay(s, clock, end):
    party = Party(s, "red", "blue")
    await party.begin()
    number = (await party.table()).id
    if end == "played":
        await party.play_away(lambda seen: seen.view.final)  # its last round has begun
    for name in party.names:
        await open_hand(party, name)
    await party.act(await party.acting())
    if end == "agreement":
        await party.agree_to_end()
    elif end == "abandoned":
        await party.host.do(_abandon, number)
    else:
        await party.play_out()
    await party.quiet()
    assert (await party.table()).phase is Phase.OVER
    assert not await stale(party) and not await kept(party)
    for name in party.names:
        for message in (party.panel(name), private(party, name)[-1]):
            assert {Label.REMATCH, "Replay"} <= labels(message)
            assert pictures(message) or (await party.seen()).is_undecided


def _abandon(uow, table_id):
    play.conclude(uow, uow.table(table_id), play.ABANDONED)


async def test_whoever_has_left_the_seat_to_the_autopilot_reads_the_end(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await leave_game(s, "red")
    await party.quiet()
    assert Label.TAKE_BACK in labels(party.panel("red"))
    number = (await party.table()).id
    await party.host.do(votes.end, number, by=caller(int(s.user("blue"))))
    await party.quiet()
    assert Label.REMATCH in labels(party.panel("red"))


async def test_a_rematch_from_a_direct_message_opens_the_lobby_in_the_channel(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.agree_to_end()
    end = party.panel("red")
    answer = await s.click("red", end, Label.REMATCH)
    assert is_ephemeral(answer) and f"<#{s.channel(party.channel)}>" in text(answer)
    await s.until(lambda: any(label.startswith(Label.START) for label in labels(party.board)))
    assert Label.REMATCH in labels(party.panel("red")), "the end stays where it was"
    taken = await s.click("red", party.panel("red"), Label.REMATCH)
    assert "already" in text(taken) and Label.REMATCH in labels(taken)
    replay = await s.click("red", party.panel("red"), "Replay")
    assert is_ephemeral(replay) and replay["id"] != end["id"]


async def test_a_table_that_is_set_aside_says_so_in_every_panel(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await open_hand(party, "red")
    number = (await party.table()).id
    await party.host.do(quarantine.quarantine_table, number, "a test")
    s.errors.remove(Happening.DAMAGED)
    await party.quiet()
    for message in (party.panels("red") or party.notes("red"))[-1:] + private(party, "red")[-1:]:
        assert "closed because its saved data is damaged" in text(message) and not buttons(message)
    assert not await kept(party)
