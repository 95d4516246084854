"""One test for each event card (ruling 23), and what every card of the deck does."""

import pytest

from engine.factory_42.cards import EVENTS, LAST_EVENT
from engine.factory_42.resources import INDEX, named
from engine.factory_42.tower import inside_tower
from testing.every import with_every
from tests.engine.factory_42.tables import GAME, acted, kinds, laid_out, offered, played, warehouse

QUIET_ORDERS = ["bathhouse_tiles", "boiler_refit"]  # Marble and Coal come into the Pool


def drawn(event, *players, **start):
    """A table whose draw brings that event."""
    seats = players or ({}, {})
    given = {"orders": [], "order_deck": QUIET_ORDERS, **start}
    return laid_out(*seats, phase="draw", event_deck=[event], **given)


def test_second_shift_sits_down_closes_manufacturium_2_for_both_kinds_of_meeples():
    codes = offered(drawn("second_shift_sits_down"))
    assert not [code for code in codes if "manufacturium 2" in code]
    assert "place manufacturium 1" in codes


def test_bonus_rations_give_everybody_a_mushroom():
    state = drawn("bonus_rations")
    assert [warehouse(state, seat) for seat in (0, 1)] == [{"mushroom": 1}] * 2
    assert state.pool[INDEX["lichen"]] == 2


def test_the_coal_train_brings_two_steam_and_may_burst_the_boiler_for_the_whole_round():
    assert drawn("coal_train", steam=5).steam == 7
    state = drawn("coal_train", steam=13)
    assert (state.steam, state.ruptured) == (8, True)


def test_auditors_in_the_building_close_accounting():
    codes = offered(drawn("auditors_in_the_building"))
    assert not [code for code in codes if "accounting" in code]


def test_cellar_rats_eat_a_food_of_choice_and_magic_is_no_food():
    players = (
        {"warehouse": {"beer": 1, "lichen": 1}},
        {"warehouse": {"mushroom": 2}},
        {"warehouse": {"magic": 1}},
    )
    state = drawn("cellar_rats", *players)
    assert (state.phase, GAME.to_act(state)) == ("draw", (0,))
    assert warehouse(state, 1) == {"mushroom": 1} and warehouse(state, 2) == {"magic": 1}
    assert offered(state) == ["spoil lichen", "spoil beer"]
    acted(state, 0, "spoil lichen")
    assert state.phase == "place" and warehouse(state) == {"beer": 1}


def test_cellar_rats_ask_all_at_once_and_can_be_undone_until_the_last_has_answered():
    rich = {"warehouse": {"beer": 1, "lichen": 1}}
    state = drawn("cellar_rats", rich, rich)
    assert GAME.to_act(state) == (0, 1)
    acted(state, 1, "spoil beer", "undo", "spoil lichen")
    acted(state, 0, "spoil beer")
    assert [warehouse(state, seat) for seat in (0, 1)] == [{"lichen": 1}, {"beer": 1}]


def test_on_caravan_day_large_cubes_cost_one_less_and_a_dash_stays_a_dash():
    start = {"phase": "trading", "event": "caravan_day", "workers": {"trading": [0]}}
    state = laid_out({"warehouse": {"copper": 1, "flax": 1}}, {}, **start)
    played(state, "sell copper", "sell flax")
    assert "buy gold" in offered(state)  # 5 instead of 6
    view = GAME.view(state, None)
    assert view.buys[INDEX["beer"]] == 3 and view.sells[INDEX["gold"]] == 4
    lean = laid_out({"warehouse": {"gold": 2}}, {}, market="lean_harvest", **start)
    played(lean, "sell gold 2")
    assert not [code for code in offered(lean) if code.startswith("buy beer")]


@pytest.mark.parametrize("steam, after", [(11, (11, False)), (12, (8, True)), (14, (8, True))])
def test_the_boiler_inspector_bursts_the_boiler_at_twelve(steam, after):
    state = drawn("boiler_inspector", steam=steam)
    assert (state.steam, state.ruptured) == after


