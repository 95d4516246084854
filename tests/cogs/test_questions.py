"""Nothing is thrown away by one press: what is asked, what the answers do, and what is not asked.

`CASES` names every action that ends a turn, a phase or a seat's part in a game. What has no
question says why.
"""

import pytest

from cogs import ids
from cogs.ids import ButtonKind, answer_id
from cogs.opened import Opened
from cogs.panel import panel
from cogs.regions import answer_of, caution_at
from engine import GAMES
from engine.kernel.codes import UNDO, code
from sandbox.driver import parts
from testing.people import Label, Party, buttons, forge, labels, text
from testing.playing import moments, tables
from testing.screens import look_of

DONE = ("done",)
PRIMARY = 1
NO_RESEARCH = 2  # a seed with dice that all fit on two floors: nothing new is drawn


def positions(game_id, is_wanted):
    """Looks at positions of random games in which something holds for the seat that acts."""
    for table in tables(3):
        if table.game.id == game_id:
            for moment in moments(table):
                if moment.seat is not None:
                    look = look_of(table, moment.state, moment.seat)
                    if is_wanted(look):
                        yield table, moment.state.copy(), look


def first(game_id, is_wanted):
    return next(positions(game_id, is_wanted))


def asked(look, path=DONE):
    return caution_at(look, path)


def me(look):
    return look.view.players[look.seat]


def at_work(look):
    return getattr(look.view, "phase", "") == "work" and DONE in look.actions


# --- Fantastic Factories: Done


def test_done_with_dice_that_could_be_placed_asks_and_offers_to_place_them():
    game = "fantastic_factories"
    table, state, look = first(game, lambda look: at_work(look) and len(me(look).dice) == 3)
    caution = asked(look)
    assert caution.question == "End your turn with 3 dice unplaced?"
    end, place = caution.answers
    assert end.is_loss and end.actions == (DONE,)
    for action in place.actions:
        table.game.apply(state, look.seat, action)
    after = look_of(table, state, look.seat)
    assert me(after).dice == () and place.label.startswith("Place them first: ")
    gained = [me(after).metal - me(look).metal, me(after).energy - me(look).energy]
    for count, name in zip(gained, ("metal", "energy"), strict=True):
        assert (f"{count} {name}" in place.label) == bool(count)


def test_done_asks_nothing_when_nothing_is_lost():
    game = "fantastic_factories"
    _, _, look = first(game, lambda look: at_work(look) and not me(look).dice and not asked(look))
    (done,) = [each for each in _parts(look) if each.get("custom_id", "").endswith(":done")]
    assert done["style"] == 3, "green: nothing is left to do"
    assert not any(action[0] == "use" and "good" in str(action) for action in look.actions)


def test_done_with_a_card_that_can_still_make_a_good_asks():
    game = "fantastic_factories"
    _, _, look = first(game, lambda look: at_work(look) and not me(look).dice and asked(look))
    assert asked(look).question.startswith("End your turn without using ")


def too_much(look):
    over = me(look).metal + me(look).energy - 12 if hasattr(me(look), "metal") else 0
    return look.view.phase == "work" and over > 1 and min(me(look).metal, me(look).energy) > 0


def test_done_above_the_limit_opens_the_question_what_to_drop():
    table, state, look = first("fantastic_factories", too_much)
    assert DONE not in look.actions
    done = [each for each in _parts(look) if each.get("label") == "Done"]
    assert len(done) == 1 and not done[0].get("disabled")
    for answer in asked(look).answers:
        trial = state.copy()
        for action in answer.actions:
            assert action in table.game.actions(trial, look.seat)
            table.game.apply(trial, look.seat, action)
    shown = [*parts({"components": _screen(look, DONE).layout().to_components()})]
    (mix,) = [each for each in shown if each["type"] == 3]
    single = {option["value"] for option in mix["options"]}
    assert {f"a:{code(each)}" for each in look.actions if each[0] == "drop"} <= single | {
        f"a:{code(answer.actions[0])}" for answer in asked(look).answers if len(answer.actions) == 1
    }


