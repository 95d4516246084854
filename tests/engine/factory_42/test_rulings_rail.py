"""One test for each ruling about Requisition to Steam Generation, beside the scenarios."""

from collections import Counter

import pytest

from engine.factory_42.board import BOARD
from engine.factory_42.resources import COUNT, INDEX, SIZE, cubes, empty, named
from engine.factory_42.tower import drop, inside_tower
from engine.kernel.luck import FastLuck, KeyedLuck
from engine.kernel.refusal import Refused
from tests.engine.factory_42.tables import (
    GAME,
    acted,
    dealt,
    kinds,
    laid_out,
    offered,
    played,
    warehouse,
)


def at(place, *players, workers=(0,), **start):
    """A table at the beginning of a location."""
    seats = players or ({}, {})
    return laid_out(*seats, phase=place, workers={place: [*workers]}, **start)


# --- Requisition --------------------------------------------------------------------------------


def test_ruling_29_points_by_slot_and_the_commissar_last():
    state = at("requisition", {}, {}, workers=(0, 1, 0, 1), commissars={"requisition": 0})
    points = []
    while state.asks == "requisition":
        seat = GAME.to_act(state)[0]
        points.append((seat, state.basket.pool_points, state.basket.points))
        while "done" not in offered(state):
            played(state, next(code for code in offered(state) if code.startswith("pool flax")))
            if state.supply[0] == 0:
                state.supply[0] = 20
        played(state, "done")
    assert points == [(0, 5, 1), (1, 4, 2), (0, 4, 2), (1, 3, 3), (0, 10, 4)]


def test_ruling_29_the_first_worker_gains_a_rosette_before_anything_else():
    state = at("requisition", {}, {}, workers=(1, 0))
    assert [player.rosettes for player in state.players] == [0, 1]


def test_ruling_30_own_points_buy_for_the_pool_once_pool_points_are_spent():
    state = at("requisition", workers=(0,))
    played(state, "pool gold", "pool wood")
    assert (state.basket.pool_points, state.basket.points) == (0, 1)
    assert "pool flax" in offered(state) and "own flax" in offered(state)
    played(state, "pool flax")
    assert named(state.pool)["flax"] == 1 and offered(state) == ["done"]


def test_ruling_31_every_point_must_be_spent_and_what_can_buy_nothing_is_lost():
    state = at("requisition")
    with pytest.raises(Refused, match="Every point must be spent"):
        played(state, "done")
    state = at("requisition", {}, {}, supply={"flax": 0, "steel": 0, "lichen": 0})
    played(state, "pool wood 3")
    assert offered(state) == ["done"]


def test_ruling_32_no_magic_and_coal_costs_four():
    state = at("requisition")
    assert not [code for code in offered(state) if "magic" in code]
    played(state, "pool coal")
    assert (state.basket.pool_points, state.basket.points) == (1, 1)


# --- the Tower ----------------------------------------------------------------------------------


def test_ruling_33_the_whole_pool_is_dropped_and_what_falls_out_is_the_pool():
    state = laid_out(
        {},
        {},
        phase="bureaucracy",
        pool={"flax": 3},
        tower={"coal": 1},
        tower_out=[{"flax": 1, "coal": 1}],
        workers={"loading": [0]},
    )
    assert named(state.pool) == {"flax": 1, "coal": 1}
    assert named(inside_tower(state)) == {"flax": 2}


def test_ruling_33_with_an_empty_pool_nothing_is_dropped():
    last = {"workers": {"accounting": [0]}}
    state = laid_out({"rosettes": 1}, {}, phase="bureaucracy", tower={"coal": 9}, **last)
    assert state.phase == "accounting"
    assert named(inside_tower(state)) == {"coal": 9} and not any(state.pool)


def test_ruling_34_drops_have_their_own_luck_and_lose_nothing():
    """Out of fifteen cubes about as many fall out as go in, once the Tower is filled."""
    out_of, kept = Counter(), []
    for seed in range(300):
        state = dealt(2, seed, short=True)
        before = inside_tower(state)
        kept.append(sum(before))
        thrown = cubes({"flax": 5, "wood": 5, "gold": 5})
        out = drop(state, thrown, ("tower", 1))
        after = inside_tower(state)
        total = [a + b for a, b in zip(before, thrown, strict=True)]
        assert total == [a + b for a, b in zip(after, out, strict=True)]
        out_of["all"] += sum(out)
        out_of["small"] += out[INDEX["flax"]]
        out_of["large"] += out[INDEX["gold"]]
    assert 8.3 < sum(kept) / 300 < 10  # of 22 cubes
    assert 0.7 < out_of["all"] / (300 * 15) < 1
    assert out_of["small"] > out_of["large"]


