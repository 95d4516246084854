"""During the game: act, undo, plan ahead, end it early; and what autopilots and plans play."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.kernel.codes import END, Action, code, parse
from engine.kernel.events import Event, readable
from engine.kernel.game import Game, Planned
from engine.kernel.journal import Entry, next_hash
from engine.kernel.refusal import Refused
from host import calls, clock, outbox, results
from host.caller import Caller, once
from host.happenings import Happening, report
from host.outbox import MessageKind
from host.panels import PanelView, with_extras
from host.positions import digest, knows_rules, replayed
from host.records import FINISHED as FINISHED
from host.records import Phase, Row, Seat, Table
from host.settings import settings_of
from host.store import Store
from host.terms import HOUR
from host.unit_of_work import UnitOfWork, must_play, seated
from host.views import TableView, actions_of, seen, view_table

SECOND = 1_000
PRESENT = 2 * 60 * SECOND  # after a press somebody is assumed to be still looking
ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Move:
    """What a player wants to do."""

    code: str
    moves: int | None = None  # of the panel that was clicked; None: typed, so nothing is stale
    then: tuple[str, ...] = ()  # further actions of the same press: either all are played, or none


@dataclass(frozen=True, slots=True)
class Played:
    """One stored row, and the panel of the one who made it."""

    number: int
    seat: int
    code: str
    events: tuple[Event, ...]  # the events that the seat may read
    panel: PanelView
    is_repeat: bool = False  # it had been played before this click

    @property
    def seen(self) -> TableView:
        return self.panel.seen


class StoredAction(NamedTuple):
    """A stored action, and the position after it."""

    table: Table
    state: Any
    row: Row
    seat: int


def _played(uow: UnitOfWork, done: StoredAction, is_repeat: bool = False) -> Played:
    """Return what the seat may read of the row, and its panel."""
    table, state, row, seat = done
    events = tuple(readable(row.events, seat))
    last = None if is_repeat else row.number
    panel = with_extras(uow, seen(table, state, table.seats[seat]), last)
    return Played(row.number, seat, row.code, events, panel, is_repeat)


class Stale(Refused):
    """The panel that was clicked is older than the seat's last action."""

    def __init__(self) -> None:
        super().__init__("That button is from an earlier moment; here is where you are now.")


def act(uow: UnitOfWork, table_id: int, move: Move, by: Caller) -> Played:
    table = uow.table(table_id)
    if number := _row_of(uow, table, move, by):
        return _repeat_answer(uow, table, seated(table, by.id), number)
    must_play(table)
    seat = seated(table, by.id)
    if table.is_sealed and uow.store.is_out_of_time(table.id):
        raise Refused("This challenge has ended: your attempt counts as it stands.")
    if seat.is_autopilot:
        raise Refused("The autopilot plays your seat; take it back first.")
    if move.moves not in (None, seat.moves):
        raise Stale()
    if seat.missed or seat.stands_in:
        table = come_back(uow, table, seat)
    if table.is_lesson:
        _must_follow(table, uow.position(table), seat, move)
    uow.last_presses[table.id] = seat.number, uow.store.now
    done = _play_all(uow, table, seat.number, (move.code, *move.then), by.click)
    _leave_time_to_undo(uow, done)
    return _played(uow, done)


def _must_follow(table: Table, state: Any, seat: Seat, move: Move) -> None:
    """Refuse everything but the lesson's next step."""
    if parse(move.code) not in actions_of(table, state, seat) or move.then:
        raise Refused("In the lesson, press the blue or green button; it is one step at a time.")


def _leave_time_to_undo(uow: UnitOfWork, done: StoredAction) -> None:
    """Delay others' plans, because the action couldn't be undone after them."""
    table, state, breath = done.table, done.state, done.table.game.breath * SECOND
    if breath:
        planners = {*uow.store.queues(table.id)} & {*table.game.to_act(state)}
        is_wanted = planners - {done.seat} and done.seat in state.undoable
        uow.store.set_breath(table.id, uow.store.now + breath if is_wanted else None)


