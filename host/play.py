"""During the game: act, undo, queue ahead, autopilot on and off, and what plays by itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.kernel.codes import UNDO, Action, code, parse
from engine.kernel.events import Event, readable
from engine.kernel.journal import Entry, next_hash
from engine.kernel.refusal import Refused
from host import outbox
from host.books import Books, seated
from host.look import Seen, seen
from host.outbox import Kind
from host.positions import digest
from host.records import Phase, Row, Seat, Table
from host.store import Store

MOST_QUEUED = 5
FINISHED, AGREED = "finished", "ended by agreement"


@dataclass(frozen=True, slots=True)
class Click:
    """What a person sent."""

    user: int
    code: str
    moves: int | None = None  # of the panel that was clicked; None: typed, so nothing is stale
    channel: int | None = None  # None: in private
    id: int | None = None  # the same when the same click arrives again


@dataclass(frozen=True, slots=True)
class Played:
    """One stored row, and what the one who made it sees now."""

    number: int
    seat: int
    code: str
    events: tuple[Event, ...]  # those that the seat may read
    seen: Seen
    is_repeat: bool = False  # it had been played before this click


class Stale(Refused):
    """A click on a panel from before another action of the same seat."""


def act(books: Books, table_id: int, click: Click) -> Played:
    if click.id is not None and (done := books.store.click(click.id)):
        return _again(books, click, *done)
    table = books.playing(table_id)
    if click.channel not in (None, table.channel):
        raise Refused("This table is in another channel.")
    seat = seated(table, click.user)
    if seat.is_autopilot:
        raise Refused("The autopilot plays your seat; take it back first.")
    if click.moves not in (None, seat.moves):
        return _stale(books, table, seat, click)
    return _play(books, table, seat.number, parse(click.code), click.id)


def undo(books: Books, table_id: int, click: Click) -> Played:
    return act(books, table_id, Click(click.user, code(UNDO), click.moves, click.channel, click.id))


def _again(books: Books, click: Click, table_id: int, number: int) -> Played:
    """The answer to a click that was stored already."""
    table = books.table(table_id)
    seat = seated(table, click.user)
    (row,) = books.store.rows(table_id, number, number)
    events = tuple(readable(row.events, seat.number))
    return Played(number, seat.number, row.code, events, seen(books, table, seat), is_repeat=True)


def _stale(books: Books, table: Table, seat: Seat, click: Click) -> Played:
    """A second click on the button that was just played is an answer, not a fault."""
    last = books.store.last_code(table.id, seat.number)
    if last and click.moves == seat.moves - 1 and last[1] == code(parse(click.code)):
        return _again(books, click, table.id, last[0])
    raise Stale("That button is from an earlier moment; here is where you are now.")


def _play(
    books: Books, table: Table, seat: int, action: Action, click: int | None = None
) -> Played:
    """One action, one row, one state, and what must be said of it."""
    game, state, store = table.game, books.state(table), books.store
    before = _Moment(table, state, seat)
    events = tuple(game.apply(state, seat, action))
    is_over = game.result(state) is not None
    entry = Entry(seat, code(action))
    chain = next_hash(table.chain, entry)
    row = Row(table.version + 1, before.round, seat, entry.code, events, chain, store.now)
    stored = game.dump(state)
    phase, ending = (Phase.OVER, FINISHED) if is_over else (table.phase, table.ending)
    store.append(table, row, phase, ending, digest(stored), stored)
    if click is not None:
        store.remember_click(click, table.id, row.number)
    after = books.table(table.id)
    _announce(store, after, state, before)
    books.keep(after, state)
    books.is_unsettled = not is_over and is_unsettled(store, after, state)
    shown = seen(books, after, after.seats[seat])
    return Played(row.number, seat, row.code, tuple(readable(events, seat)), shown)


class _Moment:
    """What is compared to find out who must be told."""

    def __init__(self, table: Table, state: Any, actor: int | None) -> None:
        self.actor = actor
        self.waiting = frozenset(table.game.to_act(state))
        self.round = table.game.round_number(state)
        self.offers = {
            seat.number: table.game.actions(state, seat.number)
            for seat in table.humans
            if seat.number != actor
        }


def _announce(store: Store, table: Table, state: Any, before: _Moment) -> None:
    after = _Moment(table, state, before.actor)
    if after.round != before.round or table.phase is Phase.OVER:
        outbox.tell(store, table, Kind.ROUND, {"round": before.round})
    for seat, offers in after.offers.items():
        if offers != before.offers[seat]:
            user = table.seats[seat].user
            assert user is not None
            outbox.show_panel(store, table, user)
    announce_turns(store, table, state, before.waiting)
    if table.phase is Phase.OVER:
        outbox.tell(store, table, Kind.OVER, {})


def announce_turns(store: Store, table: Table, state: Any, before: frozenset[int]) -> None:
    """The board, and a call for those who were not waited for until now."""
    outbox.show_board(store, table)
    now = frozenset(table.game.to_act(state))
    if now != before:
        people = {seat.number for seat in table.humans}
        outbox.call(store, table, sorted(now & people), sorted((now - before) & people))


# What plays by itself


def is_unsettled(store: Store, table: Table, state: Any) -> bool:
    queues = store.queues(table.id)
    waiting = table.game.to_act(state)
    return any(table.seats[seat].is_autopilot or seat in queues for seat in waiting)


def settle(books: Books, table_id: int) -> bool:
    """One action of an autopilot or of a queue; whether there was one."""
    table = books.table(table_id)
    if table.phase is not Phase.PLAYING:
        return False
    state = books.state(table)
    queues = books.store.queues(table.id)
    found = [
        (seat, action)
        for seat in table.game.to_act(state)
        if (action := _own_action(table, state, seat, queues.get(seat, ())))
    ]
    books.keep(table, state)
    if found:
        _play(books, table, *found[0])
    return bool(found)


def _own_action(table: Table, state: Any, seat: int, queue: Sequence[str]) -> Action | None:
    game = table.game
    choices = game.choices(state, seat)
    if table.seats[seat].is_autopilot:
        return game.autopilot(game.view(state, seat), choices)
    return next((action for action in map(parse, queue) if action in choices), None)


def queue(books: Books, table_id: int, user: int, codes: Sequence[str]) -> tuple[str, ...]:
    """The user's next decision, best first, played the moment one is legal; none: wait."""
    table = books.playing(table_id)
    seat = seated(table, user)
    actions = [parse(each) for each in dict.fromkeys(codes)]
    if len(actions) > MOST_QUEUED:
        raise Refused(f"At most {MOST_QUEUED} choices can be queued.")
    state = books.state(table)
    plans = table.game.plans(state, seat.number)
    books.keep(table, state)
    if actions and not plans:
        raise Refused("There is nothing to queue now: it is your turn, or none is to come.")
    for action in actions:
        if action not in plans:
            raise Refused(f"“{code(action)}” cannot be queued now.")
    found = tuple(map(code, actions))
    books.store.set_queue(table.id, seat.number, found)
    books.is_unsettled = is_unsettled(books.store, table, state)
    return found


