"""Every offered action is a few presses away, on panels that Discord accepts."""

from collections import Counter
from itertools import combinations, islice
from math import ceil
from random import Random
from typing import Any, NamedTuple

import pytest

from cogs import ids
from cogs.ids import ButtonKind
from cogs.menu import MOST, MultiSelect, action_chosen, heading, menu
from engine import ALL_GAMES
from engine.kernel.codes import Action
from engine.kernel.panel import SHORT
from testing import SCALE
from testing.people import BUTTON, SELECT
from testing.playing import Table, moments, tables
from testing.screens import Place, Walk, faults, look_of

WORST, COMMON, SHARE = 4, 2, 0.98
FLUKES = 5  # of 230: about two standard deviations of so small a sample
LOOKED_AT = 20 * SCALE  # decisions of each game, from its beginning to its end
MAX_COMPONENTS = 30
ALONE = 34  # characters of a label that has its line for itself
ROW = 1  # Discord's number for a line of buttons


class Decision(NamedTuple):
    table: Table
    state: Any
    walk: Walk
    chosen: Action

    @property
    def panels(self):
        """Every panel that presses lead to, with all its components."""
        return self.walk.parts.items()


def decisions(table):
    """Positions of a random game in which somebody has to decide."""
    every = ceil(sum(1 for _ in moments(table)) / LOOKED_AT)
    for moment in islice(moments(table), 0, None, every):
        if moment.seat is not None:
            look = look_of(table, moment.state, moment.seat)
            yield Decision(table, moment.state.copy(), Walk(look), moment.action)


@pytest.fixture(scope="module")
def made():
    """Walked once for all tests: every panel that presses lead to."""
    return [each for table in tables(1, ALL_GAMES) for each in decisions(table)]


def test_every_offered_action_is_reached_by_presses_and_nothing_else_is(made):
    assert len(made) > 150 * SCALE
    for each in made:
        assert each.walk.missing() == []
        assert each.walk.invented() == []


def test_what_is_done_by_one_press_is_legal_step_by_step(made):
    """Answers of several actions, carried out at every decision that asks."""
    asked = Counter()
    for each in made:
        for answer in each.walk.answers:
            state, seat = each.state.copy(), each.walk.look.seat
            for action in answer:
                assert action in each.table.game.actions(state, seat), answer
                each.table.game.apply(state, seat, action)
            asked[each.table.game.id, len(answer) > 1] += 1
    assert {(game, True) for game in ("fantastic_factories",)} <= {*asked}


def test_an_action_takes_at_most_four_clicks_and_two_nearly_always(made):
    offered = Counter(clicks for each in made for clicks in each.walk.clicks.values())
    chosen = Counter(each.walk.clicks[each.chosen] for each in made)
    for title, spread in (("offered", offered), ("chosen at random", chosen)):
        for clicks, many in sorted(spread.items()):
            print(f"{clicks} clicks: {many / spread.total():8.3%} of {spread.total()} {title}")
    assert max(offered) <= WORST
    few = sum(many for clicks, many in chosen.items() if clicks <= COMMON)
    assert few + FLUKES >= SHARE * chosen.total()


def test_every_panel_on_the_way_is_taken_by_discord(made):
    seen = 0
    for each in made:
        for place, screen in each.walk.screens.items():
            assert faults(screen) == [], place
            seen += 1
    assert seen > len(made)


def test_panels_are_small_and_their_labels_short(made):
    for each in made:
        assert all(len(shown) <= MAX_COMPONENTS for _, shown in each.panels)
        for row in [part for part in each.walk.parts[Place()] if part["type"] == ROW]:
            most = ALONE if len(row["components"]) == 1 else SHORT
            for part in row["components"]:
                if part["type"] == BUTTON and not part["custom_id"].endswith(":undo"):
                    assert len(part["label"]) <= max(most, SHORT), part["label"]


def test_no_two_options_of_a_menu_look_alike(made):
    for each in made:
        for place, shown in each.panels:
            for part in shown if place.path else ():
                if part["type"] == SELECT and not part["custom_id"].startswith(ButtonKind.MULTI):
                    options = [(each["label"], each.get("description")) for each in part["options"]]
                    assert len(set(options)) == len(options), (place, options)


def test_no_two_buttons_of_a_panel_look_alike(made):
    for each in made:
        for place, shown in each.panels:
            labels = [part["label"] for part in shown if part["type"] == BUTTON]
            assert len(set(labels)) == len(labels), (place, labels)


def test_whatever_is_chosen_in_a_multi_select_is_an_action(made):
    rng, tried = Random(1), 0
    for each in made:
        for part in [part for _, shown in each.panels for part in shown]:
            press = ids.read(part.get("custom_id", ""))
            if press is None or press.kind is not ButtonKind.MULTI:
                continue
            for many in range(part["min_values"], part["max_values"] + 1):
                chosen = rng.sample(part["options"], many)
                words = [option["value"].partition(":")[2] for option in chosen]
                assert action_chosen(each.walk.look.actions, press.path, words)
                tried += 1
    assert tried


# --- menus by themselves


def test_what_has_one_continuation_is_not_asked():
    actions = [("use", "lab", number) for number in (1, 2)] + [("use", "mill", 6)]
    entries = menu(actions, ("use",)).entries
    assert [entry.words for entry in entries] == actions


def test_more_than_a_select_holds_is_shown_on_pages_that_lose_nothing():
    actions = [("take", number) for number in range(MOST * 2 + 3)]
    pages = [menu(actions, ("take",), page) for page in range(3)]
    assert [len(page.entries) for page in pages] == [MOST, MOST, 3]
    assert [entry.words for page in pages for entry in page.entries] == actions
    assert menu(actions, ("take",), 99) == pages[-1]


def test_an_action_that_is_also_a_beginning_can_be_chosen():
    actions = [("set", 6), *(("set", 6, number) for number in range(MOST))]
    entries = menu(actions, ("set",)).entries
    assert ("set", 6) in [entry.words for entry in entries if entry.is_action]


def test_nothing_follows_a_beginning_that_nothing_has():
    shown = menu([("take", 1), ("take", 2)], ("fly",))
    assert not shown.entries and not shown.multi_select


TREES = ("ash", "beech", "cedar", "elm", "fir", "larch", "oak", "pine", "yew")


def test_two_words_of_one_pool_are_chosen_at_once_in_any_order():
    actions = [("drop", *pair) for pair in combinations(TREES, 2)]
    assert menu(actions, ("drop",)).multi_select == MultiSelect(TREES, 2, 2)
    assert action_chosen(actions, ("drop",), ["cedar", "ash"]) == ("drop", "ash", "cedar")
    assert action_chosen(actions, ("drop",), ["ash", "ash"]) is None


def test_a_pool_of_which_one_pair_is_forbidden_is_no_multi_select():
    actions = [("drop", *pair) for pair in combinations(TREES, 2)][1:]
    assert menu(actions, ("drop",)).multi_select is None


@pytest.mark.parametrize(
    ("labels", "common"),
    [
        (["Use the Lab with a 1", "Use the Lab with a 2"], "Use the Lab with a …"),
        (["Take Ash", "Build Oak"], "…"),
        (["Take Ash", "Take Ashen"], "Take …"),
    ],
)
def test_a_heading_is_what_the_labels_share_in_whole_words(labels, common):
    assert heading(labels) == common
