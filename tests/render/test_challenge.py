"""Rankings, result cards and statistics: readable with any data, complete in words."""

import asyncio
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from render import PAINTERS
from render.alt import LIMIT
from render.challenge import RankedRow, Rival
from render.marks import Placed
from render.statistics import LevelRecord, Statistics
from render.studio import Studio
from render.widgets import rounds
from testing.every import with_every
from testing.layout_rules import faults, luminance
from testing.positions import PAINTER, words_of
from testing.statistics import (
    DAILY,
    LITTLE,
    MACHINE,
    MUCH,
    RANGES,
    attempts,
    random_attempt,
    random_attempts,
    random_statistics,
)
from tests.render.test_stress import NASTY

NAMES = (*NASTY.values(), "Ada")
SEEDS = range(12)


def wrong(drawing):
    found = faults(drawing)
    if not 0 < len(drawing.alt) <= LIMIT:
        found.append(f"its alt text has {len(drawing.alt)} characters")
    return found


def in_order(drawing, *words):
    places = [drawing.alt.index(each) for each in words]
    return places == sorted(places)


# --- laws of layout


@with_every("game", PAINTERS)
@with_every("seed", SEEDS)
def test_no_ranking_breaks_a_law_of_layout(game, seed):
    rng = Random(seed)
    for _ in range(4):
        rows = random_attempts(rng, NAMES)
        finished = rng.choice((0, len(rows), 250))
        title = rng.choice((DAILY, "", "Weekly " * 20))
        playing = rng.choices(NAMES, k=rng.randint(0, 6))
        still = rng.choice((len(playing), 250))
        facts = rng.choice((MACHINE, "")), rows, finished, playing, still
        assert not wrong(PAINTERS[game].ranking(title, *facts, rng.choice((RANGES, ()))))


@with_every("count", range(12))
@with_every("name", NASTY.values())
def test_every_name_has_room_in_a_ranking_of_any_length(name, count):
    rows = [row._replace(name=name) for row in attempts(count)]
    assert not wrong(PAINTER.ranking(DAILY, MACHINE, rows, count, (name,) * 6, 9, RANGES))


@with_every("game", PAINTERS)
@with_every("seed", SEEDS)
def test_no_result_card_breaks_a_law_of_layout(game, seed):
    rng = Random(seed)
    for name in NAMES:
        streak = rng.choice((0, 1, 2, 365))
        facts = random_attempt(rng, name), streak, RANGES
        card = PAINTERS[game].result_card(DAILY, MACHINE, *facts)
        assert not wrong(card)
        assert (card.w, card.h) == (1200, 630)


@with_every("game", PAINTERS)
@with_every("seed", SEEDS)
def test_no_statistics_break_a_law_of_layout(game, seed):
    rng = Random(seed)
    for name in NAMES:
        drawing = PAINTERS[game].statistics(f"Statistics of {name}", random_statistics(rng))
        assert not wrong(drawing)
        assert not wrong(PAINTERS[game].statistics(name, Statistics()))


# --- rankings


def test_equal_attempts_share_a_rank_and_those_who_still_play_stand_apart():
    first, second, _ = attempts(3)
    drawing = PAINTER.ranking(DAILY, MACHINE, [first, second, second], 3, ["Cleo", "Dirk"], 5)
    words = words_of(drawing)
    assert (words.count("1"), words.count("2"), words.count("3")) == (1, 2, 0)
    assert {"STILL PLAYING", "Cleo · Dirk · and 3 more"} <= {*words}
    assert "3 finished, 5 still playing" in words and "5 still playing" in drawing.alt


def test_every_color_of_a_ranking_and_of_a_card_is_explained():
    row = attempts(1)[0]
    ranking = PAINTER.ranking(DAILY, MACHINE, [row], 1, ranges=RANGES)
    card = PAINTER.result_card(DAILY, MACHINE, row, 1, RANGES)
    for drawing in (ranking, card):
        assert {"Points in a round", *RANGES} <= {*words_of(drawing)}
    assert len(RANGES) == len(rounds.FILLS)


