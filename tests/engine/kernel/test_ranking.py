"""Standings are compared part by part."""

import pytest

from engine.kernel.ranking import ranking

PARTS = ("points", "metal", "cards")


@pytest.mark.parametrize(
    ("standings", "ranks", "winners", "reason"),
    [
        ([(5, 0, 0), (7, 0, 0)], (2, 1), (1,), "points"),
        ([(5, 2, 0), (5, 3, 0)], (2, 1), (1,), "metal"),
        ([(5, 2, -1), (5, 2, -3)], (1, 2), (0,), "cards"),
        ([(5, 2, 1), (5, 2, 1)], (1, 1), (0, 1), "shared"),
        ([(5, 2, 1), (4, 9, 9), (5, 2, 1), (3, 0, 0)], (1, 3, 1, 4), (0, 2), "shared"),
        ([(9, 0, 0), (5, 2, 1), (5, 2, 1)], (1, 2, 2), (0,), "points"),
        ([(3, 0, 0)], (1,), (0,), "points"),
    ],
)
def test_the_first_part_that_differs_decides(standings, ranks, winners, reason):
    assert ranking(standings, PARTS) == (ranks, winners, reason)
