"""Solo challenges as people see them: posted, tried in private, ranked, closed, verified."""

import asyncio
import hashlib
import hmac
import re

import pytest

from cogs import ids
from cogs.ids import (
    LARGEST_TABLE,
    ButtonKind,
    Press,
    act_id,
    challenge_id,
    menu_id,
    option_id,
    press_id,
    replay_id,
    seat_id,
    table_id,
)
from cogs.replay import What
from cogs.table_buttons import TABLE_BUTTONS
from cogs.table_screens import VIEW
from engine.kernel.phrases import plural
from host import challenges, deals, fairness
from host.views import log_lines
from sandbox import interactions
from sandbox.channels import remove_channel
from sandbox.permissions import May
from testing.challengers import (
    HOUR,
    Crowd,
    alt,
    is_a_sentence,
    tells_no_card,
    tried_by,
)
from testing.days import Say, set_to
from testing.people import (
    SELECT,
    Label,
    buttons,
    forge,
    is_ephemeral,
    labels,
    pictures,
    selects,
    text,
)
from testing.playing import key_of
from tests.cogs.conftest import _sandbox

pytestmark = pytest.mark.asyncio
OPEN = {"Play", "Ranking", "Share my result"}
AFTERWARDS = {"Practice", "Best attempt", "Ranking", "Verify"}
ALONE = "no autopilot"


# --- posted and tried


async def test_a_challenge_is_public_and_the_answer_to_its_opener_is_not(s, clock):
    crowd = Crowd(s, clock)
    answer = await s.slash("red", "/challenge post", hours=5, level="easy")
    assert is_ephemeral(answer) and "Play" in text(answer)
    await crowd.settle()
    assert labels(crowd.challenge) == OPEN
    assert "easy" in text(crowd.challenge) and "No attempts yet" in text(crowd.challenge)
    closes = re.search(r"<t:(\d+):R>", text(crowd.challenge))
    assert closes and 4.9 * HOUR < int(closes[1]) * 1000 - clock() <= 5 * HOUR


