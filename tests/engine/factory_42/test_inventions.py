"""One test for each Invention: what its op does, and what it leaves alone (ruling 49)."""

from engine.factory_42.cards import INVENTIONS
from engine.factory_42.resources import named
from testing.every import with_every
from tests.engine.factory_42.tables import GAME, laid_out, offered, played, warehouse


def owner(*names, **more):
    return {"at": ["operate"], "inventions": [*names], **more}


def operating(player, *others, **start):
    """A table at Operate; the expansion is in play."""
    given = {"phase": "operate", "options": {"expansion": True}, **start}
    return laid_out(player, *(others or ({},)), **given)


def choices_for(state, name):
    return [code.removeprefix(f"operate {name}").strip() for code in offered(state) if name in code]


def test_pneumatic_sorter_takes_a_cube_of_the_pool_and_needs_room():
    state = operating(owner("pneumatic_sorter"), pool={"gold": 1, "flax": 2})
    assert choices_for(state, "pneumatic_sorter") == ["flax", "gold"]
    played(state, "operate pneumatic_sorter gold")
    assert warehouse(state) == {"gold": 1} and named(state.pool) == {"flax": 2}
    full = operating(owner("pneumatic_sorter", warehouse={"flax": 6}), pool={"gold": 1})
    assert full.asks != "operate"


def test_pocket_boiler_gives_private_steam_up_to_its_room():
    state = operating(owner("pocket_boiler", private_steam=1))
    played(state, "operate pocket_boiler")
    assert state.players[0].private == 2
    assert operating(owner("pocket_boiler", private_steam=2)).asks != "operate"


def test_grading_sieve_changes_a_small_cube_into_the_medium_one_of_its_category():
    stock = {"flax": 1, "steel": 1, "wood": 1, "coal": 1, "magic": 1}
    state = operating(owner("grading_sieve", warehouse=stock), supply={"copper": 0})
    assert choices_for(state, "grading_sieve") == ["flax"]  # the Supply has no Copper
    played(state, "operate grading_sieve flax")
    assert warehouse(state) == {"wood": 2, "steel": 1, "coal": 1, "magic": 1}


def test_refiners_crucible_changes_a_medium_cube_into_a_large_one():
    state = operating(owner("refiners_crucible", warehouse={"mushroom": 1, "flax": 1, "coal": 1}))
    assert choices_for(state, "refiners_crucible") == ["mushroom"]
    played(state, "operate refiners_crucible mushroom")
    assert warehouse(state) == {"flax": 1, "beer": 1, "coal": 1}
    assert state.players[0].inventions["refiners_crucible"] == 2


def test_lichen_fermenter_pays_all_and_gains_all():
    state = operating(owner("lichen_fermenter", warehouse={"lichen": 3}))
    played(state, "operate lichen_fermenter")
    assert warehouse(state) == {"lichen": 1, "beer": 1}
    dry = operating(owner("lichen_fermenter", warehouse={"lichen": 3}), supply={"beer": 0})
    assert dry.asks != "operate"


def test_wind_up_clerk_gains_a_rosette_while_there_are_any():
    state = operating(owner("wind_up_clerk"))
    played(state, "operate wind_up_clerk")
    assert state.players[0].rosettes == 1
    assert operating(owner("wind_up_clerk"), rosettes=0).asks != "operate"


def test_freight_elevator_moves_up_to_three_cubes_and_closes_by_itself():
    player = owner(
        "freight_elevator",
        warehouse={"flax": 5},
        dock1={"car": 1, "gold": 5, "beer": 1},
    )
    state = operating(player)
    played(state, "operate freight_elevator")
    codes = [code for code in offered(state) if code != "done"]
    assert codes == ["move gold dock 1 warehouse", "move beer dock 1 warehouse"]  # Dock 1 is full
    played(state, "move gold dock 1 warehouse", "move flax warehouse dock 1")
    assert "dock 2" not in " ".join(offered(state))  # no Railcar stands there
    played(state, "move beer dock 1 warehouse")
    assert state.asks == "operate" and offered(state) == ["done"]
    assert warehouse(state) == {"flax": 4, "gold": 1, "beer": 1}


