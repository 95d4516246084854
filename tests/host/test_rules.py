"""A new version with newer rules: what happens to running tables."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from engine import ALL_GAMES, GAMES
from engine.kernel.codes import Action
from engine.kernel.events import Fact
from engine.kernel.journal import Faulty, adopted_rules, read, verify
from engine.kernel.refusal import Refused
from host import votes
from host.backups import backup, restore
from host.database.schema import NEWEST
from host.database.sqlite import migrate
from host.errors import CannotOpen
from host.fairness import export, prove
from host.health import health, list_tables
from host.heartbeat import MINUTE
from host.notes import HostEventKind
from host.records import Phase
from host.replay import Replays
from host.seals import seal
from host.terms import Policy, Terms
from host.unit_of_work import RESTS
from host.validation import validate
from host.views import log_lines, view_table
from host.votes import Proposal, ProposalKind
from testing.database_rules import faults, opened
from testing.hosting import ADA, BEN, NOON, FakeClock, caller, open_playing, play_out
from testing.stored import DUMPS
from testing.stored import restore as put_back
from testing.toy import game as toy

JOURNALS = Path(__file__).with_name("journals")  # by rules 1, by rules 2, and by both
MANY, MANY_GAME = 1_000, "factory_frenzy"
RULES = Proposal(ProposalKind.RULES)


def play_low(state: toy.State, seat: int, action: Action, events: list[Fact]) -> None:
    """By rules 2 the lowest card wins a round."""
    for player in state.players:  # seen from below
        player.hand = [-card for card in player.hand]
        player.laid = None if player.laid is None else -player.laid
    own = ("play", -int(action[1]))
    toy.play(state, seat, own, told := [])
    for player in state.players:
        player.hand = sorted(-card for card in player.hand)
        player.laid = None if player.laid is None else -player.laid
    state.shown = tuple(map(abs, state.shown))
    events += [(kind, who, tuple(map(abs, facts)), *rest) for kind, who, facts, *rest in told]


class Rules1(toy.HighCard):
    """The example game as it is."""


class Rules2(toy.HighCard):
    """Its next version, which still knows the first."""

    rules = 2
    verbs = {"play": play_low}  # noqa: RUF012
    older = {1: Rules1()}  # noqa: RUF012


class Rules3(Rules2):
    """A version that has forgotten the first rules."""

    rules = 3
    older = {2: Rules2()}  # noqa: RUF012


@pytest.fixture
def become(monkeypatch):
    """The program of that version of the game."""

    def become(version):
        for games in (ALL_GAMES, GAMES):
            monkeypatch.setitem(games, "high_card", version())

    become(Rules1)
    return become


async def table_in(host, table_id=1):
    return (await host.read(view_table, table_id, by=None)).table


async def notes(host, table_id=1):
    return [each.kind for each in await host.read(lambda uow: uow.store.notes(table_id))]


async def begun(file, actions=5):
    """A table after some actions by rules 1; the clock is running."""
    async with opened(file, FakeClock()) as host:
        await open_playing(host, "high_card", 2)
        return await play_out(host, 1, Random(1), actions)


async def ended(host):
    """Played to its end; how `/verify` and the exported journal judge it."""
    table = await play_out(host, 1, Random(2))
    assert table.phase is Phase.OVER
    proof = await host.read(prove, 1)
    journal = read(await host.read(export, 1))
    return table, proof.is_proven and bool(verify(journal, GAMES)), journal


@pytest.mark.asyncio
async def test_a_table_finishes_by_the_rules_it_began_with_and_verifies(file, become):
    await begun(file)
    become(Rules2)
    assert validate(file).older == 1 and not validate(file).findings
    async with opened(file, FakeClock()) as host:
        assert await notes(host) == [HostEventKind.NEW_RULES]
        assert "finishes with the rules it began with" in " ".join(
            await host.read(log_lines, 1, None)
        )
        table, is_proven, journal = await ended(host)
        assert (table.rules, table.rules_last, is_proven, journal.rules) == (1, 1, True, 1)
        fresh = await open_playing(host, "high_card", 2, channel=8)
        assert fresh.rules == 2
    async with opened(file, FakeClock()) as host:  # it was told once
        assert await notes(host) == [HostEventKind.NEW_RULES]
    assert not faults(file) and not validate(file).findings


@pytest.mark.asyncio
async def test_by_agreement_it_goes_on_by_the_new_rules_and_the_whole_game_verifies(file, become):
    await begun(file)
    become(Rules2)
    async with opened(file, FakeClock()) as host:
        await host.do(votes.agree, 1, RULES, by=caller(ADA.id))
        assert (await table_in(host)).rules_last == 1  # one voice is not everybody's
        await host.do(votes.agree, 1, RULES, by=caller(BEN.id))
        table = await table_in(host)
        assert (table.rules, table.rules_last, table.game.rules) == (1, 2, 2)
        assert [(each.id, each.rules) for each in list_tables(file)] == [(1, 2)]
        with pytest.raises(Refused, match="already uses its newest rules"):
            await host.do(votes.agree, 1, RULES, by=caller(ADA.id))
        table, is_proven, journal = await ended(host)
        assert is_proven and [*filter(None, map(adopted_rules, journal.entries))] == [2]
        for number in range(table.version + 1):
            where = caller(ADA.id, channel=table.channel)
            await Replays(host).step(1, where, lambda _, n=number: n)
    assert not faults(file) and not validate(file).findings
    become(Rules1)
    with pytest.raises(Faulty, match="rules version 2"):
        verify(journal, GAMES)


@pytest.mark.asyncio
async def test_a_table_whose_rules_are_gone_rests_until_they_are_back(file, become, caplog):
    caplog.set_level("INFO", "host")
    clock = FakeClock()
    async with opened(file, clock) as host:
        terms = Terms(hours=24, policy=Policy.TURN)
        await open_playing(host, "high_card", 2)
        await host.do(lambda uow: uow.store.set_terms(1, terms))
        before = await play_out(host, 1, Random(1), 3)
    become(Rules3)
    assert [each.is_fault for each in validate(file).findings] == [True]
    (line,) = list_tables(file)
    assert line.phase == "on hold"
    told = (
        "1 table is on hold, because this version doesn't know its rules: run a version that does"
    )
    assert [each for each in health(file, file.parent, NOON).faults if each.startswith(told)]
    for _ in range(2):
        async with opened(file, clock) as host:
            assert await notes(host) == [HostEventKind.RESTS]
            clock.advance(60 * 24 * MINUTE * 3)
            await host.run_due()
            with pytest.raises(Refused) as refused:
                await host.read(view_table, 1, by=None)
            assert str(refused.value) == RESTS
    become(Rules2)
    async with opened(file, clock) as host:
        kinds = [HostEventKind.RESTS, HostEventKind.WOKEN, HostEventKind.NEW_RULES]
        assert await notes(host) == kinds
        table = await table_in(host)
        assert (table.version, table.paused) == (before.version, None)
        _, is_proven, _ = await ended(host)
        assert is_proven
    told = [each for each in caplog.messages if each.startswith("table ")]
    assert told == ["table opened", "table on hold", "table goes on"]


@pytest.mark.parametrize("file_name", ["rules_1", "rules_2", "rules_1_then_2"])
def test_stored_games_of_every_rules_version_verify(file_name, become):
    """They were written once; a program that knows their rules can always prove them."""
    journal = read((JOURNALS / f"{file_name}.journal").read_text(encoding="utf-8"))
    become(Rules2)
    assert verify(journal, GAMES).result
    become(Rules1 if "2" in file_name else Rules3)
    with pytest.raises(Faulty, match="rules version"):
        verify(journal, GAMES)


# An upgrade and the way back, with many tables


def copied(file: Path) -> None:
    """A thousand running tables: the same one again and again, each in a channel of its own."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.create_function("seal", -1, seal, deterministic=True)
        (source,) = connection.execute(
            "SELECT id FROM tables WHERE phase = 'playing' AND game = ? AND NOT"
            " EXISTS (SELECT 1 FROM seats WHERE table_id = id AND (is_autopilot OR queue <> '[]'))"
            " AND NOT is_sealed ORDER BY version LIMIT 1",
            (MANY_GAME,),
        ).fetchone()
        numbers = [(10_000 + n,) for n in range(MANY)]
        for part, changed in (
            ("tables", {"id": "?1", "channel": "?1"}),
            ("seats", {"table_id": "?1"}),
            ("journal", {"table_id": "?1"}),
        ):
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({part})")]
            key = "id" if part == "tables" else "table_id"
            values = ", ".join(changed.get(name, name) for name in names)
            connection.executemany(
                f"INSERT INTO {part} SELECT {values} FROM {part} WHERE {key} = {source}", numbers
            )
        connection.execute(
            "UPDATE seats SET seal = seal(table_id, seat, user, is_autopilot, stands_in, missed,"
            " is_free, is_former, CAST(queue AS BLOB)) WHERE table_id >= 10000"
        )


