"""Who plays a seat during the game: its owner, a newcomer, the autopilot for a while or always."""

from engine.kernel.refusal import Refused
from host import clock, outbox
from host.books import Books, seated
from host.caller import Caller, once
from host.limits import must_be_calm, must_have_room
from host.notes import Happening, note
from host.play import come_back, is_unsettled
from host.records import Seat, Table

ALONE = "You must play a ranked attempt yourself: no autopilot and no other player."


@once
def hand_over(books: Books, table_id: int, by: Caller) -> Table:
    """From now on the autopilot plays the user's seat."""
    table = books.playing(table_id)
    seat = seated(table, by.id)
    _must_be_common(table)
    if seat.is_autopilot:
        raise Refused("The autopilot is already playing this seat.")
    must_be_calm(books, table_id)
    note(books, table, Happening.HANDED_OVER, seat.number)
    return _set(books, table, seat._replace(is_autopilot=True))


def _must_be_common(table: Table) -> None:
    if table.is_sealed:
        raise Refused(ALONE)


@once
def take_back(books: Books, table_id: int, by: Caller) -> Table:
    table = books.playing(table_id)
    seat = seated(table, by.id)
    if not (seat.is_autopilot or seat.stands_in):
        raise Refused("You're already playing this seat.")
    note(books, table, Happening.CAME_BACK, seat.number)
    back = come_back(books, table, seat).seats[seat.number]
    return _set(books, table, back._replace(is_autopilot=False))


@once
def play_from_here(books: Books, table_id: int, by: Caller) -> Table:
    """The autopilot finishes this turn for the user."""
    table = books.playing(table_id)
    seat = seated(table, by.id)
    _must_be_common(table)
    if seat.is_autopilot:
        raise Refused("The autopilot is already playing this seat.")
    state = books.state(table)
    books.keep(table, state)
    if seat.number not in table.game.to_act(state):
        raise Refused("It's not your turn, so there's nothing to finish.")
    return stand_in(books, table, seat.number)


def stand_in(books: Books, table: Table, number: int, by: str = "") -> Table:
    """The autopilot plays this turn of a seat."""
    state = books.state(table)
    books.keep(table, state)
    note(books, table, Happening.STOOD_IN, number, by=by)
    standing = table.seats[number]._replace(stands_in=table.game.turn(state))
    books.store.set_seat(table.id, standing)
    return go_on(books, table.id)


def take_over(books: Books, table: Table, number: int, by: str = "") -> Table:
    """The autopilot has the seat until its owner takes it back."""
    note(books, table, Happening.TAKEN_OVER, number, by=by)
    return _set(books, table, table.seats[number]._replace(is_autopilot=True))


def vacate(books: Books, table: Table, number: int, is_free: bool, by: str = "") -> Table:
    """The owner loses the seat; the autopilot plays it, until somebody takes it if it is free."""
    kind = Happening.FREED if is_free else Happening.REMOVED
    note(books, table, kind, number, by=by)
    seat = table.seats[number]
    if seat.user is not None:
        outbox.show_panel(books.store, table, seat.user)  # they see that it is no longer theirs
    return _set(books, table, Seat(number, None, is_autopilot=True, is_free=is_free))


@once
def take_seat(books: Books, table_id: int, number: int, by: Caller) -> Table:
    """A newcomer plays on where the last owner left."""
    table = books.playing(table_id)
    if table.seat_of(by.id):
        raise Refused("You're already at this table.")
    if not (0 <= number < len(table.seats) and table.seats[number].is_free):
        raise Refused("That seat is taken.")
    must_have_room(books, by.id, is_private=table.channel is None)
    books.store.remember_user(by.user)
    changed = _set(books, table, Seat(number, by.id))
    note(books, changed, Happening.TAKEN, number)
    return changed


def _set(books: Books, table: Table, seat: Seat) -> Table:
    """Somebody else plays it now, who has other plans."""
    books.store.set_seat(table.id, seat)
    books.store.set_queue(table.id, seat.number, ())
    return go_on(books, table.id)


def go_on(books: Books, table_id: int) -> Table:
    """After a change of seats: everybody's time, the board, and whom the table waits for now."""
    changed = books.table(table_id)
    state = books.state(changed)
    changed = clock.wind(books, changed, state)
    books.keep(changed, state)
    outbox.show_table(books.store, changed)
    waiting = [each.number for each in changed.humans if each.number in changed.game.to_act(state)]
    outbox.call(books.store, changed, waiting, [])
    books.note_unsettled(table_id, is_unsettled(books.store, changed, state))
    return changed
