"""Deleting a person leaves no byte of them, and no gap in anybody else's game."""

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from itertools import cycle
from random import Random

import pytest
import pytest_asyncio

from engine import GAMES
from engine.kernel.refusal import Refused
from host import cli, lobby, people, privacy, seating
from host.database import sqlite
from host.database.sqlite import fold_in, reader
from host.errors import SaveFailed
from host.fairness import prove
from host.outbox import due, said
from host.records import FORMER, Phase, Post, User
from host.store import Store
from host.store import privacy as statements
from host.terms import DAY
from host.unit_of_work import UnitOfWork
from host.views import log_lines, view_table
from testing import SCALE
from testing.database_rules import faults, opened, spoil
from testing.disk.images import Disk, lay_out
from testing.disk.recorder import lacking, recorder
from testing.hosting import (
    ADA,
    BEN,
    CLEO,
    Click,
    FakeClock,
    caller,
    dump,
    open_lobby,
    play_out,
    press_undo,
    rows_of,
    without_autoplay,
)
from testing.planting import planted
from testing.privacy import (
    LARGE,
    SMALL,
    SOME_DAYS,
    TOKEN,
    Life,
    differences,
    faults_left,
    remains,
    stored,
)

GAME = next(iter(GAMES))
WHOLE = 4  # every so many running matches go on to their end, the others for a while
of_either_size = pytest.mark.parametrize(  # a number of eight bytes, and one of six
    ("game_id", "user"), [*zip(GAMES, cycle((LARGE, SMALL)), strict=False)]
)


prepare = sqlite._prepare


def careless(connection):
    """As files were written once: what is deleted stays in the free pages."""
    prepare(connection)
    connection.execute("PRAGMA secure_delete = OFF")


@pytest.fixture(scope="module")
def lives(tmp_path_factory):
    """Makes the file of a life when it is first asked for; tells when the life ended, too."""
    found = {}

    async def made(game_id, user, seed, prepare):
        facts = game_id, user, seed, prepare
        if facts not in found:
            file, clock = tmp_path_factory.mktemp("life") / "tables.db", FakeClock()
            with planted(sqlite, "_prepare", prepare):
                async with opened(file, clock) as host:
                    await Life(host, clock, game_id, user, Random(seed)).all()
            found[facts] = file, clock.now
        return found[facts]

    return made


@pytest_asyncio.fixture
async def lived(file, clock, open_host, lives):
    """Opens a copy of a file in which somebody has done everything."""

    async def opened_copy(game_id=GAME, user=LARGE, seed=0, prepare=prepare):
        made, clock.now = await lives(game_id, user, seed, prepare)
        shutil.copy(made, file)
        return await open_host()

    return opened_copy


async def running_ids(host):
    found = await stored(host)
    return [row["id"] for row in found["tables"] if row["phase"] == Phase.PLAYING]


def unclean(file):
    return file.with_name(f"{file.name}.unclean")


# --- forgetting


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(SCALE))
@of_either_size
async def test_everything_else_is_as_it_was(lived, clock, game_id, user, seed):
    host = await lived(game_id, user, seed)
    await host.wait_for_autoplay()
    before = await stored(host)
    with without_autoplay(host):  # it would play on for the person who is gone
        await host.do(privacy.forget, user.id)
    assert not [*differences(before, await stored(host), user, clock())]


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(SCALE))
@of_either_size
async def test_no_byte_is_left_and_every_match_goes_on(lived, file, clock, game_id, user, seed):
    host = await lived(game_id, user, seed)
    assert {"number", "key", "name"} <= {each.split()[-1] for each in remains(file, user)}
    running = await running_ids(host)
    assert await host.forget(user.id)
    assert not faults_left(file, user)
    for table_id in running:
        await play_out(host, table_id, Random(seed), 8)
    ended = running[::WHOLE]
    for table_id in ended:
        table = await play_out(host, table_id, Random(seed))
        assert table.phase is Phase.OVER
    clock.advance(15 * DAY)
    await host.run_due()
    for table_id in ended:
        assert (await host.read(prove, table_id)).is_proven
    assert not faults_left(file, user)
    assert not faults(file)


