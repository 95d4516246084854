"""Factory 42 at its fullest: every card, count and name obeys the rules of layout."""

from dataclasses import replace
from itertools import product

import pytest

from engine import GAMES
from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS, EVENTS, INVENTIONS, ORDERS, QUALITIES
from engine.factory_42.market import MARKETS
from engine.factory_42.plans import MAX_PLANNED
from engine.factory_42.resources import COUNT, RESOURCES
from engine.factory_42.state import NO_COMMISSAR, OWN_BOARD
from engine.factory_42.view import CarView, DealView, DraftView, OrderView
from engine.kernel.codes import parse
from render import PAINTERS
from render.alt import LIMIT
from render.factory_42.clauses import sign_of
from render.png import encoded
from render.raster import Rasterizer
from testing.layout_rules import faults
from testing.positions import FACTORY_42, TO_THE_END, state_after, view_after, words_of
from tests.render.test_layout import NASTY

PAINTER = PAINTERS[FACTORY_42]
NAMES = ("Ada", "Ben", "Cleo", "Dirk", "Emil")
LONG = ("Maximiliana von Hohenfels", "Finnegan Oakenshield", *NAMES[2:])
LARGEST = 130_000
MIN_ASPECT = 1.09
editions = pytest.mark.parametrize("expansion", [False, True], ids=["base", "expansion"])
every_count = pytest.mark.parametrize("seats", [2, 3, 4, 5])
FULL = (6, 5, 4, 3, 3, 3, 2, 2, 2, 2, 2)  # two digits in all


def seen(seats=5, moves=60, seat=None, expansion=True):
    return view_after(seats, moves, seat, game=FACTORY_42, expansion=expansion)


def wrong(view, kind, names=LONG):
    """What is wrong with all pictures of a kind."""
    found = []
    for name in PAINTER.offers(view):
        if name.split()[0] == kind:
            drawing = PAINTER.draw(name, view, names)
            found += faults(drawing)
            found += [] if 0 < len(drawing.alt) <= LIMIT else ["the words are too long"]
            if drawing.w / drawing.h < MIN_ASPECT:
                found.append(f"{name} is {drawing.h} high")
    return found


def with_player(view, seat, **changes):
    players = [replace(each, **changes) if each.seat == seat else each for each in view.players]
    return replace(view, players=tuple(players))


def load(cubes):
    """Some cubes of a Railcar."""
    return tuple(int(number < cubes) for number in range(COUNT))


# --- locations


def crowded(view):
    """Every slot and every Commissar's place is taken."""
    seats = len(view.players)
    slots = {place: tuple(n % seats for n in range(count)) for place, count in view.slots.items()}
    chairs = {place: n % seats for n, place in enumerate(slots) if place not in NO_COMMISSAR}
    own = [place for place in OWN_BOARD if view.has_expansion or place != "operate"]
    for seat in range(seats):
        at_chairs = tuple(place for place in own if place not in NO_COMMISSAR)
        view = with_player(view, seat, at=tuple(own), commissar_at=at_chairs, meeples=10)
    return replace(view, workers=slots, commissars=chairs)


@editions
@every_count
def test_full_locations_keep_the_laws_in_every_phase(seats, expansion):
    for seat, phase in product((None, 0), ("place", "guild", "spiking", "scoring", "cleanup")):
        view = crowded(seen(seats, 40, seat, expansion))
        for names in (LONG, NASTY):
            assert not wrong(replace(view, phase=phase, to_act=(0, 1)), "locations", names)
        assert not wrong(view, "placing", NASTY)


@editions
def test_every_location_can_be_closed(expansion):
    view = crowded(seen(5, 40, 1, expansion))
    closed = replace(view, closed=(*view.slots, *OWN_BOARD))
    for kind in ("locations", "placing"):
        assert not wrong(closed, kind)
        drawing = PAINTER.draw(kind, closed, NAMES)
        places = len(view.slots) + (4 if expansion else 3)
        assert words_of(drawing).count("CLOSED") == places


# --- orders


