"""What each person has chosen for themselves, at all tables."""

from collections.abc import Mapping
from typing import Any

from engine.kernel.refusal import Refused
from host import clock, outbox
from host.books import Books, seated
from host.caller import Caller
from host.hours import must_be_a_zone, next_local
from host.limits import BATCH, MOST_PANELS
from host.outbox import Kind
from host.records import Letter, Phase
from host.settings import LONGEST_VACATION, Settings, change_settings, settings_of
from host.terms import DAY


def choose(books: Books, changes: Mapping[str, Any], by: Caller) -> Settings:
    """As the caller wishes, who may never have sat at a table."""
    user = by.user
    _must_make_sense(books, changes)
    books.store.remember_user(user)
    before = settings_of(books, user.id)
    after = change_settings(books, user.id, **changes)
    if changes.get("hand") == "dm":
        open_door(books, user.id)
    elif before.hand == "dm" and after.hand != "dm":  # the one that is there is taken away
        _show_panels(books, user.id)
    for table_id in clock.rewind(books, user.id, before, after):
        outbox.show_table(books.store, books.table(table_id))
    if (before.digest, before.zone) != (after.digest, after.zone):
        set_digest(books, user.id)
    return settings_of(books, user.id)


def _must_make_sense(books: Books, changes: Mapping[str, Any]) -> None:
    must_be_a_zone(changes.get("zone", "UTC"))
    if changes.get("away_until", 0) > books.store.now + LONGEST_VACATION * DAY:
        raise Refused(f"A vacation can last up to {LONGEST_VACATION} days.")


def set_digest(books: Books, user: int) -> None:
    """When the user's next digest is due: at their hour, never twice a day."""
    settings = settings_of(books, user)
    due = None
    if settings.digest is not None:
        due = next_local(books.store.now, settings.zone, settings.digest)
    books.store.set_digest(user, due)


def send_digests(books: Books) -> None:
    """To people whose hour has come, a batch at a time; whatever was missed comes as one."""
    for user in books.store.users_to_brief(BATCH):
        if not books.store.pending(0, Kind.DIGEST, user) and books.store.table_ids_of(user, 1):
            books.store.post_letter(0, Kind.DIGEST, None, user, {})
        set_digest(books, user)


def mute(books: Books, table_id: int, by: Caller) -> None:
    """No more reminders for the caller in this turn."""
    table = books.playing(table_id)
    if seated(table, by.id).due is None:
        raise Refused("You have no deadline here, so there are no reminders to stop.")
    clock.mute(books, table, by.id)


def ping_users(books: Books, table_id: int, seats: list[int]) -> dict[int, int]:
    """Who of these seats wants to be called and is awake, by seat."""
    table = books.table(table_id)
    found = {seat: user for seat in seats if (user := table.seats[seat].human)}
    return {seat: user for seat, user in found.items() if _is_to_be_called(books, user)}


def _is_to_be_called(books: Books, user: int) -> bool:
    settings = settings_of(books, user)
    return settings.pings and settings.hours.is_awake(books.store.now)


def close_door(books: Books, letter: Letter) -> None:
    """Direct messages are refused: said once where the table is, and not tried again."""
    assert letter.user is not None
    books.store.drop_letter(letter.id)
    if settings_of(books, letter.user).is_door_closed:
        return
    change_settings(books, letter.user, is_door_closed=True)
    if books.store.post(letter.table, Kind.PANEL, letter.user):  # nobody can keep it up to date
        outbox.show_panel_at(books.store, letter.table, letter.user)
    table = books.table(letter.table) if letter.table else None  # a daily list is of none
    seat = table.seat_of(letter.user) if table else None
    if table and seat:
        outbox.tell(books.store, table, Kind.DOOR, {"seat": seat.number})


def try_messages_again(books: Books, table_id: int, by: Caller) -> None:
    """The caller says that they take direct messages now."""
    open_door(books, by.id)


def open_door(books: Books, user: int) -> list[int]:
    """Direct messages are tried again, at all tables of the user."""
    change_settings(books, user, is_door_closed=False, hand="dm")
    return _show_panels(books, user)


def _show_panels(books: Books, user: int) -> list[int]:
    """Of all games that the user plays now."""
    tables = [books.table(number) for number in books.store.table_ids_of(user, MOST_PANELS)]
    dealt = [table for table in tables if table.phase is Phase.PLAYING]
    for table in dealt:
        outbox.show_panel(books.store, table, user)
    return [table.id for table in dealt]


def renew_panel(books: Books, table_id: int, user: int) -> None:
    """The user acted elsewhere: the panel that was pushed shows it, too."""
    table = books.table(table_id)
    if table.seat_of(user) and books.store.post(table_id, Kind.PANEL, user):
        outbox.show_panel(books.store, table, user)