@pytest.mark.asyncio
async def test_a_forgotten_player_is_named_so_and_the_log_says_that_they_left(host, clock, game_id):
    life = Life(host, clock, game_id, LARGE, Random(3))
    table = await life.dealt(3)
    seat = table.seat_of(LARGE.id).number
    await host.forget(LARGE.id)
    after = (await host.read(view_table, table.id, by=None)).table
    assert after.names[seat] == FORMER
    assert (after.seats[seat].user, after.seats[seat].is_autopilot) == (None, True)
    told = await host.read(log_lines, table.id, by=caller(ADA.id))
    assert f"The player in seat {seat + 1} has left for good." in told
    assert LARGE.name not in "".join(told)


@pytest.mark.asyncio
async def test_nobody_can_take_the_seat_of_a_former_player(host, clock, game_id):
    table = await Life(host, clock, game_id, LARGE, Random(4)).dealt(3)
    seat = table.seat_of(LARGE.id).number
    await host.forget(LARGE.id)
    for user in (LARGE, User(5, "Eve")):
        with pytest.raises(Refused, match="taken"):
            await host.do(seating.take_seat, table.id, seat, by=caller(user))


@pytest.mark.asyncio
async def test_a_lobby_passes_to_the_next_and_an_empty_one_closes(host, clock):
    life = Life(host, clock, GAME, LARGE, Random(5))
    shared, alone = await life.sit(2, is_first=True), await life.sit(1)
    await host.forget(LARGE.id)
    after = (await host.read(view_table, shared.id, by=None)).table
    assert after.opener == after.seats[0].user == shared.seats[1].user
    assert len(after.seats) == 1
    closed = (await host.read(view_table, alone.id, by=None)).table
    assert (closed.phase, closed.opener, closed.names) == (Phase.CLOSED, None, [FORMER])


@pytest.mark.asyncio
async def test_the_forgotten_come_back_as_new_people(lived, file, game_id):
    host = await lived(game_id)
    await host.forget(LARGE.id)
    with pytest.raises(Refused, match="don't store anything"):
        await host.read(privacy.export, LARGE.id)
    table = await open_lobby(host, game_id, channel=42)
    again = await host.do(lobby.join, table.id, by=caller(LARGE))
    assert again.names[-1] == LARGE.name
    assert (await host.read(people.settings_of, LARGE.id)) == people.Settings()
    you = json.loads(await host.read(privacy.export, LARGE.id))
    assert [place["table"] for place in you["tables"]] == [table.id]
    assert await host.forget(LARGE.id)
    assert not faults_left(file, LARGE)


@pytest.mark.asyncio
async def test_a_stranger_has_nothing_to_be_forgotten(host, file):
    await open_lobby(host, GAME)
    before = await dump(host)
    assert not await host.forget(LARGE.id)
    assert await dump(host) == before
    assert not unclean(file).exists()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("damage", "is_aside"),
    [
        ("UPDATE tables SET options = '{' WHERE id = 1", True),
        ("UPDATE journal SET code = 'nonsense' WHERE table_id = 1 AND number = 1", True),
        ("UPDATE deadlines SET calls = '{' WHERE table_id = 1", False),
    ],
)
async def test_a_broken_table_keeps_nobody_from_being_forgotten(file, clock, damage, is_aside):
    async with opened(file, clock) as host:
        life = Life(host, clock, GAME, LARGE, Random(7))
        await life.waited_for()
        await life.lobbies()
    spoil(file, damage)
    async with opened(file, clock) as host:
        await host.wait_for_autoplay()  # what a start plays by itself is over before
        await host.forget(LARGE.id)
        await host.wait_for_autoplay()
        assert not remains(file, LARGE)
        phases = {row["id"]: row["phase"] for row in (await stored(host))["tables"]}
        assert (phases[1] == Phase.QUARANTINED) == is_aside
        assert phases[2] in (Phase.PLAYING, Phase.OVER)


# --- what the check must catch


def only_folds_in(connection, unclean):
    fold_in(connection)


def only_rebuilds(connection, unclean):
    connection.execute("VACUUM")


def without(words):
    return tuple(each for each in statements._ERASE if words not in each)


