"""What holds at every moment of Fantastic Factories, whatever is played."""

import tomllib
from collections import Counter
from itertools import combinations_with_replacement, islice, product
from pathlib import Path

import pytest

from engine import GAMES
from engine.kernel.codes import MAX_CODE, code, parse
from engine.kernel.luck import KeyedLuck
from testing import SCALE
from testing.every import with_every
from testing.playing import (
    NAMES,
    Table,
    autopilot_moments,
    can_undo,
    codes,
    end_of,
    moments,
    option_sets,
    tables,
)
from testing.stored_cards import skip_if_changed
from tests.engine import test_contract, test_undo

GAME = GAMES["fantastic_factories"]
DATA = Path(__file__).parents[3] / "data" / "fantastic_factories"


def card_rows(kind):
    text = (DATA / f"{kind}s.toml").read_text(encoding="utf-8")
    return {row["name"].lower().replace(" ", "_"): row for row in tomllib.loads(text)[kind]}


def effect_of(row):
    return row.get("effect", {}).get("do")


BLUEPRINTS, CONTRACTORS = card_rows("blueprint"), card_rows("contractor")
PRINTED = Counter({card: row["copies"] for card, row in BLUEPRINTS.items()})
PRINTED_CONTRACTORS = Counter({card: row["copies"] for card, row in CONTRACTORS.items()})
TRIGGERED = {card for card, row in BLUEPRINTS.items() if effect_of(row) == "trigger"}
MONUMENTS = {card for card, row in BLUEPRINTS.items() if row["type"] == "monument"}
USABLE = set(BLUEPRINTS) - MONUMENTS - TRIGGERED
COPIED = USABLE - {"replicator"}


class FullHands(Table):
    """A table whose cards are nearly all held or built, so that the deck keeps running out."""

    def deal(self):
        return GAME.scenarios.build_position(self._start(), self.seats, self.options)

    def _start(self):
        cards = sorted(PRINTED.elements())
        KeyedLuck(b"full hands").shuffle(cards, self.seed)
        players = [
            {
                "hand": [cards.pop() for _ in range(9)],
                "compound": sorted({cards.pop() for _ in range(4)}),
                "metal": 6,
                "energy": 6,
            }
            for _ in range(self.seats)
        ]
        return GAME.scenarios.start.model_validate({"seed": f"full {self.seed}", "player": players})


TABLES = [table for table in tables() if table.game is GAME]
FULL = [FullHands(GAME, 5, GAME.options(), seed) for seed in range(2 * SCALE)]
at_every_table = pytest.mark.parametrize("table", [*TABLES, *FULL], ids=str, scope="module")


# --- cards --------------------------------------------------------------------------------------


def held(state, seat):
    return GAME.scenarios.seat_facts(state, seat)


def cards_of(shelf):
    return [*shelf.deck.cards, *shelf.deck.discards, *filter(None, shelf.row)]


def all_blueprints(state, seats):
    found = Counter(cards_of(state.blueprints))
    for seat in range(seats):
        found.update(held(state, seat)["hand"])
        found.update(held(state, seat)["compound"])
    if state.machine:
        found.update(state.machine.compound)
    return found


def test_seventy_four_blueprints_and_seventeen_contractors_are_printed():
    found = PRINTED.total(), PRINTED_CONTRACTORS.total()
    assert found == (74, 17), "with cards of your own, write the new numbers here"


@at_every_table
def test_every_card_is_in_exactly_one_place(table):
    for moment in islice(moments(table), 0, None, 3):
        for each in filter(None, (moment.state, moment.state.base)):
            assert all_blueprints(each, table.seats) == PRINTED
            assert Counter(cards_of(each.contractors)) == PRINTED_CONTRACTORS
    assert all_blueprints(end_of(table), table.seats) == PRINTED