@pytest.mark.parametrize("luck", [FastLuck(5), KeyedLuck(b"5")])
def test_ruling_34_the_same_label_is_the_same_drop(luck):
    outs = []
    for noise in (0, 9):
        state = dealt(2, short=True)
        state.luck, state.tower = luck, [[], [], []]
        for number in range(noise):
            luck.below(6, "noise", number)
        outs.append(drop(state, [1] * COUNT, ("tower", 3)))
    assert outs[0] == outs[1] != drop(state, [1] * COUNT, ("tower", 4))


# --- Loading ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "commissars, event, least, most",
    [
        ({}, None, 1, 4),
        ({"loading": 1}, None, 2, 5),
        ({}, "rails_under_repair", 1, 3),
        ({"loading": 1}, "rails_under_repair", 2, 4),
    ],
)
def test_ruling_35_the_smallest_and_the_largest_load(commissars, event, least, most):
    state = at("loading", pool={"flax": 9}, commissars=commissars, event=event)
    loads = [code for code in offered(state) if code.startswith("load")]
    assert len(loads) == most and "done" not in offered(state)
    played(state, "load flax")
    assert ("done" in offered(state)) == (least == 1)


def test_ruling_35_the_railcar_keeps_what_it_holds_and_stands_at_the_end_of_the_track():
    state = at(
        "loading",
        pool={"gold": 1},
        station=[{"car": 2, "flax": 1}],
        track=[{"car": 5, "beer": 1}],
    )
    assert offered(state) == ["car 1", "car 2"]
    played(state, "car 2", "load gold", "done")
    assert state.track == [5, 2] and named(state.load(2)) == {"flax": 1, "gold": 1}


def test_ruling_36_railcars_never_run_out():
    full = [{"car": car, "flax": 3, "steel": 3} for car in range(1, 7)]
    state = at("loading", pool={"gold": 1}, station=full, supply={"flax": 0})
    assert state.basket.car == 7 and state.station == [1, 2, 3, 4, 5, 6, 7]
    played(state, "load gold", "done")
    assert state.track == [7]


def test_ruling_36_only_a_railcar_with_room_for_the_smallest_load_can_be_picked():
    cars = [{"car": car, "flax": 3, "steel": 2} for car in range(1, 7)]
    state = at("loading", pool={"gold": 2}, station=cars, commissars={"loading": 1})
    assert state.basket.car == 7
    state = at("loading", pool={"gold": 1}, station=cars, commissars={"loading": 1})
    assert state.basket.car == 1 and state.basket.least == 1  # the Pool has no more


def test_ruling_37_with_an_empty_pool_no_railcar_moves():
    state = at("loading", {}, {"rosettes": 3}, station=[{"car": 1, "flax": 6}])
    assert state.phase != "loading" and not state.track


def test_ruling_38_the_commissar_gains_a_rosette_with_or_without_workers():
    state = laid_out(
        {}, {"rosettes": 1}, phase="loading", commissars={"loading": 0}, workers={"accounting": [1]}
    )
    assert state.phase == "accounting" and state.players[0].rosettes == 1


# --- Spiking ------------------------------------------------------------------------------------


def test_ruling_39_the_commissar_adds_exactly_four_cubes_but_no_magic():
    state = laid_out({}, {}, phase="spiking", commissars={"spiking": 1})
    assert GAME.to_act(state) == (1,) and not [c for c in offered(state) if "magic" in c]
    acted(state, 1, "bag gold 3")
    assert "done" not in offered(state) and "bag gold 2" not in offered(state)
    acted(state, 1, "bag beer", "done")
    assert state.bag[INDEX["gold"]] == 4 and state.bag[INDEX["beer"]] == 3


def test_ruling_39_fewer_only_if_the_supply_has_no_more():
    nothing = dict.fromkeys([name for name in BOARD.resource if name != "gold"], 0)
    state = laid_out(
        {}, {}, phase="spiking", commissars={"spiking": 1}, supply={**nothing, "gold": 2}
    )
    acted(state, 1, "bag gold 2")
    assert offered(state) == ["done"]


@pytest.mark.parametrize("workers, count", [(1, 4), (2, 5), (3, 6)])
def test_ruling_40_three_cubes_and_one_for_each_worker(workers, count):
    state = at("spiking", workers=(0,) * workers)
    assert len(offered(state)) == {4: 35, 5: 56, 6: 84}[count]
    assert f"draw any {count}" in offered(state)


def test_ruling_40_all_if_the_bag_has_fewer():
    state = at("spiking", bag={"gold": 2}, track=[{"car": 1, "flax": 1}])
    played(state, "draw small 2")
    assert named(state.drawn) == {"gold": 2}


def test_ruling_40_a_named_size_comes_but_for_a_slip():
    sizes = Counter()
    for seed in range(150):
        state = at("spiking", seed=str(seed), track=[{"car": 1, "flax": 1}])
        played(state, "draw large 4")
        for resource, count in enumerate(state.drawn):
            sizes[SIZE[resource]] += count
    assert 0.88 < sizes["large"] / 600 < 0.99 and sizes["small"] and sizes["medium"]


