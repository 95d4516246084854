"""One test for each ruling about set-up, rounds, scoring and the end, beside the scenarios."""

from collections import Counter

import pytest

from engine.factory_42.board import BOARD
from engine.factory_42.cards import EVENT_DECK, LAST_EVENT, ORDERS
from engine.factory_42.resources import INDEX, RESOURCES, cubes, named
from engine.factory_42.tower import inside_tower
from engine.kernel.refusal import Refused
from testing.playing import Table, moments
from tests.engine.factory_42.tables import (
    GAME,
    NAMES,
    PRINTED,
    acted,
    all_cubes,
    dealt,
    kinds,
    laid_out,
    offered,
    played,
    warehouse,
)


def over(*players, **start):
    """A table at the scoring of the last round."""
    return laid_out(*players, round=6, phase="scoring", **start)


# --- set-up -------------------------------------------------------------------------------------


def test_ruling_1_the_starting_player_is_drawn_and_the_token_passes_clockwise():
    assert {dealt(3, seed).first for seed in range(20)} == {0, 1, 2}
    state = laid_out({}, {}, {}, first=2, phase="cleanup")
    assert (state.round, state.first) == (2, 0)


def test_ruling_1_a_drawn_start_is_drawn_anew_every_round():
    table = Table(GAME, 4, GAME.options(start="drawn"), 3)
    firsts = {(m.state.round, m.state.first) for m in moments(table)}
    assert len(firsts) == 6
    drawn = [dealt(4, seed, start="drawn") for seed in range(1)]
    assert all(state.options.start == "drawn" for state in drawn)
    many = Counter(
        laid_out({}, {}, seed=str(n), phase="cleanup", options={"start": "drawn"}).first
        for n in range(40)
    )
    assert set(many) == {0, 1} and min(many.values()) > 8


def test_ruling_2_the_supply_of_cubes_and_rosettes_is_limited():
    state = dealt(5, seed=1)
    assert all_cubes(state) == PRINTED
    assert sum(PRINTED) == 158
    assert state.rosettes == 30


@pytest.mark.parametrize("seed", range(6))
def test_ruling_3_the_tower_holds_some_of_two_of_each(seed):
    state = dealt(2, seed, short=True)  # no card is drawn yet
    inside = inside_tower(state)
    assert 0 < sum(inside) < 22 and max(inside) <= 2
    assert not any(state.pool)


def test_ruling_3_what_the_tower_holds_stays_from_round_to_round():
    state = laid_out({}, {}, phase="cleanup", tower={"gold": 2})
    assert state.round == 2 and inside_tower(state)[INDEX["gold"]] == 2


def test_ruling_4_the_bag_has_eighteen_cubes():
    state = dealt(2)
    assert sum(state.bag) == 18
    singles = [name for name, count in named(state.bag).items() if count == 1]
    assert sorted(singles) == ["coal", "gold", "magic", "marble"]


@pytest.mark.parametrize("seats, meeples", [(2, 7), (3, 7), (4, 6), (5, 6)])
def test_ruling_5_seven_meeples_or_six(seats, meeples):
    assert {player.meeples for player in dealt(seats).players} == {meeples}


def test_ruling_6_everybody_begins_with_nothing_and_six_railcars_stand_in_the_station():
    state = dealt(3, short=True)
    for player in state.players:
        assert (player.vp, player.rosettes, player.free, player.docks) == (0, 0, 6, [0, 0])
    assert (state.steam, state.station, state.track) == (0, [1, 2, 3, 4, 5, 6], [])
    assert not any(map(any, state.loads))


def test_ruling_7_five_events_and_the_last_inspection():
    events = {}
    for moment in moments(Table(GAME, 2, GAME.options(), 5)):
        events[moment.state.round] = moment.state.event
    assert list(events) == [1, 2, 3, 4, 5, 6]
    assert events.pop(6) == LAST_EVENT
    assert len(set(events.values())) == 5 and set(events.values()) <= set(EVENT_DECK)


