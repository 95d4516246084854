"""Paired worlds: what a viewer cannot see must change nothing of what the host tells them.

Two files with the same ids, key and clock; in the second, hidden cards are exchanged. The same
clicks go to both, and all that the viewer is told is compared.
"""

import shutil
import sqlite3
from contextlib import aclosing, asynccontextmanager, closing
from dataclasses import replace
from itertools import count
from random import Random
from zlib import crc32

import pytest

from engine import GAMES
from engine.kernel.codes import UNDO, code
from engine.kernel.luck import FastLuck
from engine.kernel.refusal import Refused
from host import outbox, play
from host.fairness import export, prove
from host.host import Host
from host.look import log, look, plans, tables_of
from host.outbox import Kind
from host.play import Click
from host.positions import digest
from tests.conftest import SCALE
from tests.host.hosting import (
    STRANGER,
    FakeClock,
    letters_of,
    open_playing,
    play_out,
    rows_of,
)
from tests.playing import as_json, codes, option_sets

pytestmark = pytest.mark.asyncio
PEOPLE_THERE = 3
MOST_REFUSALS = 25
MOST_STARTS, MOST_CLICKS = 5, 3
POSITIONS = (0, 20, 40, 60)  # clicks since the deal


# --- two worlds --------------------------------------------------------------------------------


class Dealt:
    """A file with one table somewhere in its game, from which pairs of worlds are made."""

    def __init__(self, file, table, state, seed):
        self.file, self.table, self.state, self.seed = file, table, state, seed
        self.game, self._numbers = table.game, count()

    @property
    def viewers(self):
        """The public, and every seat."""
        return (None, *range(len(self.table.seats)))

    def user(self, seat):
        return STRANGER.id if seat is None else self.table.seats[seat].user

    @asynccontextmanager
    async def worlds(self, viewer):
        """Hosts of this world and of one that looks the same to the viewer."""
        hosts = []
        for name in ("here", "there"):
            file = self.file.with_name(f"{self.file.stem}-{name}-{next(self._numbers)}.db")
            shutil.copyfile(self.file, file)
            if name == "there":
                self.exchange(file, viewer)
            hosts.append(await Host.open(file, FakeClock()))
        try:
            yield hosts
        finally:
            for host in hosts:
                await host.close()

    def exchange(self, file, viewer):
        stored = self.game.dump(self.other(viewer))
        with closing(sqlite3.connect(file)) as opened, opened:
            opened.execute("UPDATE tables SET state = ?, digest = ?", (stored, digest(stored)))

    def other(self, viewer):
        luck = FastLuck(self.seed * 101 + self.table.version)
        return self.game.other_world(self.state, viewer, luck)


@pytest.fixture
def dealt(tmp_path, game_id):
    """Deal and play so many clicks."""

    async def made(clicks, seed):
        file = tmp_path / f"{clicks}-{seed}.db"
        host = await Host.open(file, FakeClock())
        sets = option_sets(GAMES[game_id])
        options = sets[(clicks + seed) % len(sets)].model_dump(mode="json")
        table = await open_playing(host, game_id, PEOPLE_THERE, options=options, seed=seed)
        table = await play_out(host, table.id, Random(clicks + seed), most=clicks)
        stored = await host.read(lambda books: books.store.state(table.id))
        await host.close()
        return Dealt(file, table, table.game.load(stored), seed)

    return made


# --- all that one viewer is told ---------------------------------------------------------------


def plain(table):
    """Its hash of the state covers the key, so nobody can try hands against it."""
    return table._replace(digest="")


def plainly(seen):
    return replace(seen, table=plain(seen.table))


async def answer(asked):
    try:
        return await asked
    except Refused as refused:
        return f"{type(refused).__name__}: {refused}"


async def told(host, table_id, user):
    seen = await host.look(table_id, look, user)
    proof = await host.look(table_id, prove)
    letters = await letters_of(host)
    return {
        "view": as_json(seen.view),
        "look": plainly(seen),
        "log": await host.look(table_id, log, user),
        "rounds": [await host.look(table_id, log, user, of_round=n) for n in range(seen.round + 1)],
        "plans": await answer(host.look(table_id, plans, user)),
        "proof": replace(proof, table=plain(proof.table)),
        "export": await answer(host.look(table_id, export)),
        "tables": [(plainly(each), each.status) for each in await host.read(tables_of, user)],
        "letters": [letter for letter in letters if letter.user in (None, user)],
    }


async def refusals(host, table_id, user, texts):
    """The sentences for what is not legal."""
    seen = await host.look(table_id, look, user)
    legal = codes(seen.actions)
    return [
        await answer(host.act(table_id, Click(user, text))) for text in texts if text not in legal
    ]


def differing(here, there):
    return sorted(what for what in here if here[what] != there[what])


def tempting_codes(dealt, rng):
    """What others may do, in either world, and the same with other words."""
    game, seats = dealt.game, range(len(dealt.table.seats))
    words = sorted(game.vocabulary)
    found = set()
    for seat in seats:
        for state in (dealt.state, dealt.other(seat)):
            found |= {*game.actions(state, seat)}
    near = [(*action[:-1], rng.choice(words)) for action in sorted(found, key=str)]
    texts = codes([*sorted(found, key=str), *near])
    return rng.sample(texts, min(MOST_REFUSALS, len(texts)))


