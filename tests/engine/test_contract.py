"""The laws that every game keeps, at every seat count, whatever is played."""

import re
from collections import Counter
from itertools import product
from random import Random

import pytest

from engine import ALL_GAMES
from engine.kernel.codes import END, LONGEST_CODE, UNDO, code, parse
from engine.kernel.events import readable
from engine.kernel.journal import Entry, new_journal, read, verify
from engine.kernel.luck import FastLuck, KeyedLuck
from engine.kernel.refusal import Refused
from engine.kernel.trail import copies
from testing.playing import (
    NAMES,
    as_json,
    autopilot_moments,
    can_undo,
    codes,
    from_json,
    key_of,
    moments,
    option_sets,
    position,
    replayed,
    tables,
)

TABLES = [*tables(), *tables(3, {"factory_42": ALL_GAMES["factory_42"]})]  # with all options
LONGEST_LABEL = 80  # of a button on Discord
LONGEST_NAME = 32  # of a person on Discord
at_every_table = pytest.mark.parametrize("table", TABLES, ids=str)
with_hands = [table for table in TABLES if table.seats > 1 and table.game.deals_hands]
at_every_table_with_hands = pytest.mark.parametrize("table", with_hands, ids=str)
for_every_game = pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES.keys())


@for_every_game
def test_the_tables_have_every_seat_count_with_both_kinds_of_luck_and_every_option(game):
    found = [table for table in TABLES if table.game is game]
    assert {(table.seats, table.is_keyed) for table in found} == {*product(game.seats, (0, 1))}
    assert all(options in [table.options for table in found] for options in option_sets(game))


# --- it can be played to the end ---------------------------------------------------------------


@at_every_table
def test_somebody_may_act_until_it_ends_and_nobody_afterwards(table):
    game, state = table.game, table.deal()
    for moment in moments(table, state):
        assert moment.offered, f"seat {moment.seat} has nothing to choose from"
        assert all(game.actions(state, seat) for seat in game.to_act(state))
        assert game.result(state) is None
    assert not any(game.actions(state, viewer) for viewer in table.viewers)
    assert not any(game.plans(state, seat) for seat in range(table.seats))


@at_every_table
def test_the_result_names_every_seat_and_the_best_win(table):
    state = table.deal()
    for _ in moments(table, state):
        pass
    result = table.game.result(state)
    assert len(result.scores) == len(result.parts) == len(result.ranks) == table.seats
    assert {seat for seat, rank in enumerate(result.ranks) if rank == 1} == set(result.winners)
    assert result.winners or table.seats == 1  # alone one may lose against the game
    by_rank = sorted(range(table.seats), key=lambda seat: result.ranks[seat])
    assert [result.scores[seat] for seat in by_rank] == sorted(result.scores, reverse=True)
    assert result.reason


@at_every_table
def test_autopilot_takes_an_offered_action_until_the_end(table):
    state = table.deal()
    for moment in autopilot_moments(table, state):
        assert moment.action in moment.offered
    assert table.game.result(state) is not None


@at_every_table
def test_the_table_itself_can_end_it_as_it_stands_at_every_moment_and_nobody_else(table):
    game = table.game
    for moment in moments(table):
        assert game.actions(moment.state, None) == [END]
        assert END not in moment.offered
        if moment.number % 7:
            continue
        after = game.load(game.dump(moment.state))
        with pytest.raises(Refused):
            game.apply(after, moment.seat, END)
        events = game.apply(after, None, END)
        assert all(game.words.sentence(event, NAMES) for event in events)
        result = game.result(after)
        assert len(result.scores) == len(result.ranks) == table.seats
        assert {seat for seat, rank in enumerate(result.ranks) if rank == 1} == {*result.winners}
        assert not game.to_act(after)
        assert not any(game.actions(after, viewer) for viewer in table.viewers)
        for viewer in table.viewers:
            view = game.view(after, viewer)
            assert view.result == result
            assert all(game.words.pages(view, NAMES).values()) and game.words.status(view, NAMES)
        with pytest.raises(Refused, match="over"):
            game.apply(after, None, END)


@at_every_table
def test_the_name_of_a_turn_never_comes_back(table):
    """Not even by undo: the next turn has begun with something new."""
    names = [table.game.turn(moment.state) for moment in moments(table)]
    changes = [name for name, before in zip(names, ["", *names], strict=False) if name != before]
    assert len(set(changes)) == len(changes) > 2