def test_forged_requisition_seal_has_three_own_points_and_no_coal():
    state = operating(owner("forged_requisition_seal"))
    played(state, "operate forged_requisition_seal")
    assert "own gold" in offered(state) and "done" in offered(state)
    assert not [code for code in offered(state) if "coal" in code or "magic" in code]
    played(state, "own wood", "own flax")
    assert offered(state) == ["done"]
    played(state, "done")
    assert state.asks == "operate" and warehouse(state) == {"flax": 1, "wood": 1}


def test_forced_draught_bellows_raise_the_steam_and_give_a_rosette_whatever_the_gauge():
    state = operating(owner("forced_draught_bellows", warehouse={"gold": 1, "magic": 1}), steam=13)
    assert choices_for(state, "forced_draught_bellows") == ["gold", "magic"]
    played(state, "operate forced_draught_bellows gold")
    assert (state.steam, state.ruptured, state.players[0].rosettes) == (8, True, 1)


def test_pressure_siphon_turns_public_steam_into_private_steam():
    state = operating(owner("pressure_siphon"), steam=3)
    assert choices_for(state, "pressure_siphon") == ["1", "2"]
    played(state, "operate pressure_siphon 2")
    assert (state.steam, state.players[0].private) == (1, 2)
    assert choices_for(operating(owner("pressure_siphon"), steam=1), "pressure_siphon") == ["1"]


def test_magnet_boom_takes_a_metal_from_the_station_or_the_track():
    state = operating(
        owner("magnet_boom", dock1={"car": 3, "gold": 1}),
        track=[{"car": 1, "steel": 1, "flax": 1}],
        station=[{"car": 2, "copper": 1}],
    )
    assert choices_for(state, "magnet_boom") == ["1 steel", "2 copper"]
    played(state, "operate magnet_boom 2 copper")
    assert warehouse(state) == {"copper": 1} and not any(state.load(2))


def test_sack_rummager_draws_two_keeps_one_and_does_not_refill():
    state = operating(owner("sack_rummager"), draws=["gold", "flax"])
    played(state, "operate sack_rummager", "draw small 1 any 1")
    assert offered(state) == ["keep flax", "keep gold"]
    played(state, "keep gold")
    assert warehouse(state) == {"gold": 1} and sum(state.bag) == 17 and not any(state.drawn)


def test_sack_rummager_keeps_by_itself_if_both_are_equal():
    state = operating(owner("sack_rummager"), draws=["flax", "flax"])
    played(state, "operate sack_rummager", "draw any 2")
    assert warehouse(state) == {"flax": 1} and state.asks == "operate"


def test_market_telegraph_is_one_trade_without_a_fee():
    player = owner("market_telegraph", warehouse={"beer": 1})
    state = operating(player, {"rosettes": 1}, commissars={"trading": 1})
    played(state, "operate market_telegraph", "sell beer", "buy copper", "done")
    assert warehouse(state) == {"copper": 1} and state.asks == "operate"


def good_after(name, warehouse, orders, *codes, steam=5):
    """What is left in the Warehouse after operating and making goods."""
    player = owner(name, warehouse=warehouse)
    player["at"] += ["manufacturium1", "manufacturium2"]
    state = operating(player, {"rosettes": 1}, orders=orders, steam=steam)
    played(state, f"operate {name}", "done", *codes)
    return state


def test_automatic_lathe_saves_the_first_good_with_metal_a_cube():
    codes = ["make pit_prop_timbers minimum", "make medal_blanks minimum"]
    stock = {"wood": 2, "copper": 1}
    state = good_after("automatic_lathe", stock, ["pit_prop_timbers", "medal_blanks"], *codes)
    assert warehouse(state) == {} and state.players[0].vp == 4


def test_self_stirring_cauldron_saves_a_food():
    codes = ["make winter_ration_crates minimum"]
    state = good_after(
        "self_stirring_cauldron", {"lichen": 2, "wood": 1}, ["winter_ration_crates"], *codes
    )
    assert warehouse(state) == {}


def test_folding_scaffold_saves_a_material_also_of_a_wildcard():
    codes = ["make archive_shelving minimum"]
    state = good_after("folding_scaffold", {"wood": 1, "flax": 1}, ["archive_shelving"], *codes)
    assert warehouse(state) == {}