@pytest.mark.parametrize(
    ("rival", "has_won", "plate", "said"),
    [
        (18, True, "+5", "won by 5 in 11 rounds"),
        (23, False, "±0", "lost on a tie in 11 rounds"),
        (34, False, "−11", "lost by 11 in 11 rounds"),
        (20, False, "+3", "stopped 3 ahead in 11 rounds"),
    ],
)
def test_an_attempt_says_by_how_much_the_opponent_was_beaten(rival, has_won, plate, said):
    facts = {"goods": 9, "prestige": 14}, 11, (1,) * 11, Rival("The Machine", rival)
    row = RankedRow(1, "Ada", 23, has_won, *facts)
    ranking = PAINTER.ranking(DAILY, MACHINE, [row], 1)
    assert {plate, str(rival), "11 rounds"} <= {*words_of(ranking)} and said in ranking.alt
    card = PAINTER.result_card(DAILY, MACHINE, row, 0)
    assert {str(rival), "23", "THE MACHINE"} <= {*words_of(card)} and said in card.alt


def test_at_most_ten_are_shown_and_the_others_are_counted():
    drawing = PAINTER.ranking(DAILY, MACHINE, attempts(12), 15)
    words = words_of(drawing)
    assert "and 5 more · 15 finished" in words
    assert "Ivo" not in words
    assert "15 finished" in drawing.alt and drawing.alt.endswith("And 5 more.")


def test_a_ranking_of_all_says_only_how_many_finished():
    drawing = PAINTER.ranking(DAILY, MACHINE, attempts(4), 4)
    assert "4 finished" in words_of(drawing)
    assert "more" not in drawing.alt


def test_a_challenge_that_nobody_finished_says_so():
    drawing = PAINTER.ranking(DAILY, MACHINE, (), 0)
    assert "Nobody has finished it." in words_of(drawing)
    assert "0 finished" in drawing.alt


def test_a_ranking_tells_everything_in_words_too():
    row = RankedRow(1, "Ada", 23, True, {"goods": 9, "prestige": 14}, 4, (0, 1, 4, 2))
    drawing = PAINTER.ranking(DAILY, MACHINE, [row, row._replace(rank=2, has_won=False)], 2)
    said = "Ada: 23 points (9 goods, 14 prestige), won in 4 rounds, gains 0 1 4 2."
    assert in_order(
        drawing, DAILY, MACHINE, "2 finished", f"1. {said}", "2. Ada", "lost in 4 rounds"
    )
    words = words_of(drawing)
    assert {"Ada", "23", "9 goods · 14 prestige", "won in 4 rounds", "lost in 4 rounds"} <= {*words}


def test_ten_attempts_are_told_with_their_rounds():
    rows = attempts(10)
    alt = PAINTER.ranking(DAILY, MACHINE, rows, 10).alt
    assert all("".join(map(str, row.gains)) in alt.replace(" ", "") for row in rows)


# --- squares


def test_squares_differ_in_brightness_and_in_shape():
    lights = [luminance(fill) for fill in rounds.FILLS]
    assert lights == sorted(lights)
    ratios = [(after + 0.05) / (before + 0.05) for before, after in pairwise(lights)]
    assert min(ratios) > 1.5
    assert len({rounds.cell(level, 20).marks for level in range(5)}) == 5
    assert list(rounds.SHARES) == sorted(set(rounds.SHARES))


@pytest.mark.parametrize("count", [1, 5, 12, 15, 31, 64, 200])
def test_every_round_has_its_square_or_is_counted(count):
    gains = tuple(n % 5 for n in range(count))
    marks = rounds.tray(gains, 308, 64, count).marks
    squares = [mark for mark in marks if isinstance(mark, Placed)]
    left = count - len(squares)
    assert [mark.piece for mark in squares] == [
        rounds.cell(gain, squares[0].piece.w) for gain in gains[: len(squares)]
    ]
    assert any(getattr(mark, "words", "") == f"+{left}" for mark in marks) == bool(left)


def test_squares_of_one_ranking_are_of_one_size():
    short, long = (rounds.tray((1,) * count, 308, 64, 14).marks for count in (5, 14))
    assert short[1].piece == long[1].piece


