"""Every point of every game at which people may vanish, and what must follow from it."""

from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.kernel.refusal import Refused
from host.outbox import Kind
from host.play import ABANDONED, AGREED, FINISHED
from host.records import Phase, Seat, Table
from host.terms import Policy
from host.votes import Subject
from proof.trial import Trial
from proof.vanish.prelude import AGREED as TERMS
from proof.vanish.prelude import TABLE, Deal, Prelude, deals, decisions
from proof.vanish.vigil import SLACK, Vigil
from proof.vanish.ways import WAYS
from testing.database_rules import faults
from testing.hosting import FakeClock

WHO = ("one who is waited for", "one who is not", "all but one", "all")
LEAST_IN_A_GAME = 4
WISHES = (None, Subject.TAKEOVER, Subject.TURN, Subject.EXTEND)


class Point(NamedTuple):
    deal: Deal
    number: int  # of decisions before it
    way: str
    who: str
    wish: Subject | None  # what those vote for who are still there

    def __str__(self) -> str:
        wish = f", who vote for {self.wish}" if self.wish else ""
        return f"{self.deal}, action {self.number}: {self.who} vanish {self.way}{wish}"


def points(seed: int, most: int | None) -> list[Point]:
    """At every game and seat count after each action of one game, under terms in turn, and after
    some actions under all other terms; ways, people and wishes in an order of their own.

    Where few are wanted they are those of a few games, for each must be played to its points.
    """
    turns, found = _Turns(Random(seed)), list(enumerate(deals()))
    games = len(found) if most is None else max(1, min(len(found), most // LEAST_IN_A_GAME))
    chosen = [found[number * len(found) // games] for number in range(games)]
    return [
        Point(deal, number, *turns.next())
        for place, deal in chosen
        for number in _numbers(place, len(decisions(deal)))
    ]


def _numbers(place: int, actions: int) -> range:
    kinds = len(TERMS)
    group, kind = divmod(place, kinds)
    return range(actions) if group % kinds == kind else range(place % kinds, actions, kinds)


class _Turns:
    """All combinations before any of them comes again."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left: list[tuple[str, str, Subject | None]] = []

    def next(self) -> tuple[str, str, Subject | None]:
        if not self.left:
            self.left = [(way, who, wish) for way in WAYS for who in WHO for wish in WISHES]
            self.rng.shuffle(self.left)
        return self.left.pop()


async def vanish(trial: Trial, prelude: Prelude, point: Point) -> bool:
    """They vanish there; the table ends in time, tells it, and its journal is whole.

    Says whether the way in which they did has made a difference.
    """
    try:
        file = await prelude.at(point.number)
    except Refused as refusal:
        trial.fault(f"{point.deal}: what the rules allow is refused at the host: {refusal}")
        return False
    vigil = Vigil(trial, str(point), file, FakeClock(prelude.clock.now), TABLE)
    vigil.wish = point.wish
    before = len(trial.faults)
    await vigil.open()
    try:
        since = vigil.clock.now
        await _go(vigil, point)
        table = await vigil.to_the_end()
        if len(trial.faults) == before:
            await _judge(vigil, point, table, since)
    finally:
        await vigil.close()
    _look_into(vigil, file)
    return vigil.is_felt


async def _go(vigil: Vigil, point: Point) -> None:
    seen = await vigil.seen()
    gone = _gone(seen.table, seen.waiting, point.who)
    vigil.absent = {seat.user for seat in gone if seat.user is not None}
    for seat in gone:
        assert seat.user is not None
        vigil.is_felt |= await WAYS[point.way].deed(vigil, seat, seat.user)


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


def _look_into(vigil: Vigil, file: Path) -> None:
    for each in faults(file):
        vigil.fault(each)


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
    turns = await vigil.times_up() + len(vigil.absent)
    most = _longest(point) * turns + point.deal.idle + WAYS[point.way].delay + SLACK
    if vigil.clock.now - since > most:
        vigil.fault(f"it took {(vigil.clock.now - since) / 86_400_000:.0f} days")
    _is_told(vigil, table)


def _longest(point: Point) -> int:
    """How long one turn of somebody who has vanished may hold the table up."""
    way, budget = WAYS[point.way], point.deal.budget
    return min(point.deal.idle + SLACK, budget * way.stretch + way.delay)


def _must_be_finished(point: Point) -> bool:
    """Where the autopilot is to play whatever nobody else does, before the table is given up."""
    way, deal = WAYS[point.way], point.deal
    if way.is_at_once:
        return True
    is_by_clock = deal.terms.policy in (Policy.TURN, Policy.SEAT) and deal.budget > 0
    return is_by_clock and not way.is_stopped and _longest(point) + SLACK < deal.idle


def _is_told(vigil: Vigil, table: Table) -> None:
    """Where everybody reads it, once; where that is gone, to each who still has a seat."""
    told = vigil.heard[table.id, Kind.OVER]
    if not table.is_lost:
        if told != 1:
            vigil.fault(f"its end was told {told} times")
        return
    for seat in table.humans:
        if seat.user not in vigil.deaf and vigil.last_words.get(seat.user or 0) != table.version:
            vigil.fault(f"seat {seat.number} was not told that it is over")