# --- what holds everywhere ----------------------------------------------------------------------


def test_ruling_8_what_the_supply_lacks_is_not_gained_and_turn_order_decides():
    start = {"event_deck": ["bonus_rations"], "phase": "draw", "supply": {"mushroom": 1}}
    state = laid_out({}, {}, orders=[], first=1, order_deck=ORDERS_WITHOUT_MUSHROOMS, **start)
    assert warehouse(state, 1) == {"mushroom": 1} and warehouse(state, 0) == {}


ORDERS_WITHOUT_MUSHROOMS = ["pit_prop_timbers", "medal_blanks"]


def test_ruling_8_what_cannot_have_an_effect_is_not_offered():
    state = laid_out(
        {"vp": 5, "rosettes": 2, "commissar_at": ["research"]},
        {},
        phase="research",
        supply={"magic": 0},
        rosettes=0,
        workers={"accounting": [0]},
    )
    assert offered(state) == ["director vp", "done"]
    played(state, "done")
    assert "fame" not in offered(state) and "favour" in offered(state)


def test_ruling_9_a_gained_cube_without_room_goes_to_the_pool():
    full = {"warehouse": {"flax": 6}}
    state = laid_out(full, {}, phase="draw", orders=[], event_deck=["bonus_rations"])
    assert warehouse(state) == {"flax": 6} and state.pool[INDEX["mushroom"]] >= 1


@pytest.mark.parametrize("place, goes_to", [("trading", "pool"), ("accounting", "supply")])
def test_ruling_9_a_fee_without_room_goes_to_the_pool_or_at_accounting_to_the_supply(
    place, goes_to
):
    state = laid_out(
        {"warehouse": {"gold": 1, "beer": 1}},
        {"warehouse": {"flax": 6}},
        phase=place,
        workers={place: [0]},
        commissars={place: 1},
    )
    before = getattr(state, goes_to)[INDEX["gold"]]
    played(state, "fee gold")
    assert getattr(state, goes_to)[INDEX["gold"]] == before + 1
    assert warehouse(state, 1) == {"flax": 6}


def test_ruling_9_what_a_player_chooses_to_take_must_have_room():
    state = laid_out(
        {"warehouse": {"gold": 6}}, {}, phase="requisition", workers={"requisition": [0]}
    )
    assert not [code for code in offered(state) if code.startswith("own")]


def test_ruling_10_what_is_paid_goes_back_to_the_supply():
    state = laid_out({"warehouse": {"copper": 3}, "at": ["research"]}, {}, phase="research")
    before = state.supply[INDEX["copper"]]
    played(state, "research incinerator")
    assert state.supply[INDEX["copper"]] == before + 3


def test_ruling_11_magic_stands_for_a_cube_or_a_steam_of_a_cost():
    maker = {"at": ["manufacturium1"], "warehouse": {"copper": 1, "magic": 3}}
    state = laid_out(maker, {}, phase="manufacturium1")
    assert "make medal_blanks minimum" in offered(state)  # 1 Copper and 2 Steam are Magic
    played(state, "make medal_blanks minimum")
    assert warehouse(state) == {}


def test_ruling_11_magic_is_never_burnt_nor_converted_and_nothing_stands_for_magic():
    state = laid_out(
        {
            "warehouse": {"magic": 3, "lichen": 1},
            "at": ["operate"],
            "inventions": ["lichen_fermenter"],
        },
        {},
        phase="steam",
        workers={"steam": [0]},
        options={"expansion": True},
    )
    assert offered(state) == ["burn lichen", "done"]
    played(state, "done")
    assert state.asks != "operate"  # 1 Lichen and Magic are no 2 Lichen
    maker = {"at": ["manufacturium1"], "warehouse": {"copper": 5}}
    state = laid_out(
        maker, {}, orders=["rune_etched_safety_plaques"], phase="manufacturium1", steam=9
    )
    assert "make rune_etched_safety_plaques optimal" not in offered_or_none(state)