def go_on(uow: UnitOfWork, table_id: int, by: Caller) -> None:
    """Let others' plans play on, because the caller won't undo anything."""
    table = uow.playing(table_id)
    state = uow.position(table)
    if seated(table, by.id).number in state.undoable:
        uow.store.set_breath(table_id, None)
        uow.note_autoplay(table_id, needs_autoplay(uow.store, table, state))


def _play_all(
    uow: UnitOfWork,
    table: Table,
    seat: int,
    codes: Sequence[str],
    click: int | None = None,
    absent: "_Moment | None" = None,
    is_auto: bool = False,
) -> StoredAction:
    """Play several actions of one press or plan: one row each, the last one stores the click."""
    events: tuple[Event, ...] = ()
    for text in codes[:-1]:
        done = _play(uow, table, seat, parse(text), absent=absent, is_auto=is_auto)
        table, events = done.table, events + done.row.events
    done = _play(uow, table, seat, parse(codes[-1]), click, absent=absent, is_auto=is_auto)
    return done._replace(row=done.row._replace(events=events + done.row.events))


def come_back(uow: UnitOfWork, table: Table, seat: Seat) -> Table:
    """Forget missed turns and the stand-in, because somebody who acts is present."""
    back = seat._replace(missed=0, stands_in="")
    if back != seat:
        uow.store.set_seat(table.id, back)
        if uow.store.drop_questions(table.id, seat.number):
            outbox.show_votes(uow.store, table)
    return table.with_seat(seat.number, missed=0, stands_in="")


def conclude(uow: UnitOfWork, table: Table, ending: str) -> None:
    """End the game with its current scores, by an action of the table itself."""
    _play(uow, table, None, END, ending=ending)


def _row_of(uow: UnitOfWork, table: Table, move: Move, by: Caller) -> int | None:
    """Return the row that this click has already made: it came twice, or was a double click."""
    if by.click is not None and (done := uow.store.click(by.click)):
        if done[0] != table.id:
            raise Refused("That click was made at another table.")
        return done[1]
    seat, codes = table.seat_of(by.id), (move.code, *move.then)
    if seat is None or move.moves is None or move.moves != seat.moves - len(codes):
        return None
    found: list[int] = []  # the rows of that press, the last one first
    for text in reversed(codes):
        last = uow.store.last_code(table.id, seat.number, found[-1] - 1 if found else None)
        if last is None or last[1] != code(parse(text)):
            return None
        found.append(last[0])
    return found[0]


def seen_at(uow: UnitOfWork, table_id: int, moves: int, by: Caller) -> TableView:
    """Return what the caller saw when they had acted this often, just before they acted again."""
    now = view_table(uow, table_id, by)
    table, number = now.table, now.seat
    if number is None or not 0 <= moves < now.moves or not knows_rules(table):
        return now
    own = [row.number for row in uow.store.rows(table_id) if row.seat == number]
    state = replayed(uow.store, table, own[moves] - 1)
    seat = table.seats[number]._replace(moves=moves)
    return seen(table._replace(phase=Phase.PLAYING), state, seat)


def last_of(uow: UnitOfWork, table_id: int, by: Caller) -> tuple[Action, ...]:
    """Return what the caller did last, if anything."""
    last = uow.store.last_code(table_id, seated(uow.table(table_id), by.id).number)
    return (parse(last[1]),) if last else ()


def _repeat_answer(uow: UnitOfWork, table: Table, seat: Seat, number: int) -> Played:
    """Return the answer to a click that is already stored."""
    (row,) = uow.store.rows(table.id, number, number)
    state = uow.position(table)
    return _played(uow, StoredAction(table, state, row, seat.number), is_repeat=True)


