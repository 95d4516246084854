"""Pieces of news that all games share, and the news of a game that tells none of its own."""

import pytest

from engine.kernel.events import Event
from engine.kernel.news import Line, Part, PlainNews, fitted, lead
from testing.playing import NAMES


class Words:
    def sentence(self, event, names, viewer=None):
        return f"{names[event.seat]} {event.kind}s {event.facts[0]}."


EVENTS = [
    Event("did", 1, ("a cake",)),
    Event("rest", 2, ("much",)),
    Event("did", 0, ("bread",)),
    Event("did", 1, ("pie",)),
    Event("did", 0, ("a secret",), (0,)),
]


def test_plain_news_quote_the_log_without_the_names():
    news = PlainNews(Words())
    assert news.digest(EVENTS, 2, NAMES[:3]) == [
        Line(1, "dids a cake, dids pie."),
        Line(0, "dids bread."),
    ]
    assert news.digest(EVENTS, 0, NAMES[:3])[1] == Line(0, "dids bread, dids a secret.")


def test_plain_news_have_a_line_for_every_seat_and_no_race():
    found = PlainNews(Words()).recap(EVENTS, None, NAMES[:3])
    assert [share.seat for share in found.shares] == [1, 0, 2]
    assert [fitted(share.parts) for share in found.shares][1:] == ["dids bread", "did nothing new"]
    assert not found.is_race and not found.alarm


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (60, "built Dojo and Golem, 2 goods (Biolab), took Beacon"),
        (45, "built Dojo and Golem, 2 goods, took Beacon"),
        (40, "built 2 cards, 2 goods, took Beacon"),
        (30, "built 2 cards, 2 goods"),
        (15, "built 2 cards"),
        (8, "built 2…"),
    ],
)
def test_where_room_is_scarce_the_last_parts_are_shortened_then_left_out(room, said):
    parts = [
        Part("built Dojo and Golem", "built 2 cards"),
        Part("2 goods (Biolab)", "2 goods"),
        Part("took Beacon"),
    ]
    assert fitted(parts, room) == said


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((12, 14, 3), "Ben leads, 14 to 12"),
        ((9, 9, 3), "Ada and Ben tied at 9"),
        ((0, 0, 0), "All tied at 0"),
        ((5, 5), "Ada and Ben tied at 5"),
    ],
)
def test_the_headline_says_who_leads(points, said):
    assert lead(list(zip(NAMES, points, strict=False))) == said
