"""The law that hostile interactions are judged by: who may change what, on facts made by hand."""

import json

import pytest

from proof.fuzz.law import BEGUN, FIXED, HOUR, is_said_again, offences
from testing.acts import Act
from testing.facts import Row

TABLE_1, CHANNEL, RED, BLUE, GREEN = 1, 70, 11, 12, 13
AWAY = {"settings": json.dumps({"away_until": BEGUN + 99 * HOUR})}
END = Row(1, None, "end")


class Archive:
    def __init__(self, *rows):
        self.rows = lambda table, since: [*rows]


def table(**given):
    usual = {"game": "x", "channel": CHANNEL, "opener": RED, "phase": "playing", "version": 0}
    blank = dict.fromkeys((*FIXED, "options", "terms", "paused"))
    return {("tables", TABLE_1): {**blank, "ending": "", **usual, **given}}


def seat(number, user, **given):
    usual = {"moves": 0, "queue": "[]", "stands_in": "", "missed": 0, "is_free": 0, "is_former": 0}
    found = {"seat": number, "user": user, "is_autopilot": int(user is None), **usual, **given}
    return {("seats", TABLE_1, number): found}


def time(number, **given):
    usual = {"turn": "1", "budget": 9, "next": None, "calls": "[]", "is_muted": 0}
    return {("deadlines", TABLE_1, number): {**usual, **given}}


def sitting(*users):
    seats = {}
    for number, user in enumerate(users):
        seats |= seat(number, user)
    return seats | {("users", user): {"settings": "{}"} for user in (RED, BLUE, GREEN)}


def game(**given):
    return {**table(**given), **sitting(RED, BLUE, GREEN), **time(0), **time(1)}


def lobby(*users):
    return {**table(phase="lobby"), **sitting(*users)}


def pressed(word, user=RED, text="", values=()):
    return Act(word, 5, user, None, is_own=True, table=TABLE_1, moves=0, text=text, values=values)


def typed(word, user=RED, **options):
    is_moderator = bool(options.get("force"))
    return Act(word, 5, user, CHANNEL, may_moderate=is_moderator, options=options)


def judged(act, before, after, *rows):
    return [*offences(act, before, after, Archive(*rows))]


def voice(subject, *seats):
    return {
        ("votes", TABLE_1, subject, number): {"seat": number, "is_against": 0} for number in seats
    }


def over(ending="ended by agreement"):
    found = {**game(), **table(phase="over", ending=ending, version=1)}
    return {key: row for key, row in found.items() if key[0] != "deadlines"}


def test_a_voice_is_given_and_taken_back_by_its_own_seat():
    act = pressed("v", text="abandon")
    assert not judged(act, game(), {**game(), **voice("abandon", 0)})
    for wrong in (voice("abandon", 1), voice("abandon", 0, 1, 2), voice("pause", 0)):
        assert judged(act, game(), {**game(), **wrong})
    before, back = {**game(), **voice("abandon", 0, 1)}, pressed("w", text="abandon")
    assert not judged(back, before, {**game(), **voice("abandon", 1)})
    assert judged(back, before, {**game(), **voice("abandon", 0)})
    assert judged(pressed("t:table"), before, {**game(), **voice("abandon", 1)})


def test_only_a_voice_that_was_given_already_is_given_again_without_a_word():
    before = {**game(), **voice("abandon", 0)}
    for act in (pressed("v", text="abandon"), typed("/end")):
        assert is_said_again(act, before)
    for text, user in (("pause", RED), ("abandon", BLUE), ("abandon", 99)):
        assert not is_said_again(pressed("v", user, text), before)
    assert not is_said_again(pressed("w", text="abandon"), before)


def test_a_game_ends_when_all_agree_or_a_moderator_says_so():
    assert judged(typed("/end"), game(), over(), END)
    assert judged(typed("/end"), {**game(), **voice("abandon", 1)}, over(), END)
    assert not judged(typed("/end"), {**game(), **voice("abandon", 1, 2)}, over(), END)
    forced = typed("/table abandon", force=True)
    assert not judged(forced, game(), over("ended by a moderator"), END)
    assert judged(forced._replace(may_moderate=False), game(), over("ended by a moderator"), END)


@pytest.mark.parametrize("gone", [{("users", BLUE): AWAY}, seat(1, BLUE, is_autopilot=1)])
def test_those_who_are_away_or_on_autopilot_are_not_waited_for(gone):
    before = {**game(), **gone, **voice("abandon", 2)}
    assert not judged(typed("/end"), before, {**over(), **gone}, END)


