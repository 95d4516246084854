"""The autopilot's estimates for a meeple at each location."""

from collections.abc import Callable

from engine.factory_42.board import BOARD
from engine.factory_42.cards import IMPROVEMENT_COSTS, INVENTIONS, Cost
from engine.factory_42.effects import Discount
from engine.factory_42.outlook import CUBE, MAKING, Outlook, points
from engine.factory_42.places import place_of
from engine.factory_42.resources import BURN, INDEX, MAGIC
from engine.kernel.codes import Action

SECOND = 1.3  # a second Manufacturium, if there are cubes for two goods
TRADE = 0.3  # a Worker at Trading; what it sells and buys is seen later
EMBASSY, GUILD = 1.2, 0.4  # the first Commission, and an Invention
COLD, CHILL = 0.1, 0.2  # a Steam that will be missing: for stoking, and against loading all


def placing(outlook: Outlook, action: Action) -> float:
    if action[0] == "pass":
        return 0.0
    place = place_of(action[1:])
    if action[0] == "commissar":
        return _chair(outlook, place)
    if place in MAKING:
        return _making(outlook, place)
    return PLACES[place](outlook)


def _making(outlook: Outlook, place: str) -> float:
    """Value own slots low until the last meeples: nobody can take them."""
    placed = sum(each in outlook.player.at for each in MAKING)
    is_urgent = outlook.player.meeples <= 2 - placed
    dock = outlook.player.docks[int(place[-1]) - 1]
    has_load = 0.2 if dock and any(dock.load) else 0.0
    if not is_urgent:
        return 0.2 + has_load
    return has_load + (6.0 if not placed else SECOND * min(1.0, _coming(outlook) / 9))


def _coming(outlook: Outlook) -> float:
    """Estimate the cubes that the seat will have when goods are made."""
    shipped = 3.5 * min(outlook.own_at("shipping"), outlook.open_docks)
    return sum(outlook.stock) + shipped + 1.5 * outlook.own_at("requisition")


def _at_requisition(outlook: Outlook) -> float:
    slot = outlook.there("requisition")
    own = BOARD.requisition.own[slot]
    first = outlook.rosette * BOARD.requisition.first_rosettes if slot == 0 else 0.0
    room = min(own, max(0, outlook.player.free))
    return 0.6 + 0.35 * room + first - 0.7 * outlook.own_at("requisition")


def _at_loading(outlook: Outlook) -> float:
    coming = sum(outlook.view.pool) + 5 * outlook.there("requisition") + 2
    free = coming - 3 * outlook.there("loading")
    if free < 3:
        return 0.2
    own = outlook.own_at("loading")
    return 2.4 - own * (1.3 + CHILL * max(0.0, _cold(outlook)))


def _at_shipping(outlook: Outlook) -> float:
    cars = len(outlook.view.track) + max(2, outlook.there("loading"))
    own = outlook.own_at("shipping")
    if outlook.open_docks <= own or cars <= outlook.there("shipping"):
        return 0.1
    return 2.6 - 1.1 * own


def _at_spiking(outlook: Outlook) -> float:
    has_ship = outlook.own_at("shipping") > 0
    return 0.9 if has_ship and not outlook.own_at("spiking") else 0.3


def _at_steam(outlook: Outlook) -> float:
    slot = outlook.there("steam")
    spare = sum(n for n, burn in zip(outlook.spare, BURN, strict=True) if burn)
    left = spare - outlook.own_at("steam")
    chance = 1.0 if left > 0 else 0.75 if outlook.own_at("requisition") else 0.3
    need = COLD * min(6.0, max(0.0, _cold(outlook)))
    return chance * (outlook.rosette * BOARD.steam.rosettes[slot] + need - 0.1)


def _cold(outlook: Outlook) -> float:
    """Estimate the Steam that this round's goods will lack if nobody else burns cubes."""
    view = outlook.view
    left = sum(view.pool) + 5 * outlook.there("requisition") - 4 * outlook.there("loading")
    stoked = 2 * outlook.there("steam")
    return 3 * len(view.players) - view.steam - 0.7 * max(0, left) - stoked


def _at_accounting(outlook: Outlook) -> float:
    """Value a further Worker by what the first ones leave to sell."""
    view, own = outlook.view, outlook.own_at("accounting")
    rosettes = outlook.player.rosettes + 2 * outlook.own_at("steam")
    favor = 1 - 0.34 if rosettes > own + 1 else 0.0
    large = sum(outlook.spare[INDEX[name]] for name in BOARD.accounting.bribe)
    bribe = 0.7 if large > own else 0.25
    cheat = 0.5 if sum(outlook.spare) >= 3 + 2 * own else 0.1
    best = sorted((favor, bribe, cheat))[1:]
    fee = 0.35 if view.commissars.get("accounting", outlook.seat) != outlook.seat else 0.0
    paid = outlook.rosette * view.fee if view.fee_at == "accounting" else 0.0
    return 0.3 + sum(best) - fee - paid


