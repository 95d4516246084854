"""Says in a few words what a meeple brings at each location."""

from collections.abc import Callable

from engine.factory_42.board import BOARD
from engine.factory_42.view import View
from engine.kernel.game import Names
from engine.kernel.phrases import clipped, plural

Gives = Callable[[View, int, Names], str]  # view, Workers who stand there already, names


def worker_gives(view: View, place: str, names: Names) -> str:
    """Say what the next free Worker slot brings."""
    there = len(view.workers.get(place, ()))
    if there >= view.slots.get(place, there + 1):
        return "every slot is taken now"
    return _WORKERS[place](view, there, names)


def commissar_gives(view: View, place: str, names: Names) -> str:
    return _COMMISSARS[place](view, len(view.workers.get(place, ())), names)


def _requisition(view: View, there: int, names: Names) -> str:
    numbers = BOARD.requisition
    text = f"{numbers.pool[there]} points for the Pool, {numbers.own[there]} for you"
    return text if there else f"{text}, {plural(numbers.first_rosettes, 'Rosette')}"


def _loading(view: View, there: int, names: Names) -> str:
    numbers = BOARD.loading
    more = numbers.with_commissar if "loading" in view.commissars else 0
    return f"load {numbers.least + more} to {numbers.most + more} cubes of the Pool"


def _spiking(view: View, there: int, names: Names) -> str:
    placed = f"put up to {BOARD.spiking.placed_per_worker} drawn cubes into Railcars"
    return placed if there else f"name the sizes to draw, {placed}"


def _steam(view: View, there: int, names: Names) -> str:
    return f"burn your cubes; {plural(BOARD.steam.rosettes[there], 'Rosette')} for at least 1"


def _operate(view: View, there: int, names: Names) -> str:
    owned = len(view.own.inventions) if view.own else 0
    return f"use your {plural(owned, 'Invention')}" if owned else "you have no Invention to use"


def _door(what: str, place: str) -> Gives:
    def gives(view: View, there: int, names: Names) -> str:
        owner = view.commissars.get(place, view.seat)
        if owner is None or owner == view.seat:
            return what
        return f"{what}; {clipped(names[owner])} takes 1 cube"

    return gives


def _points_of_commissar(view: View, there: int, names: Names) -> str:
    numbers = BOARD.requisition
    pool = numbers.commissar_pool + numbers.per_worker_pool * there
    own = numbers.per_worker_own * there
    return f"{pool} points for the Pool and {own} for you so far"


def _chair_at_guild(view: View, there: int, names: Names) -> str:
    count = BOARD.guild.commissar_rosettes * there
    return f"1 Rosette for each Worker: {plural(count, 'Rosette')} so far"


def _research(view: View, there: int, names: Names) -> str:
    return "build an improvement" + (", or research an Invention" if view.has_expansion else "")


def _always(text: str) -> Gives:
    return lambda view, there, names: text


_WORKERS: dict[str, Gives] = {
    "requisition": _requisition,
    "loading": _loading,
    "spiking": _spiking,
    "shipping": _always("send one of the first two Railcars to any open Dock"),
    "steam": _steam,
    "operate": _operate,
    "guild": lambda view, there, names: f"take an Invention for {BOARD.guild.steam[there]} Steam",
    "embassy": _always(f"for {BOARD.embassy.steam} Steam, keep 1 of 2 Commissions"),
    "trading": _door("swap cubes at this round's prices", "trading"),
    "research": _research,
    "manufacturium1": _always("make a good from Dock 1 and your Warehouse"),
    "accounting": _door(f"{BOARD.accounting.actions} of bribe, favor, fame, cheat", "accounting"),
    "manufacturium2": _always("make a good from Dock 2 and your Warehouse"),
}
_COMMISSARS: dict[str, Gives] = {
    "requisition": _points_of_commissar,
    "loading": _always(
        f"{plural(BOARD.loading.commissar_rosettes, 'Rosette')}; every Worker loads 1 more"
    ),
    "spiking": _always(f"put {BOARD.spiking.commissar_cubes} cubes into the Bag first"),
    "shipping": _always("once, make a Worker ship both Railcars"),
    "guild": _chair_at_guild,
    "embassy": _always("pay 1 Steam for 1 Magic for each Worker who paid"),
    "trading": _always("others pay you 1 cube to trade, you trade for free"),
    "accounting": _always("others pay you 1 cube at the door, you don't pay"),
    "research": _always(
        f"a free Magic for research; {BOARD.research.director_rosettes} Rosettes → 1 VP or 1 Magic"
    ),
    "manufacturium1": _always("a free Magic for your good there"),
    "manufacturium2": _always("a free Magic for your good there"),
}