def offered_or_none(state):
    return offered(state) if GAME.to_act(state) else []


def test_ruling_11_the_slot_s_magic_is_for_that_good_only_and_once():
    maker = {
        "at": ["manufacturium1"],
        "commissar_at": ["manufacturium1"],
        "warehouse": {"wood": 1},
    }
    state = laid_out(maker, {}, phase="manufacturium1", steam=1)
    assert "make pit_prop_timbers minimum" in offered(state)
    played(state, "make pit_prop_timbers minimum")
    assert warehouse(state) == {} and state.supply[INDEX["magic"]] == PRINTED[-1] - 1  # the Bag's


def test_ruling_12_what_is_held_back_is_left_alone():
    maker = {"at": ["manufacturium1"], "warehouse": {"steel": 4, "gold": 1, "magic": 1}}
    state = laid_out(maker, {}, orders=["drill_heads"], phase="manufacturium1", steam=3)
    assert {"hold steel", "hold gold", "hold magic", "hold steam"} <= set(offered(state))
    assert "hold private" not in offered(state)
    played(state, "hold steel")
    assert offered(state) == ["done"]
    played(state, "undo", "hold magic", "make drill_heads minimum")
    assert warehouse(state) == {"gold": 1, "magic": 1}


def test_ruling_13_private_steam_is_stored_and_what_exceeds_the_room_is_lost():
    maker = {
        "at": ["manufacturium1"],
        "improvements": ["incinerator"],
        "private_steam": 1,
        "warehouse": {"wood": 2, "coal": 2},
    }
    state = laid_out(maker, {}, phase="manufacturium1", steam=1)
    played(state, "make pit_prop_timbers minimum")
    assert offered(state) == ["incinerate coal", "done"]
    played(state, "incinerate coal")
    assert state.players[0].private == 2
    assert offered(state) == ["done"]


def test_ruling_13_the_steam_that_a_good_needs_is_burnt_from_the_warehouse():
    maker = {
        "at": ["manufacturium1"],
        "improvements": ["incinerator"],
        "warehouse": {"wood": 2, "coal": 1},
    }
    state = laid_out(maker, {}, phase="manufacturium1")
    played(state, "make pit_prop_timbers minimum")
    assert warehouse(state) == {} and state.players[0].private == 1


def test_ruling_13_every_store_has_room_for_two():
    cards = ["pocket_boiler", "pressure_siphon"]
    player = {"improvements": ["incinerator"], "inventions": cards, "private_steam": 6}
    state = laid_out(player, {}, options={"expansion": True})
    assert state.players[0].store == 6


def test_ruling_14_points_stay_between_minus_fifteen_and_forty_two():
    state = laid_out(
        {"vp": 42, "warehouse": {"gold": 1}},
        {"vp": -15},
        phase="accounting",
        workers={"accounting": [0]},
    )
    assert "bribe gold" in offered(state)
    played(state, "bribe gold", "done")
    assert GAME.result(state) or state.players[0].vp <= 42
    assert state.players[1].vp == -15


def test_ruling_14_points_are_spent_only_if_they_are_there():
    state = laid_out({"vp": 1, "rosettes": 1}, {}, phase="accounting", workers={"accounting": [0]})
    assert offered(state) == ["favour", "done"]
    played(state, "favour")
    assert "fame" in offered(state)


def test_ruling_15_a_commissar_needs_no_workers_and_pays_no_fee_to_itself():
    state = laid_out(
        {"warehouse": {"beer": 1}},
        {},
        phase="trading",
        workers={"trading": [0]},
        commissars={"trading": 0},
    )
    assert state.asks == "trade"
    state = laid_out({}, {}, phase="loading", commissars={"loading": 1}, workers={"trading": [0]})
    assert state.players[1].rosettes == 1


