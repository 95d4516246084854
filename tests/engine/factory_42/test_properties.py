"""What holds at every moment of Factory 42, whatever is played."""

from collections import Counter
from itertools import combinations_with_replacement, islice
from random import Random

import pytest

from engine.factory_42.board import BOARD, IMPROVEMENTS
from engine.factory_42.cards import COMMISSIONS, INVENTIONS, ORDERS, QUALITIES
from engine.factory_42.resources import RESOURCES, cubes
from engine.factory_42.setup import DECKS, deck_of
from engine.factory_42.state import LOCATIONS
from engine.kernel.codes import MAX_CODE, code, parse
from engine.kernel.events import Event, readable
from engine.kernel.luck import FastLuck
from testing import SCALE
from testing.playing import Table, as_json, codes, moments, tables
from tests.engine.factory_42.tables import (
    GAME,
    NAMES,
    PRINTED,
    acted,
    all_cubes,
    all_rosettes,
    dealt,
    laid_out,
    offered,
    played,
)

TABLES = tables(games={GAME.id: GAME})
at_every_table = pytest.mark.parametrize("table", TABLES, ids=str, scope="module")
EXPANDED = [
    Table(GAME, seats, GAME.options(expansion=True, negotiation=True), seed)
    for seats in GAME.seats
    for seed in range(1, SCALE + 1)
]
at_every_expanded_table = pytest.mark.parametrize("table", EXPANDED, ids=str, scope="module")


# --- places -------------------------------------------------------------------------------------


def cards_of(state, kind):
    """Every card of a kind, wherever it is."""
    deck = deck_of(state, kind)
    found = [*deck.cards, *deck.discards]
    if kind == "order":
        found += [order.name for order in state.orders]
    elif kind == "market":
        found += [state.market] if state.market else []
    elif kind == "event":
        found += [state.event] if state.event in DECKS["event"] else []
    elif kind == "invention":
        found += state.inventions
        for player in state.players:
            found += [*player.unresearched, *player.inventions, *player.spent]
    else:
        found += state.basket.cards
        for player in state.players:
            found += [*player.commissions, *player.begun, *player.finished]
    return Counter(found)


def assert_nothing_is_lost(state):
    assert all_cubes(state) == PRINTED
    assert all_rosettes(state) == BOARD.rosettes
    for kind, printed in DECKS.items():
        assert cards_of(state, kind) == Counter(printed), kind
    docks = [car for player in state.players for car in player.docks if car]
    assert sorted([*state.station, *state.track, *docks]) == list(range(1, len(state.loads) + 1))


def assert_nothing_overflows(state):
    for player in state.players:
        assert player.free >= 0 and min(player.warehouse) >= 0
        assert 0 <= player.private <= player.store and player.rosettes >= 0
        assert BOARD.least_vp <= player.vp <= BOARD.most_vp
    assert all(sum(load) <= BOARD.railcar_room and min(load) >= 0 for load in state.loads)
    assert 0 <= state.steam < BOARD.steam.rupture_at
    for place, seats in state.workers.items():
        assert len(seats) <= state.slots(place)


@pytest.mark.parametrize("table", [*TABLES, *EXPANDED], ids=str, scope="module")
def test_cubes_rosettes_cards_and_railcars_are_conserved(table):
    for moment in islice(moments(table), 0, None, 5):
        for state in filter(None, (moment.state, moment.state.base)):
            assert_nothing_is_lost(state)
            assert_nothing_overflows(state)


def rich(seats, seed):
    """A table in full swing: every Invention is researched, held or in the row."""
    rng = Random(seed)
    names = sorted(INVENTIONS)
    rng.shuffle(names)
    row, names = names[:3], names[3:]
    commissions = rng.sample(sorted(COMMISSIONS), seats)
    laid = Counter(BOARD.spiking.bag) + Counter(flax=2, steel=2, gold=2)
    heap = [name for name, row in BOARD.resource.items() for _ in range(row.supply - laid[name])]
    rng.shuffle(heap)

    def cubes_of(most):
        return dict(Counter(heap.pop() for _ in range(rng.randrange(1, most + 1))))

    players = [
        {
            "vp": rng.choice([-15, 0, 3, 41]),
            "rosettes": rng.randrange(5),
            "warehouse": cubes_of(10),
            "dock1": {"car": 2 * seat + 2, **cubes_of(6)},
            "dock2": {"car": 2 * seat + 3, **cubes_of(6)},
            "improvements": ["large_warehouse", *rng.sample(["crane", "incinerator"], 1)],
            "inventions": names[2 * seat :: 2 * seats],
            "unresearched": names[2 * seat + 1 :: 2 * seats],
            "commissions": [commissions[seat]],
            "at": ["operate", "research", "manufacturium1", "manufacturium2"],
            "commissar_at": rng.sample(["research", "manufacturium1", "manufacturium2"], 2),
        }
        for seat in range(seats)
    ]
    return laid_out(
        *players,
        options={"expansion": True},
        phase="operate",
        inventions_row=row,
        steam=rng.randrange(15),
        pool={"flax": 2, "gold": 1},
        track=[{"car": 1, "steel": 2, "gold": 1}],
        workers={place: [rng.randrange(seats)] for place in ("guild", "embassy", "trading")},
        commissars={place: rng.randrange(seats) for place in ("guild", "embassy", "accounting")},
    )