MUTANTS = {
    "no rebuild": (sqlite, "_scrub", only_folds_in),
    "the log stays": (sqlite, "_scrub", only_rebuilds),
    "posts stay": (statements, "_ERASE", without("FROM posts")),
    "messages stay": (statements, "_ERASE", without("FROM outbox")),
    "the opener stays": (statements, "_ERASE", without("opener = NULL")),
    "a sentence stays": (statements, "_ERASE", without("closed it")),
    "attempts stay": (statements, "_ERASE", without("UPDATE attempts")),
    "challenges stay": (statements, "_ERASE", without("UPDATE challenges")),
    "schedules stay": (statements, "_ERASE", without("UPDATE schedules")),
    "results stay": (statements, "_ERASE", without("UPDATE results")),
    "ratings stay": (statements, "_ERASE", without("FROM ratings")),
    "the user stays": (statements, "_ERASE", without("FROM users")),
}


@pytest.mark.asyncio
async def test_a_file_from_before_is_rid_of_what_was_deleted_then(lived, file):
    host = await lived(prepare=careless)
    await host.forget(LARGE.id)
    assert not faults_left(file, LARGE)


@pytest.mark.asyncio
@pytest.mark.parametrize("mutant", MUTANTS)
async def test_mutant_what_stays_anywhere_is_caught(lived, file, monkeypatch, mutant):
    host = await lived(prepare=careless)
    monkeypatch.setattr(*MUTANTS[mutant])
    await host.forget(LARGE.id)
    assert faults_left(file, LARGE)


@pytest.mark.asyncio
@pytest.mark.parametrize("is_rebuilt", [True, False])
async def test_even_without_traces_in_free_pages_keys_stay_between_pages_until_a_rebuild(
    host, file, monkeypatch, is_rebuilt
):
    crowd = [User(LARGE.id + 977 * number, f"Somebody {number}") for number in range(600)]
    await host.do(lambda uow: [uow.store.remember_user(each) for each in crowd])
    gone = crowd[200:320]
    if not is_rebuilt:
        monkeypatch.setattr(sqlite, "_scrub", only_folds_in)
    for user in gone:
        await host.forget(user.id)
    left = [each for user in gone for each in remains(file, user) if "name" not in each]
    assert bool(left) != is_rebuilt


@pytest.mark.asyncio
async def test_the_connection_that_writes_deletes_securely(host, file):
    assert await host.read(lambda uow: uow.store._first("PRAGMA secure_delete")) == 1


# --- while other things happen


@pytest.mark.asyncio
@pytest.mark.parametrize("is_mutant", [False, True])
async def test_a_message_on_its_way_brings_nobody_back(host, file, clock, monkeypatch, is_mutant):
    table = await Life(host, clock, GAME, LARGE, Random(9)).dealt(2, 3)
    messages = [outgoing for outgoing in await host.read(due) if outgoing.user == LARGE.id]
    assert messages
    await host.forget(LARGE.id)
    if is_mutant:
        monkeypatch.setattr(Store, "is_known", lambda store, user: True)
    for outgoing in messages:
        await host.do(said, outgoing, Post(1, 2, clock(), {}))
        await host.do(people.mark_dms_blocked, outgoing)
    await host.do(people.renew_panel, table.id, LARGE.id)
    await host.do(people.retry_dms, LARGE.id)
    monkeypatch.undo()
    assert bool((await stored(host))["posts"]) == is_mutant
    assert await host.read(privacy.is_known, LARGE.id) == is_mutant


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(2 * SCALE))
async def test_whoever_acts_in_the_same_moment_is_there_wholly_or_not_at_all(
    host, file, clock, game_id, seed
):
    rng = Random(seed)
    life = Life(host, clock, game_id, LARGE, rng)
    table = await life.dealt(2, 4)
    lobby_ = await open_lobby(host, game_id, channel=4_242)
    seen = await host.read(view_table, table.id, by=caller(LARGE.id))
    deeds = [
        lambda: host.forget(LARGE.id),
        lambda: host.do(lobby.join, lobby_.id, by=caller(LARGE)),
        lambda: host.do(lobby.open_table, game_id, {}, 4_343, by=caller(LARGE)),
        lambda: host.do(people.choose, {"calls": "none"}, by=caller(LARGE)),
        lambda: host.do(people.retry_dms, LARGE.id),
        lambda: press_undo(host, table.id, Click(LARGE.id, "", seen.moves, None, 10**17)),
        lambda: host.do(seating.hand_over, table.id, by=caller(LARGE.id)),
        lambda: host.forget(ADA.id),
    ]
    rng.shuffle(deeds)
    done = await asyncio.gather(*(deed() for deed in deeds), return_exceptions=True)
    assert all(isinstance(each, Refused) for each in done if isinstance(each, Exception)), done
    await host.wait_for_autoplay()
    found = await stored(host)
    known = {row["id"] for row in found["users"]}
    named = {row["user"] for row in found["seats"]} | {row["opener"] for row in found["tables"]}
    assert named - {None} <= known
    mine = {row["table_id"] for row in found["seats"] if row["user"] == LARGE.id}
    assert table.id not in mine
    await host.forget(LARGE.id)
    assert not faults_left(file, LARGE)


