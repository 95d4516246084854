"""Before the deal: open a table, join, leave, add autopilots, set options, start; and rematches."""

from collections.abc import Mapping
from typing import Any

from engine import GAMES
from engine.kernel.game import Game
from engine.kernel.journal import Journal, first_hash
from engine.kernel.luck import KeyedLuck, commitment, new_key
from engine.kernel.phrases import joined
from engine.kernel.refusal import Refused
from host import calls, clock, outbox, slow_turns
from host.caller import Caller, once
from host.errors import ChannelTaken, Damaged
from host.happenings import Happening, report
from host.limits import must_have_room
from host.outbox import MessageKind
from host.play import announce_turns, needs_autoplay
from host.positions import digest
from host.presence import when_settled
from host.quarantine import quarantine_table
from host.records import Phase, Seat, Table
from host.server_settings import must_be_allowed
from host.terms import DAY, LIVE_TERMS, Terms, agreed
from host.unit_of_work import UnitOfWork, must_have_opened, seated

STALE_LOBBY = DAY  # a lobby in which nothing happens for this long is closed
NOT_INVITED = "You aren't invited to this table; press “Join” there if you want to play."


def open_table(
    uow: UnitOfWork,
    game_id: str,
    options: Mapping[str, Any],
    channel: int | None,
    *,
    by: Caller,
    rematch_of: int | None = None,
    terms: Terms = LIVE_TERMS,
    key: bytes | None = None,
    is_sealed: bool = False,
    is_lesson: bool = False,
) -> Table:
    """Open a lobby with the caller on the first seat.

    The key is drawn and its hash published. If the same press arrives again, the table that it
    opened is returned.
    """
    if by.click is not None and (done := uow.store.click(by.click)):
        return uow.table(done[0])
    game, key = game_called(game_id), key or new_key()
    if channel is not None:  # check what is never possible before what isn't possible now
        must_be_allowed(uow, game.id, by)
        if other := uow.store.open_table_in(channel):
            raise ChannelTaken(other)
    if not is_sealed:  # nobody loses a ranked attempt for sitting at many tables
        must_have_room(uow, by.id, is_private=channel is None)
    chosen = game.checked_options(options).model_dump(mode="json")
    uow.store.remember_user(by.user)
    table_id = uow.store.insert_table(
        game.id, game.rules, chosen, channel, by.id, key, commitment(key), rematch_of, terms
    )
    if channel is not None and by.server is not None:
        uow.store.set_server(table_id, by.server)
    if is_sealed:
        uow.store.seal(table_id)
    if is_lesson:
        uow.store.mark_lesson(table_id)
    if by.click is not None:
        uow.store.remember_click(by.click, table_id)
    report(uow, uow.table(table_id), Happening.OPENED)
    return _set(uow, uow.table(table_id), seats=(Seat(0, by.id),))


def opened_before(uow: UnitOfWork, by: Caller) -> Table | None:
    """Return the table that this very press has already opened."""
    done = uow.store.click(by.click) if by.click is not None else None
    return uow.table(done[0]) if done else None


def game_called(game_id: str, games: Mapping[str, Game[Any, Any]] = GAMES) -> Game[Any, Any]:
    """Return the game with this id; Discord may still offer one that no longer exists."""
    if game_id not in games:
        titles = joined(f"“{game.title}”" for game in games.values())
        raise Refused(f"I don't have that game. I have {titles}.")
    return games[game_id]


def _set(uow: UnitOfWork, table: Table, **changes: Any) -> Table:
    """Store the lobby with these changes and show it."""
    changed = table._replace(**changes)
    uow.store.set_lobby(table.id, changed.seats, changed.opener, changed.options)
    outbox.show_table(uow.store, table)
    return uow.table(table.id)