async def leaks_while_nothing_is_done(dealt, viewer):
    user, rng = dealt.user(viewer), Random(dealt.seed)
    texts = tempting_codes(dealt, rng)
    async with dealt.worlds(viewer) as hosts:
        here, there = [await told(host, dealt.table.id, user) for host in hosts]
        said = [await refusals(host, dealt.table.id, user, texts) for host in hosts]
    return differing(here, there) + ["refusals"] * (said[0] != said[1])


async def common_actions(dealt, hosts):
    """What is legal for each seat in both worlds."""
    found = []
    for seat in dealt.table.seats:
        here, there = [(await host.look(dealt.table.id, look, seat.user)) for host in hosts]
        found += [(seat.number, action) for action in here.actions if action in there.actions]
    return found


async def leaks_by_clicks(dealt, viewer, seat, action, rng):
    """What differs after the same clicks, click by click until one rightly shows hidden cards."""
    found, user = [], dealt.user(viewer)
    async with dealt.worlds(viewer) as hosts:
        for _ in range(MOST_CLICKS):
            click = Click(dealt.user(seat), code(action))
            played = [await host.act(dealt.table.id, click) for host in hosts]
            here, there = [await told(host, dealt.table.id, user) for host in hosts]
            if seat == viewer:
                here["answer"], there["answer"] = [(p.events, plainly(p.seen)) for p in played]
            has_shown_nothing = UNDO in played[0].seen.actions and action != UNDO
            if not has_shown_nothing and here["view"] != there["view"]:
                break
            found.append(differing(here, there))
            both = await common_actions(dealt, hosts)
            if not both:
                break
            seat, action = rng.choice(both)
    return found


async def comparisons(dealt):
    """For everybody: what differs while nothing is done, then after each click."""
    rng = Random(dealt.seed)
    for viewer in dealt.viewers:
        yield await leaks_while_nothing_is_done(dealt, viewer)
        async with dealt.worlds(viewer) as hosts:
            both = await common_actions(dealt, hosts)
        by_verb = {(seat, action[0]): action for seat, action in rng.sample(both, len(both))}
        for (seat, _), action in list(by_verb.items())[:MOST_STARTS]:
            for leaks in await leaks_by_clicks(dealt, viewer, seat, action, rng):
                yield leaks


# --- the proof, and that it can fail -----------------------------------------------------------


@pytest.mark.parametrize("seed", range(SCALE))
@pytest.mark.parametrize("clicks", POSITIONS)
async def test_what_a_viewer_cannot_see_changes_nothing_that_the_host_tells_them(
    dealt, clicks, seed
):
    found = [leaks async for leaks in comparisons(await dealt(clicks, seed))]
    assert not any(found), found
    assert len(found) > PEOPLE_THERE


@pytest.mark.parametrize("clicks", POSITIONS)
async def test_the_worlds_that_are_compared_do_differ(dealt, clicks):
    made = await dealt(clicks, 0)
    for viewer in made.viewers:
        async with made.worlds(viewer) as (here, there):
            looks = [
                [(await host.look(made.table.id, look, seat.user)).view for host in (here, there)]
                for seat in made.table.seats
                if seat.number != viewer
            ]
            rows = [await rows_of(host, made.table.id) for host in (here, there)]
        assert any(first != second for first, second in looks)
        assert rows[0] == rows[1]


def hidden(game, state):
    """A number that gives away something of every card."""
    return crc32(game.dump(state))


def leak_of_a_view(game, monkeypatch):
    view = game.view

    def of_the_next(state, seat):
        return view(state, 0 if seat is None else (seat + 1) % len(game.occupied(state)))

    monkeypatch.setattr(game, "view", of_the_next)


def leak_of_a_status(game, monkeypatch):
    view, status, last = game.view, game.words.status, []

    def watched(state, seat):
        last.append(hidden(game, state))
        return view(state, seat)

    monkeypatch.setattr(game, "view", watched)
    monkeypatch.setattr(game.words, "status", lambda *about: f"{status(*about)} {last[-1]}")


def leak_of_a_log(game, monkeypatch):
    monkeypatch.setattr("host.look.readable", lambda events, seat: events)


def leak_of_a_plan(game, monkeypatch):
    planned = game.plans

    def turned(state, seat):
        return planned(state, seat)[:: 1 if hidden(game, state) % 2 else -1]

    monkeypatch.setattr(game, "plans", turned)


def leak_of_a_refusal(game, monkeypatch):
    explain = game.explain

    def explained(state, seat, action):
        return f"{explain(state, seat, action)} {hidden(game, state)}."

    monkeypatch.setattr(game, "explain", explained)


def leak_of_a_letter(game, monkeypatch):
    announce = play.announce_turns

    def telling(store, table, state, *more):
        announce(store, table, state, *more)
        outbox.tell(store, table, Kind.ROUND, {"round": hidden(game, state)})

    monkeypatch.setattr("host.play.announce_turns", telling)


LEAKS = {
    "look": leak_of_a_view,
    "tables": leak_of_a_status,
    "log": leak_of_a_log,
    "plans": leak_of_a_plan,
    "refusals": leak_of_a_refusal,
    "letters": leak_of_a_letter,
}


@pytest.mark.parametrize("what", LEAKS)
async def test_a_planted_leak_is_found(dealt, game_id, what, monkeypatch):
    made = [await dealt(clicks, 1) for clicks in (15, 40)]
    LEAKS[what](GAMES[game_id], monkeypatch)
    for each in made:
        async with aclosing(comparisons(each)) as found:
            async for leaks in found:
                if what in leaks:
                    return
    pytest.fail("it was not found")
