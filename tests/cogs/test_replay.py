"""Replays in Discord: anybody there can watch, and sees no hand before the end."""

import asyncio
import re
import threading

import pytest

from cogs import ids
from cogs.gallery import MOST
from cogs.ids import LONGEST, ButtonKind, press_id, replay_id, table_id
from cogs.replay import MAX_CHOICES, NO_STEP, What, nearest, replay_screen
from engine import GAMES
from engine.kernel.journal import read, verify
from host import fairness, lobby
from host.records import Phase, User
from host.replay import SEALED, Replays, Step, at, newest
from render import PAINTERS
from render.studio import Picture
from sandbox.driver import PATIENCE, parts
from testing.hosting import caller, random_click, reader, set_key
from testing.people import Label, Party, buttons, forge, is_ephemeral, labels, pictures, selects
from testing.people import text as words
from testing.playing import key_of, tables
from testing.screens import MAX_MOVES, faults, look_of
from tests.cogs.test_panel import WILD, message, positions

FIRST, BACK, FORWARD, LAST = "⏮ First", "◀ Back", "Forward ▶", "Last ⏭"
EXPORT, REPLAY = "Export", "Replay"
ROUNDS, HANDS = "Go to a round", "Show a hand"
FILE, SELECT = 13, 3
SOME = 12  # clicks
with_any_game = pytest.mark.parametrize("game_id", ["factory_frenzy"])  # the shortest


# --- every screen ------------------------------------------------------------------------------


def step_of(table, state, hand=None):
    """A moment of a very long game of long names."""
    seen = look_of(table, state, None, WILD)
    own = None if hand is None else look_of(table, state, hand, WILD)
    rounds = {number: 9 * number for number in range(1, 100)}
    lines = tuple(f"{name} does something." for name in seen.table.names)
    return Step(seen, MAX_MOVES - 1, MAX_MOVES, lines, rounds, 1_760_000_000_000, own)


def blanks():
    return [Picture(b"png", "alt", f"{number:020}") for number in range(MOST)]


@pytest.mark.parametrize("table", tables(1), ids=str, scope="module")
def test_discord_takes_every_step_of_a_random_game(table):
    for state in positions(table):
        for hand in table.viewers:
            assert faults(replay_screen(step_of(table, state, hand), blanks())) == []


@pytest.mark.parametrize("table", tables(1), ids=str, scope="module")
def test_every_id_of_a_replay_is_read_as_it_was_written_and_fits(table):
    *_, state = positions(table)
    for hand in table.viewers:
        step = step_of(table, state, hand)
        found = [
            part["custom_id"]
            for part in parts(message(replay_screen(step, ())))
            if "custom_id" in part
        ]
        assert len(found) == len(set(found)) == len(What)
        for custom_id in found:
            press = ids.read(custom_id)
            assert press_id(press) == custom_id and len(custom_id) <= LONGEST
            assert (press.kind, press.table) == (ButtonKind.REPLAY, step.seen.table.id)
            assert press.page == (0 if hand is None else hand + 1)


@pytest.mark.parametrize("table", tables(1), ids=str, scope="module")
def test_hands_and_export_are_offered_only_when_the_game_is_over(table):
    for state in positions(table):
        step = step_of(table, state)
        shown = message(replay_screen(step, ()))
        names = {part["placeholder"] for part in selects(shown)}
        assert step.is_over == (step.seen.table.phase is Phase.OVER)
        assert (HANDS in names) == (EXPORT in labels(shown)) == step.is_over


@pytest.mark.parametrize("many", [1, 2, MAX_CHOICES, MAX_CHOICES + 1, 200])
def test_every_round_is_within_reach_however_many_there_are(many):
    rounds = list(range(1, many + 1))
    for here in rounds:
        found = nearest(rounds, here)
        assert here in found and len(found) == min(many, MAX_CHOICES)
        assert here in (1, found[-1]) or found[0] < here
        assert here in (many, found[0]) or here < found[-1]


# --- through Discord ---------------------------------------------------------------------------


async def begun(s, game_id, *names, channel="table-1", clicks=SOME):
    """A table of this game at which something was played."""
    party = Party(s, *names, channel=channel)
    await s.slash(names[0], "/new", channel, game=game_id)
    await s.until(lambda: party.board)
    await party.seat_others()
    table = await party.table()
    await party.host.do(set_key, table.id, key_of(party.seed))
    await s.click(names[0], party.board, Label.START)
    await play(party, clicks)
    return party


