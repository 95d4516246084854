"""Luck: the same name gives the same luck, and no name says anything about another."""

import os
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.luck import WORD, FastLuck, KeyedLuck, ScriptedLuck, commitment, new_key
from testing import SCALE

ROOT = Path(__file__).parents[3]
KEY = bytes(range(32))
keyed = KeyedLuck(b"known answers")
every_luck = pytest.mark.parametrize(
    "luck",
    [KeyedLuck(KEY), FastLuck(7), ScriptedLuck((), KeyedLuck(KEY))],
    ids=lambda luck: type(luck).__name__,
)
labels = st.lists(st.one_of(st.integers(0, 99), st.sampled_from(["dice", "deck", "first"])))


def chi_square(counts, cells, total):
    expected = total / cells
    missing = cells - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected


def bound(cells):
    """Far out: about six standard deviations of chi-square with so many cells."""
    return cells - 1 + 6 * (2 * (cells - 1)) ** 0.5


# --- known answers: a stored table must be dealt the same by every later version ----------------


def test_known_dice():
    assert keyed.dice(12, "dice", 0, 1, 0) == (1, 3, 5, 5, 2, 6, 5, 6, 1, 4, 5, 1)
    assert KeyedLuck(KEY).dice(12, "machine", 3) == (6, 2, 3, 1, 6, 4, 5, 1, 3, 3, 3, 2)


def test_known_numbers():
    numbers = [keyed.below(limit, "first") for limit in (1, 2, 5, 1000, 10**9)]
    assert numbers == [0, 0, 0, 270, 77706270]


def test_known_shuffles():
    cards = list("abcdefghij")
    keyed.shuffle(cards, "deck", "blueprints", 0)
    assert "".join(cards) == "afejcibhdg"
    numbers = list(range(20))
    KeyedLuck(KEY).shuffle(numbers, "labels")
    assert numbers == [0, 18, 16, 8, 19, 12, 4, 5, 2, 17, 7, 10, 6, 13, 15, 14, 3, 9, 1, 11]


def test_known_commitment():
    assert commitment(KEY) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_new_keys_are_long_and_different():
    keys = {new_key() for _ in range(50)}
    assert len(keys) == 50
    assert {len(key) for key in keys} == {32}


# --- labels -------------------------------------------------------------------------------------


@every_luck
@given(label=labels, asked_before=labels)
def test_a_label_brings_the_same_luck_whatever_was_asked_before(luck, label, asked_before):
    first = luck.dice(8, *label)
    luck.dice(3, *asked_before)
    luck.shuffle(list(range(9)), *asked_before)
    assert luck.dice(8, *label) == first


@every_luck
@given(count=st.integers(0, 20), more=st.integers(0, 20))
def test_dice_show_one_to_six_and_are_as_many_as_asked_for(luck, count, more):
    rolled = luck.dice(count, "dice", more)
    assert len(rolled) == count
    assert set(rolled) <= {1, 2, 3, 4, 5, 6}


def test_more_dice_of_a_keyed_label_begin_like_fewer():
    assert keyed.dice(10, "dice")[:4] == keyed.dice(4, "dice")


@every_luck
def test_different_labels_bring_different_luck(luck):
    seen = {luck.dice(20, "dice", seat, n, 0) for seat in range(5) for n in range(40)}
    assert len(seen) == 200


@pytest.mark.parametrize("kind", [FastLuck, lambda n: KeyedLuck(b"%d" % n)], ids=["fast", "keyed"])
def test_different_keys_bring_different_luck(kind):
    assert len({kind(n).dice(20, "dice") for n in range(200)}) == 200


@every_luck
def test_neighboring_labels_are_independent(luck):
    """The first die of one label says nothing about the first die of the next."""
    total = 7200 * SCALE
    pairs = Counter(
        (luck.dice(1, "dice", n)[0], luck.dice(1, "dice", n + 1)[0]) for n in range(total)
    )
    assert chi_square(pairs, 36, total) < bound(36)


# --- fairness -----------------------------------------------------------------------------------


