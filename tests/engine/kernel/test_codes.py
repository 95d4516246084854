"""Codes: any text is either an action or refused with a sentence."""

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES
from engine.kernel.codes import MAX_CODE, UNDO, code, nearest, parse
from engine.kernel.refusal import Refused
from testing import SCALE
from testing.every import with_every
from testing.playing import Table, moments, position

words = st.lists(st.text("abcxyz", min_size=1, max_size=6), min_size=1, max_size=3).map("_".join)
actions = st.lists(st.one_of(words, st.integers(0, 10**6)), min_size=1, max_size=6).map(tuple)
ALIKE = 3  # codes of one kind whose neighbors are tried
for_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


@given(actions.filter(lambda action: len(code(action)) <= MAX_CODE))
def test_actions_round_trip(action):
    assert parse(code(action)) == action


@given(st.text(max_size=120))
def test_any_text_is_an_action_or_refused(text):
    try:
        action = parse(text)
    except Refused as refused:
        assert str(refused)[-1] in ".?"
    else:
        assert parse(code(action)) == action
        assert len(code(action)) <= MAX_CODE


@given(st.text(alphabet="aZ_-+.0 79\t\n²٣é", max_size=20))
def test_near_codes_are_an_action_or_refused(text):
    try:
        action = parse(text)
    except Refused as refused:
        assert str(refused)
    else:
        assert all(isinstance(word, int) or word.islower() for word in action)


def test_case_and_spaces_do_not_matter():
    assert parse("  Build   FOUNDRY\tdojo ") == ("build", "foundry", "dojo")


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_nothing_is_refused(text):
    with pytest.raises(Refused, match="Type an action"):
        parse(text)


@with_every("text", ["mine -4", "mine 4.0", "mine ٣", "a;b", "a/b", "_", "fünf", "1x"])
def test_other_signs_are_refused_and_named(text):
    with pytest.raises(Refused, match="can't be part of an action"):
        parse(text)


def test_the_longest_code_is_taken_and_one_more_character_refused():
    assert parse("a" * MAX_CODE) == ("a" * MAX_CODE,)
    with pytest.raises(Refused, match="too long"):
        parse("a" * (MAX_CODE + 1))


def test_a_hint_names_the_nearest_word_or_nothing():
    assert nearest("fundry", ["dojo", "foundry"]) == " Did you mean “foundry”?"
    assert nearest("xyzzy", ["dojo", "foundry"]) == ""


# --- a game takes any action that can be parsed, and more ----------------------------------------


@cache
def vocabulary(game):
    """The words that a game's own codes are made of."""
    found = {str(UNDO[0])}
    for seats in (min(game.seats), max(game.seats)):
        for moment in moments(Table(game, seats, game.options(), seats)):
            found.update(word for action in moment.offered for word in action)
    return sorted(found, key=str)


@cache
def positions(game):
    """Seats and a state, from the deal to just before the end."""
    return [
        (seats, position(Table(game, seats, game.options(), seed), actions))
        for seats in (1, 2, max(game.seats))
        if seats in game.seats
        for seed, actions in enumerate((0, 2, 5, 23, 48, 60, 101, 150, 10_000))
    ]


def fuzzed(game):
    """Tuples that look like the game's codes, with junk in them."""
    verbs = st.sampled_from(vocabulary(game))
    junk = st.one_of(words, st.integers(-3, 40), st.text(max_size=4))
    known = st.one_of(verbs, st.integers(0, 7))
    rest = st.lists(st.one_of(known, known, known, junk), max_size=6)
    return st.builds(lambda verb, tail: (verb, *tail), st.one_of(verbs, verbs, junk), rest)


def legality_is_told(game, state, seat, action):
    before = game.dump(state)
    sentence = game.refusal(state, seat, action)
    assert (sentence is None) == (action in game.actions(state, seat))
    assert sentence is None or sentence.strip()
    assert game.dump(state) == before


@for_every_game
@given(data=st.data())
def test_no_action_makes_a_game_stumble(game, data):
    for _ in range(4):
        seats, state = data.draw(st.sampled_from(positions(game)))
        seat = data.draw(st.sampled_from([None, *range(seats)]))
        legality_is_told(game, state, seat, data.draw(fuzzed(game)))


@for_every_game
def test_an_empty_action_is_refused(game):
    for _, state in positions(game):
        legality_is_told(game, state, 0, ())


def near_codes(game, offered):
    """Legal codes with any one word exchanged, added or left out; of many alike, a few."""
    for action in some_of_every_kind(offered):
        for place in range(len(action)):
            yield (*action[:place], *action[place + 1 :])
            for word in vocabulary(game):
                yield (*action[:place], word, *action[place + 1 :])
        for word in vocabulary(game):
            yield (*action, word)


def some_of_every_kind(offered):
    """Of the codes with the same verb and length only the first few: they differ in amounts."""
    kinds = Counter()
    for action in sorted(offered, key=str):
        kinds[action[0], len(action)] += 1
        if kinds[action[0], len(action)] <= ALIKE * SCALE:
            yield action


@for_every_game
def test_what_is_wrong_with_a_near_code_is_said_in_words(game):
    faults = set()
    for _, state in positions(game):
        for seat in game.to_act(state)[:1]:
            offered = set(game.actions(state, seat))
            for action in near_codes(game, offered):
                if action and action not in offered:
                    sentence = game.explain(state, seat, action)
                    if not is_in_words(sentence):
                        faults.add((code(action), sentence))
    assert not faults


def is_in_words(sentence):
    """Ids and the like may only stand in quotes."""
    unquoted = "".join(part.split("”")[-1] for part in sentence.split("“"))
    return bool(sentence.strip()) and "_" not in unquoted and "None" not in unquoted
