"""Use cases for personal settings, hints and the daily list, at all tables."""

from collections.abc import Mapping
from typing import Any

from engine.kernel.refusal import Refused
from host import calls, clock, outbox, play, slow_turns
from host.caller import Caller
from host.hours import Hours, must_be_a_zone, must_be_short, next_local
from host.limits import BATCH, MAX_PANELS, MAX_TABLES
from host.outbox import MessageKind
from host.panels import PanelView, panel_view
from host.records import About, OutgoingMessage, Phase, Table
from host.settings import MAX_VACATION, Settings, change_settings, settings_of
from host.terms import DAY
from host.unit_of_work import UnitOfWork, seated

OPEN_DOOR = {"is_door_closed": False}  # direct messages are tried again


def choose(uow: UnitOfWork, changes: Mapping[str, Any], by: Caller) -> Settings:
    """Store the caller's settings, even if they have never sat at a table."""
    user = by.user
    _must_make_sense(uow, changes)
    uow.store.own_all(uow.store.table_ids_of(user.id, MAX_TABLES))  # or a clock could start
    uow.store.remember_user(user)
    before = settings_of(uow, user.id)
    if "hints" in changes:  # applies to all games again
        changes = {**changes, "hints_off": ()}
    wishes = before.model_copy(update=dict(changes))
    is_asked = wishes.wants_dms and {"hand", "calls"} & {*changes}
    after = change_settings(uow, user.id, **changes, **(OPEN_DOOR if is_asked else {}))
    if "hand" in changes or before.is_door_closed != after.is_door_closed:
        _show_panels(uow, user.id)  # in direct messages, or taken away there
    for table_id in clock.follow_settings(uow, user.id, before, after):
        outbox.show_table(uow.store, uow.table(table_id))
    if before.hours.quiet_a_day != after.hours.quiet_a_day:
        slow_turns.tell_tables_of(uow, user.id)
    if (before.shows_time, before.zone) != (after.shows_time, after.zone):
        for table_id, _ in uow.store.seats_in(user.id, Phase.LOBBY):
            outbox.show_table(uow.store, uow.table(table_id))
    if after.away_until > max(before.away_until, uow.store.now):
        uow.to_review |= {*uow.store.table_ids_of(user.id, MAX_TABLES)}
    if (before.digest, before.zone) != (after.digest, after.zone):
        set_digest(uow, user.id)
    return settings_of(uow, user.id)


def _must_make_sense(uow: UnitOfWork, changes: Mapping[str, Any]) -> None:
    must_be_a_zone(changes.get("zone", "UTC"))
    must_be_short(Hours(quiet=changes.get("quiet")))
    if changes.get("away_until", 0) > uow.store.now + MAX_VACATION * DAY:
        raise Refused(f"A vacation can last up to {MAX_VACATION} days.")


def turn_hints_off(uow: UnitOfWork, table_id: int, by: Caller) -> PanelView:
    """Turn off hints for the caller in this kind of game; return the panel without them."""
    table = uow.table(table_id)
    seated(table, by.id)
    known = settings_of(uow, by.id).hints_off
    change_settings(uow, by.id, hints_off=tuple(dict.fromkeys((*known, table.game.id))))
    return panel_view(uow, table_id, by)


def set_digest(uow: UnitOfWork, user: int) -> None:
    """Set when the user's next daily list is due: at their hour, at most once a day."""
    settings = settings_of(uow, user)
    due = None
    if settings.digest is not None:
        due = next_local(uow.store.now, settings.zone, settings.digest)
    uow.store.set_digest(user, due)


def send_digests(uow: UnitOfWork) -> None:
    """Send a batch of daily lists; if several were missed, only one comes."""
    for user in uow.store.users_to_brief(BATCH):
        if not uow.store.pending(About(), MessageKind.DIGEST, user) and uow.store.table_ids_of(
            user, 1
        ):
            uow.store.queue_message(About(), MessageKind.DIGEST, None, user, {})
        set_digest(uow, user)


def mute(uow: UnitOfWork, table_id: int, by: Caller) -> None:
    """Stop reminding the caller in this turn."""
    table = uow.playing(table_id)
    if seated(table, by.id).due is None:
        raise Refused("You have no deadline here, so there are no reminders to stop.")
    clock.mute(uow, table, by.id)


def ping_users(uow: UnitOfWork, table_id: int, seats: list[int]) -> dict[int, int]:
    """Return whom to ping in the channel now, by seat."""
    table = uow.table(table_id)
    users = {seat: user for seat in seats if (user := table.seats[seat].human)}
    pinged = calls.to_ping(uow, users.values())
    return {seat: user for seat, user in users.items() if user in pinged}


def invited_to_ping(uow: UnitOfWork, table_id: int) -> list[int]:
    """Return the invited people to ping in the channel now."""
    return calls.to_ping(uow, [user.id for user in uow.table(table_id).invited])


def mark_dms_blocked(uow: UnitOfWork, outgoing: OutgoingMessage) -> None:
    """Note that direct messages are refused: say so once at the table, and don't try again."""
    assert outgoing.user is not None
    uow.store.drop_message(outgoing.id)
    was_closed = settings_of(uow, outgoing.user).is_door_closed
    change_settings(uow, outgoing.user, is_door_closed=True)
    if not outgoing.about.table_id:
        return
    table = uow.table(outgoing.about.table_id)
    if outgoing.kind == MessageKind.TURN and not outbox.is_private(table):
        _call_in_channel(uow, table, outgoing.user)
    if not was_closed:
        _tell_blocked(uow, table, outgoing.user)


def _call_in_channel(uow: UnitOfWork, table: Table, user: int) -> None:
    """Call somebody in the channel, where they may have been named without a ping."""
    asked, seat = [*play.called(uow, table.id).asked], table.seat_of(user)
    if seat and seat.number in asked:
        outbox.call(uow.store, table, asked, [], [seat.number])


def _tell_blocked(uow: UnitOfWork, table: Table, user: int) -> None:
    if uow.store.post(table.id, MessageKind.PANEL, user):  # nobody can keep it up to date
        outbox.show_panel(uow.store, table, user)
    if seat := table.seat_of(user):
        outbox.tell(uow.store, table, MessageKind.DOOR, {"seat": seat.number})


def try_messages_again(uow: UnitOfWork, table_id: int, by: Caller) -> None:
    """Try direct messages again, because the caller says they are allowed now."""
    retry_dms(uow, by.id)


def retry_dms(uow: UnitOfWork, user: int) -> list[int]:
    """Try direct messages again, at all tables of the user."""
    change_settings(uow, user, **OPEN_DOOR)
    return _show_panels(uow, user)


def _show_panels(uow: UnitOfWork, user: int) -> list[int]:
    """Update the panels of all games that the user plays now."""
    tables = [uow.table(number) for number in uow.store.table_ids_of(user, MAX_PANELS)]
    dealt = [table for table in tables if table.phase is Phase.PLAYING]
    for table in dealt:
        outbox.show_panel(uow.store, table, user)
    return [table.id for table in dealt]


def renew_panel(uow: UnitOfWork, table_id: int, user: int) -> None:
    """Update the user's own panel, because they acted elsewhere."""
    table = uow.table(table_id)
    if table.seat_of(user) and uow.store.post(table_id, MessageKind.PANEL, user):
        outbox.show_panel(uow.store, table, user)
