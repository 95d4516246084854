"""A seat's own panel of Factory Frenzy!: one picture, and an alarm while somebody has declared."""

from collections import Counter
from dataclasses import replace

from engine import GAMES
from engine.factory_frenzy.cards import CARDS, RECIPES
from engine.factory_frenzy.resources import RESOURCES
from engine.factory_frenzy.stopping import declared_rivals, is_standing, stopped_by
from render import PAINTERS
from testing.every import with_every
from testing.layout_rules import faults
from testing.playing import moments, tables
from testing.positions import FRENZY, TO_THE_END, view_after, words_of
from tests.render.test_frenzy_stress import (
    ALL,
    NAMES,
    NASTY,
    held,
    playing,
    recipe_view,
    with_board,
    with_player,
    wrong,
)

GAME, PAINTER = GAMES[FRENZY], PAINTERS[FRENZY]
HIGHEST = 1210
DEPTHS = (3, 2, 4, 2)  # of the piles: enough for any recipe


def alarmed(cards, recipes=("rocking_horse",), depths=DEPTHS, **changes):
    """Seat 0 has to play; the seats from 2 on have declared these."""
    view = playing(cards, depths=depths, **changes)
    for seat in (1, 2, 3):
        view = with_player(view, seat, declared=False, recipe=None)
    for seat, recipe in enumerate(recipes, 2):
        shown = recipe_view(recipe, dict.fromkeys(RESOURCES, 0))
        view = with_player(view, seat, declared=True, recipe=shown)
    return with_board(view, depths)


def words(view, name="hand", names=NAMES):
    return words_of(PAINTER.draw(name, view, names))


# --- one picture


@with_every("seats", [2, 3, 4])
@with_every("moves", [0, 1, 20, 60, 75, 90])
def test_a_panel_is_the_hand_of_who_is_asked_and_the_table_for_the_others(seats, moves):
    for seat in range(seats):
        view = view_after(seats, moves, seat, game=FRENZY)
        if view.result:
            continue
        asked = ("deck",) if view.asked == "order" else ("hand",)
        assert PAINTER.panel(view) == (asked if seat in view.to_act else ("watch",))


def test_a_second_picture_comes_with_the_ninth_card():
    assert PAINTER.panel(playing([held("rust")] * 8)) == ("hand",)
    assert PAINTER.panel(playing([held("rust")] * 9)) == ("hand", "hand 2")


def test_at_the_end_a_panel_is_the_board():
    view = view_after(4, TO_THE_END, 2, game=FRENZY)
    assert PAINTER.panel(view) == PAINTER.board(view)


@with_every("count", range(10))
@with_every("recipes", [(), ("rocking_horse",), ("oil_stove", "tin_robot")])
def test_a_hand_of_up_to_eight_cards_is_not_too_high(count, recipes):
    view = alarmed([held(card) for card in ALL[:count]], recipes)
    assert not wrong(view, only=("hand", "watch"))
    assert PAINTER.draw("hand", view, NAMES).h <= HIGHEST
    assert PAINTER.draw("watch", view, NAMES).h <= HIGHEST


# --- the own recipe while waiting


@with_every("recipe", RECIPES)
@with_every("depths", [(0, 0, 0, 0), (9, 12, 14, 30), DEPTHS])
def test_who_waits_sees_how_far_the_own_recipe_is(recipe, depths):
    view = replace(playing([held("rust")], recipe, depths), to_act=(1,), turn_of=1)
    view = with_board(view, depths)
    assert not wrong(view, only="watch")
    shown, lacks = words(view, "watch"), view.recipe.lacks
    assert RECIPES[recipe].name.upper() in shown
    assert (f"{lacks} MISSING" if lacks else "COMPLETE") in shown
    assert RECIPES[recipe].name in PAINTER.draw("watch", view, NAMES).alt


def test_the_public_is_not_offered_anybody_s_recipe():
    assert "watch" not in PAINTER.offers(view_after(4, 60, game=FRENZY))


# --- the alarm


def test_the_alarm_says_who_wins_and_which_cards_stop_it():
    cards = [held(card) for card in ("clockwork_hall", "fume_extractor", "rust", "night_watch")]
    view = alarmed(cards)
    needs = {need.resource: need for need in view.players[2].recipe.needs}
    assert not view.players[2].recipe.lacks
    shown = words(view)
    assert "CLEO" in shown and "WINS NEXT TURN" in shown
    stops = [each.card for each in cards if each.is_playable and stopped_by(view, each.card)]
    assert shown.count("STOPS CLEO") == len(stops)
    assert needs["steel"].have - needs["steel"].need >= 0
    alt = PAINTER.draw("hand", view, NAMES).alt
    assert "Cleo wins next turn: Rocking Horse" in alt
    assert alt.count("stops Cleo") == len(stops)


