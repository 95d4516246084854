"""The key: its hash is published at the start, it is secret until the end, and then proves it."""

import hashlib
import logging
import sqlite3
from base64 import b32encode, b64encode, urlsafe_b64encode
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import engine.cli
from engine.kernel.journal import Entry, Journal, next_hash, read
from engine.kernel.luck import KeyedLuck
from engine.kernel.refusal import Refused
from host import lobby, outbox, seating, votes
from host.fairness import export, prove
from host.outbox import MessageKind
from host.positions import journal_of
from host.records import Chain, Phase
from host.views import log_lines, plans, tables_of, view_table
from testing import SCALE
from testing.hosting import (
    ADA,
    BEN,
    CHANNEL,
    PEOPLE,
    STRANGER,
    Click,
    caller,
    messages_of,
    open_lobby,
    open_playing,
    play_out,
    press,
    random_click,
    refusal,
    rows_of,
    set_key,
)
from testing.playing import as_json, key_of

pytestmark = pytest.mark.asyncio
ROOT = Path(__file__).parents[2]
MIDDLE = 30


async def key_of_table(host, table_id):
    return await host.read(lambda uow: uow.store.key(table_id))


def alter(file, statement, *values):
    """What a hand in the file does while nobody watches."""
    with closing(sqlite3.connect(file)) as stored, stored:
        assert stored.execute(statement, values).rowcount == 1


async def over(host, game_id, seed=0, channel=CHANNEL):
    """Ended by agreement, somewhere in the middle."""
    table = await open_playing(host, game_id, channel=channel, seed=seed)
    await play_out(host, table.id, Random(1), most=MIDDLE)
    for user in (ADA, BEN):
        table = await host.do(votes.end, table.id, by=caller(user.id))
    return table


# --- where the key comes from ------------------------------------------------------------------


async def test_the_key_is_what_the_system_calls_random(host, game_id, monkeypatch):
    monkeypatch.setattr("os.urandom", lambda count: bytes(range(count)))
    table = await host.do(lobby.open_table, game_id, {}, CHANNEL, by=caller(ADA))
    assert await key_of_table(host, table.id) == bytes(range(32))


async def test_no_two_tables_have_the_same_key(host, game_id):
    opened = [await host.do(lobby.open_table, game_id, {}, None, by=caller(ADA)) for _ in range(8)]
    keys = {await key_of_table(host, table.id) for table in opened}
    assert len(keys) == 8 and {len(key) for key in keys} == {32}


async def test_the_hash_that_is_shown_at_the_opening_is_the_hash_of_the_key(host, game_id):
    table = await host.do(lobby.open_table, game_id, {}, CHANNEL, by=caller(ADA))
    key = await key_of_table(host, table.id)
    assert table.commitment == hashlib.sha256(key).hexdigest()


async def test_the_key_that_was_committed_to_is_the_key_that_deals(host, game_id):
    table = await open_lobby(host, game_id, seed=None)
    key = await key_of_table(host, table.id)
    table = await host.do(lobby.start, table.id, by=caller(ADA.id))
    await play_out(host, table.id, Random(1), most=6)  # no game ends so soon, whatever the key
    for user in (ADA, BEN):
        await host.do(votes.end, table.id, by=caller(user.id))
    assert read(await host.read(export, table.id)).key == key


# --- nowhere before the end --------------------------------------------------------------------


def forms(key):
    """What it could look like if it got out."""
    return [
        *(key.hex(), key.hex().upper(), key.hex(" "), repr(key)[2:-1], key.decode("latin-1")),
        *(form(key).decode() for form in (b64encode, urlsafe_b64encode, b32encode)),
        *(str(int.from_bytes(key, order)) for order in ("big", "little")),
        *(str(list(key)), str([*key])[1:-1].replace(" ", "")),
    ]


def shows(text, key):
    return any(form.rstrip("=") in text for form in forms(key))


async def told(asked):
    """The answer, or the sentence of the refusal."""
    try:
        return repr(await asked)
    except Exception as error:
        return f"{error!r} {error} {error.__cause__!r} {error.__context__!r}"


