"""Names and sentences in messages: they are read as they are, and do nothing."""

import pytest

from cogs.words import LONGEST_NAME, harmless, readable, safe

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
    assert safe(wild) == harmless(wild) == tame


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u202e\n", "\u3164"])
def test_a_name_of_which_nothing_can_be_seen_is_somebody(name):
    assert readable(name) == safe(name) == "Somebody"


def test_a_name_turns_no_line_around_and_begins_none():
    assert readable("a\u202eb\nc\u2067\x00") == "ab c"


@pytest.mark.parametrize("name", ["\ufdfa" * 32, "x" * 500, "ｗ" * 33, "👨‍👩‍👧‍👦" * 30])
def test_a_name_is_no_longer_than_usual_however_it_is_folded(name):
    found = readable(name)
    assert len(found) <= LONGEST_NAME and found.endswith("…")
    assert readable(found) == found


def test_a_name_of_a_usual_length_stays_whole():
    assert readable("Donaudampfschifffahrtsgesellscha") == "Donaudampfschifffahrtsgesellscha"
