"""A seat is told ahead what this part of the round will ask it, and nothing else."""

from random import Random

import pytest

from engine import ALL_GAMES
from engine.factory_42.nouns import location_name
from engine.factory_42.state import LOCATIONS
from testing.playing import some_action, tables

GAME = ALL_GAMES["factory_42"]
TABLES = tables(games={GAME.id: GAME})


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_everyone_who_is_asked_at_a_location_was_told_when_its_part_began(table):
    state, told, turn, met = table.deal(), {}, "", set()
    rng = Random(str(table))
    while not GAME.result(state) and state.round < 3:
        if GAME.turn(state) != turn:
            turn = GAME.turn(state)
            told = {seat: GAME.coming(state, seat) for seat in GAME.occupied(state)}
        seat = GAME.to_act(state)[0]
        if state.phase == "place":
            met.add("place")
            assert "to place" in told[seat]
        elif state.phase in LOCATIONS and seat in _manning(state):
            met.add(state.phase)
            assert location_name(state.phase) in told[seat]
        GAME.advance(state, seat, some_action(GAME.choices(state, seat), rng))
    assert len(met) > 3


def _manning(state):
    """Seats with a meeple at the location; others may be asked there because of a card."""
    place = state.phase
    own = {n for n, p in enumerate(state.players) if place in (*p.at, *p.commissar_at)}
    return {*state.workers.get(place, ()), state.commissars.get(place), *own}