@pytest.mark.parametrize("seats", GAME.seats)
def test_nothing_is_lost_when_inventions_are_operated_and_goods_are_made(seats):
    done = Counter()
    for seed in range(30 * SCALE):
        state, rng = rich(seats, seed), Random(seed)
        assert_nothing_is_lost(state)
        while state.round == 1 and (waiting := GAME.to_act(state)):
            seat = rng.choice(waiting)
            actions = [a for a in GAME.choices(state, seat) if a[0] not in ("done", "hold")]
            is_undone = rng.random() < 0.1 and ("undo",) in GAME.actions(state, seat)
            action = ("undo",) if is_undone else rng.choice(actions or [("done",)])
            GAME.apply(state, seat, action)
            assert_nothing_is_lost(state)
            assert_nothing_overflows(state)
            done[action[1] if action[0] == "operate" else action[0]] += 1
    operated = {name for name, card in INVENTIONS.items() if card.effect}
    assert {*operated, "make", "research", "take", "enter", "incinerate", "undo"} <= done.keys()


# --- knowledge ----------------------------------------------------------------------------------


@at_every_expanded_table
def test_other_worlds_change_what_a_seat_cannot_see_and_nothing_else(table):
    changed = Counter()
    for moment in moments(table):
        if moment.number % 15:
            continue
        state = moment.state
        for viewer in table.viewers:
            world = GAME.other_world(state, viewer, FastLuck(moment.number))
            assert_nothing_is_lost(world)
            assert as_json(GAME.view(world, viewer)) == as_json(GAME.view(state, viewer))
            for kind in DECKS:
                changed[kind] += deck_of(world, kind).cards != deck_of(state, kind).cards
            for seat in range(table.seats):
                if seat != viewer:
                    here, there = state.players[seat], world.players[seat]
                    changed["held"] += here.commissions != there.commissions
                    changed["draft"] += here.draft != there.draft
    assert all(changed[kind] for kind in DECKS)


def test_a_held_commission_and_the_drawn_ones_change_in_other_worlds():
    state = laid_out(
        {"commissions": ["moonwood_harp"]},
        {},
        options={"expansion": True},
        phase="embassy",
        steam=3,
        workers={"embassy": [0]},
    )
    worlds = [GAME.other_world(state, 1, FastLuck(seed)) for seed in range(9)]
    assert len({tuple(world.players[0].commissions) for world in worlds}) > 3
    assert all(
        GAME.other_world(state, 0, FastLuck(seed)).players[0].commissions == ["moonwood_harp"]
        for seed in range(9)
    )
    played(state, "enter")
    seen = {as_json(GAME.view(GAME.other_world(state, 1, FastLuck(n)), 1)) for n in range(5)}
    assert len(seen) == 1
    cards = {tuple(GAME.other_world(state, 1, FastLuck(n)).basket.cards) for n in range(9)}
    assert len(cards) > 3


# --- codes --------------------------------------------------------------------------------------


def counted(verb, names, most):
    for name in names:
        yield (verb, name)
        yield from ((verb, name, n) for n in range(2, most + 1))


def places():
    for place in LOCATIONS:
        yield ("manufacturium", int(place[-1])) if place[-1].isdigit() else (place,)


def all_codes():
    """Every code that any table could offer, written from the notation and the cards."""
    yield from [("ready",), ("pass",), ("done",), ("undo",), ("double",), ("single",), ("enter",)]
    yield from [("favour",), ("fame",), ("swap",), ("drop",), ("send",), ("start", "vp")]
    for place in places():
        yield from (("place", *place), ("commissar", *place))
    for verb in ("own", "pool", "load", "bag", "burn", "buy", "incinerate"):
        yield from counted(verb, RESOURCES, 20)
    for words in ((), ("dock", 1), ("dock", 2)):
        yield from (("sell", *words, *each[1:]) for each in counted("sell", RESOURCES, 12))
    for name in RESOURCES:
        yield from (("spike", name, car) for car in range(1, 20))
        yield from (("scrap", name, *place) for place in (("warehouse",), ("dock", 2)))
        yield ("move", name, "warehouse", "dock", 2)
        yield ("move", name, "dock", 1, "dock", 2)
        yield from ((verb, name) for verb in ("spoil", "fee", "hold", "keep", "bribe"))
    yield from (("cheat", *each) for each in combinations_with_replacement(sorted(RESOURCES), 3))
    yield ("draw", "small", 1, "medium", 1, "large", 1, "any", 3)
    yield from (("make", name, quality) for name in ORDERS for quality in QUALITIES)
    for name in COMMISSIONS:
        yield from (("make", name), ("keep", name))
    for name in INVENTIONS:
        yield from (("take", name), ("research", name))
        if INVENTIONS[name].effect:
            yield ("operate", name)
    yield ("operate", "mechanical_understudy", "accounting")
    yield ("operate", "forced_draught_bellows", "mushroom")
    yield ("operate", "magnet_boom", 12, "copper")
    yield from (("research", name) for name in IMPROVEMENTS)
    for side in ("me", "you"):
        yield from (("clause", side, "make", name) for name in ORDERS)
        yield from (("clause", side, "avoid", *place) for place in places())
        yield from (("clause", side, *each) for each in counted("load", RESOURCES, 4))