@once
def join(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    return _join(uow, uow.lobby(table_id), by)


@once
def accept(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    """Join a table that one was invited to, from direct messages."""
    table = uow.lobby(table_id)
    if not table.seat_of(by.id) and by.id not in {user.id for user in table.invited}:
        raise Refused(NOT_INVITED)
    return _join(uow, table, by)


def _join(uow: UnitOfWork, table: Table, by: Caller) -> Table:
    if table.seat_of(by.id):
        raise Refused("You're already at this table.")
    must_have_room(uow, by.id, is_private=table.channel is None)
    uow.store.remember_user(by.user)
    _answered(uow, table, by.id)
    return _add(uow, table, Seat(0, by.id))


@once
def decline(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    """Note that somebody who was invited doesn't want to play now."""
    table = uow.lobby(table_id)
    if not _answered(uow, table, by.id):
        raise Refused(NOT_INVITED)
    outbox.show_table(uow.store, table)
    return uow.table(table_id)


def _answered(uow: UnitOfWork, table: Table, user: int | None = None) -> bool:
    """Stop asking one person, or everybody; return whether they were being asked."""
    was_asked = uow.store.drop_invitation(table.id, user)
    if was_asked or uow.store.post(table.id, MessageKind.INVITED):
        outbox.show_invited(uow.store, table)
    return was_asked


@once
def add_autopilot(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    table = uow.lobby(table_id)
    must_have_opened(table, by.id)
    return _add(uow, table, Seat(0, None, is_autopilot=True))


def _add(uow: UnitOfWork, table: Table, seat: Seat) -> Table:
    most = table.game.seats[-1]
    if len(table.seats) >= most:
        raise Refused(f"This table is full ({most} players).")
    return _set(uow, table, seats=(*table.seats, seat))


@once
def remove_autopilot(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    table = uow.lobby(table_id)
    must_have_opened(table, by.id)
    robots = [seat for seat in table.seats if seat.user is None]
    if not robots:
        raise Refused("There's no autopilot to remove.")
    return _remove(uow, table, robots[-1])


@once
def leave(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    """Free the seat. If the opener leaves, the next person becomes the opener."""
    table = uow.lobby(table_id)
    gone = seated(table, by.id)
    heirs = [seat.user for seat in table.seats if seat.user and seat != gone]
    if not heirs:
        return _close(uow, table, "Everyone left.")
    return _remove(uow, table, gone, heirs[0] if table.opener == by.id else table.opener)


def _remove(uow: UnitOfWork, table: Table, gone: Seat, opener: int | None = None) -> Table:
    """Remove the seat: those behind it move up, also in options that list seats."""
    seats = [seat for seat in table.seats if seat != gone]
    listed = {
        name: [seat - (seat > gone.number) for seat in table.options[name] if seat != gone.number]
        for name in table.game.seat_options
    }
    options = {**table.options, **listed}
    return _set(uow, table, seats=seats, opener=opener or table.opener, options=options)


@once
def change_options(uow: UnitOfWork, table_id: int, changes: Mapping[str, Any], by: Caller) -> Table:
    table = uow.lobby(table_id)
    must_have_opened(table, by.id)
    chosen = table.game.checked_options({**table.options, **changes})
    return _set(uow, table, options=chosen.model_dump(mode="json"))


@once
def change_terms(uow: UnitOfWork, table_id: int, changes: Mapping[str, Any], by: Caller) -> Table:
    """Change how much time a turn has, and what happens after it."""
    table = uow.lobby(table_id)
    must_have_opened(table, by.id)
    uow.store.set_terms(table.id, agreed(table.terms, changes))
    outbox.show_table(uow.store, table)
    return uow.table(table.id)


@once
def close(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    table = uow.lobby(table_id)
    must_have_opened(table, by.id)
    return _close(uow, table, f"{table.names[seated(table, by.id).number]} closed it.")


def stale_lobbies(uow: UnitOfWork) -> list[int]:
    """Return the lobbies in which nothing has happened for a day."""
    return uow.store.stale_lobby_ids(uow.store.now - STALE_LOBBY)


@when_settled
def close_stale(uow: UnitOfWork, table_id: int) -> None:
    """Close a lobby, if nothing has happened there meanwhile."""
    table = uow.table(table_id)
    if table.phase is Phase.LOBBY and table.touched < uow.store.now - STALE_LOBBY:
        _close(uow, table, "Nobody started the game in time.")


def _close(uow: UnitOfWork, table: Table, why: str) -> Table:
    uow.store.set_phase(table.id, Phase.CLOSED, why)
    report(uow, table, Happening.CLOSED)
    _answered(uow, table)
    outbox.show_table(uow.store, table)
    return uow.table(table.id)


@once
def start(uow: UnitOfWork, table_id: int, by: Caller, rules: int | None = None) -> Table:
    """Deal: store the first state, and the chain's first hash over everything that was agreed.

    A lobby is dealt by the newest rules unless others are given.
    """
    table = uow.lobby(table_id)
    must_have_opened(table, by.id)
    if rules is not None:
        table = table._replace(game=table.game.by_rules(rules))
    game, seats = table.game, len(table.seats)
    if seats not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        raise Refused(f"{game.title} needs {low}–{high} players; you have {seats}.")
    luck = KeyedLuck(uow.store.key(table.id))
    state = game.setup(game.checked_options(table.options), seats, luck)
    head = Journal(game.id, game.rules, seats, table.options, table.commitment).head
    stored = game.dump(state)
    _answered(uow, table)
    uow.store.deal(table, first_hash(head), digest(stored), stored)
    dealt = clock.update_deadlines(uow, uow.table(table.id), state)
    uow.note_autoplay(table_id, needs_autoplay(uow.store, dealt, state))
    announce_turns(uow, dealt, state)
    slow_turns.tell_table(uow, dealt)
    people = len(table.humans)
    report(uow, dealt, Happening.STARTED, people=people, autopilots=seats - people)
    return dealt


def open_and_start(
    uow: UnitOfWork,
    game_id: str,
    options: Mapping[str, Any],
    channel: int | None,
    by: Caller,
    robots: int = 0,
    key: bytes | None = None,
    is_lesson: bool = False,
    rematch_of: int | None = None,
) -> Table:
    """Open a table for one person and this many autopilots, and deal at once."""
    table = open_table(
        uow, game_id, options, channel, by=by, key=key, is_lesson=is_lesson, rematch_of=rematch_of
    )
    if table.phase is not Phase.LOBBY:
        return table
    for _ in range(robots):
        table = _add(uow, table, Seat(0, None, is_autopilot=True))
    return start(uow, table.id, by)


def play_again(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    """Deal the caller another private game, with the same options and as many autopilots."""
    if dealt := opened_before(uow, by):
        return dealt
    old = uow.table(table_id)
    seated(old, by.id)
    is_own = old.channel is None and not (old.is_lesson or uow.store.attempt_at(old.id))
    if old.phase is not Phase.OVER or not is_own:
        raise Refused("You can play a private game again once it is over.")
    if existing := uow.store.rematch_of(old.id):  # an older panel was pressed again
        if uow.table(existing).phase is Phase.OVER:
            return play_again(uow, existing, by)
        raise Refused("You're already playing again: your newest panel shows that game.")
    options, robots = _options_again(old), len(old.seats) - 1
    return open_and_start(uow, old.game.id, options, None, by, robots, rematch_of=old.id)


def _options_again(old: Table) -> dict[str, Any]:
    """Return the options of a game for another one, in which people may sit elsewhere."""
    return {k: v for k, v in old.options.items() if k not in old.game.seat_options}


@once
def rematch(uow: UnitOfWork, table_id: int, by: Caller, channel: int | None = None) -> Table:
    """Open a lobby with the same game, options and autopilots; the caller sits down there.

    It is where they played, or in this channel: a thread that was opened for it. All others who
    played are invited, and called once.
    """
    old = uow.table(table_id)
    if old.phase is not Phase.OVER:
        raise Refused("You can ask for a rematch once the game is over.")
    seated(old, by.id)
    existing = uow.store.rematch_of(old.id)
    if existing:
        try:
            return join(uow, existing, by)
        except Damaged as damage:
            quarantine_table(uow, existing, str(damage))
    options = _options_again(old)
    where = channel if channel is not None else old.channel
    table = open_table(uow, old.game.id, options, where, by=by, rematch_of=old.id, terms=old.terms)
    robots = [seat for seat in old.seats if seat.user is None and seat.is_autopilot]
    uow.store.invite(table.id, [seat.user for seat in old.seats if seat.user not in (None, by.id)])
    table = _set(uow, table, seats=(*table.seats, *robots))
    if table.invited:
        outbox.show_invited(uow.store, table, is_new=True)
        invited = [user.id for user in table.invited]
        calls.call_people(uow, table, MessageKind.INVITED, invited, {})
    return table