def test_cards_above_the_limit_are_chosen_and_dropped_at_one_press():
    def holds_too_many(look):
        return look.view.phase == "work" and me(look).hand_size > 11 and not over_stock(look)

    table, state, look = first("fantastic_factories", holds_too_many)
    shown = [*parts({"components": _screen(look, DONE).layout().to_components()})]
    (cards,) = [each for each in shown if each["type"] == 3]
    count = me(look).hand_size - 10
    assert cards["min_values"] == cards["max_values"] == count > 1
    assert len(cards["options"]) == me(look).hand_size
    number = int(cards["custom_id"].rpartition("~")[2])
    values = [option["value"] for option in cards["options"][-count:]]
    for wrong in (values[1:], [*values, "0"], ["99", *values[1:]], ["x", *values[1:]]):
        assert answer_of(asked(look), number, wrong) == ()
    for action in answer_of(asked(look), number, values):
        table.game.apply(state, look.seat, action)
    after = table.game.view(state, look.seat).players[look.seat]
    assert (after.hand_size, after.done) == (10, True)


def over_stock(look):
    return me(look).metal + me(look).energy > 12


def test_the_safe_answer_is_the_last_row():
    _, _, look = first("fantastic_factories", lambda look: at_work(look) and me(look).dice)
    (box,) = [part for part in _screen(look, DONE).layout().to_components() if part["type"] == 17]
    (last,) = box["components"][-1]["components"]
    assert last["label"] == "Keep working" and last["style"] == 1
    styles = {each["label"]: each["style"] for each in parts(box) if each["type"] == 2}
    assert styles["End anyway"] == 4


def _screen(look, path=()):
    return panel(look, (), Opened(path))


def _parts(look):
    return [*parts({"components": _screen(look).layout().to_components()})]


# --- Factory Frenzy!: the end of a turn


def test_ending_a_turn_without_declaring_asks_when_the_board_has_everything():
    game = "factory_frenzy"
    can = {("declare",), DONE}
    _, _, look = first(game, lambda look: can <= {*look.actions})
    caution = asked(look)
    assert "without declaring" in caution.question
    assert [answer.actions for answer in caution.answers] == [(DONE,), (("declare",),)]


def test_ending_a_turn_asks_nothing_when_nothing_can_be_declared():
    game = "factory_frenzy"
    _, _, look = first(game, lambda look: {*look.actions} - {UNDO} == {DONE})
    assert asked(look) is None


def too_late(look):
    is_asked = look.seat in look.waiting and DONE in look.actions and asked(look)
    return is_asked and "wins next" in asked(look).question


def test_ending_a_turn_that_lets_a_rival_win_asks_while_it_can_be_undone():
    """Where the rival was about to win before the last action, undo offers again what stops it."""
    for table, state, look in positions("factory_frenzy", too_late):
        end, back = asked(look).answers
        assert end.is_loss and end.actions == (DONE,) and back.actions == (UNDO,)
        table.game.apply(state, look.seat, UNDO)
        shown = [each.get("label") or "" for each in _parts(look_of(table, state, look.seat))]
        if any(label.startswith("Stop: ") for label in shown):
            return
    pytest.fail("what stops the rival was never offered again")


# --- everything else that ends something is the decision itself


@pytest.mark.parametrize(
    ("game_id", "verb"),
    [
        ("fantastic_factories", "take"),  # what one came to the market for
        ("fantastic_factories", "hire"),
        ("factory_frenzy", "keep"),  # one of two answers to a question
        ("factory_frenzy", "mulligan"),
        ("factory_frenzy", "declare"),  # green, and never offered beside anything it could replace
        ("factory_42", "ready"),  # the only answer
        ("factory_42", "draw"),  # the sizes that one was asked to name
        ("factory_42", "single"),  # one of two answers to a question
        ("factory_42", "lose"),
        ("factory_42", "enter"),  # says what it costs, and Done stands beside it
        ("factory_42", "take"),
    ],
)
def test_a_decision_that_is_a_question_itself_is_not_asked_again(game_id, verb):
    assert verb in GAMES[game_id].verbs
    _, _, look = first(game_id, lambda look: any(a[0] == verb for a in look.actions))
    action = next(each for each in look.actions if each[0] == verb)
    assert caution_at(look, action) is None