def _play(
    uow: UnitOfWork,
    table: Table,
    seat: int | None,
    action: Action,
    click: int | None = None,
    ending: str = FINISHED,
    absent: "_Moment | None" = None,
    is_auto: bool = False,
) -> StoredAction:
    """Carry out one action: store its row and the new state, and queue the messages that follow.

    `absent` is the moment before it, if the seat's owner did not act: an autopilot or a plan did.
    `is_auto`: it was an autopilot.
    """
    game, state, store = table.game, uow.state(table), uow.store
    before = absent or _moment(store, table, state)
    planners = {*store.queues(table.id)}
    if game.plan_style == "choice":  # a plan for this decision goes, others stay
        old = {each for each in planners if each == seat and not game.plans(state, each)}
        _forget_plans(store, table, old)
    events = tuple(game.apply(state, seat, action))
    if game.plan_style == "list" and game.round_number(state) != before.round:
        _forget_plans(store, table, planners)
    elif game.plan_style == "list" and game.turn(state) != before.turn:
        _forget_past_lines(store, table, state)
    is_over = game.result(state) is not None
    entry = Entry(seat, code(action))
    chain = next_hash(table.chain, entry)
    row = Row(table.version + 1, before.round, seat, entry.code, events, chain, store.now, is_auto)
    stored = game.dump(state)
    phase, ending = (Phase.OVER, ending) if is_over else (table.phase, table.ending)
    after = store.append(table, row, phase, ending, digest(stored), stored)
    if click is not None:
        store.remember_click(click, table.id, row.number)
    after = clock.update_deadlines(uow, after, state)
    if is_over:
        uow.last_presses.pop(table.id, None)
        results.record(uow, after, state, is_finished=ending == FINISHED)
        report(uow, after, Happening.ENDED, ending=ending, actions=row.number)
        if store.drop_votes(table.id):
            outbox.show_votes(store, after)
    if any(event.kind in game.headlines for event in events):
        _tell_news(uow, after, row)
    _announce(uow, after, state, before, actor=None if absent else seat)
    uow.keep(after, state)
    uow.note_autoplay(table.id, not is_over and needs_autoplay(store, after, state))
    return StoredAction(after, state, row, seat or 0)


def _tell_news(uow: UnitOfWork, table: Table, row: Row) -> None:
    """Tell the channel at once, and ping those whom it is for."""
    body = {"row": row.number}
    outbox.tell(uow.store, table, MessageKind.HEADLINE, body)
    called = [seat for event in row.events for seat in table.game.called(event)]
    calls.call_people(uow, table, MessageKind.HEADLINE, calls.users_at(table, called), body)


def _forget_plans(store: Store, table: Table, seats: Iterable[int]) -> None:
    for seat in seats:
        store.set_queue(table.id, seat, ())


def _forget_past_lines(store: Store, table: Table, state: Any) -> None:
    """Drop lines that can't come up any more; call those who have nothing else planned."""
    for seat, queue in store.queues(table.id).items():
        ahead = {*table.game.plans(state, seat), *table.game.choices(state, seat)}
        left = tuple(line for line in queue if parse(line) in ahead)
        if left != queue:
            store.set_queue(table.id, seat, left)


# Calls


class Called(NamedTuple):
    """The people whom a call names in this turn, with what they will be asked later.

    "": it is their turn.
    """

    turn: str
    asked: dict[int, str]


def called(uow: UnitOfWork, table_id: int) -> Called:
    """Return the people whom a call names now.

    The table waits for them and no plan of theirs answers; or it is a game over days, and this turn
    will ask them something that they haven't planned yet. They are called once for both.
    """
    table = uow.table(table_id)
    if table.phase is not Phase.PLAYING:
        return Called("", {})
    state = uow.position(table)
    return Called(table.game.turn(state), _called(uow.store, table, state))