@at_every_table
def test_those_waited_for_are_different_seats_of_the_table(table):
    for moment in moments(table):
        waited_for = table.game.to_act(moment.state)
        assert len(set(waited_for)) == len(waited_for)
        assert set(waited_for) <= set(range(table.seats))


# --- offered codes -----------------------------------------------------------------------------


@at_every_table
def test_offered_codes_round_trip_and_are_canonical(table):
    for moment in moments(table):
        offered = codes(moment.offered)
        assert len(set(offered)) == len(offered)
        for action, text in zip(moment.offered, offered, strict=True):
            assert parse(text) == action
            assert text == " ".join(text.lower().split())
            assert len(text) <= LONGEST_CODE


@at_every_table
def test_every_offered_code_applies_and_leaves_a_trace(table):
    game, rng = table.game, Random(table.seed)
    for moment in moments(table):
        if moment.number % 4:
            continue
        for action in rng.sample(moment.offered, min(6, len(moment.offered))):
            after = moment.state.copy()
            assert game.refusal(after, moment.seat, action) is None
            events = game.apply(after, moment.seat, action)
            assert events, f"“{code(action)}” left no trace in the log"


@at_every_table
def test_what_is_offered_is_a_list_of_ones_own(table):
    game = table.game
    for moment in moments(table):
        first = game.actions(moment.state, moment.seat)
        expected = list(first)
        first.clear()
        assert game.actions(moment.state, moment.seat) == expected


# --- everything else is refused ----------------------------------------------------------------


def assert_is_a_sentence(text):
    assert re.fullmatch(r"[A-Z“0-9][^\n]*[.?!]”?", text), text
    said = re.sub("“[^”]*”", "“”", text)  # what the player typed may stand there as it was
    assert "_" not in said and "None" not in said, text
    assert "  " not in said, text


def assert_refused(game, state, seat, action):
    before = game.dump(state)
    sentence = game.refusal(state, seat, action)
    assert sentence is not None, f"“{code(action)}” is legal but not offered"
    assert_is_a_sentence(sentence)
    with pytest.raises(Refused) as refused:
        game.apply(state, seat, action)
    assert str(refused.value) == sentence
    assert game.dump(state) == before


def mutants(action, words, rng):
    """Codes near a legal one."""
    i = rng.randrange(len(action))
    yield action[:-1] or (rng.choice(words),)
    yield (*action, rng.choice(words))
    yield (*action, action[-1])
    yield (*action[:i], rng.choice(words), *action[i + 1 :])
    yield tuple(reversed(action))
    yield tuple(word + 1 if isinstance(word, int) else word for word in action)
    yield tuple(-word if isinstance(word, int) else word for word in action)
    yield (action[0], *sorted(action[1:], key=str, reverse=True))


@at_every_table
def test_codes_that_are_not_offered_are_refused_and_change_nothing(table):
    game, rng = table.game, Random(table.seed)
    seen, refused = [UNDO], 0
    for moment in moments(table):
        seen.append(rng.choice(moment.offered))
        if moment.number % 25:
            continue
        words = sorted({word for action in seen for word in action}, key=str)
        near = [*mutants(moment.action, words, rng), *rng.sample(seen, min(5, len(seen)))]
        for seat in table.viewers:
            offered = game.actions(moment.state, seat)
            for action in (*moment.offered[:3], *near):
                if action not in offered:
                    assert_refused(game, moment.state, seat, action)
                    refused += 1
    assert refused


