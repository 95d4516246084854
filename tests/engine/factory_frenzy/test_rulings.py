"""One test for each ruling, beside what the scenario files tell."""

from collections import Counter
from dataclasses import asdict
from itertools import permutations

import pytest

from engine.factory_frenzy.cards import CARDS, RECIPES, deck_for
from engine.factory_frenzy.effects import Remove
from engine.factory_frenzy.resources import RESOURCES
from engine.kernel.refusal import Refused
from testing.playing import Table, codes, moments
from tests.engine.factory_frenzy.tables import GAME, dealt, kinds, laid_out, played

ALARM_CLOCK = {
    "chemicals": ["distillery_row"],
    "wood": ["plank_mill"],
    "gears": ["cog_bin"],
}


def seen_recipes(state, viewer):
    return {
        player.seat: player.recipe.recipe
        for player in GAME.view(state, viewer).players
        if player.recipe
    }


def test_ruling_1_iron_is_steel():
    assert RESOURCES == ("chemicals", "wood", "gears", "steel")
    assert not [name for name in (*CARDS, *RECIPES) if "iron" in name.split("_")]


def test_ruling_2_the_list_of_recipes_is_public_the_dealt_one_secret_the_others_unused():
    state = dealt(3, seed=4)
    dealt_recipes = [player.recipe for player in state.players]
    assert sorted(dealt_recipes + state.undealt) == sorted(RECIPES)
    assert set(RECIPES) <= set(GAME.words.cards())
    assert seen_recipes(state, None) == {}
    for seat in range(3):
        assert seen_recipes(state, seat) == {seat: dealt_recipes[seat]}
        said = str(asdict(GAME.view(state, seat)))
        assert not [r for r in dealt_recipes if r != dealt_recipes[seat] and r in said]


@pytest.mark.parametrize("seats", GAME.seats)
def test_ruling_2_undealt_recipes_stay_unused(seats):
    undealt = {
        tuple(moment.state.undealt) for moment in moments(Table(GAME, seats, GAME.options(), 5))
    }
    assert [len(recipes) for recipes in undealt] == [12 - seats]


def test_ruling_2_piles_and_discard_pile_are_public():
    state = laid_out({}, {}, piles=ALARM_CLOCK, discards=["rust", "termites"])
    view = GAME.view(state, None)
    assert {pile.resource: pile.cards for pile in view.piles if pile.cards} == {
        resource: tuple(cards) for resource, cards in ALARM_CLOCK.items()
    }
    assert [pile.total for pile in view.piles] == [3, 2, 1, 0]
    assert view.discards == {"rust": 1, "termites": 1}
    assert view.discard_top == "termites"


def test_ruling_2_a_stolen_card_is_known_to_both_and_to_nobody_else():
    hands = [{"hand": ["light_fingers"]}, {"hand": ["rust"]}, {"hand": ["termites"]}]
    state = laid_out(*hands)
    events = played(state, "play light_fingers 1")
    told = {event.readers for event in events if "rust" in event.facts}
    assert told == {(0, 1)}
    assert GAME.view(state, 1).players[0].known == ("rust",)
    assert GAME.view(state, 2).players[0].known == ()
    assert GAME.view(state, None).players[0].known == ()


def test_ruling_2_a_known_card_is_forgotten_openly_or_when_it_may_have_been_taken():
    state = laid_out(
        {"hand": ["light_fingers"]},
        {"hand": ["log_stack"]},
        {"hand": ["light_fingers"]},
        deck=["cog_bin", "cog_bin"],
    )
    played(state, "play light_fingers 1", "done", "play cog_bin", "done")
    assert GAME.view(state, 1).players[0].known == ("log_stack",)
    played(state, "play light_fingers 0")
    assert GAME.view(state, 1).players[0].known == ()


@pytest.mark.parametrize("seats", GAME.seats)
def test_ruling_3_each_may_change_the_hand_once_before_the_first_turn(seats):
    """All are asked at once: nobody has to wait for the players before them."""
    for order in (range(seats), reversed(range(seats))):
        state = dealt(seats, seed=seats)
        assert (state.step, GAME.to_act(state)) == ("mulligan", tuple(range(seats)))
        for seat in order:
            assert codes(GAME.choices(state, seat)) == ["keep", "mulligan"]
            before = state.players[seat].hand
            events = GAME.apply(state, seat, ("mulligan",))
            assert next(event.seat for event in events if event.kind == "drew_cards") == seat
            assert state.players[seat].hand != before
        assert (state.step, state.turn, GAME.to_act(state)) == ("play", 1, (state.first,))


