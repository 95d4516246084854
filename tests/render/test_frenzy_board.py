"""The public pictures of Factory Frenzy!: lawful at every moment, true, silent on secrets."""

from dataclasses import replace
from itertools import islice, product

import pytest

from engine import GAMES
from engine.factory_frenzy.cards import CARDS, RECIPES
from engine.factory_frenzy.pages import still_to_play
from engine.factory_frenzy.resources import RESOURCES
from engine.factory_frenzy.state import MAX_TURNS
from engine.factory_frenzy.view import NeedView, PileView, RecipeView
from engine.kernel.luck import FastLuck
from render.alt import LIMIT
from render.factory_frenzy import board, declared, final, share
from render.factory_frenzy.chips import MAX_SIDE_BY_SIDE, chips
from render.factory_frenzy.look import DECLARED_STRIPES, GLYPHS, SCENES
from render.factory_frenzy.turns import heading, stops
from render.marks import Sprite, Text
from render.png import encoded
from render.raster import Rasterizer
from render.widgets.badges import spoken
from testing import positions
from testing.every import with_every
from testing.layout_rules import faults
from testing.playing import Table, end_of, moments
from testing.positions import TO_THE_END, flat, places, words_of
from tests.render.test_pictures import unreadable

GAME = GAMES["factory_frenzy"]
NAMES = ("Ada", "Bruno", "Chiyo", "Dmitri")
NASTY = spoken(
    (
        "W" * 32,
        "👩‍🚀🏭🎲👍🏽" * 4,
        "高橋一郎" * 8,
        "‮مرحبا بالعالم hello‬ שלום",
    )
)
NASTIER = spoken(("Z̷̛͔̗a̵͚͝l̸̳͌g̵̲̈́o̴͈͒" + "﷽" * 6, "", "Donaudampfschifffahrtsgesellscha", "i" * 32))
LARGEST = 130_000  # bytes of a file
TITLE = "Factory Frenzy!"


def view_after(seats, moves, seat=None):
    """A view of one's own, free to be bent."""
    return positions.view_after(seats, moves, seat, game=positions.FRENZY)


def pictures(view, names):
    """All that everybody may see of a view."""
    yield board.picture(view, names)
    for player in view.players:
        if player.declared:
            yield declared.picture(view, player.seat, names)
    if view.result:
        yield final.picture(view, names)
        yield share.picture(view, names, TITLE)


def wrong(view, names=NAMES):
    drawn = list(pictures(view, names))
    found = {fault for drawing in drawn for fault in faults(drawing)}
    assert all(0 < len(drawing.alt) <= LIMIT for drawing in drawn)
    return sorted(found)


# --- positions made by hand


def pile(resource, *cards, is_new=False):
    amounts = tuple(CARDS[card].amount for card in cards)
    return PileView(resource, sum(amounts), cards, amounts, is_new)


def held_against(recipe, piles):
    have = {each.resource: each.total for each in piles}
    needs = tuple(
        NeedView(resource, need, have[resource], max(0, need - have[resource]))
        for resource, need in RECIPES[recipe].needs
    )
    return RecipeView(recipe, needs, sum(need.lacks for need in needs))


FULL = (
    pile("chemicals", *["distillery_row"] * 7),
    pile("wood", "lumber_depot", "plank_mill", "log_stack", is_new=True),
    pile("gears", *["gear_press"] * 5),
    pile("steel", "foundry_shift"),
)
EMPTY = tuple(pile(resource) for resource in RESOURCES)


def table(seats, recipes, piles=FULL, sizes=(9, 1, 6, 0), **changes):
    """A position with these declared recipes, None for a secret one."""
    view = view_after(seats, 40)
    players = tuple(
        replace(
            player,
            declared=recipe is not None,
            recipe=recipe and held_against(recipe, piles),
            hand_size=sizes[player.seat],
        )
        for player, recipe in zip(view.players, recipes, strict=True)
    )
    facts = {"turn_of": 0, "to_act": (0,), "step": "play", "asked": None, "playing": None}
    return replace(view, players=players, piles=piles, **{**facts, **changes})


def ended(seats, winners, reason, ranks, piles=FULL, recipes=None, is_declared=False):
    """A table after the last turn, without a finished recipe."""
    view = view_after(seats, TO_THE_END)
    players = tuple(
        replace(player, declared=is_declared, recipe=held_against(recipe, piles))
        for player, recipe in zip(view.players, recipes or list(RECIPES)[:seats], strict=True)
    )
    result = replace(view.result, winners=winners, reason=reason, ranks=ranks)
    changes = {"winner": None, "turn": 200, "turns_left": 1, "piles": piles}
    return replace(view, players=players, result=result, **changes)


# --- laws of layout


