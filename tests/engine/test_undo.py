"""Undo is as if the action had never been made, and what others did since stays."""

import re
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import ALL_GAMES
from engine.kernel.codes import UNDO
from engine.kernel.refusal import Refused
from testing.cases import (
    ANY_UNDO,
    REASONS,
    TWO_UNDOS,
    UNDO_AFTER_OTHERS,
    UNDO_OF_DONE,
    must_occur,
)
from testing.playing import (
    NAMES,
    Table,
    can_undo,
    end_of,
    goes_by_turns,
    moments,
    option_sets,
    position,
    some_action,
    tables,
)

at_every_table = pytest.mark.parametrize("table", tables(games=ALL_GAMES), ids=str, scope="module")
for_every_game = pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES.keys())


def undoable_moments(table):
    """Each moment with the state after its action, where that action may be taken back."""
    for moment in islice(moments(table), 0, None, 2):
        if moment.action != UNDO and moment.action[0] not in table.game.aside_verbs:
            after = moment.state.copy()
            table.game.apply(after, moment.seat, moment.action)
            if can_undo(table.game, after, moment.seat):
                yield moment, after


def undoable_verbs(table, every=1):
    """The same for one action of each offered verb, whichever is then played."""
    rng = Random(table.seed)
    for moment in (moment for moment in moments(table) if moment.number % every == 0):
        moves = {action[0] for action in moment.offered} - {*UNDO, *table.game.aside_verbs}
        for verb in sorted(moves):
            action = rng.choice([action for action in moment.offered if action[0] == verb])
            after = moment.state.copy()
            table.game.apply(after, moment.seat, action)
            if can_undo(table.game, after, moment.seat):
                yield moment._replace(action=action), after


@at_every_table
def test_undo_equals_never_having_acted_and_the_same_action_again_gives_the_same_state(table):
    game, undone = table.game, 0
    for moment, after in undoable_moments(table):
        again = after.copy()
        game.apply(again, moment.seat, UNDO)
        assert again == moment.state
        game.apply(again, moment.seat, moment.action)
        assert again == after
        undone += 1
    must_occur(undone or table.seats == 1, table, ANY_UNDO)


def others_since(table, state, seat, rng):
    """What others do after the seat's action, as long as that may be taken back."""
    game, goes_on = table.game, True
    while goes_on:
        goes_on = rng.random() < 0.85
        able = [s for s in range(table.seats) if s != seat and game.actions(state, s)]
        if not able:
            return
        other = rng.choice(able)
        action = some_action(game.actions(state, other), rng)
        game.apply(state, other, action)
        if not can_undo(game, state, seat):
            return
        yield other, action


def moments_with_others_since(table):
    """The state before an action, the state after it, its seat, and how others go on."""
    rng = Random(table.seed)
    for moment, acted in undoable_verbs(table, every=8):
        yield moment.state.copy(), acted, moment.seat, rng


with_others = pytest.mark.parametrize(
    "table",
    [table for table in tables(games=ALL_GAMES) if table.seats > 1],
    ids=str,
    scope="module",
)


@with_others
def test_what_others_did_since_stays_and_was_legal_without_the_action_too(table):
    """But where seats go one after the other: there they now wait, and what they did stays."""
    game, kept = table.game, 0
    for never, acted, seat, rng in moments_with_others_since(table):
        for other, action in others_since(table, acted, seat, rng):
            if other in game.to_act(never):
                assert game.refusal(never, other, action) is None
            game.advance(never, other, action)
            undone = acted.copy()
            game.apply(undone, seat, UNDO)
            assert undone == never
            kept += 1
    must_occur(kept or (goes_by_turns(table) and table.seats == 2), table, UNDO_AFTER_OTHERS)


@at_every_table
def test_several_undos_go_back_step_by_step(table):
    game, deepest = table.game, 0
    for moment in islice(moments(table), 0, None, 3):
        if moment.seat not in game.to_act(moment.state):
            continue
        deepest = max(deepest, undone_in_a_row(game, moment, Random(moment.number)))
    must_occur(deepest >= 2, table, TWO_UNDOS)


def undone_in_a_row(game, moment, rng):
    state, before = moment.state.copy(), []
    while choices := game.choices(state, moment.seat):
        after = state.copy()
        game.apply(after, moment.seat, rng.choice(choices))
        if not can_undo(game, after, moment.seat):
            break
        before.append(state)
        state = after
    state = state.copy()
    for expected in reversed(before):
        game.apply(state, moment.seat, UNDO)
        assert state == expected
    return len(before)


@at_every_table
def test_who_is_no_longer_waited_for_may_undo_and_act_again(table):
    """Done, for one, while others still work; or a hand that is kept while others decide."""
    game, returned = table.game, 0
    for moment, after in undoable_verbs(table, every=2):
        if moment.seat not in game.to_act(after) and game.to_act(after):
            game.apply(after, moment.seat, UNDO)
            assert moment.seat in game.to_act(after)
            assert moment.action in game.actions(after, moment.seat)
            returned += 1
    must_occur(returned or table.seats == 1, table, UNDO_OF_DONE)


def rows_of(game, kept, seat):
    """The places of the seat's moves; undo looks past what is no move."""
    return [i for i, (s, a) in enumerate(kept) if s == seat and a[0] not in game.aside_verbs]


@at_every_table
def test_a_whole_game_with_undos_equals_the_game_without_what_was_undone(table):
    game, kept = table.game, []
    for moment in moments(table):
        if moment.action == UNDO:
            del kept[rows_of(game, kept, moment.seat)[-1]]
        else:
            kept.append((moment.seat, moment.action))
    never = table.deal()
    for seat, action in kept:
        game.advance(never, seat, action)
    assert never == end_of(table)


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
        rows = rows_of(game, kept, seat)
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
        game.advance(never, seat, action)
    assert never == state


# --- what is said ------------------------------------------------------------------------------


@at_every_table
def test_the_offer_the_button_and_the_sentence_name_the_seat_s_last_action(table):
    game = table.game
    for moment, after in undoable_moments(table):
        offer = game.undo_offer(after, moment.seat)
        assert offer.action == moment.action
        label = game.words.label(UNDO, game.view(after, moment.seat), NAMES)
        sentence = game.words.undo(offer)
        assert label.startswith("Undo: ")
        is_named = words_in(label) & words_in(sentence) or label == "Undo: Done"
        assert is_named, (label, sentence)
        events = game.apply(after, moment.seat, UNDO)
        told = [event.facts for event in events if event.kind == "undo"]
        assert told == [game.public_form(moment.action)]


def words_in(text):
    return set(re.findall(r"\w+", text.lower())) - {"undo", "a", "the", "with"}


@at_every_table
def test_the_offer_is_there_exactly_when_undo_is_and_else_it_is_said_why(table):
    game, reasons = table.game, set()
    for moment in moments(table):
        for seat in table.viewers:
            offer = game.undo_offer(moment.state, seat)
            assert (offer.action is not None) == can_undo(game, moment.state, seat)
            if seat is not None and offer.action is None:
                reasons.add(game.words.undo(offer))
                with pytest.raises(Refused) as refused:
                    game.apply(moment.state, seat, UNDO)
                reasons.add(str(refused.value))
    must_occur(len(reasons) > 1, table, REASONS)
    assert all(reason.endswith(".") and "None" not in reason for reason in reasons)