def test_ruling_3_the_hand_is_changed_before_the_first_turn_or_never():
    state = dealt(2, seed=3)
    played(state, "keep", "keep")
    for seat in range(2):
        assert "mulligan" not in codes(GAME.actions(state, seat))
    with pytest.raises(Refused, match="before the first turn"):
        played(state, "mulligan")


def test_ruling_3_changed_cards_go_back_into_the_deck():
    state = dealt(2, seed=3)
    everything = Counter(state.deck.cards) + Counter(state.players[state.first].hand)
    first = state.first
    GAME.apply(state, first, ("mulligan",))
    GAME.apply(state, 1 - first, ("keep",))
    assert Counter(state.deck.cards) + Counter(state.players[first].hand) == everything
    assert state.deck.discards == []


def test_ruling_4_the_win_check_comes_before_the_draw():
    state = laid_out(
        {"hand": []},
        {"hand": ["rust"], "recipe": "alarm_clock", "declared": True},
        piles=ALARM_CLOCK,
    )
    events = played(state, "done")
    assert kinds(events) == ["did", "turn", "built", "over"]
    assert state.players[1].hand == ["rust"]


def test_ruling_4_the_steps_of_a_turn_come_in_their_order():
    hand = ["cog_bin", *["log_stack"] * 4, "rust", "termites"]
    state = laid_out(
        {"hand": []}, {"hand": hand, "recipe": "alarm_clock"}, piles=ALARM_CLOCK, deck=["toolroom"]
    )
    events = played(state, "done")
    assert kinds(events) == ["did", "turn", "drew", "drew_cards"]
    assert state.step == "play" and len(state.players[1].hand) == 8
    played(state, "play cog_bin")
    assert state.step == "declare"
    played(state, "declare")
    assert state.step == "discard"
    played(state, "discard rust")
    assert codes(GAME.choices(state, 1)) == ["done"]
    played(state, "done")
    assert (state.turn, GAME.to_act(state)) == (3, (0,))


def test_ruling_4_the_recipe_does_not_count_towards_the_limit():
    state = laid_out({"hand": ["cog_bin", *["log_stack"] * 4, "rust", "termites"]}, {})
    played(state, "play cog_bin")
    assert len(state.players[0].hand) == 6
    assert codes(GAME.choices(state, 0)) == ["done"]


def test_ruling_5_playing_is_compulsory_when_any_card_is_playable():
    state = laid_out(
        {"hand": ["log_stack", "rust"], "recipe": "alarm_clock"}, {}, piles=ALARM_CLOCK
    )
    assert codes(GAME.choices(state, 0)) == ["play log_stack"]


@pytest.mark.parametrize("name", CARDS)
def test_ruling_5_a_card_is_playable_only_if_every_removal_has_a_card(name):
    removals = [effect for effect in CARDS[name].effects if isinstance(effect, Remove)]
    state = laid_out({"hand": [name, "reagent_flask"]}, {"hand": ["log_stack"]})
    plays = [code for code in codes(GAME.choices(state, 0)) if code.split()[1] == name]
    assert bool(plays) == (not removals)
    piles = {"wood": ["log_stack"], "gears": ["cog_bin"]}
    piles |= {"chemicals": ["acid_vat"], "steel": ["ingot_pallet"]}
    state = laid_out({"hand": [name]}, {"hand": ["log_stack"]}, piles=piles)
    assert state.step == "play" and GAME.choices(state, 0)


@pytest.mark.parametrize(
    ("code", "why"),
    [("play rust", "the steel pile is empty"), ("play log_stack", "can't play any")],
)
def test_ruling_5_after_a_skipped_step_a_refusal_says_what_is_in_the_way(code, why):
    state = laid_out({"hand": []}, {"hand": ["rust"]}, deck=["termites"])
    played(state, "done")
    with pytest.raises(Refused, match=why):
        played(state, code)


