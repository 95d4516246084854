"""Names and sentences in messages are shown as they are, and never format or ping."""

import re

import pytest
from hypothesis import given

from cogs.words import MAX_NAME, escape_markdown, ranked, readable, safe, safe_names
from engine import GAMES
from engine.kernel.refusal import Refused
from host.lobby import game_called
from host.records import Phase
from testing.every import with_every
from testing.nasty_names import KNOWN, PAIRS, names
from testing.reading import MAX_MARKS, bare, piles, read, unseen
from testing.screens import table_of

WILD = {
    "**b** __u__ ~~s~~ ||p|| `c`": r"\*\*b\*\* \_\_u\_\_ \~\~s\~\~ \|\|p\|\| \`c\`",
    "<#123> </play:1> <t:0:R> <:x:1>": r"\<#123> \</play:1> \<t:0:R> \<:x:1>",
    "<@123456789012345678>": "\\<@\u200b123456789012345678>",
    "@everyone @here": "@\u200beveryone @\u200bhere",
    "[a](https://b.c)": r"\[a](https:\//b.c)",
    "http://x||y||": r"http:\//x\|\|y\|\|",
    "# a": r"\# a",
    "-# a": r"\-# a",
    "> a": r"\> a",
    "- a": r"\- a",
    "1. a": r"1\. a",
    "12) a": r"12\) a",
    "a\\": "a\\\\",
    "Ada # 1. > - b": "Ada # 1. > - b",
}


@pytest.mark.parametrize(("wild", "tame"), WILD.items())
def test_nothing_in_a_name_or_a_sentence_means_anything(wild, tame):
    assert safe(wild) == escape_markdown(wild) == tame


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u202e\n", "\u3164"])
def test_a_name_of_which_nothing_can_be_seen_is_somebody(name):
    assert readable(name) == safe(name) == "Someone"


def test_a_name_turns_no_line_around_and_begins_none():
    assert readable("a\u202eb\nc\u2067\x00") == "ab c"


@pytest.mark.parametrize("name", ["\ufdfa" * 32, "x" * 500, "ｗ" * 33, "👨‍👩‍👧‍👦" * 30])
def test_a_name_is_no_longer_than_usual_however_it_is_folded(name):
    found = readable(name)
    assert len(found) <= MAX_NAME and found.endswith("…")
    assert readable(found) == found


def test_a_name_of_a_usual_length_stays_whole():
    assert readable("Donaudampfschifffahrtsgesellscha") == "Donaudampfschifffahrtsgesellscha"


WIDE = "A" * MAX_NAME


@pytest.mark.parametrize("name", [WIDE, "A" * 500, "\ufdfa" * 9, "**" * 16, "\u3164"])
def test_names_at_a_table_stay_distinct_however_long_they_are(name):
    game = GAMES["fantastic_factories"]
    table = table_of(game, 4, game.checked_options({}), Phase.LOBBY, [name] * 4)
    names = safe_names(table)
    assert names[0] == safe(name)
    assert names[1:] == [f"{safe(name)} {number}" for number in (2, 3, 4)]


SENTENCES = {
    "Closed by a\u3164b\u2800c\u115f\u1160\u034f\uffa0\u2065\ufff0.": "Closed by abc.",
    "“Z\u0301\u0302\u0303\u0304\u0305” is no word.": "“Z\u0301\u0302” is no word.",
    "⚠️ It waits for Ada\ufe0f\u180b\U000e0101.": "⚠️ It waits for Ada.",
    "a\u2028b\u2029c": "a b c",
    "हिन्दी ภาษาไทย น้ำผึ้ง שָׁלוֹם": "हिन्दी ภาษาไทย น้ำผึ้ง שָׁלוֹם",
    "a\u202eb\u2066c\u200dd\x00\n": "abcd",
}


@pytest.mark.parametrize(("said", "shown"), SENTENCES.items())
def test_a_sentence_hides_nothing_and_piles_nothing_up(said, shown):
    assert escape_markdown(said) == shown


def test_a_game_that_is_not_here_is_refused_with_those_that_are():
    have = "I have “Fantastic Factories”, “Factory Frenzy!” and “Factory 42”."
    with pytest.raises(Refused, match=re.escape(have)):
        game_called("ludo")


# Any name in any sentence

FORMS = ("{}", "{} takes seat 2.", "It waits for {}.", "1. {} · host", "{}, {}")
MAX_READ = 400  # characters of what somebody is called
FEWEST_KEPT = 16  # characters of a name that is cut


def is_read_as(shown, name):
    """Whether a name is read as these letters: whole, or its beginning."""
    wanted = bare(name[:MAX_READ])
    if not wanted or len(shown) > MAX_NAME or "  " in shown or shown != shown.strip():
        return not wanted and shown == "Someone"
    if not shown.endswith("…"):
        return bare(shown) == wanted
    return wanted.startswith(bare(shown[:-1])) and len(shown) >= FEWEST_KEPT


def assert_harmless(name):
    shown = read(safe(name)).letters
    assert is_read_as(shown, name)
    for form in FORMS:
        sentence, signs = form.replace("{}", shown), read(form.replace("{}", "Ada")).signs
        for said in (form.replace("{}", safe(name)), escape_markdown(sentence)):
            assert read(said).letters == sentence and read(said).signs in (signs, ())
            assert not unseen(said, "\u200b") and piles(said) <= MAX_MARKS
    game = GAMES["fantastic_factories"]
    table = table_of(game, 5, game.checked_options({}), Phase.LOBBY, [readable(name)] * 5)
    first, *others = [read(each).letters for each in safe_names(table)]
    assert others == [f"{first} {number}" for number in range(2, 6)]


@given(names)
def test_any_name_is_read_as_it_is_and_does_nothing(name):
    assert_harmless(name)


@with_every("name", KNOWN)
def test_every_name_known_to_hurt_is_read_as_it_is_and_does_nothing(name):
    assert_harmless(name)


@with_every(("name", "shown"), PAIRS.items())
def test_names_are_shown_as_was_written_out_by_hand(name, shown):
    assert read(safe(name)).letters == shown


def test_players_who_share_a_rank_are_not_counted_on():
    assert ranked("Ada wins.\n  1. Ada: 9\n  2. Ben: 8") == "Ada wins.\n  1. Ada: 9\n  2. Ben: 8"
    shared = "Ada and Ben share the win.\n  1. Ada: 9\n  1. Ben: 9\n  3. Cleo: 2"
    assert ranked(shared) == (
        r"Ada and Ben share the win." "\n" r"1\. Ada: 9" "\n" r"1\. Ben: 9" "\n" r"3\. Cleo: 2"
    )
