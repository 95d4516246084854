"""/games and /hand: every game of a person is one press away, wherever they ask."""

import pytest

from cogs.games import MOST_CHOICES, games_screen
from cogs.ids import games_id
from engine import GAMES
from host import lobby, play
from host.own_tables import Ending, OpenTable, OwnTables
from host.records import SeatResult, User
from host.terms import LIVE_TERMS, agreed
from host.views import TableView
from testing.hosting import caller
from testing.people import SELECT, Label, Party, buttons, forge, labels, parts, selects, text
from testing.screens import faults, table_of
from tests.cogs.test_panel import WILD

GAME = next(iter(GAMES))
MOST_COMPONENTS = 30


def user_of(s, name):
    return User(int(s.user(name)), name.capitalize())


async def ended(s, name, count, has_won=True):
    """Finished games of one person against an autopilot, the oldest first; their numbers."""

    def work(uow):
        numbers = []
        for _ in range(count):
            by = caller(user_of(s, name))
            table = lobby.open_and_start(uow, GAME, {}, None, by=by, robots=1)
            play.conclude(uow, table, play.FINISHED)
            rank = 1 if has_won else 2
            kept = SeatResult(0, by.id, None, GAME, 2, "", 20, rank, has_won, False, {})
            uow.store.insert_result(table.id, kept)
            later = "UPDATE results SET at = at + table_id WHERE table_id = ?"
            uow.store._execute(later, (table.id,))
            numbers.append(table.id)
        return numbers

    return await s.bot.host.do(work)


async def timed(s, channel, hours, *names, game=GAME):
    """A running game in another channel with so many hours for a turn; whoever sits first acts."""
    host, users = s.bot.host, [user_of(s, name) for name in names]
    number = int(s.channel(channel)) if channel else None

    def work(uow):
        terms = agreed(LIVE_TERMS, {"hours": hours})
        table = lobby.open_table(uow, game, {}, number, by=caller(users[0]), terms=terms)
        for user in users[1:]:
            lobby.join(uow, table.id, by=caller(user))
        return lobby.start(uow, table.id, by=caller(users[0]))

    return await host.do(work)


def lines_of(message):
    """What stands beside the buttons, section by section."""
    found = [part for part in parts(message) if part["type"] == 9]
    return [(part["components"][0]["content"], part["accessory"]["label"]) for part in found]


@pytest.mark.asyncio
async def test_what_waits_comes_first_then_what_goes_on_then_what_is_over(s):
    await ended(s, "red", 2)
    await ended(s, "red", 1, has_won=False)
    slow = await timed(s, "table-2", 24, "red")
    await timed(s, None, 1, "red")
    await timed(s, "lounge", 2, "blue", "red", game="factory_frenzy")
    await s.bot.host.do(
        lobby.open_table, GAME, {}, int(s.channel("table-1")), by=caller(user_of(s, "red"))
    )
    message = await s.slash("red", "/games")
    found = lines_of(message)
    assert text(message).startswith("**3 games are waiting for you**")
    assert [label for _, label in found] == [
        "Play",
        "Play",
        "Play",
        "Look",
        "Replay",
        "Replay",
        "Replay",
    ]
    assert "private, against The Machine · due <t:" in found[0][0]
    assert f"<#{slow.channel}>" in found[2][0]
    assert "Factory Frenzy!" in found[1][0] and "in the lobby" in found[3][0]
    assert "2nd of 2" in found[4][0] and "an autopilot won" in found[4][0]
    assert "you won with 20 points" in found[5][0]


@pytest.mark.asyncio
async def test_private_games_are_told_apart_by_the_opponents(s):
    await s.click("red", await s.slash("red", "/help"), "Play now")
    await s.slash("red", "/solo", private=True)
    found = [line.splitlines()[1] for line, _ in lines_of(await s.slash("red", "/games"))]
    assert sorted(found) == [
        "-# round 1 · private, against The Machine · your turn",
        "-# round 1 · private, against an autopilot · your turn",
    ]


@pytest.mark.asyncio
async def test_a_game_that_was_ended_by_agreement_is_listed_with_its_replay(s):
    party = Party(s, "red", "blue", channel="table-2")
    await party.begin()
    await s.slash("red", "/end", "table-2")
    await s.slash("blue", "/end", "table-2")
    await party.quiet()
    message = await s.slash("blue", "/games", "lounge")
    ((line, label),) = lines_of(message)
    assert "The players agreed to end the game early" in line and label == "Replay"
    assert "Step" in text(await s.click("blue", message, "Replay"))
    for command in ("/replay", "/verify"):
        assert "haven't" not in text(await s.slash("red", command, "lounge"))


@pytest.mark.asyncio
async def test_its_buttons_work_from_another_channel_and_in_private(s):
    party = Party(s, "red", "blue", channel="table-2")
    await party.begin()
    await ended(s, "red", 1)
    for where in ("table-1", "@red", "lounge"):
        message = await s.slash("red", "/games", where)
        panel = await s.click("red", message, "Play")
        assert f"<#{s.channel('table-2')}>" in text(panel)
        message = await s.slash("red", "/games", where)
        assert "Step 0 of 1" in text(await s.click("red", message, "Replay"))
        stats = await s.click("red", await s.slash("red", "/games", where), "Statistics")
        assert "Fantastic Factories" in text(stats)