def _called(store: Store, table: Table, state: Any) -> dict[int, str]:
    game, queues = table.game, store.queues(table.id)
    waiting = game.to_act(state)
    here = [seat.number for seat in table.humans if not _plays_itself(table, state, seat.number)]
    asked = {
        seat: ""
        for seat in here
        if seat in waiting and not _own_actions(table, state, seat, queues.get(seat, ()))
    }
    unplanned = [seat for seat in here if seat not in waiting and seat not in queues]
    later = {seat: text for seat in unplanned if (text := game.coming(state, seat))}
    if not later or not table.terms.budget:
        return asked
    turn, begun = game.turn(state), store.deadlines(table.id)
    is_new = {seat for seat in later if seat not in begun or begun[seat].turn != turn}
    return asked | {seat: text for seat, text in later.items() if seat in is_new}


class _Moment(NamedTuple):
    """The facts that are compared before and after an action to decide which messages to send."""

    round: int
    turn: str
    to_move: frozenset[int]  # called because it is their turn
    ahead: frozenset[int]  # called so that they can plan
    planners: frozenset[int]  # have something planned

    @property
    def called(self) -> frozenset[int]:
        return self.to_move | self.ahead


NOBODY_YET = _Moment(0, "", frozenset(), frozenset(), frozenset())


def _moment(store: Store, table: Table, state: Any) -> _Moment:
    game = table.game
    asked = _called(store, table, state) if table.phase is Phase.PLAYING else {}
    to_move = frozenset(seat for seat, later in asked.items() if not later)
    ahead = frozenset(asked) - to_move
    planners = frozenset(store.queues(table.id))
    return _Moment(game.round_number(state), game.turn(state), to_move, ahead, planners)


def _announce(
    uow: UnitOfWork, table: Table, state: Any, before: _Moment, actor: int | None = None
) -> None:
    """Queue the recap, the board and the call for the channel, in this order, and the panels."""
    if table.phase is Phase.OVER or table.game.round_number(state) != before.round:
        outbox.tell(uow.store, table, MessageKind.ROUND, {"round": before.round})
    announce_turns(uow, table, state, before, actor)
    if table.phase is Phase.OVER:
        outbox.tell(uow.store, table, MessageKind.OVER, {})


def announce_turns(
    uow: UnitOfWork,
    table: Table,
    state: Any,
    before: _Moment = NOBODY_YET,
    actor: int | None = None,
) -> None:
    """Show the new position, and call the people who are newly to be called.

    Nobody is called who has just acted, nor somebody whose press all this follows. Somebody who was
    called in this turn less than an hour ago is named without a ping, and called in an hour if the
    table still waits for them. Later in a round, only people who plan are pinged ahead.
    """
    outbox.show_table(uow.store, table)
    now = _moment(uow.store, table, state)
    if now[1:4] == before[1:4]:
        return
    is_same_turn = now.turn == before.turn
    called_at = _called_at(uow, table, now.turn)
    here = {actor, _seat_looking_on(uow, table)}
    newly = now.called - here - (before.called if is_same_turn else frozenset())
    silent = newly & called_at.keys()
    late = (now.to_move & before.ahead) - called_at.keys() if is_same_turn else set()
    is_new_round = now.round != before.round
    unasked = set() if is_same_turn or is_new_round else now.ahead - before.planners
    new = (newly - silent - unasked) | late
    clock.call_later(uow, table, new, silent)
    calls.call_turns(uow, table, sorted(now.called), sorted(new))


def _called_at(uow: UnitOfWork, table: Table, turn: str) -> dict[int, int]:
    """Return when they were last called this turn, if awake and less than an hour ago."""
    post = uow.store.post(table.id, MessageKind.TURN)
    if post is None or post.body.get("turn") != turn:
        return {}
    called_at = {int(seat): at for seat, at in post.body.get("since", {}).items()}
    return {
        seat: at
        for seat, at in called_at.items()
        if uow.store.now - at <= HOUR
        and (user := table.seats[seat].human)
        and settings_of(uow, user).hours.is_awake(at)
    }


def _seat_looking_on(uow: UnitOfWork, table: Table) -> int | None:
    """Return the seat that pressed a moment ago, if only plans and autopilots have played since."""
    seat, at = uow.last_presses.get(table.id, (None, 0))
    return seat if uow.store.now - at <= PRESENT else None


# What plays by itself


