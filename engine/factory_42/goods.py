"""Research and Manufacturium, the locations on a player's own board where something is made."""

from collections.abc import Iterator
from typing import Any

from engine.factory_42.asking import (
    DONE,
    Question,
    ask,
    close,
    count_of,
    counted,
    leave,
    mark_answered,
)
from engine.factory_42.board import BOARD, IMPROVEMENTS
from engine.factory_42.cards import (
    COMMISSIONS,
    IMPROVEMENT_COSTS,
    INVENTIONS,
    ORDERS,
    QUALITIES,
    Cost,
)
from engine.factory_42.effects import BonusOnOrder, Discount, DiscountSteam, SecondGood
from engine.factory_42.payment import Payment, Purse, can_pay, standard_payment
from engine.factory_42.resources import (
    CATEGORIES,
    FUEL,
    INCINERATE,
    INDEX,
    MAGIC,
    OF_CATEGORY,
    RESOURCES,
    empty,
)
from engine.factory_42.state import Basket, Player, State
from engine.factory_42.stock import (
    gain_cubes,
    gain_rosettes,
    gain_vp,
    pay_cubes,
    pay_rosettes,
)
from engine.kernel.codes import Action
from engine.kernel.events import Fact
from engine.kernel.undo import seal

# --- what a payment may use ---------------------------------------------------------------------


def purse(state: State, seat: int, cost: Cost | None = None) -> Purse:
    """Return what can pay for the good or the research being decided (rulings 11, 60 to 62)."""
    player, held = state.players[seat], state.basket.held
    is_good = state.phase != "research"
    available = Purse(
        player.warehouse[:],
        _dock(state, seat, own=True) if is_good else empty(),
        _dock(state, seat, own=False) if is_good and "crane" in player.improvements else empty(),
        0 if "steam" in held else state.steam,
        0 if "private" in held else player.private,
        state.basket.magic,
        is_good and "incinerator" in player.improvements,
        _discounts(player, cost) if is_good and cost else (),
    )
    for name in held:
        if name in INDEX:
            for place in (available.warehouse, available.own_dock, available.other_dock):
                place[INDEX[name]] = 0
    return available


def _dock(state: State, seat: int, own: bool) -> list[int]:
    number = int(state.phase[-1])
    load = state.dock_load(seat, number if own else 3 - number)
    return load[:] if load else empty()


def _effects(player: Player, kind: type) -> Iterator[tuple[str, Any]]:
    """List Inventions of that kind that act on this round's goods."""
    for name in player.active:
        if isinstance(INVENTIONS[name].effect, kind):
            yield name, INVENTIONS[name].effect


def _discounts(player: Player, cost: Cost) -> tuple[int, ...]:
    """List the discounted categories of which the cost has a cube or a wildcard."""
    wanted = {effect.category for _, effect in _effects(player, Discount)}
    return tuple(
        number
        for number, category in enumerate(CATEGORIES)
        if category in wanted and _has(cost, category, number)
    )


def _has(cost: Cost, category: str, number: int) -> bool:
    return bool(cost.wild[number] or any(cost.cubes[kind] for kind in OF_CATEGORY[category]))


def steam_of(player: Player, cost: Cost) -> int:
    less: int = sum(effect.by for _, effect in _effects(player, DiscountSteam))
    return max(0, cost.steam - less)


def _holdings(state: State, seat: int) -> list[Action]:
    """List what may still be held back (ruling 12)."""
    player, held = state.players[seat], state.basket.held
    there = purse(state, seat).there
    names = [name for n, name in enumerate(RESOURCES) if there[n]]
    names += ["steam"] if state.steam else []
    names += ["private"] if player.private else []
    return [("hold", name) for name in names if name not in held]