@pytest.mark.asyncio
@pytest.mark.parametrize("where", ["@blue", "table-2"])
async def test_a_lobby_is_looked_at_and_left_from_anywhere(s, where):
    party = Party(s, "red", "blue", channel="table-2")
    await party.seat()
    shown = await s.click("blue", await s.slash("blue", "/games", where), "Look")
    assert "3 seats free" in text(shown) and Label.LEAVE in labels(shown)
    left = await s.click("blue", shown, Label.LEAVE)
    assert left["id"] == shown["id"] and "4 seats free" in text(left), "what is pressed is current"
    await party.quiet()
    assert "4 seats free" in text(party.board)
    shown = await s.click(
        "red", await s.slash("red", "/games", where.replace("blue", "red")), "Look"
    )
    assert "Everyone left" in text(await s.click("red", shown, Label.LEAVE))


@pytest.mark.asyncio
async def test_older_games_are_in_a_list_that_shows_only_ones_own(s):
    own = await ended(s, "red", 30)
    (foreign,) = await ended(s, "blue", 1)
    party = Party(s, "red", "green")
    await party.begin()
    message = await s.slash("red", "/games")
    assert len(lines_of(message)) == 7 and len(parts(message)) <= MOST_COMPONENTS
    (older,) = selects(message)
    assert older["placeholder"] == "Older games · 14"
    assert [each["value"] for each in older["options"]] == [str(n) for n in own[-7:-21:-1]]
    before = await party.stored()
    for verb in ("list", "hand", "replay", "verify"):
        for value in (str(foreign), "0", "999", "x", "-1", "9" * 40, ""):
            message = await s.slash("red", "/games")
            answer = await forge(s, "red", message, games_id(verb), value, kind=SELECT)
            assert text(answer) and not buttons(answer) and not selects(answer)
    answer = await forge(s, "red", message, games_id("verify"), str(own[0]), kind=SELECT)
    assert text(answer)
    assert await party.stored() == before


@pytest.mark.asyncio
async def test_who_has_no_games_is_shown_the_way_in(s):
    message = await s.slash("red", "/games")
    assert text(message) == "**No games yet.**"
    assert labels(message) == {"Play now", "Learn in three minutes"}


@pytest.mark.asyncio
async def test_a_damaged_table_is_left_out_and_the_others_are_listed(rough):
    s = rough
    good, bad = await timed(s, "table-2", 0, "red"), await timed(s, "lounge", 0, "red")

    def damage(uow):
        uow.store._execute("UPDATE tables SET state = 'x', digest = 'y' WHERE id = ?", (bad.id,))
        uow.store._execute("UPDATE seats SET seal = 'z' WHERE table_id = ?", (bad.id,))

    await s.bot.host.do(damage)
    found = lines_of(await s.slash("red", "/games"))
    assert len(found) == 1 and f"<#{good.channel}>" in found[0][0]


def test_the_fullest_list_is_one_screen_that_discord_takes():
    everything = []
    for number, game in enumerate([*GAMES.values()] * 12):
        table = table_of(game, game.seats[-1], game.checked_options({}), names=WILD)
        look = TableView(table._replace(id=number), 0, waiting=(0,), round=999)
        everything += [OpenTable(look, None, f"{WILD[0]} has 11 of 12 goods.")]
    table = everything[0].table
    kept = SeatResult(0, 1, None, GAME, 5, "", 99, 5, False, False, {"rounds": 1, "auto_rounds": 1})
    over = [Ending(table._replace(id=99 + n), 1, kept, WILD) for n in range(40)]
    for own in (
        OwnTables(everything, [], [], over, 3),
        OwnTables([], everything[:2], everything[2:3], over),
        OwnTables([], [], [], over),
    ):
        screen = games_screen(own)
        assert faults(screen) == []
        assert screen.layout().total_children_count <= MOST_COMPONENTS
    (older,) = [each for each in screen.layout().walk_children() if hasattr(each, "options")]
    assert len(older.options) == MOST_CHOICES
    assert older.options[0].description == "5th of 5, mostly by autopilot"


# --- /hand


@pytest.mark.asyncio
async def test_hand_opens_the_game_of_this_channel_else_the_one_that_waits(s):
    here = Party(s, "red", "blue")
    await here.begin()
    there = await timed(s, "table-2", 24, "red")
    assert f"<#{s.channel('table-1')}>" in text(await s.slash("red", "/hand"))
    first = await here.acting()
    for where in ("lounge", "@red"):
        which = await s.slash("red", "/hand", where)
        if first == "red":  # both wait
            assert "your turn" in text(which) and len(selects(which)[0]["options"]) == 2
            which = await s.choose("red", which, "Which game?", str(there.id))
        assert f"<#{there.channel}>" in text(which)
    alone = await s.slash("green", "/hand")
    assert "You're watching" in text(alone)
    assert "no table in this channel" in text(await s.slash("green", "/hand", "lounge"))


@pytest.mark.asyncio
async def test_hand_opens_the_only_running_game_although_it_waits_for_another(s):
    party = Party(s, "red", "blue", channel="table-2")
    await party.begin()
    first = await party.acting()
    (waiting,) = {*party.names} - {first}
    panel = await s.slash(waiting, "/hand", "table-1")
    assert "Waiting for" in text(panel) and f"<#{s.channel('table-2')}>" in text(panel)


# --- which game is meant


@pytest.mark.asyncio
async def test_where_nothing_was_played_replay_and_verify_ask_which_of_ones_own_games(s):
    for command in ("/replay", "/verify"):
        assert "haven't finished a game" in text(await s.slash("red", command))
    numbers = await ended(s, "red", 2)
    for command in ("/replay", "/verify"):
        which = await s.slash("red", command, "lounge")
        (choice,) = selects(which)
        assert [each["value"] for each in choice["options"]] == [str(n) for n in numbers[::-1]]
        assert text(await s.choose("red", which, "Which game?", str(numbers[0])))