@at_every_table
def test_no_compound_has_two_of_a_name_but_obelisk_and_beacon(table):
    for seat in range(table.seats):
        twins = {
            card for card, n in Counter(held(end_of(table), seat)["compound"]).items() if n > 1
        }
        assert twins <= {"obelisk", "beacon"}


# --- resources and dice -------------------------------------------------------------------------


@at_every_table
def test_resources_are_never_negative_and_within_the_limits_between_rounds(table):
    for moment in moments(table):
        for seat in range(table.seats):
            facts = held(moment.state, seat)
            assert min(facts["metal"], facts["energy"], facts["goods"]) >= 0
            if moment.state.phase == "work" and moment.state.players[seat].done:
                assert facts["metal"] + facts["energy"] <= 12
                assert facts["hand_size"] <= 10


def all_dice(player):
    on_cards = [die for dice in player.placed.values() for die in dice]
    return [*player.dice, *player.research, *player.generate, *player.mine, *on_cards]


def made_dice(rows, seat):
    """Dice that the seat's actions of this work phase have brought."""
    return sum(_makes_a_die(action) for player, action, _ in rows if player == seat)


def _makes_a_die(action):
    if action[0] == "use":
        card = action[2 if action[1] == "replicator" else 1]
        return effect_of(BLUEPRINTS[card]) in ("paid_die", "rolled_die", "chosen_die")
    return action[0] == "specialist"


@at_every_table
def test_every_die_comes_from_somewhere_and_goes_nowhere(table):
    hired, played = Counter(), 1
    for moment in moments(table):
        state = moment.state
        if state.round != played:
            hired, played = Counter(), state.round
        if moment.action[0] == "hire":
            job = CONTRACTORS[moment.action[1]]["job"]
            hired[moment.seat] += job["dice"] if job["do"] == "roll_dice" else 0
        asked = {question.seat for question in state.pending}
        for seat, player in enumerate(state.players):
            dice = 0
            if state.phase == "work" and seat not in asked:
                dice = 4 + hired[seat] + made_dice(state.rows, seat)
            told = "a new effect? `made_dice` must say how many dice it brings or takes"
            assert len(all_dice(player)) == dice, told


@at_every_table
def test_dice_lie_where_they_may(table):
    for moment in moments(table):
        for player in moment.state.players:
            assert list(player.dice) == sorted(player.dice)
            assert set(all_dice(player)) <= set(range(1, 7))
            assert max(len(player.research), len(player.generate), len(player.mine)) <= 3
            assert set(player.generate) <= {1, 2, 3} and set(player.mine) <= {4, 5, 6}
            assert set(player.placed) <= set(player.compound) - set(player.ready)


@at_every_table
def test_what_is_used_stands_and_was_named_in_this_phase(table):
    for moment in moments(table):
        view = GAME.view(moment.state, None)
        for player in view.players:
            used = {building.card for building in player.compound if building.used}
            rows = [row[1] for row in moment.state.rows if row[0] == player.seat]
            named = {action[1] for action in rows if action[0] == "use"}
            assert used <= named | TRIGGERED
            assert view.phase != "work" or named <= used


# --- the deck runs out --------------------------------------------------------------------------

LAWS = [
    test_undo.test_undo_equals_never_having_acted_and_the_same_action_again_gives_the_same_state,
    test_undo.test_what_others_did_since_stays_and_was_legal_without_the_action_too,
    test_undo.test_several_undos_go_back_step_by_step,
    test_undo.test_a_whole_game_with_undos_equals_the_game_without_what_was_undone,
    test_contract.test_what_a_viewer_cannot_see_changes_nothing_for_it_and_asking_changes_nothing,
    test_contract.test_undo_in_the_other_world_still_looks_the_same,
    test_contract.test_what_a_viewer_reads_depends_only_on_what_it_sees,
    test_contract.test_an_action_that_may_be_undone_has_shown_nothing,
    test_contract.test_a_state_survives_json_and_equal_states_are_the_same_json,
    test_contract.test_every_event_is_one_sentence_and_private_ones_are_kept_from_others,
]