def _hold(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    state.basket.held.append(action[1])


def _pay(state: State, seat: int, payment: Payment) -> None:
    player = state.players[seat]
    sources = [(player.warehouse, payment.from_warehouse), (player.warehouse, payment.burnt)]
    if state.phase != "research":
        own = int(state.phase[-1])
        for number, paid in ((own, payment.from_own_dock), (3 - own, payment.from_other_dock)):
            load = state.dock_load(seat, number)
            if load is not None:
                sources.append((load, paid))
    for source, paid in sources:
        for resource, count in enumerate(paid):
            if count:
                pay_cubes(state, source, resource, count)
    state.steam -= payment.public
    # Ruling 13: what finds no room in the store is lost.
    player.private = min(player.store, player.private - payment.private + payment.left_over)


# --- Research -----------------------------------------------------------------------------------


def research(state: State, events: list[Fact]) -> bool:
    order = state.clockwise()
    while state.at < len(order):
        seat = order[state.at]
        state.at += 1
        player = state.players[seat]
        has_worker, is_director = "research" in player.at, "research" in player.commissar_at
        used = [] if has_worker else ["research"]
        used += [] if is_director else ["director"]
        if ask(state, seat, "research", Basket(used=used, magic=is_director), _researches):
            return True
    return False


def _researches(state: State, seat: int) -> list[Action]:
    player, used = state.players[seat], state.basket.used
    actions: list[Action] = []
    if "research" not in used:
        there = purse(state, seat)
        actions = [
            ("research", name)
            for name, cost in _projects(player)
            if can_pay(cost, cost.steam, there)
        ]
        holdings = _holdings(state, seat) if actions else []
    else:
        holdings = []
    if "director" not in used and player.rosettes >= BOARD.research.director_rosettes:
        actions.append(("director", "vp"))
        if state.supply[MAGIC]:  # Ruling 8
            actions.append(("director", "magic"))
    return [*actions, *holdings, DONE]


def _projects(player: Player) -> Iterator[tuple[str, Cost]]:
    for name, cost in IMPROVEMENT_COSTS.items():
        if name not in player.improvements:
            yield name, cost
    for name in player.unresearched:
        yield name, INVENTIONS[name].cost


def _research(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Research an improvement or an Invention (rulings 57 and 58)."""
    player, name = state.players[seat], action[1]
    cost = dict(_projects(player))[name]
    payment = standard_payment(cost, cost.steam, purse(state, seat))
    assert payment
    _pay(state, seat, payment)
    events.append(("paid", seat, paid_facts(payment)))
    if name in IMPROVEMENTS:
        player.improvements.append(name)
        player.room += IMPROVEMENTS[name].room
        player.store += IMPROVEMENTS[name].store
    else:
        player.unresearched.remove(name)
        player.inventions[name] = INVENTIONS[name].uses
        player.store += INVENTIONS[name].store
        gain_vp(player, INVENTIONS[name].vp)
    state.basket.used.append("research")
    state.basket.magic = False


def paid_facts(payment: Payment) -> tuple[Any, ...]:
    """Return what the log needs: cubes, public and Private Steam, whether the slot paid Magic."""
    return (payment.given, payment.public, payment.private, int(payment.uses_slot))


def _direct(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    """Use the Director at Research (ruling 59)."""
    player = state.players[seat]
    pay_rosettes(state, player, BOARD.research.director_rosettes)
    if action[1] == "vp":
        gain_vp(player, BOARD.research.director_vp)
    else:
        gained = empty()
        gained[MAGIC] = BOARD.research.director_magic
        gain_cubes(state, seat, gained)
    state.basket.used.append("director")


# --- Manufacturium ------------------------------------------------------------------------------

FIRE, SECOND = 1, 2  # what `part` says: the Incinerator is asked for, then a second good


def manufacturium(state: State, events: list[Fact]) -> bool:
    """Let the players make goods, one after another in turn order (ruling 16)."""
    order = state.clockwise()
    if state.part & FIRE:
        state.part &= ~FIRE
        if ask(state, order[state.at - 1], "incinerate", Basket(), _incinerations):
            return True
    if state.part & SECOND:
        state.part &= ~SECOND
        if ask(state, order[state.at - 1], "make", Basket(count=1), _makings):
            return True
    while state.at < len(order):
        seat = order[state.at]
        state.at += 1
        player = state.players[seat]
        basket = Basket(magic=state.phase in player.commissar_at)
        if state.phase in player.at and ask(state, seat, "make", basket, _makings):
            return True
    return False


def _makings(state: State, seat: int) -> list[Action]:
    player = state.players[seat]
    plain = purse(state, seat)
    goods = [
        good
        for good, cost in goods_of(state, player)
        if can_pay(cost, steam_of(player, cost), _with_discounts(plain, player, cost))
    ]
    return [*goods, *_holdings(state, seat), DONE] if goods else [DONE]


def _with_discounts(plain: Purse, player: Player, cost: Cost) -> Purse:
    if player.active:
        plain.discounts = _discounts(player, cost)
    return plain


def goods_of(state: State, player: Player) -> Iterator[tuple[Action, Cost]]:
    """List every good that the player could make if it could be paid."""
    for order in state.orders:
        for quality in QUALITIES:
            yield ("make", order.name, quality), ORDERS[order.name].costs[quality]
    for name in (*player.commissions, *player.begun):
        yield ("make", name), COMMISSIONS[name].cost


def _make(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player, name = state.players[seat], action[1]
    cost = ORDERS[name].costs[action[2]] if name in ORDERS else COMMISSIONS[name].cost
    payment = standard_payment(cost, steam_of(player, cost), purse(state, seat, cost))
    assert payment
    used = [each for each, effect in _effects(player, Discount) if _applies(cost, effect)]
    _pay(state, seat, payment)
    player.active = [each for each in player.active if each not in used]
    is_second = state.basket.count > 0
    if name in ORDERS:
        got = _finish_order(state, seat, name, action[2])
    else:
        got = _make_piece(state, player, name)
    events.append(("made", seat, (*action[1:], got, paid_facts(payment))))
    state.part = FIRE if "incinerator" in player.improvements else 0
    if state.phase == "manufacturium1" and not is_second and any(_effects(player, SecondGood)):
        state.part |= SECOND
    mark_answered(state, seat)


def _applies(cost: Cost, effect: Discount) -> bool:
    return _has(cost, effect.category, CATEGORIES.index(effect.category))


def _finish_order(state: State, seat: int, name: str, quality: str) -> int:
    """Finish a Government Order and return the Rosettes gained (rulings 63 and 64)."""
    player, order = state.players[seat], state.order(name)
    assert order
    rosettes = gain_rosettes(state, player, ORDERS[name].rosettes[quality])
    if not order.makers:
        player.rosettes += order.rosettes
        rosettes += order.rosettes
        order.rosettes = 0
    for invention, effect in [*_effects(player, BonusOnOrder)]:
        if quality in effect.qualities:
            rosettes += gain_rosettes(state, player, effect.rosettes)
            player.active.remove(invention)
    order.makers.append((seat, quality))
    if name not in player.completed:
        player.completed.append(name)
    player.did(f"make/{name}")
    return rosettes


def _make_piece(state: State, player: Player, name: str) -> int:
    """Make a piece of a Commission and return the Rosettes gained (ruling 65)."""
    card = COMMISSIONS[name]
    if name in player.commissions:
        player.commissions.remove(name)
        player.begun[name] = card.pieces
        seal(state, "revealed")
    player.begun[name] -= 1
    if not player.begun[name]:
        del player.begun[name]
        player.finished.append(name)
    player.pieces.append(name)
    return gain_rosettes(state, player, card.rosettes)


def _incinerations(state: State, seat: int) -> list[Action]:
    """List cubes to burn while the store of Private Steam has room (ruling 13)."""
    player = state.players[seat]
    room = player.store - player.private
    actions: list[Action] = []
    for resource in FUEL:
        max_count = min(player.warehouse[resource], -(-room // INCINERATE[resource]))
        actions += counted("incinerate", RESOURCES[resource], max_count)
    return [*actions, DONE]


def _incinerate(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    player, resource, count = state.players[seat], INDEX[action[1]], count_of(action)
    pay_cubes(state, player.warehouse, resource, count)
    player.private = min(player.store, player.private + count * INCINERATE[resource])


def _cool_down(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    close(state, seat, events)


QUESTIONS = {
    "research": Question(
        _researches, {"research": _research, "director": _direct, "hold": _hold, "done": leave}
    ),
    "make": Question(_makings, {"make": _make, "hold": _hold, "done": leave}),
    "incinerate": Question(_incinerations, {"incinerate": _incinerate, "done": _cool_down}),
}