@at_every_table
def test_nothing_is_legal_after_the_end(table):
    state = table.deal()
    played = [moment.action for moment in moments(table, state)]
    for seat in table.viewers:
        for action in [UNDO, *played[:: max(1, len(played) // 12)]]:
            assert_refused(table.game, state, seat, action)


@at_every_table
def test_who_does_not_sit_at_the_table_is_refused(table):
    for moment in moments(table):
        if moment.number % 7 == 0:
            for stranger in (-1, -2, table.seats, 99):
                for action in (UNDO, moment.action):
                    assert_refused(table.game, moment.state, stranger, action)


# --- states ------------------------------------------------------------------------------------


@at_every_table
def test_a_state_survives_json(table):
    game = table.game
    for moment in moments(table):
        if moment.number % 3 == 0:
            assert game.load(game.dump(moment.state)) == moment.state


@at_every_table
def test_equal_states_are_the_same_json(table):
    game = table.game
    for moment in moments(table):
        if moment.number % 3 == 0:
            text = game.dump(moment.state)
            assert game.dump(game.load(text)) == text
            assert game.dump(moment.state.copy()) == text


@for_every_game
@pytest.mark.parametrize("seed", range(3))
def test_the_state_of_a_table_with_a_real_key_survives_json(game, seed):
    state = game.setup(game.options(), max(game.seats), KeyedLuck(key_of(seed)))
    assert game.load(game.dump(state)) == state


@at_every_table
def test_a_stored_state_plays_on_identically(table):
    game = table.game
    for actions in (0, 15, 40, 120):
        state = position(table, actions)
        stored = game.load(game.dump(state))
        for moment in moments(table, state, seed=actions):
            assert game.actions(stored, moment.seat) == moment.offered
            copied = moment.state.copy()
            events = game.apply(copied, moment.seat, moment.action)
            assert game.apply(stored, moment.seat, moment.action) == events
        assert stored == state


@at_every_table
def test_a_copy_is_equal_and_independent(table):
    game = table.game
    for moment in moments(table):
        if moment.number % 25:
            continue
        before = game.dump(moment.state)
        copy = moment.state.copy()
        assert copy == moment.state and copy is not moment.state
        for later in moments(table, copy, seed=moment.number):
            if later.number >= 30:
                break
        assert game.dump(moment.state) == before


@at_every_table
def test_asking_changes_nothing(table):
    game = table.game
    for moment in moments(table):
        if moment.number % 20:
            continue
        before = game.dump(moment.state)
        game.to_act(moment.state)
        game.result(moment.state)
        for viewer in table.viewers:
            game.actions(moment.state, viewer)
            game.undo_offer(moment.state, viewer)
            view = game.view(moment.state, viewer)
            game.words.pages(view, NAMES)
            game.other_world(moment.state, viewer, FastLuck(moment.number))
            if viewer is not None:
                game.plans(moment.state, viewer)
        assert game.dump(moment.state) == before


@at_every_table
def test_replaying_the_codes_gives_an_equal_state(table):
    state, rows = table.deal(), []
    for moment in moments(table, state):
        rows.append((moment.seat, code(moment.action)))
    assert replayed(table, rows) == state


@for_every_game
@pytest.mark.parametrize("seed", range(2))
def test_a_journal_of_any_table_is_verified(game, seed):
    for seats in game.seats:
        for options in option_sets(game):
            key = key_of(seed)
            journal = new_journal(game, seats, options, key)
            state, rng = game.setup(options, seats, KeyedLuck(key)), Random(seed)
            while game.to_act(state) and len(journal.entries) < 60:
                seat = rng.choice(game.to_act(state))
                action = rng.choice(game.actions(state, seat))
                game.apply(state, seat, action)
                journal.entries.append(Entry(seat, code(action)))
            assert verify(read(journal.text()), ALL_GAMES).state == state


# --- secrets -----------------------------------------------------------------------------------


def looks(game, state, viewer):
    """All that a viewer is told about a state."""
    view = game.view(state, viewer)
    actions = game.actions(state, viewer)
    choices = game.choices(state, viewer)
    return {
        "view": as_json(view),
        "pages": game.words.pages(view, NAMES),
        "codes": actions,
        "waited for": tuple(game.to_act(state)),
        "undo": game.undo_offer(state, viewer),
        "plans": game.plans(state, viewer) if viewer is not None else [],
        "autopilot": game.autopilot(view, choices) if choices else None,
    }


def worlds(table, moment):
    """For each viewer, a world that must look the same to it."""
    for viewer in table.viewers:
        luck = FastLuck(moment.number * 101 + table.seed)
        yield viewer, table.game.other_world(moment.state, viewer, luck)


@at_every_table
def test_what_a_viewer_cannot_see_changes_nothing_for_it(table):
    for moment in moments(table):
        if moment.number % 12 == 0:
            for viewer, world in worlds(table, moment):
                assert looks(table.game, world, viewer) == looks(table.game, moment.state, viewer)


@at_every_table
def test_refusals_tell_a_seat_nothing_hidden(table):
    game, rng, seen = table.game, Random(table.seed), [UNDO]
    for moment in moments(table):
        seen += rng.sample(moment.offered, min(2, len(moment.offered)))
        if moment.number % 20 == 0:
            for viewer, world in worlds(table, moment):
                for action in rng.sample(seen, min(8, len(seen))):
                    expected = game.refusal(moment.state, viewer, action)
                    assert game.refusal(world, viewer, action) == expected


@at_every_table
def test_most_other_worlds_differ_in_something_hidden(table):
    differs = Counter()
    for moment in moments(table):
        if moment.number % 12 == 0:
            for viewer, world in worlds(table, moment):
                differs[viewer, world != moment.state] += 1
    for viewer in table.viewers:
        assert differs[viewer, True] > differs[viewer, False]


@at_every_table_with_hands
def test_rivals_see_another_hand_in_the_other_world(table):
    """Else exchanging only what nobody sees would pass for hiding hands."""
    game, differs = table.game, Counter()
    for moment in moments(table):
        if moment.number % 30 == 0:
            for viewer, world in worlds(table, moment):
                rivals = [seat for seat in range(table.seats) if seat != viewer]
                now = [as_json(game.view(moment.state, rival)) for rival in rivals]
                differs[[as_json(game.view(world, rival)) for rival in rivals] != now] += 1
    assert differs[True] > differs[False]


@at_every_table
def test_undo_in_the_other_world_still_looks_the_same(table):
    game, undone = table.game, 0
    for moment in moments(table):
        if moment.number % (4 * table.seats):
            continue
        takers = [s for s in range(table.seats) if can_undo(game, moment.state, s)]
        for seat in takers[:2]:
            here = moment.state.copy()
            game.apply(here, seat, UNDO)
            for viewer, world in worlds(table, moment):
                game.apply(world, seat, UNDO)
                assert looks(game, world, viewer) == looks(game, here, viewer)
                undone += 1
    assert undone or table.seats == 1


def is_move(game, moment):
    """Neither undo nor what undo looks past."""
    return moment.action != UNDO and moment.action[0] not in game.aside_verbs


@at_every_table
def test_an_action_taken_back_in_the_other_world_leaves_that_world(table):
    game, undone = table.game, 0
    for moment in moments(table):
        if moment.number % 20 > 1:
            continue
        for _, world in worlds(table, moment):
            there = world.copy()
            if is_move(game, moment) and moment.action in game.actions(there, moment.seat):
                game.apply(there, moment.seat, moment.action)
                if can_undo(game, there, moment.seat):
                    game.apply(there, moment.seat, UNDO)
                    assert there == world
                    undone += 1
    assert undone or table.seats == 1


def sentences(game, events, viewer):
    return [game.words.sentence(event, NAMES) for event in readable(events, viewer)]


@at_every_table
def test_what_a_viewer_reads_depends_only_on_what_it_sees(table):
    """A drawn card's name in a public sentence would differ where the public's view does not."""
    game, compared = table.game, 0
    for moment in moments(table):
        if moment.number % 7:
            continue
        here = moment.state.copy()
        events = game.apply(here, moment.seat, moment.action)
        for viewer, world in worlds(table, moment):
            if moment.action in game.actions(world, moment.seat):
                there = game.apply(world, moment.seat, moment.action)
                if as_json(game.view(world, viewer)) == as_json(game.view(here, viewer)):
                    assert sentences(game, there, viewer) == sentences(game, events, viewer)
                    compared += 1
    assert compared or table.seats == 1


def with_other_luck(state, seed):
    """The same table with another future: whatever is rolled or shuffled from now on differs."""
    worlds = copies(state)
    for world in worlds:
        world.luck = FastLuck(seed)
    return worlds[0]


@at_every_table
def test_an_action_that_may_be_undone_has_shown_nothing(table):
    game, compared = table.game, 0
    for moment in moments(table):
        if moment.number % 7:
            continue
        here = moment.state.copy()
        game.apply(here, moment.seat, moment.action)
        if not is_move(game, moment) or not can_undo(game, here, moment.seat):
            continue
        for viewer in table.viewers:
            world = with_other_luck(moment.state, moment.number)
            world = game.other_world(world, viewer, FastLuck(moment.number))
            if moment.action in game.actions(world, moment.seat):
                game.apply(world, moment.seat, moment.action)
                assert as_json(game.view(world, viewer)) == as_json(game.view(here, viewer))
                compared += 1
    assert compared or table.seats == 1


@at_every_table
def test_private_events_name_seats_of_the_table_and_are_kept_from_others(table):
    game, private = table.game, 0
    for moment in moments(table):
        events = game.apply(moment.state.copy(), moment.seat, moment.action)
        for event in events:
            if event.readers is not None:
                private += 1
                assert event.readers and set(event.readers) <= set(range(table.seats))
                for viewer in table.viewers:
                    assert (event in readable([event], viewer)) == (viewer in event.readers)
    assert private, "nothing private was ever told to anybody"


# --- words -------------------------------------------------------------------------------------


def assert_is_said(text):
    assert text.strip(), "nothing is said"
    assert "None" not in text and "_" not in text, text
    assert "()" not in text and "{" not in text, text
    assert not any(line.endswith((" ", ",", ":")) for line in text.split("\n")), text


@at_every_table
def test_every_view_can_be_said(table):
    words = table.game.words
    for moment in moments(table):
        if moment.number % 8 == 0:
            for viewer in table.viewers:
                view = table.game.view(moment.state, viewer)
                status = words.status(view, NAMES)
                assert_is_said(status)
                assert "\n" not in status
                for name, text in words.pages(view, NAMES).items():
                    assert_is_said(name)
                    assert_is_said(text)


@at_every_table
def test_the_ending_can_be_said(table):
    state = table.deal()
    for _ in moments(table, state):
        pass
    for viewer in table.viewers:
        view = table.game.view(state, viewer)
        assert_is_said(table.game.words.status(view, NAMES))
        for text in table.game.words.pages(view, NAMES).values():
            assert_is_said(text)


@at_every_table
def test_every_button_says_something_of_its_own(table):
    game = table.game
    for moment in moments(table):
        if moment.number % 3 == 0:
            view = game.view(moment.state, moment.seat)
            labels = [game.words.label(action, view, NAMES) for action in moment.offered]
            for text in labels:
                assert_is_said(text)
                assert "\n" not in text
            assert not [text for text, count in Counter(labels).items() if count > 1]


def too_long_labels(table, names):
    game, found = table.game, set()
    for moment in moments(table):
        if moment.number % 3 == 0:
            view = game.view(moment.state, moment.seat)
            labels = {game.words.label(action, view, names) for action in moment.offered}
            found |= {text for text in labels if len(text) > LONGEST_LABEL}
    return found


def assert_labels_fit_a_button(game, view, names, actions):
    labels = {game.words.label(action, view, names) for action in actions}
    assert all(labels)
    longest = max(labels, key=len)
    assert len(longest) <= LONGEST_LABEL, longest


@at_every_table
def test_labels_fit_a_button(table):
    assert not too_long_labels(table, NAMES)


@at_every_table
def test_labels_fit_a_button_whatever_people_are_called(table):
    names = [name.ljust(LONGEST_NAME, "x") for name in NAMES]
    assert not {text for text in too_long_labels(table, names) if "xx" in text}


@at_every_table
def test_every_event_is_one_sentence(table):
    game = table.game
    for moment in moments(table):
        for event in game.apply(moment.state.copy(), moment.seat, moment.action):
            text = game.words.sentence(event, NAMES)
            assert_is_said(text)
            assert_is_a_sentence(text)


@at_every_table
def test_views_survive_json(table):
    for moment in moments(table):
        if moment.number % 10 == 0:
            for viewer in table.viewers:
                view = table.game.view(moment.state, viewer)
                assert from_json(type(view), as_json(view)) == view


# --- plans -------------------------------------------------------------------------------------


@at_every_table
def test_plans_are_codes_that_are_not_legal_yet(table):
    game = table.game
    for moment in moments(table):
        if moment.number % 8:
            continue
        for seat in range(table.seats):
            view = game.view(moment.state, seat)
            plans = codes(game.plans(moment.state, seat))
            assert len(set(plans)) == len(plans)
            assert not set(plans) & set(codes(game.actions(moment.state, seat)))
            for text in plans:
                assert code(parse(text)) == text
                assert_is_said(game.words.label(parse(text), view, NAMES))


@at_every_table
def test_some_plans_become_legal(table):
    game = table.game
    planned = {seat: set() for seat in range(table.seats)}
    fulfilled = set()
    for moment in moments(table):
        for seat in range(table.seats):
            if planned[seat] & set(game.actions(moment.state, seat)):
                fulfilled.add(seat)
            planned[seat] = set(game.plans(moment.state, seat))
    assert fulfilled == set(range(table.seats))