def test_the_boiler_inspector_s_limit_holds_for_the_round():
    start = {"phase": "steam", "event": "boiler_inspector", "workers": {"steam": [0]}, "steam": 10}
    state = laid_out({"warehouse": {"wood": 1}}, {}, **start)
    played(state, "burn wood")
    assert (state.steam, state.ruptured) == (8, True)


def test_the_generous_ledger_gives_each_worker_an_own_point_but_not_the_commissar():
    start = {"phase": "requisition", "event": "generous_ledger"}
    state = laid_out({}, {}, workers={"requisition": [0]}, commissars={"requisition": 1}, **start)
    assert state.basket.points == 2
    played(state, "pool flax 5", "pool steel 2", "done")
    assert (GAME.to_act(state), state.basket.points) == ((1,), 1)


def test_a_red_tape_amnesty_brings_four_cubes_from_the_tower_to_the_pool():
    state = drawn("red_tape_amnesty", tower={"gold": 3, "beer": 3})
    assert sum(inside_tower(state)) == 2
    assert state.pool[INDEX["gold"]] + state.pool[INDEX["beer"]] == 4
    state = drawn("red_tape_amnesty", tower={"gold": 3})
    assert state.pool[INDEX["gold"]] == 3


def test_commissars_congress_closes_every_commissar_slot():
    codes = offered(drawn("commissars_congress"))
    assert codes and all(code.startswith("place") for code in codes)


def test_volunteers_wanted_gives_all_with_the_fewest_points_a_meeple():
    state = drawn("volunteers_wanted", {"vp": 1}, {"vp": -2}, {"vp": -2})
    assert [player.meeples for player in state.players] == [7, 8, 8]


def test_rails_under_repair_make_the_largest_load_one_smaller():
    start = {"phase": "loading", "event": "rails_under_repair", "pool": {"flax": 9}}
    state = laid_out({}, {}, workers={"loading": [0]}, **start)
    assert "load flax 3" in offered(state) and "load flax 4" not in offered(state)


def test_the_newsreel_crew_doubles_the_hero_s_rosette():
    done = {"pit_prop_timbers": [0], "medal_blanks": [1]}
    state = laid_out({}, {}, phase="scoring", event="newsreel_crew", completed=done)
    assert [player.rosettes for player in state.players] == [2, 2]


def test_a_quiet_week_brings_only_its_cubes():
    state = drawn("a_quiet_week")
    assert named(state.pool) == {"marble": 1, "coal": 1, "flax": 1, "steel": 1, "lichen": 1}


def test_the_last_inspection_is_the_event_of_the_last_round():
    state = laid_out({"rosettes": 1}, {}, phase="draw", round=6, orders=[], order_deck=QUIET_ORDERS)
    assert state.event == LAST_EVENT
    assert named(state.pool) == {"marble": 1, "coal": 2, "beer": 1}
    assert "place accounting" in offered(state) and "place accounting" not in offered(state, 1)


def test_an_effect_holds_for_its_round_only():
    state = laid_out(
        {}, {}, phase="cleanup", event="second_shift_sits_down", event_deck=["newsreel_crew"]
    )
    assert "place manufacturium 2" in offered(state)


@with_every("event", EVENTS)
def test_every_event_is_told_and_described(event):
    text = GAME.words.card(event)
    assert text.startswith(f"{EVENTS[event].name} (event).") and "_" not in text
    if event != LAST_EVENT:
        start = {"phase": "cleanup", "event_deck": [event]}
        assert laid_out({}, {}, **start, event="newsreel_crew" if event == "a_quiet_week" else None)


def test_the_log_names_the_event():
    state = laid_out({"dock1": {"car": 1, "gold": 1}}, {}, phase="cleanup")
    assert "event" in kinds(played(state, "done"))