def test_ruling_16_manufacturium_1_then_accounting_then_manufacturium_2_in_turn_order():
    player = {
        "at": ["manufacturium1", "manufacturium2"],
        "warehouse": {"wood": 4, "gold": 1},
    }
    state = laid_out(
        player, player, first=1, phase="manufacturium1", steam=4, workers={"accounting": [0]}
    )
    asked = []
    while state.round == 1 and state.asks in ("make", "account"):
        asked.append((state.phase, GAME.to_act(state)[0]))
        good = [code for code in offered(state) if code.startswith("make")]
        played(state, good[0] if good else "done")
    assert asked == [
        ("manufacturium1", 1),
        ("manufacturium1", 0),
        ("accounting", 0),
        ("manufacturium2", 1),
        ("manufacturium2", 0),
    ]


def test_ruling_17_questions_without_a_choice_are_not_asked():
    state = laid_out(
        {},
        {},
        phase="shipping",
        track=[{"car": 1, "gold": 1}],
        workers={"shipping": [0], "steam": [0]},
    )
    assert state.asks == "ship"  # four Docks are open
    state = laid_out(
        {"dock1": {"car": 2, "flax": 1}, "dock2": {"car": 3, "flax": 1}},
        {"dock1": {"car": 4, "flax": 1}, "warehouse": {"wood": 1}},
        phase="shipping",
        track=[{"car": 1, "gold": 1}],
        workers={"shipping": [0], "steam": [1]},
    )
    assert state.players[1].docks == [4, 1] and state.asks == "burn"


def test_ruling_17_in_a_basket_done_is_said_by_the_player():
    state = laid_out({"warehouse": {"wood": 1}}, {}, phase="steam", workers={"steam": [0]})
    played(state, "burn wood")
    assert offered(state) == ["done"]


def test_ruling_18_meeples_stay_until_clean_up():
    state = laid_out(
        {"at": ["manufacturium1"], "warehouse": {"wood": 2}},
        {"rosettes": 1},
        phase="manufacturium1",
        workers={"loading": [0, 1], "accounting": [1]},
        completed={"medal_blanks": [1]},
        steam=1,
    )
    played(state, "make pit_prop_timbers minimum")
    assert state.workers["loading"] == [0, 1]
    assert state.order("pit_prop_timbers").makers == [(0, "minimum")]
    played(state, "done")
    assert state.workers == {} and state.round == 2


# --- the draw -----------------------------------------------------------------------------------


def test_ruling_19_orders_inventions_market_event():
    state = dealt(2, expansion=True, short=True)
    events = []
    while state.phase == "start":
        events = played(state, "start vp" if state.asks == "start" else "done")
    drawn = [kind for kind in kinds(events) if kind in ("order", "inventions", "market", "event")]
    assert drawn == ["order", "order", "inventions", "market", "event"]


def test_ruling_20_new_orders_join_the_row_and_bring_their_allocation():
    state = laid_out(
        {},
        {},
        phase="cleanup",
        completed={"pit_prop_timbers": [0]},
        order_deck=["bathhouse_tiles"],
        event_deck=["newsreel_crew"],
    )
    assert [order.name for order in state.orders] == ["medal_blanks", "bathhouse_tiles"]
    assert named(state.pool) == {"marble": 1, "copper": 1}  # Newsreel Crew brings the Copper


def test_ruling_20_what_the_supply_lacks_stays_away():
    state = laid_out(
        {}, {}, orders=[], phase="draw", order_deck=["bathhouse_tiles"], supply={"marble": 0}
    )
    assert state.pool[INDEX["marble"]] == 0


def test_ruling_21_three_new_inventions_every_round_and_a_taken_one_is_not_replaced():
    row = ["pocket_boiler", "scrap_press", "rune_battery"]
    state = laid_out(
        {},
        {},
        options={"expansion": True},
        phase="guild",
        inventions_row=row,
        steam=5,
        workers={"guild": [0]},
        invention_deck=["wind_up_clerk", "market_telegraph", "magnet_boom"],
    )
    played(state, "take scrap_press")
    assert state.round == 2
    assert state.inventions == ["wind_up_clerk", "market_telegraph", "magnet_boom"]
    assert state.invention_deck.discards == ["pocket_boiler", "rune_battery"]