@pytest.mark.parametrize(("seats", "seed"), [*product(GAME.seats, range(2))])
def test_no_moment_of_a_random_game_breaks_a_law_of_layout(seats, seed):
    found = set()
    table = Table(GAME, seats, GAME.options(), seed)
    for moment in islice(moments(table), seed, None, 29):
        found |= {*wrong(GAME.view(moment.state, None), NASTY)}
    assert not sorted(found)
    assert not wrong(GAME.view(end_of(table), None), NASTIER)


@with_every("names", [NAMES, NASTY, NASTIER])
@with_every("seats", GAME.seats)
def test_everybody_declared_and_to_play_breaks_no_law_of_layout(seats, names):
    for step, piles in product(("play", "declare", "discard"), (FULL, EMPTY)):
        for owner in range(seats):
            recipes = list(RECIPES)[owner : owner + seats]
            facts = {"turn_of": owner, "to_act": (owner,), "step": step}
            assert not wrong(table(seats, recipes, piles, **facts), names)


@with_every("recipe", RECIPES)
@with_every("seats", GAME.seats)
def test_every_recipe_has_room_in_a_panel(seats, recipe):
    others = [None] * (seats - 1)
    for piles in (FULL, EMPTY):
        assert not wrong(table(seats, [recipe, *others], piles))


@with_every("size", [0, 1, 6, 7, 9, 12, 20])
@with_every("seats", GAME.seats)
def test_a_hand_of_any_size_has_room(seats, size):
    recipes = ["music_box", *[None] * (seats - 1)]
    assert not wrong(table(seats, recipes, sizes=(size,) * 4))


@with_every("seats", GAME.seats)
@with_every("names", [NASTY, NASTIER])
@with_every("how", ["resources", "declared", "cards", "shared"])
def test_the_guard_of_the_last_turn_breaks_no_law_of_layout(seats, names, how):
    shared = tuple(range(seats))
    winners, ranks = (shared, (1,) * seats) if how == "shared" else ((1,), (2, 1, 3, 4)[:seats])
    for piles in (FULL, EMPTY):
        assert not wrong(ended(seats, winners, how, ranks, piles), names)


def extremes():
    """Pictures with everything in them that there can be."""
    for piles, seats in product((FULL, EMPTY), GAME.seats):
        yield from pictures(table(seats, list(RECIPES)[:seats], piles), NAMES)
        yield from pictures(table(seats, [None] * seats, piles), NAMES)
        ends = ended(seats, (0, 1), "shared", (1, 1, 3, 4)[:seats], piles)
        yield from pictures(ends, NAMES)
    yield from pictures(view_after(4, TO_THE_END), NAMES)


def test_extremes_are_small_files_and_their_words_lie_on_the_ground_they_were_made_for():
    easel = Rasterizer()
    for drawing in extremes():
        colored = replace(drawing, palette=positions.FRENZY)
        image = easel.picture(colored)
        assert not unreadable(colored, image)
        assert len(encoded(image)) <= LARGEST


# --- secrets


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_seat_sees_the_same_public_pictures_as_everybody(seats):
    for moves in (0, 15, 40, 60, TO_THE_END):
        public = list(pictures(view_after(seats, moves), NAMES))
        for seat in range(seats):
            assert list(pictures(view_after(seats, moves, seat), NAMES)) == public


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_hidden_changes_no_public_picture_and_no_alt_text(seats):
    compared = 0
    for moment in moments(Table(GAME, seats, GAME.options(), 3)):
        if moment.number % 25 == 5:
            world = GAME.other_world(moment.state, None, FastLuck(moment.number))
            here, there = (GAME.view(state, None) for state in (moment.state, world))
            assert list(pictures(here, NAMES)) == list(pictures(there, NAMES))
            compared += 1
    assert compared


def test_a_secret_recipe_is_neither_drawn_nor_said_even_in_its_owners_view():
    for seat in range(4):
        view = view_after(4, 30, seat)
        assert view.recipe and not view.players[seat].declared
        drawing = board.picture(view, NAMES)
        assert not [name for name in sprites_of(drawing) if view.recipe.recipe in name]
        assert RECIPES[view.recipe.recipe].name not in drawing.alt


# --- the board


def sprites_of(drawing):
    return [place.mark.name for place in places(drawing) if isinstance(place.mark, Sprite)]


@with_every("depth", range(1, 12))
def test_amounts_below_a_pile_add_up_to_its_total(depth):
    amounts = tuple(1 + n % 3 for n in range(depth))
    shown = [int(mark.words) for mark in flat(chips("wood", amounts, 12).marks) if is_text(mark)]
    assert sum(shown) == sum(amounts)
    assert len(shown) == min(depth, MAX_SIDE_BY_SIDE)
    assert shown[: MAX_SIDE_BY_SIDE - 1] == [*amounts[: MAX_SIDE_BY_SIDE - 1]]


def is_text(mark):
    return isinstance(mark, Text)


