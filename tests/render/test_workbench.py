"""A seat's own panel of Fantastic Factories: one picture that says what can be done now."""

from collections import Counter
from dataclasses import replace
from itertools import chain, pairwise

import pytest

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.view import BuildingView
from render.fantastic_factories.placing import MAX_DICE, chances
from render.fantastic_factories.works import floor_yield, hire_lacks, own_player, working
from render.marks import Sprite
from render.raster import Rasterizer
from render.theme import ALARM, GLOW
from testing.every import with_every
from testing.playing import moments, tables
from testing.positions import (
    FANTASTIC,
    GAME,
    PAINTER,
    TO_THE_END,
    counted,
    places,
    view_after,
    words_of,
)
from tests.render.test_pictures import unreadable
from tests.render.test_stress import (
    ALL,
    COMING,
    COPYABLE,
    FLOORS,
    NAMES,
    NUMBERS,
    all_lacks,
    built,
    dice_of,
    held,
    holding,
    rows_emptied,
    with_player,
    wrong,
)

HIGHEST = {"workbench": 1210, "shop": 1111}
OWN = tuple(HIGHEST)


def at_work(hand=(), **changes):
    """The first seat has to work, with this hand and whatever else is said."""
    view = replace(holding(hand), phase="work", to_act=(0,), asked=None)
    return with_player(view, **{"dice": (1, 3, 3, 6), "done": False, **changes})


def words(name, view):
    return words_of(PAINTER.draw(name, view, NAMES))


def frames(name, view):
    """How many things are framed in green."""
    marks = (place.mark for place in places(PAINTER.draw(name, view, NAMES)))
    return sum(getattr(mark, "fill", None) == GLOW for mark in marks)


# --- one picture


@with_every("seats", range(1, 6))
@with_every("moves", [0, 3, 60, 111, 160])
def test_a_panel_is_one_picture_of_what_the_seat_is_asked(seats, moves):
    for seat in range(seats):
        view = view_after(seats, moves, seat)
        if view.result:
            continue
        asked = "shop" if view.phase == "market" else "workbench"
        assert PAINTER.panel(view) == ((asked,) if seat in view.to_act else ("glance",))


def test_at_the_end_a_panel_is_the_board():
    view = view_after(4, TO_THE_END, 2)
    assert PAINTER.panel(view) == PAINTER.board(view) == ("final", "glance")


def test_nobody_else_is_offered_a_seat_s_own_picture():
    assert not {*OWN} & {*PAINTER.offers(view_after(4, 60))}


# --- what can be done now is what the rules allow


@with_every("table", [table for table in tables(2) if table.game.id == FANTASTIC])
def test_what_is_marked_is_what_the_rules_allow(table):
    seen = Counter()
    for moment in moments(table):
        if moment.number % 5:
            continue
        for seat in GAME.to_act(moment.state):
            view, actions = GAME.view(moment.state, seat), GAME.actions(moment.state, seat)
            uses = {}
            for action in (each for each in actions if each[0] == "use"):
                start = 3 if BLUEPRINTS[action[1]].effect.copies else 2
                dice = BLUEPRINTS[action[start - 1]].dice
                uses.setdefault(action[1], set()).update(action[start : start + dice])
            assert working(view) == uses
            seen["used"] += len(uses)
            if view.phase == "market":
                hires = {action[1:3] for action in actions if action[0] == "hire"}
                slots = [slot for slot in view.contractors.row if slot.card]
                assert hires == {
                    (slot.card, slot.tool) for slot in slots if not hire_lacks(view, slot)
                }
                seen["hired"] += len(hires)
            elif not view.asked:
                builds = {action[1] for action in actions if action[0] == "build"}
                assert builds == {each.card for each in view.hand if not each.lacks}
                seen["built"] += len(builds)
    assert all(seen[thing] for thing in ("used", "hired", "built"))


