"""Nothing about an open deal is told: paired worlds with other keys look the same to others.

Two files with the same ids and clock; only the key of the deal differs. The same people try it,
and all that others are told is compared.
"""

import re
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

import engine.cli
from engine.kernel.codes import END
from engine.kernel.refusal import Refused
from host import challenges, deals, fairness, privacy, statistics
from host.deals import DAILY
from host.host import Host
from host.own_tables import tables_to_choose
from host.records import Phase, Table
from host.replay import Replays, exported, newest
from host.store import Store
from host.views import log_lines, plans, view_table
from testing import SCALE
from testing.challenges import (
    CHALLENGING,
    HERE,
    THERE,
    board_of,
    closed,
    daily,
    post,
    tried,
    try_it,
)
from testing.hosting import ADA, BEN, CLEO, Click, FakeClock, caller, messages_of, press, reader
from testing.playing import key_of

pytestmark = pytest.mark.asyncio
ROOT = Path(__file__).parents[2]
HASH = re.compile(r"[0-9a-f]{64}")
CLICKS = (0, 5, 25, 40)  # none of them ends a game


@pytest.fixture(params=CHALLENGING)
def game_id(request):
    """Every game that has challenges."""
    return request.param


# --- two worlds


@asynccontextmanager
async def worlds(tmp_path, monkeypatch):
    """Two hosts whose deals have other keys, and their clocks."""
    made = []
    try:
        for number in range(2):
            host = await Host.open(tmp_path / f"{number}.db", FakeClock())
            made.append((host, host._clock, 10 + number))
        yield made
    finally:
        for host, *_ in made:
            await host.close()