def hand_over(books: Books, table_id: int, user: int) -> Table:
    """From now on the autopilot plays the user's seat."""
    return _set_autopilot(books, table_id, user, True)


def take_back(books: Books, table_id: int, user: int) -> Table:
    return _set_autopilot(books, table_id, user, False)


def _set_autopilot(books: Books, table_id: int, user: int, is_autopilot: bool) -> Table:
    table = books.playing(table_id)
    seat = seated(table, user)
    if seat.is_autopilot == is_autopilot:
        raise Refused("The autopilot already plays it." if is_autopilot else "You already play it.")
    books.store.set_autopilot(table.id, seat.number, is_autopilot)
    changed = books.table(table.id)
    state = books.state(changed)
    books.keep(changed, state)
    outbox.show_board(books.store, changed)
    books.is_unsettled = is_unsettled(books.store, changed, state)
    return changed


def end(books: Books, table_id: int, user: int) -> Table:
    """End the game as it stands, when everybody who plays here wants it."""
    table = books.playing(table_id)
    seat = seated(table, user)
    voices = books.store.vote(table.id, "end", seat.number)
    missing = [table.names[other.number] for other in table.humans if other.number not in voices]
    if not missing:
        books.store.set_phase(table.id, Phase.OVER, AGREED)
        outbox.tell(books.store, table, Kind.OVER, {})
    outbox.show_board(books.store, table)
    return books.table(table.id)
