"""Every point of every game at which people may vanish, all ways to do so, and what must follow."""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine import GAMES
from engine.kernel.codes import code
from host import lobby, people, play, seating, votes
from host.host import Host
from host.outbox import MessageKind
from host.play import ABANDONED, FINISHED
from host.records import About, Phase, Seat, Table, User
from host.settings import settings_of
from host.terms import DAY, HOUR, Policy, Terms
from host.views import AGREED, plans
from host.votes import Proposal, ProposalKind
from proof.trial import Trial
from testing.database_rules import copied, opened
from testing.hosting import (
    PEOPLE,
    STRANGER,
    FakeClock,
    able_users,
    autopilot_action,
    caller,
    click_of,
    open_lobby,
    press,
    say_all,
)
from testing.playing import option_sets, some_action
from testing.scene.scene import hasty_disk
from testing.vigil import SLACK, Vigil, vigil_over

MINUTE = 60_000
OWN_WILL = 0.35  # how often people do not do what the autopilot would
TABLE = 1  # the only one in its file
TERMS = (
    Terms(),  # live
    Terms(hours=2),
    Terms(hours=24, policy=Policy.SEAT),
    Terms(hours=72, policy=Policy.ASK),
    Terms(hours=24, policy=Policy.WAIT),
    Terms(hours=14 * 24, idle_days=15),  # the longest turns that there are
)


class Deal(NamedTuple):
    """All that decides a game until somebody vanishes."""

    game: str
    people: int
    robots: int
    terms: Terms
    options: tuple[tuple[str, Any], ...] = ()  # those that are not as usual

    def __str__(self) -> str:
        chosen = "".join(f", {name} {value}" for name, value in self.options)
        pace = f"{self.terms.hours} h, {self.terms.policy}"
        return f"{self.game} for {self.people}+{self.robots} ({pace}{chosen})"


def deals() -> list[Deal]:
    """Every game, seat count and kind of terms; options in turn, some autopilots from the start."""
    found = []
    for game in GAMES.values():
        sets = [each.model_dump(exclude_defaults=True) for each in option_sets(game)]
        for seats, (number, terms) in product(game.seats, enumerate(TERMS)):
            robots = (seats + number) % 3 // 2 if seats > 1 else 0
            options = tuple(sets[(seats + number) % len(sets)].items())
            found.append(Deal(game.id, seats - robots, robots, terms, options))
    return found


class Prelude:
    """One such game at a host, which goes on from one point to the next."""

    def __init__(self, folder: Path, deal: Deal, host: Host, clock: FakeClock) -> None:
        self.folder, self.deal, self.host, self.clock = folder, deal, host, clock
        self.rng, self.done = Random(f"{deal}"), 0  # decisions of people

    async def begin(self) -> None:
        host, (game, people, robots, terms, options) = self.host, self.deal
        seed = people + robots + 10 * TERMS.index(terms)
        await open_lobby(host, game, people, robots, options=dict(options), seed=seed)
        await host.do(lobby.change_terms, TABLE, terms.model_dump(), by=caller(PEOPLE[0].id))
        await host.do(lobby.start, TABLE, by=caller(PEOPLE[0].id))
        await host.wait_for_autoplay()

    async def go_on(self, decisions: int) -> bool:
        """Whether it is still played after so many more."""
        for _ in range(decisions):
            if not (able := await able_users(self.host, TABLE)):
                return False
            self.clock.advance(MINUTE)
            seen = self.rng.choice(able)
            action = autopilot_action(seen)
            if self.rng.random() < OWN_WILL:
                action = some_action(list(seen.actions), self.rng)
            await press(self.host, TABLE, click_of(seen, code(action)))
            await self.host.wait_for_autoplay()
            self.done += 1
        return bool(await able_users(self.host, TABLE))

    async def copy(self) -> Path:
        """The file as it is now."""
        await say_all(self.host)
        target = self.folder / "point.db"
        target.unlink(missing_ok=True)
        return copied(self.folder / "prelude.db", target)


@asynccontextmanager
async def dealt(folder: Path, deal: Deal) -> AsyncIterator[Prelude]:
    clock = FakeClock()
    async with opened(folder / "prelude.db", clock) as host:
        prelude = Prelude(folder, deal, host, clock)
        await prelude.begin()
        yield prelude
    for file in folder.glob("prelude.db*"):
        file.unlink()


DOWN, MONTH, VACATION = 3 * DAY, 40 * DAY, 30 * DAY
Deed = Callable[[Vigil, Seat, int], Awaitable[object]]  # whether it makes a difference at once


def _at_the_table(use_case: Callable[..., Any], *words: Any) -> Deed:
    return lambda vigil, seat, user: vigil.attempt(use_case, *words, by=caller(user))


def _decided(subject: ProposalKind) -> Deed:
    is_of_a_seat = subject in votes.OF_A_SEAT
    return lambda vigil, seat, user: vigil.force(subject, seat.number if is_of_a_seat else None)


