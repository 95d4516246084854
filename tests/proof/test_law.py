"""The law that hostile interactions are judged by, on facts made by hand: who may change what."""

import json

import pytest

from proof.fuzz.acts import Act
from proof.fuzz.facts import BEGUN, HOUR, TABLE, Row, Seat, Time
from proof.fuzz.law import offences
from proof.fuzz.overheard import is_said_again
from proof.fuzz.sentences import is_refusal, is_sentence

TABLE_1, CHANNEL, RED, BLUE, GREEN = 1, 70, 11, 12, 13
AWAY = json.dumps({"away_until": BEGUN + 99 * HOUR})
OTHER = {name: f"another {name}" for name in ("key", "commitment", "rules", "opened", "game")}
ABANDON = ("vote", TABLE_1, "abandon")


class Archive:
    def __init__(self, *rows):
        self._rows = [Row(number, *row) for number, row in enumerate(rows, 1)]

    def rows(self, table, since):
        return [row for row in self._rows if row.number > since]


def table(**given):
    usual = {"game": "x", "channel": CHANNEL, "opener": RED, "phase": "playing", "version": 0}
    found = {**dict.fromkeys(TABLE), "ending": "", "is_sealed": 0, **usual, **given}
    return {("table", TABLE_1): tuple(found[name] for name in TABLE)}


def seat(number, user, **given):
    return {("seat", TABLE_1, number): tuple(Seat(number, user, **given))[1:]}


def time(number, **given):
    return {("deadline", TABLE_1, number): tuple(Time(**{"turn": "1", "budget": 9, **given}))}


def people(*users):
    return {("user", user): ("Somebody", "{}", None) for user in users}


def game(**given):
    return {
        **table(**given),
        **seat(0, RED),
        **seat(1, BLUE),
        **seat(2, GREEN),
        **time(0),
        **time(1),
        **people(RED, BLUE, GREEN),
    }


def lobby(*users):
    seats = [seat(number, user, is_autopilot=int(not user)) for number, user in enumerate(users)]
    found = {**table(phase="lobby"), **people(RED, BLUE, GREEN)}
    for each in seats:
        found.update(each)
    return found


def pressed(word, user=RED, text="", values=()):
    return Act(word, 5, user, None, True, False, TABLE_1, 0, text, values)


def typed(word, user=RED, **options):
    is_moderator = bool(options.get("force"))
    return Act(word, 5, user, CHANNEL, may_moderate=is_moderator, options=options)


def judged(act, before, after, *rows):
    return [*offences(act, before, after, Archive(*rows))]


def voice(subject, *seats):
    return {("vote", TABLE_1, subject, number): (BEGUN,) for number in seats}


def over(ending="ended by agreement"):
    found = {**game(), **table(phase="over", ending=ending, version=1)}
    return {key: row for key, row in found.items() if key[0] != "deadline"}


# Votes


def test_a_voice_is_given_by_its_own_seat():
    act = pressed("v", text="abandon")
    assert not judged(act, game(), {**game(), **voice("abandon", 0)})
    assert judged(act, game(), {**game(), **voice("abandon", 1)})
    assert judged(act, game(), {**game(), **voice("abandon", 0, 1, 2)})
    assert judged(act, game(), {**game(), **voice("pause", 0)})


def test_a_voice_is_taken_back_by_its_own_seat():
    before = {**game(), **voice("abandon", 0, 1)}
    act = pressed("w", text="abandon")
    assert not judged(act, before, {**game(), **voice("abandon", 1)})
    assert judged(act, before, {**game(), **voice("abandon", 0)})
    assert judged(pressed("t:table"), before, {**game(), **voice("abandon", 1)})


def test_only_a_voice_that_was_given_already_is_given_again_without_a_word():
    before = {**game(), **voice("abandon", 0)}
    assert is_said_again(pressed("v", text="abandon"), before)
    assert is_said_again(typed("/end"), before)
    assert not is_said_again(pressed("v", text="pause"), before)
    assert not is_said_again(pressed("v", BLUE, "abandon"), before)
    assert not is_said_again(pressed("v", 99, "abandon"), before)
    assert not is_said_again(pressed("w", text="abandon"), before)


def test_a_game_ends_when_all_agree():
    end = (None, "end")
    assert judged(typed("/end"), game(), over(), end)
    assert judged(typed("/end"), {**game(), **voice("abandon", 1)}, over(), end)
    assert not judged(typed("/end"), {**game(), **voice("abandon", 1, 2)}, over(), end)
    forced = typed("/table abandon", force=True)
    assert not judged(forced, game(), over("ended by a moderator"), end)
    assert judged(forced._replace(may_moderate=False), game(), over("ended by a moderator"), end)
    assert judged(forced, game(), over("finished"), end)


def test_those_who_are_away_or_on_autopilot_are_not_waited_for():
    away = {**game(), ("user", BLUE): ("Blue", AWAY, None), **voice("abandon", 2)}
    after = {**over(), ("user", BLUE): ("Blue", AWAY, None)}
    assert not judged(typed("/end"), away, after, (None, "end"))
    robot = seat(1, BLUE, is_autopilot=1)
    before = {**game(), **robot, **voice("abandon", 2)}
    assert not judged(typed("/end"), before, {**over(), **robot}, (None, "end"))


