"""The worst that a table of Factory Frenzy! can look like still obeys every rule of layout."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from engine.factory_frenzy.cards import CARDS, RECIPES
from engine.factory_frenzy.resources import RESOURCES
from engine.factory_frenzy.view import HandCardView, NeedView, PileView, RecipeView
from render import PAINTERS
from render.alt import LIMIT
from render.factory_frenzy.look import GLYPHS, RESOURCE
from render.marks import Sprite
from testing.every import with_every
from testing.layout_rules import faults
from testing.positions import FRENZY, TO_THE_END, places, view_after, words_of
from tests.render.test_stress import NASTY

PAINTER = PAINTERS[FRENZY]
NAMES = ("Ada", "Ben", "Cleo", "Dirk")
ALL = list(CARDS)
PRODUCERS = {
    resource: [card.id for card in CARDS.values() if card.resource == resource]
    for resource in RESOURCES
}


def wrong(view, names=NAMES, only=""):
    """What is wrong with the pictures of a view, each said once."""
    found = []
    for name in PAINTER.offers(view):
        if name.startswith(only):
            drawing = PAINTER.draw(name, view, names)
            found += [f"{name}: {fault}" for fault in faults(drawing)]
            if not 0 < len(drawing.alt) <= LIMIT:
                found.append(f"{name}: its alt text has {len(drawing.alt)} characters")
    return sorted(set(found))


def with_player(view, seat, **changes):
    players = list(view.players)
    players[seat] = replace(players[seat], **changes)
    return replace(view, players=tuple(players))


def recipe_view(name, have):
    needs = tuple(
        NeedView(resource, need, have[resource], max(0, need - have[resource]))
        for resource, need in RECIPES[name].needs
    )
    return RecipeView(name, needs, sum(need.lacks for need in needs))


def pile(resource, depth, is_new=False):
    cards = tuple(PRODUCERS[resource][n % len(PRODUCERS[resource])] for n in range(depth))
    amounts = tuple(CARDS[card].amount for card in cards)
    return PileView(resource, sum(amounts), cards, amounts, is_new)


def with_board(view, depths, newest=None):
    """Other piles; what is known of recipes is held against them."""
    piles = tuple(pile(each, depths[n], each == newest) for n, each in enumerate(RESOURCES))
    have = {each.resource: each.total for each in piles}
    view = replace(view, piles=piles)
    for player in view.players:
        if player.recipe:
            view = with_player(view, player.seat, recipe=recipe_view(player.recipe.recipe, have))
    return view


# --- the hand


def held(card, empty=(), helps=0):
    return HandCardView(card, not empty, empty, helps)


def playing(cards, recipe="sewing_machine", depths=(3, 0, 4, 2), **changes):
    """Seat 0 has to play one of these."""
    view = view_after(4, 60, seat=0, game=FRENZY)
    view = replace(view, hand=tuple(cards), turn_of=0, to_act=(0,), step="play", asked=None)
    have = dict.fromkeys(RESOURCES, 0)
    view = with_player(view, 0, hand_size=len(cards), recipe=recipe_view(recipe, have))
    return replace(with_board(view, depths), to_discard=0, **changes)


def shown(view):
    """Whatever is written in all parts of the hand."""
    pictures = [name for name in PAINTER.offers(view) if name.startswith("hand")]
    return [word for name in pictures for word in words_of(PAINTER.draw(name, view, NAMES))]


@with_every("count", range(13))
def test_a_hand_of_any_size_keeps_the_laws_and_shows_every_card(count):
    for start in range(0, len(ALL), 13):
        ids = [ALL[(start + n) % len(ALL)] for n in range(count)]
        view = playing([held(card) for card in ids])
        assert not wrong(view, only="hand")
        words = " ".join(shown(view))
        for card in set(ids):
            assert words.count(CARDS[card].name.upper()) == ids.count(card), card


@pytest.mark.parametrize("count", [1, 4, 5, 8, 9])
def test_a_second_picture_comes_with_the_ninth_card(count):
    offered = PAINTER.offers(playing([held("rust")] * count))
    assert ("hand 2" in offered) == (count > 8)


@with_every("card", ALL)
def test_every_card_keeps_the_laws_in_every_state(card):
    amount = CARDS[card].amount
    states = [held(card), held(card, ("steel",)), held(card, ("any",)), held(card, (), amount)]
    states += [held(card, ("wood",), amount)]
    assert not wrong(playing(states), only="hand")
    assert not wrong(replace(playing(states), to_act=(1,)), only="hand")


@with_every("recipe", RECIPES)
@with_every("depths", [(0, 0, 0, 0), (9, 12, 14, 11), (1, 1, 1, 1)])
def test_every_recipe_keeps_the_laws_above_a_hand(recipe, depths):
    for is_declared, ready in product((False, True), repeat=2):
        view = playing([held("cog_bin")], recipe, depths, can_declare=ready)
        assert not wrong(with_player(view, 0, declared=is_declared))


def test_what_can_be_played_is_ticked_and_what_cannot_says_why():
    cards = [held("cog_bin"), held("rust", ("steel",)), held("wrecking_ball", ("any",))]
    marks = [place.mark for place in places(PAINTER.draw("hand", playing(cards), NAMES))]
    ticks = [m for m in marks if isinstance(m, Sprite) and m.name == "common/check"]
    enough = [need for need in playing(cards).recipe.needs if not need.lacks]
    assert len(ticks) == 1 + len(enough)
    assert shown(playing(cards)).count("EMPTY") == 2


def test_nothing_is_ticked_or_veiled_when_another_seat_plays():
    cards = [held("cog_bin"), held("rust", ("steel",))]
    view = replace(playing(cards, depths=(0, 0, 0, 0)), to_act=(1,), turn_of=1)
    names = Counter(
        place.mark.name
        for place in places(PAINTER.draw("hand", view, NAMES))
        if isinstance(place.mark, Sprite)
    )
    assert not names["common/check"]
    assert "EMPTY" not in shown(view)


def test_what_the_recipe_lacks_is_marked_on_the_cards_that_bring_it():
    marks = [
        place.mark.name
        for place in places(
            PAINTER.draw("hand", playing([held("cog_bin", (), 1), held("rust")]), NAMES)
        )
        if isinstance(place.mark, Sprite)
    ]
    assert marks.count(GLYPHS + "recipe_wanted") == 2  # before the recipe's name, on the card


@with_every("count", range(1, 13))
def test_the_board_is_beside_or_below_the_cards(count):
    words = shown(playing([held("rust")] * count))
    assert words.count("ON THE BOARD") == (2 if count in (9, 10, 11) else 1)


def test_an_empty_hand_shows_the_board():
    assert "NO CARDS IN HAND · ON THE BOARD" in shown(playing([]))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"step": "mulligan", "turn": 0}, "KEEP OR CHANGE?"),
        ({}, "PLAY A CARD"),
        ({"asked": "discard", "to_discard": 2}, "DISCARD 2"),
        ({"step": "declare", "can_declare": True}, "DECLARE OR END"),
        ({"step": "declare", "can_declare": False}, "END YOUR TURN"),
        ({"step": "discard", "to_discard": 1}, "DISCARD 1"),
    ],
    ids=str,
)
def test_the_hand_says_what_is_asked_of_the_seat(changes, words):
    view = replace(playing([held("rust")] * 7), **changes)
    assert words in shown(view)
    assert words not in shown(replace(view, to_act=(1,)))
    assert not wrong(view, only="hand")


# --- what only the seat knows


@pytest.mark.parametrize("count", [1, 2, 3])
def test_what_was_looked_at_is_shown_in_its_order_to_its_viewer_only(count):
    for start in range(0, len(ALL), 5):
        top = tuple(ALL[(start + n) % len(ALL)] for n in range(count))
        view = replace(playing([held("rust")]), deck_top=top, asked="order")
        assert PAINTER.panel(view) == ("deck",)
        assert not wrong(view, only="deck")
        words = " ".join(words_of(PAINTER.draw("deck", view, NAMES)))
        assert all(CARDS[card].name.upper() in words for card in top)
    assert "deck" not in PAINTER.offers(view_after(4, 60, game=FRENZY))


def test_a_card_of_the_deck_that_helps_the_recipe_is_marked():
    view = replace(playing([]), deck_top=("plank_mill", "cog_bin"), asked="order")
    marks = [place.mark for place in places(PAINTER.draw("deck", view, NAMES))]
    names = [mark.name for mark in marks if isinstance(mark, Sprite)]
    assert names.count(GLYPHS + "recipe_wanted") == 2  # of the recipe, and of the wood it lacks


@with_every("name", NASTY.values())
def test_what_is_known_of_the_others_keeps_the_laws(name):
    have = dict.fromkeys(RESOURCES, 2)
    view = playing([held("light_fingers"), held("swapped_blueprints")])
    for seat, known in ((1, ()), (2, ("rust",)), (3, tuple(ALL[:9]))):
        recipe = recipe_view(list(RECIPES)[seat], have) if seat > 1 else None
        view = with_player(view, seat, known=known, recipe=recipe, hand_size=4 * seat)
    assert "rivals" in PAINTER.offers(view)
    assert not wrong(view, (name,) * 4)


def test_nothing_is_offered_of_rivals_of_whom_nothing_is_known():
    view = playing([held("light_fingers")])
    for seat in (1, 2, 3):
        view = with_player(view, seat, known=(), recipe=None, declared=False)
    assert "rivals" not in PAINTER.offers(view)


# --- the board


DEPTHS = [(0, 0, 0, 0), (1, 2, 3, 4), (5, 6, 7, 8), (14, 14, 14, 14), (0, 9, 0, 30)]


@with_every("depths", DEPTHS)
@with_every("seats", [2, 3, 4])
def test_a_board_of_any_depth_keeps_the_laws(seats, depths):
    for newest in (None, *RESOURCES):
        view = with_board(view_after(seats, 60, game=FRENZY), depths, newest)
        assert not wrong(view, only="board")


@with_every("seats", [2, 3, 4])
@with_every("name", NASTY.values())
def test_declared_recipes_keep_the_laws_whoever_has_them(seats, name):
    names = (name,) * 4
    recipes = list(RECIPES)
    for start, hand_size, turn_of in ((0, 0, 0), (4, 6, seats - 1), (8, 13, 0)):
        view = view_after(seats, 60, game=FRENZY)
        for seat in range(seats):
            recipe = recipe_view(recipes[start + seat], dict.fromkeys(RESOURCES, 2))
            view = with_player(
                view, seat, recipe=recipe, declared=bool(seat), hand_size=hand_size + seat
            )
        view = with_board(view, (9, 0, 12, 3))
        assert not wrong(replace(view, turn_of=turn_of, to_act=(turn_of,)), names)


def test_the_freshest_declaration_that_stands_is_on_the_table():
    view = view_after(4, 60, game=FRENZY)
    have = dict.fromkeys(RESOURCES, 3)
    for seat in (1, 2):
        view = with_player(view, seat, declared=True, recipe=recipe_view("oil_stove", have))
    for turn_of, fresh in ((0, 2), (3, 2), (2, 2), (1, 1)):
        assert PAINTER.board(replace(view, turn_of=turn_of)) == ("board", f"declared {fresh}")
    lacking = recipe_view("oil_stove", dict.fromkeys(RESOURCES, 0))
    fallen = with_player(with_player(view, 1, recipe=lacking), 2, recipe=lacking)
    assert PAINTER.board(fallen) == ("board",)
    assert {"declared 1", "declared 2"} <= {*PAINTER.offers(fallen)}


def test_no_public_picture_names_a_secret_recipe():
    view = view_after(4, 60, seat=0, game=FRENZY)
    public = view_after(4, 60, game=FRENZY)
    secret = RECIPES[view.recipe.recipe].name
    assert not view.players[0].declared
    for name in PAINTER.board(public):
        drawing = PAINTER.draw(name, view, NAMES)
        assert secret.upper() not in map(str.upper, words_of(drawing))
        assert secret not in drawing.alt


@with_every("seats", [2, 3, 4])
@with_every("name", NASTY.values())
def test_the_end_keeps_the_laws_whatever_the_players_are_called(seats, name):
    assert not wrong(view_after(seats, TO_THE_END, game=FRENZY), (name,) * 4)


@pytest.mark.parametrize("seed", [3, 7])
def test_a_name_in_two_lines_keeps_off_what_lies_below_it(seed):
    """Letters that hang low would touch it: then there is one line."""
    view = view_after(4, 120, seed=seed, game=FRENZY)
    names = ("Ada", "<t:0:R>iiiiiiii<script>\ufdfa", "Cleo", "Dirk")
    assert "final" in PAINTER.offers(view)
    assert not wrong(view, names, only="final")


def test_every_recipe_is_in_the_picture_of_all():
    words = words_of(PAINTER.draw("recipes", view_after(4, 0, game=FRENZY), NAMES))
    assert {recipe.name.upper() for recipe in RECIPES.values()} <= {*words}


@with_every("card", ALL)
def test_a_card_shows_one_sign_for_each_unit_that_it_adds(card):
    marks = [place.mark for place in places(PAINTER.card(card))]
    signs = Counter(mark.name for mark in marks if isinstance(mark, Sprite))
    removed = [each.pile for each in CARDS[card].row.effects if each.do == "remove"]
    for resource in RESOURCES:
        adds = CARDS[card].amount if CARDS[card].resource == resource else 0
        assert signs[RESOURCE + resource] == adds + removed.count(resource)