def told_in(file: Path, statement: str):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(statement).fetchone()[0]


def test_a_thousand_running_tables_are_upgraded_and_rolled_back(file, tmp_path, monkeypatch):
    """As deploy/README.md says: validate, back up, switch, play on; then back again.

    The new version has newer rules and a newer schema.
    """
    game = GAMES[MANY_GAME]
    now = type(game)
    newer = type("Newer", (now,), {"rules": now.rules + 1, "older": {now.rules: now()}})
    monkeypatch.setitem(GAMES, MANY_GAME, newer())
    old = NEWEST - 1
    put_back(DUMPS[old], file)
    copied(file)
    running = told_in(file, "SELECT count(*) FROM tables WHERE phase = 'playing'")
    chains = "SELECT group_concat(chain) FROM tables"
    before = told_in(file, chains)
    assert running > MANY
    checked = validate(file)
    assert checked.faults == [] and checked.older > MANY
    assert told_in(file, "PRAGMA user_version") == old  # only a copy of it was changed
    backup(file, tmp_path / "backups", NOON)

    async def played_on():
        async with opened(file, FakeClock()) as host:
            table = await play_out(host, 10_999, Random(1), 4)
            assert (table.rules, table.rules_last) == (now.rules, now.rules)
            return len(await host.read(lambda uow: uow.store.rules_of_running_tables()))

    assert asyncio.run(played_on()) == running
    assert told_in(file, "PRAGMA user_version") == NEWEST
    assert told_in(file, chains) != before
    noted = "SELECT 1 FROM notes WHERE table_id = id AND kind = 'new_rules'"
    running_now = f"SELECT count(*) FROM tables WHERE phase = 'playing' AND game = '{MANY_GAME}'"
    assert told_in(file, f"{running_now} AND EXISTS ({noted})") > MANY
    assert not told_in(file, f"{running_now} AND NOT EXISTS ({noted})")

    with monkeypatch.context() as before_that:
        before_that.setattr("host.database.schema.NEWEST", old)  # the program of the version before
        with pytest.raises(CannotOpen, match="newer version"):
            migrate(file)
        aside = file.with_name(f"{file.name}.schema-{old}")  # made before anything was changed
        assert told_in(aside, "PRAGMA user_version") == old and told_in(aside, chains) == before
        kept = restore(aside, file, NOON)
        assert told_in(file, "PRAGMA user_version") == old and told_in(file, chains) == before
    assert kept and told_in(kept, "PRAGMA user_version") == NEWEST  # nothing is thrown away
    monkeypatch.setitem(GAMES, MANY_GAME, game)
    assert asyncio.run(played_on()) == running
    assert told_in(file, chains) != before
    assert not told_in(file, f"{running_now} AND EXISTS ({noted})")
