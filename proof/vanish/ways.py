"""All ways to vanish from a table, and for how long each may hold it up."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.kernel.codes import code
from host import people, play, seating, votes
from host.look import plans
from host.records import Seat, User
from host.settings import settings_of
from host.terms import DAY, HOUR
from host.votes import Matter, Subject
from proof.vanish.vigil import Vigil, force
from testing.hosting import STRANGER

DOWN = 3 * DAY
MONTH = 40 * DAY
NAP = 3 * DAY
VACATION = 30 * DAY
Deed = Callable[[Vigil, Seat, int], Awaitable[bool]]  # whether it makes a difference at once


async def _silently(vigil: Vigil, seat: Seat, user: int) -> bool:
    """They simply never act again."""
    return True


async def _leave(vigil: Vigil, seat: Seat, user: int) -> bool:
    return await vigil.attempt(seating.hand_over, user)


async def _finish_by_autopilot(vigil: Vigil, seat: Seat, user: int) -> bool:
    return await vigil.attempt(seating.play_from_here, user)


async def _shut_the_door(vigil: Vigil, seat: Seat, user: int) -> bool:
    """It is felt when a letter comes."""
    vigil.deaf.add(user)
    return False


async def _take_the_channel_away(vigil: Vigil, seat: Seat, user: int) -> bool:
    vigil.is_channel_gone = True
    return False


async def _are_forgotten(vigil: Vigil, seat: Seat, user: int) -> bool:
    done = await vigil.host.forget(user)
    await vigil.host.settled()
    return bool(done)


def _choose(**changes: object) -> Deed:
    async def chosen(vigil: Vigil, seat: Seat, user: int) -> bool:
        before = await vigil.host.read(settings_of, user)
        await vigil.host.run(people.choose, User(user, seat.name), changes)
        return before != await vigil.host.read(settings_of, user)

    return chosen


def _away(time: int) -> Deed:
    async def away(vigil: Vigil, seat: Seat, user: int) -> bool:
        return await _choose(away_until=vigil.clock.now + time)(vigil, seat, user)

    return away


async def _mute(vigil: Vigil, seat: Seat, user: int) -> bool:
    await vigil.attempt(people.mute, user)
    return await _choose(pings=False, reminders=-1)(vigil, seat, user)


async def _plan_ahead(vigil: Vigil, seat: Seat, user: int) -> bool:
    found, _ = await vigil.host.look(vigil.table_id, plans, user)
    codes = [code(action) for action in found[-2:]]
    return await vigil.attempt(play.queue, user, codes) and bool(codes)


def _ask_for(subject: Subject) -> Deed:
    async def ask(vigil: Vigil, seat: Seat, user: int) -> bool:
        return await vigil.attempt(votes.agree, user, Matter(subject))

    return ask


def _decided(subject: Subject) -> Deed:
    async def decide(vigil: Vigil, seat: Seat, user: int) -> bool:
        return await force(vigil, subject, seat.number if subject in votes.OF_A_SEAT else None)

    return decide


async def _are_replaced(vigil: Vigil, seat: Seat, user: int) -> bool:
    """By somebody who vanishes, too."""
    vigil.absent.add(STRANGER.id)
    is_free = await force(vigil, Subject.REPLACE, seat.number)
    return await vigil.attempt(seating.take_seat, STRANGER, seat.number) and is_free


async def _come_back_for_a_moment(vigil: Vigil, seat: Seat, user: int) -> bool:
    """It is felt when they do."""
    vigil.returns += 2
    return False


async def _while_the_bot_is_down(vigil: Vigil, seat: Seat, user: int) -> bool:
    await vigil.be_down(DOWN)
    return True


async def _while_the_bot_is_down_for_a_month(vigil: Vigil, seat: Seat, user: int) -> bool:
    """Longer than any table may stand idle."""
    await vigil.be_down(MONTH)
    return True


async def _while_the_clock_is_set_back(vigil: Vigil, seat: Seat, user: int) -> bool:
    await vigil.set_clock(-5 * HOUR)
    return True


async def _while_the_clock_is_ahead(vigil: Vigil, seat: Seat, user: int) -> bool:
    """By so much that everything would be over; then it is put right."""
    await vigil.set_clock(MONTH)
    await vigil.set_clock(-MONTH)
    return True


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
    "from the server, so that no letter reaches them": Way(_shut_the_door),
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
    "while the bot is down for a month": Way(_while_the_bot_is_down_for_a_month, delay=MONTH),
    "while the clock is set back": Way(_while_the_clock_is_set_back, delay=5 * HOUR),
    "while the clock is ahead": Way(_while_the_clock_is_ahead),
}
