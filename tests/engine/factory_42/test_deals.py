"""Deals (ruling 83): who may write, answer and see them, and how each clause is judged."""

import pytest

from engine.kernel.codes import code
from engine.kernel.refusal import Refused
from testing.every import with_every
from tests.engine.factory_42.tables import GAME, NAMES, acted, dealt, laid_out, played


def asides(state, seat):
    return [code(action) for action in GAME.asides(state, seat)]


def clauses(state, seat=0):
    acted(state, seat, "propose 1")
    return {c.removeprefix("clause me ") for c in asides(state, seat) if c.startswith("clause me")}


def test_a_deal_is_drafted_sent_and_answered_by_seats_that_nobody_waits_for():
    state = laid_out({}, {}, {}, first=2)
    assert GAME.to_act(state) == (2,)
    acted(state, 0, "propose 1", "clause me pool coal 2", "clause you ship 0")
    assert GAME.view(state, 1).draft is None and not state.deals
    acted(state, 0, "send")
    assert asides(state, 1)[:2] == ["accept 1", "decline 1"]
    assert "withdraw 1" in asides(state, 0) and "accept 1" not in asides(state, 2)
    acted(state, 1, "accept 1")
    assert [deal.status for deal in state.deals] == ["accepted"]


@pytest.mark.parametrize(
    "seat, answer, status", [(1, "decline", "declined"), (0, "withdraw", "withdrawn")]
)
def test_an_offer_can_be_declined_and_withdrawn(seat, answer, status):
    state = laid_out({}, {})
    acted(state, 0, "propose 1", "clause you burn 1", "send")
    acted(state, seat, f"{answer} 1")
    assert state.deals[0].status == status


def test_open_offers_lapse_in_clean_up():
    state = laid_out({}, {}, phase="place")
    acted(state, 0, "propose 1", "clause me burn 1", "send", "propose 1")
    while state.round == 1:
        played(state, code(GAME.choices(state, GAME.to_act(state)[0])[0]))
    assert state.deals[0].status == "lapsed" and state.players[0].draft is None


def test_at_most_three_clauses_on_each_side_none_twice_and_at_least_one_in_all():
    state = laid_out({}, {})
    acted(state, 0, "propose 1")
    with pytest.raises(Refused, match="at least one clause"):
        acted(state, 0, "send")
    acted(state, 0, "clause me burn 1")
    with pytest.raises(Refused, match="already"):
        acted(state, 0, "clause me burn 1")
    acted(state, 0, "clause me burn 2", "clause me burn 3")
    with pytest.raises(Refused, match="at most 3"):
        acted(state, 0, "clause me burn 4")
    acted(state, 0, "clause you burn 1", "drop")
    assert state.players[0].draft is None


def test_what_can_be_promised_before_the_resolution():
    found = clauses(laid_out({}, {}, options={"expansion": True}))
    assert {"pool flax", "pool coal 4", "load magic 4", "spike gold 2", "burn 6"} <= found
    assert {"ship 0", "spare 1", "place embassy", "avoid manufacturium 2"} <= found
    assert "make pit_prop_timbers" in found
    assert not {"pool magic", "pool flax 5", "spike gold 3", "burn 7", "make drill_heads"} & found
    assert "place guild" not in clauses(laid_out({}, {}))
    closed = clauses(laid_out({}, {}, event="auditors_in_the_building"))
    assert "avoid accounting" not in closed


def test_a_clause_can_be_written_only_before_its_location_begins():
    state = laid_out({}, {}, phase="loading", pool={"flax": 3}, workers={"loading": [0]})
    found = clauses(state)
    assert not {"pool flax", "load flax", "place loading", "avoid trading"} & found
    assert {"spike flax", "ship 1", "burn 2", "make medal_blanks"} <= found
    late = {"at": ["manufacturium2"], "warehouse": {"wood": 2}}
    state = laid_out(late, {}, phase="manufacturium2", steam=1)
    assert clauses(state) == set()


def test_no_deals_before_the_draw_is_over():
    state = dealt(2, short=True)
    assert asides(state, 0) == []
    with pytest.raises(Refused, match="after the draw and before scoring"):
        acted(state, 0, "propose 1")