def test_the_deck_of_full_hands_runs_out_while_work_goes_on():
    reasons = Counter()
    for table in FULL:
        for moment in moments(table):
            reasons.update({seal for _, _, seal in moment.state.rows})
    assert reasons["shuffled"] > 10


@pytest.mark.parametrize("table", FULL, ids=str, scope="module")
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_with_a_deck_that_keeps_running_out(law, table):
    law(table)


# --- every card is played -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def played():
    """What was done with every card over many games, half of them on autopilot."""
    done = Counter()
    sets = option_sets(GAME)
    for seed in range(30 * SCALE):
        table = Table(GAME, GAME.seats[seed % 5], sets[seed % len(sets)], seed)
        for moment in (moments if seed % 2 else autopilot_moments)(table, table.deal()):
            done[moment.action[:2]] += 1
            if moment.action[:2] == ("use", "replicator"):
                done["copy", moment.action[2]] += 1
            if moment.number % 5 == 0:
                events = GAME.apply(moment.state.copy(), moment.seat, moment.action)
                done.update((event.kind, *event.facts[:1]) for event in events if event.facts)
    return done


def test_every_blueprint_is_taken_and_built(played):
    assert not [card for card in BLUEPRINTS if not played["take", card]]
    assert not [card for card in BLUEPRINTS if not played["build", card]]


def test_every_card_that_can_be_used_is_used_and_those_that_act_by_themselves_do(played):
    assert not [card for card in USABLE if not played["use", card]]
    assert not [card for card in TRIGGERED if not played["triggered", card] or played["use", card]]


def test_every_contractor_is_hired(played):
    assert not [card for card in CONTRACTORS if not played["hire", card]]


def laid_out(dice, hand, **start):
    """A work phase in which a Replicator stands and much can be paid."""
    player = {"metal": 9, "energy": 9, "hand": hand, "dice": dice, "compound": ["replicator"]}
    start = {"phase": "work", "player": [player], **start}
    return GAME.scenarios.build_position(
        GAME.scenarios.start.model_validate(start), 2, GAME.options()
    )


@with_every("card", sorted(COPIED))
def test_every_card_that_can_be_used_can_be_copied(card):
    hand = [other for other in ("dojo", "foundry", "golem") if other != card]
    state = laid_out([1, 2, 3, 3, 3, 4, 6, 6], hand, market_blueprints=[card])
    offered = [a for a in GAME.actions(state, 0) if a[:3] == ("use", "replicator", card)]
    assert offered
    for action in offered:
        after = state.copy()
        GAME.apply(after, 0, action)
        assert after.players[0].copied == card
        assert all_blueprints(after, 2) == PRINTED


def test_no_other_card_can_be_copied():
    for card in BLUEPRINTS.keys() - COPIED:
        state = laid_out([1, 2, 3], ["dojo"], market_blueprints=[card])
        assert not [action for action in GAME.actions(state, 0) if action[0] == "use"], card


DISCARDING = sorted(card for card in USABLE if BLUEPRINTS[card].get("pay", {}).get("cards"))


@with_every("copies", [False, True])
@with_every("card", DISCARDING)
def test_a_discard_that_was_shuffled_into_the_deck_stays(card, copies):
    seats = [
        {"metal": 9, "energy": 9, "hand": ["dojo", "golem"], "dice": [3, 3]},
        {"hand": [], "dice": [4]},
    ]
    seats[0]["compound"] = ["replicator" if copies else card]
    start = {"phase": "work", "player": seats, "market_blueprints": [card] if copies else []}
    state = GAME.scenarios.build_position(
        GAME.scenarios.start.model_validate(start), 2, GAME.options()
    )
    for each in (state, state.base):
        each.blueprints.deck.cards = ["biolab"]
    uses = [action for action in GAME.actions(state, 0) if action[0] == "use"]
    assert uses
    GAME.apply(state, 0, uses[0])
    was_undoable = can_undo(GAME, state, 0)
    for _ in range(3):
        state.players[1].dice = (4,)
        GAME.apply(state, 1, ("research", 4))
    assert state.blueprints.deck.shuffles > state.base.blueprints.deck.shuffles
    assert not can_undo(GAME, state, 0)
    assert was_undoable or card == "recycling_plant"


