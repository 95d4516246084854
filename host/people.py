"""What each person has chosen for themselves, at all tables."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from host import outbox
from host.books import Books
from host.outbox import Kind
from host.records import Letter, Phase, User


class Settings(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    hand: Literal["dm", "ephemeral"] = "dm"  # where the own panel is pushed to
    pings: bool = True
    is_door_closed: bool = False  # direct messages were refused


def settings_of(books: Books, user: int) -> Settings:
    return Settings.model_validate(books.store.settings(user))


def change_settings(books: Books, user: int, **changes: Any) -> Settings:
    changed = Settings.model_validate({**settings_of(books, user).model_dump(), **changes})
    books.store.set_settings(user, changed.model_dump(mode="json"))
    return changed


def choose(books: Books, user: User, name: str, value: Any) -> Settings:
    """As the user wishes, who may never have sat at a table."""
    books.store.remember_user(user)
    change_settings(books, user.id, **{name: value})
    if name == "hand" and value == "dm":
        open_door(books, user.id)
    return settings_of(books, user.id)


def ping_users(books: Books, table_id: int, seats: list[int]) -> dict[int, int]:
    """Who of these seats wants to be called, by seat."""
    table = books.table(table_id)
    found = {seat: user for seat in seats if (user := table.seats[seat].human)}
    return {seat: user for seat, user in found.items() if settings_of(books, user).pings}


def close_door(books: Books, letter: Letter) -> None:
    """Direct messages are refused: said once where the table is, and not tried again."""
    assert letter.user is not None
    books.store.drop_letter(letter.id)
    if settings_of(books, letter.user).is_door_closed:
        return
    change_settings(books, letter.user, is_door_closed=True)
    table = books.table(letter.table)
    seat = table.seat_of(letter.user)
    if seat:
        outbox.tell(books.store, table, Kind.DOOR, {"seat": seat.number})


def open_door(books: Books, user: int) -> list[int]:
    """Direct messages are tried again, at all tables of the user."""
    change_settings(books, user, is_door_closed=False, hand="dm")
    tables = [books.table(table_id) for table_id in books.store.table_ids_of(user)]
    dealt = [table for table in tables if table.phase is Phase.PLAYING]
    for table in dealt:
        outbox.show_panel(books.store, table, user)
    return [table.id for table in dealt]


def renew_panel(books: Books, table_id: int, user: int) -> None:
    """The user acted elsewhere: the panel that was pushed shows it, too."""
    table = books.table(table_id)
    if table.seat_of(user) and books.store.post(table_id, Kind.PANEL, user):
        outbox.show_panel(books.store, table, user)
