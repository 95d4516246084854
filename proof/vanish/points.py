"""Every point of every game at which people may vanish, and what must follow from it."""

from pathlib import Path
from random import Random
from typing import NamedTuple

from host.outbox import Kind
from host.play import ABANDONED, AGREED, FINISHED
from host.records import Phase, Seat, Table
from host.terms import Policy
from host.votes import Subject
from proof.trial import Trial
from proof.vanish.scene import SLACK, Scene
from proof.vanish.stage import AGREED as TERMS
from proof.vanish.stage import TABLE, Deal, Stage, deals, decisions
from proof.vanish.ways import WAYS
from tests.host.faults import faults
from tests.host.hosting import FakeClock

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


async def vanish(trial: Trial, stage: Stage, point: Point) -> None:
    """They vanish there; the table ends in time, tells it, and its journal is whole."""
    file = await stage.at(point.number)
    scene = Scene(trial, str(point), file, FakeClock(stage.clock.now), TABLE)
    scene.wish = point.wish
    before = trial.fault_count
    await scene.open()
    try:
        since = scene.clock.now
        await _go(scene, point)
        table = await scene.to_the_end()
        if trial.fault_count == before:
            await _judge(scene, point, table, since)
    finally:
        await scene.close()
    _look_into(scene, file)


async def _go(scene: Scene, point: Point) -> None:
    seen = await scene.seen()
    gone = _gone(seen.table, seen.waiting, point.who)
    scene.absent = {seat.user for seat in gone if seat.user is not None}
    for seat in gone:
        assert seat.user is not None
        await WAYS[point.way].deed(scene, seat, seat.user)


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


def _look_into(scene: Scene, file: Path) -> None:
    for each in faults(file):
        scene.fault(each)


# What must follow


async def _judge(scene: Scene, point: Point, table: Table, since: int) -> None:
    if table.phase is not Phase.OVER or (await scene.seen()).result is None:
        scene.fault(f"it is {table.phase} and has no result")
        return
    if _must_be_finished(point) and table.ending != FINISHED:
        scene.fault(f"it was {table.ending}, although the autopilot could have finished it")
    is_stopped = WAYS[point.way].is_stopped
    if table.ending not in (FINISHED, ABANDONED, AGREED if is_stopped else ABANDONED):
        scene.fault(f"it was {table.ending}")
    turns = await scene.times_up() + len(scene.absent)
    most = _longest(point) * turns + point.deal.idle + SLACK
    if scene.clock.now - since > most:
        scene.fault(f"it took {(scene.clock.now - since) / 86_400_000:.0f} days")
    _is_told(scene, table)


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


def _is_told(scene: Scene, table: Table) -> None:
    """Where everybody reads it, once; where that is gone, to each who still has a seat."""
    told = scene.heard[table.id, Kind.OVER]
    if not table.is_lost:
        if told != 1:
            scene.fault(f"its end was told {told} times")
        return
    for seat in table.humans:
        if seat.user not in scene.deaf and scene.last_words.get(seat.user or 0) != table.version:
            scene.fault(f"seat {seat.number} was not told that it is over")
