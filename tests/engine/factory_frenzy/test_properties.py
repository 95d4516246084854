"""What holds at every moment of Factory Frenzy!, whatever is played."""

from collections import Counter
from functools import cache
from itertools import product

import pytest

from engine import GAMES
from engine.factory_frenzy.cards import CARDS, RECIPES, deck_for
from engine.factory_frenzy.effects import Remove, Steal, Swap
from engine.factory_frenzy.resources import RESOURCES
from engine.kernel.codes import MAX_CODE, code, parse
from engine.kernel.luck import FastLuck
from testing.playing import NAMES, codes, moments, tables
from testing.stored_cards import skip_if_changed
from tests.engine import test_contract
from tests.engine.factory_frenzy.tables import laid_out, played

GAME = GAMES["factory_frenzy"]
TABLES = [table for table in tables() if table.game is GAME]
at_every_table = pytest.mark.parametrize("table", TABLES, ids=str, scope="module")


# --- places -------------------------------------------------------------------------------------


def all_cards(state):
    found = Counter([*state.deck.cards, *state.deck.discards])
    for cards in (*state.piles.values(), *(player.hand for player in state.players)):
        found.update(cards)
    return found + Counter([state.playing] if state.playing else [])


@at_every_table
def test_every_card_and_recipe_is_in_exactly_one_place(table):
    printed = Counter(deck_for(table.seats))
    for moment in moments(table):
        for state in filter(None, (moment.state, moment.state.base)):
            assert all_cards(state) == printed
            dealt = [player.recipe for player in state.players]
            assert sorted(dealt + state.undealt) == sorted(RECIPES)


@at_every_table
def test_every_pile_holds_cards_of_its_own_resource_only(table):
    for moment in moments(table):
        for resource, cards in moment.state.piles.items():
            assert {CARDS[card].resource for card in cards} <= {resource}


@at_every_table
def test_between_turns_nobody_holds_more_than_six_cards(table):
    for moment in moments(table):
        for seat, player in enumerate(moment.state.players):
            assert len(player.hand) <= 6 or seat in moment.state.acting


# --- knowledge ----------------------------------------------------------------------------------


@at_every_table
def test_what_somebody_is_said_to_know_is_true(table):
    for moment in moments(table):
        state = moment.state
        for player in state.players:
            top = len(player.deck_top)
            assert player.deck_top == state.deck.cards[::-1][:top]
            for known in player.known.values():
                assert not Counter(known) - Counter(player.hand)


@at_every_table
def test_other_worlds_keep_what_the_seat_knows_and_change_what_it_does_not(table):
    changed = Counter()
    for moment in moments(table):
        if moment.number % 5:
            continue
        state = moment.state
        for seat in range(table.seats):
            world = GAME.other_world(state, seat, FastLuck(moment.number))
            assert all_cards(world) == all_cards(state)
            assert world.players[seat] == state.players[seat]
            for rival in state.others(seat):
                here, there = state.players[rival], world.players[rival]
                if here.declared or seat in here.seen_by:
                    assert there.recipe == here.recipe
                changed["recipe"] += there.recipe != here.recipe
                changed["hand"] += there.hand != here.hand
            changed["deck"] += world.deck.cards != state.deck.cards
            changed["next card"] += world.deck.cards[-1:] != state.deck.cards[-1:]
    assert min(changed[what] for what in ("recipe", "hand", "deck", "next card"))


# --- codes --------------------------------------------------------------------------------------


def plays():
    for card in CARDS.values():
        kinds = {type(effect) for effect in card.effects}
        if kinds & {Swap, Steal}:
            yield from ((*card.play, seat) for seat in range(4))
        if Remove in kinds and card.effects[0].pile == "any":
            yield from ((*card.play, pile) for pile in RESOURCES)
        elif Swap not in kinds:
            yield card.play


@cache
def all_codes():
    """Every code that any table could ever offer, written from the notation and the cards."""
    found = {("keep",), ("mulligan",), ("declare",), ("done",), ("undo",)}
    found.update(plays(), product(["discard"], CARDS))
    printed = Counter(deck_for(2))
    for count in (2, 3):
        for cards in product(CARDS, repeat=count):
            if all(cards.count(card) <= printed[card] for card in cards):
                found.add(("order", *cards))
    return found


LONGEST = "order big_order_small_shelf big_order_small_shelf industrial_espionage"


def test_the_longest_code_puts_the_longest_names_back():
    assert max(len(code(action)) for action in all_codes()) == len(LONGEST) <= MAX_CODE
    assert parse(LONGEST) in all_codes()


def test_the_longest_code_is_really_offered():
    state = laid_out({"hand": ["sample_lab"]}, {"hand": []}, deck=LONGEST.split()[1:])
    played(state, "play sample_lab")
    assert LONGEST in codes(GAME.actions(state, 0))


@at_every_table
def test_only_codes_that_the_card_table_gives_are_offered(table):
    for moment in moments(table):
        assert set(moment.offered) <= all_codes()


def test_every_code_of_the_card_table_has_a_label_that_fits_a_button():
    piles = {"wood": ["forest_clearance"], "gears": ["clockwork_hall"], "steel": ["rolling_mill"]}
    piles["chemicals"] = ["distillery_row"]
    view = GAME.view(laid_out({}, {}, {}, {}, piles=piles), 0)
    names = [name.ljust(32, "x") for name in NAMES]
    test_contract.assert_labels_fit_a_button(GAME, view, names, all_codes())


# --- counts -------------------------------------------------------------------------------------


def counted(seats, decisions):
    """A game by a fixed rule; the offers at each decision, added up."""
    state, offers = GAME.setup(GAME.options(), seats, FastLuck(7)), 0
    for number in range(decisions):
        waited_for = GAME.to_act(state)
        if not waited_for:
            break
        offered = sorted(codes(GAME.choices(state, waited_for[0])))
        offers += len(GAME.actions(state, waited_for[0]))
        GAME.apply(state, waited_for[0], parse(offered[(7 * number + 3) % len(offered)]))
    return offers


OFFERS = {  # by seats: after 20, 60 and 150 decisions
    2: [63, 228, 310],
    3: [73, 258, 258],
    4: [62, 254, 444],
}


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_number_of_offers_along_a_fixed_game(seats):
    skip_if_changed(GAME.id)
    assert [counted(seats, n) for n in (20, 60, 150)] == OFFERS[seats]
