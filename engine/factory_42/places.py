"""Where meeples stand and where a player's cubes can be moved."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from engine.factory_42.board import BOARD
from engine.factory_42.resources import COUNT, RESOURCES, Cubes
from engine.factory_42.state import EXPANSION, LOCATIONS, NO_COMMISSAR, OWN_BOARD, State
from engine.factory_42.stock import pay_rosettes
from engine.kernel.codes import Action
from engine.kernel.events import Fact

Words = tuple[str | int, ...]


def words_of(place: str) -> Words:
    """Return a location as it is written in codes: `manufacturium 1`."""
    return ("manufacturium", int(place[-1])) if place[-1].isdigit() else (place,)


def place_of(words: Words) -> str:
    return "".join(map(str, words))


def split(rest: Sequence[Any]) -> tuple[tuple[str | int, ...], tuple[str, int]]:
    """The words of a location, and the condition behind them."""
    if rest[-1] == "free":
        return tuple(rest[:-1]), ("free", 0)
    if len(rest) > 2 and rest[-2] in ("slot", "workers"):
        return tuple(rest[:-2]), (rest[-2], rest[-1])
    return tuple(rest), ("", 0)


class Spot(NamedTuple):
    """A location and what is needed to place a meeple there."""

    place: str
    is_own: bool
    slots: int  # of Workers
    worker: Action
    commissar: Action | None  # None: it has no Commissar slot


@cache
def spots(has_expansion: bool, seats: int) -> tuple[Spot, ...]:
    """List the locations of a table (rulings 25 and 26)."""
    more = BOARD.more_slots.get(seats, {})
    return tuple(
        Spot(
            place,
            place in OWN_BOARD,
            1 if place in OWN_BOARD else BOARD.slots[place] + more.get(place, 0),
            ("place", *words_of(place)),
            None if place in NO_COMMISSAR else ("commissar", *words_of(place)),
        )
        for place in LOCATIONS
        if has_expansion or place not in EXPANSION
    )


def placements(state: State, seat: int) -> list[Action]:
    """List every open slot for one meeple (rulings 24 to 28)."""
    player, rules = state.players[seat], state.rules
    workers, commissars = state.workers, state.commissars
    actions: list[Action] = []
    chairs: list[Action] = []
    for place, is_own, slots, worker, commissar in spots(
        state.options.expansion, len(state.players)
    ):
        if place in rules.closed:
            continue
        is_free = place not in player.at if is_own else len(workers.get(place, ())) < slots
        if is_free and (place != rules.fee_at or player.rosettes >= rules.fee):  # Ruling 28
            actions.append(worker)
        taken = player.commissar_at if is_own else commissars
        if commissar and place not in taken:
            chairs.append(commissar)
    return actions if rules.no_commissars else actions + chairs


def has_open_slot(state: State, seat: int, place: str) -> bool:
    """Whether a Worker of the seat may take a slot there."""
    return ("place", *words_of(place)) in placements(state, seat)


def stand_at(state: State, seat: int, place: str, events: list[Fact]) -> None:
    """Put a Worker on the lowest free slot (ruling 25) and pay what placing costs."""
    player = state.players[seat]
    if place == state.rules.fee_at:
        pay_rosettes(state, player, state.rules.fee)
        events.append(("placing_fee", seat, (place, state.rules.fee)))
    if place in OWN_BOARD:
        player.at.append(place)
    else:
        state.workers.setdefault(place, []).append(seat)
    player.did(f"place/{place}")


def sit_at(state: State, seat: int, place: str) -> None:
    """Make a meeple the Commissar."""
    player = state.players[seat]
    if place in OWN_BOARD:
        player.commissar_at.append(place)
    else:
        state.commissars[place] = seat
    player.did(f"place/{place}")


def stores(state: State, seat: int) -> list[tuple[Words, Cubes, int]]:
    """List the Warehouse and the Docks with a Railcar: words in a code, cubes, and free room."""
    player = state.players[seat]
    places: list[tuple[Words, Cubes, int]] = [(("warehouse",), player.warehouse, player.free)]
    for dock in (1, 2):
        load = state.dock_load(seat, dock)
        if load is not None:
            places.append((("dock", dock), load, BOARD.railcar_room - sum(load)))
    return places


def moves(state: State, seat: int) -> list[Action]:
    """List what the Freight Elevator can do: move one cube to another place with room."""
    places = stores(state, seat)
    return [
        ("move", RESOURCES[resource], *source, *target)
        for source, cubes, _ in places
        for target, _, room in places
        if source != target and room > 0
        for resource in range(COUNT)
        if cubes[resource]
    ]