@pytest.mark.parametrize(("subject", "is_free"), [("remove", 0), ("replace", 1)])
def test_a_seat_is_taken_by_more_than_half_of_the_others(subject, is_free):
    act, asked = pressed("v", text=f"{subject}_1"), voice(f"{subject} 1", 2)
    gone = {**game(), **seat(1, None, is_free=is_free)}
    del gone["deadlines", TABLE_1, 1]
    assert judged(act, game(), gone)
    assert not judged(act, {**game(), **asked}, gone)
    assert judged(act._replace(user=BLUE), {**game(), **asked}, gone)


def test_of_two_players_neither_can_remove_the_other():
    before = {key: row for key, row in game().items() if key[-1] not in (GREEN, 2)}
    gone = {**before, **seat(1, None)}
    del gone["deadlines", TABLE_1, 1]
    assert judged(pressed("v", text="remove_1"), before, gone)


def test_a_table_is_paused_and_its_time_extended_by_more_than_half():
    paused, pause = game(paused=BEGUN), pressed("v", text="pause")
    assert judged(pause, game(), paused)
    assert not judged(pause, {**game(), **voice("pause", 2)}, paused)
    more = {**game(), **time(0, budget=18), **time(1, budget=18)}
    assert judged(pressed("v", text="extend"), game(), more)
    assert not judged(pressed("v", text="extend"), {**game(), **voice("extend", 1)}, more)


def test_reminders_are_muted_for_oneself_and_time_begins_with_a_turn():
    assert not judged(pressed("t:mute"), game(), {**game(), **time(0, is_muted=1)})
    assert judged(pressed("t:mute"), game(), {**game(), **time(1, is_muted=1)})
    assert judged(pressed("t:mute"), game(), {**game(), **time(0, is_muted=1, budget=18)})
    before = {key: row for key, row in game().items() if key != ("deadlines", TABLE_1, 1)}
    assert judged(pressed("v", text="abandon"), before, {**game(), **voice("abandon", 0)})


@pytest.mark.parametrize(
    "column", [{"is_free": 1}, {"is_autopilot": 1}, {"missed": 1}, {"stands_in": "1"}]
)
@pytest.mark.parametrize("word", ["q", "t:mute", "v", "t:handover", "t:fromhere", "/leave"])
def test_nobody_changes_the_seat_of_another(word, column):
    act = typed(word) if word.startswith("/") else pressed(word, text="pause")
    assert judged(act, game(), {**game(), **seat(1, BLUE, **column)})


def test_a_plan_is_ones_own():
    planned = {**game(), **seat(1, BLUE, queue='["done"]')}
    assert judged(pressed("q"), planned, game()) and judged(pressed("t:unplan"), planned, game())
    assert not judged(pressed("t:unplan", BLUE), planned, game())
    assert not judged(pressed("q", BLUE, values=("a:done",)), game(), planned)
    assert judged(pressed("q", BLUE, values=("a:undo",)), game(), planned)


@pytest.mark.parametrize("word", ["t:join", "t:leave", "o", "t:unrobot"])
def test_autopilots_come_when_the_opener_says_so(word):
    act = pressed(word, RED if word != "t:join" else GREEN)._replace(channel=CHANNEL)
    assert judged(act, lobby(RED, BLUE), lobby(RED, BLUE, GREEN, None, None))
    assert judged(act, lobby(RED, BLUE), lobby(RED, BLUE, None))
    robot = pressed("t:robot")
    assert not judged(robot, lobby(RED, BLUE), lobby(RED, BLUE, None))
    assert judged(robot, lobby(RED, BLUE), lobby(RED, BLUE, None, None))
    assert judged(pressed("t:robot", BLUE), lobby(RED, BLUE), lobby(RED, BLUE, None))


@pytest.mark.parametrize("column", ["key", "commitment", "rules", "opened", "game"])
def test_what_was_fixed_at_the_opening_stays(column):
    act = pressed("v", text="abandon")
    assert judged(act, game(), {**game(**{column: "another"}), **voice("abandon", 0)})


@pytest.mark.parametrize(
    "fact",
    [
        {("results", TABLE_1, 0): {"user": RED, "game": "x"}},
        {("ratings", RED, "x"): {"games": 1}},
        {("deals", 1): {"name": "posted"}},
        {("chains", "daily", 1): {"anchor": ""}},
        {("posts", TABLE_1, "panel", BLUE): {"channel": 99}},
        {("clicks", 6): {"table_id": TABLE_1, "number": 0}},
        {("challenges", 1): {"channel": CHANNEL, "opener": RED}},
        {("users", BLUE): AWAY},
    ],
)
@pytest.mark.parametrize("word", ["a", "u", "t:hand", "q", "c:share", ""])
def test_nothing_else_comes_or_goes_by_a_press(word, fact):
    assert judged(pressed(word), game(), {**game(), **fact})
    assert judged(pressed(word), {**game(), **fact}, game())