@pytest.mark.parametrize("start", range(0, len(ORDERS), 5))
def test_every_order_keeps_the_laws_whoever_made_it(start):
    names = [*ORDERS, *ORDERS][start : start + 5]
    everybody = [tuple((seat, quality) for seat in range(5)) for quality in QUALITIES]
    some = ((0, "minimum"), (1, "minimum"), (2, "standard"), (3, "optimal"))
    for rosettes, makers in product((0, 12), [(), some, *everybody]):
        view = replace(
            seen(5, 60, 0), orders=tuple(OrderView(name, rosettes, makers) for name in names)
        )
        assert not wrong(view, "orders")
        assert not wrong(view, "workshop")


# --- pool and rail


@pytest.mark.parametrize("cars", [0, 1, 2, 3, 10, 11, 25])
def test_any_number_of_railcars_keeps_the_laws(cars):
    track = tuple(CarView(number + 1, load(number % 7)) for number in range(cars))
    for station in (0, 6, 14):
        view = replace(seen(5, 60, 0), track=track)
        rest = tuple(CarView(40 + number, load(0)) for number in range(station))
        assert not wrong(replace(view, station=rest), "pool")
        assert not wrong(replace(view, station=rest), "rail")


@pytest.mark.parametrize("cars", [0, 1, 2, 9, 25])
def test_a_railcar_that_is_loaded_is_seen_where_it_will_stand(cars):
    track = tuple(CarView(number + 1, load(number % 7)) for number in range(cars))
    station = (CarView(41, load(5)), CarView(42, load(0)))
    view = replace(seen(5, 60, 0), track=track, station=station, phase="loading", asks="load")
    view = replace(view, basket=replace(view.basket, car=41), workers={"shipping": (4, 0, 1, 2)})
    for kind in ("pool", "rail"):
        assert not wrong(view, kind)
        drawing = PAINTER.draw(kind, view, NAMES)
        named = "is loaded now" if cars < 2 else "Railcar 41 is loaded now"
        assert named in words_of(drawing) and "Being loaded: 41 (1 Flax" in drawing.alt
    assert "At Shipping: Emil, Ada, Ben, Cleo." in PAINTER.draw("rail", view, NAMES).alt


@pytest.mark.parametrize("limit", [12, 15])
def test_every_step_of_the_gauge_keeps_the_laws(limit):
    for steam, ruptured in product(range(limit), (False, True)):
        view = replace(seen(), steam=steam, rupture_at=limit, ruptured=ruptured)
        assert not wrong(replace(view, pool=(20,) * COUNT, tower=(9,) * COUNT), "pool")


@pytest.mark.parametrize("drawn", [load(1), (0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 3), load(6)], ids=str)
def test_cubes_from_the_bag_are_shown_until_they_are_placed(drawn):
    view = replace(seen(5, 60, 0), drawn=drawn)
    for kind in ("pool", "rail"):
        assert not wrong(view, kind)
        assert "drawn" in words_of(PAINTER.draw(kind, view, NAMES))


def test_every_event_and_every_market_keeps_the_laws():
    for event in EVENTS:
        assert not wrong(replace(seen(), event=event), "pool")
        assert not wrong(replace(seen(5, 60, 0), event=event), "placing")
    for name, card in MARKETS.items():
        view = replace(seen(5, 60, 0), market=name, sells=card.sell, buys=card.buy)
        assert not wrong(view, "pool")
        assert not wrong(view, "trading")


# --- boards


@pytest.mark.parametrize("count", [0, 1, 8, 9, 20, 24])
def test_a_board_with_any_cards_keeps_the_laws(count):
    inventions, commissions = list(INVENTIONS), list(COMMISSIONS)
    changes = {
        "inventions": dict.fromkeys(inventions[:count], 3),
        "unresearched": tuple(inventions[::-1][:count]),
        "spent": tuple(inventions[:count:2]),
        "active": tuple(inventions[:count:3]),
        "begun": {name: COMMISSIONS[name].pieces for name in commissions[:count]},
        "finished": tuple(commissions[:count:2]),
        "commissions": tuple(commissions[::-1][:count]),
        "commission_count": min(count, len(commissions)),
    }
    view = with_player(seen(5, 60, 2), 2, **changes)
    for names in (LONG, NASTY):
        assert not wrong(view, "player", names)
        assert not wrong(view, "own", names)


