"""The end of a round: scoring, the penalty, Clean Up, and the end of the game."""

from typing import Any

from engine.factory_42.asking import DONE, Question, ask_all, close, mark_answered
from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS
from engine.factory_42.deals import judge, lapse
from engine.factory_42.result import final_score
from engine.factory_42.state import State
from engine.factory_42.stock import gain_rosettes, gain_vp, pay_rosettes
from engine.kernel.codes import Action
from engine.kernel.events import Fact
from engine.kernel.undo import forget


def score(state: State, events: list[Fact]) -> bool:
    """Score the round (rulings 68 to 71)."""
    if state.at == 0:
        state.at = 1
        _honor_hero(state, events)
        _award(state, events)
        judge(state, events)
        if _ask_for_penalty(state, events):
            return True
    if state.round >= state.last_round or any(p.vp >= BOARD.most_vp for p in state.players):
        conclude(state, events)
    else:
        _tell_points(state, [player.vp for player in state.players], events)
    return False


def _honor_hero(state: State, events: list[Fact]) -> None:
    max_orders = max(len(player.completed) for player in state.players)
    for seat in state.clockwise() if max_orders else []:
        player = state.players[seat]
        if len(player.completed) == max_orders:
            got = gain_rosettes(state, player, state.rules.hero_rosettes)
            events.append(("hero", seat, (max_orders, got)))


def _award(state: State, events: list[Fact]) -> None:
    """Give VP for orders and Commissions (ruling 69)."""
    for seat in state.clockwise():
        player = state.players[seat]
        for_orders = BOARD.scoring.order_vp * len(player.completed)
        for_pieces = sum(COMMISSIONS[name].vp for name in player.pieces)
        gain_vp(player, for_orders + for_pieces)
        if for_orders or for_pieces:
            events.append(("awarded", seat, (for_orders, for_pieces)))


def open_orders(state: State) -> int:
    return sum(not order.makers for order in state.orders)


def penalty(state: State) -> int:
    """Count the Rosettes that all open orders cost."""
    return BOARD.scoring.penalty_rosettes * open_orders(state)


def _ask_for_penalty(state: State, events: list[Fact]) -> bool:
    """Ask how to pay for open orders; a seat without a choice loses VP unasked (ruling 70)."""
    rosettes = penalty(state)
    if not rosettes:
        return False
    events.append(("penalty", None, (open_orders(state),)))
    seats = []
    for seat in state.clockwise():
        if state.players[seat].rosettes >= rosettes:
            seats.append(seat)
        else:
            gain_vp(state.players[seat], -BOARD.scoring.penalty_vp)
            events.append(("lost", seat, (BOARD.scoring.penalty_vp,)))
    return ask_all(state, seats, "lose")


def _losses(state: State, seat: int) -> list[Action]:
    return [("lose", "rosettes"), ("lose", "vp")]


def _lose(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    if action[1] == "vp":
        gain_vp(player, -BOARD.scoring.penalty_vp)
    else:
        pay_rosettes(state, player, penalty(state))
    mark_answered(state, seat)


def _tell_points(state: State, points: list[int], events: list[Fact]) -> None:
    """Report everybody's points now and when the last round ended."""
    events.append(("points", None, (tuple(points), tuple(state.points))))
    state.points = points


def conclude(state: State, events: list[Fact]) -> None:
    """End the game early, scored as it stands (ruling 76)."""
    forget(state)
    state.phase, state.asks, state.acting = "over", "", ()
    _tell_points(state, [final_score(state, seat) for seat in range(len(state.players))], events)
    events.append(("over", None, (state.round,)))


# --- Clean Up -----------------------------------------------------------------------------------


def clean_up(state: State, events: list[Fact]) -> bool:
    """Clear orders, meeples and empty Railcars, then ask about loaded ones (rulings 72, 73)."""
    if state.at:
        return False
    state.at = 1
    lapse(state)
    _leave_orders(state)
    _send_home(state)
    _return_empty_cars(state)
    loaded = [seat for seat, player in enumerate(state.players) if any(player.docks)]
    return ask_all(state, loaded, "cleanup")


def _leave_orders(state: State) -> None:
    for order in state.orders:
        if not order.makers:
            moved = min(BOARD.scoring.open_order_rosettes, state.rosettes)
            state.rosettes -= moved
            order.rosettes += moved
    state.order_deck.discards += [order.name for order in state.orders if order.makers]
    state.orders = [order for order in state.orders if not order.makers]


def _send_home(state: State) -> None:
    state.workers, state.commissars = {}, {}
    for player in state.players:
        player.at, player.commissar_at = [], []
        player.operated, player.active = [], []
        player.completed, player.pieces = [], []
        player.deeds, player.swapped, player.draft = {}, False, None
        player.meeples = 0


def _return_empty_cars(state: State) -> None:
    for player in state.players:
        for dock, car in enumerate(player.docks):
            if car and not any(state.load(car)):
                player.docks[dock] = 0
                state.station.append(car)
    state.station += [car for car in state.track if not any(state.load(car))]
    state.track = [car for car in state.track if any(state.load(car))]
    state.station.sort()


def _cleanings(state: State, seat: int) -> list[Action]:
    player = state.players[seat]
    actions: list[Action] = [("return", car) for car in player.docks if car]
    if any(player.docks) and not player.swapped:
        actions.append(("swap",))
    return [*actions, DONE]


def _return_car(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    docks = state.players[seat].docks
    docks[docks.index(action[1])] = 0
    state.station = sorted([*state.station, action[1]])


def _swap(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player = state.players[seat]
    player.docks.reverse()
    player.swapped = True


def _finish(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    close(state, seat, events)


QUESTIONS = {
    "lose": Question(_losses, {"lose": _lose}),
    "cleanup": Question(_cleanings, {"return": _return_car, "swap": _swap, "done": _finish}),
}
