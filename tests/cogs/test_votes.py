"""A table's votes, by presses and commands: proposals, moderators, seats."""

import pytest

from cogs.delivery import LATELY, MAX_PINGS
from cogs.ids import agree_id, base36, propose_id, seat_id, table_id, withdraw_id
from cogs.votes import MAX_ROWS, table_screen, votes_screen
from engine import GAMES
from host.records import Phase
from host.terms import Policy
from host.votes import OF_A_SEAT, OpenVote, Proposal, ProposalKind
from sandbox import interactions
from sandbox.permissions import May
from testing.days import HOUR, PACE, Days, Say, is_vote, shows
from testing.people import (
    SELECT,
    Label,
    buttons,
    forge,
    is_ephemeral,
    labels,
    selects,
    text,
    ways,
)
from testing.screens import faults, payload, table_of

pytestmark = pytest.mark.asyncio
THREE = ("red", "blue", "green")
FIVE = ("red", "blue", "green", "purple", "yellow")
LONG = [f"{'*_`' * 10}{number:02}" for number in range(5)]  # 32 characters that all need care
PAUSE, END = "Pause the clock", "End the game"
MATTER = Proposal(ProposalKind.PAUSE)
every_game = pytest.mark.parametrize("game_id", GAMES)


# --- the table is asked