def test_nothing_is_marked_while_it_is_not_the_seat_s_turn_to_play():
    view = alarmed([held("wrecking_ball")], depths=(1, 1, 2, 1), recipes=("tin_robot",))
    for changes in ({"to_act": (1,)}, {"asked": "discard", "to_discard": 1}, {"step": "declare"}):
        assert not [said for said in words(replace(view, **changes)) if said.startswith("STOPS")]


def test_a_declared_recipe_that_lacks_something_is_no_alarm():
    view = alarmed([held("rust")], depths=(0, 0, 0, 0))
    shown = words(view)
    assert "HAS DECLARED" in shown and "WINS NEXT TURN" not in shown
    assert not wrong(view, only="hand")


def test_nobody_is_warned_of_oneself():
    view = alarmed([held("rust")], ())
    view = with_player(view, 0, declared=True)
    assert not declared_rivals(view)
    assert "WINS NEXT TURN" not in words(view)


def test_who_stands_comes_first_then_whose_turn_is_sooner():
    view = alarmed([held("rust")], ("rocking_horse", "oil_stove"), depths=(9, 9, 9, 9))
    for turn_of, first in ((0, 2), (1, 2), (2, 3), (3, 2)):
        assert declared_rivals(replace(view, turn_of=turn_of))[0].seat == first
    none = recipe_view("rocking_horse", dict.fromkeys(RESOURCES, 0))
    assert declared_rivals(with_player(view, 2, recipe=none))[0].seat == 3


@with_every("name", NASTY.values())
def test_the_alarm_keeps_the_laws_whatever_people_are_called(name):
    cards = [held(card) for card in ("wrecking_ball", "swapped_blueprints", "rust", "cog_bin")]
    for depths in (DEPTHS, (14, 14, 14, 14), (0, 0, 0, 0), (1, 1, 1, 1)):
        view = alarmed(cards, ("rocking_horse", "oil_stove"), depths)
        assert not wrong(view, (name,) * 4, only=("hand", "watch"))


@with_every("recipe", RECIPES)
def test_every_recipe_keeps_the_laws_in_the_alarm(recipe):
    for depths in (DEPTHS, (30, 30, 30, 30), (0, 1, 2, 3)):
        assert not wrong(alarmed([held("rust")], (recipe,), depths), only="hand")


# --- what stops is what the rules say


def outcome(state, seat, action, rivals):
    """Which of the rivals' recipes fail right after a card was played."""
    after = state.copy()
    GAME.apply(after, seat, action)
    while after.pending and after.seat == seat:
        GAME.apply(after, seat, GAME.actions(after, seat)[0])
    players = GAME.view(after, None).players
    return {rival for rival in rivals if not is_standing(players[rival])}


def played_with_declarations(table):
    """Moments at which somebody has to play while another's recipe stands."""
    for moment in moments(table):
        for seat in GAME.to_act(moment.state):
            view = GAME.view(moment.state, seat)
            standing = [each.seat for each in declared_rivals(view) if is_standing(each)]
            if standing and view.step == "play" and not view.asked:
                yield moment.state, view, standing


def test_the_marked_cards_are_those_that_stop_somebody():
    seen = Counter()
    for table in (each for each in tables(4) if each.game.id == FRENZY):
        for state, view, standing in played_with_declarations(table):
            for card in view.hand:
                plays = [
                    action
                    for action in GAME.actions(state, view.seat)
                    if action[:2] == ("play", card.card)
                ]
                fallen = [outcome(state, view.seat, action, standing) for action in plays]
                rival = next(iter(stopped_by(view, card.card) if card.is_playable else []), None)
                assert bool(rival) == any(fallen)
                assert rival is None or any(rival.seat in each for each in fallen)
                seen[bool(rival)] += 1
    assert seen[True] and seen[False]


def test_every_card_that_removes_can_be_marked():
    marked = {
        card
        for card in CARDS
        for recipe in RECIPES
        if stopped_by(alarmed([held(card)], (recipe,), depths=(2, 2, 2, 2)), card)
    }
    removing = {each.id for each in CARDS.values() for do in each.row.effects if do.do == "remove"}
    assert marked == {*removing, "swapped_blueprints"}
    assert not faults(PAINTER.draw("hand", alarmed([held(card) for card in [*marked][:8]]), NAMES))