async def test_play_opens_a_table_that_only_its_player_sees_and_that_names_the_challenge(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post(level="hard")
    panel = await crowd.play("blue")
    pushed = crowd.panel("blue")
    assert is_ephemeral(panel)
    assert f"Challenge {crowd.number} in" in text(await s.slash("blue", "/games"))
    for each in (panel, pushed):
        assert f"Challenge {crowd.number} in <#{s.channel('table-1')}>" in text(each)
        assert "Your ranked attempt" in text(each) and "hard" in text(each)
        assert pictures(each) and not tells_no_card(each)
    assert len(crowd.public) == 1 and tells_no_card(crowd.challenge)
    assert "**0 finished, 1 still playing**" in crowd.lines()
    assert "Blue" not in text(crowd.challenge)
    assert not crowd.notes("red") and len(s.messages("green")) == 1


async def test_two_presses_of_play_at_the_same_time_are_one_attempt(s, clock):
    crowd = Crowd(s, clock)
    message = await crowd.post()
    both = await asyncio.gather(*(s.click("blue", message, "Play") for _ in range(2)))
    await crowd.quiet()
    assert {ids.read(buttons(each)[0]["custom_id"]).table for each in both} == {1}
    assert (
        len(await crowd.host.read(lambda uow: uow.store.best_attempts(crowd.number, None, 9))) == 1
    )
    assert "**0 finished, 1 still playing**" in crowd.lines()
    assert len(crowd.panels("blue")) == 1


async def test_play_leads_back_to_the_same_attempt_until_it_is_over(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post()
    first = await crowd.play("blue")
    await crowd.press("blue", first)
    table = await crowd.table_of("blue")
    await s.restart_bot()
    again = await crowd.play("blue")
    assert {each["custom_id"].split(":")[1] for each in buttons(again)} == {f"{table:x}"}
    await crowd.give_up("blue")
    done = await crowd.play("blue")
    assert "Your ranked result" in text(done)
    assert labels(done) == {"Ranking", "Replay", "Share my result"}
    (outcome,) = re.findall(r"lost to The Machine by \d+", text(done))
    assert f"0 points: you {outcome}" in text(await s.slash("blue", "/games"))
    assert await crowd.table_of("blue") == table


async def test_an_attempt_is_played_from_the_direct_messages_to_its_end(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post()
    await crowd.play("blue")
    while await crowd.press("blue"):
        assert len(crowd.panels("blue")) == 1
    panel = crowd.panel("blue")
    assert text(panel) == text(await crowd.play("blue")), "the last press shows only the result"
    assert "Your ranked result" in text(panel)
    assert "Press **Ranking** to see how the others did" in text(panel)
    await crowd.quiet()
    score = re.search(r"result: (\*\*\d+\*\* points?), (.*)\. Press", text(panel))
    told = text(await s.click("blue", panel, "Ranking"))
    assert score and f"You: 1st with {score[1]} · {score[2]}" in told
    assert "Blue" not in text(crowd.challenge)


async def test_without_direct_messages_an_attempt_is_played_where_the_challenge_is(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post()
    s.server.people.open_dms(s.user("blue"), False)
    panel = await crowd.play("blue")
    assert await crowd.press("blue", panel)
    await crowd.quiet()
    assert not crowd.notes("blue") and len(crowd.public) == 1


async def test_a_ranked_attempt_is_never_left_to_the_autopilot(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post()
    panel = await crowd.play("blue")
    table = await crowd.table_of("blue")
    assert Say.FINISH not in labels(await s.click("blue", panel, Label.MORE))
    before = await crowd.stored()
    assert ALONE in text(await s.slash("blue", "/leave", "@blue"))
    for verb in ("fromhere", "handover"):
        assert ALONE in text(await forge(s, "blue", panel, table_id(table, verb)))
    assert await crowd.stored() == before


# --- what is public


async def _public_of_a_world(file, clock, monkeypatch, seed):
    """All that everybody sees of one posted challenge, before it is closed."""
    monkeypatch.setattr(challenges, "new_key", lambda: key_of(seed))
    monkeypatch.setattr(deals, "new_key", lambda: key_of(seed))
    async with _sandbox(file, clock) as s:
        crowd, found = Crowd(s, clock), []
        await crowd.post(level="hard")
        found.append(crowd.public)
        panel = await crowd.play("blue")
        await crowd.play("green")
        await crowd.act_once("blue")
        found.append(crowd.public)
        await crowd.give_up("blue")
        await crowd.press_on("blue", "Share my result")
        found.append(crowd.public)
        s.assert_clean()
        return pictures(panel), [[_seen(each) for each in stage] for stage in found]


def _seen(message):
    said = re.sub(r"<t:\d+:\w>|`[0-9a-f]{64}`", "…", text(message))
    return said, alt(message), pictures(message), [each["custom_id"] for each in buttons(message)]


async def test_two_worlds_with_other_cards_look_the_same_in_public_until_the_end(
    tmp_path, clock, monkeypatch
):
    worlds = [
        await _public_of_a_world(tmp_path / f"{seed}.sqlite", clock, monkeypatch, seed)
        for seed in (1, 2)
    ]
    (hand, public), (other_hand, other_public) = worlds
    assert hand != other_hand
    assert public == other_public


async def test_others_see_counts_only_until_they_have_finished_too(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post()
    await crowd.try_it("blue")
    await crowd.play("green")
    for name in ("red", "green"):
        told = await crowd.press_on(name, "Ranking")
        assert "**1 finished, 1 still playing**" in text(told).splitlines()
        assert not pictures(told) and "Blue" not in text(told)
    told = await crowd.press_on("blue", "Ranking")
    assert "1. Blue" in alt(told) and "1 still playing" in alt(told) and is_ephemeral(told)
    assert not {"Blue", "Green"} & {*text(crowd.challenge).split()}
    await crowd.give_up("green")
    told = await crowd.press_on("green", "Ranking")
    assert "Blue" in alt(told) and "Green" in alt(told) and tells_no_card(told)


async def test_a_result_says_whether_the_opponent_was_beaten_and_by_how_much(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post(hours=1)
    await crowd.play("blue")
    await crowd.finish("blue")
    attempt = await crowd.host.read(
        lambda uow: uow.store.attempt_at(uow.store.best_attempts(1, None, 1)[0].table)
    )
    rival = attempt.facts["rival"]
    margin = attempt.score - rival
    said = f"beat The Machine by {margin}" if margin > 0 else f"lost to The Machine by {-margin}"
    assert margin and said in text(crowd.panel("blue"))
    await crowd.press_on("blue", "Share my result")
    (result,) = crowd.results
    assert said in text(result) and labels(result) == {"Try it"}
    assert re.search(r"open until <t:\d+:f>", text(result)), "which stays true"
    assert "⬛ 0 · 🟥 1 · 🟧 2–3 · 🟨 4–6 · ⬜ 7+" in text(result)
    assert f"you {said}" in text(await s.slash("blue", "/games"))
    await crowd.later(2)
    alone = f"Blue {said} with {plural(attempt.score, 'point')}."
    assert alone in text(crowd.closings[0]) and alone in text(crowd.challenge)
    assert f"See the ranking in <#{s.channel('table-1')}>" in text(crowd.panel("blue"))


async def test_a_result_is_shared_once_and_tells_no_card(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post()
    assert "don't have a result" in text(await crowd.press_on("blue", "Share my result"))
    await crowd.play("blue")
    assert "don't have a result" in text(await crowd.press_on("blue", "Share my result"))
    await crowd.finish("blue")
    both = await asyncio.gather(
        *(s.click("blue", crowd.challenge, "Share my result") for _ in range(2))
    )
    await crowd.quiet()
    await s.restart_bot()
    assert "already" in text(await crowd.press_on("blue", "Share my result"))
    assert sorted("already" in text(each) for each in both) == [False, True]
    (result,) = crowd.results
    assert "Blue" in text(result) and pictures(result)
    assert tells_no_card(result) and all(is_ephemeral(each) for each in both)


async def test_a_result_is_shared_from_the_private_panel_which_stays(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post()
    await crowd.try_it("blue")
    panel = crowd.panel("blue")
    before = text(panel)
    board = await s.click("blue", panel, "Ranking")
    told = await s.click("blue", panel, "Share my result")
    await crowd.quiet()
    again = await s.click("blue", panel, "Share my result")
    assert "1 finished" in alt(board) and "I've posted your result in" in text(told)
    assert "already" in text(again), "a refusal doesn't take the panel away either"
    assert len({each["id"] for each in (panel, board, told, again)}) == 4
    assert text(panel) == before and len(crowd.results) == 1


async def test_whoever_is_forgotten_stays_in_the_ranking_without_a_name(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post(hours=1)
    await crowd.try_it("blue")
    await s.click("blue", await s.slash("blue", "/privacy delete"), "Delete my data")
    await crowd.settle()
    await crowd.try_it("green")
    await crowd.later(2)
    assert "Blue" not in text(crowd.challenge) + alt(crowd.closings[0])
    assert "2 finished" in alt(crowd.closings[0]) and "Green" in alt(crowd.closings[0])


async def test_days_in_a_row_are_told_with_daily_results_only(s, clock):
    set_to(clock, 1)
    crowd = Crowd(s, clock)
    await s.slash("red", "/challenge schedule", kind="daily", hour=2)
    for hours in (1.1, 24):
        await crowd.later(hours)
        await crowd.try_it("blue")
        await crowd.press_on("blue", "Share my result")
    await crowd.post()
    await crowd.try_it("blue")
    await crowd.press_on("blue", "Share my result")
    assert ["days in a row" in text(each) for each in crowd.results] == [False, True, False]


# --- forged presses


def _forged(table):
    """Every kind of button that an attempt's own panel could have, and those it never has."""
    yield from (table_id(table, verb) for verb in TABLE_BUTTONS)
    yield menu_id(table, 0)
    yield act_id(table, 0, ("end",))
    yield seat_id(table, 0)
    yield from (replay_id(table, 0, what) for what in (What.FIRST, What.LAST, What.EXPORT))
    yield replay_id(table, 0, What.FIRST, 1)
    yield from (
        press_id(Press(kind, table, text="pause"))
        for kind in (ButtonKind.VOTE, ButtonKind.WITHDRAW)
    )


def _forged_selects(table):
    yield option_id(table, VIEW), "hand"
    yield option_id(table, "machine"), "easy"
    yield press_id(Press(ButtonKind.SELECT, table)), "m:"
    yield press_id(Press(ButtonKind.SELECT, table)), "a:end"
    yield press_id(Press(ButtonKind.MULTI, table)), "0:take"
    yield press_id(Press(ButtonKind.PLAN, table)), "a:end"
    yield replay_id(table, 0, What.HAND), "1"


@pytest.mark.parametrize("is_over", [False, True])
async def test_no_forged_press_shows_or_changes_somebody_elses_attempt(s, clock, is_over):
    crowd = Crowd(s, clock)
    await crowd.post()
    await crowd.play("blue")
    table = await crowd.table_of("blue")
    await crowd.act_once("blue")
    if is_over:
        await crowd.give_up("blue")
    shown = await s.slash("green", "/help")
    private = await s.slash("green", "/help", "@green")
    before = await crowd.stored()
    for message in (crowd.challenge, shown, private):
        for custom_id in _forged(table):
            answer = await forge(s, "green", message, custom_id)
            assert is_a_sentence(answer) and tells_no_card(answer), (custom_id, text(answer))
        for custom_id, value in _forged_selects(table):
            answer = await forge(s, "green", message, custom_id, value, kind=SELECT)
            assert is_a_sentence(answer) and tells_no_card(answer), (custom_id, text(answer))
    for where in ("table-1", "@green"):
        assert is_a_sentence(await s.slash("green", "/replay", where, table=str(table)))
        for command in ("/hand", "/board", "/log", "/verify"):
            assert is_a_sentence(await s.slash("green", command, where))
    assert await crowd.stored() == before


async def test_a_challenge_is_pressed_only_where_it_is(s, clock):
    here, there = Crowd(s, clock), Crowd(s, clock, channel="table-2")
    await here.post()
    await there.post()
    await there.play("green")
    before = await here.stored()
    verbs = ("play", "overall", "share", "best", "verify", "dance")
    for number in (there.number, 0, 99, LARGEST_TABLE):
        for verb in verbs:
            answer = await forge(s, "blue", here.challenge, challenge_id(number, verb))
            assert is_a_sentence(answer) and is_ephemeral(answer)
            assert "Green" not in text(answer)
    for verb in ("best", "verify", "dance"):
        assert is_a_sentence(await forge(s, "blue", here.challenge, challenge_id(1, verb)))
    assert await here.stored() == before


# --- restarts, lost messages and channels


async def test_a_challenge_goes_on_through_restarts_in_every_phase(s, clock):
    crowd = Crowd(s, clock)

    async def again():
        before = [(each["id"], text(each)) for each in crowd.public]
        await s.restart_bot()
        await crowd.settle()
        assert [(each["id"], text(each)) for each in crowd.public] == before

    await crowd.post()
    await again()
    await crowd.play("blue")
    await again()
    assert await crowd.press("blue")
    await crowd.give_up("blue")
    await again()
    await crowd.press_on("blue", "Share my result")
    await again()
    await crowd.later(49)
    await again()
    assert labels(crowd.closings[0]) == AFTERWARDS
    assert selects(await s.click("green", crowd.closings[0], "Best attempt"))


async def test_a_deleted_challenge_is_shown_again_while_it_is_open(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post()
    await crowd.play("blue")
    before = crowd.lines()
    await crowd.delete(crowd.challenge)
    await s.until(lambda: crowd.posted)
    await crowd.quiet()
    assert crowd.lines() == before and len(crowd.public) == 1
    assert "Your ranked attempt" in text(await crowd.play("green"))
    assert "**0 finished, 2 still playing**" in crowd.lines()
    await crowd.later(49)
    await crowd.delete(crowd.challenge)
    await crowd.settle()
    assert not crowd.posted and len(crowd.closings) == 1, "what is over may be taken away"


async def test_when_its_channel_is_gone_attempts_go_on_and_nothing_more_is_posted(s, clock):
    crowd, other = Crowd(s, clock), Crowd(s, clock, channel="table-2")
    await s.slash("red", "/challenge schedule", kind="daily")
    await crowd.post()
    await crowd.play("blue")
    channel = s.channel("table-1")
    remove_channel(s.server.world, s.server.world.channel(channel))
    assert await crowd.press("blue")
    await crowd.give_up("blue")
    assert "Your ranked result" in text(crowd.panel("blue"))
    await other.later(72)
    await other.later(24)
    assert not await other.host.read(lambda uow: uow.store.schedules(int(channel)))
    assert await other.host.read(lambda uow: uow.store.deal_numbered(1).is_closed)


# --- closing


async def test_when_time_is_up_attempts_count_as_they_stand_and_the_ranking_is_posted_once(
    s, clock
):
    crowd = Crowd(s, clock)
    await crowd.post(hours=24)
    await crowd.try_it("blue")
    await crowd.play("green")
    await s.stop_bot()
    clock.ahead += 25 * HOUR
    await s.start_bot()
    await crowd.settle()
    await crowd.later(24)
    (closing,) = crowd.closings
    assert closing is crowd.public[-1] and labels(closing) == AFTERWARDS
    assert len(pictures(closing)) == 1
    assert "Blue" in alt(closing) and "Green" in alt(closing)
    assert labels(crowd.challenge) == AFTERWARDS and "still playing" not in text(crowd.challenge)
    assert "Time ran out. Your ranked result" in text(crowd.panel("green"))
    assert {"Practice", "Best attempt"} < labels(crowd.panel("green"))


async def test_a_challenge_that_nobody_tried_is_closed_with_a_sentence_for_every_button(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post(hours=1)
    await crowd.later(2)
    (closing,) = crowd.closings
    assert "Nobody" in text(await s.click("red", closing, "Best attempt"))
    assert "Nobody tried it" in text(await s.click("red", closing, "Ranking"))
    assert len(_hex(await s.click("red", closing, "Verify"))) == 2


async def test_practice_is_private_not_ranked_and_may_be_repeated(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post(hours=1)
    await crowd.try_it("blue")
    await crowd.later(2)
    board = text(crowd.challenge)
    (closing,) = crowd.closings
    panel = await s.click("green", closing, "Practice")
    await crowd.quiet()
    assert is_ephemeral(panel) and "unranked" in text(panel)
    first = buttons(panel)[0]["custom_id"]
    more = await s.click("green", panel, Label.MORE)
    assert Say.FINISH in labels(more), "with all comforts"
    again = await s.click("green", closing, "Practice")
    assert buttons(again)[0]["custom_id"] == first
    await crowd.give_up("green")
    over = crowd.panel("green")
    assert labels(over) == {"Ranking", "Replay", "Practice", "Best attempt"}
    new = await s.click("green", over, "Practice")
    assert new["id"] == over["id"] and "round 1" in text(new) and Label.MORE in labels(new)
    assert text(crowd.challenge) == board and "Green" not in board


async def test_the_best_attempt_is_seen_step_by_step_by_everybody_after_the_closing(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post(hours=1)
    await crowd.play("blue")
    await crowd.finish("blue")
    await crowd.later(2)
    shown = await s.click("green", crowd.closings[0], "Best attempt")
    assert is_ephemeral(shown) and f"table {await crowd.table_of('blue')}" in text(shown)
    last = await s.click("green", shown, "Last ⏭")
    told = await crowd.host.read(log_lines, await crowd.table_of("blue"), newest=1, by=None)
    assert told[-1].split()[0] in text(last)
    assert selects(last), "hands are open now"


async def test_verify_shows_the_key_whose_hash_stood_in_the_challenge(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post(hours=1)
    before = _hex(crowd.challenge)
    await crowd.try_it("blue")
    table = await crowd.table_of("blue")
    assert (await crowd.host.read(fairness.prove, table)).sentence == fairness.SEALED
    await crowd.later(2)
    key, hashed = _hex(await s.click("green", crowd.closings[0], "Verify"))
    assert [hashed] == before and hashlib.sha256(bytes.fromhex(key)).hexdigest() == hashed


def _hex(message):
    return re.findall(r"`([0-9a-f]{64})`", text(message))


# --- every day


async def test_the_daily_challenge_is_posted_once_a_day_with_its_day_in_utc(s, clock):
    set_to(clock, 1)
    crowd, other = Crowd(s, clock), Crowd(s, clock, channel="table-2")
    for place in ("table-1", "table-2"):
        answer = await s.slash("red", "/challenge schedule", place, kind="daily", hour=2)
        assert is_ephemeral(answer) and _hex(answer)
    await crowd.settle()
    assert not crowd.posted
    for _ in range(2):
        await crowd.later(1.1)
        await s.restart_bot()
    await crowd.settle()
    assert len(crowd.posted) == len(other.posted) == 1
    day = deals.date_of(clock())
    assert f"Daily challenge {day}" in text(crowd.challenge)
    assert _hex(crowd.challenge) == _hex(other.challenge), "the same deal everywhere"
    await s.stop_bot()
    clock.ahead += 3 * 24 * HOUR
    await s.start_bot()
    await crowd.settle()
    missed = len(crowd.posted)
    assert missed <= 2, "what was missed is not posted later"
    assert "stopped the daily" in text(await s.slash("red", "/challenge stop", kind="daily"))
    await crowd.later(24)
    assert (len(crowd.posted), len(other.posted)) == (missed, missed + 1)


async def test_one_daily_attempt_counts_on_all_servers_and_is_listed_where_it_began(s, clock):
    set_to(clock, 1)
    crowd, other = Crowd(s, clock), Crowd(s, clock, channel="table-2")
    for place in ("table-1", "table-2"):
        await s.slash("red", "/challenge schedule", place, kind="daily", hour=2)
    await crowd.later(1.1)
    await crowd.try_it("blue")
    again = await other.play("blue")
    assert "Your ranked result" in text(again)
    assert "**1 finished**" in crowd.lines()
    assert "No attempts yet" in text(other.challenge)
    await other.try_it("green")
    assert "Blue" in alt(await other.press_on("green", "All servers"))


async def test_the_chain_of_keys_proves_the_luck_of_a_day(s, clock):
    set_to(clock, 1)
    crowd = Crowd(s, clock)
    answer = await s.slash("red", "/challenge schedule", kind="daily", hour=2)
    (anchor,) = _hex(answer)
    await crowd.later(1.1)
    await crowd.later(72)
    proof = await s.click("green", crowd.closings[0], "Verify")
    key, hashed, link, end = _hex(proof)
    times, game = re.search(r"link (\d+) times?", text(proof)), text(proof).split("deal of ")[1]
    found = bytes.fromhex(link)
    assert times
    for _ in range(int(times[1])):
        found = hashlib.sha256(found).digest()
    assert found.hex() == end == anchor
    message = f"the deal of {game.split('”')[0]}".encode()
    assert hmac.digest(bytes.fromhex(link), message, "sha256").hex() == key
    assert hashlib.sha256(bytes.fromhex(key)).hexdigest() == hashed


async def test_only_moderators_schedule_and_stop_challenges(s, clock, monkeypatch):
    crowd = Crowd(s, clock)
    await s.slash("red", "/challenge schedule", kind="weekly")
    before = await crowd.stored()
    rights = str(int(interactions.PERMISSIONS) & ~May.MANAGE_MESSAGES)
    monkeypatch.setattr(interactions, "PERMISSIONS", rights)
    for command in ("schedule", "stop"):
        answer = await s.slash("blue", f"/challenge {command}", kind="weekly")
        assert is_ephemeral(answer) and "moderators" in text(answer)
    assert await crowd.stored() == before


async def test_schedules_that_make_no_sense_are_answered_with_a_sentence(s, clock):
    crowd = Crowd(s, clock)
    before = await crowd.stored()
    answer = await s.slash("red", "/challenge schedule", kind="daily", zone="Mars/Olympus")
    assert "time zone" in text(answer)
    assert "no daily" in text(await s.slash("red", "/challenge stop", kind="daily"))
    assert await crowd.stored() == before
    offered = await s.complete("red", "/challenge schedule", "zone", "paris")
    assert [each["value"] for each in offered] == ["Europe/Paris"]


# --- many people


async def test_equal_scores_share_a_place_and_long_lists_are_cut(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post(hours=1)
    names = {f"{'**W_`' * 5}{number:02}" + "W" * 5: 40 - number // 2 for number in range(18)}
    await crowd.host.do(tried_by, crowd.number, names)
    await crowd.try_it("blue")
    assert "19 finished" in crowd.lines()[-2]
    board = await crowd.press_on("blue", "Ranking")
    assert re.findall(r"(\d+)\. \W*W_", alt(board))[:6] == ["1", "1", "3", "3", "5", "5"]
    assert "And 9 more." in alt(board) and "You: 19th" in text(board)
    await crowd.later(2)
    assert len(pictures(crowd.closings[0])) == 1


# --- alone


async def test_a_table_for_one_is_dealt_at_once_in_the_channel_with_a_private_hand(s, clock):
    crowd = Crowd(s, clock)
    panel = await s.slash("red", "/solo", level="easy")
    await crowd.quiet()
    assert is_ephemeral(panel) and pictures(panel) and Label.MORE in labels(panel)
    assert "round 1" in text(crowd.board)
    table = await crowd.table()
    assert table.options[table.game.solo.option] == "easy"
    assert len(crowd.public) == 1, "nobody is called"
    taken = await s.slash("blue", "/solo")
    assert f"/{crowd.board['id']}" in text(taken) and "private" in text(taken)
    assert labels(taken) == {"Open it in a thread"}


@pytest.mark.parametrize("where", ["table-1", "@red"])
async def test_a_private_table_for_one_is_seen_by_nobody_else(s, clock, where):
    crowd = Crowd(s, clock)
    panel = await s.slash("red", "/solo", where, private=True)
    await crowd.quiet()
    assert not crowd.public and pictures(panel)
    assert len(s.messages("blue")) == 0
    await crowd.give_up("red")
    over = [each for each in crowd.notes("red") if "Play again" in labels(each)]
    assert len(over) == 1 + (where == "@red"), "the panel that was sent, and the answer"
    assert all(map(pictures, over))