@pytest.mark.asyncio
async def test_what_a_reader_holds_back_goes_when_the_house_is_kept(lived, file):
    host = await lived()
    with reader(file) as connection:
        connection.execute("SELECT count(*) FROM users").fetchone()
        assert await host.forget(LARGE.id)
        assert remains(file, LARGE)
        assert unclean(file).exists()
    assert not await host.read(privacy.is_known, LARGE.id)
    await host.run_housekeeping()
    assert not faults_left(file, LARGE)
    assert not unclean(file).exists()


@pytest.mark.asyncio
async def test_a_large_file_is_not_rebuilt_again_and_again_while_others_wait(
    host, file, clock, monkeypatch
):
    monkeypatch.setattr(sqlite, "passed", clock)
    monkeypatch.setattr(sqlite, "SMALL", 0)
    for is_resting in (False, True, True):
        table = await open_lobby(host, GAME, people=1)
        assert await host.forget(ADA.id)
        assert (await host.read(UnitOfWork.table, table.id)).phase is Phase.CLOSED
        assert unclean(file).exists() == is_resting
    await host.run_housekeeping()
    assert unclean(file).exists()
    clock.advance(int(sqlite.REST * file.stat().st_size) + 1)
    await host.run_housekeeping()
    assert not unclean(file).exists()


@pytest.mark.asyncio
async def test_a_busy_database_forgets_nothing_and_says_so(lived, file):
    host = await lived()
    before = await dump(host)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(SaveFailed, match="couldn't save"):
            await host.forget(LARGE.id)
    assert await dump(host) == before


# --- killed


@pytest.mark.skipif(bool(lacking()), reason=lacking())
def test_a_kill_at_any_moment_leaves_everything_or_nothing(file, tmp_path):
    async def prepare_file():
        clock = FakeClock(1_769_000_000_000)
        async with opened(file, clock) as host:
            life = Life(host, clock, GAME, LARGE, Random(12))
            for part in (life.lobbies, life.running, life.messages, life.waited_for):
                await part()
            await host.wait_for_autoplay()

    async def left(path):
        """Nothing, everything, or what is in between."""
        async with opened(path, FakeClock(1_770_000_000_000)) as host:
            await host.wait_for_autoplay()
            if await dump(host) == whole:
                return "everything"
            return faults_left(path, LARGE) or "nothing"

    async def whole_dump():
        async with opened(file, FakeClock(1_770_000_000_000)) as host:
            await host.wait_for_autoplay()
            return await dump(host)

    async def forgotten():
        async with opened(file, FakeClock(1_770_000_000_000)) as host:
            await host.wait_for_autoplay()
            await host.forget(LARGE.id)

    asyncio.run(prepare_file())
    whole = asyncio.run(whole_dump())
    with recorder() as listener, listener.recording(file.parent) as trace:
        asyncio.run(forgotten())
    disk, found = Disk(trace), list[str]()
    steps = len(trace.steps)
    for position in (0, *sorted(Random(13).sample(range(steps), 12 * SCALE)), steps):
        disk.go_to(position)
        folder = tmp_path / f"step-{position}"
        folder.mkdir()
        lay_out(disk.after_a_crash(), folder)
        found.append(str(asyncio.run(left(folder / file.name))))
    assert {*found} == {"everything", "nothing"}
    assert found == sorted(found)  # nobody comes back


