"""What each person has chosen for themselves, at all tables."""

from collections.abc import Mapping
from typing import Any

from engine.kernel.refusal import Refused
from host import clock, outbox
from host.caller import Caller
from host.hours import must_be_a_zone, next_local
from host.limits import BATCH, MAX_PANELS, MAX_TABLES
from host.outbox import MessageKind
from host.panels import PanelView, panel_view
from host.records import About, OutgoingMessage, Phase, Table
from host.settings import MAX_VACATION, Settings, change_settings, settings_of
from host.terms import DAY
from host.unit_of_work import UnitOfWork, seated


def choose(uow: UnitOfWork, changes: Mapping[str, Any], by: Caller) -> Settings:
    """As the caller wishes, who may never have sat at a table."""
    user = by.user
    _must_make_sense(uow, changes)
    uow.store.remember_user(user)
    before = settings_of(uow, user.id)
    if "hints" in changes:  # it holds for all games again
        changes = {**changes, "hints_off": ()}
    after = change_settings(uow, user.id, **changes)
    if changes.get("hand") == "dm":
        retry_dms(uow, user.id)
    elif before.hand == "dm" and after.hand != "dm":  # the one that is there is taken away
        _show_panels(uow, user.id)
    for table_id in clock.rewind(uow, user.id, before, after):
        outbox.show_table(uow.store, uow.table(table_id))
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
    if changes.get("away_until", 0) > uow.store.now + MAX_VACATION * DAY:
        raise Refused(f"A vacation can last up to {MAX_VACATION} days.")


def turn_hints_off(uow: UnitOfWork, table_id: int, by: Caller) -> PanelView:
    """No more hints for the caller in this kind of game; their panel without them."""
    table = uow.table(table_id)
    seated(table, by.id)
    known = settings_of(uow, by.id).hints_off
    change_settings(uow, by.id, hints_off=tuple(dict.fromkeys((*known, table.game.id))))
    return panel_view(uow, table_id, by)


def set_digest(uow: UnitOfWork, user: int) -> None:
    """When the user's next digest is due: at their hour, never twice a day."""
    settings = settings_of(uow, user)
    due = None
    if settings.digest is not None:
        due = next_local(uow.store.now, settings.zone, settings.digest)
    uow.store.set_digest(user, due)


def send_digests(uow: UnitOfWork) -> None:
    """To people whose hour has come, a batch at a time; whatever was missed comes as one."""
    for user in uow.store.users_to_brief(BATCH):
        if not uow.store.pending(About(), MessageKind.DIGEST, user) and uow.store.table_ids_of(
            user, 1
        ):
            uow.store.queue_message(About(), MessageKind.DIGEST, None, user, {})
        set_digest(uow, user)


def mute(uow: UnitOfWork, table_id: int, by: Caller) -> None:
    """No more reminders for the caller in this turn."""
    table = uow.playing(table_id)
    if seated(table, by.id).due is None:
        raise Refused("You have no deadline here, so there are no reminders to stop.")
    clock.mute(uow, table, by.id)


def ping_users(uow: UnitOfWork, table_id: int, seats: list[int]) -> dict[int, int]:
    """Who of these seats wants to be called and is awake, by seat."""
    table = uow.table(table_id)
    found = {seat: user for seat in seats if (user := table.seats[seat].human)}
    return {seat: user for seat, user in found.items() if _is_to_be_called(uow, user)}


def invited_to_ping(uow: UnitOfWork, table_id: int) -> list[int]:
    """The invited people who want to be called and are awake."""
    return [user.id for user in uow.table(table_id).invited if _is_to_be_called(uow, user.id)]


def _is_to_be_called(uow: UnitOfWork, user: int) -> bool:
    settings = settings_of(uow, user)
    return settings.pings and settings.hours.is_awake(uow.store.now)


def mark_dms_blocked(uow: UnitOfWork, outgoing: OutgoingMessage) -> None:
    """Direct messages are refused: said once where the table is, and not tried again."""
    assert outgoing.user is not None
    uow.store.drop_message(outgoing.id)
    if settings_of(uow, outgoing.user).is_door_closed:
        return
    change_settings(uow, outgoing.user, is_door_closed=True)
    if outgoing.about.table_id:
        _tell_blocked(uow, uow.table(outgoing.about.table_id), outgoing.user)


def _tell_blocked(uow: UnitOfWork, table: Table, user: int) -> None:
    if uow.store.post(table.id, MessageKind.PANEL, user):  # nobody can keep it up to date
        outbox.show_panel(uow.store, table, user)
    if seat := table.seat_of(user):
        outbox.tell(uow.store, table, MessageKind.DOOR, {"seat": seat.number})


def try_messages_again(uow: UnitOfWork, table_id: int, by: Caller) -> None:
    """The caller says that they take direct messages now."""
    retry_dms(uow, by.id)


def retry_dms(uow: UnitOfWork, user: int) -> list[int]:
    """Direct messages are tried again, at all tables of the user."""
    change_settings(uow, user, is_door_closed=False, hand="dm")
    return _show_panels(uow, user)


def _show_panels(uow: UnitOfWork, user: int) -> list[int]:
    """Of all games that the user plays now."""
    tables = [uow.table(number) for number in uow.store.table_ids_of(user, MAX_PANELS)]
    dealt = [table for table in tables if table.phase is Phase.PLAYING]
    for table in dealt:
        outbox.show_panel(uow.store, table, user)
    return [table.id for table in dealt]


def renew_panel(uow: UnitOfWork, table_id: int, user: int) -> None:
    """The user acted elsewhere: the panel that was pushed shows it, too."""
    table = uow.table(table_id)
    if table.seat_of(user) and uow.store.post(table_id, MessageKind.PANEL, user):
        outbox.show_panel(uow.store, table, user)