async def begun(world, game_id, monkeypatch, clicks):
    """A posted challenge that Ada tries, and Ben, who stops after half as many clicks."""
    host, _, seed = world
    with monkeypatch.context() as patched:
        patched.setattr(challenges, "new_key", lambda: key_of(seed))
        patched.setattr(deals, "new_key", lambda: key_of(seed))
        challenge = await post(host, game_id)
    tables = [
        await tried(host, challenge, user, Random(seed), number)
        for user, number in ((ADA, clicks), (BEN, clicks // 2))
    ]
    return challenge, [table.id for table in tables]


async def answer(asked):
    try:
        return plain(await asked)
    except Refused as refused:
        return f"{type(refused).__name__}: {refused}"


def plain(found):
    """As text; hashes are published, and nobody can find a key by its hash."""
    if isinstance(found, Table):
        found = found._replace(chain="", digest="", commitment="")
    return HASH.sub("#", repr(found))


async def told(host, challenge, tables, user):
    """All that somebody is told who does not sit there."""
    found = {
        "board": await answer(host.read(challenges.board, challenge.id)),
        "overall": await answer(host.read(challenges.board, challenge.id, True)),
        "proof": await answer(host.read(challenges.proof, challenge.id)),
        "best": await answer(host.read(challenges.winning_table, challenge.id)),
        "share": await answer(host.do(challenges.share, challenge.id, by=caller(user.id))),
        "messages": plain([each for each in await messages_of(host) if each.user is None]),
        "own data": await answer(host.read(privacy.export, user.id)),
        "replays": await answer(host.read(tables_to_choose, reader(user.id, None))),
        "replays here": await answer(host.read(tables_to_choose, reader(user.id, HERE))),
    }
    replays = Replays(host)
    for table in tables:
        asked = (reader(user.id, None), reader(user.id, HERE), reader(user.id, THERE))
        doors = {
            "look": [
                host.read(view_table, table, by=reader(user.id, each)) for each in (None, HERE)
            ],
            "button": [host.read(view_table, table, by=caller(user, HERE))],
            "plans": [host.read(plans, table, by=caller(user.id))],
            "act": [press(host, table, Click(user.id, "undo"))],
            "shown": [challenged_result(host, challenge, table)],
            "export": [host.read(fairness.export, table)],
            "exported": [host.read(exported, table, each) for each in asked],
            "replayed": [replays.step(table, each, newest) for each in asked],
            "hand": [replays.step(table, each, newest, 0) for each in asked],
        }
        for name, doors_of in doors.items():
            found[f"{name} {table}"] = [await answer(each) for each in doors_of]
        proof = await host.read(fairness.prove, table)
        found[f"proven {table}"] = proof.sentence
    return found


def challenged_result(host, challenge, table):
    return host.read(challenges.shared, challenge.id, table)


def differing(here, there):
    return sorted(what for what in here if here[what] != there[what])


async def leaks(tmp_path, game_id, monkeypatch, clicks, mutant=None):
    async with worlds(tmp_path, monkeypatch) as both:
        found = []
        for world in both:
            challenge, tables = await begun(world, game_id, monkeypatch, clicks)
            if mutant:
                mutant(monkeypatch)
            found.append(await told(world[0], challenge, tables, CLEO))
            assert None in [place.rank for place in (await board_of(world[0], challenge)).places]
            monkeypatch.undo()
        states = [await host.read(lambda uow: uow.store.state(1)) for host, *_ in both]
    assert states[0] != states[1]
    return differing(*found)


@pytest.mark.parametrize("clicks", CLICKS)
async def test_others_are_told_nothing_of_what_somebody_tries(
    tmp_path, game_id, monkeypatch, clicks
):
    assert not await leaks(tmp_path, game_id, monkeypatch, clicks)


def card_in_the_board(monkeypatch):
    attempts = Store.best_attempts

    def telling(store, *which):
        found = attempts(store, *which)
        return [each._replace(facts={"next": hash(store.state(each.table))}) for each in found]

    monkeypatch.setattr(Store, "best_attempts", telling)


def key_too_early(monkeypatch):
    deal = Store._challenge

    def as_closed(store, *which):
        found = deal(store, *which)
        return found and found._replace(deal=found.deal._replace(is_closed=1))

    monkeypatch.setattr(Store, "_challenge", as_closed)


def private_tables_for_all(monkeypatch):
    monkeypatch.setattr("host.replay.must_be_shown", lambda *_: None)


LEAKS = {"board": card_in_the_board, "replayed 1": private_tables_for_all}


@pytest.mark.parametrize("what", LEAKS)
async def test_a_planted_leak_is_found(tmp_path, game_id, monkeypatch, what):
    assert what in await leaks(tmp_path, game_id, monkeypatch, 25, LEAKS[what])


# --- the key itself


def secrets(uow, deal):
    store = uow.store
    kind = store.deal_numbered(deal).name.split()[0]
    found = store._execute("SELECT seed FROM chains WHERE kind = ?", (kind,)).fetchall()
    return [store.deal_key(deal).hex(), store.deal_link(deal), *(seed.hex() for (seed,) in found)]


async def all_told(host, challenge, tables):
    """To everybody: those who tried it, and somebody else."""
    them = (ADA, BEN, CLEO)
    found = [await told_plainly(host, challenge, tables, user) for user in them]
    return "\n".join([*found, repr(await messages_of(host))])


async def answer_plainly(asked):
    try:
        return await asked
    except Refused as refused:
        return str(refused)


async def told_plainly(host, challenge, tables, user):
    """With every hash."""
    replays = Replays(host)
    found = [await board_of(host, challenge, each) for each in (False, True)]
    found.append(await answer_plainly(host.read(challenges.proof, challenge.id)))
    found.append(await answer_plainly(host.read(privacy.export, user.id)))
    for table in tables:
        found.append(await host.read(fairness.prove, table))
        for asked in (reader(user.id, None), reader(user.id, HERE)):
            found.append(await answer_plainly(host.read(exported, table, asked)))
            for hand in (None, 0):
                found.append(await answer_plainly(replays.step(table, asked, newest, hand)))
        found.append(await host.read(view_table, table, by=caller(user.id)))
        found.append(await host.read(log_lines, table, by=caller(user.id)))
    return repr(found)


async def finished(host, clock, game_id):
    (challenge,) = await daily(host, clock, game_id, HERE)
    tables = [await tried(host, challenge, user, Random(user.id)) for user in (ADA, BEN)]
    assert {table.phase for table in tables} == {Phase.OVER}
    await host.do(challenges.share, challenge.id, by=caller(ADA.id))
    return challenge, [table.id for table in tables]


async def test_the_key_of_a_finished_attempt_stays_secret_until_the_closing(host, clock, game_id):
    challenge, tables = await finished(host, clock, game_id)
    hidden = await host.read(secrets, challenge.deal.id)
    text = await all_told(host, challenge, tables)
    assert challenge.deal.commitment in text
    assert not [each for each in hidden if each in text]
    await closed(host, clock, challenge)
    text = await all_told(host, challenge, tables)
    key, link, seed = hidden
    assert key in text and link in text and seed not in text


def without_a_seal(monkeypatch):
    monkeypatch.setattr(Table, "is_revealed", property(lambda table: table.phase is Phase.OVER))


MUTANTS = {"unsealed": without_a_seal, "revealed": key_too_early}


@pytest.mark.parametrize("mutant", MUTANTS)
async def test_mutant_a_key_that_is_shown_early_is_noticed(
    host, clock, game_id, monkeypatch, mutant
):
    challenge, tables = await finished(host, clock, game_id)
    hidden = await host.read(secrets, challenge.deal.id)
    MUTANTS[mutant](monkeypatch)
    text = await all_told(host, challenge, tables)
    assert [each for each in hidden if each in text]


@pytest.mark.parametrize("is_mutant", [False, True])
async def test_statistics_name_no_card_of_a_finished_attempt_until_the_closing(
    host, clock, game_id, monkeypatch, is_mutant
):
    if is_mutant:
        monkeypatch.setattr("host.store.results._TOLD", "TRUE")
    challenge, _ = await finished(host, clock, game_id)
    sums = await host.read(statistics.of_person, ADA.id, game_id, by=caller(BEN.id))
    assert (sums != statistics.Tally(games=1, pending=1)) == is_mutant
    own = await host.read(statistics.of_person, ADA.id, game_id, by=caller(ADA.id))
    assert (own.games, own.pending) == (1, 0) and own.best is not None and own.cards
    await closed(host, clock, challenge)
    sums = await host.read(statistics.of_person, ADA.id, game_id)
    assert sums.games == 1 and sums.cards


# --- afterwards


async def test_after_the_closing_everybody_may_see_the_best_attempt_and_prove_it(
    host, clock, game_id, tmp_path
):
    challenge, tables = await finished(host, clock, game_id)
    running = await try_it(host, challenge, CLEO)
    await closed(host, clock, challenge)
    best = await host.read(challenges.winning_table, challenge.id)
    assert best in (await board_of(host, challenge)).places[0].attempt[:1]
    proof = await host.read(challenges.proof, challenge.id)
    for number, table in enumerate((*tables, running)):
        assert (await host.read(fairness.prove, table)).is_proven
        text = await host.read(exported, table, reader(9, None))
        assert proof.key in text
        file = tmp_path / f"{number}.txt"
        file.write_text(text, encoding="utf-8")
        assert engine.cli.main(["verify", str(file)]) == 0
    assert " ".join(END) in text
    step = await Replays(host).step(best, reader(9, None))
    assert step.number == 0


@pytest.mark.parametrize("seed", range(SCALE))
async def test_practice_tells_no_other_s_cards_and_an_open_deal_has_none(
    host, clock, game_id, seed
):
    (challenge,) = await daily(host, clock, game_id, HERE)
    assert challenge.deal.name.startswith(DAILY)
    await closed(host, clock, challenge)
    table = await tried(host, challenge, ADA, Random(seed), 10)
    for channel in (None, HERE):
        with pytest.raises(Refused):
            await host.read(view_table, table.id, by=reader(BEN.id, channel))
        with pytest.raises(Refused):
            await Replays(host).step(table.id, reader(BEN.id, channel))
