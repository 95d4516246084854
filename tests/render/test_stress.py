"""The worst that a table can look like still obeys every rule of layout."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest

from engine.fantastic_factories.cards import BLUEPRINTS, Slots, Type
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.view import BuildingView, HandCardView
from engine.kernel.game import Result
from render.alt import LIMIT
from render.theme import TOP, column
from testing.every import with_every
from testing.layout_rules import faults
from testing.positions import PAINTER, TO_THE_END, counted, places, view_after, words_of

NAMES = ("Ada", "Ben", "Cleo", "Dirk", "Emil")
NASTY = {
    "32 wide letters": "W" * 32,
    "32 full-width characters": "高橋一郎" * 8,
    "32 emoji": "🏭🎲👍🚀" * 8,
    "emoji sequences": "👩‍🚀👍🏽🏳️‍🌈👨‍👩‍👧‍👦" * 4,
    "right to left": "مرحبا بالعالم يا أصدقاء المصنع",
    "both directions": "‮مرحبا hello שלום 123‬",
    "zalgo": "Z̷̛͔̗̈́̓a̵͚͝l̸̳͌̒g̵̲̈́o̴͈͒" * 4,
    "nothing": "",
    "only what cannot be seen": "\u200b\u200d\u2060\ufeff\u3164\u00ad",
    "one word of 32": "Donaudampfschifffahrtsgesellscha",
    "32 narrow letters": "i" * 32,
    "signs that mean something elsewhere": "<b>*_`~|@everyone</b> \\n %s {0}",
}
RUNS = {Slots.PAIR: (3, 3), Slots.TRIPLE: (6, 6, 6), Slots.RUN: (4, 5, 6), Slots.THREE: (6, 6, 2)}
COPYABLE = [card.id for card in BLUEPRINTS.values() if card.may_be_copied]
ALL = list(BLUEPRINTS)


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


def dice_of(card):
    """Dice that a card takes."""
    row = BLUEPRINTS[card].row
    if row.slots is Slots.ONE:
        return (row.value or 5,)
    return RUNS.get(row.slots, ())


def built(card, used=False):
    return BuildingView(card, used, dice_of(card) if used else ())


def with_player(view, seat=0, **changes):
    players = list(view.players)
    players[seat] = replace(players[seat], **changes)
    return replace(view, players=tuple(players))


# --- the hand


def holding(cards, metal=25, energy=25):
    view = view_after(4, 120, seat=0)
    view.hand = tuple(cards)
    return with_player(view, hand_size=len(view.hand), metal=metal, energy=energy)


def held(card, lacks=(), less=0):
    row = BLUEPRINTS[card]
    return HandCardView(card, row.metal - less, row.energy, lacks)


def hand_pictures(view):
    return [
        PAINTER.draw(name, view, NAMES) for name in PAINTER.offers(view) if name.startswith("hand")
    ]


@with_every("count", [*range(11), 15, 18])
def test_a_hand_of_any_size_keeps_the_laws_and_shows_every_card(count):
    for start in (0, 11, 22):
        ids = [ALL[(start + n) % len(ALL)] for n in range(count)]
        view = holding([held(card) for card in ids], metal=count, energy=28)
        assert not wrong(view, only="hand")
        shown = Counter(words for picture in hand_pictures(view) for words in words_of(picture))
        for card in ids:
            assert shown[BLUEPRINTS[card].row.name.upper()] == ids.count(card), card


def test_a_hand_of_eighteen_equal_cards_shows_each_of_them():
    view = holding([held("fulfillment_center")] * 18)
    shown = [words for picture in hand_pictures(view) for words in words_of(picture)]
    assert shown.count("FULFILLMENT CENTER") == 18


def test_an_empty_hand_says_so():
    (picture,) = hand_pictures(holding([]))
    assert "NO BLUEPRINTS IN HAND" in words_of(picture)
    assert "empty" in picture.alt


def all_lacks(card):
    """Every set of things that can be missing, by one and by all there could be."""
    row = BLUEPRINTS[card]
    most = {"metal": max(1, row.metal), "energy": max(1, row.energy), "partner": 1, "twin": 1}
    for size in range(len(most) + 1):
        for kinds in combinations(most, size):
            for amounts in ({}, most):
                yield tuple((kind, amounts.get(kind, 1)) for kind in kinds)


@with_every("card", ALL)
def test_a_card_in_hand_may_lack_anything(card):
    cards = [held(card, lacks) for lacks in dict.fromkeys(all_lacks(card))]
    for start in range(0, len(cards), 16):
        assert not wrong(holding(cards[start : start + 16], 0, 0), only="hand")


@pytest.mark.parametrize("metal", [1, 9, 10, 12])
def test_what_is_missing_may_have_two_digits(metal):
    lacks = [(("metal", metal), ("energy", energy)) for energy in (1, 9, 10, 11)]
    cards = [held("megalith", each) for each in lacks]
    cards += [held("beacon", (*each, ("partner", 1))) for each in lacks]
    assert not wrong(holding(cards, 0, 0), only="hand")


@pytest.mark.parametrize("discount", range(6))
def test_a_megalith_may_cost_less_whether_it_can_be_paid_or_not(discount):
    metal = 5 - discount
    short = [(("metal", n),) for n in range(1, metal + 1)]
    short += [(*each, ("energy", 2)) for each in short]
    lacks = [(), *short, (("energy", 2),), (("partner", 1),), (("twin", 1),)]
    view = holding([held("megalith", each, discount) for each in lacks], 0, 0)
    assert not wrong(view, only="hand")


@pytest.mark.parametrize("discount", range(6))
def test_a_megalith_in_hand_shows_what_it_costs_now(discount):
    (picture,) = hand_pictures(holding([held("megalith", (), discount)], 0, 0))
    card = (place.mark for place in places(picture) if place.x < column(1) and place.y > TOP)
    metal = {(str(5 - discount), "metal"): 1} if discount < 5 else {}
    assert counted(card) == {("2", "energy"): 1} | metal


@pytest.mark.parametrize("amount", [0, 9, 10, 18, 25, 99])
def test_what_there_is_to_pay_with_may_have_two_digits(amount):
    for count in range(9):
        view = holding([held(card) for card in ALL[:count]], amount, amount)
        assert not wrong(view, only="hand")


# --- compounds


def compounds(buildings, **changes):
    view = view_after(4, 120)
    return with_player(view, compound=tuple(buildings), **changes)


def compound_pictures(view):
    names = [name for name in PAINTER.offers(view) if name.startswith("compound 0")]
    return [PAINTER.draw(name, view, NAMES) for name in names]


@with_every("count", range(16))
def test_a_compound_of_any_size_keeps_the_laws_and_shows_every_card(count):
    for start in (0, 11, 22):
        cards = [built(ALL[(start + n) % len(ALL)], used=bool(n % 2)) for n in range(count)]
        view = compounds(cards)
        assert not wrong(view, only=("compound 0", "glance"))
        shown = [words for picture in compound_pictures(view) for words in words_of(picture)]
        for each in cards:
            assert shown.count(BLUEPRINTS[each.card].row.name.upper()) == 1, each.card


def test_all_obelisks_and_beacons_stand_side_by_side():
    cards = [built("obelisk")] * 5 + [built("beacon")] * 4 + [built("megalith")]
    view = compounds(cards)
    assert not wrong(view)
    shown = [words for picture in compound_pictures(view) for words in words_of(picture)]
    assert (shown.count("OBELISK"), shown.count("BEACON")) == (5, 4)


@pytest.mark.parametrize("used", [False, True], ids=["unused", "used"])
@pytest.mark.parametrize("seat", [0, 3])
def test_every_kind_stands_in_every_color(used, seat):
    for start in range(0, len(ALL), 12):
        cards = tuple(built(card, used) for card in ALL[start : start + 12])
        view = with_player(view_after(4, 120), seat, compound=cards)
        assert not wrong(view, only=f"compound {seat}")


@with_every("copied", COPYABLE)
def test_a_replicator_wears_the_dice_of_what_it_copied(copied):
    used = BuildingView("replicator", True, dice_of(copied), copied)
    view = compounds([used, built(copied, used=True), built("replicator")])
    assert not wrong(view, only="compound 0")
    (picture,) = compound_pictures(view)
    assert f"as {BLUEPRINTS[copied].row.name}" in words_of(picture)


COMING = [(0, 0, 0), (4, 0, 0), (0, 2, 0), (0, 0, 1), (4, 4, 2)]


@with_every("promised", COMING)
@with_every("count", range(11))
def test_any_dice_fit_the_tray(count, promised):
    dice = tuple(n % 6 + 1 for n in range(count))
    chosen, rolled, named = promised
    view = compounds(
        [built(card) for card in ALL[:3]],
        dice=dice,
        set_dice=chosen,
        rolled_dice=rolled,
        named_dice=named,
    )
    assert not wrong(view, only=("compound 0", "glance"))


FLOORS = [(), (4,), (4, 4), (4, 5), (5, 4, 4), (4, 4, 5), (6, 6, 6)]


@pytest.mark.parametrize("dice", FLOORS, ids=str)
def test_every_floor_takes_its_dice(dice):
    low = tuple(value - 3 for value in dice)
    view = compounds([], research=dice, mine=dice, generate=low)
    assert not wrong(view, only="compound 0")
    (picture,) = compound_pictures(view)
    bonuses = sum(one == other for one, other in pairwise(dice))
    assert words_of(picture).count("+1") == 3 * bonuses


NUMBERS = [
    {"metal": 0, "energy": 0, "goods": 0, "prestige": 0, "score": 0, "hand_size": 0},
    {"metal": 9, "energy": 10, "goods": 12, "prestige": 9, "score": 21, "hand_size": 10},
    {"metal": 25, "energy": 28, "goods": 19, "prestige": 28, "score": 47, "hand_size": 18},
    {"metal": 88, "energy": 88, "goods": 88, "prestige": 88, "score": 176, "hand_size": 88},
    {"metal": 100, "energy": 100, "goods": 12, "prestige": 10, "score": 22, "hand_size": 100},
]


@with_every("numbers", NUMBERS)
@with_every("count", [0, 15])
def test_counters_and_scores_may_have_three_digits(numbers, count):
    for seats in (2, 3, 4, 5):
        view = view_after(seats, 120)
        cards = tuple(built(card) for card in ALL[:count])
        for seat in range(seats):
            view = with_player(view, seat, compound=cards, **numbers)
        assert not wrong(view, only=("glance", "compound 0"))


# --- the machine


def against(cards, dice=(), goods=0, score=0):
    view = view_after(1, 30)
    view.machine = replace(view.machine, compound=tuple(cards), dice=dice, goods=goods, score=score)
    return view


def of(kind):
    return [card.id for card in BLUEPRINTS.values() if card.row.type is kind]


@with_every("count", range(21))
def test_the_machine_may_have_any_number_of_cards(count):
    mixed = [ALL[n * 7 % len(ALL)] for n in range(count)]
    for cards in (mixed, *((of(kind) * 4)[:count] for kind in Type)):
        view = against(cards, (1, 2, 3, 4, 5), count, 5 * count)
        assert not wrong(view, only=("machine", "glance"))


def test_each_value_of_the_green_die_says_something_else():
    drawn = set()
    for green in range(1, 7):
        view = against(ALL[:8], (green, 1, 1, 1, 1))
        assert not wrong(view, only="machine")
        drawn.add(PAINTER.draw("machine", view, NAMES).parts)
    assert len(drawn) == 6


@pytest.mark.parametrize("kind", [kind for kind in Type if kind is not Type.MONUMENT])
def test_a_die_makes_a_good_if_it_shows_no_more_than_there_are_cards(kind):
    for count, value in product(range(4), range(1, 7)):
        view = against((of(kind) * 2)[:count], (1, value, value, value, value))
        assert not wrong(view, only="machine")
        made = words_of(PAINTER.draw("machine", view, NAMES)).count("+1")
        assert made == (value <= count)


def test_the_machine_has_rolled_nothing_yet():
    assert not wrong(against(ALL[:3]), only="machine")


@with_every("difficulty", ["easy", "medium", "hard", "insane"])
@with_every("goods", [0, 12, 13, 19])
def test_the_race_goes_on_after_twelve_goods(difficulty, goods):
    view = against(ALL[:14], (6, 6, 6, 6, 6), goods, 100)
    view.machine.difficulty = difficulty
    view.final, view.round = True, 23
    view = with_player(view, goods=goods, score=101)
    for name in NASTY.values():
        assert not wrong(view, (name,), only="machine")


# --- the market


def rows_emptied(view, slots):
    for shelf in (view.blueprints, view.contractors):
        shelf.row = tuple(
            replace(slot, card=None, is_new=False) if number in slots else slot
            for number, slot in enumerate(shelf.row)
        )
    return view


@pytest.mark.parametrize("slots", [(0,), (1, 3), (0, 1, 2, 3)], ids=str)
@pytest.mark.parametrize("seats", [1, 4])
def test_an_empty_slot_says_so(slots, seats):
    view = rows_emptied(view_after(seats, 20), slots)
    view.blueprints.deck = view.contractors.deck = 0
    assert not wrong(view, only="market")
    shown = words_of(PAINTER.draw("market", view, NAMES))
    assert shown.count("SOLD OUT") == shown.count("NOBODY LEFT") == len(slots)


@pytest.mark.parametrize("is_new", [False, True], ids=["old", "new"])
@pytest.mark.parametrize("seats", [1, 4])
def test_every_card_can_lie_in_the_market(is_new, seats):
    hired = list(CONTRACTORS)
    for start in range(0, len(ALL), 4):
        view = replace(view_after(seats, 20), round=2)  # in the first round all are new
        lying = [ALL[(start + n) % len(ALL)] for n in range(4)]
        under = [hired[(start + n) % len(hired)] for n in range(4)]
        for shelf, cards in ((view.blueprints, lying), (view.contractors, under)):
            shelf.row = tuple(
                replace(slot, card=card, is_new=is_new)
                for slot, card in zip(shelf.row, cards, strict=True)
            )
        assert not wrong(view, only="market")
        shown = words_of(PAINTER.draw("market", view, NAMES))
        assert {BLUEPRINTS[card].row.name.upper() for card in lying} <= set(shown)
        assert {CONTRACTORS[card].row.name.upper() for card in under} <= set(shown)
        assert shown.count("NEW") == (8 if is_new else 0)


@pytest.mark.parametrize("seats", range(1, 6))
def test_the_end_is_announced_in_any_round(seats):
    view = replace(view_after(seats, 40), round=23)
    drawn = [PAINTER.draw("market", view, NAMES)]
    for final in (False, True):
        view = replace(view, ended_by=(0, "goods"), final=final)
        assert not wrong(view)
        drawn.append(PAINTER.draw("market", view, NAMES))
    assert any("LAST ROUND" in words for words in words_of(drawn[-1]))
    assert len({tuple(words_of(each)) for each in drawn}) == 3


# --- names


@with_every("name", NASTY)
def test_whatever_people_are_called_every_picture_keeps_the_laws(name):
    view = view_after(5, 150, seat=4)
    assert not wrong(view, (NASTY[name],) * 5)
    assert not wrong(replace(view, ended_by=(0, "goods"), final=True, round=23), (NASTY[name],) * 5)


@pytest.mark.parametrize("name", ["nothing", "only what cannot be seen"])
def test_who_has_no_name_is_called_by_the_seat(name):
    view = view_after(5, 150)
    shown = words_of(PAINTER.draw("glance", view, (NASTY[name],) * 5))
    assert {f"Player {seat}" for seat in range(1, 6)} <= set(shown)


@with_every("name", NASTY)
@with_every("count", [1, 5])
def test_whatever_people_are_called_the_lobby_keeps_the_laws(name, count):
    drawing = PAINTER.lobby((NASTY[name],) * count, range(1, 6))
    assert not faults(drawing)
    assert 0 < len(drawing.alt) <= LIMIT


# --- the end


TIES = ("metal", "energy", "hand")


def ended(scores, ranks, ties=None):
    """A result by hand; `ties` are metal, energy and cards in hand of each seat."""
    seats = len(scores)
    view = view_after(seats, TO_THE_END)
    ties = ties or [(2, 3, 4)] * seats
    parts = tuple(
        {"goods": score - score // 3, "prestige": score // 3} | dict(zip(TIES, tie, strict=True))
        for score, tie in zip(scores, ties, strict=True)
    )
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    view.result = Result(winners, tuple(scores), parts, tuple(ranks), "shared")
    for seat, (score, part) in enumerate(zip(scores, parts, strict=True)):
        numbers = {"score": score, "goods": part["goods"], "prestige": part["prestige"]}
        view = with_player(view, seat, **numbers)
    return view


@with_every("name", NASTY)
@with_every("count", range(2, 6))
def test_a_victory_may_be_shared(name, count):
    for seats in {count, 5}:
        scores = [100] * count + [9] * (seats - count)
        ranks = [1] * count + [count + 1] * (seats - count)
        view = ended(scores, ranks)
        assert not wrong(view, (NASTY[name],) * seats, only="final")
        told = ties_told(PAINTER.draw("final", view, NAMES))
        assert len(told) == (count if seats - count < 2 else seats)


def ties_told(drawing):
    return [words for words in words_of(drawing) if words.startswith("tie")]


@with_every("kind", range(3))
@with_every("seats", range(2, 6))
def test_the_final_picture_says_what_broke_a_tie(kind, seats):
    ties = [tuple(9 + seat if n == kind else 5 for n in range(3)) for seat in range(seats)]
    view = ended([31] * seats, range(seats, 0, -1), ties)
    assert not wrong(view, only="final")
    told = ties_told(PAINTER.draw("final", view, NAMES))
    word = "in hand" if kind == 2 else TIES[kind]
    for seat in range(seats):
        assert [each for each in told if f"{9 + seat} {word}" in each]


@with_every("seats", range(1, 6))
@with_every("name", NASTY)
def test_the_end_keeps_the_laws_whatever_people_are_called(seats, name):
    view = view_after(seats, TO_THE_END)
    assert not wrong(view, (NASTY[name],) * seats, only=("final", "share", "machine"))


@pytest.mark.parametrize("score", [0, 9, 100, 135])
def test_a_score_at_the_end_may_be_nothing_or_very_large(score):
    for seats in range(2, 6):
        assert not wrong(ended([score] * seats, [1] * seats), only="final")


@pytest.mark.parametrize("wins", [False, True], ids=["machine", "player"])
@pytest.mark.parametrize("score", [0, 30, 100])
def test_the_end_against_the_machine_keeps_the_laws(wins, score):
    view = ended([score], [1 if wins else 2])
    view.machine.score, view.machine.goods = score, min(19, score // 2)
    assert not wrong(view, only="final")
    shown = words_of(PAINTER.draw("final", view, NAMES))
    assert ("THE MACHINE WINS" in shown) is not wins