def _set_clock(*milliseconds: int, is_down: bool = False) -> Deed:
    async def set_(vigil: Vigil, seat: Seat, user: int) -> bool:
        for each in milliseconds:
            await vigil.set_clock(each, is_down)
        return True

    return set_


def _choose(away: int = 0, **changes: object) -> Deed:
    async def chosen(vigil: Vigil, seat: Seat, user: int) -> bool:
        before = await vigil.host.read(settings_of, user)
        until = {"away_until": vigil.clock.now + away} if away else {}
        await vigil.host.do(people.choose, changes | until, by=caller(User(user, seat.name)))
        return before != await vigil.host.read(settings_of, user)

    return chosen


def _set(name: str, value: Any) -> Deed:
    """It is felt later: when a message comes, or when they come back."""

    async def set_(vigil: Vigil, seat: Seat, user: int) -> None:
        setattr(vigil, name, getattr(vigil, name) | {user} if value is None else value)

    return set_


async def _silently(vigil: Vigil, seat: Seat, user: int) -> bool:
    """They simply never act again."""
    return True


async def _are_forgotten(vigil: Vigil, seat: Seat, user: int) -> bool:
    done = await vigil.host.forget(user)
    await vigil.host.wait_for_autoplay()
    return bool(done)


async def _plan_ahead(vigil: Vigil, seat: Seat, user: int) -> bool:
    found, _ = await vigil.host.read(plans, vigil.table_id, by=caller(user))
    codes = [code(action) for action in found[-2:]]
    return await vigil.attempt(play.queue, codes, by=caller(user)) and bool(codes)


async def _are_replaced(vigil: Vigil, seat: Seat, user: int) -> bool:
    """By somebody who vanishes, too."""
    vigil.absent.add(STRANGER.id)
    is_free = await vigil.force(ProposalKind.REPLACE, seat.number)
    return await vigil.attempt(seating.take_seat, seat.number, by=caller(STRANGER)) and is_free


@dataclass(frozen=True)
class Way:
    """`delay` and `stretch` tell how long a turn may last; at once: the autopilot has the seat."""

    deed: Deed
    delay: int = 0
    stretch: int = 1
    is_at_once: bool = False
    is_stopped: bool = False  # they may have stopped its time, or the game itself


ABANDON, PAUSE = Proposal(ProposalKind.ABANDON), Proposal(ProposalKind.PAUSE)
WAYS = {
    "silently": Way(_silently),
    "by /leave": Way(_at_the_table(seating.hand_over), is_at_once=True),
    "when the autopilot finishes a turn": Way(_at_the_table(seating.play_from_here)),
    "from the server, so that no message reaches them": Way(_set("deaf", None)),
    "with the channel": Way(_set("is_channel_gone", True)),
    "by /privacy delete": Way(_are_forgotten, is_at_once=True),
    "on the longest vacation": Way(_choose(away=VACATION), delay=VACATION),
    "into a night of 12 hours": Way(_choose(zone="Europe/Berlin", quiet=(20, 8)), stretch=13),
    "when they have muted everything": Way(_choose(calls="none", reminders=-1, digest=9)),
    "with a plan left behind": Way(_plan_ahead),
    "when they have asked to end it": Way(_at_the_table(votes.agree, ABANDON), is_stopped=True),
    "when they have asked for a pause": Way(_at_the_table(votes.agree, PAUSE), is_stopped=True),
    "from a paused table": Way(_decided(ProposalKind.PAUSE), is_stopped=True),
    "from a turn that was extended": Way(_decided(ProposalKind.EXTEND), stretch=6),
    "from a seat that is free now": Way(_decided(ProposalKind.REPLACE), is_at_once=True),
    "from a seat that is no longer theirs": Way(_decided(ProposalKind.REMOVE), is_at_once=True),
    "and so does who takes their seat": Way(_are_replaced),
    "and come back, and vanish again": Way(_set("returns", 2)),
    "until hardly any of their time is left, again and again": Way(_set("late", None)),
    "while the bot is down": Way(_set_clock(DOWN, is_down=True), delay=DOWN),
    "while the bot is down for a month": Way(_set_clock(MONTH, is_down=True), delay=MONTH),
    "while the clock is set back": Way(_set_clock(-5 * HOUR), delay=5 * HOUR),
    "while the clock is ahead, and then put right": Way(_set_clock(MONTH, -MONTH)),
}


WHO = ("one who is waited for", "one who is not", "all but one", "all")
POINTS = "points"
LEAST = 4  # points of a game
ENOUGH = 12  # times after which a way must have made a difference
WISHES = (None, ProposalKind.TAKEOVER, ProposalKind.TURN, ProposalKind.EXTEND)


class Point(NamedTuple):
    deal: Deal
    number: int  # of decisions before it
    way: str
    who: str
    wish: ProposalKind | None  # what those vote for who are still there

    def __str__(self) -> str:
        wish = f", who vote for {self.wish}" if self.wish else ""
        return f"{self.deal}, action {self.number}: {self.who} vanish {self.way}{wish}"