def test_the_board_says_totals_depths_and_what_is_left():
    view = table(4, [None] * 4)
    words = words_of(board.picture(view, NAMES))
    for each in FULL:
        assert str(each.total) in words
        assert CARDS[each.cards[0]].name.upper() in words
    assert {f"deck {view.deck}", f"discard {sum(view.discards.values())}"} <= {*words}
    assert {"7 cards", "3 cards", "1 card"} <= {*words}


def test_an_empty_pile_and_the_newest_card_are_marked():
    words = words_of(board.picture(table(4, [None] * 4, EMPTY), NAMES))
    assert words.count("EMPTY") == 4
    assert words.count("no card") == 4
    assert words_of(board.picture(table(4, [None] * 4), NAMES)).count("NEW") == 1


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_hand_is_a_number_and_as_many_backs(seats):
    view = table(seats, [None] * seats, sizes=(6, 2, 4, 5))
    drawing = board.picture(view, NAMES)
    in_hands = sum((6, 2, 4, 5)[:seats])
    assert sprites_of(drawing).count(GLYPHS + "card_back") == in_hands + 1  # and the deck's


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_secret_recipe_is_a_sly_sheet_and_an_open_one_its_product(seats):
    recipes = ["alarm_clock", *[None] * (seats - 1)]
    drawing = board.picture(table(seats, recipes), NAMES)
    assert sprites_of(drawing).count(GLYPHS + "recipe_secret") == seats - 1
    assert sprites_of(drawing).count(SCENES + "alarm_clock.row") == 1
    assert words_of(drawing).count("DECLARED") == 1


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize(("piles", "sign"), [(FULL, "check"), (EMPTY, "cross")])
def test_an_open_recipe_stands_or_lacks_something(seats, piles, sign):
    recipes = ["alarm_clock", *[None] * (seats - 1)]
    signs = sprites_of(board.picture(table(seats, recipes, piles), NAMES))
    assert [f"common/{each}" in signs for each in ("check", "cross")] == [
        sign == "check",
        sign == "cross",
    ]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"step": "mulligan", "turn": 0}, "STARTING HAND"),
        ({"step": "play"}, "TO PLAY"),
        ({"step": "declare"}, "ENDING TURN"),
        ({"step": "discard", "to_discard": 2}, "TO DISCARD"),
        ({"step": "discard", "to_discard": 0}, "ENDING TURN"),
        ({"step": "play", "asked": "discard", "playing": "acid_vat"}, "TO DISCARD"),
        ({"step": "play", "asked": "order", "playing": "night_watch"}, "LOOKS AT CARDS"),
    ],
)
def test_it_is_said_what_the_table_waits_for(changes, words):
    for seats in GAME.seats:
        view = table(seats, [None] * seats, **changes)
        assert words_of(board.picture(view, NAMES)).count(words) == 1
        assert not wrong(view, NASTY)


def test_the_stripes_turn_red_while_somebody_wins_if_nothing_changes():
    def tints(piles):
        drawing = board.picture(table(2, ["alarm_clock", None], piles), NAMES)
        return {place.mark.tint for place in places(drawing) if isinstance(place.mark, Sprite)}

    assert DECLARED_STRIPES.light in tints(FULL)
    assert DECLARED_STRIPES.light not in tints(EMPTY)


def test_the_last_turns_are_counted():
    assert "Turn 192 of 200" in words_of(
        board.picture(table(2, [None] * 2, turn=192, turns_left=9), NAMES)
    )


# --- the declaration


@pytest.mark.parametrize(
    ("chemicals", "said"),
    [(0, "3 missing"), (1, "2 missing"), (3, "just enough"), (4, "1 to spare"), (9, "6 to spare")],
)
def test_each_need_says_how_safe_it_is(chemicals, said):
    piles = (pile("chemicals", *["reagent_flask"] * chemicals), *FULL[1:])
    drawing = declared.picture(table(2, ["alarm_clock", None], piles), 0, NAMES)
    words = words_of(drawing)
    assert said in words
    assert words.count("just enough") == (said == "just enough")
    assert (GLYPHS + "remove_top" in sprites_of(drawing)) is (said == "just enough")


@with_every(("seats", "owner", "turn_of"), [*product((2, 3, 4), (0, 1), (0, 1))])
def test_stops_are_the_turns_up_to_the_check(seats, owner, turn_of):
    recipes = [None] * seats
    recipes[owner] = "alarm_clock"
    view = table(seats, recipes, turn_of=turn_of, to_act=(turn_of,))
    coming = stops(view, owner, NAMES)
    assert [stop.seat for stop in coming] == still_to_play(view, owner)
    assert [stop.is_check for stop in coming] == [False] * (len(coming) - 1) + [True]
    assert [stop.is_awaited for stop in coming] == [True] + [False] * (len(coming) - 1)