def test_a_die_says_what_placing_it_would_bring():
    """Held against what happens when it is placed."""
    floors = {"energy": "generate", "metal": "mine", "blueprint": "research"}
    held_as = {"energy": "energy", "metal": "metal", "blueprint": "hand_size"}
    seen = Counter()
    ours = [table for table in tables(1) if table.game.id == FANTASTIC]
    for moment in chain.from_iterable(map(moments, ours)):
        view = GAME.view(moment.state, GAME.to_act(moment.state)[0])
        actions = GAME.actions(moment.state, view.seat)
        for value in {*own_player(view).dice} if view.phase == "work" and not view.asked else ():
            brings = floor_yield(own_player(view), value)
            placing = [each for each in actions if each[0] in floors.values() and each[1] == value]
            assert bool(brings) == bool(placing)
            if not brings:
                continue
            after = moment.state.copy()
            GAME.apply(after, view.seat, (floors[brings.thing], value))
            kept = held_as[brings.thing]
            before, now = getattr(own_player(view), kept), after.players[view.seat]
            if brings.thing != "blueprint" or moment.state.blueprints.deck.cards:
                assert getattr(now, kept) - before == brings.amount
            seen[brings] += 1
    assert {each.thing for each in seen} >= {"energy", "metal"}
    assert any(brings.thing == "metal" and brings.amount == 2 for brings in seen)


# --- the worst


@with_every("count", [*range(13), 15, 18])
def test_a_hand_of_any_size_keeps_the_laws_and_the_height(count):
    for start in (0, 11, 22):
        ids = [ALL[(start + n) % len(ALL)] for n in range(count)]
        view = at_work([held(card, (("metal", 1),) if n % 2 else ()) for n, card in enumerate(ids)])
        view = with_player(view, compound=tuple(built(card) for card in ALL[:15]))
        assert not wrong(view, only=OWN)
        for name, most in HIGHEST.items():
            drawing = PAINTER.draw(name, view, NAMES)
            assert drawing.h <= most
            assert count <= 10 or f"+{count - 9}" in words_of(drawing)
        can = sum(not each.lacks for each in view.hand)
        assert (f"HAND · {can} CAN BE BUILT" if can else "HAND") in words("workbench", view)


@with_every("card", ALL)
def test_a_card_in_hand_may_lack_anything(card):
    cards = [held(card, lacks) for lacks in dict.fromkeys(all_lacks(card))]
    for start in range(0, len(cards), 5):
        assert not wrong(at_work(cards[start : start + 5]), only=OWN)
    assert not wrong(at_work(cards[:10]), only="shop")


@pytest.mark.parametrize("discount", range(6))
def test_a_megalith_shows_what_it_costs_now(discount):
    view = at_work([held("megalith", (), discount)], compound=())
    price = {(str(5 - discount), "metal"): 1} if discount < 5 else {}
    drawing = PAINTER.draw("workbench", view, NAMES)
    below = (place.mark for place in places(drawing) if place.y > drawing.h - 150)
    assert counted(below) == {("2", "energy"): 1} | price


@with_every("count", range(18))
def test_any_number_of_built_cards_keeps_the_laws_and_the_height(count):
    for start in (0, 11, 22):
        cards = [built(ALL[(start + n) % len(ALL)], used=bool(n % 3)) for n in range(count)]
        view = at_work([held(card) for card in ALL[:10]], compound=tuple(cards))
        assert not wrong(view, only="workbench")
        drawing = PAINTER.draw("workbench", view, NAMES)
        assert drawing.h <= HIGHEST["workbench"]
        shown = words_of(drawing)
        if count <= 12:
            assert {BLUEPRINTS[each.card].row.name.upper() for each in cards} <= {*shown}
        else:
            assert f"+{count - 11}" in shown


@with_every("used", [False, True])
@with_every("card", ALL)
def test_every_kind_stands_on_the_bench(card, used):
    for dice in ((1, 2, 3), (4, 4, 4, 5, 6), ()):
        view = at_work(compound=(built(card, used),), dice=dice)
        assert not wrong(view, only="workbench")


