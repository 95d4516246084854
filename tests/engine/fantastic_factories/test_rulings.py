"""The rulings that no scenario file can test: lots, labels and what is public."""

from collections import Counter
from dataclasses import asdict

import pytest

from engine import GAMES
from engine.fantastic_factories.cards import TOOLS
from engine.kernel.luck import FastLuck, KeyedLuck

GAME = GAMES["fantastic_factories"]


def dealt(seats: int, seed: int):
    return GAME.setup(GAME.options(), seats, FastLuck(seed))


@pytest.mark.parametrize("seats", range(2, 6))
def test_ruling_26_the_first_player_is_drawn_by_lot(seats: int) -> None:
    firsts = Counter(dealt(seats, seed).first for seed in range(400))
    assert set(firsts) == set(range(seats))
    assert min(firsts.values()) > 400 / seats / 2


def test_ruling_5_the_four_labels_are_one_of_each_tool_and_stay_where_they_were_dealt() -> None:
    orders = set()
    for seed in range(40):
        state = dealt(3, seed)
        labels = state.labels
        assert sorted(labels) == sorted(TOOLS)
        orders.add(labels)
        for _ in range(60):
            seat = state.acting[0]
            GAME.apply(state, seat, GAME.choices(state, seat)[-1])
            assert state.labels == labels
    assert len(orders) > 5


def test_ruling_32_everything_public_is_in_the_view_of_a_stranger() -> None:
    state = dealt(2, 3)
    while state.phase == "market":
        GAME.apply(state, state.acting[0], GAME.actions(state, state.acting[0])[0])
    seat = state.acting[0]
    GAME.apply(state, seat, GAME.actions(state, seat)[0])
    view = GAME.view(state, None)
    assert [slot.card for slot in view.blueprints.row] == state.blueprints.row
    assert [slot.card for slot in view.contractors.row] == state.contractors.row
    assert view.blueprints.deck == len(state.blueprints.deck.cards)
    assert sum(view.blueprints.discards.values()) == len(state.blueprints.deck.discards)
    for shown, player in zip(view.players, state.players, strict=True):
        assert (shown.metal, shown.energy, shown.goods) == (
            player.metal,
            player.energy,
            player.goods,
        )
        assert shown.hand_size == len(player.cards)
        assert shown.dice == player.dice
        assert (shown.research, shown.generate, shown.mine) == (
            player.research,
            player.generate,
            player.mine,
        )


def test_ruling_32_a_stranger_sees_no_hand_and_no_luck() -> None:
    key = bytes(range(32))
    state = GAME.setup(GAME.options(), 2, KeyedLuck(key))
    view = GAME.view(state, None)
    assert view.hand == ()
    visible = {slot.card for slot in (*view.blueprints.row, *view.contractors.row)}
    said = str(asdict(view))
    hidden = {card for player in state.players for card in player.cards} - visible
    assert hidden
    assert not any(f"'{card}'" in said for card in hidden)
    assert key.hex() not in said
    assert str(key) not in said


def test_ruling_32_a_player_sees_the_own_hand_and_no_other() -> None:
    state = dealt(3, 5)
    for seat, player in enumerate(state.players):
        assert tuple(held.card for held in GAME.view(state, seat).hand) == player.cards
