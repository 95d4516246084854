"""Every offered action is a few presses away, on panels that Discord takes."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from cogs import ids
from cogs.ids import Kind
from cogs.menu import MOST, Basket, from_basket, heading, menu
from engine.kernel.codes import Action
from sandbox.driver import parts
from tests.cogs.screens import Walk, faults, look_of
from tests.conftest import SCALE
from tests.playing import moments, tables

WORST, COMMON, SHARE = 4, 2, 0.98


class Decision(NamedTuple):
    walk: Walk
    chosen: Action


def decisions(table):
    """Every decision of a random game, before it is made."""
    for moment in moments(table):
        if moment.seat is not None:
            look = look_of(table, moment.state, moment.seat)
            yield Decision(Walk(look), moment.action)


@pytest.fixture(scope="module")
def made():
    """Walked once for all tests: every panel that presses lead to."""
    return [each for table in tables(1) for each in decisions(table)]


@pytest.fixture(scope="module")
def walks(made):
    return [each.walk for each in made]


def test_every_offered_action_is_reached_by_presses_and_nothing_else_is(walks):
    assert len(walks) > 1000 * SCALE
    for walk in walks:
        assert walk.missing() == []
        assert walk.invented() == []


def test_an_action_takes_at_most_four_clicks_and_two_nearly_always(made):
    offered = Counter(clicks for each in made for clicks in each.walk.clicks.values())
    chosen = Counter(each.walk.clicks[each.chosen] for each in made)
    for title, spread in (("offered", offered), ("chosen at random", chosen)):
        for clicks, many in sorted(spread.items()):
            print(f"{clicks} clicks: {many / spread.total():8.3%} of {spread.total()} {title}")
    assert max(offered) <= WORST
    few = sum(many for clicks, many in chosen.items() if clicks <= COMMON)
    assert few >= SHARE * chosen.total()


def test_every_panel_on_the_way_is_taken_by_discord(walks):
    seen = 0
    for walk in walks:
        for place, screen in walk.screens.items():
            assert faults(screen) == [], place
            seen += 1
    assert seen > len(walks)


def test_no_two_options_of_a_menu_look_alike(walks):
    for walk in walks:
        for place, screen in walk.screens.items():
            if not place.path:
                continue
            for part in parts({"components": screen.layout().to_components()}):
                if part["type"] == 3 and not part["custom_id"].startswith(Kind.BASKET):
                    shown = [(each["label"], each.get("description")) for each in part["options"]]
                    assert len(set(shown)) == len(shown), (place, shown)


def test_no_two_buttons_of_a_panel_look_alike(walks):
    for walk in walks:
        for place, screen in walk.screens.items():
            shown = [
                part["label"]
                for part in parts({"components": screen.layout().to_components()})
                if part["type"] == 2
            ]
            assert len(set(shown)) == len(shown), (place, shown)


def test_whatever_is_chosen_in_a_basket_is_an_action(walks):
    rng, tried = Random(1), 0
    for walk in walks:
        for screen in walk.screens.values():
            for part in parts({"components": screen.layout().to_components()}):
                press = ids.read(part.get("custom_id", ""))
                if press is None or press.kind is not Kind.BASKET:
                    continue
                for many in range(part["min_values"], part["max_values"] + 1):
                    chosen = rng.sample(part["options"], many)
                    words = [option["value"].partition(":")[2] for option in chosen]
                    assert from_basket(walk.look.actions, press.path, words)
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
    assert not shown.entries and not shown.basket


TREES = ("ash", "beech", "cedar", "elm", "fir", "larch", "oak", "pine", "yew")


def test_two_words_of_one_pool_are_chosen_at_once_in_any_order():
    actions = [("drop", *pair) for pair in combinations(TREES, 2)]
    assert menu(actions, ("drop",)).basket == Basket(TREES, 2, 2)
    assert from_basket(actions, ("drop",), ["cedar", "ash"]) == ("drop", "ash", "cedar")
    assert from_basket(actions, ("drop",), ["ash", "ash"]) is None


def test_a_pool_of_which_one_pair_is_forbidden_is_no_basket():
    actions = [("drop", *pair) for pair in combinations(TREES, 2)][1:]
    assert menu(actions, ("drop",)).basket is None


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
