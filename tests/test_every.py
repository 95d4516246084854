"""Cases that are tried in one test fail by their names."""

import pytest

from testing.every import with_every


def test_every_case_is_tried_and_all_that_fail_are_named():
    tried = []

    @with_every(("one", "other"), [(1, 1), (1, 2), (2, 2), (3, 2)])
    @with_every("third", [7])
    def equal(one, other, third):
        tried.append((one, other, third))
        assert one == other

    with pytest.raises(ExceptionGroup, match="2 of 4 cases") as caught:
        equal()
    assert tried == [(1, 1, 7), (1, 2, 7), (2, 2, 7), (3, 2, 7)]
    notes = [each.__notes__ for each in caught.value.exceptions]
    assert notes == [["with one, other = (1, 2)"], ["with one, other = (3, 2)"]]


def test_without_cases_a_test_fails():
    @with_every("case", [])
    def nothing(case):
        pass

    with pytest.raises(AssertionError, match="no cases"):
        nothing()