async def play(party, clicks):
    table = await party.table()
    for _ in range(clicks):
        assert await random_click(party.host, table.id, party.rng)
    await party.quiet()


async def ended(s, game_id, *names, **more):
    party = await begun(s, game_id, *names, **more)
    await party.agree_to_end()
    await s.until(lambda: party.is_over)
    return party


def place(message):
    """Step and last of a replay."""
    line = next(line for line in words(message).splitlines() if line.startswith("Step "))
    number, last = line.split(" · ")[0].removeprefix("Step ").split(" of ")
    return int(number), int(last)


def is_replay(message):
    return {FIRST, BACK, FORWARD, LAST} <= labels(message)


def is_a_sentence(message):
    return bool(words(message)) and not buttons(message) and not selects(message)


def open_labels(message):
    return {part["label"] for part in buttons(message) if not part.get("disabled")}


async def drawn(party, number, seat=None):
    """The names of the pictures that the public had then, and of those that a seat alone had."""
    table, gallery = await party.table(), party.s.bot.gallery
    asked = reader(0, table.channel)
    step = await Replays(party.host).step(table.id, asked, at(number), seat)
    public = [f"{each.digest[:20]}.png" for each in await gallery.board(step.seen)]
    if seat is None:
        return public, []
    painter = PAINTERS[table.game.id]
    only = set(painter.offers(step.hand.view)) - set(painter.offers(step.seen.view))
    own = [await gallery.one(step.hand, name) for name in painter.offers(step.hand.view)]
    named = dict(zip(painter.offers(step.hand.view), own, strict=True))
    return public, [f"{named[name].digest[:20]}.png" for name in named if name in only]


@pytest.mark.asyncio
@pytest.mark.parametrize("game_id", GAMES)
async def test_a_spectator_steps_through_a_running_table_by_buttons(s, game_id):
    party = await begun(s, game_id, "red", "blue")
    last = (await party.table()).version
    shown = await s.slash("green", "/replay")
    assert is_ephemeral(shown) and place(shown) == (last, last)
    assert open_labels(shown) == {FIRST, BACK, LAST}
    shown = await s.click("green", shown, FIRST)
    assert place(shown) == (0, last) and open_labels(shown) == {FORWARD, LAST}
    for number in range(1, last + 1):
        shown = await s.click("green", shown, FORWARD)
        assert place(shown) == (number, last)
        assert pictures(shown) == (await drawn(party, number))[0]
    shown = await s.click("green", shown, BACK)
    assert place(shown) == (last - 1, last)
    await play(party, 1)
    shown = await s.click("green", shown, LAST)
    assert place(shown) == (last + 1, last + 1)
    assert pictures(shown) == pictures(party.board)


@pytest.mark.asyncio
@with_any_game
async def test_everybody_is_shown_the_same_while_the_game_runs(s, game_id):
    party = await begun(s, game_id, "red", "blue")
    last = (await party.table()).version
    places = [("red", "table-1"), ("blue", "table-1"), ("green", "table-1"), ("red", "@red")]
    shown = [await s.slash(name, "/replay", channel) for name, channel in places]
    for number in range(last, -1, -1):
        assert len({(words(each), *pictures(each), *labels(each)) for each in shown}) == 1
        assert place(shown[0]) == (number, last)
        assert not any(each["placeholder"] == HANDS for each in selects(shown[0]))
        if number:
            pairs = zip(places, shown, strict=True)
            shown = [await s.click(name, each, BACK) for (name, _), each in pairs]


@pytest.mark.asyncio
@pytest.mark.parametrize("game_id", GAMES)
async def test_a_round_is_chosen_and_a_hand_is_shown_after_the_end_and_stays(s, game_id):
    party = await ended(s, game_id, "red", "blue", clicks=60)
    table = await party.table()
    shown = await s.click("green", party.board, REPLAY)
    assert is_ephemeral(shown) and place(shown) == (0, table.version)
    rounds = (await Replays(party.host).step(table.id, reader(0, table.channel))).rounds
    assert len(rounds) > 1
    shown = await s.choose("green", shown, ROUNDS, "Round 2")
    assert place(shown) == (rounds[2], table.version)
    before = pictures(shown)
    shown = await s.choose("green", shown, HANDS, "Blue's hand")
    for number in (rounds[2], rounds[2] + 1):
        public, own = await drawn(party, number, 1)
        assert own and pictures(shown) == list(dict.fromkeys([*public, *own]))
        shown = await s.click("green", shown, FORWARD)
    shown = await s.choose("green", shown, ROUNDS, "Round 2")
    shown = await s.choose("green", shown, HANDS, "Hide all hands")
    assert pictures(shown) == before