def test_ruling_5_without_a_playable_card_the_step_is_skipped_and_told():
    state = laid_out({"hand": []}, {"hand": ["rust"]}, deck=["termites"])
    events = played(state, "done")
    assert kinds(events)[-1] == "skipped"
    assert codes(GAME.choices(state, 1)) == ["done"]


def test_ruling_6_a_card_is_laid_down_after_its_effects_in_printed_order():
    state = laid_out(
        {"hand": ["gear_press", "rust"]}, {"hand": []}, piles={"steel": ["ingot_pallet"]}
    )
    events = played(state, "play gear_press")
    assert kinds(events) == ["did", "removed", "added"]
    state = laid_out({"hand": ["night_watch"]}, {"hand": []}, deck=["rust", "termites", "cog_bin"])
    events = played(state, "play night_watch", "order cog_bin rust termites")
    assert [kind for kind in kinds(events) if kind != "did"] == [
        "peeked",
        "peeked_cards",
        "ordered",
        "drew",
        "drew_cards",
    ]
    assert state.players[0].hand == ["cog_bin"]
    assert state.deck.discards == ["night_watch"]


def test_ruling_6_a_removal_takes_the_whole_top_card():
    state = laid_out(
        {"hand": ["termites"]}, {}, piles={"wood": ["log_stack", "lumber_depot"]}, deck=["rust"]
    )
    played(state, "play termites")
    assert state.piles["wood"] == ["log_stack"]
    assert state.deck.discards == ["lumber_depot", "termites"]


def test_ruling_6_a_card_in_play_can_neither_be_discarded_nor_drawn_again():
    state = laid_out({"hand": ["big_order_small_shelf"]}, {"hand": []}, deck_size=1)
    played(state, "play big_order_small_shelf")
    assert state.playing == "big_order_small_shelf"
    everywhere = [*state.deck.cards, *state.deck.discards, *state.players[0].hand]
    assert everywhere.count("big_order_small_shelf") == 1  # the other copy


def test_ruling_7_a_declared_recipe_stands_and_wins_at_a_later_own_turn():
    state = laid_out(
        {"recipe": "alarm_clock", "hand": ["log_stack"]},
        {"hand": ["termites"]},
        piles=ALARM_CLOCK,
        deck=["ingot_pallet", "assay_office", "plank_mill", "ingot_pallet", "ingot_pallet"],
    )
    played(state, "play log_stack", "declare", "done")
    played(state, "play termites", "done")  # 3 2 1 are still there
    assert GAME.result(state).winners == (0,)
    assert GAME.result(state).reason == "built"
    assert state.piles["wood"], "resources are never spent"


def test_ruling_7_declaring_needs_the_resources_on_the_board_now():
    piles = ALARM_CLOCK | {"gears": []}
    state = laid_out({"recipe": "alarm_clock", "hand": ["cog_bin", "log_stack"]}, {}, piles=piles)
    short = state.copy()
    played(short, "play log_stack")
    assert "declare" not in codes(GAME.choices(short, 0))
    with pytest.raises(Refused, match="still 1 resource short for your Alarm Clock"):
        played(short, "declare")
    played(state, "play cog_bin")
    assert "declare" in codes(GAME.choices(state, 0))


def test_ruling_7_a_declaration_stands_face_up_until_the_recipe_is_swapped():
    state = laid_out(
        {"recipe": "alarm_clock", "hand": ["log_stack"], "declared": True},
        {"recipe": "oil_stove", "hand": ["stripped_teeth", "swapped_blueprints"]},
        piles=ALARM_CLOCK,
        deck=["steelworks", "rust", "ingot_pallet", "toolroom"],
    )
    played(state, "play log_stack", "done", "play stripped_teeth", "done")
    assert GAME.result(state) is None, "the gears are gone"
    assert state.players[0].declared and seen_recipes(state, None) == {0: "alarm_clock"}
    played(state, "play ingot_pallet", "done", "play swapped_blueprints 0", "done")
    assert not state.players[0].declared and seen_recipes(state, None) == {}