@pytest.mark.parametrize(("subject", "is_free"), [("remove", 0), ("replace", 1)])
def test_a_seat_is_taken_by_more_than_half_of_the_others(subject, is_free):
    act = pressed("v", text=f"{subject}_1")
    gone = {**game(), **seat(1, None, is_autopilot=1, is_free=is_free)}
    del gone["deadline", TABLE_1, 1]
    assert judged(act, game(), gone)
    assert not judged(act, {**game(), **voice(f"{subject} 1", 2)}, gone)
    wrong = {**gone, **seat(1, None, is_autopilot=1, is_free=1 - is_free)}
    assert judged(act, {**game(), **voice(f"{subject} 1", 2)}, wrong)
    assert judged(pressed("v", BLUE, f"{subject}_1"), {**game(), **voice(f"{subject} 1", 2)}, gone)


def test_of_two_players_neither_can_remove_the_other():
    before = {key: row for key, row in game().items() if key[-1] != GREEN and key[-1] != 2}
    gone = {**before, **seat(1, None, is_autopilot=1)}
    del gone["deadline", TABLE_1, 1]
    assert judged(pressed("v", text="remove_1"), before, gone)


def test_a_table_is_paused_by_more_than_half():
    after = game(paused=BEGUN)
    assert judged(pressed("v", text="pause"), game(), after)
    assert not judged(pressed("v", text="pause"), {**game(), **voice("pause", 2)}, after)


def test_a_note_tells_only_what_was_decided():
    note = {("note", TABLE_1, 1): (0, "paused", None, "{}")}
    assert judged(pressed("v", text="pause"), game(), {**game(), **note})
    before = {**game(), **voice("pause", 2)}
    assert not judged(pressed("v", text="pause"), before, {**game(paused=BEGUN), **note})


# Time


def test_reminders_are_muted_for_oneself():
    assert not judged(pressed("t:mute"), game(), {**game(), **time(0, is_muted=1)})
    assert judged(pressed("t:mute"), game(), {**game(), **time(1, is_muted=1)})
    assert judged(pressed("t:mute"), game(), {**game(), **time(0, is_muted=1, budget=18)})


def test_time_is_extended_for_all_by_more_than_half():
    after = {**game(), **time(0, budget=18), **time(1, budget=18)}
    assert judged(pressed("v", text="extend"), game(), after)
    assert not judged(pressed("v", text="extend"), {**game(), **voice("extend", 1)}, after)


def test_time_begins_and_ends_with_a_turn():
    before = {key: row for key, row in game().items() if key != ("deadline", TABLE_1, 1)}
    assert judged(pressed("v", text="abandon"), before, {**game(), **voice("abandon", 0)})


# Seats


@pytest.mark.parametrize(
    "column", [{"is_free": 1}, {"is_autopilot": 1}, {"missed": 1}, {"stands_in": "1"}]
)
@pytest.mark.parametrize("word", ["q", "t:mute", "v", "t:handover", "t:fromhere", "/leave"])
def test_nobody_changes_the_seat_of_another(word, column):
    act = typed(word) if word.startswith("/") else pressed(word, text="pause")
    assert judged(act, game(), {**game(), **seat(1, BLUE, **column)})


def test_a_plan_is_ones_own():
    planned = {**game(), **seat(1, BLUE, queue='["done"]')}
    assert judged(pressed("q"), planned, game())
    assert judged(pressed("t:unplan"), planned, game())
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


# All else


@pytest.mark.parametrize("column", OTHER)
def test_what_was_fixed_at_the_opening_stays(column):
    act = pressed("v", text="abandon")
    assert judged(act, game(), {**game(**{column: OTHER[column]}), **voice("abandon", 0)})


@pytest.mark.parametrize(
    "fact",
    [
        {("result", TABLE_1, 0): (RED, CHANNEL, "x", 3, "", 9, 1, 1, "{}", BEGUN)},
        {("rating", RED, "x"): (30.0, 8.0, 1)},
        {("deal", 1): ("posted", "x", "easy", "", b"", "", BEGUN, BEGUN, 0)},
        {("chain", "daily", 1): (b"", "")},
        {("post", TABLE_1, "panel", BLUE): (99, 100)},
        {("click", 6): (TABLE_1, 0)},
        {("challenge", 1): (1, CHANNEL, RED, BEGUN)},
        {("user", BLUE): ("Blue", AWAY, None)},
    ],
)
@pytest.mark.parametrize("word", ["a", "u", "t:hand", "q", "c:share", ""])
def test_nothing_else_comes_or_goes_by_a_press(word, fact):
    assert judged(pressed(word), game(), {**game(), **fact})
    assert judged(pressed(word), {**game(), **fact}, game())


# Sentences


@pytest.mark.parametrize(
    "text",
    [
        "No. You are wrong. Go away! And more.",
        "You cannot.\nNobody can.",
        "you cannot",
        "You cannot",
        "",
    ],
)
def test_a_refusal_is_no_speech(text):
    assert not is_sentence(text)


@pytest.mark.parametrize(
    "text",
    [
        "You cannot.",
        "You cannot: “a. b. c. d.” is not legal.",
        "This table is full. Open another with /new.",
        "Your table for Factory Frenzy! is open. Press Start.",
        "There is a table already. https://discord.com/channels/1/2/3",
    ],
)
def test_a_refusal_may_say_what_to_do(text):
    assert is_sentence(text)


def test_a_warning_is_one_sentence_unless_a_word_is_nearly_right():
    assert is_refusal("There is no “doj” in this game. Did you mean “dojo”?")
    assert is_refusal("You cannot.")
    assert not is_refusal("You cannot. It is so.")
    assert not is_refusal("There is no “doj”. Did you mean “dojo”? It is so.")
