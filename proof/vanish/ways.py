"""All ways to vanish from a table, and for how long each may hold it up."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.kernel.codes import code
from host import people, play, seating, votes
from host.look import plans
from host.records import Seat, User
from host.terms import DAY, HOUR
from host.votes import Matter, Subject
from proof.vanish.scene import Scene, force
from tests.host.hosting import STRANGER

DOWN = 3 * DAY
NAP = 3 * DAY
VACATION = 30 * DAY
Deed = Callable[[Scene, Seat, int], Awaitable[object]]


async def _silently(scene: Scene, seat: Seat, user: int) -> None:
    """They simply never act again."""


async def _leave(scene: Scene, seat: Seat, user: int) -> None:
    await scene.attempt(seating.hand_over, user)


async def _finish_by_autopilot(scene: Scene, seat: Seat, user: int) -> None:
    await scene.attempt(seating.play_from_here, user)


async def _shut_the_door(scene: Scene, seat: Seat, user: int) -> None:
    scene.deaf.add(user)


async def _take_the_channel_away(scene: Scene, seat: Seat, user: int) -> None:
    scene.is_channel_gone = True


async def _are_forgotten(scene: Scene, seat: Seat, user: int) -> None:
    await scene.host.forget(user)
    await scene.host.settled()


def _choose(**changes: object) -> Deed:
    async def chosen(scene: Scene, seat: Seat, user: int) -> None:
        await scene.host.run(people.choose, User(user, seat.name), changes)

    return chosen


def _away(time: int) -> Deed:
    async def away(scene: Scene, seat: Seat, user: int) -> None:
        await _choose(away_until=scene.clock.now + time)(scene, seat, user)

    return away


async def _mute(scene: Scene, seat: Seat, user: int) -> None:
    await scene.attempt(people.mute, user)
    await _choose(pings=False, reminders=-1)(scene, seat, user)


async def _plan_ahead(scene: Scene, seat: Seat, user: int) -> None:
    found, _ = await scene.host.look(scene.table_id, plans, user)
    await scene.attempt(play.queue, user, [code(action) for action in found[-2:]])


def _ask_for(subject: Subject) -> Deed:
    async def ask(scene: Scene, seat: Seat, user: int) -> None:
        await scene.attempt(votes.agree, user, Matter(subject))

    return ask


def _decided(subject: Subject) -> Deed:
    async def decide(scene: Scene, seat: Seat, user: int) -> None:
        await force(scene, subject, seat.number if subject in votes.OF_A_SEAT else None)

    return decide


async def _are_replaced(scene: Scene, seat: Seat, user: int) -> None:
    """By somebody who vanishes, too."""
    scene.absent.add(STRANGER.id)
    await force(scene, Subject.REPLACE, seat.number)
    await scene.attempt(seating.take_seat, STRANGER, seat.number)


async def _come_back_for_a_moment(scene: Scene, seat: Seat, user: int) -> None:
    scene.returns += 2


async def _while_the_bot_is_down(scene: Scene, seat: Seat, user: int) -> None:
    await scene.be_down(DOWN)


async def _while_the_clock_is_set_back(scene: Scene, seat: Seat, user: int) -> None:
    scene.clock.advance(-5 * HOUR)


@dataclass(frozen=True)
class Way:
    """`delay` and `stretch` tell how long a turn may last; at once: the autopilot has the seat."""

    deed: Deed
    delay: int = 0
    stretch: int = 1
    is_at_once: bool = False
    is_stopped: bool = False  # they may have stopped its time, or the game itself


WAYS = {
    "silently": Way(_silently),
    "by /leave": Way(_leave, is_at_once=True),
    "when the autopilot finishes a turn": Way(_finish_by_autopilot),
    "from the server, so that nothing reaches them": Way(_shut_the_door),
    "with the channel": Way(_take_the_channel_away),
    "by /privacy delete": Way(_are_forgotten, is_at_once=True),
    "on a short vacation": Way(_away(NAP), delay=NAP),
    "on the longest vacation": Way(_away(VACATION), delay=VACATION),
    "into a night of 23 hours": Way(_choose(zone="Europe/Berlin", quiet=(1, 0)), stretch=25),
    "with a daily list": Way(_choose(digest=9)),
    "when they have muted everything": Way(_mute),
    "with a plan left behind": Way(_plan_ahead),
    "when they have asked to end it": Way(_ask_for(Subject.ABANDON), is_stopped=True),
    "when they have asked for a pause": Way(_ask_for(Subject.PAUSE), is_stopped=True),
    "from a paused table": Way(_decided(Subject.PAUSE), is_stopped=True),
    "from a turn that was extended": Way(_decided(Subject.EXTEND), stretch=6),
    "from a seat that is free now": Way(_decided(Subject.REPLACE), is_at_once=True),
    "from a seat that is no longer theirs": Way(_decided(Subject.REMOVE), is_at_once=True),
    "and so does who takes their seat": Way(_are_replaced),
    "and come back, and vanish again": Way(_come_back_for_a_moment),
    "while the bot is down": Way(_while_the_bot_is_down, delay=DOWN),
    "while the clock is set back": Way(_while_the_clock_is_set_back, delay=5 * HOUR),
}
