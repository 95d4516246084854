"""One test for each ruling about Operate to Accounting, beside the scenarios."""

import pytest

from engine.factory_42.resources import INDEX, named
from engine.kernel.refusal import Refused
from tests.engine.factory_42.tables import (
    GAME,
    NAMES,
    acted,
    kinds,
    laid_out,
    offered,
    played,
    warehouse,
)

EXPANSION = {"options": {"expansion": True}}


# --- Operate, Guild, Embassy --------------------------------------------------------------------


def test_ruling_49_each_invention_once_in_turn_order_and_the_last_token_discards_it():
    player = {"at": ["operate"], "inventions": ["wind_up_clerk"], "uses": {"wind_up_clerk": 1}}
    state = laid_out(
        player,
        {"at": ["operate"], "inventions": ["rune_battery"]},
        first=1,
        phase="operate",
        **EXPANSION,
    )
    assert GAME.to_act(state) == (1,)
    played(state, "operate rune_battery")
    assert offered(state) == ["done"] and state.players[1].inventions == {"rune_battery": 1}
    played(state, "done", "operate wind_up_clerk")
    assert state.players[0].inventions == {} and state.players[0].spent == ["wind_up_clerk"]


def test_ruling_49_what_has_no_effect_is_not_offered_but_what_acts_on_later_goods_is():
    cards = [
        "pneumatic_sorter",
        "lichen_fermenter",
        "gilding_bath",
        "third_shift_bell",
        "automatic_lathe",
        "frugal_valves",
        "perpetual_motion_prototype",
    ]
    state = laid_out({"at": ["operate"], "inventions": cards}, {}, phase="operate", **EXPANSION)
    assert offered(state) == [
        "operate gilding_bath",
        "operate third_shift_bell",
        "operate automatic_lathe",
        "operate frugal_valves",
        "done",
    ]


def test_ruling_49_a_gain_that_overflows_into_the_pool_is_an_effect():
    player = {"at": ["operate"], "inventions": ["rune_battery"], "warehouse": {"flax": 6}}
    state = laid_out(player, {}, phase="operate", **EXPANSION)
    played(state, "operate rune_battery")
    assert named(state.pool) == {"magic": 1}


def test_ruling_50_an_invention_for_one_two_or_three_steam_by_slot():
    row = ["pocket_boiler", "scrap_press", "rune_battery"]
    state = laid_out(
        {"rosettes": 1},
        {},
        phase="guild",
        inventions_row=row,
        steam=4,
        workers={"guild": [0, 1, 0], "accounting": [0]},
        **EXPANSION,
    )
    played(state, "take scrap_press")
    assert (state.steam, state.players[0].unresearched) == (3, ["scrap_press"])
    played(state, "take rune_battery")
    assert state.steam == 1 and state.phase == "accounting"  # 3 Steam are not there
    assert GAME.view(state, None).players[1].unresearched == ("rune_battery",)


def test_ruling_50_public_then_private_steam_then_magic_pay_the_guild():
    player = {"warehouse": {"magic": 1}, "improvements": ["incinerator"], "private_steam": 1}
    state = laid_out(
        {},
        player,
        phase="guild",
        inventions_row=["pocket_boiler"],
        steam=1,
        workers={"guild": [0, 0, 1]},
        **EXPANSION,
    )
    played(state, "done")
    assert GAME.to_act(state) == (1,)
    acted(state, 1, "take pocket_boiler")
    player = state.players[1]
    assert (state.steam, player.private, warehouse(state, 1)) == (0, 0, {})


def test_ruling_51_the_guild_s_commissar_gains_a_rosette_for_each_worker_there():
    state = laid_out(
        {},
        {"rosettes": 1},
        phase="guild",
        inventions_row=["pocket_boiler"],
        workers={"guild": [0, 1], "accounting": [1]},
        commissars={"guild": 0},
        **EXPANSION,
    )
    assert state.phase == "accounting" and state.players[0].rosettes == 2


def test_ruling_52_refused_commissions_are_shuffled_into_a_new_deck():
    names = ["wind_chimes", "moonwood_harp", "fermented_dew"]
    state = laid_out({}, {}, phase="embassy", steam=5, workers={"embassy": [0, 1, 0]}, **EXPANSION)
    deck = state.commission_deck
    deck.cards, deck.discards = names[:1], names[1:]
    played(state, "enter")
    assert "wind_chimes" in state.basket.cards and len(deck.cards) == 1 and not deck.discards
    played(state, offered(state)[0], "enter")
    assert len(state.basket.cards) == 2


