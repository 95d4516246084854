"""Undo, with a toy table whose actions add to a sum in order."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.kernel.undo import (
    UndoOffer,
    checkpoint,
    copies,
    forget,
    seal,
    seal_older,
    seal_rows,
    skip_in_undo,
    take_back,
    undo_offer,
)


@dataclass(slots=True)
class Toy:
    """Who added what, in order."""

    added: list[tuple[int, int]] = field(default_factory=list)
    base: Any = None
    rows: list[Any] = field(default_factory=list)
    undoable: set[int | None] = field(default_factory=set)

    def copy(self):
        return Toy(self.added[:], self.base, self.rows[:], self.undoable.copy())


def advance(toy, seat, action):
    """`add n`; an odd number shows something."""
    toy.rows.append((seat, action, ""))
    toy.undoable.add(seat)
    toy.added.append((seat, action[1]))
    if action[1] % 2:
        seal(toy, "odd")


@pytest.fixture
def toy():
    toy = Toy(added=[(0, 100)])
    checkpoint(toy)
    return toy


def test_a_checkpoint_remembers_a_state_without_a_trail(toy):
    assert toy.base.added == [(0, 100)]
    assert toy.base.base is None
    assert (toy.rows, toy.undoable) == ([], set())


def test_a_new_checkpoint_forgets_the_one_before(toy):
    advance(toy, 0, ("add", 2))
    checkpoint(toy)
    assert toy.base.base is None
    assert toy.base.added == [(0, 100), (0, 2)]
    assert undo_offer(toy, 0) == UndoOffer(None)


def test_forgetting_leaves_nothing_to_take_back(toy):
    advance(toy, 0, ("add", 2))
    forget(toy)
    assert (toy.base, toy.rows, toy.undoable) == (None, [], set())
    assert undo_offer(toy, 0) == UndoOffer(None)


def test_the_offer_is_each_seat_s_own_last_row(toy):
    advance(toy, 0, ("add", 2))
    advance(toy, 1, ("add", 4))
    assert undo_offer(toy, 0) == UndoOffer(("add", 2))
    assert undo_offer(toy, 1) == UndoOffer(("add", 4))


def test_a_sealed_row_is_not_offered_and_says_why(toy):
    advance(toy, 0, ("add", 2))
    advance(toy, 0, ("add", 3))
    assert undo_offer(toy, 0) == UndoOffer(None, "odd")
    assert toy.undoable == set()


def test_a_seal_touches_only_the_action_being_played(toy):
    advance(toy, 0, ("add", 2))
    advance(toy, 1, ("add", 3))
    assert toy.undoable == {0}


def test_the_first_seal_of_a_row_stays(toy):
    advance(toy, 0, ("add", 3))
    seal(toy, "later")
    assert undo_offer(toy, 0).seal == "odd"


def test_a_seal_without_rows_does_nothing(toy):
    seal(toy, "odd")
    assert toy.rows == []


def test_rows_can_be_sealed_afterwards(toy):
    advance(toy, 0, ("add", 2))
    advance(toy, 1, ("add", 4))
    seal_rows(toy, "late", lambda action: action[1] == 2)
    assert undo_offer(toy, 0) == UndoOffer(None, "late")
    assert toy.undoable == {1}


def test_sealing_an_earlier_row_leaves_the_last_one_open(toy):
    advance(toy, 0, ("add", 2))
    advance(toy, 0, ("add", 4))
    seal_rows(toy, "late", lambda action: action[1] == 2)
    assert toy.undoable == {0}


def test_taking_back_leaves_out_one_row_and_keeps_the_others(toy):
    advance(toy, 0, ("add", 2))
    advance(toy, 0, ("add", 4))
    advance(toy, 1, ("add", 6))
    assert take_back(toy, 0, advance) == ("add", 4)
    assert toy.added == [(0, 100), (0, 2), (1, 6)]
    assert [row[:2] for row in toy.rows] == [(0, ("add", 2)), (1, ("add", 6))]


def test_taking_back_finds_the_seals_again(toy):
    advance(toy, 0, ("add", 3))
    advance(toy, 0, ("add", 4))
    take_back(toy, 0, advance)
    assert undo_offer(toy, 0) == UndoOffer(None, "odd")
    assert toy.undoable == set()


def test_taking_back_never_changes_the_checkpoint(toy):
    advance(toy, 0, ("add", 2))
    advance(toy, 1, ("add", 4))
    take_back(toy, 0, advance)
    take_back(toy, 1, advance)
    assert toy.base.added == [(0, 100)]
    assert toy.base.rows == []


def test_copies_are_safe_to_change(toy):
    advance(toy, 0, ("add", 2))
    twin, base = copies(toy)
    assert twin == toy and twin.base is base and base == toy.base
    base.added.clear()
    twin.added.clear()
    assert toy.added == [(0, 100), (0, 2)] and toy.base.added == [(0, 100)]
    forget(toy)
    assert copies(toy) == [toy]


def test_undo_looks_past_an_action_that_was_set_aside():
    class Noted:
        base, rows, undoable = None, [], set()

        def copy(self):
            return self

    state = Noted()
    checkpoint(state)
    state.rows.append((0, ("move", 1), ""))
    state.undoable.add(0)
    state.rows.append((0, ("offer", 2), ""))
    skip_in_undo(state)
    assert undo_offer(state, 0) == UndoOffer(("move", 1))
    assert state.undoable == {0}


def test_only_the_newest_action_stays_open_when_the_older_ones_are_sealed(toy):
    for seat in (0, 1, 0):
        advance(toy, seat, ("add", 2))
        seal_older(toy, "next")
    assert [sealed for _, _, sealed in toy.rows] == ["next", "next", ""]
    assert toy.undoable == {0}
    toy.rows.append((1, ("offer", 2), ""))
    skip_in_undo(toy)
    advance(toy, 1, ("add", 4))
    seal_older(toy, "next")
    assert [sealed for _, _, sealed in toy.rows] == ["next", "next", "next", "aside", ""]
    assert toy.undoable == {1}
