"""The law of undo: as if the action had never been made, and what others did since stays."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES
from engine.kernel.codes import UNDO, code
from engine.kernel.refusal import Refused
from tests.playing import (
    NAMES,
    Table,
    can_undo,
    moments,
    option_sets,
    position,
    some_action,
    tables,
    without_moves,
)

at_every_table = pytest.mark.parametrize("table", tables(), ids=str)
for_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def undoable_moments(table):
    """Each moment with the state after its action, where that action may be taken back."""
    for moment in moments(table):
        if moment.action != UNDO:
            after = moment.state.copy()
            table.game.apply(after, moment.seat, moment.action)
            if can_undo(table.game, after, moment.seat):
                yield moment, after


@at_every_table
def test_undo_equals_never_having_acted(table):
    game, undone = table.game, 0
    for moment, after in undoable_moments(table):
        game.apply(after, moment.seat, UNDO)
        assert without_moves(game, after) == without_moves(game, moment.state)
        undone += 1
    assert undone


@at_every_table
def test_undo_counts_as_a_move_of_its_seat_alone(table):
    for moment, after in undoable_moments(table):
        table.game.apply(after, moment.seat, UNDO)
        moved = [now - was for now, was in zip(after.moves, moment.state.moves, strict=True)]
        assert moved == [2 * (seat == moment.seat) for seat in range(table.seats)]


@at_every_table
def test_undo_and_the_same_action_again_gives_the_same_state(table):
    game = table.game
    for moment, after in undoable_moments(table):
        again = after.copy()
        game.apply(again, moment.seat, UNDO)
        game.apply(again, moment.seat, moment.action)
        assert without_moves(game, again) == without_moves(game, after)


def others_act(game, acted, never, seat, rng):
    """Others act the same with and without the seat's action; False once undo is not offered."""
    seats = [s for s in range(len(acted.moves)) if s != seat and game.actions(acted, s)]
    if not seats:
        return False
    other = rng.choice(seats)
    action = some_action(game.actions(acted, other), rng)
    game.apply(acted, other, action)
    if not can_undo(game, acted, seat):
        return False
    assert action in game.actions(never, other), f"{code(action)} hung on the seat's action"
    game.apply(never, other, action)
    return True


@at_every_table
def test_what_others_did_since_stays(table):
    if table.seats == 1:
        pytest.skip("there are no others")
    game, rng, kept = table.game, Random(table.seed), 0
    for moment, acted in undoable_moments(table):
        if moment.number % 4:
            continue
        never = moment.state.copy()
        while others_act(game, acted, never, moment.seat, rng):
            undone = acted.copy()
            game.apply(undone, moment.seat, UNDO)
            assert without_moves(game, undone) == without_moves(game, never)
            kept += 1
            if rng.random() < 0.2:
                break
    is_simultaneous = table.options == table.game.options()
    assert kept or not is_simultaneous


@at_every_table
def test_several_undos_go_back_step_by_step(table):
    game, deepest = table.game, 0
    for moment in moments(table):
        if moment.number % 5 or moment.seat not in game.to_act(moment.state):
            continue
        deepest = max(deepest, undone_in_a_row(game, moment, Random(moment.number)))
    assert deepest >= 2


def undone_in_a_row(game, moment, rng):
    state, before = moment.state.copy(), []
    while choices := game.choices(state, moment.seat):
        after = state.copy()
        game.apply(after, moment.seat, rng.choice(choices))
        if not can_undo(game, after, moment.seat):
            break
        before.append(without_moves(game, state))
        state = after
    for expected in reversed(before):
        game.apply(state, moment.seat, UNDO)
        assert without_moves(game, state) == expected
    return len(before)


@at_every_table
def test_who_is_no_longer_waited_for_may_undo_and_act_again(table):
    """Done, for one, while others still work."""
    game, returned = table.game, 0
    for moment, after in undoable_moments(table):
        if moment.seat not in game.to_act(after) and game.to_act(after):
            game.apply(after, moment.seat, UNDO)
            assert moment.seat in game.to_act(after)
            assert moment.action in game.actions(after, moment.seat)
            returned += 1
    assert returned or table.seats == 1


@at_every_table
def test_a_whole_game_with_undos_equals_the_game_without_what_was_undone(table):
    game, state, kept = table.game, table.deal(), []
    for moment in moments(table, state):
        if moment.action == UNDO:
            last = max(i for i, row in enumerate(kept) if row[0] == moment.seat)
            del kept[last]
        else:
            kept.append((moment.seat, moment.action))
    never = table.deal()
    for seat, action in kept:
        game.apply(never, seat, action)
    assert without_moves(game, never) == without_moves(game, state)


# --- any interleaving --------------------------------------------------------------------------

picks = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 999), st.booleans()), min_size=4, max_size=40
)


@for_every_game
@given(
    seed=st.integers(0, 500),
    actions=st.integers(0, 250),
    seats=st.integers(0, 9),
    options=st.integers(0, 9),
    picks=picks,
)
def test_any_interleaving_of_actions_and_undos(game, seed, actions, seats, options, picks):
    sets = option_sets(game)
    table = Table(game, game.seats[seats % len(game.seats)], sets[options % len(sets)], seed)
    start = position(table, actions)
    state, kept = start.copy(), []
    for who, which, is_undo in picks:
        able = [seat for seat in range(table.seats) if game.actions(state, seat)]
        if not able:
            break
        seat = able[who % len(able)]
        offered = game.actions(state, seat)
        rows = [i for i, row in enumerate(kept) if row[0] == seat]
        action = offered[which % len(offered)]
        if is_undo and UNDO in offered:
            action = UNDO
        if action != UNDO:
            kept.append((seat, action))
        elif rows:
            del kept[rows[-1]]
        else:
            break  # it would take back what was played before the start
        game.apply(state, seat, action)
    never = start.copy()
    for seat, action in kept:
        game.apply(never, seat, action)
    assert without_moves(game, never) == without_moves(game, state)


# --- what is said ------------------------------------------------------------------------------


@at_every_table
def test_the_offer_is_there_exactly_when_undo_is(table):
    game = table.game
    for moment in moments(table):
        for seat in table.viewers:
            offer = game.undo_offer(moment.state, seat)
            assert (offer.action is not None) == can_undo(game, moment.state, seat)


@at_every_table
def test_the_offer_names_the_seat_s_last_action(table):
    game = table.game
    for moment, after in undoable_moments(table):
        offer = game.undo_offer(after, moment.seat)
        assert offer.action == moment.action
        events = game.apply(after, moment.seat, UNDO)
        assert [event.facts for event in events if event.kind == "undo"] == [moment.action]


@at_every_table
def test_the_button_says_what_it_would_undo(table):
    game, said = table.game, {}
    for moment, after in undoable_moments(table):
        view = game.view(after, moment.seat)
        label = game.words.label(UNDO, view, NAMES)
        sentence = game.words.undo(game.undo_offer(after, moment.seat))
        assert said.setdefault(label, moment.action) == moment.action
        what = label.partition(": ")[2]
        assert what and what in sentence


@at_every_table
def test_where_undo_is_not_offered_the_refusal_says_why(table):
    game, reasons = table.game, set()
    for moment in moments(table):
        for seat in range(table.seats):
            if not can_undo(game, moment.state, seat):
                why = game.words.undo(game.undo_offer(moment.state, seat))
                assert game.refusal(moment.state, seat, UNDO) == why
                with pytest.raises(Refused, match=re.escape(why)):
                    game.apply(moment.state, seat, UNDO)
                reasons.add(why)
    assert len(reasons) > 1
