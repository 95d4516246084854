"""Explains to the player why an action isn't legal; `actions` decides what is legal."""

from typing import Any

from engine.factory_42.actions import QUESTIONS, choices
from engine.factory_42.board import BOARD, IMPROVEMENTS
from engine.factory_42.cards import COMMISSIONS, INVENTIONS, ORDERS, QUALITIES
from engine.factory_42.deals import VERBS_OF_DEALS, is_time_for_deals
from engine.factory_42.market import price, worth
from engine.factory_42.nouns import location_name, resource_name
from engine.factory_42.phrases import card_name, count_in
from engine.factory_42.places import place_of
from engine.factory_42.resources import INDEX, POINTS
from engine.factory_42.state import LOCATIONS, NO_COMMISSAR, OWN_BOARD, Player, State
from engine.kernel.codes import Action, code
from engine.kernel.game import Fault
from engine.kernel.phrases import plural

WAIT = "It's not your turn."
_NOW = {
    "start": "First choose “start rosettes” or “start vp”.",
    "start_cubes": "Take cubes with “own flax”, or say “done”.",
    "spoil": "First choose the Food you return, such as “spoil lichen”.",
    "ready": "Say “ready” when you're done talking.",
    "place": "Place a meeple, such as “place loading” or “commissar trading”.",
    "requisition": "Spend your points with “own flax” and “pool flax”.",
    "car": "First choose a Railcar, such as “car 1”.",
    "load": "Load cubes from the Pool, such as “load flax”.",
    "bag": "Put cubes into the Bag, such as “bag gold”.",
    "draw": "First name the sizes you draw, such as “draw any 4”.",
    "spike": "Put a drawn cube into a Railcar, such as “spike gold 1”, or say “done”.",
    "double": "Say “double” or “single”.",
    "ship": "Ship a Railcar, such as “ship 1 0 2” for Railcar 1 to Dock 2 of seat 0.",
    "burn": "Burn cubes, such as “burn wood”, or say “done”.",
    "operate": "Operate one of your Inventions, or say “done”.",
    "move": "Move a cube, such as “move flax dock 1 warehouse”, or say “done”.",
    "seal": "Take cubes with “own flax”, or say “done”.",
    "rummage": "First name the sizes you draw, such as “draw any 2”.",
    "keep_cube": "Choose the cube you keep, such as “keep gold”.",
    "scrap": "Choose a cube to scrap, such as “scrap flax warehouse”.",
    "take": "Take an Invention, such as “take pocket_boiler”, or say “done”.",
    "enter": "Say “enter” to pay and draw Commissions, or “done”.",
    "commissar_enter": "Say “enter” to pay for your Magic, or “done”.",
    "keep": "Choose the Commission you keep.",
    "fee": "Pay the door fee, such as “fee flax”, or say “done”.",
    "trade": "Trade with “sell flax” and “buy gold”, or say “done”.",
    "research": "Research something, or say “done”.",
    "make": "Make a good, or say “done”.",
    "incinerate": "Burn more into your store, such as “incinerate flax”, or say “done”.",
    "account": "Choose “bribe”, “favour”, “fame” or “cheat”, or say “done”.",
    "lose": "Choose “lose rosettes” or “lose vp”.",
    "cleanup": "Say “return” with a Railcar, “swap”, or “done”.",
}


def wrong_time(state: State, seat: int, action: Action) -> str | None:
    verb = str(action[0])
    if verb in VERBS_OF_DEALS:
        is_time = is_time_for_deals(state)
        return None if is_time else "Deals are made after the draw and before scoring."
    if seat not in state.acting:
        return WAIT
    if verb not in QUESTIONS[state.asks].verbs:
        return f"You can't use “{verb}” now. {_NOW[state.asks]}"
    return None