def test_ruling_52_with_one_card_in_all_that_one_is_kept_and_with_none_nobody_enters():
    state = laid_out(
        {"rosettes": 1},
        {},
        phase="embassy",
        steam=5,
        workers={"embassy": [0, 0], "accounting": [0]},
        **EXPANSION,
    )
    state.commission_deck.cards = ["wind_chimes"]
    events = played(state, "enter")
    assert state.players[0].commissions == ["wind_chimes"] and state.phase == "accounting"
    assert not [e for e in events if e.readers is None and "wind_chimes" in str(e.facts)]


def test_ruling_52_what_was_kept_and_refused_only_its_seat_reads():
    state = laid_out(
        {},
        {},
        phase="embassy",
        steam=1,
        workers={"embassy": [0]},
        commission_deck=["wind_chimes", "moonwood_harp"],
        **EXPANSION,
    )
    events = played(state, "enter", "keep wind_chimes")
    public = [GAME.words.sentence(e, NAMES) for e in events if e.readers is None]
    assert not [text for text in public if "Chimes" in text or "Harp" in text]
    assert "Ada keeps a Commission." in public


def test_ruling_53_the_embassy_s_commissar_pays_for_a_magic_for_each_worker_who_paid():
    state = laid_out(
        {},
        {},
        phase="embassy",
        steam=3,
        workers={"embassy": [0, 0]},
        commissars={"embassy": 1},
        **EXPANSION,
    )
    for _ in range(2):
        played(state, "enter")
        played(state, offered(state)[0])
    assert GAME.to_act(state) == (1,) and offered(state) == ["enter", "done"]
    played(state, "enter")
    assert warehouse(state, 1) == {"magic": 2} and state.steam == 0


def test_ruling_53_not_asked_if_nobody_paid():
    state = laid_out(
        {"rosettes": 1},
        {},
        phase="embassy",
        steam=3,
        commissars={"embassy": 1},
        workers={"embassy": [0], "accounting": [0]},
        **EXPANSION,
    )
    played(state, "done")
    assert state.phase == "accounting"


# --- Trading ------------------------------------------------------------------------------------


def test_ruling_54_a_fee_for_somebody_else_s_commissar_or_no_trade():
    state = laid_out(
        {"warehouse": {"beer": 1, "flax": 1}},
        {"rosettes": 1},
        phase="trading",
        workers={"trading": [0], "accounting": [1]},
        commissars={"trading": 1},
    )
    assert offered(state) == ["fee flax", "fee beer", "done"]
    played(state, "fee flax")
    assert warehouse(state, 1) == {"flax": 1} and "sell beer" in offered(state)
    played(state, "undo", "done")
    assert state.phase == "accounting" and warehouse(state) == {"flax": 1, "beer": 1}


def test_ruling_54_the_fee_is_offered_also_if_nothing_can_follow_it():
    state = laid_out(
        {"warehouse": {"magic": 1}},
        {"rosettes": 1},
        phase="trading",
        workers={"trading": [0], "accounting": [1]},
        commissars={"trading": 1},
    )
    assert offered(state) == ["fee magic", "done"]
    played(state, "fee magic")
    assert state.phase == "accounting"


def test_ruling_55_nothing_is_bought_of_what_was_given_and_a_dash_is_a_dash():
    state = laid_out(
        {"warehouse": {"gold": 1, "magic": 1, "steel": 2}},
        {},
        phase="trading",
        workers={"trading": [0]},
    )
    assert not [code for code in offered(state) if code.startswith("sell magic")]
    played(state, "sell gold", "sell steel 2")
    codes = offered(state)
    assert not [c for c in codes if c.startswith(("buy steel", "buy gold", "buy coal"))]
    assert "buy magic" in codes and "buy wood 5" in codes
    played(state, "buy wood 2")
    assert not [code for code in offered(state) if code.startswith("sell")]


def test_ruling_55_giving_without_buying_is_allowed_and_the_worth_is_lost():
    state = laid_out({"warehouse": {"gold": 1}}, {}, phase="trading", workers={"trading": [0]})
    played(state, "sell gold", "done")
    assert warehouse(state) == {}


def test_ruling_56_cubes_are_given_from_docks_too_and_purchases_need_room():
    player = {
        "warehouse": {"flax": 6},
        "dock1": {"car": 1, "gold": 2},
        "dock2": {"car": 2, "beer": 1},
    }
    state = laid_out(player, {}, phase="trading", workers={"trading": [0]})
    assert {"sell dock 1 gold 2", "sell dock 2 beer", "sell flax 6"} <= set(offered(state))
    played(state, "sell dock 1 gold 2")
    assert not [code for code in offered(state) if code.startswith("buy")]
    played(state, "sell flax")
    assert "buy wood" in offered(state) and "buy wood 2" not in offered(state)
    with pytest.raises(Refused, match="room for only 1 more cube"):
        played(state, "buy wood 2")