async def everything(host, table_id):
    """All that anybody can get out of the host about a table."""
    found = []
    for user in (None, *(user.id for user in PEOPLE[:3]), STRANGER.id):
        for use_case in (view_table, log_lines, plans):
            found.append(await told(host.read(use_case, table_id, by=caller(user))))
        found.append(await told(host.read(tables_of, by=caller(user))))
        found.append(await told(press(host, table_id, Click(user, "nonsense"))))
        found.append(await told(host.do(lobby.rematch, table_id, by=caller(STRANGER))))
    for user in PEOPLE[:2]:
        seen = await host.read(view_table, table_id, by=caller(user.id))
        found.append(as_json(seen.view).decode() if seen.view else "")
    found.append(await told(host.read(prove, table_id)))
    found.append(await told(host.read(export, table_id)))
    found += [repr(outgoing) + outgoing.nonce for outgoing in await messages_of(host)]
    found.append(await told(host.read(outbox.due)))
    return found


@pytest.mark.parametrize("seed", range(SCALE))
async def test_before_the_end_the_key_is_nowhere(host, open_host, game_id, seed, caplog):
    caplog.set_level(logging.DEBUG)
    table = await host.do(lobby.open_table, game_id, {}, CHANNEL, by=caller(ADA))
    await host.do(set_key, table.id, key_of(seed))  # so that no short game ends on the way
    key = await key_of_table(host, table.id)
    found = [repr(table), *await everything(host, table.id)]
    for use_case, who, *rest in (
        (lobby.join, BEN),
        (lobby.add_autopilot, ADA),
        (lobby.change_options, ADA, {}),
        (lobby.start, ADA),
        (seating.hand_over, BEN),
        (seating.take_back, BEN),
        (votes.end, BEN),
    ):
        found.append(repr(await host.do(use_case, table.id, *rest, by=caller(who))))
    rng = Random(seed)
    for _ in range(MIDDLE // 2):
        found.append(repr(await random_click(host, table.id, rng)))
        found += await everything(host, table.id)
    await host.close()
    host = await open_host()
    found += await everything(host, table.id)
    await host.run_housekeeping()
    assert (await host.read(view_table, table.id, by=None)).table.phase is Phase.PLAYING
    assert not [text for text in found if shows(text, key)]
    assert caplog.records and not shows(caplog.text, key)


async def test_a_damaged_table_does_not_show_its_key(host, open_host, file, game_id, caplog):
    caplog.set_level(logging.DEBUG)
    table = await open_playing(host, game_id, seed=None)
    await play_out(host, table.id, Random(1), most=6)  # no game ends so soon, whatever the key
    key = await key_of_table(host, table.id)
    await host.close()
    alter(file, "UPDATE tables SET state = substr(state, 1, length(state) - 40)")
    alter(file, "UPDATE journal SET code = 'nonsense' WHERE number = 3")
    host = await open_host()
    found = await everything(host, table.id)
    table = (await host.read(view_table, table.id, by=None)).table
    assert table.phase is Phase.QUARANTINED
    assert not [text for text in (*found, repr(table), caplog.text) if shows(text, key)]


async def test_nothing_that_holds_a_key_tells_it_when_it_is_printed():
    """A trace or a careless line may print any object."""
    key = key_of(1)
    journal = Journal("any", 1, 2, {}, "", key)
    for each in (KeyedLuck(key), journal, Chain(key, 0, "")):
        assert not shows(f"{each} {each!r}", key)


async def test_after_the_end_the_export_shows_the_key(host, game_id):
    table = await over(host, game_id, seed=None)
    assert shows(await host.read(export, table.id), await key_of_table(host, table.id))


async def test_the_journal_of_a_running_game_is_made_without_the_key(host, game_id):
    table = await open_playing(host, game_id)
    journal = await host.read(lambda uow: journal_of(uow.store, uow.table(table.id)))
    assert journal.key is None


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.CLOSED, Phase.PLAYING])
async def test_before_the_end_nothing_is_exported(host, game_id, phase):
    table = await (open_playing if phase is Phase.PLAYING else open_lobby)(host, game_id)
    if phase is Phase.CLOSED:
        await host.do(lobby.close, table.id, by=caller(ADA.id))
    await refusal(host, host.read(export, table.id))