def _alone(verb: str, otherwise: str = "") -> Fault:
    def explained(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
        return f"Type “{verb}” on its own." if args else otherwise or None

    return explained


def _now(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    """Say what can be typed now, when the verb fits but what follows it doesn't."""
    return _NOW[state.asks]


# --- places -------------------------------------------------------------------------------------


def _location(state: State, args: list[Any]) -> str | None:
    place = place_of(tuple(args))
    if place not in LOCATIONS:
        return "Name a location, such as “loading” or “manufacturium 1”."
    if not state.is_in_play(place):
        return f"{_called(place)} is only there with the expansion."
    if place in state.rules.closed:
        return f"{_called(place)} is closed this round; choose another location."
    return None


def _called(place: str) -> str:
    name = location_name(place)
    return name[0].upper() + name[1:]


def _place(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if fault := _location(state, args):
        return fault
    place = place_of(tuple(args))
    if place == state.rules.fee_at and player.rosettes < state.rules.fee:
        fee = plural(state.rules.fee, "Rosette")
        where = location_name(place)
        return f"A Worker at {where} costs {fee} this round, and you have none; go elsewhere."
    if place in OWN_BOARD:
        return f"You already have a Worker at {location_name(place)}."
    return f"All Worker slots at {location_name(place)} are taken; choose another location."


def _commissar(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if fault := _location(state, args):
        return fault
    place = place_of(tuple(args))
    if place in NO_COMMISSAR:
        return f"{_called(place)} has no Commissar slot."
    if state.rules.no_commissars:
        return "Nobody may be a Commissar this round; place a Worker."
    return f"There's already a Commissar at {location_name(place)}."


def _pass(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    return "Type “pass” on its own." if args else "You can't pass while a slot is open for you."


# --- cubes --------------------------------------------------------------------------------------


def _cubes(args: list[Any], example: str) -> str | None:
    """Say what is wrong with a resource and its count."""
    if not args or args[0] not in INDEX:
        return f"Name a resource, such as “{example}”."
    if len(args) > 2 or (len(args) == 2 and not (isinstance(args[1], int) and args[1] > 1)):
        return f"A number above 1 may follow, such as “{example} 2”; for one cube leave it out."
    return None


def _own(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if fault := _cubes(args, "own flax"):
        return fault
    name, points = args[0], POINTS[INDEX[args[0]]]
    if not points or name in state.basket.used:
        return f"You can't take {resource_name(name)} here."
    if points * count_in(args) > state.basket.points:
        return f"You have only {plural(state.basket.points, 'own point')} left; take less."
    if count_in(args) > player.free:
        return _room(player)
    return _has("The Supply", state.supply[INDEX[name]], name)


def _room(player: Player) -> str:
    if player.free < 1:
        return "Your Warehouse is full."
    return f"Your Warehouse has room for only {plural(player.free, 'more cube')}."


def _has(what: str, count: int, name: str) -> str:
    """Write “The Pool has no Steel.” or “The Pool has only 2 Steel.”"""
    return f"{what} has {f'only {count}' if count else 'no'} {resource_name(name)}."


def _pool(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if fault := _cubes(args, "pool flax"):
        return fault
    points = POINTS[INDEX[args[0]]]
    if not points:
        return f"{resource_name(args[0])} can't be requisitioned."
    left = state.basket.points + state.basket.pool_points
    if points * count_in(args) > left:
        return f"You have only {plural(left, 'point')} left for the Pool."
    return _has("The Supply", state.supply[INDEX[args[0]]], args[0])


def _load(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if fault := _cubes(args, "load flax"):
        return fault
    there = state.pool[INDEX[args[0]]]
    if count_in(args) > there:
        return _has("The Pool", there, args[0])
    room = BOARD.railcar_room - sum(state.load(state.basket.car))
    left = min(state.basket.most - state.basket.count, room)
    if not left:
        return "Nothing more can be loaded into this Railcar; say “done” to send it off."
    return f"You can load only {plural(left, 'more cube')} into this Railcar."


def _bag(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if fault := _cubes(args, "bag gold"):
        return fault
    left = state.basket.most - state.basket.count
    if not POINTS[INDEX[args[0]]]:
        return f"{resource_name(args[0])} can't be put into the Bag."
    if not left:
        return "You've put enough into the Bag; say “done”."
    if count_in(args) > left:
        return f"You can put only {plural(left, 'more cube')} into the Bag."
    return _has("The Supply", state.supply[INDEX[args[0]]], args[0])


def _held(verb: str, needs: str) -> Fault:
    """Explain verbs that take cubes from the Warehouse."""

    def explained(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
        if fault := _cubes(args, f"{verb} flax"):
            return fault
        have = player.warehouse[INDEX[args[0]]]
        if count_in(args) > have:
            return _has("Your Warehouse", have, args[0])
        return needs

    return explained


def _spike(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if len(args) != 2 or args[0] not in INDEX:
        return "Name a drawn cube and a Railcar, such as “spike gold 1”."
    if state.basket.count >= state.basket.most:
        return f"You've already placed {state.basket.count} cubes; say “done”."
    if not state.drawn[INDEX[args[0]]]:
        return f"There's no drawn {resource_name(args[0])} left."
    return "That Railcar isn't on the track, or it's full."


def _ship(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if len(args) != 3 or not all(isinstance(word, int) for word in args):
        return _NOW["ship"]
    if args[0] not in state.basket.pair:
        cars = " or ".join(map(str, state.basket.pair))
        return f"You can only ship Railcar {cars}."
    return "There's no open Dock with that number; choose another."


def _trade(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    cubes = args[2:] if args[:1] == ["dock"] else args
    if fault := _cubes(cubes, "sell flax"):
        return fault
    if state.basket.bought:
        return "You've already bought something, so you can't sell any more in this trade."
    if not worth(state, INDEX[cubes[0]]):
        return f"The Market takes no {resource_name(cubes[0])} this round."
    if cubes is args:
        return _has("Your Warehouse", player.warehouse[INDEX[cubes[0]]], cubes[0])
    if args[1] not in (1, 2):
        return "Your Docks are 1 and 2."
    load = state.dock_load(seat, args[1])
    return _has(f"Dock {args[1]}", load[INDEX[cubes[0]]] if load else 0, cubes[0])


def _buy(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if fault := _cubes(args, "buy gold"):
        return fault
    resource = INDEX[args[0]]
    if resource in state.basket.sold:
        return f"You sold {resource_name(args[0])} in this trade, so you can't buy any."
    if not price(state, resource):
        return f"The Market has no {resource_name(args[0])} this round."
    cost = price(state, resource) * count_in(args)
    if cost > state.basket.worth:
        return f"That costs {cost}, and what you've sold is worth {state.basket.worth}."
    if player.free < count_in(args):
        return _room(player)
    return _has("The Supply", state.supply[resource], args[0])


# --- goods and cards ----------------------------------------------------------------------------


def _make(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if not args or (args[0] not in ORDERS and args[0] not in COMMISSIONS):
        return "Name a Government Order and a quality, or one of your Commissions."
    name = args[0]
    if name in COMMISSIONS:
        if name not in player.commissions and name not in player.begun:
            return f"You don't have the Commission {card_name(name)}."
        return _too_dear(name) if len(args) == 1 else "A Commission has no quality."
    if state.order(name) is None:
        return f"{card_name(name)} isn't among the open Government Orders."
    if len(args) != 2 or args[1] not in QUALITIES:
        return f"Add the quality, such as “make {name} minimum”."
    return _too_dear(name)


def _too_dear(name: str) -> str:
    return f"You can't pay for {card_name(name)} with what you can use here."


def _research(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if len(args) != 1 or (args[0] not in IMPROVEMENTS and args[0] not in INVENTIONS):
        return "Name an improvement or one of your Inventions, such as “research crane”."
    name = args[0]
    if "research" in state.basket.used:
        has_worker = "research" in player.at
        return "A Worker researches only once." if has_worker else "You have no Worker there."
    if name in player.improvements or name in player.inventions or name in player.spent:
        return f"You already have {card_name(name)}."
    if name in INVENTIONS and name not in player.unresearched:
        return f"You haven't taken {card_name(name)} at the Guild."
    return f"You can't pay for {card_name(name)} from your Warehouse."


def _director(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if args not in (["vp"], ["magic"]):
        return "Say “director vp” or “director magic”."
    if "research" not in player.commissar_at:
        return "Only your Commissar at Research can do that."
    if "director" in state.basket.used:
        return "The Director can do that only once a round."
    needed = BOARD.research.director_rosettes
    if player.rosettes < needed:
        return f"The Director needs {needed} Rosettes."
    return "The Supply has no Magic left."


def _hold(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if len(args) == 1 and args[0] in state.basket.held:
        return "You're already holding that back."
    return "You can hold back “steam”, “private” or a resource that you could pay with."


def _operate(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if not args or args[0] not in INVENTIONS:
        return "Name one of your researched Inventions, such as “operate wind_up_clerk”."
    name = args[0]
    if name in player.operated:
        return f"You've already operated {card_name(name)} this round."
    if name not in player.inventions:
        return f"You haven't researched {card_name(name)}."
    offered = [code(action) for action in choices(state, seat) if action[1:2] == (name,)]
    if not offered:
        return f"{card_name(name)} would have no effect now."
    return f"Type it like this: “{offered[0]}”."


def _account(verb: str, needs: str) -> Fault:
    def explained(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
        if verb in state.basket.used:
            return "Each Worker can do that only once; choose something different."
        if len(state.basket.used) >= BOARD.accounting.actions:
            return "This Worker has done enough; say “done”."
        return needs

    return explained


def _take(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if len(args) == 1 and args[0] in state.inventions:
        return f"You can't pay {state.basket.points} Steam."
    return "That Invention isn't in the Guild's row."


def _keep(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    return "Choose one of those you've just drawn."


def _done(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if args:
        return "Type “done” on its own."
    if state.asks == "requisition":
        return "Every point must be spent: put more into the Pool."
    if state.asks == "load":
        return f"Load at least {plural(state.basket.least, 'cube')}."
    if state.asks == "bag":
        return f"Put {plural(state.basket.most - state.basket.count, 'more cube')} into the Bag."
    return None


def _cleanup(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    return "You can only return a Railcar that's at one of your Docks."


def _swap(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if args:
        return "Type “swap” on its own."
    return "You can swap your Docks only once." if player.swapped else "Your Docks are empty."


# --- deals --------------------------------------------------------------------------------------


def _propose(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if player.draft:
        return "You're already drafting a deal: “send” it or “drop” it first."
    sent = sum(deal.sides[0] == seat and deal.round == state.round for deal in state.deals)
    if sent >= BOARD.deals.offers:
        return f"You've made {sent} offers this round; that's enough."
    return "Name another player's seat, such as “propose 1”."


def _clause(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if not player.draft:
        return "Begin a deal first, such as “propose 1”."
    if not args or args[0] not in ("me", "you"):
        return "Say who promises it: “clause me …” or “clause you …”."
    written = player.draft.me if args[0] == "me" else player.draft.you
    if tuple(args[1:]) in written:
        return "That clause is already in the deal."
    if len(written) >= BOARD.deals.clauses:
        return f"Each side has at most {BOARD.deals.clauses} clauses."
    return "That can't be promised, or it's too late for it this round."


def _draft(verb: str) -> Fault:
    def explained(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
        if args:
            return f"Type “{verb}” on its own."
        if not player.draft:
            return "You have no draft; begin one, such as “propose 1”."
        return "Write at least one clause first, such as “clause me pool coal”."

    return explained


def _offer(state: State, seat: int, player: Player, args: list[Any]) -> str | None:
    if len(args) != 1 or not isinstance(args[0], int) or not 1 <= args[0] <= len(state.deals):
        return "Name the number of an offer."
    return f"Deal {args[0]} isn't open for you to do that."


FAULTS: dict[str, Fault] = {
    "start": _now,
    "spoil": _now,
    "ready": _alone("ready"),
    "place": _place,
    "commissar": _commissar,
    "pass": _pass,
    "own": _own,
    "pool": _pool,
    "car": lambda *_: "Choose a Railcar in the Station that has room.",
    "load": _load,
    "bag": _bag,
    "draw": lambda state, *_: (
        f"Name sizes for {plural(state.basket.count, 'cube')} in the order small, medium, large, "
        f"any, such as “draw any {state.basket.count}”."
    ),
    "spike": _spike,
    "double": _alone("double"),
    "single": _alone("single"),
    "ship": _ship,
    "burn": _held("burn", "That can't be burned; Flax, Lichen, Wood, Mushroom and Coal can."),
    "operate": _operate,
    "move": lambda *_: "Name a cube and two places, such as “move flax dock 1 warehouse”.",
    "scrap": lambda *_: "Name a cube and its place, such as “scrap flax dock 1”.",
    "take": _take,
    "enter": _alone("enter"),
    "keep": _keep,
    "fee": _held("fee", "The fee is one cube, such as “fee flax”."),
    "sell": _trade,
    "buy": _buy,
    "hold": _hold,
    "research": _research,
    "director": _director,
    "make": _make,
    "incinerate": _held("incinerate", "That doesn't burn, or your store has no room for it."),
    "bribe": _account("bribe", "A bribe is 1 Marble, Gold, Beer or Magic from your Warehouse."),
    "favour": _account("favour", "A favor costs a Rosette; type “favour” on its own."),
    "fame": _account("fame", "Fame costs 2 VP, and the Supply must have Rosettes."),
    "cheat": _account("cheat", "Name 3 cubes from your Warehouse in alphabetical order."),
    "lose": _now,
    "return": _cleanup,
    "swap": _swap,
    "done": _done,
    "propose": _propose,
    "clause": _clause,
    "drop": _draft("drop"),
    "send": _draft("send"),
    "accept": _offer,
    "decline": _offer,
    "withdraw": _offer,
}