@with_every("copied", COPYABLE)
def test_a_replicator_says_what_it_was_used_as(copied):
    view = at_work(compound=(BuildingView("replicator", True, dice_of(copied), copied),))
    assert not wrong(view, only="workbench")
    drawing = PAINTER.draw("workbench", view, NAMES)
    name = BLUEPRINTS[copied].row.name
    assert {name.upper(), f"AS {name.upper()}"} & {*words_of(drawing)}
    assert f"Replicator, used as {name}" in drawing.alt


@with_every("promised", COMING)
@with_every("count", range(12))
def test_any_dice_fit_the_tray_and_none_is_left_out(count, promised):
    chosen, rolled, named = promised
    cards = ("foundry", "gymnasium", "biolab", "harvester", "robot", "manufactory", "warehouse")
    for dice in (tuple(sorted(n % 6 + 1 for n in range(count))), (6,) * count):
        view = at_work(
            compound=tuple(built(card) for card in cards),
            dice=dice,
            set_dice=chosen,
            rolled_dice=rolled,
            named_dice=named,
        )
        assert not wrong(view, only="workbench")
        found = chances(own_player(view), working(view))
        assert sorted(value for value, dice, *_ in found for _ in range(dice)) == [*dice]
        assert len(found) <= MAX_DICE


@pytest.mark.parametrize("dice", FLOORS, ids=str)
def test_every_floor_takes_its_dice(dice):
    low = tuple(value - 3 for value in dice)
    view = at_work(compound=(), dice=(), research=dice, mine=dice, generate=low)
    assert not wrong(view, only="workbench")
    bonuses = sum(one == other for one, other in pairwise(dice))
    assert words("workbench", view).count("+1") == 3 * bonuses


@pytest.mark.parametrize("numbers", NUMBERS, ids=lambda numbers: str(numbers["score"]))
def test_what_there_is_may_have_three_digits(numbers):
    for metal, energy in ((numbers["metal"], numbers["energy"]), (0, numbers["energy"])):
        view = at_work(**{**numbers, "metal": metal, "energy": energy})
        assert not wrong(view, only=OWN)
        assert f"{metal + energy} / 12" in words("shop", view)


@with_every("metal", range(26))
def test_the_stock_is_a_cube_for_each_and_turns_red_above_the_limit(metal):
    view = at_work(metal=metal, energy=2, hand_size=10)
    assert not wrong(view, only="workbench")
    fills = [getattr(p.mark, "fill", "") for p in places(PAINTER.draw("workbench", view, NAMES))]
    assert (ALARM in fills) == (metal + 2 > 12)
    assert ALARM in [
        getattr(place.mark, "fill", "")
        for place in places(PAINTER.draw("shop", with_player(view, hand_size=11), NAMES))
    ]


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("count", [4, 12])
def test_words_lie_on_the_ground_they_were_made_for(name, count):
    lacks = ((), (("metal", 1), ("energy", 1)), (("twin", 1),), (("partner", 1),))
    cards = [held(card, lacks[n % 4]) for n, card in enumerate(ALL[:count])]
    compound = tuple(built(card, used=bool(n % 2)) for n, card in enumerate(ALL[3 : 3 + count]))
    drawing = PAINTER.draw(name, at_work(cards, compound=compound, metal=3 * count), NAMES)
    assert not unreadable(drawing, Rasterizer().picture(drawing))


# --- the market


@pytest.mark.parametrize("is_new", [False, True], ids=["old", "new"])
@pytest.mark.parametrize("seats", [1, 4])
def test_every_card_can_lie_in_the_market_beside_the_hand(is_new, seats):
    people = list(CONTRACTORS)
    for start in range(0, len(ALL), 4):
        view = replace(view_after(seats, 20, seat=0), round=2)
        lying = [ALL[(start + n) % len(ALL)] for n in range(4)]
        under = [people[(start + n) % len(people)] for n in range(4)]
        for shelf, cards in ((view.blueprints, lying), (view.contractors, under)):
            shelf.row = tuple(
                replace(slot, card=card, is_new=is_new)
                for slot, card in zip(shelf.row, cards, strict=True)
            )
        for energy in (0, 9):
            view = with_player(view, energy=energy)
            assert not wrong(view, only="shop")
        shown = words("shop", view)
        assert {BLUEPRINTS[card].row.name.upper() for card in lying} <= {*shown}
        assert {CONTRACTORS[card].row.name.upper() for card in under} <= {*shown}
        assert shown.count("NEW") == (8 if is_new else 0)


