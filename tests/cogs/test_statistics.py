"""What `/stats` and `/leaderboard` show of a person and of a server, before and after games."""

import pytest

from engine import GAMES
from host.records import Rating, SeatResult, User
from testing.challengers import Crowd, alt, is_a_sentence, tells_no_card
from testing.people import Party, is_ephemeral, leave_game, pictures, text

pytestmark = pytest.mark.asyncio
GAME, *OTHERS = GAMES
NOTHING = "no games yet"
MENTION = "<@123456789012345678>"


async def played(s, *names, game=GAME, **options) -> Party:
    """A table that was played to its end."""
    party = Party(s, *names, game=game, **options)
    await party.begin()
    await party.play_out_away()
    return party


async def told(s, name, where="table-1", **options) -> str:
    """All that the answer to /stats says."""
    answer = await s.slash(name, "/stats", where, **options)
    assert is_ephemeral(answer) or where.startswith("@")
    assert len(pictures(answer)) == 1
    return text(answer) + alt(answer)


async def test_before_the_first_game_there_is_a_friendly_page_and_no_leader(s):
    for options in ({}, {"player": "@blue"}, {"server": True}):
        assert NOTHING in await told(s, "red", **options)
    assert "Blue" in await told(s, "red", player="@blue")
    assert NOTHING in await told(s, "red", "@red")
    answer = await s.slash("red", "/leaderboard")
    assert is_ephemeral(answer) and "No ratings yet" in text(answer)


@pytest.mark.parametrize("game_id", OTHERS)
async def test_a_game_counts_for_each_who_played_it_and_for_the_server(s, game_id):
    party = await played(s, "red", "blue", game=game_id)
    winner = (await party.seen()).result.winners[0]
    for number, name in enumerate(party.names):
        said = await told(s, "green", player=f"@{name}", game=game_id)
        assert "1 game," in said and name.capitalize() in said
        assert f"{int(number == winner)} won" in said
    assert "2 games" in await told(s, "green", server=True, game=game_id)
    assert NOTHING in await told(s, "green", game=game_id)
    listed = text(await s.slash("green", "/leaderboard", game=game_id)).splitlines()
    assert listed[1].startswith(f"1. {party.names[winner].capitalize()}")
    assert len([line for line in listed if "(1 game)" in line]) == 2


async def test_games_are_counted_for_each_game_apart_and_after_a_restart(s):
    await played(s, "red", "blue")
    await s.restart_bot()
    assert "1 game," in await told(s, "red")
    for other in OTHERS:
        assert NOTHING in await told(s, "red", game=other)
        assert "No ratings yet" in text(await s.slash("red", "/leaderboard", game=other))


async def test_a_game_that_was_broken_off_counts_nowhere(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await party.act(await party.acting())
    await party.agree_to_end()
    assert NOTHING in await told(s, "red")
    assert NOTHING in await told(s, "red", server=True)
    assert "No ratings yet" in text(await s.slash("red", "/leaderboard"))


async def test_who_leaves_has_lost_and_everybody_sees_who_is_on_time(s):
    party = Party(s, "red", "blue")
    await party.begin()
    await leave_game(s, "blue")
    await party.play_out_away()
    gone = "The autopilot finished for **Blue**, who counts as last"
    assert gone in text(party.board) and gone in text(party.panel("red"))
    assert "The autopilot finished for you" in text(party.panel("blue"))
    assert "2nd of 2: you left" in text(await s.slash("blue", "/games"))
    said = await told(s, "green", player="@blue")
    assert "-# 1 game left early: counted as lost, but not in averages." in said and "0 won" in said
    assert "On time" not in said
    listed = text(await s.slash("green", "/leaderboard")).splitlines()
    assert [line.split(" · ")[0] for line in listed[1:3]] == ["1. Red", "2. Blue"]

    def in_time(uow):
        uow.store._execute("UPDATE users SET in_time = 97, late = 3")

    await party.host.do(in_time)
    assert "⏰ On time 97% of 100 turns." in await told(s, "green", player="@blue")


@pytest.mark.parametrize(
    ("pace", "unknown"), [(24, " · fewer than 10 timed turns"), (0, "")], ids=["daily", "live"]
)
async def test_the_lobby_tells_who_is_new_and_how_reliable_the_others_are(s, pace, unknown):
    party = Party(s, "red", "blue", "green", pace=pace)
    await party.open()
    table, turns = await party.table(), {"in_time": 97, "late": 3}

    def count(uow):
        for column, number in turns.items():
            uow.store._execute(f"UPDATE users SET {column} = ?", (number,))
        for seat, name in ((0, "red"), (2, "green")):
            facts = (None, table.game.id, 3, "", 9, 1, True, False, {})
            uow.store.insert_result(table.id, SeatResult(seat, int(s.user(name)), *facts))

    await party.host.do(count)
    await party.seat_others(robots=1)
    lines = text(party.board).splitlines()
    assert "1. Red · host · on time 97% of 100 turns" in lines
    assert "2. Blue · first game" in lines
    assert f"3. Green{unknown}" in lines and "4. Autopilot 🤖" in lines


async def test_a_game_alone_is_told_by_its_level_and_gives_no_rating(s, clock):
    crowd = Crowd(s, clock)
    await s.slash("red", "/solo", level="easy")
    await crowd.quiet()
    await crowd.play_out_away()
    said = await told(s, "red")
    assert "easy" in said and "of 1 won" in said
    assert "1 game," in await told(s, "blue", server=True)
    assert "No ratings yet" in text(await s.slash("red", "/leaderboard"))


async def test_an_attempt_counts_at_once_and_others_learn_no_more_while_it_is_open(s, clock):
    crowd = Crowd(s, clock)
    await crowd.post(hours=1)
    await crowd.play("blue")
    await crowd.finish("blue")
    answer = await s.slash("green", "/stats", player="@blue")
    assert tells_no_card(answer) and "1 game." in alt(answer) and "won" not in alt(answer)
    assert "1 finished attempt at an open challenge" in text(answer)
    assert not {"Score", "Best", "Against"} & {*alt(answer).replace(":", "").split()}
    own = await s.slash("blue", "/stats")
    assert "Best score" in alt(own) and "open challenge" not in text(own) and is_ephemeral(own)
    assert NOTHING in await told(s, "green", server=True)
    await crowd.later(2)
    said = await told(s, "green", player="@blue")
    assert "1 game," in said and "Favorite cards" in said


async def test_in_private_there_is_no_server_to_tell_of(s):
    answer = await s.slash("red", "/stats", "@red", server=True)
    assert is_a_sentence(answer) and "server" in text(answer)


async def test_a_long_leaderboard_is_cut_and_strange_names_do_no_harm(s):
    party = Party(s, "red", "blue")
    await party.open()
    table = await party.table()

    def many(uow):
        """Forty who have played here."""
        for number in range(40):
            user = User(7_000 + number, f"{MENTION}**[x](y)`")
            uow.store.remember_user(user)
            kept = SeatResult(number, user.id, table.channel, GAME, 2, "", 5, 1, True, False, {})
            uow.store.insert_result(table.id, kept)
            uow.store.set_rating(Rating(user.id, GAME, 30.0 + number, 2.0, 3))

    await party.host.do(many)
    said = text(await s.slash("red", "/leaderboard"))
    places = [line for line in said.splitlines() if "(3 games)" in line]
    assert len(places) == 20 and places[0].startswith("1. ")
    assert MENTION not in said and "**[x]" not in said
    points = [int(line.split("**")[-2]) for line in places]
    assert points == sorted(points, reverse=True)
