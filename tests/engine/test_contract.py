"""The laws that every game keeps, at every seat count, whatever is played.

All tests walk through the same random game of a table, table by table, so that it is played once.
"""

import re
from collections import Counter
from itertools import islice
from random import Random

import pytest

from engine import ALL_GAMES
from engine.kernel.codes import END, MAX_CODE, UNDO, code, parse
from engine.kernel.events import readable
from engine.kernel.journal import Entry, new_journal, read, verify
from engine.kernel.luck import FastLuck, KeyedLuck
from engine.kernel.refusal import Refused
from engine.kernel.undo import copies
from testing.cases import HANDS, PLANS, UNDO_ELSEWHERE, must_occur
from testing.playing import (
    NAMES,
    as_json,
    autopilot_moments,
    can_undo,
    codes,
    end_of,
    from_json,
    key_of,
    moments,
    option_sets,
    replayed,
    tables,
)

TABLES = tables(games=ALL_GAMES)
MAX_LABEL = 80  # of a button on Discord
MAX_NAME = 32  # of a person on Discord
MAX_OPTION, MAX_OPTIONS = 100, 25  # of a select on Discord
at_every_table = pytest.mark.parametrize("table", TABLES, ids=str, scope="module")
for_every_game = pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES.keys())


def some(table, every, first=0):
    """Some moments of the random game, from its beginning to its end."""
    return islice(moments(table), first, None, every)


@for_every_game
def test_the_tables_have_every_seat_count_both_kinds_of_luck_and_every_option(game):
    found = [table for table in TABLES if table.game is game]
    assert {table.seats for table in found} == {*game.seats}
    assert {table.is_keyed for table in found} == {False, True}
    for options in option_sets(game):
        for name, value in options.model_dump(exclude_defaults=True).items():
            assert value in [getattr(table.options, name) for table in found]


# --- it can be played to the end ---------------------------------------------------------------


@at_every_table
def test_somebody_may_act_until_it_ends_and_nobody_afterwards(table):
    game = table.game
    for moment in moments(table):
        assert moment.offered, f"seat {moment.seat} has nothing to choose from"
        waited_for = game.to_act(moment.state)
        assert len({*waited_for} & {*range(table.seats)}) == len(waited_for)
        assert all(game.actions(moment.state, seat) for seat in waited_for)
        assert game.result(moment.state) is None
    assert not any(game.actions(end_of(table), viewer) for viewer in table.viewers)
    assert not any(game.plans(end_of(table), seat) for seat in range(table.seats))


@at_every_table
def test_nobody_has_scored_when_the_cards_were_just_dealt(table):
    state = table.deal()
    table.game.advance(state, None, END)
    assert not table.game.has_scored(table.game.result(state))


@at_every_table
def test_the_result_names_every_seat_and_the_best_win(table):
    result = table.game.result(end_of(table))
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
    for moment in some(table, 20):
        assert game.actions(moment.state, None) == [END]
        assert END not in moment.offered
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


# --- offered codes -----------------------------------------------------------------------------


@at_every_table
def test_offered_codes_round_trip_and_are_canonical(table):
    for moment in some(table, 4):
        offered = codes(moment.offered)
        assert len(set(offered)) == len(offered)
        for action, text in zip(moment.offered, offered, strict=True):
            assert parse(text) == action
            assert text == " ".join(text.lower().split())
            assert len(text) <= MAX_CODE


@at_every_table
def test_every_offered_code_applies_and_leaves_a_trace(table):
    game, rng = table.game, Random(table.seed)
    for moment in some(table, 4):
        for action in rng.sample(moment.offered, min(6, len(moment.offered))):
            after = moment.state.copy()
            assert game.refusal(after, moment.seat, action) is None
            events = game.apply(after, moment.seat, action)
            assert events, f"“{code(action)}” left no trace in the log"


@at_every_table
def test_what_is_offered_is_a_list_of_ones_own(table):
    for moment in some(table, 4):
        table.game.actions(moment.state, moment.seat).clear()
        assert table.game.actions(moment.state, moment.seat) == moment.offered


# --- everything else is refused ----------------------------------------------------------------