def test_ruling_22_market_and_event_are_replaced_and_the_last_round_draws_no_event():
    state = laid_out({}, {}, round=5, phase="cleanup", market_deck=["boiler_season"])
    assert (state.round, state.market, state.event) == (6, "boiler_season", LAST_EVENT)


def test_ruling_23_the_pool_gains_then_loses_then_effects_happen():
    state = laid_out(
        {"warehouse": {"lichen": 1}},
        {},
        phase="draw",
        orders=[],
        order_deck=["overseers_banquet", "medal_blanks"],
        event_deck=["cellar_rats"],
    )
    assert named(state.pool) == {"steel": 1, "copper": 1}  # Mushroom and Lichen are gone
    assert warehouse(state) == {}


# --- placing ------------------------------------------------------------------------------------


def test_ruling_24_one_meeple_at_a_time_and_nobody_passes_with_an_open_slot():
    state = laid_out({"meeples": 2}, {"meeples": 1}, {"meeples": 0})
    order = []
    while state.phase == "place":
        order += GAME.to_act(state)
        assert "pass" not in offered(state)
        played(state, offered(state)[0])
    assert order == [0, 1, 0]


def test_ruling_24_who_has_no_open_slot_passes():
    places = ("requisition", "loading", "spiking", "shipping", "steam", "trading", "accounting")
    own = ["research", "manufacturium1", "manufacturium2"]
    state = laid_out(
        {"meeples": 1, "at": own, "commissar_at": own},
        {"meeples": 0},
        workers={place: [1] * BOARD.slots[place] for place in places},
        commissars={place: 1 for place in places if place != "steam"},
    )
    assert offered(state) == ["pass"]
    played(state, "pass")
    assert state.players[0].meeples == 0 and state.phase != "place"


@pytest.mark.parametrize("seats", GAME.seats)
def test_ruling_25_worker_slots(seats):
    state = dealt(seats, expansion=True)
    wanted = {"requisition": 4, "loading": 4, "spiking": 3, "shipping": 4, "steam": 3}
    wanted |= {"trading": 3, "accounting": 3, "guild": 3, "embassy": 3}
    wanted["requisition"] += seats == 5
    assert {place: state.slots(place) for place in wanted} == wanted
    assert {"place research", "place manufacturium 1", "place operate"} <= {
        code for code in offered(state)
    }


def test_ruling_26_commissar_slots():
    state = dealt(2, expansion=True)
    state.rules.closed = []
    state.rules.no_commissars = False
    chairs = {c.removeprefix("commissar ") for c in offered(state) if c.startswith("commissar")}
    assert chairs == {
        *("requisition", "loading", "spiking", "shipping", "trading", "accounting", "guild"),
        *("embassy", "research", "manufacturium 1", "manufacturium 2"),
    }


def test_ruling_27_nobody_places_at_a_closed_location_and_one_may_fill_several_slots():
    state = laid_out({}, {}, event="auditors_in_the_building", workers={"loading": [0, 0, 0]})
    assert not [code for code in offered(state) if "accounting" in code]
    assert "place loading" in offered(state)
    with pytest.raises(Refused, match="closed this round"):
        played(state, "place accounting")


def test_ruling_28_in_the_last_round_a_worker_at_accounting_costs_a_rosette():
    state = laid_out({"rosettes": 1, "meeples": 2}, {"meeples": 1}, round=6)
    played(state, "place accounting")
    assert state.players[0].rosettes == 0
    assert "place accounting" not in offered(state, 1)
    assert "commissar accounting" in offered(state, 1)
    played(state, "commissar accounting")