@pytest.mark.asyncio
@with_any_game
async def test_the_journal_of_a_finished_table_is_a_file_that_is_verified(s, game_id):
    party = await ended(s, game_id, "red", "blue")
    table = await party.table()
    for channel in ("table-1", "@red"):
        shown = await s.slash("red", "/replay", channel, table=str(table.id))
        before = words(shown)
        answer = await s.click("red", shown, EXPORT)
        assert is_ephemeral(answer) and answer["id"] != shown["id"]
        assert [part for part in parts(answer) if part["type"] == FILE]
        assert words(s.server.world.messages[shown["channel_id"]][shown["id"]]) == before
        (attached,) = answer["attachments"]
        assert attached["filename"] == f"table-{table.id}.journal.txt"
        text = s.server.world.files[attached["id"]].content.decode()
        assert verify(read(text), GAMES).actions == table.version


@pytest.mark.asyncio
@with_any_game
async def test_a_replay_goes_on_after_a_restart(s, game_id):
    await begun(s, game_id, "red", "blue")
    shown = await s.slash("green", "/replay")
    number, last = place(shown)
    await s.restart_bot()
    assert place(await s.click("green", shown, BACK)) == (number - 1, last)


@pytest.mark.asyncio
async def test_when_it_takes_long_the_file_still_comes_by_itself(s, monkeypatch):
    await ended(s, next(iter(GAMES)), "red", "blue")
    shown = await s.slash("red", "/replay")
    before = words(shown)
    monkeypatch.setattr("cogs.responder.PATIENCE", 0)
    await s.click("red", shown, EXPORT)
    await s.until(lambda: [part for part in parts(s.last("red")) if part["type"] == FILE])
    assert words(shown) == before and is_replay(shown)
    assert is_ephemeral(s.last("red")) and s.last("red")["id"] != shown["id"]


@pytest.mark.asyncio
async def test_when_pictures_take_long_the_words_come_first(s, monkeypatch):
    party = await begun(s, next(iter(GAMES)), "red", "blue")
    monkeypatch.setattr("cogs.screen.PATIENCE", 0)
    shown = await s.slash("red", "/replay")
    number, _ = place(shown)
    await s.until(lambda: pictures(s.last("red")))
    assert pictures(s.last("red")) == (await drawn(party, number))[0]


@pytest.mark.asyncio
async def test_a_table_is_chosen_by_its_number_and_the_numbers_are_offered(s):
    party = await ended(s, next(iter(GAMES)), "red", "blue")
    old = await party.table()
    new = await party.host.do(lobby.rematch, old.id, by=caller(User(int(s.user("red")), "Red")))
    assert is_replay(await s.slash("green", "/replay"))
    assert is_a_sentence(await s.slash("green", "/replay", table=str(new.id)))
    shown = await s.slash("green", "/replay", table=str(old.id))
    assert is_replay(shown) and f"table {old.id}" in words(shown)
    offered = await s.complete("green", "/replay", "table", "")
    assert [each["value"] for each in offered] == [str(old.id)]
    named = r"Fantastic Factories with Red, Blue · \w+ \d+ · over \(\d+\)"
    assert re.fullmatch(named, offered[0]["name"])
    assert offered == await s.complete("green", "/verify", "table", "")
    for typed in ("nothing", "-1", "9" * 13):
        assert "Choose a game" in words(await s.slash("green", "/replay", table=typed))
    assert not await s.complete("green", "/replay", "table", "nothing like it")


# --- what was never offered --------------------------------------------------------------------


@pytest.mark.asyncio
@with_any_game
async def test_no_forged_press_shows_a_hand_while_the_game_runs(s, game_id):
    party = await begun(s, game_id, "red", "blue")
    table, shown = await party.table(), await s.slash("red", "/replay")
    before = await party.stored()
    for what in set(What) - {What.EXPORT, What.HAND}:
        for hand in (1, 2, 3, 9999):
            custom_id = replay_id(table.id, 0, what, hand)
            value, kind = ("1", SELECT) if what is What.ROUND else ("", 2)
            answer = await forge(s, "red", shown, custom_id, value, kind=kind)
            assert is_a_sentence(answer) and words(answer) == SEALED
    for value in ("1", "2", "3"):
        custom_id = replay_id(table.id, 0, What.HAND)
        answer = await forge(s, "red", shown, custom_id, value, kind=SELECT)
        assert words(answer) == SEALED and not pictures(answer)
    answer = await forge(s, "red", shown, replay_id(table.id, 0, What.EXPORT))
    assert is_a_sentence(answer) and not answer["attachments"]
    assert await party.stored() == before