# --- codes and labels, from the card table ------------------------------------------------------

MAX_DICE = 4 + 2 + 4  # one's own, Hired Hands, Golem, Mega Factory, Robot and a copy of one
FACES = range(1, 7)


def dice_of(row):
    """Every way to name the dice that a use takes or touches."""
    slots = row.get("slots")
    if slots == "one":
        return [(row["value"],)] if "value" in row else [(face,) for face in FACES]
    if slots in ("pair", "triple"):
        return [(face,) * (2 if slots == "pair" else 3) for face in FACES]
    if slots == "run":
        return [(face, face + 1, face + 2) for face in range(1, 5)]
    if slots == "three":
        dice = combinations_with_replacement(FACES, 3)
        return [some for some in dice if sum(some) >= row["sum"]]
    effect = effect_of(row)
    if effect == "reroll":
        counts = range(1, MAX_DICE + 1)
        return [dice for n in counts for dice in combinations_with_replacement(FACES, n)]
    if effect in ("flip", "lower", "raise"):
        never = {"lower": 1, "raise": 6}.get(effect)
        return [(face,) for face in FACES if face != never]
    return [(face,) for face in FACES] if effect == "paid_die" else [()]


def discards_of(row):
    """Every choice of cards to discard, with what a refund may pick behind it."""
    count = row.get("pay", {}).get("cards", 0)
    found = [
        cards
        for cards in combinations_with_replacement(sorted(BLUEPRINTS), count)
        if not Counter(cards) - PRINTED
    ]
    if effect_of(row) != "refund":
        return found
    limit = row["effect"]["limit"]
    return [(card, *picked) for (card,) in found for picked in refunds(card, limit)]


def refunds(card, most):
    cost = BLUEPRINTS[card]["cost"]
    metal, energy = cost.get("metal", 0), cost.get("energy", 0)
    if metal + energy <= most:
        return [()]
    return [(m, most - m) for m in range(metal + 1) if 0 <= most - m <= energy]


def chosen_of(row):
    if effect_of(row) == "choose":
        return [tuple(bundle)[:1] for bundle in row["effect"]["bundles"]]
    return [(face,) for face in FACES] if effect_of(row) == "chosen_die" else [()]


def uses():
    for card in sorted(COPIED):
        row = BLUEPRINTS[card]
        for dice, given, chosen in product(dice_of(row), discards_of(row), chosen_of(row)):
            yield ("use", card, *dice, *given, *chosen)
            yield ("use", "replicator", card, *dice, *given, *chosen)


def all_codes():
    """Every code that any table could ever offer, written from the notation and the cards."""
    yield from (("pass",), ("done",), ("undo",))
    yield from product(["refresh"], ["blueprints", "contractors"], ["metal", "energy"])
    yield from product(["take"], BLUEPRINTS)
    for contractor, card in product(CONTRACTORS, BLUEPRINTS):
        hire = ("hire", contractor, BLUEPRINTS[card]["tool"], card)
        yield hire
        if CONTRACTORS[contractor]["job"]["do"] == "share":
            yield from ((*hire, seat) for seat in range(5))
    for count in range(5):
        yield from (("set", *dice) for dice in combinations_with_replacement(FACES, count))
    yield from product(["specialist", "research"], FACES)
    yield from product(["generate"], (1, 2, 3))
    yield from product(["mine"], (4, 5, 6))
    for card, other in product(BLUEPRINTS, repeat=2):
        if BLUEPRINTS[card]["tool"] == BLUEPRINTS[other]["tool"]:
            yield ("build", card, other)
    yield from product(["drop"], [*BLUEPRINTS, "metal", "energy"])
    yield from product(["drop"], ["metal", "energy"], range(2, 60))
    yield from uses()