def test_two_discounts_of_different_kinds_may_meet_in_one_good():
    player = owner("automatic_lathe", "folding_scaffold", warehouse={"copper": 1, "steel": 1})
    player["at"].append("manufacturium1")
    state = operating(player, orders=["loudspeaker_horns"], steam=2)
    played(state, "operate automatic_lathe", "operate folding_scaffold", "done")
    played(state, "make loudspeaker_horns minimum")
    assert warehouse(state) == {"copper": 1}  # the dearer Metal is saved


def test_frugal_valves_save_every_good_a_steam():
    codes = ["make pit_prop_timbers minimum"] * 2
    state = good_after("frugal_valves", {"wood": 4}, ["pit_prop_timbers"], *codes, steam=0)
    assert warehouse(state) == {}


def test_rune_battery_gains_a_magic():
    state = operating(owner("rune_battery"))
    played(state, "operate rune_battery")
    assert warehouse(state) == {"magic": 1}


def test_gilding_bath_gives_the_first_order_below_optimal_a_rosette():
    codes = ["make pit_prop_timbers minimum"] * 2
    state = good_after("gilding_bath", {"wood": 4}, ["pit_prop_timbers"], *codes)
    assert state.players[0].rosettes == 1 + 1  # and Hero of Labor


def test_press_office_duplicator_turns_two_rosettes_into_two_points():
    state = operating(owner("press_office_duplicator", rosettes=3))
    played(state, "operate press_office_duplicator")
    assert (state.players[0].vp, state.players[0].rosettes) == (2, 1)
    assert operating(owner("press_office_duplicator", rosettes=1)).asks != "operate"


def test_mechanical_understudy_moves_the_worker_and_ends_the_turn():
    player = owner("mechanical_understudy", "wind_up_clerk", warehouse={"beer": 1})
    state = operating(player, workers={"trading": [1]}, event="auditors_in_the_building")
    assert choices_for(state, "mechanical_understudy") == ["guild", "embassy", "trading"]
    played(state, "operate mechanical_understudy trading")
    assert state.workers["trading"] == [1, 0] and state.players[0].at == []
    assert (state.phase, GAME.to_act(state)) == ("trading", (0,))


def test_third_shift_bell_allows_a_second_good_without_the_slot_s_magic():
    player = owner("third_shift_bell", warehouse={"wood": 3}, commissar_at=["manufacturium1"])
    player["at"].append("manufacturium1")
    state = operating(player, {"rosettes": 1}, steam=5, workers={"accounting": [1]})
    played(state, "operate third_shift_bell", "done", "make pit_prop_timbers minimum")
    assert offered(state)[0] == "make pit_prop_timbers minimum"
    played(state, "make pit_prop_timbers minimum")
    assert warehouse(state) == {} and state.phase == "accounting"


def test_scrap_press_takes_three_cubes_from_anywhere_and_closes_by_itself():
    player = owner("scrap_press", warehouse={"flax": 1}, dock2={"car": 1, "gold": 2})
    state = operating(player)
    played(state, "operate scrap_press", "scrap flax warehouse", "scrap gold dock 2")
    assert state.players[0].rosettes == 0
    played(state, "scrap gold dock 2")
    assert state.players[0].rosettes == 2 and offered(state) == ["done"]
    assert operating(owner("scrap_press", warehouse={"flax": 2})).asks != "operate"


def test_perpetual_motion_prototype_is_never_offered():
    assert operating(owner("perpetual_motion_prototype")).asks != "operate"


@with_every("name", INVENTIONS)
def test_every_invention_can_be_researched_and_described(name):
    cost = INVENTIONS[name].row.cost
    player = {"at": ["research"], "unresearched": [name], "warehouse": cost}
    state = laid_out(player, {}, phase="research", steam=9, options={"expansion": True})
    played(state, f"research {name}")
    assert state.players[0].inventions == {name: INVENTIONS[name].uses}
    assert state.players[0].vp == INVENTIONS[name].vp and warehouse(state) == {}
    text = GAME.words.card(name)
    assert text.startswith(f"{INVENTIONS[name].name} (Invention). ") and "_" not in text
