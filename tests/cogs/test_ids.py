"""The ids of buttons: read back as they were written, never longer than Discord allows."""

import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cogs import ids
from cogs.ids import LONGEST, ButtonKind, Press, act_id, menu_id, option_id, press_id, table_id
from engine.kernel.codes import MAX_CODE, code

LARGEST_TABLE, MAX_MOVES, MAX_PAGES = 36**8 - 1, 36**5 - 1, 9999
TABLES = st.integers(0, LARGEST_TABLE)
MOVES = st.integers(0, MAX_MOVES)
PAGES = st.integers(0, MAX_PAGES)
NAMES = st.from_regex(r"[a-z_]{1,40}", fullmatch=True)
WORDS = st.from_regex(r"[a-z][a-z_]{0,11}", fullmatch=True) | st.integers(0, 999)
ACTIONS = st.lists(WORDS, min_size=1, max_size=6).map(tuple)
ACTIONS = ACTIONS.filter(lambda action: len(code(action)) <= MAX_CODE)
PAGED = (ButtonKind.MENU, ButtonKind.SELECT, ButtonKind.REPLAY)


@st.composite
def presses(draw):
    kind = draw(
        st.sampled_from(
            [ButtonKind.ACT, *PAGED, ButtonKind.MULTI, ButtonKind.OPTION, ButtonKind.TABLE]
        )
    )
    table = draw(TABLES)
    if kind in (ButtonKind.OPTION, ButtonKind.TABLE):
        return Press(kind, table, text=draw(NAMES))
    is_whole = kind is ButtonKind.ACT
    text = code(draw(ACTIONS)) if is_whole or draw(st.booleans()) else ""
    page = draw(PAGES) if kind in PAGED else 0
    return Press(kind, table, draw(MOVES), text, page)


@given(presses())
def test_an_id_is_read_as_it_was_written(press):
    assert ids.read(press_id(press)) == press


@given(presses(), presses())
def test_different_presses_have_different_ids(one, other):
    assume(one != other)
    assert press_id(one) != press_id(other)


@given(presses())
def test_an_id_fits_into_discords_hundred_characters(press):
    assert 1 <= len(press_id(press)) <= LONGEST


@pytest.mark.parametrize("kind", [ButtonKind.ACT, *PAGED, ButtonKind.MULTI])
def test_the_longest_code_at_the_largest_table_still_fits(kind):
    press = Press(kind, LARGEST_TABLE, MAX_MOVES, "a" * MAX_CODE, MAX_PAGES)
    text = press_id(press)
    assert len(text) <= LONGEST
    assert ids.read(text) == (press if kind in PAGED else press._replace(page=0))


@given(TABLES, MOVES, ACTIONS, PAGES)
def test_actions_and_menus_of_the_same_words_are_told_apart(table, moves, action, page):
    act, menu = ids.read(act_id(table, moves, action)), ids.read(menu_id(table, moves, action))
    assert (act.kind, menu.kind) == (ButtonKind.ACT, ButtonKind.MENU)
    assert act.path == menu.path == action
    assert ids.read(menu_id(table, moves, action, page)).page == page


@given(TABLES, NAMES)
def test_verbs_and_options_of_a_table_are_told_apart(table, name):
    assert ids.read(table_id(table, name)).kind is ButtonKind.TABLE
    assert ids.read(option_id(table, name)).kind is ButtonKind.OPTION


@given(st.text(max_size=120))
def test_nonsense_is_none_and_never_an_error(text):
    found = ids.read(text)
    assert found is None or text[0] in set(ButtonKind)


@given(presses(), st.data())
def test_a_spoilt_id_is_none_or_a_press_that_says_the_same(press, data):
    """What was read again and written again is stable, whatever came."""
    text = press_id(press)
    place = data.draw(st.integers(0, len(text) - 1))
    outgoing = data.draw(st.sampled_from(string.printable + "é０²٣"))
    found = ids.read(text[:place] + outgoing + text[place + 1 :])
    if found is not None and found.kind in set(ButtonKind) - {ButtonKind.PAGE, ButtonKind.SETTING}:
        assert ids.read(press_id(found)) == found
        assert found.table <= LARGEST_TABLE and found.moves <= MAX_MOVES


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a:1:1",
        "a:1:1:take\n",
        "A:1:1:take",
        "a:1:1:Take",
        "a:-1:1:take",
        "a:123456789:1:take",
        "a:1:123456:take",
        "a:1:1:take~12345",
        "a:1:1:take~1",
        "a:１:1:take",
        f"a:1:1:{'x' * (MAX_CODE + 1)}",
        "t:1:",
        "t:1:join:now",
        "t:1:JOIN",
        "z:1:1:take",
        "r:1:-1:first~0",
        "r:1:1:first~-1",
        "r:1:First~0",
        "a:1:1:take;drop",
        " a:1:1:take",
    ],
)
def test_what_we_never_made_is_none(text):
    assert ids.read(text) is None


def test_the_beginning_of_nothing_is_no_path_and_nonsense_begins_nothing():
    assert ids.path_of("") == ()
    assert ids.path_of("take 1") == ("take", 1)
    for nonsense in ("?", "x" * 200, "a1b", "   "):
        assert ids.path_of(nonsense) == ("?",)