def assert_is_a_sentence(text):
    assert re.fullmatch(r"[A-Z“0-9][^\n]*[.?!]”?", text), text
    said = re.sub("“[^”]*”", "“”", text)  # what the player typed may stand there as it was
    assert "_" not in said and "None" not in said, text
    assert "  " not in said, text


def assert_refused(game, state, seat, actions):
    """Each of them, with one sentence; all of them together change nothing."""
    before = game.dump(state)
    for action in actions:
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
    for moment in some(table, 25):
        seen += rng.sample(moment.offered, min(25, len(moment.offered)))
        words = sorted({word for action in seen for word in action}, key=str)
        near = [*mutants(moment.action, words, rng), *rng.sample(seen, min(5, len(seen)))]
        for seat in table.viewers:
            offered = game.actions(moment.state, seat)
            wrong = [each for each in (*moment.offered[:3], *near) if each not in offered]
            assert_refused(game, moment.state, seat, wrong)
            refused += len(wrong)
        for stranger in (-1, -2, table.seats, 99):
            assert_refused(game, moment.state, stranger, [UNDO, moment.action])
    assert refused


@at_every_table
def test_nothing_is_legal_after_the_end(table):
    played = [moment.action for moment in moments(table)]
    for seat in table.viewers:
        some_played = played[:: max(1, len(played) // 12)]
        assert_refused(table.game, end_of(table), seat, [UNDO, *some_played])


# --- states ------------------------------------------------------------------------------------


@at_every_table
def test_a_state_survives_json_and_equal_states_are_the_same_json(table):
    game = table.game
    for moment in some(table, 6):
        text = game.dump(moment.state)
        stored = game.load(text)
        assert stored == moment.state
        assert game.dump(stored) == text
        assert game.dump(moment.state.copy()) == text


@for_every_game
@pytest.mark.parametrize("seed", range(3))
def test_the_state_of_a_table_with_a_real_key_survives_json(game, seed):
    state = game.setup(game.options(), max(game.seats), KeyedLuck(key_of(seed)))
    assert game.load(game.dump(state)) == state


@at_every_table
def test_a_stored_state_plays_on_identically(table):
    """Stored anew every so often, and played on as the table itself was."""
    game = table.game
    stored = None
    for moment in moments(table):
        if moment.number % 100 == 0:
            stored = game.load(game.dump(moment.state))
        assert game.actions(stored, moment.seat) == moment.offered
        events = game.apply(moment.state.copy(), moment.seat, moment.action)
        assert game.apply(stored, moment.seat, moment.action) == events
    assert stored == end_of(table)


@at_every_table
def test_a_copy_is_equal_and_independent(table):
    game = table.game
    for moment in some(table, 50):
        before = game.dump(moment.state)
        copy = moment.state.copy()
        assert copy == moment.state and copy is not moment.state
        for _ in islice(moments(table, copy, seed=moment.number), 30):
            pass
        assert game.dump(moment.state) == before


@at_every_table
def test_replaying_the_codes_gives_an_equal_state(table):
    rows = [(moment.seat, code(moment.action)) for moment in moments(table)]
    assert replayed(table, rows) == end_of(table)


@at_every_table
def test_a_journal_of_any_table_is_verified(table):
    game, options, key = table.game, table.options, key_of(table.seed)
    journal = new_journal(game, table.seats, options, key)
    state, rng = game.setup(options, table.seats, KeyedLuck(key)), Random(table.seed)
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
def test_what_a_viewer_cannot_see_changes_nothing_for_it_and_asking_changes_nothing(table):
    game = table.game
    for moment in some(table, 15):
        before = game.dump(moment.state)
        for viewer, world in worlds(table, moment):
            assert looks(game, world, viewer) == looks(game, moment.state, viewer)
        assert game.dump(moment.state) == before


@at_every_table
def test_refusals_tell_a_seat_nothing_hidden(table):
    game, rng, seen = table.game, Random(table.seed), [UNDO]
    for moment in some(table, 25):
        seen += rng.sample(moment.offered, min(20, len(moment.offered)))
        for viewer, world in worlds(table, moment):
            for action in rng.sample(seen, min(8, len(seen))):
                expected = game.refusal(moment.state, viewer, action)
                assert game.refusal(world, viewer, action) == expected


@at_every_table
def test_most_other_worlds_differ_in_something_hidden_and_in_the_hands_of_rivals(table):
    """Else exchanging only what nobody sees would pass for hiding hands."""
    game, differs, seen = table.game, Counter(), Counter()
    for moment in some(table, 20):
        views = [as_json(game.view(moment.state, seat)) for seat in range(table.seats)]
        for viewer, world in worlds(table, moment):
            differs[viewer, world != moment.state] += 1
            rivals = [seat for seat in range(table.seats) if seat != viewer]
            seen[any(as_json(game.view(world, seat)) != views[seat] for seat in rivals)] += 1
    for viewer in table.viewers:
        assert differs[viewer, True] > differs[viewer, False], "`other_world` exchanges nothing"
    must_occur(seen[True] > seen[False] or table.seats == 1, table, HANDS)


@at_every_table
def test_undo_in_the_other_world_still_looks_the_same(table):
    game, undone = table.game, 0
    able = (moment for moment in moments(table) if moment.state.undoable)
    for moment in islice(able, 0, None, 8 * table.seats):
        takers = [s for s in range(table.seats) if can_undo(game, moment.state, s)]
        for seat in takers[:2]:
            here = moment.state.copy()
            game.apply(here, seat, UNDO)
            for viewer, world in worlds(table, moment):
                game.apply(world, seat, UNDO)
                assert looks(game, world, viewer) == looks(game, here, viewer)
                undone += 1
    must_occur(undone or table.seats == 1, table, UNDO_ELSEWHERE)


def is_move(game, moment):
    """Neither undo nor what undo looks past."""
    return moment.action != UNDO and moment.action[0] not in game.aside_verbs


@at_every_table
def test_an_action_taken_back_in_the_other_world_leaves_that_world(table):
    game, undone = table.game, 0
    for moment in some(table, 9):
        for _, world in worlds(table, moment):
            there = world.copy()
            if is_move(game, moment) and moment.action in game.actions(there, moment.seat):
                game.apply(there, moment.seat, moment.action)
                if can_undo(game, there, moment.seat):
                    game.apply(there, moment.seat, UNDO)
                    assert there == world
                    undone += 1
    must_occur(undone or table.seats == 1, table, UNDO_ELSEWHERE)


def sentences(game, events, viewer):
    return [game.words.sentence(event, NAMES) for event in readable(events, viewer)]


@at_every_table
def test_what_a_viewer_reads_depends_only_on_what_it_sees(table):
    """A drawn card's name in a public sentence would differ where the public's view does not."""
    game, compared = table.game, 0
    for moment in some(table, 9):
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
    for moment in some(table, 7):
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
    must_occur(compared or table.seats == 1, table, UNDO_ELSEWHERE)


# --- words -------------------------------------------------------------------------------------


def assert_is_said(text):
    assert text.strip(), "nothing is said"
    assert "None" not in text and "_" not in text, text
    assert "()" not in text and "{" not in text, text
    assert not any(line.endswith((" ", ",", ":")) for line in text.split("\n")), text


def assert_can_be_said(words, view):
    status = words.status(view, NAMES)
    assert_is_said(status)
    assert "\n" not in status or view.result  # at the end with a line for everybody
    for name, text in words.pages(view, NAMES).items():
        assert_is_said(name)
        assert_is_said(text)


@at_every_table
def test_every_view_can_be_said_and_survives_json(table):
    game, states = table.game, [moment.state for moment in some(table, 12)]
    for state in (*states, end_of(table)):
        for viewer in table.viewers:
            view = game.view(state, viewer)
            assert_can_be_said(game.words, view)
            assert from_json(type(view), as_json(view)) == view


@at_every_table
def test_every_button_says_something_of_its_own_that_fits_whatever_people_are_called(table):
    long_names = [name.ljust(MAX_NAME, "x") for name in NAMES]
    for moment in some(table, 5):
        view = table.game.view(moment.state, moment.seat)
        labels = [table.game.words.label(action, view, NAMES) for action in moment.offered]
        for text in labels:
            assert_is_said(text)
            assert "\n" not in text
        assert not [text for text, count in Counter(labels).items() if count > 1]
        assert_labels_fit_a_button(table.game, view, NAMES, moment.offered)
        assert_labels_fit_a_button(table.game, view, long_names, moment.offered)


def assert_labels_fit_a_button(game, view, names, actions):
    labels = {game.words.label(action, view, names) for action in actions}
    assert all(labels)
    longest = max(labels, key=len)
    assert len(longest) <= MAX_LABEL, longest


@at_every_table
def test_every_event_is_one_sentence_and_private_ones_are_kept_from_others(table):
    game, private = table.game, 0
    for moment in moments(table):
        for event in game.apply(moment.state.copy(), moment.seat, moment.action):
            text = game.words.sentence(event, NAMES)
            assert_is_said(text)
            assert_is_a_sentence(text)
            if event.readers is not None:
                private += 1
                assert event.readers and set(event.readers) <= set(range(table.seats))
                for viewer in table.viewers:
                    assert (event in readable([event], viewer)) == (viewer in event.readers)
    assert private, "nothing private was ever told to anybody"


@at_every_table
def test_statistics_name_only_cards_of_the_game(table):
    game, cards = table.game, {None, *table.game.words.cards()}
    for moment in some(table, 7):
        offered = game.choices(moment.state, moment.seat)
        assert {game.played_card(action) for action in offered} <= cards


# --- plans -------------------------------------------------------------------------------------


@at_every_table
def test_plans_are_codes_that_are_not_legal_yet(table):
    game = table.game
    for moment in some(table, 10):
        for seat in range(table.seats):
            view = game.view(moment.state, seat)
            plans = codes(game.plans(moment.state, seat))
            assert game.has_plans(moment.state, seat) == bool(plans)
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
    must_occur(fulfilled == set(range(table.seats)), table, PLANS)


# --- what the lobby says -----------------------------------------------------------------------


@for_every_game
def test_every_option_is_offered_in_words(game):
    for option in game.choosable:
        said = [option.title, option.about, *option.labels.values()]
        assert all(said) and len(set(option.labels.values())) == len(option.labels)
        assert not {option.name, option.name.replace("_", " ")} & {each.lower() for each in said}
        assert not {"True", "False", "None"} & {*said}
        whole = [option.about, *(f"{option.title}: {each}" for each in option.labels.values())]
        assert max(map(len, whole)) <= MAX_OPTION
        assert len(option.labels) <= MAX_OPTIONS and {*option.seats} <= {*game.seats}
        assert option.labels or option.lists_seats
        assert not option.labels or option.default in option.labels


@for_every_game
def test_options_are_told_only_where_they_differ_and_matter(game):
    for seats in game.seats:
        usual = game.options().model_dump(mode="json")
        told = game.option_lines(usual, NAMES[:seats])
        assert bool(told) == bool(game.solo and seats == 1)
        assert all(line.startswith(f"{game.solo.rival}: ") for line in told)
        for options in option_sets(game):
            values = options.model_dump(mode="json")
            lines = game.option_lines(values, NAMES[:seats])
            matter = [each for each in game.choosable if each.matters(values, seats)]
            changed = [each for each in matter if values[each.name] != each.default]
            assert len([line for line in lines if line not in told]) == len(changed)


def test_people_in_an_option_are_told_by_name():
    game = ALL_GAMES["factory_42"]
    chosen = game.options(novices=[0, 2], novice_rounds=1).model_dump(mode="json")
    assert game.option_lines(chosen, ("Ada", "Ben", "Cleo")) == [
        "New players, with 1 more meeple: Ada and Cleo",
        "New players have it: in round 1",
    ]


@for_every_game
def test_a_game_has_about_as_many_turns_as_it_says(game):
    for seats in {game.seats[0], game.seats[-1]}:
        counts = sorted(_turns(game, seats, seed) for seed in range(5))
        hint = f"`turns` must say how many {seats} players need: autopilots need {counts[2]}"
        assert seats in game.turns, hint
        assert game.turns[seats] / 1.6 <= counts[2] <= game.turns[seats] * 1.6


def _turns(game, seats, seed):
    """How many turns of their own name autopilots need."""
    state, turns = game.setup(game.options(), seats, FastLuck(seed)), set()
    while waiting := game.to_act(state):
        turns.add(game.turn(state))
        seat = waiting[0]
        game.advance(state, seat, game.autopilot(game.view(state, seat), game.choices(state, seat)))
    return len(turns)