def test_ruling_28_a_worker_moved_there_pays_as_well():
    player = {"at": ["operate"], "inventions": ["mechanical_understudy"], "rosettes": 1}
    state = laid_out(player, {}, round=6, phase="operate", options={"expansion": True})
    assert "operate mechanical_understudy accounting" in offered(state)
    played(state, "operate mechanical_understudy accounting")
    assert state.workers["accounting"] == [0]
    poor = laid_out(
        {**player, "rosettes": 0}, {}, round=6, phase="operate", options={"expansion": True}
    )
    assert "operate mechanical_understudy accounting" not in offered(poor)


# --- scoring ------------------------------------------------------------------------------------


def test_ruling_68_all_with_the_most_different_orders_are_heroes():
    done = {"pit_prop_timbers": [0, 1], "medal_blanks": [2, 2], "boiler_refit": []}
    state = over({}, {}, {}, completed={k: v for k, v in done.items() if v})
    assert [player.rosettes for player in state.players] == [1, 1, 1]
    state = over({}, {}, {}, completed={"pit_prop_timbers": [0], "medal_blanks": [0, 1]})
    assert [player.rosettes for player in state.players] == [1, 0, 0]


def test_ruling_68_nobody_is_a_hero_without_an_order():
    assert [player.rosettes for player in over({}, {}).players] == [0, 0]


def test_ruling_69_two_points_for_each_different_order_and_every_piece_of_a_commission():
    state = laid_out(
        {
            "at": ["manufacturium1", "manufacturium2"],
            "warehouse": {"copper": 4},
            "begun": {"wind_chimes": 3},
        }
        | {"dock1": {"car": 1, "steel": 2}, "improvements": ["crane"]},
        {},
        orders=["pit_prop_timbers"],
        completed={"pit_prop_timbers": [0]},
        options={"expansion": True},
        phase="manufacturium1",
        steam=2,
        event_deck=["newsreel_crew"],
    )
    played(state, "make wind_chimes", "make wind_chimes")
    assert state.players[0].vp == 2 + 2 * 2


def test_ruling_70_n_rosettes_or_two_points_and_who_has_no_choice_is_not_asked():
    state = laid_out({"rosettes": 2}, {"rosettes": 1}, phase="scoring")
    assert GAME.to_act(state) == (0,) and state.players[1].vp == -2
    assert offered(state) == ["lose rosettes", "lose vp"]


def test_ruling_71_forty_two_points_end_the_game_only_after_the_penalty():
    state = laid_out({"vp": 42}, {}, phase="scoring")
    assert GAME.result(state) is None and state.players[0].vp == 40
    done = {"pit_prop_timbers": [0], "medal_blanks": [1]}
    state = laid_out({"vp": 41}, {}, phase="scoring", completed=done)
    assert GAME.result(state).winners == (0,)


def test_ruling_72_rosettes_add_up_on_open_orders_as_far_as_there_are_any():
    state = laid_out(
        {},
        {},
        {},
        phase="cleanup",
        rosettes=2,
        pool={"gold": 1},
        steam=5,
        order_rosettes={"pit_prop_timbers": 1},
    )
    assert [order.rosettes for order in state.orders] == [2, 1, 0]
    assert state.steam >= 5 and state.pool[INDEX["gold"]] == 1


def test_ruling_73_empty_railcars_go_to_the_station_and_loaded_ones_may_stay():
    state = laid_out(
        {"dock1": {"car": 1}, "dock2": {"car": 2, "gold": 1}},
        {},
        phase="cleanup",
        track=[{"car": 3}, {"car": 4, "flax": 1}],
    )
    assert (state.track, state.station) == ([4], [1, 3, 5, 6])
    assert offered(state) == ["return 2", "swap", "done"]
    played(state, "swap", "return 2")
    assert state.players[0].docks == [0, 0] and offered(state) == ["done"]


# --- the end ------------------------------------------------------------------------------------