@every_luck
def test_dice_are_fair_at_every_place(luck):
    total = 3000 * SCALE
    rolls = [luck.dice(6, "dice", n % 5, n // 5, 0) for n in range(total)]
    for place in range(6):
        assert chi_square(Counter(roll[place] for roll in rolls), 6, total) < bound(6)


@every_luck
def test_two_dice_of_one_roll_are_independent(luck):
    total = 5000 * SCALE
    rolls = [luck.dice(6, "dice", n) for n in range(total)]
    for a, b in ((0, 1), (1, 4), (4, 5)):
        assert chi_square(Counter((roll[a], roll[b]) for roll in rolls), 36, total) < bound(36)


@every_luck
@pytest.mark.parametrize("limit", [2, 3, 5, 7])
def test_numbers_below_a_limit_are_fair(luck, limit):
    total = 3000 * SCALE
    numbers = Counter(luck.below(limit, "first", n) for n in range(total))
    assert set(numbers) == set(range(limit))
    assert chi_square(numbers, limit, total) < bound(limit)


@every_luck
def test_every_order_of_four_cards_is_as_likely(luck):
    total = 4800 * SCALE
    orders = Counter()
    for n in range(total):
        cards = [0, 1, 2, 3]
        luck.shuffle(cards, "deck", n)
        orders[tuple(cards)] += 1
    assert set(orders) == set(permutations(range(4)))
    assert chi_square(orders, 24, total) < bound(24)


@every_luck
def test_each_card_of_a_deck_comes_to_the_top_as_often(luck):
    total, tops = 3000 * SCALE, Counter()
    for n in range(total):
        cards = list(range(30))
        luck.shuffle(cards, "deck", n)
        tops[cards[-1]] += 1
    assert chi_square(tops, 30, total) < bound(30)


@every_luck
@given(cards=st.lists(st.integers(0, 5), max_size=40), n=st.integers(0, 50))
def test_a_shuffle_keeps_all_cards(luck, cards, n):
    shuffled = cards[:]
    luck.shuffle(shuffled, "deck", n)
    assert Counter(shuffled) == Counter(cards)


class Stream(KeyedLuck):
    """A keyed luck whose words are given."""

    def __init__(self, *words):
        super().__init__(b"")
        self.given = words

    def _words(self, label):
        return iter(self.given)


def test_words_past_the_last_whole_multiple_are_thrown_away():
    highest = WORD - WORD % 6
    assert Stream(highest, WORD - 1, highest - 1).dice(1, "dice") == (6,)
    assert Stream(highest - 6).dice(1, "dice") == (1,)


def test_no_word_is_thrown_away_where_all_fit():
    assert Stream(WORD - 1).below(4, "first") == 3


def test_dice_beyond_one_block_of_words_go_on():
    rolled = keyed.dice(100, "dice")
    assert len(rolled) == 100
    assert rolled[:8] != rolled[8:16]


# --- the stand-ins ------------------------------------------------------------------------------


def output(program, hash_seed):
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


GAME = """
from engine.kernel.luck import FastLuck
from testing.playing import end_of, tables, moments
from engine.kernel.codes import code
import hashlib
digest = hashlib.sha256()
cards = list(range(40))
FastLuck(5).shuffle(cards, "deck", "blueprints", 2)
print(cards, FastLuck(5).dice(9, "dice", 1, 2, 0), FastLuck(5).below(1000, "first"))
for table in tables(1)[::3]:  # of every game
    for moment in moments(table):
        digest.update(repr([code(a) for a in moment.offered]).encode())
    digest.update(table.game.dump(end_of(table)))
print(digest.hexdigest())
"""


def test_fast_luck_and_whole_games_do_not_hang_on_the_hash_seed():
    assert output(GAME, "1") == output(GAME, "4242") != ""


def test_scripted_dice_come_in_order_and_then_the_key_s_own():
    luck = ScriptedLuck((6, 5, 1), keyed)
    assert luck.dice(2, "dice", 0) == (6, 5)
    assert luck.dice(3, "dice", 1) == (1, *keyed.dice(3, "dice", 1)[1:])
    assert luck.dice(3, "dice", 2) == keyed.dice(3, "dice", 2)


def test_a_scripted_copy_goes_on_by_itself():
    luck = ScriptedLuck((6, 5, 1), keyed)
    luck.dice(1, "dice")
    copy = luck.copy()
    assert copy.dice(2, "dice") == (5, 1)
    assert luck.dice(1, "dice") == (5,)


def test_only_dice_are_scripted():
    luck = ScriptedLuck((6, 6, 6), keyed)
    mine, theirs = list(range(12)), list(range(12))
    luck.shuffle(mine, "deck")
    keyed.shuffle(theirs, "deck")
    assert mine == theirs
    assert luck.below(9, "first") == keyed.below(9, "first")
    assert luck.dice(1, "dice") == (6,)


@every_luck
def test_a_stream_of_numbers_keeps_its_limits_and_is_the_same_for_the_same_label(luck):
    limits = [1, 2, 3, 100, 7, 900] * 20
    first = list(luck.belows(limits, "tower", 1))
    assert all(0 <= number < limit for number, limit in zip(first, limits, strict=True))
    assert list(luck.belows(limits, "tower", 1)) == first
    assert list(luck.belows(limits, "tower", 2)) != first


@every_luck
def test_numbers_of_one_stream_are_even(luck):
    counts = Counter(n for label in range(60) for n in luck.belows([6] * 50, "even", label))
    assert set(counts) == set(range(6)) and max(counts.values()) < 1.2 * min(counts.values()) + 60


@every_luck
def test_a_limit_of_a_stream_is_asked_for_when_it_is_needed(luck):
    seen = []

    def limits():
        for limit in (5, 5):
            seen.append(limit)
            yield limit

    numbers = luck.belows(limits(), "lazy")
    next(numbers)
    assert seen == [5]