def test_ruling_7_nobody_wins_without_having_declared():
    state = laid_out(
        {"recipe": "alarm_clock", "hand": ["log_stack"]},
        {"hand": ["ingot_pallet"]},
        piles=ALARM_CLOCK,
    )
    played(state, "play log_stack", "done", "play ingot_pallet", "done")
    assert GAME.result(state) is None


def test_ruling_8_a_view_shows_a_seen_recipe_beside_its_present_owner():
    state = laid_out(
        {"hand": ["swapped_blueprints"], "recipe": "tin_robot"},
        {"hand": ["swapped_blueprints"], "recipe": "oil_stove", "declared": True},
        {"hand": [], "recipe": "music_box"},
    )
    assert seen_recipes(state, 2) == {1: "oil_stove", 2: "music_box"}
    played(state, "play swapped_blueprints 1")
    assert seen_recipes(state, 0) == {0: "oil_stove", 1: "tin_robot"}
    assert seen_recipes(state, 1) == {0: "oil_stove", 1: "tin_robot"}
    assert seen_recipes(state, 2) == {2: "music_box"}
    assert not any(player.declared for player in state.players)
    played(state, "done", "play swapped_blueprints 2")
    assert seen_recipes(state, 0) == {0: "oil_stove"}
    assert seen_recipes(state, 1) == {0: "oil_stove", 1: "music_box", 2: "tin_robot"}
    assert seen_recipes(state, None) == {}


def test_ruling_8_the_swapper_may_declare_the_new_recipe_in_the_same_turn():
    state = laid_out(
        {"hand": ["swapped_blueprints"], "recipe": "tin_robot"},
        {"hand": [], "recipe": "alarm_clock", "declared": True},
        piles=ALARM_CLOCK,
    )
    played(state, "play swapped_blueprints 1", "declare")
    assert [player.declared for player in state.players] == [True, False]
    assert seen_recipes(state, None) == {0: "alarm_clock"}


def test_ruling_8_a_swap_back_keeps_both_recipes_in_the_sight_of_both():
    state = laid_out(
        {"hand": ["swapped_blueprints"], "recipe": "tin_robot"},
        {"hand": ["swapped_blueprints"], "recipe": "oil_stove"},
        {"hand": [], "recipe": "music_box"},
    )
    played(state, "play swapped_blueprints 1", "done", "play swapped_blueprints 0")
    for seat in (0, 1):
        assert seen_recipes(state, seat) == {0: "tin_robot", 1: "oil_stove"}
    assert seen_recipes(state, 2) == {2: "music_box"}


def test_ruling_8_declared_recipes_are_seen_by_all():
    state = laid_out({"hand": ["log_stack"], "recipe": "alarm_clock"}, {}, {}, piles=ALARM_CLOCK)
    played(state, "play log_stack", "declare")
    for viewer in (None, 1, 2):
        assert seen_recipes(state, viewer)[0] == "alarm_clock"


def test_ruling_9_discards_are_chosen_by_the_player():
    hand = ["distillery_row", "rust", "termites", "cog_bin"]
    state = laid_out({"hand": hand}, {})
    played(state, "play distillery_row")
    offered = codes(GAME.choices(state, 0))
    assert offered == ["discard cog_bin", "discard rust", "discard termites"]
    played(state, "discard termites", "discard cog_bin")
    assert state.players[0].hand == ["rust"] and state.step == "declare"


def test_ruling_9_draw_takes_the_last_card_before_the_discard_pile_is_shuffled():
    state = laid_out(
        {"hand": ["bulk_delivery"]}, {"hand": []}, deck=["rust"], deck_size=1, discards=["cog_bin"]
    )
    events = played(state, "play bulk_delivery")
    assert kinds(events) == ["did", "reshuffled", "drew", "drew_cards"]
    assert events[-1].facts[0] == "rust" and len(events[-1].facts) == 2


def test_ruling_9_what_was_looked_at_is_put_back_in_any_order():
    state = laid_out({"hand": ["sample_lab"]}, {}, deck=["rust", "termites", "cog_bin"])
    played(state, "play sample_lab")
    orders = [code.split()[1:] for code in codes(GAME.choices(state, 0))]
    assert sorted(orders) == sorted(map(list, permutations(["rust", "termites", "cog_bin"])))
    played(state, "order termites cog_bin rust")
    assert state.deck.cards[:-4:-1] == ["termites", "cog_bin", "rust"]