async def test_a_table_that_was_set_aside_is_not_exported(host, open_host, file, game_id):
    """Its cards may still be somebody's secret."""
    table = await open_playing(host, game_id)
    await play_out(host, table.id, Random(1), most=MIDDLE)
    await host.close()
    alter(file, TAMPERED["a code"])
    host = await open_host()
    await told(host.read(prove, table.id))
    assert (await host.read(view_table, table.id, by=None)).table.phase is Phase.QUARANTINED
    await refusal(host, host.read(export, table.id))


# --- the proof ---------------------------------------------------------------------------------


async def test_a_finished_game_is_proven(host, game_id):
    table = await open_playing(host, game_id)
    await play_out(host, table.id, Random(1))
    proof = await host.read(prove, table.id)
    assert proof.is_proven and str(len(await rows_of(host, table.id))) in proof.sentence


async def test_a_game_ended_by_agreement_is_proven(host, game_id):
    table = await over(host, game_id)
    assert (await host.read(prove, table.id)).is_proven


async def test_a_running_game_is_not_proven_yet_but_whole(host, game_id):
    table = await open_playing(host, game_id)
    await play_out(host, table.id, Random(1), most=7)
    proof = await host.read(prove, table.id)
    assert not proof.is_proven and "7" in proof.sentence and "intact" in proof.sentence


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.CLOSED])
async def test_where_nothing_was_dealt_nothing_is_proven(host, game_id, phase):
    table = await open_lobby(host, game_id)
    if phase is Phase.CLOSED:
        await host.do(lobby.close, table.id, by=caller(ADA.id))
    assert not (await host.read(prove, table.id)).is_proven


async def test_the_program_accepts_the_export(host, game_id, tmp_path, capsys):
    table = await over(host, game_id)
    file = tmp_path / "exported.journal"
    file.write_text(await host.read(export, table.id), encoding="utf-8")
    assert engine.cli.main(["verify", str(file)]) == 0
    assert str(table.version) in capsys.readouterr().out


async def test_the_export_is_the_journal(host, game_id):
    table = await over(host, game_id)
    journal = read(await host.read(export, table.id))
    rows = await rows_of(host, table.id)
    assert journal.entries == [Entry(row.seat, row.code) for row in rows]
    assert (journal.options, journal.seats) == (table.options, len(table.seats))
    assert (journal.commitment, journal.chain) == (table.commitment, table.chain)


# --- a hand in the file ------------------------------------------------------------------------


TAMPERED = {
    "a code": "UPDATE journal SET code = code || ' 1' WHERE number = 5",
    "a seat": "UPDATE journal SET seat = 1 - seat WHERE number = 5",
    "a hash": "UPDATE journal SET hash = upper(hash) WHERE number = 5",
    "a lost row": "DELETE FROM journal WHERE number = 5",
    "a lost last row": "DELETE FROM journal WHERE number = (SELECT max(number) FROM journal)",
    "the options": """UPDATE tables SET options = '{"tampered": 1}'""",
    "the rules of the deal": "UPDATE tables SET rules = rules + 1",
    "the hash of the key": "UPDATE tables SET commitment = upper(commitment)",
    "the moves of a seat": "UPDATE seats SET moves = moves + 1 WHERE seat = 0",
    "the number of rows": "UPDATE tables SET version = version + 1",
}