LONGEST = "clause you make scale_model_of_the_victory_arch"


def test_the_longest_code_promises_the_longest_order():
    found = [code(action) for action in all_codes()]
    assert max(map(len, found)) == len(LONGEST) < MAX_CODE
    assert LONGEST in found and all(code(parse(text)) == text for text in found)


def test_the_longest_code_is_really_offered():
    state = laid_out({}, {}, orders=["scale_model_of_the_victory_arch", "medal_blanks"])
    GAME.apply(state, 0, ("propose", 1))
    assert LONGEST in codes(GAME.actions(state, 0))


def test_every_code_has_a_label_that_fits_a_button_whatever_people_are_called():
    state = laid_out({}, {}, {}, {}, {}, options={"expansion": True})
    GAME.apply(state, 0, ("propose", 1))
    view, names = GAME.view(state, 0), [name.ljust(32, "x") for name in NAMES]
    for action in all_codes():
        label = GAME.words.label(action, view, names)
        assert label and len(label) <= 80 and not label.endswith((" ", ",")), label


@at_every_table
def test_every_offered_word_is_in_the_vocabulary(table):
    for moment in moments(table):
        words = {word for action in moment.offered for word in action if isinstance(word, str)}
        assert words <= GAME.vocabulary


# --- what is told -------------------------------------------------------------------------------


def test_a_basket_is_told_as_one_sentence_when_it_closes():
    state = laid_out({}, {}, phase="requisition", workers={"requisition": [0]})
    events = played(state, "own steel", "pool gold", "pool flax", "pool flax", "done")
    public = [GAME.words.sentence(event, NAMES) for event in events if event.readers is None]
    assert public[0] == (
        "Ada takes 1 Steel into the Warehouse and puts 2 Flax and 1 Gold into the Pool."
    )
    assert not [text for text in public if "finishes there" in text]


def told(events, seat=None):
    return [GAME.words.sentence(event, NAMES) for event in readable(events, seat)]


def test_the_log_says_which_railcar_was_spiked_and_whose_dock_it_came_to():
    state = laid_out(
        {},
        {},
        phase="spiking",
        track=[{"car": 1, "flax": 1}, {"car": 2, "flax": 1}],
        workers={"spiking": [0], "shipping": [0]},
        draws=["gold", "beer", "flax", "flax"],
    )
    played(state, "draw any 4")
    public = told(played(state, "spike gold 2", "spike beer 2", "done", "ship 2 0 1"))
    assert public[0] == "Ada puts 1 Gold and 1 Beer into Railcar 2."
    assert "Ada ships Railcar 2 to their own Dock 1." in public


def test_an_open_order_is_paid_for_and_taken_back_before_everybody():
    player = {"rosettes": 2, "vp": 3}
    state = laid_out(player, player, {}, phase="scoring", orders=["medal_blanks"])
    public = told([*acted(state, 0, "lose vp"), *acted(state, 0, "undo")])
    assert public == [
        "Ada pays for the open orders with 2 VP.",
        "Ada undoes: pay for the open orders with 2 VP.",
    ]
    assert state.players[0].vp == 3


def test_the_log_counts_one_cube_as_one():
    one, none = cubes({"flax": 1}), cubes({})
    assert told([Event("tower", None, (1, one)), Event("tower", None, (2, none))]) == [
        "1 cube goes into the Tower, and 1 Flax falls out.",
        "2 cubes go into the Tower, and nothing falls out.",
    ]


def test_the_fee_of_the_last_inspection_is_told():
    state = laid_out({"rosettes": 1}, {}, round=6)
    assert told(played(state, "place accounting"))[1] == "Ada pays 1 Rosette to work at Accounting."


@at_every_table
def test_lessons_are_there_for_every_question_of_a_learning_table(table):
    options = table.options.model_copy(update={"learning": 20})
    for moment in moments(Table(GAME, table.seats, options, table.seed)):
        if moment.number % 10 == 0:
            for seat in range(table.seats):
                assert GAME.hint(GAME.view(moment.state, seat))


# --- counts -------------------------------------------------------------------------------------


def test_a_state_is_small():
    """A stored state with its checkpoint stays below 12 kB, also late in a game of five."""
    for moment in moments(Table(GAME, 5, GAME.options(expansion=True), 3)):
        if moment.number % 20 == 0:
            assert len(GAME.dump(moment.state)) < 12_000


@at_every_expanded_table
def test_a_question_never_has_too_many_answers(table):
    most = max(len(GAME.choices(moment.state, moment.seat)) for moment in moments(table))
    assert 35 <= most <= 125
    assert offered(dealt(table.seats))