@pytest.mark.asyncio
@pytest.mark.parametrize("is_over", [True, False])
async def test_forged_numbers_are_answered_with_a_sentence(s, is_over):
    party = await (ended if is_over else begun)(s, next(iter(GAMES)), "red", "blue")
    table, shown = await party.table(), await s.slash("green", "/replay")
    number = table.version + 1
    for custom_id in (
        *(replay_id(table.id, step, What.FORWARD) for step in (number, MAX_MOVES)),
        *(replay_id(table.id, 0, what) for what in ("dance", "", "hand 1")),
        *(replay_id(other, 0, What.FIRST) for other in (0, table.id + 1, ids.LARGEST_TABLE)),
        f"r:{table.id}:-1:first~0",
        replay_id(table.id, 0, What.FIRST, 9),
    ):
        assert is_a_sentence(await forge(s, "green", shown, custom_id)), custom_id
    for what in (What.ROUND, What.HAND):
        for values in ([], ["-1"], ["x"], ["9" * 99], [str(number)], ["²"], ["1.0"]):
            custom_id = replay_id(table.id, 0, what)
            answer = await forge(s, "green", shown, custom_id, *values, kind=SELECT)
            assert is_a_sentence(answer), (what, values)
    assert words(await forge(s, "green", shown, replay_id(table.id, 0, "dance"))) == NO_STEP


@pytest.mark.asyncio
@pytest.mark.parametrize("is_over", [True, False])
async def test_a_table_is_not_shown_elsewhere(s, is_over):
    game_id = next(iter(GAMES))
    party = await (ended if is_over else begun)(s, game_id, "red", "blue")
    other = await (ended if is_over else begun)(s, game_id, "green", channel="table-2")
    mine, theirs = await party.table(), await other.table()
    here = await s.slash("red", "/replay")
    for custom_id in (
        replay_id(theirs.id, 0, What.FIRST),
        replay_id(theirs.id, 0, What.EXPORT),
        table_id(theirs.id, "replay"),
    ):
        assert is_a_sentence(await forge(s, "red", here, custom_id))
    assert is_a_sentence(await s.slash("red", "/replay", table=str(theirs.id)))
    assert is_a_sentence(await s.slash("red", "/replay", "@red", table=str(theirs.id)))
    assert is_replay(await s.slash("red", "/replay", "table-2", table=str(mine.id)))
    assert is_replay(await s.slash("red", "/replay", "@red", table=str(mine.id)))
    assert is_replay(await s.slash("blue", "/replay", "table-2", table=str(theirs.id)))


@pytest.mark.asyncio
async def test_where_there_is_nothing_to_replay_a_sentence_says_so(s):
    assert is_a_sentence(await s.slash("red", "/replay"))
    assert is_a_sentence(await s.slash("red", "/replay", "@red"))
    party = Party(s, "red", "blue")
    await party.seat()
    assert is_a_sentence(await s.slash("green", "/replay"))
    await s.click("red", party.board, Label.START)
    assert is_a_sentence(await s.slash("green", "/replay"))


@pytest.mark.asyncio
async def test_a_game_that_ends_while_it_is_watched_can_be_opened_in_the_same_message(s):
    party = await begun(s, next(iter(GAMES)), "red", "blue")
    shown = await s.slash("green", "/replay")
    await party.agree_to_end()
    shown = await s.click("green", shown, LAST)
    assert any(part["placeholder"] == HANDS for part in selects(shown))
    table = await party.table()
    final = await Replays(party.host).step(table.id, reader(0, table.channel), newest)
    assert place(shown) == (final.number, final.last)


@pytest.mark.asyncio
async def test_nobody_waits_while_a_game_is_verified(s, monkeypatch):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.agree_to_end()
    begun, may_end, verify = threading.Event(), threading.Event(), fairness.verify

    def held(*told):
        begun.set()
        assert may_end.wait(PATIENCE)
        return verify(*told)

    monkeypatch.setattr(fairness, "verify", held)
    for ask in (s.slash("red", "/verify"), s.click("red", party.board, Label.VERIFY)):
        begun.clear(), may_end.clear()
        asked = asyncio.create_task(ask)
        await s.until(begun.is_set)
        assert "Finished" in words(await s.slash("blue", "/games"))
        may_end.set()
        assert "Verified" in words(await asked)