def test_ruling_9_only_an_opponent_who_has_a_card_can_be_robbed():
    state = laid_out({"hand": ["light_fingers"]}, {"hand": []}, {"hand": ["rust"]})
    assert codes(GAME.choices(state, 0)) == ["play light_fingers 2"]
    state = laid_out({"hand": ["light_fingers"]}, {"hand": []}, {"hand": []})
    assert codes(GAME.choices(state, 0)) == ["play light_fingers"]
    events = played(state, "play light_fingers")
    assert kinds(events) == ["did"]


def test_ruling_9_draw_with_both_piles_empty_draws_nothing():
    state = laid_out({"hand": ["bulk_delivery"]}, {"hand": []}, deck_size=0)
    state.deck.discards.clear()
    events = played(state, "play bulk_delivery")
    assert kinds(events) == ["did"]
    assert state.players[0].hand == []


def test_ruling_9_any_card_of_the_victim_may_be_stolen():
    stolen = Counter()
    for seed in range(60):
        hands = [{"hand": ["light_fingers"]}, {"hand": ["rust", "termites", "cog_bin"]}]
        state = laid_out(*hands, seed=str(seed))
        played(state, "play light_fingers 1")
        stolen.update(state.players[0].hand)
    assert set(stolen) == {"rust", "termites", "cog_bin"}
    assert min(stolen.values()) > 8


@pytest.mark.parametrize(
    ("players", "winners", "reason"),
    [
        ([{"recipe": "alarm_clock"}, {"recipe": "fire_engine"}], (0,), "resources"),
        ([{"recipe": "music_box", "declared": True}, {"recipe": "oil_stove"}], (0,), "declared"),
        ([{"recipe": "music_box", "hand": ["rust"]}, {"recipe": "oil_stove"}], (1,), "cards"),
        ([{"recipe": "music_box"}, {"recipe": "oil_stove"}], (0, 1), "shared"),
    ],
)
def test_ruling_10_the_guard_decides_after_two_hundred_turns(players, winners, reason):
    piles = {"chemicals": ["distillery_row"], "wood": ["plank_mill"], "steel": ["scrap_melt"]}
    if reason != "resources":
        piles = {"wood": ["plank_mill"]}
    hands = [{"hand": []} | player for player in players]
    state = laid_out(*hands, piles=piles, turn=199, seat=1, deck_size=0)
    state.deck.discards = []
    while GAME.to_act(state):
        seat = GAME.to_act(state)[0]
        GAME.apply(state, seat, GAME.choices(state, seat)[-1])
    result = GAME.result(state)
    assert (state.turn, result.winners, result.reason) == (200, winners, reason)


def test_two_wrecking_balls_stay_out_with_four_players():
    assert [len(deck_for(seats)) for seats in GAME.seats] == [74, 74, 72]
    assert deck_for(4).count("wrecking_ball") == 2


def test_recipes_are_all_even_permutations_of_three_two_one_none():
    found = set()
    for recipe in RECIPES.values():
        needs = [dict(recipe.needs).get(resource, 0) for resource in RESOURCES]
        assert sorted(needs) == [0, 1, 2, 3]
        pairs = [(a, b) for i, a in enumerate(needs) for b in needs[i + 1 :]]
        assert sum(a < b for a, b in pairs) % 2 == 0
        found.add(tuple(needs))
    assert len(found) == 12


def test_the_first_player_is_drawn_by_lot():
    firsts = Counter(dealt(4, seed).first for seed in range(400))
    assert min(firsts[seat] for seat in range(4)) > 60


def test_what_was_put_back_is_told_to_its_seat_only():
    state = laid_out({"hand": ["sample_lab"]}, {}, deck=["rust", "termites", "cog_bin"])
    events = played(state, "play sample_lab", "order cog_bin rust termites", "undo")
    for event in events:
        if event.readers is None and event.kind != "added":
            assert not {"rust", "termites", "cog_bin"} & set(event.facts), event


def test_a_word_too_many_is_refused():
    state = laid_out({"hand": ["log_stack"]}, {})
    with pytest.raises(Refused, match="has no choices"):
        played(state, "play log_stack wood")