# --- result cards


def test_a_card_shows_score_parts_rounds_and_streak_but_no_rank():
    row = RankedRow(3, "Ada", 23, True, {"goods": 9, "prestige": 14}, 11, (1,) * 11)
    drawing = PAINTER.result_card(DAILY, MACHINE, row, 7)
    words = words_of(drawing)
    assert {"23", "Ada", DAILY.upper(), MACHINE, "7 days in a row"} <= {*words}
    assert "won in 11 rounds · 9 goods · 14 prestige" in words
    assert in_order(drawing, DAILY, MACHINE, "Ada: 23 points", "won in 11", "7 days in a row")


@pytest.mark.parametrize(("streak", "said"), [(1, "a streak begins"), (30, "30 days in a row")])
def test_a_streak_is_told_from_its_first_day(streak, said):
    drawing = PAINTER.result_card(DAILY, MACHINE, attempts(1)[0], streak)
    assert said in words_of(drawing)
    assert said in drawing.alt.lower()


def test_without_a_streak_none_is_told():
    drawing = PAINTER.result_card(DAILY, MACHINE, attempts(1)[0], 0)
    assert "streak" not in drawing.alt and "row" not in drawing.alt


# --- statistics


def test_statistics_tell_everything_in_words_too():
    drawing = PAINTER.statistics("Statistics of Ada", MUCH)
    told = ("48 games", "31 won (65%)", "21.4", "34", "1523 after 29 games", "median 3 h")
    cards = ("Fulfillment Center (24)", "Obelisk (2)")
    levels = ("easy 10 of 12 won", "brutal 0 of 3 won")
    assert in_order(drawing, *told, *levels, "1930 dice: 3.62, expected 3.5", *cards)
    words = {*words_of(drawing)}
    assert {"48", "31", "21.4", "1523", "median 3 h", "3.62", "12 of 20 won", "24 ×"} <= words


def test_what_is_missing_is_neither_drawn_nor_told():
    drawing = PAINTER.statistics("Ada", Statistics(games=2, wins=1))
    assert words_of(drawing) == ["Ada", "Games", "2", "played", "Wins", "1", "50%"]
    assert drawing.alt == "Ada: 2 games, 1 won (50%)."


def test_a_newcomer_is_welcomed():
    drawing = PAINTER.statistics("Statistics of Cleo", Statistics())
    assert "No games yet" in words_of(drawing)
    assert "no games yet" in drawing.alt


@pytest.mark.parametrize(
    ("average", "said"),
    [
        (3.62, "0.12 above the expected 3.5"),
        (3.31, "0.19 below the expected 3.5"),
        (3.5, "exactly the expected 3.5"),
    ],
)
def test_luck_is_told_against_what_is_expected(average, said):
    assert said in words_of(PAINTER.statistics("Ada", replace(MUCH, dice=average)))


def test_of_many_levels_and_favorites_five_are_drawn():
    levels = tuple(LevelRecord(f"level {n}", n, 9) for n in range(7))
    cards = tuple((f"card {n}", 9 - n) for n in range(7))
    words = words_of(PAINTER.statistics("Ada", replace(MUCH, levels=levels, favorites=cards)))
    assert {"level 4", "card 4"} <= {*words} and not {"level 5", "card 5"} & {*words}


# --- the studio


@pytest.mark.parametrize("game", PAINTERS)
def test_the_studio_draws_all_three(game):
    async def drawn(studio):
        yield await studio.ranking(game, DAILY, MACHINE, attempts(4), 4)
        yield await studio.result_card(game, DAILY, MACHINE, attempts(1)[0], 3)
        yield await studio.statistics(game, "Statistics of Ben", LITTLE)

    async def all_of(studio):
        return [picture async for picture in drawn(studio)]

    studio = Studio()
    pictures = asyncio.run(all_of(studio))
    studio.close()
    assert len({picture.digest for picture in pictures}) == 3
    assert all(picture.png.startswith(b"\x89PNG") and picture.alt for picture in pictures)
