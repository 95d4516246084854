"""Pieces of sentences."""

import pytest

from engine.kernel.phrases import Clauses, capital, clipped, joined, plural
from engine.kernel.undo import UndoOffer

CLAUSES = Clauses(
    {"push": lambda rest: ("push", f"crate {rest[0]}"), "go": lambda rest: ("go", "")}
)


@pytest.mark.parametrize(
    ("names", "said"),
    [([], ""), (["Red"], "Red"), (["Red", "Blue"], "Red and Blue"), ("abc", "a, b and c")],
)
def test_names_are_joined(names, said):
    assert joined(names) == said


def test_things_are_counted():
    assert [plural(count, "card") for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert plural(2, "die", "dice") == "2 dice"
    assert plural(1, "die", "dice") == "1 die"


def test_only_the_first_letter_becomes_a_capital():
    assert capital("play Rust") == "Play Rust"
    assert capital("") == ""


def test_a_long_name_is_clipped_to_twenty_letters():
    assert clipped("x" * 20) == "x" * 20
    assert clipped("x" * 21) == "x" * 19 + "…"


def test_an_action_becomes_a_clause():
    assert CLAUSES.imperative(("push", 3)) == "push crate 3"
    assert CLAUSES.third_person(("push", 3)) == "pushes crate 3"
    assert CLAUSES.imperative(("go",)) == "go"


def test_an_undo_says_what_it_takes_back_or_why_not():
    seals = {"": "Nothing yet.", "drew": "It drew."}
    assert CLAUSES.undo(UndoOffer(("push", 3)), seals) == "You can undo: push crate 3."
    assert CLAUSES.undo(UndoOffer(None, "drew"), seals) == "It drew."
    assert CLAUSES.undo(UndoOffer(None), seals) == "Nothing yet."