async def vanish_at_all_points(trial: Trial) -> None:
    """At every game and seat count after each action of one game, under terms in turn, and after
    some actions under all other terms; ways, people and wishes in an order of their own.

    Where few points are wanted they are those of a few games.
    """
    turns, everything, most = _turns(trial.rng), deals(), trial.goals[POINTS]
    games = len(everything) if most is None else max(1, min(len(everything), most // LEAST))
    tried, felt = Counter[str](), Counter[str]()
    with hasty_disk():
        for number in range(games):
            place = number * len(everything) // games
            group, kind = divmod(place, len(TERMS))
            step = 1 if group % len(TERMS) == kind and most is None else len(TERMS)
            async with dealt(trial.folder, everything[place]) as prelude:
                is_played, points = await prelude.go_on(place % step), 0
                while is_played and trial.goes_on(POINTS) and (most is None or points < LEAST):
                    point = Point(prelude.deal, prelude.done, *next(turns))
                    tried[point.way] += 1
                    felt[point.way] += await vanish(trial, prelude, point)
                    trial.did(POINTS)
                    points, is_played = points + 1, await prelude.go_on(step)
    for way in WAYS:
        is_felt = felt[way] or tried[way] < ENOUGH
        trial.check(is_felt, f"to vanish {way} made no difference, {tried[way]} times")


def _turns(rng: Random) -> Iterator[tuple[str, str, ProposalKind | None]]:
    """All combinations before any of them comes again."""
    while True:
        found = [*product(WAYS, WHO, WISHES)]
        yield from rng.sample(found, len(found))


async def vanish(trial: Trial, prelude: Prelude, point: Point) -> bool:
    """They vanish there; the table ends in time, tells it, and its journal is whole.

    Says whether the way in which they did has made a difference.
    """
    clock = FakeClock(prelude.clock.now)
    vigil = Vigil(str(point), await prelude.copy(), clock, TABLE)
    vigil.wish = point.wish
    async with vigil_over(vigil):
        since, seen = vigil.clock.now, await vigil.seen()
        gone = _gone(seen.table, seen.waiting, point.who)
        vigil.absent = {seat.user for seat in gone if seat.user is not None}
        for seat in gone:
            vigil.is_felt |= bool(await WAYS[point.way].deed(vigil, seat, seat.user or 0))
        table = await vigil.to_the_end()
        if not vigil.faults:
            await _judge(vigil, point, table, since)
    for fault in vigil.faults:
        trial.fault(fault)
    return vigil.is_felt


def _gone(table: Table, waiting: tuple[int, ...], who: str) -> list[Seat]:
    """Where there is nobody like that, somebody else goes."""
    humans = table.humans
    awaited = [seat for seat in humans if seat.number in waiting]
    idle = [seat for seat in humans if seat.number not in waiting]
    if who == WHO[0]:
        return awaited[:1]
    if who == WHO[1]:
        return (idle or awaited)[-1:]
    return humans[:-1] or humans if who == WHO[2] else humans


# What must follow


async def _judge(vigil: Vigil, point: Point, table: Table, since: int) -> None:
    if table.phase is not Phase.OVER or (await vigil.seen()).result is None:
        vigil.fault(f"it is {table.phase} and has no result")
        return
    if _must_be_finished(point) and table.ending != FINISHED:
        vigil.fault(f"it was {table.ending}, although the autopilot could have finished it")
    is_stopped = WAYS[point.way].is_stopped
    if table.ending not in (FINISHED, ABANDONED, AGREED if is_stopped else ABANDONED):
        vigil.fault(f"it was {table.ending}")
    turns = await vigil.times_up() + len(vigil.absent) + len(vigil.late_turns)
    most = _longest(point) * turns + point.deal.terms.idle + WAYS[point.way].delay + SLACK
    if vigil.clock.now - since > most:
        vigil.fault(f"it took {(vigil.clock.now - since) / 86_400_000:.0f} days")
    _is_told(vigil, table)


def _longest(point: Point) -> int:
    """How long one turn of somebody who has vanished may hold the table up."""
    way, budget = WAYS[point.way], point.deal.terms.budget
    return min(point.deal.terms.idle + SLACK, budget * way.stretch + way.delay)


def _must_be_finished(point: Point) -> bool:
    """Where the autopilot is to play whatever nobody else does, before the table is given up."""
    way, terms = WAYS[point.way], point.deal.terms
    is_by_clock = terms.policy in (Policy.TURN, Policy.SEAT) and terms.budget > 0
    is_in_time = is_by_clock and _longest(point) + SLACK < terms.idle
    return way.is_at_once or (is_in_time and not way.is_stopped)


def _is_told(vigil: Vigil, table: Table) -> None:
    """Where everybody reads it, once; where that is gone, to each who still has a seat."""
    told = vigil.heard[About(table.id), MessageKind.OVER]
    if not table.is_lost:
        if told != 1:
            vigil.fault(f"its end was told {told} times")
        return
    for seat in table.humans:
        if seat.user not in vigil.deaf and vigil.last_words.get(seat.user or 0) != table.version:
            vigil.fault(f"seat {seat.number} was not told that it is over")
