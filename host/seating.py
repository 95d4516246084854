"""Who plays a seat during the game: its owner, a newcomer, or the autopilot."""

from engine.kernel.refusal import Refused
from host import calls, clock, leavers, outbox, slow_turns
from host.caller import Caller, once
from host.limits import must_be_calm, must_have_room
from host.notes import HostEventKind, note, tell
from host.play import come_back, needs_autoplay
from host.records import Seat, Table
from host.unit_of_work import UnitOfWork, seated

ALONE = "You must play a ranked attempt yourself: no autopilot and no other player."


@once
def hand_over(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    """Let the autopilot play the caller's seat from now on."""
    table, seat = _own_seat(uow, table_id, by)
    must_be_calm(uow, table_id)
    tell(uow, table, HostEventKind.HANDED_OVER, seat.number, but=by.id)
    leavers.leave(uow, table, seat)
    return _set(uow, table, seat._replace(is_autopilot=True))


def is_loss_to_leave(uow: UnitOfWork, table_id: int, by: Caller) -> bool:
    """Whether the caller loses by leaving now for good; refused if they can't leave."""
    table, _ = _own_seat(uow, table_id, by)
    return leavers.is_loss(table)


def _own_seat(uow: UnitOfWork, table_id: int, by: Caller) -> tuple[Table, Seat]:
    """Return the running game, and the caller's seat that they may leave to the autopilot."""
    table = uow.playing(table_id)
    seat = seated(table, by.id)
    _must_be_common(table)
    if seat.is_autopilot:
        raise Refused("The autopilot is already playing this seat.")
    return table, seat


def _must_be_common(table: Table) -> None:
    if table.is_sealed:
        raise Refused(ALONE)
    if table.is_lesson:
        raise Refused("You play a lesson yourself; press “Leave” to stop, and come back any time.")


@once
def take_back(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    table = uow.playing(table_id)
    seat = seated(table, by.id)
    if not (seat.is_autopilot or seat.stands_in):
        raise Refused("You're already playing this seat.")
    if seat.is_autopilot:
        tell(uow, table, HostEventKind.CAME_BACK, seat.number, but=by.id)
    else:  # it was playing for one turn
        note(uow, table, HostEventKind.CAME_BACK, seat.number)
    uow.store.drop_leaver(table.id, by.id)
    back = come_back(uow, table, seat).seats[seat.number]
    return _set(uow, table, back._replace(is_autopilot=False))


@once
def play_from_here(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    """Let the autopilot finish this turn for the caller."""
    table, seat = _own_seat(uow, table_id, by)
    state = uow.position(table)
    if seat.number not in table.game.to_act(state):
        raise Refused("It's not your turn, so there's nothing to finish.")
    return stand_in(uow, table, seat.number)


def stand_in(uow: UnitOfWork, table: Table, number: int, by: str = "") -> Table:
    """Let the autopilot play this turn of a seat."""
    state = uow.position(table)
    note(uow, table, HostEventKind.STOOD_IN, number, by=by)
    standing = table.seats[number]._replace(stands_in=table.game.turn(state))
    uow.store.set_seat(table.id, standing)
    return after_seat_change(uow, table.id)


def take_over(uow: UnitOfWork, table: Table, number: int, by: str = "") -> Table:
    """Let the autopilot have the seat until its owner takes it back."""
    note(uow, table, HostEventKind.TAKEN_OVER, number, by=by)
    leavers.leave(uow, table, table.seats[number])
    return _set(uow, table, table.seats[number]._replace(is_autopilot=True))


def vacate(uow: UnitOfWork, table: Table, number: int, is_free: bool, by: str = "") -> Table:
    """Take the seat from its owner: the autopilot plays it; if it is free, anybody may take it."""
    kind = HostEventKind.FREED if is_free else HostEventKind.REMOVED
    note(uow, table, kind, number, by=by)
    seat = table.seats[number]
    leavers.leave(uow, table, seat)
    if seat.user is not None:
        outbox.show_panel(uow.store, table, seat.user)  # they see that it is no longer theirs
    return _set(uow, table, Seat(number, None, is_autopilot=True, is_free=is_free))


@once
def take_seat(uow: UnitOfWork, table_id: int, number: int, by: Caller) -> Table:
    """Let a newcomer play on where the last owner left."""
    table = uow.playing(table_id)
    if table.seat_of(by.id):
        raise Refused("You're already at this table.")
    if not (0 <= number < len(table.seats) and table.seats[number].is_free):
        raise Refused("That seat is taken.")
    must_have_room(uow, by.id, is_private=table.channel is None)
    uow.store.remember_user(by.user)
    uow.store.drop_leaver(table.id, by.id)
    changed = _set(uow, table, Seat(number, by.id))
    note(uow, changed, HostEventKind.TAKEN, number)
    slow_turns.tell_table(uow, changed)
    return changed


def _set(uow: UnitOfWork, table: Table, seat: Seat) -> Table:
    """Store who plays the seat now; drop the plan of its previous player."""
    uow.store.set_seat(table.id, seat)
    uow.store.set_queue(table.id, seat.number, ())
    return after_seat_change(uow, table.id)


def after_seat_change(uow: UnitOfWork, table_id: int) -> Table:
    """After a change of seats, bring deadlines, board and the call up to date."""
    changed = uow.table(table_id)
    state = uow.position(changed)
    changed = clock.update_deadlines(uow, changed, state)
    outbox.show_table(uow.store, changed)
    waiting = [each.number for each in changed.humans if each.number in changed.game.to_act(state)]
    calls.call_turns(uow, changed, waiting, [])
    uow.note_autoplay(table_id, needs_autoplay(uow.store, changed, state))
    uow.to_review.add(table_id)
    return changed