# --- Research -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, cost",
    [
        ("small_warehouse", {"wood": 2, "steel": 2}),
        ("large_warehouse", {"wood": 3, "steel": 3}),
        ("crane", {"steel": 2, "copper": 1}),
        ("incinerator", {"copper": 3}),
    ],
)
def test_ruling_57_what_improvements_cost(name, cost):
    state = laid_out({"at": ["research"], "warehouse": cost}, {}, phase="research")
    assert f"research {name}" in offered(state)
    played(state, f"research {name}")
    player = state.players[0]
    assert warehouse(state) == {} and player.improvements == [name]
    assert player.room == 6 + {"small_warehouse": 2, "large_warehouse": 4}.get(name, 0)


def test_ruling_58_a_researched_invention_scores_at_once_and_is_operated_from_the_next_round_on():
    player = {
        "at": ["research", "operate"],
        "unresearched": ["wind_up_clerk"],
        "warehouse": {"copper": 2, "flax": 1},
    }
    state = laid_out(player, {}, phase="operate", **EXPANSION)
    assert state.asks == "research"
    played(state, "research wind_up_clerk")
    assert state.players[0].vp == 2 and state.players[0].inventions == {"wind_up_clerk": 3}


def test_ruling_59_the_director_exchanges_once_and_gives_the_slot_s_magic():
    player = {
        "at": ["research"],
        "commissar_at": ["research"],
        "rosettes": 4,
        "warehouse": {"copper": 2},
    }
    state = laid_out(player, {}, phase="research")
    assert {"research incinerator", "director vp", "director magic"} <= set(offered(state))
    played(state, "director magic", "research incinerator")
    assert warehouse(state) == {"magic": 1} and offered(state) == ["done"]
    alone = laid_out({"commissar_at": ["research"], "rosettes": 2}, {}, phase="research")
    played(alone, "director vp")
    assert (alone.players[0].vp, alone.players[0].rosettes) == (1, 0)


def test_ruling_60_cubes_at_docks_cannot_be_used_for_research():
    player = {"at": ["research"], "dock1": {"car": 1, "copper": 3}, "improvements": ["crane"]}
    state = laid_out(player, {"rosettes": 1}, phase="research", workers={"accounting": [1]})
    assert state.phase == "accounting"


def test_ruling_60_steam_of_a_research_comes_from_the_gauge_private_steam_or_magic():
    player = {
        "at": ["research"],
        "unresearched": ["market_telegraph"],
        "warehouse": {"copper": 1, "steel": 1},
        "improvements": ["incinerator"],
    }
    for more, steam in (({}, 1), ({"private_steam": 1}, 0)):
        state = laid_out({**player, **more}, {}, phase="research", steam=steam, **EXPANSION)
        played(state, "research market_telegraph")
        assert (state.steam, state.players[0].private) == (0, 0)


# --- Manufacturium ------------------------------------------------------------------------------


def test_ruling_61_the_own_dock_and_with_a_crane_both():
    player = {
        "at": ["manufacturium2"],
        "dock1": {"car": 1, "wood": 2},
        "dock2": {"car": 2, "wood": 1},
    }
    state = laid_out(player, {"rosettes": 5}, phase="manufacturium2", steam=1)
    assert state.phase != "manufacturium2"
    player["improvements"] = ["crane"]
    state = laid_out(player, {}, phase="manufacturium2", steam=1)
    played(state, "make pit_prop_timbers minimum")
    assert named(state.loads[0]) == {"wood": 1}


def test_ruling_62_a_commissar_without_a_worker_makes_nothing():
    player = {"commissar_at": ["manufacturium1"], "warehouse": {"wood": 3}}
    state = laid_out(
        player, {"rosettes": 1}, phase="manufacturium1", steam=5, workers={"accounting": [1]}
    )
    assert state.phase == "accounting"


def test_ruling_62_steam_is_the_same_for_all_qualities():
    player = {"at": ["manufacturium1"], "warehouse": {"wood": 3, "steel": 3}}
    state = laid_out(
        player, {"rosettes": 1}, phase="manufacturium1", steam=1, workers={"accounting": [1]}
    )
    makes = [code for code in offered(state) if code.startswith("make")]
    assert makes == [f"make pit_prop_timbers {q}" for q in ("minimum", "standard", "optimal")]
    played(state, makes[2])
    assert state.steam == 0 and state.players[0].rosettes == 3


def test_ruling_63_the_first_takes_the_rosettes_on_the_order():
    players = {"at": ["manufacturium1"], "warehouse": {"wood": 2, "steel": 2}}
    state = laid_out(
        players,
        {**players, "at": ["manufacturium1"]},
        {"rosettes": 9},
        phase="manufacturium1",
        steam=4,
        order_rosettes={"pit_prop_timbers": 2},
        workers={"accounting": [2]},
    )
    played(state, "make pit_prop_timbers standard", "make pit_prop_timbers standard")
    assert [player.rosettes for player in state.players] == [3, 1, 9]
    assert [player.vp for player in state.players] == [0, 0, 0]  # VP come at scoring