ALL_CODES = set(all_codes())
LONGEST = "use replicator trash_compactor 3 3 fulfillment_center fulfillment_center"


def test_the_longest_code_is_the_replicator_s():
    longest = max(len(code(action)) for action in ALL_CODES)
    assert longest == len(LONGEST) == 72 <= MAX_CODE
    assert parse(LONGEST) in ALL_CODES


def test_the_longest_code_is_really_offered():
    hand = ["fulfillment_center", "fulfillment_center"]
    state = laid_out([3, 3], hand, market_blueprints=["trash_compactor"])
    assert LONGEST in codes(GAME.actions(state, 0))


@at_every_table
def test_only_codes_that_the_card_table_gives_are_offered(table):
    for moment in moments(table):
        strange = set(moment.offered) - ALL_CODES
        assert not strange, f"a new effect? `uses` must say what it offers: {sorted(strange)[:3]}"


def test_every_code_of_the_card_table_has_a_label_that_fits_a_button():
    view = GAME.view(laid_out([3], ["dojo"]), 0)
    test_contract.assert_labels_fit_a_button(GAME, view, NAMES, ALL_CODES)


def test_every_card_can_be_said():
    for card in (*BLUEPRINTS, *CONTRACTORS):
        assert_can_be_said(card)


def assert_can_be_said(card):
    text = GAME.words.card(card)
    test_contract.assert_is_said(text)
    row = BLUEPRINTS.get(card) or CONTRACTORS[card]
    assert row["name"] in text and text.endswith(".")


# --- counts -------------------------------------------------------------------------------------


def keyed_state(seats):
    return GAME.setup(GAME.options(), seats, KeyedLuck(b"counts"))


def nodes(state, depth):
    """How many lines of so many actions begin here, all seats together."""
    if depth == 0:
        return 1
    total = 0
    for seat in GAME.to_act(state):
        for action in GAME.actions(state, seat):
            after = state.copy()
            GAME.apply(after, seat, action)
            total += nodes(after, depth - 1)
    return total


def counted(seats, decisions):
    """A game by a fixed rule; the offers at each decision, added up, and the state it led to."""
    state, offers = keyed_state(seats), 0
    for number in range(decisions):
        waited_for = GAME.to_act(state)
        if not waited_for:
            break
        seat = waited_for[number % len(waited_for)]
        offered = sorted(codes(GAME.choices(state, seat)))
        offers += len(GAME.actions(state, seat))
        GAME.apply(state, seat, parse(offered[(7 * number + 3) % len(offered)]))
    return offers, state


OFFERS = {  # by seats: after 20, 60 and 150 decisions
    1: [141, 554, 708],
    2: [179, 729, 1565],
    3: [375, 709, 1780],
    4: [177, 572, 1391],
    5: [196, 722, 1644],
}
NODES = {  # by seats and decisions made: lines of 1, 2 and 3 actions
    (1, 0): [12, 102, 1127],
    (1, 30): [13, 128, 1203],
    (2, 7): [12, 127, 1235],
    (2, 40): [21, 379, 5904],
    (3, 25): [13, 268, 5865],
    (5, 14): [24, 541, 11617],
}


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_number_of_offers_along_a_fixed_game(seats):
    skip_if_changed(GAME.id)
    found = [counted(seats, n)[0] for n in (20, 60, 150)]
    assert found == OFFERS[seats], f"if that was meant, write into OFFERS: {seats}: {found},"


@pytest.mark.parametrize("position", NODES)
def test_the_number_of_lines_from_a_fixed_position(position):
    skip_if_changed(GAME.id)
    seats, decisions = position
    state = counted(seats, decisions)[1]
    found = [nodes(state, depth) for depth in (1, 2, 3)]
    assert found == NODES[position], f"if that was meant, write into NODES: {position}: {found},"