def needs_autoplay(store: Store, table: Table, state: Any) -> bool:
    queues = store.queues(table.id)
    waiting = table.game.to_act(state)
    return any(_plays_itself(table, state, seat) or seat in queues for seat in waiting)


def _plays_itself(table: Table, state: Any, seat: int) -> bool:
    """Whether the autopilot has the seat, or plays this one turn."""
    place = table.seats[seat]
    return place.is_autopilot or place.stands_in == table.game.turn(state)


def autoplay_step(uow: UnitOfWork, table_id: int) -> bool:
    """Play one action of an autopilot or a plan; return whether there was one.

    If another process is at work at this table, leave it to that one.
    """
    if not uow.store.claim(table_id):
        return False
    table = uow.table(table_id)
    if uow.waits_for_undo(table):
        return False
    if table.game.breath:
        uow.store.set_breath(table_id, None)
    if table.phase is not Phase.PLAYING or not table.has_its_rules:
        return False
    state = uow.position(table)
    queues = uow.store.queues(table.id)
    for seat in table.game.to_act(state):
        queue = queues.get(seat, ())
        if planned := _own_actions(table, state, seat, queue):
            before = _moment(uow.store, table, state)
            _drop_lines(uow.store, table, seat, queue, planned.lines)
            codes, is_auto = [*map(code, planned.actions)], _plays_itself(table, state, seat)
            _play_all(uow, table, seat, codes, absent=before, is_auto=is_auto)
            return True
    return False


def tables_to_play_on(uow: UnitOfWork) -> list[int]:
    """Return tables where the time to undo is over, so that plans go on."""
    return uow.store.tables_out_of_breath()


def _drop_lines(
    store: Store, table: Table, seat: int, queue: Sequence[str], played: Sequence[int]
) -> None:
    """Drop what was played: one line of a list, or the whole choice."""
    if played and table.game.plan_style == "list":
        left = tuple(line for number, line in enumerate(queue) if number not in played)
        store.set_queue(table.id, seat, left)


def _own_actions(table: Table, state: Any, seat: int, queue: Sequence[str]) -> Planned | None:
    """Return what the autopilot or the plan of the seat does now."""
    game = table.game
    if _plays_itself(table, state, seat):
        action = game.autopilot(game.view(state, seat), game.choices(state, seat))
        return Planned((), (action,))
    return game.planned(state, seat, [*map(parse, queue)]) if queue else None


@once
def queue(uow: UnitOfWork, table_id: int, codes: Sequence[str], by: Caller) -> tuple[str, ...]:
    """Store the caller's plan, best line first; no lines clear it."""
    table = uow.playing(table_id)
    game, seat = table.game, seated(table, by.id)
    lines = _ordered(game, [*map(parse, codes)])
    if len(lines) > game.max_planned:
        raise Refused(f"A plan has at most {game.max_planned} lines.")
    state = uow.position(table)
    plans = game.plans(state, seat.number)
    if game.plan_style == "list":
        plans += game.choices(state, seat.number)  # it has become legal in the meantime
    if lines and not plans:
        raise Refused("There's nothing to plan now: it's your turn, or no turn is coming.")
    kept = uow.store.queues(table.id).get(seat.number, ()) if game.plan_style == "list" else ()
    for action in lines:
        if action not in plans and code(action) not in kept:
            raise Refused(f"“{code(action)}” can't be planned now.")
    plan = tuple(map(code, lines))
    uow.store.set_queue(table.id, seat.number, plan)
    outbox.show_panel(uow.store, table, by.id)
    uow.note_autoplay(table_id, needs_autoplay(uow.store, table, state))
    return plan


def _ordered(game: Game[Any, Any], lines: Sequence[Action]) -> list[Action]:
    """Remove duplicates from a choice; put the line that covers everything last in a list."""
    if game.plan_style == "choice":
        return [*dict.fromkeys(lines)]
    rest = [line for line in lines if line == game.rest_line]
    return [*(line for line in lines if line != game.rest_line), *rest[:1]]