@pytest.mark.parametrize("slots", [(0,), (1, 3), (0, 1, 2, 3)], ids=str)
@pytest.mark.parametrize("seats", [1, 4])
def test_an_empty_slot_says_so(slots, seats):
    view = rows_emptied(view_after(seats, 20, seat=0), slots)
    assert not wrong(view, only="shop")
    shown = words("shop", view)
    assert shown.count("SOLD OUT") == shown.count("NOBODY LEFT") == len(slots)


def test_who_can_be_hired_is_framed():
    view = replace(view_after(4, 20, seat=0), round=2)
    poor = with_player(replace(view, hand=()), hand_size=0)
    assert not frames("shop", poor)
    rich = holding([held(card, (("metal", 1),)) for card in ("biolab", "foundry", "dojo", "golem")])
    can = sum(not hire_lacks(rich, slot) for slot in rich.contractors.row if slot.card)
    assert can and frames("shop", rich) == can


# --- what changes is seen, and said


def test_what_works_now_is_framed_and_what_was_used_is_ticked():
    both = (built("battery_factory"), built("gymnasium"))
    ready = at_work(compound=both, energy=9)
    assert frames("workbench", ready) == 2
    assert "BUILT · 2 CAN WORK NOW" in words("workbench", ready)
    used = at_work(compound=(built("battery_factory", used=True), both[1]), energy=0)
    assert not frames("workbench", used)
    drawing = PAINTER.draw("workbench", used, NAMES)
    marks = [place.mark for place in places(drawing)]
    assert [m.name for m in marks if isinstance(m, Sprite)].count("common/check") == 1
    assert "Battery Factory, used" in drawing.alt
    assert "works now" in PAINTER.draw("workbench", ready, NAMES).alt


def test_nothing_is_framed_while_the_table_waits_for_others():
    view = at_work(compound=(built("battery_factory"),), energy=9)
    assert frames("workbench", view)
    assert not frames("workbench", replace(view, to_act=(1,)))
    assert not frames("workbench", replace(view, phase="market"))


def test_a_die_shows_the_cards_that_can_use_it():
    view = at_work(compound=(built("biolab"),), energy=3, dice=(1, 5))
    thumbs = [
        place.mark.name
        for place in places(PAINTER.draw("workbench", view, NAMES))
        if isinstance(place.mark, Sprite) and place.mark.name.endswith("biolab.thumb")
    ]
    assert len(thumbs) == 2, "beside the one, and on its tile"


def test_placed_dice_lie_on_their_card():
    used = at_work(compound=(BuildingView("foundry", True, (5,)),), dice=())
    other = at_work(compound=(BuildingView("foundry", True, (2,)),), dice=())
    assert PAINTER.draw("workbench", used, NAMES).parts != (
        PAINTER.draw("workbench", other, NAMES).parts
    )


def test_the_alt_text_says_all_of_it():
    cards = [
        held("golem", (("metal", 2), ("partner", 1))),
        held("dojo"),
        held("robot", (("twin", 1),)),
    ]
    view = at_work(cards, metal=9, energy=10, compound=(built("biolab"), built("obelisk")))
    said = PAINTER.draw("workbench", view, NAMES).alt
    for part in (
        "9 metal and 10 energy, 19 of 12, 7 too many",
        "1 (1 energy, Biolab)",
        "Biolab, works now (Place a 1",
        "Golem (hammer; 4 metal): lacks 2 metal and another hammer",
        "can be built",
        "Robot (hammer; 1 metal and 1 energy): owned",
    ):
        assert part in said
    said = PAINTER.draw("shop", view, NAMES).alt
    names = [BLUEPRINTS[slot.card].row.name for slot in view.blueprints.row]
    assert all(name in said for name in (*names, "To hire", "Golem", "Dojo"))