def test_ruling_74_the_parts_of_the_final_score():
    state = over(
        {
            "vp": 42,
            "rosettes": 5,
            "warehouse": {"gold": 2},
            "unresearched": ["rune_battery"],
            "commissions": ["wind_chimes"],
            "begun": {"moonwood_harp": 1},
            "spent": ["wind_up_clerk"],
        },
        {"vp": 3, "improvements": ["crane"], "inventions": ["pocket_boiler"]},
        options={"expansion": True},
        completed={"pit_prop_timbers": [1], "medal_blanks": [1]},
    )
    ours, theirs = GAME.result(state).parts
    assert ours == {
        "track": 42,
        "rosettes": 1,
        "unresearched": 1,
        "cubes": 1,
        "improvements": 0,
        "commissions": 1,
        "inventions": 1,
    }
    assert theirs == {
        "track": 7,
        "rosettes": 0,
        "unresearched": 0,
        "cubes": 0,
        "improvements": 1,
        "commissions": 0,
        "inventions": 1,
    }


def test_ruling_74_nobody_with_zero_gets_a_point_for_the_most():
    state = over({}, {}, completed={"pit_prop_timbers": [0], "medal_blanks": [1]})
    assert all(part["cubes"] == part["improvements"] == 0 for part in GAME.result(state).parts)


def test_ruling_75_ties_go_to_more_rosettes_then_the_win_is_shared():
    done = {"pit_prop_timbers": [0], "medal_blanks": [1]}
    state = over({"rosettes": 1}, {}, completed=done)
    assert (GAME.result(state).winners, GAME.result(state).reason) == ((0,), "rosettes")
    assert GAME.result(over({}, {}, completed=done)).winners == (0, 1)


def test_ruling_76_a_table_that_ends_by_agreement_is_scored_as_it_stands():
    state = laid_out({"vp": 4, "rosettes": 3}, {}, completed={"pit_prop_timbers": [1]})
    GAME.apply(state, None, ("end",))
    assert GAME.result(state).scores == (5, 0)


# --- options ------------------------------------------------------------------------------------


def test_ruling_77_without_the_expansion_operate_guild_and_embassy_do_not_exist():
    codes = " ".join(offered(dealt(2)))
    assert not {"operate", "guild", "embassy"} & set(codes.split())
    with pytest.raises(Refused, match="only there with the expansion"):
        played(dealt(2), "place guild")


@pytest.mark.parametrize("seats, meeples", [(2, 6), (3, 6), (4, 6), (5, 6)])
def test_ruling_78_six_meeples_with_two_or_three_players(seats, meeples):
    assert {player.meeples for player in dealt(seats, workers="six").players} == {meeples}


def test_ruling_79_novices_have_one_more_meeple_in_the_first_rounds():
    table = Table(GAME, 3, GAME.options(novices=[1], novice_rounds=2), 4)
    state, counts, events = table.deal(), {}, {}
    for moment in moments(table, state):
        counts.setdefault(moment.state.round, [p.meeples for p in moment.state.players])
        events[moment.state.round] = moment.state.event
    quiet = [r for r in counts if events[r] not in ("volunteers_wanted", "cellar_rats")]
    assert {r: counts[r] for r in quiet} == {r: [7, 8 if r <= 2 else 7, 7] for r in quiet}


def test_ruling_80_the_short_game_has_five_rounds():
    table = Table(GAME, 2, GAME.options(short=True), 2)
    rounds = {moment.state.round: moment.state.event for moment in moments(table)}
    assert list(rounds) == [1, 2, 3, 4, 5] and rounds[5] == LAST_EVENT


def test_ruling_81_nobody_places_until_everybody_is_ready():
    state = dealt(3, negotiation=True)
    assert (state.phase, GAME.to_act(state)) == ("talk", (0, 1, 2))
    acted(state, 2, "ready")
    acted(state, 0, "ready")
    assert "undo" in {str(word) for action in GAME.actions(state, 2) for word in action}
    acted(state, 1, "ready")
    assert state.phase == "place"