async def test_where_the_table_is_asked_two_of_three_decide_for_the_autopilot(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal(Policy.ASK)
    late = await party.acting()
    await party.later(24.1)
    (vote,) = party.votes
    assert text(vote).count("🗳️") == 3
    assert f"play {late.capitalize()}'s turn" in text(vote)
    assert party.called()[-1] == {late} and "time is up" in text(party.calls[0])
    first, second = party.others(late)
    assert "own seat" in text(await party.agree(late, "'s turn"))
    await party.agree(first, "'s turn")
    assert [each["id"] for each in party.votes] == [vote["id"]], "edited in place"
    assert f"1 of 2 votes: **{first.capitalize()}**" in text(party.votes[0])
    assert not await party.rows()
    await s.restart_bot()
    await party.agree(second, "'s turn")
    assert {row.seat for row in await party.rows()} == {(await party.seat_of(late)).number}
    assert not any("'s turn" in text(each) for each in party.votes)
    assert "By vote" in await party.log(first)


async def test_whoever_plays_after_all_needs_no_vote(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal(Policy.ASK)
    late = await party.acting()
    await party.later(24.1)
    await party.play_turn(late)
    assert not any(f"{late.capitalize()}'s turn" in text(each) for each in party.votes)


# --- votes


async def test_a_pause_is_agreed_on_and_no_time_runs_until_the_table_goes_on(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    acting = await party.acting()
    await party.later(4)
    answer = await party.ask("red", PAUSE)
    assert is_ephemeral(answer) and "1 of 2 votes: **Red**" in text(answer)
    await party.agree("blue", PAUSE)
    assert not party.votes
    for message in (party.board, party.panel(acting)):
        assert "Paused" in text(message) and "<t:" not in text(message)
    told = len(party.called())
    await party.later(3 * 24)
    assert len(party.called()) == told and not await party.rows()
    await party.ask("red", "Resume")
    await party.agree("green", "Resume")
    assert "Paused" not in text(party.board)
    assert abs(await party.due(acting) - clock() - 20 * HOUR) < HOUR
    assert shows(party.board, await party.due(acting))


async def test_a_paused_table_can_be_played_on(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    await s.slash("red", "/table pause", force=True)
    await party.quiet()
    acting = await party.acting()
    await party.play_turn(acting)
    assert await party.rows()
    assert "Paused" in text(party.board)
    assert Say.MUTE not in labels(party.calls[0]), "nobody is reminded while it is paused"


async def test_more_time_is_one_more_turns_time(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    acting = await party.acting()
    before = await party.due(acting)
    assert "1 more must agree" in text(await s.slash("red", "/table extend"))
    assert "Done!" in text(await s.slash("blue", "/table extend"))
    await party.quiet()
    after = await party.due(acting)
    assert abs(after - before - PACE * HOUR) < HOUR
    assert shows(party.board, after) and shows(party.panel(acting), after)
    assert "more time" in await party.log("red")


async def test_a_voice_can_be_taken_back_and_what_nobody_wants_is_not_asked(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    await party.ask("red", PAUSE)
    assert "haven't voted" in text(await party.agree("blue", PAUSE, Say.WITHDRAW))
    assert "1 of 2 votes: **Red**" in text(party.votes[0])
    await party.agree("red", PAUSE, Say.WITHDRAW)
    assert not party.votes


async def test_those_who_have_not_decided_are_called_once_when_a_vote_begins(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    await s.choose(
        "green",
        await s.slash("green", "/settings"),
        "Notifications",
        "Don't notify me, just show my name",
    )
    await party.ask("red", PAUSE)
    await party.ask("red", END)
    begun = [each for each in party.heard if is_vote(each)]
    assert [{each["id"] for each in message["mentions"]} for message in begun] == [{s.user("blue")}]
    assert f"<@{s.user('blue')}>, please vote." in text(begun[0])


async def test_who_asks_and_takes_it_back_all_day_does_not_ping_the_others_all_day(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    for _ in range(MAX_PINGS + 2):
        await party.ask("red", PAUSE)
        await party.agree("red", PAUSE, Say.WITHDRAW)
    begun = [party.pinged(each) for each in party.heard if is_vote(each)]
    assert [each for each in begun if each] == [{"blue", "green"}] * MAX_PINGS
    clock.ahead += LATELY
    await party.ask("red", PAUSE)
    assert party.pinged(party.votes[0]) == {"blue", "green"}


async def test_a_vote_that_somebody_is_against_is_over_when_it_cannot_pass(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    await party.ask("red", END)
    assert "1 of 3 votes: **Red**" in text(party.votes[0])
    await party.agree("blue", END, Say.DISAGREE)
    assert not party.votes
    said = [text(each) for each in party.public]
    assert "🗳️ The vote to end the game did not pass." in said


async def test_an_old_vote_is_posted_anew_below_and_the_old_message_goes(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    await party.ask("red", PAUSE)
    (old,) = party.votes
    clock.ahead += 2 * HOUR
    await party.ask("red", END)
    (new,) = party.votes
    assert new["id"] != old["id"]
    assert PAUSE in text(new) and END in text(new)


async def test_all_who_are_there_must_agree_to_end_the_game(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    await party.ask("red", END)
    await party.agree("blue", END)
    assert (await party.table()).phase is Phase.PLAYING
    assert "2 of 3 votes" in text(party.votes[0])
    await party.agree("green", END)
    assert party.is_over and not party.votes and not party.calls
    assert "agreed to end the game" in text(party.board)
    assert party.public[-1] == party.board, "nothing repeats that below it"
    assert "No game" in text(await forge(s, "red", party.board, table_id(1, "table")))


async def test_votes_pressed_by_others_elsewhere_or_about_nonsense_change_nothing(s, clock):
    here = Days(s, clock, "red", "blue")
    there = Days(s, clock, "green", "purple", channel="table-2")
    await here.deal()
    await there.deal()
    await here.ask("red", PAUSE)
    await here.quiet()
    table, (vote,) = (await here.table()).id, here.votes
    head = base36(table)
    before = await here.stored()
    seats = [Proposal(subject, 0) for subject in OF_A_SEAT] + [Proposal(ProposalKind.REMOVE, 7)]
    forged = [
        *((name, agree_id(table, MATTER)) for name in ("green", "yellow")),
        *(("yellow", withdraw_id(table, matter)) for matter in (MATTER, seats[0])),
        *(("red", agree_id(table, matter)) for matter in seats),
        *(("red", f"v:{head}:{text}") for text in ("nonsense", "pause_0", "turn_x", "resume")),
        *(("red", f"w:{head}:{text}") for text in ("nonsense", "remove", "turn_99999999999")),
        ("red", agree_id(table + 9, MATTER)),
        *(("yellow", seat_id(table, seat)) for seat in (0, 1, 7)),
        ("yellow", f"j:{head}:x"),
        *(("yellow", table_id(table, verb)) for verb in ("mute", "handover", "fromhere", "plans")),
    ]
    for name, custom_id in forged:
        answer = await forge(s, name, vote, custom_id)
        assert is_ephemeral(answer) and text(answer), custom_id
    for values in ((), ("nonsense",), ("remove 9",), ("turn",), ("pause 1",)):
        assert text(await forge(s, "red", vote, propose_id(table), *values, kind=SELECT))
    for custom_id in (agree_id(table, MATTER), seat_id(table, 0), table_id(table, "table")):
        answer = await forge(s, "blue", there.board, custom_id)
        assert "channel" in text(answer)
    assert await here.stored() == before


async def test_a_refused_wish_leaves_the_table_screen_of_use(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    answer = await party.ask("red", "Open Blue's seat")
    assert "⚠️" in text(answer) and selects(answer)
    assert not party.votes


async def test_a_stale_vote_is_answered(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal()
    await party.ask("red", PAUSE)
    (vote,) = party.votes
    await party.agree("blue", PAUSE)
    table = (await party.table()).id
    answer = await forge(s, "blue", vote, agree_id(table, MATTER))
    assert "already paused" in text(answer)


async def test_spectators_read_how_the_table_stands_but_ask_nothing(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    await party.ask("red", PAUSE)
    screen = await s.click("yellow", party.board, Say.TABLE)
    assert is_ephemeral(screen) and "Pause" in text(screen) and "watching" in text(screen)
    assert not selects(screen) and not buttons(screen)


async def test_the_table_is_reached_by_command_from_the_direct_messages_too(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    answer = await s.slash("red", "/table pause", "@red")
    assert "must agree" in text(answer)
    await party.quiet()
    assert party.votes


# --- moderators


async def test_force_is_for_moderators_only(s, clock, monkeypatch):
    party = Days(s, clock, *THREE)
    await party.deal()
    moderator = interactions.PERMISSIONS
    monkeypatch.setattr(interactions, "PERMISSIONS", str(int(moderator) & ~May.MANAGE_MESSAGES))
    before = await party.stored()
    for command, options in (("pause", {}), ("abandon", {}), ("remove", {"player": "@blue"})):
        answer = await s.slash("red", f"/table {command}", force=True, **options)
        assert is_ephemeral(answer) and "moderators" in text(answer)
    assert await party.stored() == before
    monkeypatch.setattr(interactions, "PERMISSIONS", moderator)
    await s.slash("yellow", "/table pause", force=True)
    await party.quiet()
    assert "Paused" in text(party.board)
    assert "moderator" in await party.log("red")


# --- seats


@every_game
async def test_a_freed_seat_is_taken_by_the_first_who_presses_and_its_cards_stay_secret(
    s, clock, game_id
):
    party = Days(s, clock, "red", "blue", game=game_id)
    await party.deal()
    gone, stays = await party.acting(), party.others(await party.acting())[0]
    seat = (await party.seat_of(gone)).number
    part = (ways(party.panel(gone)) or selects(party.panel(gone)))[0]
    values = [part["options"][0]["value"]] if part["type"] == SELECT else []
    await s.slash("yellow", "/table replace", player=f"@{gone}", force=True)
    await party.quiet()
    label = f"Take seat {seat + 1}"
    assert label in labels(party.board) and f"Seat {seat + 1} is open" in text(party.board)
    assert "no longer have a seat" in text(party.panel(gone)) and not ways(party.panel(gone))
    rows = len(await party.rows())
    act, kind = part["custom_id"], part["type"]
    stale = await forge(s, gone, party.panel(gone), act, *values, kind=kind)
    assert not ways(stale) and "not playing" in text(stale)
    assert len(await party.rows()) == rows
    assert "already" in text(await s.click(stays, party.board, label))
    board = party.board
    hand = await s.click("green", board, label)
    await party.quiet()
    assert is_ephemeral(hand)
    assert (await party.seat_of("green")).number == seat
    assert party.panel("green") and label not in labels(party.board)
    assert "taken" in text(await forge(s, "purple", board, seat_id((await party.table()).id, seat)))
    assert "Green takes seat" in await party.log("purple")


async def test_the_voice_of_who_left_is_not_the_newcomers(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    await party.ask("blue", PAUSE)
    await s.slash("red", "/table replace", player="@blue", force=True)
    await party.quiet()
    await s.click("purple", party.board, "Take seat 2")
    await party.quiet()
    assert not any("Purple" in text(each) for each in party.votes)


async def test_a_removed_player_is_replaced_by_the_autopilot_for_good(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    await party.ask("red", "Give Blue's seat")
    assert "1 of 2" in text(party.votes[0])
    await party.agree("green", "Blue's seat")
    table = await party.table()
    assert (table.seats[1].user, table.seats[1].is_free) == (None, False)
    assert not any(label.startswith("Take seat") for label in labels(party.board))
    assert text(await forge(s, "purple", party.board, seat_id(table.id, 1)))
    assert (await party.table()).seats[1].user is None


async def test_who_leaves_the_seat_to_the_autopilot_finds_the_way_back_at_the_table(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    screen = await s.click("red", party.board, Say.TABLE)
    question = await s.click("red", screen, Say.LEAVE)
    assert "you count as last" in text(question)
    hand = await s.click("red", question, Label.LEAVE_GAME)
    await party.quiet()
    assert labels(hand) == {Label.TAKE_BACK} == labels(party.panel("red"))
    screen = await s.click("red", party.board, Say.TABLE)
    assert labels(screen) == {Label.TAKE_BACK} and not selects(screen)
    assert "on autopilot" in text(await s.slash("red", "/games"))
    await s.click("red", screen, Label.TAKE_BACK)
    assert not (await party.seat_of("red")).is_autopilot


async def test_a_table_where_nobody_plays_for_thirty_days_ends_as_it_stands(s, clock):
    party = Days(s, clock, "red", "blue")
    await party.deal(Policy.WAIT)
    await party.ask("red", PAUSE)
    await party.later(31 * 24)
    await party.host.run_housekeeping()
    await party.quiet()
    assert party.is_over and not party.calls and not party.votes
    assert "nobody played" in text(party.board)
    assert "30 days" in await party.log("green")


# --- limits


def motions_of(table):
    """All that could ever be asked, each with all voices."""
    seats = range(len(table.seats))
    matters = [
        Proposal(subject, seat)
        for subject in ProposalKind
        for seat in seats
        if subject in OF_A_SEAT
    ]
    matters += [Proposal(subject) for subject in ProposalKind if subject not in OF_A_SEAT]
    return [OpenVote(matter, tuple(seats), tuple(seats), 5) for matter in matters]


@every_game
async def test_however_much_is_asked_it_fits_into_one_message(game_id):
    game = GAMES[game_id]
    table = table_of(game, game.seats[-1], game.options(), names=LONG)
    open_votes = motions_of(table)
    assert len(open_votes) > MAX_ROWS
    for many in range(1, len(open_votes) + 1):
        found = table, open_votes[:many]
        public, private = votes_screen(found), table_screen(found, table.seats[0].user)
        assert not faults(public) and not faults(private)
        assert is_vote(payload(public))
        assert text(payload(public)).count("🗳️") == many


async def test_five_people_with_long_names_who_ask_for_everything_are_heard(s, clock):
    for name, wild in zip(FIVE, LONG, strict=True):
        s.server.world.person(name)["global_name"] = wild
    party = Days(s, clock, *FIVE)
    await party.deal()
    screen = await s.click("red", party.board, Say.TABLE)
    options = [each["value"] for each in selects(screen)[0]["options"]]
    assert len(options) <= 25
    for value in options:
        screen = await s.choose("red", screen, Say.ASK, value)
    await party.quiet()
    (vote,) = party.votes
    assert text(vote).count("🗳️") == len(options) > MAX_ROWS
    await s.choose("blue", vote, Say.AGREE_TO, "pause")
    await party.quiet()
    assert f"{PAUSE} · 2 of 3" in text(party.votes[0])
    await s.choose("blue", party.votes[0], Say.TAKE_BACK_OF, "pause")
    await party.quiet()
    assert f"{PAUSE} · 1 of 3" in text(party.votes[0])
    for value in options[MAX_ROWS:]:
        await s.choose("red", party.votes[0], Say.TAKE_BACK_OF, value)
        await party.quiet()
    assert labels(party.votes[0]) == {Say.AGREE, Say.DISAGREE, Say.WITHDRAW}
    await party.agree("blue", PAUSE)
    assert "2 of 3 votes" in text(party.votes[0])


async def test_what_was_decided_is_said_where_everybody_reads_it(s, clock):
    party = Days(s, clock, *THREE)
    await party.deal()
    await party.ask("red", PAUSE)
    await party.agree("blue", "Pause")
    said = [text(each) for each in party.public if "By vote" in text(each)]
    assert said == ["🗳️ The game is paused: the clock is stopped. (By vote.)"]