def test_who_just_declared_has_no_stop_for_the_turn_that_is_ending():
    view = table(3, ["alarm_clock", None, None], step="declare")
    coming = stops(view, 0, NAMES)
    assert [stop.seat for stop in coming] == [1, 2, 0]
    assert heading(coming, 0, 0) == "2 TURNS TO STOP IT"


def test_who_has_played_can_no_longer_stop_it():
    view = table(3, [None, None, "alarm_clock"], step="declare", turn_of=1, to_act=(1,))
    coming = stops(view, 2, NAMES)
    assert coming[0].has_played
    assert heading(coming, 2, 0) == "IT STANDS"
    assert "HAS PLAYED" in words_of(declared.picture(view, 2, NAMES))


def test_a_recipe_that_lacks_something_wins_only_if_complete():
    words = words_of(declared.picture(table(2, [None, "alarm_clock"], EMPTY), 1, NAMES))
    assert {"6 MISSING NOW", "WINS IF COMPLETE"} <= {*words}
    assert "WINS IF IT STANDS" not in words


def test_the_last_turn_of_the_game_may_come_before_the_check():
    view = table(4, [None, None, None, "alarm_clock"], turn=199, turns_left=2)
    words = words_of(declared.picture(view, 3, NAMES))
    assert "TURN 200 COMES FIRST" in words
    assert "WINS IF IT STANDS" not in words


# --- the end


def products_in(drawing):
    return [
        name.removeprefix(SCENES).split(".")[0]
        for name in sprites_of(drawing)
        if name.startswith(SCENES) and "." in name
    ]


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_end_shows_every_product_once(seats):
    view = view_after(seats, TO_THE_END)
    shown = products_in(final.picture(view, NAMES))
    assert sorted(shown) == sorted(player.recipe.recipe for player in view.players)
    assert "BUILT IT!" in words_of(final.picture(view, NAMES))


def test_nobody_wins_on_the_board_of_a_game_that_was_ended_before_anything_counted():
    for turns, has_declared, is_won in ((0, 0, 0), (0, 1, 1), (MAX_TURNS, 0, 1)):
        state = GAME.setup(GAME.options(), 2, FastLuck(1))
        state.turn, state.players[1].declared = turns, bool(has_declared)
        GAME.conclude(state, [])
        drawing = board.picture(GAME.view(state, None), NAMES[:2])
        assert ("WINS" in words_of(drawing)) is bool(is_won)


def test_a_shared_win_crowns_all_who_share_it():
    view = ended(4, (1, 2), "shared", (3, 1, 1, 4), EMPTY)
    drawing = final.picture(view, NAMES)
    words = words_of(drawing)
    assert {"SHARED VICTORY", "AFTER 200 TURNS"} <= {*words}
    assert words.count("shares it") == 2
    assert sprites_of(drawing).count("common/crown") == 2
    assert len(products_in(drawing)) == 4
    assert words_of(share.picture(view, NAMES, TITLE)).count("SHARED VICTORY") == 1


@pytest.mark.parametrize(
    ("reason", "sizes", "said"),
    [("resources", (6, 6), "wins"), ("cards", (3, 5), "3 cards"), ("declared", (6, 6), "wins")],
)
def test_a_win_without_a_finished_recipe_says_what_decided(reason, sizes, said):
    view = ended(2, (0,), reason, (1, 2), EMPTY)
    players = tuple(
        replace(player, hand_size=size, declared=reason == "declared" and not player.seat)
        for player, size in zip(view.players, sizes, strict=True)
    )
    words = words_of(final.picture(replace(view, players=players), NAMES))
    assert "CAME CLOSEST!" in words
    assert said in words
    others = {"resources": "6 cards", "cards": "5 cards", "declared": "not declared"}
    assert others[reason] in words
    assert words.count("0/6") == 2


def test_who_had_everything_but_the_turn_is_too_late():
    view = view_after(2, TO_THE_END)
    late = 1 - view.winner
    players = [*view.players]
    players[late] = replace(players[late], declared=True, recipe=held_against("alarm_clock", FULL))
    assert "too late" in words_of(final.picture(replace(view, players=tuple(players)), NAMES))
    players[late] = replace(players[late], declared=False)
    assert "not declared" in words_of(final.picture(replace(view, players=tuple(players)), NAMES))


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_card_to_share_names_the_winner_first_and_the_others_with_their_scores(seats):
    view = view_after(seats, TO_THE_END)
    drawing = share.picture(view, NAMES, TITLE)
    words = words_of(drawing)
    assert TITLE.upper() in words
    assert products_in(drawing) == [view.players[view.winner].recipe.recipe]
    for player in view.players:
        score = 6 - player.recipe.lacks
        assert NAMES[player.seat] in words
        assert player.seat == view.winner or f"{score}/6" in words
