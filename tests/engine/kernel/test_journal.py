"""Journals are read back as written and replay to the same table; any tampering is noticed."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES
from engine.kernel.codes import UNDO, code
from engine.kernel.journal import Entry, Faulty, new_journal, read, replay, verify
from engine.kernel.luck import KeyedLuck, commitment
from testing import SCALE
from testing.every import with_every
from testing.playing import key_of

GAME = next(iter(GAMES.values()))
KEY = key_of(1)


def played(key=KEY, seats=2, options=None, actions=10_000):
    """A journal of a random game, undo included, and the state it led to."""
    options = options or GAME.options()
    journal = new_journal(GAME, seats, options, key)
    state, rng = GAME.setup(options, seats, KeyedLuck(key)), Random(3)
    while GAME.to_act(state) and len(journal.entries) < actions:
        seat = rng.choice(GAME.to_act(state))
        action = rng.choice(GAME.actions(state, seat))
        GAME.apply(state, seat, action)
        journal.entries.append(Entry(seat, code(action)))
    return journal, state


JOURNAL, STATE = played()
TEXT = JOURNAL.text()


def lines(text=TEXT):
    head, _, body = text.partition("\n\n")
    return head.split("\n"), body.splitlines()


def joined(head, body):
    return "\n".join(head) + "\n\n" + "".join(f"{line}\n" for line in body)


def changed(**facts):
    """The journal with something changed, its chain of hashes made anew."""
    return read(replace(JOURNAL, entries=JOURNAL.entries[:], **facts).text())


def test_the_random_game_has_undos_and_ends():
    assert any(entry.code == code(UNDO) for entry in JOURNAL.entries)
    assert GAME.result(STATE) is not None


# --- reading and replaying ----------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 5, len(JOURNAL.entries)])
def test_the_text_is_read_back(count):
    journal = replace(JOURNAL, entries=JOURNAL.entries[:count])
    assert read(journal.text()) == journal


def test_a_journal_without_its_key_is_read_back_but_not_replayed():
    journal = replace(JOURNAL, key=None)
    assert KEY.hex() not in journal.text()
    assert read(journal.text()) == journal
    with pytest.raises(Faulty, match="key is still secret"):
        verify(journal, GAMES)


def test_revealing_the_key_leaves_the_chain_as_it_was():
    assert replace(JOURNAL, key=None).chain == JOURNAL.chain


def test_rows_of_the_table_itself_are_read_back():
    journal = replace(JOURNAL, entries=[Entry(None, "tick"), Entry(0, "done")])
    assert "- tick\n0 done\n" in journal.text()
    assert read(journal.text()) == journal


def test_line_ends_of_another_system_are_read_too():
    assert read(TEXT.replace("\n", "\r\n")) == JOURNAL


def test_verifying_gives_the_state_the_number_of_actions_and_the_result():
    verdict = verify(read(TEXT), GAMES)
    assert verdict.state == STATE
    assert verdict.actions == len(JOURNAL.entries)
    assert verdict.result == GAME.result(STATE)


def test_an_unfinished_table_has_no_result():
    journal, state = played(actions=20)
    verdict = verify(journal, GAMES)
    assert verdict.result is None
    assert verdict.state == state


def test_a_replay_goes_step_by_step_from_the_deal():
    steps = replay(JOURNAL, GAMES)
    first = next(steps)
    assert first.entry is None and not first.events
    assert first.state == GAME.setup(GAME.options(), 2, KeyedLuck(KEY))
    second = next(steps)
    assert second.entry == JOURNAL.entries[0]
    assert second.events
    assert sum(1 for _ in steps) == len(JOURNAL.entries) - 1


def test_each_entry_s_hash_covers_all_before_it():
    chains = [replace(JOURNAL, entries=JOURNAL.entries[:n]).chain for n in range(20)]
    assert len(set(chains)) == 20


# --- tampering ----------------------------------------------------------------------------------


def _change_a_row(head, body):
    body[3] = body[4] if body[3] != body[4] else "0 done"


def _change_a_seat(head, body):
    body[0] = f"{1 - int(body[0][0])}{body[0][1:]}"


def _swap_rows(head, body):
    i = next(i for i in range(len(body)) if body[i] != body[i + 1])
    body[i], body[i + 1] = body[i + 1], body[i]


def _change_fact(name, value):
    def change(head, body):
        i = next(i for i, line in enumerate(head) if line.startswith(name))
        assert head[i] != f"{name} {value}"
        head[i] = f"{name} {value}"

    return change


TAMPERINGS = {
    "a changed row": _change_a_row,
    "another seat": _change_a_seat,
    "swapped rows": _swap_rows,
    "a dropped row": lambda head, body: body.pop(5),
    "a dropped first row": lambda head, body: body.pop(0),
    "a dropped last row": lambda head, body: body.pop(),
    "no rows at all": lambda head, body: body.clear(),
    "an added row": lambda head, body: body.append("0 done"),
    "a doubled row": lambda head, body: body.insert(2, body[2]),
    "other rules": _change_fact("rules", 99),
    "another game": _change_fact("game", "other"),
    "other seats": _change_fact("seats", 3),
    "other options": _change_fact("options", "{}"),
    "another commitment": _change_fact("commitment", commitment(b"other")),
    "another chain": _change_fact("chain", "0" * 64),
}


@with_every("tamper", TAMPERINGS.values())
def test_the_chain_notices(tamper):
    head, body = lines()
    tamper(head, body)
    with pytest.raises(Faulty, match="hash chain is broken"):
        read(joined(head, body))


def test_untouched_lines_are_accepted():
    assert read(joined(*lines())) == JOURNAL


def test_another_key_does_not_fit_the_published_hash():
    with pytest.raises(Faulty, match="doesn't match the hash"):
        verify(changed(key=key_of(2)), GAMES)


def test_another_key_with_its_own_hash_does_not_fit_the_actions():
    with pytest.raises(Faulty, match="not legal"):
        verify(changed(key=key_of(2), commitment=commitment(key_of(2))), GAMES)


def test_other_rules_are_said_and_not_replayed():
    with pytest.raises(Faulty, match=f"version {GAME.rules + 1}.*version {GAME.rules}"):
        verify(changed(rules=GAME.rules + 1), GAMES)


def test_another_number_of_seats_does_not_fit_the_actions():
    with pytest.raises(Faulty):
        verify(changed(seats=3), GAMES)


def test_a_number_of_seats_that_the_game_does_not_have():
    with pytest.raises(Faulty, match="can't be played by 77"):
        verify(changed(seats=77), GAMES)


@pytest.mark.parametrize("options", [{"no_such_option": 1}, [], "text", 5, None])
def test_options_that_do_not_fit(options):
    with pytest.raises(Faulty, match="options are not valid"):
        verify(changed(options=options), GAMES)


def test_a_game_that_is_not_here():
    with pytest.raises(Faulty, match="Unknown game “chess”"):
        verify(changed(game="chess"), GAMES)


def with_row(number, entry):
    entries = JOURNAL.entries[:]
    entries[number:number] = [entry]
    return read(replace(JOURNAL, entries=entries).text())


def test_an_illegal_row_is_named_by_its_number():
    with pytest.raises(Faulty, match=r"Action 4 \(“0 fly”\) is not legal"):
        verify(with_row(3, Entry(0, "fly")), GAMES)


def test_a_row_after_the_end_is_not_legal():
    last = len(JOURNAL.entries)
    with pytest.raises(Faulty, match=f"Action {last + 1} .* is not legal"):
        verify(with_row(last, Entry(0, "done")), GAMES)


@pytest.mark.parametrize("seat", [2, 9, 10**20])
def test_a_row_of_a_seat_that_nobody_has(seat):
    with pytest.raises(Faulty, match="Action 1 "):
        verify(with_row(0, Entry(seat, "done")), GAMES)


def test_a_row_of_the_table_itself_that_is_not_legal():
    with pytest.raises(Faulty, match=r"Action 1 .* is not legal"):
        verify(with_row(0, Entry(None, "done")), GAMES)


@pytest.mark.parametrize("change", [str.upper, str.title, lambda c: f"{c} ", lambda c: f" {c}"])
def test_a_code_that_is_not_written_canonically(change):
    first = JOURNAL.entries[0]
    rows = [first._replace(code=change(first.code)), *JOURNAL.entries[1:]]
    with pytest.raises(Faulty, match=r"Action 1 .*write it as"):
        verify(read(replace(JOURNAL, entries=rows).text()), GAMES)


# --- broken text --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["game", "rules", "seats", "options", "commitment", "chain"])
def test_a_missing_line_of_the_head_is_named(name):
    head, body = lines()
    with pytest.raises(Faulty, match=f"“{name} …” is missing"):
        read(joined([line for line in head if not line.startswith(name)], body))


@pytest.mark.parametrize("line", ["done", "x done", "-1 done", "0", "0 ", "½ done"])
def test_a_row_that_is_not_a_seat_and_a_code(line):
    head, body = lines()
    with pytest.raises(Faulty, match=f"Action 2 .*{line}"):
        read(joined(head, [body[0], line, *body[1:]]))


@pytest.mark.parametrize(
    ("name", "value"), [("rules", "one"), ("seats", ""), ("options", "{"), ("key", "xyz")]
)
def test_a_head_that_cannot_be_read(name, value):
    head, body = lines()
    _change_fact(name, value)(head, body)
    with pytest.raises(Faulty, match="header can't be read"):
        read(joined(head, body))


@given(st.text(max_size=200))
def test_any_text_is_a_journal_or_faulty(text):
    with pytest.raises(Faulty):
        read(text)


@settings(max_examples=400 * SCALE)
@given(st.integers(0, len(TEXT) - 1), st.one_of(st.characters(), st.sampled_from("0123 abc\n")))
def test_any_changed_character_is_noticed_or_means_the_same(place, character):
    text = TEXT[:place] + character + TEXT[place + 1 :]
    try:
        journal = read(text)
        verify(journal, GAMES)
    except Faulty as faulty:
        assert str(faulty)
    else:
        assert journal == JOURNAL
