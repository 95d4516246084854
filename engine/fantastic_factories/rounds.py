"""Carry on between actions: fill rows, roll dice, begin and end phases and rounds."""

from collections.abc import Mapping

from engine.fantastic_factories.dice import Dice, with_more
from engine.fantastic_factories.machine import machine_turn
from engine.fantastic_factories.market import fill_all
from engine.fantastic_factories.state import (
    CARDS_TO_END,
    GOODS_TO_END,
    OWN_DICE,
    Machine,
    Player,
    State,
)
from engine.kernel.events import Fact
from engine.kernel.questions import Question
from engine.kernel.undo import checkpoint, forget, seal


def begin_market_turn(state: State, seat: int, events: list[Fact]) -> None:
    state.phase = "market"
    state.turn = seat
    state.refreshed = False
    state.acting = (seat,)
    if None in state.blueprints.row or None in state.contractors.row:
        fill_all(state, events)


def end_market_turn(state: State, events: list[Fact]) -> None:
    following = (state.turn + 1) % len(state.players)
    if following != state.first:
        begin_market_turn(state, following, events)
    else:
        begin_work(state, events)


def begin_work(state: State, events: list[Fact], given: Mapping[int, Dice] | None = None) -> None:
    """Let everybody roll, except seats whose dice are `given`: scenarios write them down."""
    state.phase = "work"
    events.append(("work", None, (state.round,)))
    for seat in state.clockwise():
        player = state.players[seat]
        if given and seat in given:
            player.dice = given[seat]
        elif player.set_dice:
            state.pending.append(Question(seat, "set"))
        else:
            roll(state, seat, player, (), events)
    state.acting = seats_at_work(state)
    checkpoint(state)


def roll(
    state: State,
    seat: int,
    player: Player,
    named: Dice,
    events: list[Fact],
    count: int | None = None,
) -> None:
    """Roll `count` dice, or all dice of the coming phase except those with named values."""
    if count is None:
        count = OWN_DICE + player.rolled_dice - len(named)
        player.rolled_dice = 0
    rolled = state.luck.dice(count, "dice", seat, state.round, player.rolls)
    player.rolls += 1
    player.dice = with_more(player.dice, named + rolled)
    if rolled:
        seal(state, "rolled")
        events.append(("rolled", seat, rolled))


def seats_at_work(state: State) -> tuple[int, ...]:
    """Return who works now: all at once, or one after the other at a learning table."""
    if not state.is_learning:
        return tuple([seat for seat, player in enumerate(state.players) if not player.done])
    if state.pending:
        return tuple(question.seat for question in state.pending)
    return tuple([seat for seat in state.clockwise() if not state.players[seat].done][:1])


def watch_the_end(state: State, seat: int, player: Player, events: list[Fact]) -> None:
    """Note it when a player's goods or cards start the last rounds (ruling 24)."""
    if state.ended_by is None:
        if player.goods >= GOODS_TO_END:
            _trigger_end(state, seat, "goods", player.goods, events)
        elif len(player.compound) >= CARDS_TO_END:
            _trigger_end(state, seat, "cards", len(player.compound), events)


def watch_the_machine(state: State, machine: Machine, events: list[Fact]) -> None:
    """Note it when The Machine's goods start the last rounds (ruling 29)."""
    if state.ended_by is None and machine.goods >= GOODS_TO_END:
        _trigger_end(state, None, "goods", machine.goods, events)


def _trigger_end(state: State, seat: int | None, why: str, count: int, events: list[Fact]) -> None:
    state.ended_by = (seat, why)
    events.append(("ending", seat, (why, count)))


def end_work(state: State, events: list[Fact]) -> None:
    forget(state)
    for player in state.players:
        _clear(player)
    if state.machine:
        fill_all(state, events)
        machine_turn(state, state.machine, events)
        watch_the_machine(state, state.machine, events)
    if state.final:
        conclude(state, events)
    else:
        _next_round(state, events)


def conclude(state: State, events: list[Fact]) -> None:
    state.phase = "over"
    state.acting = ()
    state.pending = []
    events.append(("over", None))


def turn(state: State) -> str:
    return f"{state.round} {state.phase}"


def _clear(player: Player) -> None:
    player.dice = player.research = player.generate = player.mine = ()
    player.placed = {}
    player.copied = None
    player.rolls = 0
    player.named_dice = 0
    player.done = False
    player.ready = player.compound[:]


def _next_round(state: State, events: list[Fact]) -> None:
    state.final = state.ended_by is not None
    state.round += 1
    state.first = (state.first + 1) % len(state.players)  # Ruling 26
    events.append(("round", None, (state.round, state.first, state.final)))
    begin_market_turn(state, state.first, events)
