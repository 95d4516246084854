"""Plans are lists of lines; each is played when it fits and its condition holds."""

from engine.kernel.codes import code, parse
from tests.engine.factory_42.tables import GAME, acted, laid_out


def planned(state, seat, *lines):
    """The lines that are played, and their actions."""
    found = GAME.planned(state, seat, [parse(line) for line in lines])
    return found and (*found.lines, *map(code, found.actions))


def test_the_first_line_that_fits_is_played():
    state = laid_out({}, {}, workers={"steam": [1, 1, 1]})
    assert planned(state, 0, "place steam", "place loading", "place trading") == (
        1,
        "place loading",
    )
    assert planned(state, 0, "place steam") is None


def test_conditions_of_placements():
    state = laid_out({}, {}, workers={"steam": [1], "loading": [1]}, commissars={"trading": 1})
    assert planned(state, 0, "place steam slot 1") is None
    assert planned(state, 0, "place steam slot 2") == (0, "place steam")
    assert planned(state, 0, "commissar loading workers 2") is None
    assert planned(state, 0, "commissar loading workers 1") == (0, "commissar loading")
    assert planned(state, 0, "place trading free") is None
    assert planned(state, 0, "place accounting free") == (0, "place accounting")


def test_every_line_that_is_offered_for_a_plan_can_be_read():
    state = laid_out({}, {}, options={"expansion": True}, inventions_row=["pocket_boiler"])
    view, names = GAME.view(state, 1), ("Ada", "Ben")
    for line in GAME.plans(state, 1):
        assert parse(code(line)) == line
        assert GAME.words.label(line, view, names)
        GAME.planned(state, 1, [line])


def test_a_line_says_nothing_that_only_its_moment_will_tell():
    state = laid_out({}, {}, options={"expansion": True}, inventions_row=["pocket_boiler"])
    labels = {
        line: GAME.words.label(line, GAME.view(state, 1), ("Ada", "Ben"))
        for line in (
            ("take", "pocket_boiler"),
            ("lose", "rosettes"),
            ("lose", "vp"),
            ("done", "cleanup"),
        )
    }
    assert [*labels.values()] == [
        "Take Pocket Boiler",
        "Lose Rosettes for open orders",
        "Lose 2 VP for open orders",
        "Keep my Railcars as they are at Clean Up",
    ]


def test_a_plan_may_say_done_for_one_location():
    start = {"phase": "steam", "workers": {"steam": [0]}}
    state = laid_out({"warehouse": {"wood": 1}}, {}, **start)
    assert planned(state, 0, "done trading") is None
    assert planned(state, 0, "done trading", "done steam") == (1, "done")


def test_a_plan_may_say_that_the_railcars_stay_where_they_are():
    state = laid_out({"dock1": {"car": 1, "gold": 1}}, {}, phase="cleanup")
    assert state.asks == "cleanup"
    assert planned(state, 0, "done trading") is None
    assert planned(state, 0, "done trading", "done cleanup") == (1, "done")


def test_a_plan_fills_a_basket_with_all_its_lines_and_closes_it():
    start = {"phase": "steam", "workers": {"steam": [0]}}
    state = laid_out({"warehouse": {"wood": 2, "coal": 1}}, {}, **start)
    lines = ["burn wood", "make pit_prop_timbers minimum", "burn wood", "burn wood", "burn coal"]
    assert planned(state, 0, *lines) == (
        *(0, 2, 4),
        *("burn wood", "burn wood", "burn coal", "done"),
    )
    assert not state.rows, "it was only tried out"


def test_a_plan_does_not_close_a_basket_that_was_begun_by_hand():
    start = {"phase": "steam", "workers": {"steam": [0]}}
    state = laid_out({"warehouse": {"wood": 2, "coal": 1}}, {}, **start)
    acted(state, 0, "burn wood")
    assert planned(state, 0, "make pit_prop_timbers minimum") is None
    assert planned(state, 0, "burn coal") == (0, "burn coal")


def test_a_basket_that_cannot_be_closed_yet_waits_for_its_player():
    start = {"phase": "requisition", "workers": {"requisition": [0]}}
    state = laid_out({}, {}, **start)
    assert planned(state, 0, "own flax", "pool wood") == (0, 1, "own flax", "pool wood")


def test_a_deal_beside_the_game_does_not_close_a_basket():
    start = {"phase": "steam", "workers": {"steam": [0]}}
    state = laid_out({"warehouse": {"wood": 2}}, {}, **start)
    acted(state, 0, "propose 1")
    assert planned(state, 0, "make pit_prop_timbers minimum") is None


def test_what_no_line_covers_the_autopilot_decides_if_the_plan_says_so():
    state = laid_out({}, {})
    found = GAME.planned(state, 0, [parse("lose vp"), parse("autopilot")])
    assert found.lines == () and found.actions[0] in GAME.choices(state, 0)


def test_a_plan_never_acts_for_a_seat_that_is_not_asked():
    state = laid_out({}, {})
    assert planned(state, 1, "place loading", "autopilot") is None
