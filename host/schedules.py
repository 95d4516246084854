"""Scheduled challenges: one every day or week, at an hour of a time zone that the channel chose."""

from engine.kernel.refusal import Refused
from host.caller import Caller
from host.challenges import is_open, posted
from host.deals import DAILY, WEEKLY, challenging, deal_of_today, period_of, published
from host.hours import must_be_a_zone, must_be_an_hour, next_local
from host.limits import must_have_room_for_a_schedule
from host.presence import when_settled
from host.records import Schedule
from host.server_settings import must_be_allowed
from host.terms import DAY
from host.unit_of_work import UnitOfWork

FARTHEST = 15 * DAY  # to the next posting; beyond, the clock was wrong when it was planned


def schedule(
    uow: UnitOfWork, kind: str, game_id: str, zone: str, hour: int, channel: int, by: Caller
) -> Schedule:
    """Schedule a challenge from the next such hour on; a weekly one from the next week on."""
    _must_be_known(kind)
    challenging(game_id)
    must_be_an_hour(hour)
    must_be_a_zone(zone)
    must_be_allowed(uow, game_id, by)
    if kind not in [each.kind for each in uow.store.schedules(channel)]:
        must_have_room_for_a_schedule(uow, by.id)
    uow.store.remember_user(by.user)
    published(uow, kind)
    first = _next(uow, kind, zone, hour, period_of(kind, uow.store.now))
    made = Schedule(channel, kind, game_id, zone, hour, first, by.id, by.server)
    uow.store.set_schedule(made)
    return made


def _next(uow: UnitOfWork, kind: str, zone: str, hour: int, last: int) -> int:
    """Return the next such hour; for a week, the first one after the last week."""
    at = next_local(uow.store.now, zone, hour)
    while kind == WEEKLY and period_of(WEEKLY, at) == last:
        at = next_local(at, zone, hour)
    return at


def _must_be_known(kind: str) -> None:
    if kind not in (DAILY, WEEKLY):
        raise Refused("Choose daily or weekly.")


def unschedule(uow: UnitOfWork, kind: str, channel: int) -> None:
    _must_be_known(kind)
    if not uow.store.drop_schedule(channel, kind):
        raise Refused(f"This channel has no {kind} challenge.")


@when_settled
def post_due(uow: UnitOfWork) -> None:
    """Post due challenges. A missed one isn't posted on a later day."""
    for due in uow.store.schedules_due(uow.store.now + FARTHEST):
        last = period_of(due.kind, due.next)
        if last == period_of(due.kind, uow.store.now):
            deal = deal_of_today(uow, due.kind, due.game)
            if is_open(uow, deal):
                posted(uow, deal.id, due.channel, None, due.server)
        later = _next(uow, due.kind, due.zone, due.hour, last)
        uow.store.set_schedule(due._replace(next=later))
