"""What people type is understood the way they mean it."""

from itertools import islice

import pytest

from engine import ALL_GAMES
from engine.kernel.codes import code
from engine.kernel.typed import as_code, meant, most_like
from testing.playing import moments, tables

WORDS = ALL_GAMES["fantastic_factories"].vocabulary


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("build nuclear plant", "build nuclear_plant"),
        ("Build the Nuclear Plant!", "build nuclear_plant"),
        ("  MINE   with a 5 ", "mine 5"),
        ("use nuclear_plant 6", "use nuclear_plant 6"),
        ("done.", "done"),
        ("…", ""),
    ],
)
def test_case_spaces_marks_and_small_words_do_not_matter(typed, text):
    assert as_code(typed, WORDS) == text


def test_every_action_is_understood_by_its_code_and_by_names_with_spaces():
    for table in tables(1, ALL_GAMES):
        for moment in islice(moments(table), 0, None, 60):
            for action in moment.offered:
                for typed in (code(action), code(action).replace("_", " ").title()):
                    text = as_code(typed, table.game.vocabulary)
                    assert meant(text, moment.offered) == [action], typed


def test_a_beginning_means_everything_that_begins_with_it_in_whole_words():
    actions = [("build", "dojo", "golem"), ("build", "dojo", "robot"), ("build", "dojo_hall")]
    assert meant("build dojo", actions) == actions[:2]
    assert most_like("bild dojo golem", actions) == "build dojo golem"
    assert most_like("xyz", actions) == ""