@pytest.mark.parametrize("is_over", [True, False], ids=["over", "running"])
@pytest.mark.parametrize("what", TAMPERED)
async def test_a_changed_record_is_noticed(host, open_host, file, game_id, what, is_over):
    table = await open_playing(host, game_id)
    await play_out(host, table.id, Random(1), most=MIDDLE // 2)
    for user in PEOPLE[: 2 * is_over]:
        await host.do(votes.end, table.id, by=caller(user.id))
    await host.close()
    alter(file, TAMPERED[what])
    host = await open_host()
    with pytest.raises(Exception, match="saved data is damaged"):
        await host.read(prove, table.id)
    assert (await host.read(view_table, table.id, by=None)).table.phase is Phase.QUARANTINED


async def test_another_key_than_the_one_committed_to_is_noticed(host, open_host, file, game_id):
    table = await over(host, game_id)
    await host.close()
    alter(file, "UPDATE tables SET key = randomblob(32)")
    host = await open_host()
    with pytest.raises(Refused, match="damaged"):
        await host.read(prove, table.id)
    proof = await host.read(prove, table.id)
    assert not proof.is_proven and "key" in proof.table.ending


async def test_an_action_that_was_never_legal_is_noticed_though_all_hashes_fit(
    host, open_host, file, game_id
):
    table = await open_playing(host, game_id)
    chain = table.chain
    table = await play_out(host, table.id, Random(1), most=MIDDLE)
    for user in (ADA, BEN):
        await host.do(votes.end, table.id, by=caller(user.id))
    rows = await rows_of(host, table.id)
    await host.close()
    write_again(file, chain, rows, "undo")
    host = await open_host()
    proof = await host.read(prove, table.id)
    assert not proof.is_proven and "Action 1" in proof.sentence


def write_again(file, chain, rows, first):
    """The journal with another first action, and all hashes made to fit."""
    with closing(sqlite3.connect(file)) as stored, stored:
        for row in rows:
            text = first if row.number == 1 else row.code
            chain = next_hash(chain, Entry(row.seat, text))
            stored.execute(
                "UPDATE journal SET code = ?, hash = ? WHERE number = ?", (text, chain, row.number)
            )
        stored.execute("UPDATE tables SET chain = ?", (chain,))


async def test_an_action_that_cannot_be_replayed_is_not_told_while_hands_are_secret(
    host, open_host, file, game_id, caplog
):
    table = await open_playing(host, game_id)
    chain, secret = table.chain, "undo golem"
    await play_out(host, table.id, Random(1), most=MIDDLE)
    rows = await rows_of(host, table.id)
    await host.close()
    write_again(file, chain, rows, secret)
    alter(file, "UPDATE tables SET state = NULL")
    host = await open_host()
    await told(host.read(prove, table.id))
    await told(host.read(view_table, table.id, by=None))
    table = (await host.read(view_table, table.id, by=None)).table
    assert table.phase is Phase.QUARANTINED and "closed as damaged" in caplog.text
    assert "golem" not in table.ending + caplog.text


async def test_a_damaged_table_is_announced_once_however_often_it_is_proven(
    host, open_host, file, game_id
):
    table = await open_playing(host, game_id)
    await play_out(host, table.id, Random(1), most=MIDDLE)
    await host.close()
    alter(file, TAMPERED["a hash"])
    host = await open_host()
    for _ in range(3):
        await told(host.read(prove, table.id))
    assert [outgoing.kind for outgoing in await messages_of(host)].count(
        MessageKind.QUARANTINED
    ) == 1


async def test_a_table_that_spans_two_versions_of_the_rules_says_so(host, open_host, file, game_id):
    table = await over(host, game_id)
    await host.close()
    alter(file, "UPDATE tables SET rules_last = rules_last + 7")
    host = await open_host()
    proof = await host.read(prove, table.id)
    assert not proof.is_proven
    assert str(table.rules) in proof.sentence and str(table.rules + 7) in proof.sentence
    assert (await host.read(view_table, table.id, by=None)).table.phase is Phase.OVER


async def test_another_table_proves_nothing_about_a_damaged_one(host, open_host, file, game_id):
    whole, damaged = [await over(host, game_id, channel=channel) for channel in (1, 2)]
    await host.close()
    alter(file, "UPDATE journal SET code = 'x' WHERE number = 5 AND table_id = ?", damaged.id)
    host = await open_host()
    assert "saved data is damaged" in await told(host.read(prove, damaged.id))
    assert (await host.read(prove, whole.id)).is_proven
