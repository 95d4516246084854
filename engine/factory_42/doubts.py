"""Questions asked before a press that wastes something or breaks a promise of the player."""

from collections.abc import Iterator

from engine.factory_42.asking import DONE
from engine.factory_42.board import BOARD
from engine.factory_42.deals import is_kept
from engine.factory_42.nouns import listed
from engine.factory_42.paying import extra_magic
from engine.factory_42.phrases import clause, counted
from engine.factory_42.resources import BURN, COUNT, INDEX
from engine.factory_42.state import Clause
from engine.factory_42.view import View
from engine.kernel.codes import Action
from engine.kernel.game import Names
from engine.kernel.panel import Answer, Caution
from engine.kernel.phrases import clipped, plural

_STEPS = {"load": "load", "spike": "spike", "burn": "burn"}  # questions by verb of a clause


def doubt(action: Action, view: View, names: Names) -> Caution | None:
    if view.own is None or view.seat not in view.to_act:
        return None
    return _broken_promise(action, view, names) or _loss(action, view)


def _caution(question: str, loss: str, label: str, action: Action, stay: str) -> Caution:
    return Caution(question, loss, (Answer(label, (action,), is_loss=True),), stay=stay)


# --- what would be lost -------------------------------------------------------------------------


def _loss(action: Action, view: View) -> Caution | None:
    if action == DONE and view.asks == "load":
        return _unused_room(view)
    if action == DONE and view.asks == "trade":
        return _unspent(view)
    if action[0] == "burn":
        return _rupture(action, view)
    if action[0] in ("make", "research") and extra_magic(view, action):
        return _magic(action, view)
    return None


def _unused_room(view: View) -> Caution | None:
    basket = view.basket
    load = next(car.load for car in view.station if car.number == basket.car)
    room = min(basket.most - basket.count, BOARD.railcar_room - sum(load), sum(view.pool))
    if room <= 0:
        return None
    loss = f"The Pool still has {listed(view.pool)}."
    question = f"Send Railcar {basket.car} off? {plural(room, 'more cube')} would fit."
    return _caution(question, loss, "Send it off", DONE, "Keep loading")


def _unspent(view: View) -> Caution | None:
    basket = view.basket
    assert view.own
    can_buy = view.own.free > 0 and any(
        0 < view.buys[n] <= basket.worth and n not in basket.sold and view.supply[n]
        for n in range(COUNT)
    )
    if not can_buy:
        return None
    question = f"Finish with {basket.worth} still to spend?"
    return _caution(
        question, "What you don't spend is lost.", "Finish anyway", DONE, "Keep trading"
    )


def _rupture(action: Action, view: View) -> Caution | None:
    count = int(action[2]) if len(action) > 2 else 1
    after = view.steam + BURN[INDEX[str(action[1])]] * count
    if view.ruptured or after < view.rupture_at:
        return None
    question = f"Burst the boiler? The Steam would be {after} of {view.rupture_at}."
    loss = f"It falls to {BOARD.steam.rupture_to} and stays low for this round."
    return _caution(question, loss, f"Burn {counted(action[1:])} anyway", action, "Keep it whole")


def _magic(action: Action, view: View) -> Caution:
    count = extra_magic(view, action)
    question = f"Pay {count} Magic in the place of something else?"
    loss = "“Pay differently” holds things back, so that you can see other ways to pay."
    label = "Make it with Magic" if action[0] == "make" else "Research it with Magic"
    return _caution(question, loss, label, action, "Don't pay it")


# --- what was promised --------------------------------------------------------------------------


def _promises(view: View) -> Iterator[tuple[int, Clause]]:
    """List what the viewer has agreed to do this round, each with the partner's seat."""
    for deal in view.deals:
        if deal.status == "accepted" and view.seat in deal.sides:
            side = deal.sides.index(view.seat)
            yield from ((deal.sides[1 - side], promise) for promise in deal.clauses[side])


def _broken_promise(action: Action, view: View, names: Names) -> Caution | None:
    assert view.own
    for other, promise in _promises(view):
        if _breaks(action, view, promise):
            short_names = [clipped(name) for name in names]
            question = f"You promised {short_names[other]} to {clause(promise, short_names)}."
            fine = f"A broken deal costs you {BOARD.fine} VP."
            loss = fine if view.has_fines else "Everyone will see that you broke it."
            return _caution(question, loss, "Break the deal", action, "Keep my word")
    return None


def _breaks(action: Action, view: View, promise: Clause) -> bool:
    """Whether the action does what was ruled out, or gives up what could still be done."""
    assert view.own
    verb, *args = promise
    if verb == "avoid":
        return action[0] in ("place", "commissar") and action[1:] == tuple(args)
    if verb == "spare":
        return action[0] == "ship" and action[2] == args[0]
    if is_kept(view.own.deeds, promise):
        return False
    if verb == "place":
        is_last = view.asks == "place" and view.own.meeples == 1
        return is_last and action[0] in ("place", "commissar") and action[1:] != tuple(args)
    return action == DONE and view.asks == _STEPS.get(str(verb)) and _is_possible(view, promise)


def _is_possible(view: View, promise: Clause) -> bool:
    """Whether another step could still bring the promise nearer."""
    assert view.own
    verb, *args = promise
    if verb == "burn":
        return any(view.own.warehouse[n] for n in range(COUNT) if BURN[n])
    there = view.pool if verb == "load" else view.drawn
    return bool(there[INDEX[str(args[0])]]) and view.basket.count < view.basket.most
