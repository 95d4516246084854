"""The autopilot's estimates for research, goods and the end of a round."""

from engine.factory_42.asking import count_of
from engine.factory_42.board import BOARD
from engine.factory_42.cards import COMMISSIONS, ORDERS
from engine.factory_42.outlook import (
    CUBE,
    MAKING,
    NEVER,
    POINTS_OF,
    Outlook,
    covered,
    points,
)
from engine.factory_42.paying import payment_for
from engine.factory_42.placing import project_cost, project_worth
from engine.factory_42.resources import COUNT, INDEX, POINTS
from engine.kernel.codes import Action

RELIEF = 1.0  # that an order does not stay open


def research(outlook: Outlook, action: Action) -> float:
    view = outlook.view
    if action[0] == "research":
        cost = project_cost(str(action[1]))
        left = view.last_round - view.round
        lost = sum(
            max(0, need - spare) for need, spare in zip(cost.cubes, outlook.spare, strict=True)
        )
        value = project_worth(str(action[1]), left) - CUBE * points(cost.cubes)
        return value - 0.45 * lost - 0.15 * cost.steam
    if action == ("director", "vp"):
        return 1.0 - 2 * outlook.rosette
    if action == ("director", "magic"):
        return 0.7 - 2 * outlook.rosette
    return 0.0 if action[0] == "done" else NEVER


def make(outlook: Outlook, action: Action) -> float:
    """Value the good itself, minus what it uses up, plus what stays for the other Manufacturium."""
    if action[0] != "make":
        return 0.0 if action[0] == "done" else NEVER
    payment = payment_for(outlook.view, action)
    left = [have - n for have, n in zip(outlook.stock, payment.given, strict=True)]
    value = _good_worth(outlook, action) - CUBE * points(payment.given) - 0.1 * payment.public
    return value + 0.8 * _next_good(outlook, action, left)


def _good_worth(outlook: Outlook, action: Action) -> float:
    name = str(action[1])
    if name in COMMISSIONS:
        return COMMISSIONS[name].vp + outlook.rosette * COMMISSIONS[name].rosettes
    order = next(order for order in outlook.view.orders if order.name == name)
    value = outlook.rosette * ORDERS[name].rosettes[str(action[2])]
    if name not in outlook.player.completed:
        value += BOARD.scoring.order_vp + 0.3
    if not order.makers:
        value += RELIEF + outlook.rosette * order.rosettes
    return value


def _next_good(outlook: Outlook, action: Action, left: list[int]) -> float:
    """Value the best other good that could still be paid at Manufacturium 2."""
    if outlook.view.phase != MAKING[0] or MAKING[1] not in outlook.player.at:
        return 0.0
    done = {*outlook.player.completed, str(action[1])}
    best = 0.0
    for order in outlook.view.orders:
        if order.name not in done:
            cost = ORDERS[order.name].costs["minimum"]
            fits = all(need <= have for need, have in zip(cost.cubes, left, strict=True))
            if fits and not any(cost.wild):
                best = max(best, 2.5 if order.makers else 3.0)
    return best


def incinerate(outlook: Outlook, action: Action) -> float:
    if action[0] == "done":
        return 0.0
    resource, count = INDEX[str(action[1])], count_of(action)
    return 0.15 * count - CUBE * POINTS[resource] * count if outlook.spare[resource] else -1.0


# --- Accounting and the end of a round ----------------------------------------------------------


def account(outlook: Outlook, action: Action) -> float:
    is_over = outlook.view.round == outlook.view.last_round
    if action[0] == "favour":
        return 1.0 - _rosette_price(outlook)
    if action[0] == "bribe":
        resource = INDEX[str(action[1])]
        penalty = 0.0 if outlook.spare[resource] or not outlook.docks else 0.9
        return 1.0 - (0.0 if is_over else CUBE * POINTS_OF[resource]) - penalty
    if action[0] == "cheat":
        given = [0] * COUNT
        for name in action[1:]:
            given[INDEX[str(name)]] += 1
        lost = sum(max(0, n - s) for n, s in zip(given, outlook.spare, strict=True))
        penalty = 0.9 * lost if outlook.docks or not is_over else 0.0
        return 1.0 - (0.1 if is_over else CUBE) * points(given) - penalty
    if action[0] == "fame":
        return 3 * _rosette_price(outlook) - 2.2
    return 0.0


def _rosette_price(outlook: Outlook) -> float:
    """Value a Rosette that isn't sold now: it can be sold later, or gives a third of a VP."""
    return 0.4 if outlook.view.round == outlook.view.last_round else 0.55


def lose(outlook: Outlook, action: Action) -> float:
    if action[1] == "vp":
        return -float(BOARD.scoring.penalty_vp)
    count = BOARD.scoring.penalty_rosettes * sum(not o.makers for o in outlook.view.orders)
    return -count * outlook.rosette


def cleanup(outlook: Outlook, action: Action) -> float:
    """Keep what the open orders need and return the rest: a full Dock can't receive anything."""
    if action[0] == "done":
        return 0.0
    if action[0] == "swap":
        return -0.1
    car = next(c for c in outlook.player.docks if c and c.number == action[1])
    useful = covered(car.load, outlook.reserved)
    return 1.0 - 0.4 * useful - 0.25 * sum(car.load)