def test_ruling_41_up_to_two_cubes_into_railcars_on_the_track():
    state = at(
        "spiking",
        {"dock1": {"car": 4, "beer": 1}},
        {},
        track=[{"car": 1, "flax": 5}, {"car": 2, "flax": 1}],
        station=[{"car": 3, "steel": 1}],
        bag={"gold": 3, "wood": 1},
    )
    played(state, "draw any 4")
    assert {code for code in offered(state) if code.startswith("spike gold")} == {
        "spike gold 1",
        "spike gold 2",
    }
    played(state, "spike gold 1")
    assert "spike gold 1" not in offered(state)  # it is full
    played(state, "spike wood 2")
    assert offered(state) == ["done"]


def test_ruling_42_the_rest_goes_back_and_coal_and_magic_are_added():
    state = at("spiking", track=[], workers=(0,))
    before = state.bag[:]
    played(state, "draw any 4")
    before[INDEX["coal"]] += 1
    before[INDEX["magic"]] += 1
    assert state.bag == before and state.drawn == empty()


def test_ruling_42_without_workers_nothing_of_this_happens():
    state = laid_out({}, {"rosettes": 1}, phase="spiking", workers={"accounting": [1]})
    assert sum(state.bag) == 18


# --- Shipping -----------------------------------------------------------------------------------

TRACK = [{"car": 1, "gold": 1}, {"car": 2, "beer": 1}, {"car": 3, "flax": 1}]


def test_ruling_43_one_of_the_first_two_railcars_to_any_open_dock_and_the_queue_moves_up():
    state = at("shipping", workers=(0, 1), track=TRACK)
    assert "done" not in offered(state)
    assert {code.split()[1] for code in offered(state)} == {"1", "2"} and len(offered(state)) == 8
    played(state, "ship 2 1 2")
    assert {code.split()[1] for code in offered(state)} == {"1", "3"}


def test_ruling_44_a_dock_is_open_without_a_railcar_even_an_empty_one_closes_it():
    docks = {"dock1": {"car": 4}, "dock2": {"car": 5, "flax": 1}}
    other = {"dock1": {"car": 6}, "dock2": {"car": 7, "flax": 1}, "rosettes": 1}
    state = laid_out(
        docks, other, phase="shipping", track=TRACK, workers={"shipping": [0], "accounting": [1]}
    )
    assert state.phase == "accounting" and state.track == [1, 2, 3]


def test_ruling_45_once_a_round_and_only_with_two_railcars_and_two_docks():
    state = at("shipping", workers=(0, 0), track=TRACK, commissars={"shipping": 0})
    assert offered(state) == ["double", "single"]  # to an own Worker, too
    played(state, "single", "ship 1 0 1")
    assert offered(state) == ["double", "single"]
    played(state, "double", "ship 3 0 2", "ship 2 1 1")
    assert state.track == [] and state.doubled
    state = at("shipping", track=TRACK[:1], commissars={"shipping": 1})
    assert state.asks == "ship"


# --- Steam --------------------------------------------------------------------------------------


def test_ruling_46_all_burnable_cubes_of_the_pool_are_burnt():
    pool = {"coal": 1, "wood": 1, "mushroom": 1, "flax": 1, "lichen": 1, "gold": 1, "beer": 1}
    state = laid_out({}, {"rosettes": 1}, phase="steam", pool=pool, workers={"accounting": [1]})
    assert state.steam == 3 + 2 + 2 + 1 + 1
    assert named(state.pool) == {"gold": 1, "beer": 1}


def test_ruling_47_rosettes_by_slot_once_for_at_least_one_cube_even_without_steam():
    state = at(
        "steam",
        {"warehouse": {"wood": 2}},
        {"warehouse": {"flax": 1}},
        workers=(0, 1, 0),
        ruptured=True,
        steam=8,
    )
    played(state, "burn wood", "done", "burn flax", "done", "burn wood", "done")
    assert [player.rosettes for player in state.players] == [4, 2]
    assert state.steam == 8


def test_ruling_48_fifteen_steam_bursts_the_boiler_for_the_round():
    state = at("steam", {"warehouse": {"coal": 3, "flax": 2}}, {}, steam=11)
    played(state, "burn coal")
    assert (state.steam, state.ruptured) == (14, False)
    assert "rupture" in kinds(played(state, "burn flax"))
    assert (state.steam, state.ruptured) == (8, True)
    state.steam = 6  # spent
    played(state, "burn coal")
    assert state.steam == 8


def test_ruling_48_the_gauge_keeps_its_value_and_the_rupture_ends_with_the_round():
    state = laid_out({}, {}, phase="cleanup", steam=7, ruptured=True, event_deck=["newsreel_crew"])
    assert (state.round, state.steam, state.ruptured) == (2, 7, False)
    assert warehouse(state) == {}