def test_ruling_64_an_order_may_be_finished_again_but_counts_once():
    player = {"at": ["manufacturium1", "manufacturium2"], "warehouse": {"wood": 4}}
    state = laid_out(
        player,
        {},
        orders=["pit_prop_timbers"],
        phase="manufacturium1",
        steam=4,
        event_deck=["newsreel_crew"],
    )
    played(state, "make pit_prop_timbers minimum", "make pit_prop_timbers minimum")
    assert (state.players[0].vp, state.round) == (2, 2)


def test_ruling_65_a_commission_is_turned_up_counts_down_and_is_no_order():
    player = {
        "at": ["manufacturium1", "manufacturium2"],
        "commissions": ["fermented_dew"],
        "warehouse": {"beer": 2, "lichen": 4},
    }
    state = laid_out(
        player,
        {"rosettes": 1},
        orders=["medal_blanks"],
        phase="manufacturium1",
        steam=4,
        workers={"accounting": [1]},
        **EXPANSION,
    )
    played(state, "make fermented_dew")
    assert state.players[0].begun == {"fermented_dew": 2} and state.players[0].rosettes == 1
    assert "fermented_dew" in GAME.view(state, None).players[0].begun
    events = played(state, "done", "make fermented_dew")
    assert "hero" not in kinds(events)
    assert state.players[0].vp == 2 * 2 and state.asks == "lose"


def test_ruling_65_with_the_last_token_it_goes_to_the_own_discard_pile():
    player = {
        "at": ["manufacturium1"],
        "begun": {"fermented_dew": 1},
        "warehouse": {"beer": 1, "lichen": 2},
    }
    state = laid_out(
        player,
        {"rosettes": 1},
        phase="manufacturium1",
        steam=1,
        workers={"accounting": [1]},
        **EXPANSION,
    )
    played(state, "make fermented_dew")
    assert state.players[0].begun == {} and state.players[0].finished == ["fermented_dew"]


# --- Accounting ---------------------------------------------------------------------------------


def test_ruling_66_with_somebody_else_s_commissar_a_fee_first():
    state = laid_out(
        {"warehouse": {"gold": 2}, "rosettes": 1},
        {},
        phase="accounting",
        workers={"accounting": [0]},
        commissars={"accounting": 1},
    )
    assert offered(state) == ["fee gold", "done"]
    played(state, "fee gold")
    assert warehouse(state, 1) == {"gold": 1} and "bribe gold" in offered(state)
    state = laid_out(
        {"rosettes": 1},
        {},
        phase="accounting",
        workers={"accounting": [0]},
        commissars={"accounting": 1},
    )
    assert state.round == 2 or state.asks != "account"


@pytest.mark.parametrize("cube", ["marble", "gold", "beer", "magic"])
def test_ruling_67_a_bribe(cube):
    state = laid_out({"warehouse": {cube: 1}}, {}, phase="accounting", workers={"accounting": [0]})
    played(state, f"bribe {cube}")
    assert state.players[0].vp == 1 and warehouse(state) == {}


def test_ruling_67_two_different_ones_for_each_worker():
    state = laid_out(
        {"vp": 4, "rosettes": 2}, {}, phase="accounting", workers={"accounting": [0, 0]}
    )
    played(state, "favour")
    assert offered(state) == ["fame", "done"]
    played(state, "fame")
    assert (state.players[0].vp, state.players[0].rosettes) == (3, 4)
    assert offered(state) == ["done"]
    played(state, "done")
    assert {"favour", "fame"} <= set(offered(state))


def test_ruling_67_fame_gives_as_many_rosettes_as_there_are():
    state = laid_out({"vp": 2}, {}, phase="accounting", workers={"accounting": [0]}, rosettes=1)
    played(state, "fame")
    assert (state.players[0].vp, state.players[0].rosettes) == (0, 1)


def test_ruling_67_cheat_takes_any_three_cubes_of_the_warehouse():
    player = {"warehouse": {"flax": 2, "magic": 1}, "dock1": {"car": 1, "gold": 1}}
    state = laid_out(player, {}, phase="accounting", workers={"accounting": [0]})
    cheats = [code for code in offered(state) if code.startswith("cheat")]
    assert cheats == ["cheat flax flax magic"]
    played(state, *cheats)
    assert state.players[0].vp == 1
    assert state.supply[INDEX["flax"]] == 20 - 2  # but for the Bag's two