def test_equal_contractors_have_a_place_each_and_name_the_card_that_is_discarded():
    """Each is paid for with a card of the tool above it."""
    game = "fantastic_factories"

    def are_equal(look):
        row = [slot.card for slot in look.view.contractors.row if slot.card]
        hired = {action[1:3] for action in look.actions if action[0] == "hire"}
        return len({*row}) < len(row) and len({card for card, _ in hired}) < len(hired)

    _, _, look = first(game, are_equal)
    (hires,) = [each for each in look.table.game.panel.regions(look.view) if each.name == "hire"]
    for slot, place in zip(look.view.contractors.row, hires.places, strict=True):
        own = [action for action in look.actions if place.holds(action)]
        assert own == [a for a in look.actions if a[:3] == ("hire", slot.card, slot.tool)]
        label = place.without_emoji or place.short
        pressed = [each for each in _parts(look) if each.get("label") == label]
        assert [bool(each.get("disabled")) for each in pressed] == [not own]


# --- through Discord


def is_piece(part):
    press = ids.read(part["custom_id"])
    return press.kind is ButtonKind.MENU and not press.path and press.page > 0


@pytest.mark.asyncio
async def test_rules_log_and_table_lead_back_to_the_panel(s):
    party = Party(s, "red", "blue")
    await party.begin()
    name = await party.acting()
    before = text(party.panel(name))
    for beside in ("Rules", "Log", "Table"):
        more = await s.click(name, party.panel(name), Label.MORE)
        shown = await s.click(name, more, beside)
        if beside == "Rules":
            shown = await s.click(name, shown, "▶")
        assert text(await s.click(name, shown, "Back")) == before


@pytest.mark.asyncio
async def test_one_press_places_all_dice_in_rows_of_their_own_and_undo_takes_them_back_singly(s):
    party = Party(s, "red", "blue", seed=NO_RESEARCH)
    await party.begin()
    assert await party.until_all_act()
    await party.quiet()
    seen, before = await party.seen("red"), len(await party.rows())
    question = await s.click("red", party.panel("red"), "Done")
    place = next(part for part in buttons(question) if part["label"].startswith("Place them"))
    after = await party.use("red", question, place)
    rows = (await party.rows())[before:]
    assert [row.seat for row in rows] == [seen.seat] * len(me(seen).dice)
    assert "All dice placed" in text(after)
    again = await forge(s, "red", question, place["custom_id"])
    assert "⚠️" not in text(again), "a double click"
    other = answer_id(seen.table.id, seen.moves, DONE, 0)
    assert other != place["custom_id"]
    assert "⚠️" in text(await forge(s, "red", question, other))
    assert len(await party.rows()) == before + len(rows)
    undo = next(part for part in buttons(after) if part["custom_id"].endswith(":undo"))
    await party.use("red", after, undo)
    assert len(me(await party.seen("red")).dice) == 1


@pytest.mark.asyncio
async def test_keep_working_changes_nothing_and_end_anyway_ends(s):
    party = Party(s, "red", "blue")
    await party.begin()
    assert await party.until_all_act()
    await party.quiet()
    before = len(await party.rows())
    last = next(part for part in reversed(buttons(party.panel("red"))) if is_piece(part))
    picked = await party.use("red", party.panel("red"), last)
    question = await s.click("red", picked, "Done")
    back = await s.click("red", question, "Keep working")
    assert len(await party.rows()) == before and Label.MORE in labels(back)
    (still,) = [part for part in buttons(back) if is_piece(part) and part["style"] == PRIMARY]
    assert still["custom_id"] == last["custom_id"]
    question = await s.click("red", party.panel("red"), "Done")
    await s.click("red", question, "End anyway")
    assert [row.code for row in (await party.rows())[before:]] == ["done"]


@pytest.mark.asyncio
async def test_an_answer_from_an_earlier_moment_or_one_that_never_was_changes_nothing(s):
    party = Party(s, "red", "blue")
    await party.begin()
    assert await party.until_all_act()
    await party.quiet()
    seen = await party.seen("red")
    question = await s.click("red", party.panel("red"), "Done")
    await s.slash("red", "/play", action=code(seen.actions[0]))
    before = len(await party.rows())
    for number in (0, 1, 7):
        old = answer_id(seen.table.id, seen.moves, DONE, number)
        assert "⚠️" in text(await forge(s, "red", question, old))
    now = await party.seen("red")
    for path in (("fly",), ("mine",), (), ("done", "now")):
        forged = answer_id(now.table.id, now.moves, path, 0)
        assert "⚠️" in text(await forge(s, "red", party.panel("red"), forged))
    assert len(await party.rows()) == before