# Each clause with what keeps it: the deeds that the round has recorded.
KEPT = [
    ("pool flax 2", {"pool/flax": 2}, {"pool/flax": 1}),
    ("load gold", {"load/gold": 3}, {"load/flax": 1}),
    ("spike gold 2", {"spike/gold": 2}, {"spike/gold": 1}),
    ("ship 1", {"ship/1": 1}, {"ship/0": 1}),
    ("spare 1", {"ship/0": 2}, {"ship/1": 1}),
    ("burn 3", {"burn": 4}, {"burn": 2}),
    ("place loading", {"place/loading": 1}, {}),
    ("avoid loading", {"place/trading": 1}, {"place/loading": 1}),
    ("place manufacturium 1", {"place/manufacturium1": 1}, {"place/manufacturium2": 1}),
    ("make medal_blanks", {"make/medal_blanks": 1}, {"make/drill_heads": 1}),
]


@with_every(("clause", "keeping", "breaking"), KEPT)
def test_each_clause_is_judged_by_what_its_player_did(clause, keeping, breaking):
    for deeds, broken in ((keeping, ()), (breaking, (0,))):
        state = laid_out({"meeples": 1}, {"meeples": 0})
        acted(state, 0, "propose 1", f"clause me {clause}", "send")
        acted(state, 1, "accept 1")
        state.players[0].deeds = dict(deeds)
        acted(state, 0, "commissar requisition", "pool wood", "done")
        assert state.deals[0].broken == broken, deeds


def test_deeds_are_recorded_where_they_are_done():
    state = laid_out(
        {"warehouse": {"wood": 2}, "meeples": 0},
        {"meeples": 0},
        phase="requisition",
        workers={"requisition": [0], "loading": [0], "shipping": [0], "steam": [0]},
        tower_out=[{"gold": 1}],
    )
    played(state, "pool gold", "pool wood", "pool flax", "done")
    played(state, "load gold", "done", "ship 1 1 2", "burn wood 2", "done")
    deeds = {"pool/gold": 1, "pool/wood": 1, "pool/flax": 1, "load/gold": 1, "ship/1": 1, "burn": 2}
    assert {key: n for key, n in state.players[0].deeds.items() if "place" not in key} == deeds


def test_an_offer_is_told_to_everybody_and_its_draft_to_nobody():
    state = laid_out({}, {})
    events = acted(state, 0, "propose 1", "clause me pool coal 2", "clause you spare 0", "send")
    public = [GAME.words.sentence(e, NAMES) for e in events if e.readers is None]
    assert public == [
        "Ada offers Ben deal 1: Ada will give the Pool at least 2 Coal; "
        "Ben will ship no Railcar to Ada."
    ]


def test_an_offer_is_worth_a_new_panel_and_a_draft_is_not():
    state = laid_out({}, {})
    before = GAME.notice(state, 1)
    acted(state, 0, "propose 1", "clause me burn 1")
    assert GAME.notice(state, 1) == before
    acted(state, 0, "send")
    assert GAME.notice(state, 1) != before


def test_undo_looks_past_deals():
    state = laid_out({}, {})
    acted(state, 0, "place loading", "propose 1", "clause me burn 1", "send")
    acted(state, 0, "undo")
    assert not any(state.workers.values()) and len(state.deals) == 1


def test_six_offers_a_round_are_enough():
    state = laid_out({}, {})
    for _ in range(6):
        acted(state, 0, "propose 1", "clause me burn 1", "send")
    with pytest.raises(Refused, match="enough"):
        acted(state, 0, "propose 1")


def test_an_offer_calls_the_one_it_is_for_and_its_answer_is_told_to_everybody():
    state = laid_out({}, {}, {})
    sent = acted(state, 0, "propose 2", "clause me burn 1", "send")
    assert [seat for event in sent for seat in GAME.called(event)] == [2]
    told = acted(state, 2, "accept 1")
    public = [event for event in told if event.readers is None]
    assert [GAME.words.sentence(event, NAMES) for event in public] == ["Cleo accepts Ada's deal 1."]
    assert {event.kind for event in (*sent, *public)} & GAME.headlines == {"offered", "answered"}
    digest = GAME.news.digest(told, 0, NAMES)
    assert "got an answer: Cleo accepted deal 1." in [line.text for line in digest]


def test_a_recap_tells_what_became_of_each_deal_with_whom_and_what_it_cost():
    state = laid_out({"meeples": 1}, {"meeples": 0}, options={"deals": "fine"})
    events = acted(state, 0, "propose 1", "clause me burn 1", "clause you avoid loading", "send")
    events += acted(state, 1, "accept 1", "propose 0", "clause me avoid loading", "send")
    events += acted(state, 0, "accept 2", "commissar requisition", "pool wood", "done")
    recap = GAME.news.recap(events, GAME.view(state, None), NAMES[:2])
    assert recap.agreements == (
        "Ada broke deal 1 with Ben and loses 1 VP.",
        "Ben and Ada kept deal 2.",
    )
