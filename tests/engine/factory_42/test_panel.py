"""The panel says what a slot gives, and asks before something is lost or a promise broken."""

import pytest

from engine.kernel.codes import code, parse
from tests.engine.factory_42.tables import GAME, NAMES, acted, laid_out, played

PANEL = GAME.panel


def choice(state, text, seat=0):
    return PANEL.choice(parse(text), GAME.view(state, seat), NAMES)


def doubt(state, text, seat=0):
    assert parse(text) in GAME.choices(state, seat)
    found = PANEL.doubt(parse(text), GAME.view(state, seat), NAMES)
    return found and found.question


# --- what a slot gives ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "there, gives",
    [
        ([], "5 points for the Pool, 1 for you, 1 Rosette"),
        ([1, 1], "4 points for the Pool, 2 for you"),
    ],
)
def test_a_place_says_what_its_next_slot_gives(there, gives):
    state = laid_out({}, {}, workers={"requisition": there})
    assert choice(state, "place requisition").gives == gives


def test_a_place_says_what_a_commissar_changes():
    state = laid_out({}, {}, workers={"guild": [1, 1]}, options={"expansion": True})
    assert "2 Rosettes so far" in choice(state, "commissar guild").gives
    state = laid_out({}, {}, commissars={"loading": 1, "trading": 1})
    assert choice(state, "place loading").gives == "load 2 to 5 cubes of the Pool"
    assert choice(state, "place trading").gives.endswith("Ben takes 1 cube")


def test_every_location_can_be_told():
    state = laid_out({}, {}, options={"expansion": True})
    for action in GAME.choices(state, 0):
        assert 10 < len(choice(state, code(action)).gives) <= 100


@pytest.mark.parametrize("seat", [0, 1])
def test_the_own_docks_are_offered_first(seat):
    start = {"phase": "shipping", "workers": {"shipping": [seat]}}
    state = laid_out({}, {}, track=[{"car": 1}, {"car": 2}], **start)
    targets = [action[2] for action in GAME.choices(state, seat) if action[:2] == ("ship", 1)]
    assert targets == [seat, seat, 1 - seat, 1 - seat]


# --- what would be lost ---------------------------------------------------------------------------


def test_loading_asks_before_room_in_the_railcar_is_given_away():
    start = {"phase": "loading", "workers": {"loading": [0]}}
    state = laid_out({}, {}, pool={"flax": 2}, **start)
    played(state, "load flax")
    assert doubt(state, "done") == "Send Railcar 1 off? 1 more cube would fit."
    played(state, "load flax")
    assert doubt(state, "done") is None


def test_trading_asks_while_something_can_still_be_bought():
    start = {"phase": "trading", "workers": {"trading": [0]}}
    state = laid_out({"warehouse": {"gold": 2, "steel": 1}}, {}, **start)
    assert doubt(state, "done") is None
    played(state, "sell gold 2")
    worth = GAME.view(state, 0).basket.worth
    assert doubt(state, "done") == f"Finish with {worth} still to spend?"


def test_burning_asks_before_the_boiler_bursts():
    start = {"phase": "steam", "workers": {"steam": [0]}, "steam": 11}
    state = laid_out({"warehouse": {"wood": 2}}, {}, **start)
    assert doubt(state, "burn wood") is None
    assert doubt(state, "burn wood 2") == "Burst the boiler? The Steam would be 15 of 15."
    played(state, "burn wood 2")
    assert state.ruptured


def test_making_asks_before_magic_stands_in_for_something_else():
    own = {"at": ["manufacturium1"], "warehouse": {"wood": 1, "magic": 2}}
    state = laid_out(own, {}, phase="manufacturium1", steam=5)
    view = GAME.view(state, 0)
    asked = {code(a): doubt(state, code(a)) for a in GAME.choices(state, 0) if a[0] == "make"}
    for text, question in asked.items():
        gives = PANEL.choice(parse(text), view, NAMES).gives
        assert bool(question) == ("Magic" in gives), text
    assert any(asked.values())
    before = state.players[0].warehouse[:]
    text = next(text for text, question in asked.items() if question)
    gives = choice(state, text).gives
    played(state, text)
    paid = sum(before) - sum(state.players[0].warehouse)
    assert paid == sum(
        int(part.split()[0])
        for part in gives.split("you pay ")[1].split(", ")
        if "Steam" not in part
    )


# --- what was promised ----------------------------------------------------------------------------


def promised(state, *clauses):
    acted(state, 0, "propose 1", *(f"clause me {each}" for each in clauses), "send")
    acted(state, 1, "accept 1")
    return state


def test_a_press_that_breaks_a_promise_is_asked_about():
    state = promised(laid_out({"meeples": 2}, {"meeples": 2}), "avoid loading")
    for text in ("place loading", "commissar loading"):
        assert doubt(state, text) == "You promised Ben to stay away from Loading."
    assert doubt(state, "place steam") is None
    assert doubt(acted(state, 0, "place steam") and state, "place loading", 1) is None


def test_the_last_meeple_is_asked_about_if_a_place_was_promised():
    state = promised(laid_out({"meeples": 2}, {"meeples": 0}), "place loading")
    assert doubt(state, "place steam") is None
    acted(state, 0, "place steam")
    assert doubt(state, "place steam") and doubt(state, "place loading") is None


def test_a_promised_dock_and_promised_cubes():
    track = [{"car": 1, "flax": 1}, {"car": 2, "gold": 1}]
    start = {"phase": "place", "workers": {"shipping": [0], "steam": [0]}, "track": track}
    own = {"meeples": 1, "warehouse": {"wood": 1}}
    state = promised(laid_out(own, {"meeples": 1}, **start), "spare 1", "burn 1")
    while GAME.view(state, 0).asks == "place":
        played(state, "place trading" if GAME.to_act(state) == (0,) else "place accounting")
    assert doubt(state, "ship 1 1 1") and doubt(state, "ship 1 0 1") is None
    played(state, "ship 1 0 1")
    assert doubt(state, "done") == "You promised Ben to burn at least 1 cube at Steam Generation."
    played(state, "burn wood")
    assert doubt(state, "done") is None