def test_a_full_yard_keeps_the_laws():
    rich = {
        "vp": BOARD.least_vp,
        "rosettes": 30,
        "room": 12,
        "warehouse": (2, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0),
        "improvements": tuple(BOARD.improvement),
        "store": 6,
        "private": 6,
        "docks": (CarView(15, load(6)), CarView(9, load(0))),
        "at": OWN_BOARD,
        "commissar_at": ("manufacturium1", "manufacturium2"),
        "meeples": 10,
    }
    view = with_player(seen(5, 60, 2), 2, **rich)
    for kind in ("player", "own", "rail", "workshop", "trading", "placing"):
        assert not wrong(view, kind)


# --- the Guild, baskets, deals


def test_every_invention_keeps_the_laws_in_the_guild():
    names = tuple(INVENTIONS)
    for start in range(0, len(names), 3):
        view = replace(seen(), inventions=names[start : start + 3], workers={"guild": (4, 0, 4)})
        assert not wrong(view, "guild")
    assert not wrong(replace(seen(), inventions=()), "guild")


# --- a plan


@editions
def test_every_line_of_a_plan_keeps_the_laws(expansion):
    state = state_after(5, 0, game=FACTORY_42, expansion=expansion)
    lines, view = GAMES[FACTORY_42].plans(state, 4), GAMES[FACTORY_42].view(state, 4)
    for first in range(0, len(lines), MAX_PLANNED):
        plan = PAINTER.plan(view, lines[first : first + MAX_PLANNED], LONG)
        assert faults(plan) == []
        assert plan.w / plan.h >= MIN_ASPECT and 0 < len(plan.alt) <= LIMIT
    assert PAINTER.plan(GAMES[FACTORY_42].view(state, None), lines, LONG) is None


@editions
@every_count
@pytest.mark.parametrize("phase", ["place", "loading", "manufacturium2"])
def test_a_plan_keeps_the_laws_whatever_became_of_its_lines(seats, expansion, phase):
    state = state_after(seats, 0, game=FACTORY_42, expansion=expansion)
    lines, view = GAMES[FACTORY_42].plans(state, 1), GAMES[FACTORY_42].view(state, 1)
    for each in (view, crowded(view), replace(view, closed=(*view.slots, *OWN_BOARD))):
        for count in (1, 7, 8, MAX_PLANNED):
            plan = PAINTER.plan(replace(each, phase=phase), lines[-count:], NASTY)
            assert faults(plan) == []
            assert plan.w / plan.h >= MIN_ASPECT and 0 < len(plan.alt) <= LIMIT


def test_a_plan_shows_what_comes_next_what_waits_and_what_is_past():
    codes = ("steam slot 1", "loading", "trading", "spiking workers 2")
    lines = [parse(f"place {each}") for each in codes[:3]] + [parse(f"commissar {codes[3]}")]
    lines += [parse("burn coal"), parse("autopilot")]
    view = replace(seen(4, 0, 2), workers={"steam": (1,), "spiking": (0,)}, closed=("loading",))
    plan = PAINTER.plan(replace(view, phase="place"), lines, NAMES)
    assert plan.alt == (
        "Your plan, only you see it. 1 Worker to Steam Generation if slot 1 or better is free: "
        "slot 1 is taken. 2 Worker to Loading: closed in this round. 3 Worker to Trading: next. "
        "4 Commissar to Spiking if 2 or more Workers are there: 1 of 2 Workers there. "
        "5 Burn 1 Coal → 3 Steam: until Steam Generation. For everything else the autopilot "
        "decides."
    )
    assert {"Slot 1 is taken", "Next", "1 of 2 Workers there"} <= {*words_of(plan)}


@pytest.mark.parametrize("asks", ["requisition", "start_cubes", "seal"])
def test_any_number_of_points_keeps_the_laws(asks):
    for points, pool_points in ((0, 0), (1, 5), (4, 2), (9, 14)):
        view = seen(5, 60, 2)
        basket = replace(view.basket, points=points, pool_points=pool_points)
        view = replace(view, asks=asks, to_act=(2,), basket=basket, supply=(20, 0) * 5 + (1,))
        deeds = {f"pool/{name}": count for name, count in zip(RESOURCES, FULL, strict=True)}
        assert not wrong(with_player(view, 2, deeds=deeds), "requisition")
        assert PAINTER.panel(view) == ("requisition",)