def _at_trading(outlook: Outlook) -> float:
    if outlook.own_at("trading"):
        return 0.05
    fee = 0.35 if "trading" in outlook.view.commissars else 0.0
    return TRADE - fee


def _at_research(outlook: Outlook) -> float:
    left = outlook.view.last_round - outlook.view.round
    best = max((_project(outlook, name, left) for name in _projects(outlook)), default=0.0)
    return best


def _projects(outlook: Outlook) -> list[str]:
    player = outlook.player
    return [
        *(name for name in IMPROVEMENT_COSTS if name not in player.improvements),
        *player.unresearched,
    ]


def project_cost(name: str) -> Cost:
    return IMPROVEMENT_COSTS[name] if name in IMPROVEMENT_COSTS else INVENTIONS[name].cost


def _project(outlook: Outlook, name: str, left: int) -> float:
    """Value a research that could be paid from the Warehouse now."""
    cost = project_cost(name)
    lacking = sum(
        max(0, need - have) for need, have in zip(cost.cubes, outlook.player.warehouse, strict=True)
    )
    jokers = outlook.player.warehouse[MAGIC] - cost.cubes[MAGIC]
    if lacking > max(0, jokers):
        return 0.1 if name in IMPROVEMENT_COSTS else 0.3
    return project_worth(name, left) - CUBE * points(cost.cubes)


def project_worth(name: str, left: int) -> float:
    if name in INVENTIONS:
        return INVENTIONS[name].vp - BOARD.final.unresearched + 0.25 * left
    lasting = {"crane": 0.35, "large_warehouse": 0.3, "small_warehouse": 0.15}
    return 0.6 + lasting.get(name, 0.2) * left


def _at_operate(outlook: Outlook) -> float:
    ready = [name for name in outlook.player.inventions if INVENTIONS[name].effect]
    return sum(0.8 if _is_strong(name) else 0.45 for name in ready)


def _is_strong(name: str) -> bool:
    return INVENTIONS[name].uses > 0 or isinstance(INVENTIONS[name].effect, Discount)


def _at_guild(outlook: Outlook) -> float:
    view = outlook.view
    cost = BOARD.guild.steam[outlook.there("guild")]
    free = len(view.inventions) - outlook.there("guild")
    if free < 1:
        return 0.0
    left = view.last_round - view.round
    return GUILD + 0.12 * min(left, 3) - 0.15 * cost - 0.3 * len(outlook.player.unresearched)


def _at_embassy(outlook: Outlook) -> float:
    left = outlook.view.last_round - outlook.view.round
    held = len(outlook.player.commissions) + len(outlook.player.begun)
    if outlook.view.steam + outlook.player.private <= outlook.there("embassy"):
        return 0.1  # nobody could pay
    return (EMBASSY if left else 0.4) - 0.7 * held - 0.8 * outlook.own_at("embassy")


PLACES: dict[str, Callable[[Outlook], float]] = {
    "requisition": _at_requisition,
    "loading": _at_loading,
    "spiking": _at_spiking,
    "shipping": _at_shipping,
    "steam": _at_steam,
    "operate": _at_operate,
    "guild": _at_guild,
    "embassy": _at_embassy,
    "trading": _at_trading,
    "research": _at_research,
    "accounting": _at_accounting,
}


def _chair(outlook: Outlook, place: str) -> float:
    """Value a meeple as the Commissar there."""
    workers, own = outlook.there(place), outlook.own_at(place)
    if place == "requisition":
        room = max(0, outlook.player.free)
        return 0.2 + 0.3 * min(workers, room) + 0.1 * workers
    if place in ("loading", "guild"):
        gained = workers if place == "guild" else 1
        return outlook.rosette * BOARD.loading.commissar_rosettes * gained
    if place in ("trading", "accounting"):
        return 0.3 * (workers - own) + 0.1
    if place == "embassy":
        return 0.45 * workers - 0.2
    if place in MAKING:
        return 0.85 if place in outlook.player.at else 0.35
    if place == "research":
        return 0.5 if outlook.player.rosettes >= BOARD.research.director_rosettes else 0.05
    return 0.15