def broken_deal(deals):
    state = laid_out({"vp": 5, "meeples": 1}, {"vp": 5, "meeples": 1}, options={"deals": deals})
    acted(state, 0, "propose 1", "clause me avoid shipping", "send")
    acted(state, 1, "accept 1")
    return played(state, "place shipping", "place loading"), state


def test_ruling_82_talk_shows_a_broken_deal_without_consequence():
    events, state = broken_deal("talk")
    judged = next(event for event in events if event.kind == "judged")
    assert GAME.words.sentence(judged, NAMES) == "Ada broke deal 1 with Ben."
    assert [player.vp for player in state.players] == [3, 3]


def test_ruling_83_a_fine_is_lost_once_per_deal():
    events, state = broken_deal("fine")
    judged = next(event for event in events if event.kind == "judged")
    assert GAME.words.sentence(judged, NAMES) == "Ada broke deal 1 with Ben and loses 1 VP."
    assert [player.vp for player in state.players] == [2, 3]


# --- undo and secrets ---------------------------------------------------------------------------


def test_ruling_84_a_placement_can_be_undone_until_the_next_meeple_is_placed():
    state = laid_out({}, {})
    played(state, "place loading")
    assert ("undo",) in GAME.actions(state, 0)
    acted(state, 1, "place shipping")
    assert ("undo",) not in GAME.actions(state, 0)
    with pytest.raises(Refused, match="the next meeple has been placed"):
        acted(state, 0, "undo")
    acted(state, 1, "undo")
    acted(state, 0, "undo")
    assert state.workers == {"loading": []} or not any(state.workers.values())


def test_ruling_84_what_was_drawn_stays():
    player = {"at": ["operate"], "inventions": ["sack_rummager", "wind_up_clerk"]}
    state = laid_out(
        player, {}, phase="operate", options={"expansion": True}, draws=["gold", "flax"]
    )
    played(state, "operate wind_up_clerk", "operate sack_rummager", "draw any 2")
    with pytest.raises(Refused, match="drawn from the Bag"):
        played(state, "undo")
    played(state, "keep gold", "undo", "keep flax")
    assert warehouse(state) == {"flax": 1}


def test_ruling_84_the_penalty_can_be_undone_until_the_last_player_has_decided():
    state = laid_out({"rosettes": 5}, {"rosettes": 5}, phase="scoring")
    acted(state, 0, "lose vp", "undo", "lose rosettes")
    acted(state, 1, "lose vp")
    assert state.round == 2 and ("undo",) not in GAME.actions(state, 0)


def test_ruling_85_commissions_and_drafts_are_secret_and_all_else_is_public():
    state = laid_out(
        {"commissions": ["moonwood_harp"], "unresearched": ["rune_battery"]},
        {},
        options={"expansion": True},
        tower={"gold": 1},
    )
    acted(state, 0, "propose 1", "clause me burn 3")
    for viewer in (1, None):
        view = GAME.view(state, viewer)
        ours = view.players[0]
        assert (ours.commissions, ours.commission_count, view.draft) == ((), 1, None)
        assert ours.unresearched == ("rune_battery",)
        assert view.tower == tuple(cubes({"gold": 1})) and sum(view.bag) == 18
        assert "moonwood" not in str(view) and "burn" not in str(view.deals)
    own = GAME.view(state, 0)
    assert own.players[0].commissions == ("moonwood_harp",) and own.draft


def test_every_resource_has_its_points():
    points = {name: BOARD.resource[name].points for name in RESOURCES}
    assert points == {
        **dict.fromkeys(("flax", "steel", "lichen"), 1),
        **dict.fromkeys(("wood", "copper", "mushroom"), 2),
        **dict.fromkeys(("marble", "gold", "beer"), 3),
        **{"coal": 4, "magic": 0},
    }
    assert len(ORDERS) == 31