def clauses(view):
    """One of each kind with its longest words."""
    places = (("place", "manufacturium", 2), ("avoid", "embassy"), ("avoid", "manufacturium", 1))
    hauls = (("pool", "mushroom", 4), ("load", "copper", 4), ("spike", "beer", 2))
    persons = (("ship", 0), ("spare", 1), ("burn", 6))
    makes = tuple(("make", name) for name in ORDERS)
    return (*places, *hauls, *persons, *makes)


@pytest.mark.parametrize("names", [LONG, NASTY], ids=["long", "nasty"])
def test_every_promise_keeps_the_laws_whatever_became_of_it(names):
    view = seen(5, 60, 0)
    every = clauses(view)
    assert all(sign_of(each) for each in every)
    states = ["open", "accepted", "declined", "withdrawn", "lapsed", "judged", "judged"]
    sides = [every[n : n + 3] for n in range(0, len(every), 3)] + [()]
    deals = tuple(
        DealView(
            n + 95,
            (n % 5, (n + 1) % 5),
            (each, sides[-1 - n]),
            states[n % 7],
            (n % 5,) if n % 7 == 6 else (),
            view.round,
        )
        for n, each in enumerate(sides)
    )
    for has_fines in (False, True):
        full = replace(view, deals=deals, has_fines=has_fines)
        assert len([name for name in PAINTER.offers(full) if name.startswith("deals")]) > 3
        assert not wrong(full, "deals", names)
        for each in deals:
            drawing = PAINTER.draw(f"deal {each.number}", full, names)
            assert not faults(drawing) and 0 < len(drawing.alt) <= LIMIT
    for each in sides:
        assert not wrong(replace(view, draft=DraftView(1, each, sides[1])), "draft", names)


# --- the end


@editions
@every_count
def test_any_end_keeps_the_laws(seats, expansion):
    view = seen(seats, TO_THE_END, None, expansion)
    result = view.result
    extreme = replace(
        result,
        scores=(-15, 53, 100, 0, 7)[:seats],
        parts=tuple(
            {kind: -15 if kind == "track" else 12 for kind in part} for part in result.parts
        ),
    )
    shared = replace(result, winners=tuple(range(seats)), ranks=(1,) * seats, reason="shared")
    for end, names in product((result, extreme, shared), (LONG, NASTY)):
        assert not wrong(replace(view, result=end), "final", names)
        assert not wrong(replace(view, result=end), "share", names)


# --- files and secrets


def test_the_fullest_pictures_are_small_files():
    view = crowded(seen(5, 60, 2))
    makers = tuple((seat, "optimal") for seat in range(5))
    view = replace(
        view,
        orders=tuple(OrderView(name, 0, makers) for name in list(ORDERS)[-5:]),
        track=tuple(CarView(number + 1, load(6)) for number in range(12)),
        pool=(14,) * COUNT,
    )
    cards = {"inventions": dict.fromkeys(list(INVENTIONS)[:20], 3)}
    view, easel = with_player(view, 2, **cards), Rasterizer()
    sizes = {
        name: len(encoded(easel.picture(PAINTER.draw(name, view, LONG))))
        for name in PAINTER.offers(view)
    }
    assert not {name: size for name, size in sizes.items() if size > LARGEST}


def test_what_a_seat_keeps_secret_is_in_no_public_picture():
    kept, drawn = ("memory_lantern", "wind_chimes"), ("moonwood_harp", "singing_kettle")
    view = seen(4, 60, 1)
    view = with_player(view, 1, commissions=kept, commission_count=2)
    basket = replace(view.basket, cards=drawn)
    view = replace(view, basket=basket, draft=DraftView(2, (("burn", 5),), ()))
    hidden = [COMMISSIONS[name].name for name in (*kept, *drawn)]
    own = {name: PAINTER.draw(name, view, NAMES) for name in PAINTER.offers(view)}
    public = PAINTER.offers(replace(view, seat=None, draft=None))
    assert {*own} - {*public} >= {"own", "draft", "placing", "rail", "workshop"}
    for name, drawing in own.items():
        said = " ".join([*words_of(drawing), drawing.alt]).upper()
        told = [each for each in hidden if any(word in said for word in each.upper().split()[:1])]
        assert bool(told) == (name == "own"), name
        assert ("DRAFT" in said) == (name == "draft" or name == "own")
