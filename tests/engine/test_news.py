"""News of whole random games, whatever is played and taken back, in every game."""

import re
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import pytest

from engine import ALL_GAMES
from engine.kernel.codes import UNDO, code
from engine.kernel.events import readable
from engine.kernel.luck import FastLuck
from engine.kernel.news import MAX_LINE, fitted
from host.records import Row
from host.summary import kept
from testing.playing import MAX_ACTIONS, NAMES, some_action, some_seat, tables

TABLES = tables(games=ALL_GAMES)
AT_SOME_TABLES = pytest.mark.parametrize("table", TABLES, ids=str, scope="module")
MARKUP = re.compile(r"[*_`~|<>\[\]\\]")
LONG_NAMES = tuple(f"{name} of the Very Long Family Name"[:32] for name in NAMES)


class Round(NamedTuple):
    events: list[Any]  # without what was taken back
    rows: list[Row]
    state: Any  # at its end


@lru_cache(1)
def rounds(table):
    """A whole game, round by round."""
    return list(played(table))


def played(table):
    game, state, rng, rows = table.game, table.deal(), Random(table.seed), []
    for number in range(1, MAX_ACTIONS):
        before = game.round_number(state)
        seat = some_seat(table, state, rng)
        action = some_action(game.actions(state, seat), rng)
        events = tuple(game.apply(state, seat, action))
        rows.append(Row(number, before, seat, code(action), events, "", 0))
        is_over = not game.to_act(state)
        if is_over or game.round_number(state) != before:
            events = [event for row in kept(rows) for event in row.events]
            yield Round(events, rows, state.copy())
            rows = []
        if is_over:
            return


def recap_of(table, found, names=NAMES):
    view = table.game.view(found.state, None)
    return table.game.news.recap(found.events, view, names[: table.seats])


@AT_SOME_TABLES
def test_every_round_has_a_line_for_every_seat_and_the_gains_add_up(table):
    total = dict.fromkeys(range(table.seats), 0)
    for found in rounds(table):
        told = recap_of(table, found)
        seats = [share.seat for share in told.shares if share.seat is not None]
        assert sorted(seats) == list(total)
        assert told.headline, "the news have no headline: write a `news.py`"
        assert all(share.parts for share in told.shares)
        for share in told.shares:
            if share.seat is not None and share.gained is not None:
                total[share.seat] += share.gained
                assert share.points == total[share.seat]
                assert all(0 <= track.new <= track.have for track in share.tracks)
        points = [share.points for share in told.shares if share.points is not None]
        assert points == sorted(points, reverse=True)
    if told.is_race:
        assert tuple(total.values()) == table.game.result(found.state).scores


@AT_SOME_TABLES
def test_a_recap_is_the_same_whatever_is_hidden(table):
    for number, found in enumerate(rounds(table)):
        game, names = table.game, NAMES[: table.seats]
        world = game.other_world(found.state, None, FastLuck(number))
        public = list(readable(found.events, None))
        told = game.news.recap(public, game.view(world, None), names)
        assert told == recap_of(table, found)


@AT_SOME_TABLES
def test_a_digest_is_the_same_whatever_is_hidden(table):
    names = NAMES[: table.seats]
    for number, found in enumerate(rounds(table)):
        for seat in range(table.seats):
            others = [event for row in kept(found.rows) if row.seat != seat for event in row.events]
            secret = [event for event in others if event.readers and seat not in event.readers]
            game = table.game
            told = game.news.digest(others, seat, names)
            assert told == game.news.digest([e for e in others if e not in secret], seat, names)
            world = game.other_world(found.state, seat, FastLuck(number))
            alarms = {
                game.news.alarm(game.view(each, seat), names) for each in (found.state, world)
            }
            assert len(alarms) == 1


@AT_SOME_TABLES
def test_lines_are_short_and_carry_no_markup_even_with_long_names(table):
    names = LONG_NAMES[: table.seats]
    for found in rounds(table):
        told = recap_of(table, found, names)
        said = [fitted(share.parts) for share in told.shares]
        for seat in range(table.seats):
            own = [line.text for line in table.game.news.digest(found.events, seat, names)]
            said += own
            alarm = table.game.news.alarm(table.game.view(found.state, seat), names)
            assert len(alarm) <= 200 and not MARKUP.search(alarm)
        assert all(len(line) <= MAX_LINE + 1 for line in said)
        assert not any(MARKUP.search(line) for line in (*said, told.headline, told.coming))
        assert len(told.headline) <= 90


def test_some_of_these_games_take_something_back():
    undone = [row for table in TABLES for found in rounds(table) for row in found.rows]
    assert code(UNDO) in {row.code for row in undone}