# --- what is stored


@pytest.mark.asyncio
async def test_the_export_holds_all_of_ones_own_and_nothing_of_others(lived, game_id):
    host = await lived(game_id)
    text = await host.read(privacy.export, LARGE.id)
    you, found = json.loads(text), await stored(host)
    assert (you["you"]["id"], you["you"]["name"]) == (LARGE.id, f"{LARGE.name} II")
    assert you["you"]["settings"]["zone"] == "Europe/Paris"
    assert you["you"]["next digest"].startswith("20")
    mine = {row["table_id"]: row["seat"] for row in found["seats"] if row["user"] == LARGE.id}
    assert [place["table"] for place in you["tables"]] == sorted(mine)
    for place in you["tables"]:
        seat = mine[place["table"]]
        rows = [row for row in await rows_of(host, place["table"]) if row.seat == seat]
        assert place["seat"] == seat + 1
        assert [line.partition(": ")[2] for line in place["played"]] == [row.code for row in rows]
    messages = [row["kind"] for row in found["outbox"] if row["user"] == LARGE.id]
    assert [each["kind"] for each in you["messages waiting to be sent to you"]] == messages != []
    assert any(place["votes"] for place in you["tables"])
    for part, name, whose in (
        *(("attempts", "attempts", "user"), ("results", "results", "user")),
        *(("ratings", "ratings", "user"), ("challenges posted by you", "challenges", "opener")),
        ("challenges scheduled by you", "schedules", "opener"),
    ):
        assert len(you[part]) == len([r for r in found[name] if r[whose] == LARGE.id]) > 0
    assert you["messages shown to you"]
    replies = [row["message"] for row in found["replies"] if row["user"] == LARGE.id]
    assert [each["message"] for each in you["private panels open for you"]] == replies != []
    assert TOKEN not in text
    for other in (ADA, BEN, CLEO):
        assert other.name not in text and f" {other.id}," not in text
    assert not [key for row in found["tables"] if (key := row["key"].hex()) in text]


@pytest.mark.asyncio
async def test_the_export_tells_of_times_as_people_read_them(host, clock):
    life = Life(host, clock, GAME, LARGE, Random(15))
    table = await life.dealt(1, 1, terms=SOME_DAYS)
    (place,) = json.loads(await host.read(privacy.export, LARGE.id))["tables"]
    assert (place["opened"], place["game"]) == ("2025-10-09T08:53:20+00:00", table.game.title)
    assert place["due"] == "2025-10-10T08:53:20+00:00"


# --- from a shell


def asked(file, capsys, *words):
    code = cli.main(["--database", str(file), *words])
    return code, capsys.readouterr()


def test_an_operator_can_read_and_forget_a_person(file, capsys):
    async def prepare_file():
        async with opened(file) as host:
            await host.do(lobby.open_table, GAME, {}, 1, by=caller(LARGE))

    asyncio.run(prepare_file())
    code, heard = asked(file, capsys, "privacy", "--as", str(LARGE.id))
    assert (code, json.loads(heard.out)["you"]["name"]) == (0, LARGE.name)
    code, heard = asked(file, capsys, "forget", "--as", str(LARGE.id))
    assert (code, "Deleted." in heard.out) == (0, True)
    assert not remains(file, LARGE)
    code, heard = asked(file, capsys, "forget", "--as", str(LARGE.id))
    assert (code, heard.out) == (1, "Nothing is stored about this person.\n")


def test_everybody_s_posts_belong_to_nobody(file, capsys):
    async def posts():
        async with opened(file) as host:
            await host.do(lobby.open_table, GAME, {}, 1, by=caller(ADA))
            for outgoing in await host.read(due):
                await host.do(said, outgoing, Post(1, 2, 3, {}))
            await host.forget(0)
            return (await stored(host))["posts"]

    assert len(asyncio.run(posts())) == 1
