"""Where meeples stand and where a player's cubes can be moved."""

from engine.factory_42.board import BOARD
from engine.factory_42.resources import COUNT, RESOURCES, Cubes
from engine.factory_42.state import LOCATIONS, NO_COMMISSAR, OWN_BOARD, State
from engine.factory_42.stock import pay_rosettes
from engine.kernel.codes import Action

Words = tuple[str | int, ...]


def words_of(place: str) -> Words:
    """A location as codes name it: `manufacturium 1`."""
    return ("manufacturium", int(place[-1])) if place[-1].isdigit() else (place,)


def place_of(words: Words) -> str:
    return "".join(map(str, words))


_PLACE: dict[str, Action] = {place: ("place", *words_of(place)) for place in LOCATIONS}
_COMMISSAR: dict[str, Action] = {place: ("commissar", *words_of(place)) for place in LOCATIONS}


def placements(state: State, seat: int) -> list[Action]:
    """Rulings 24 to 28: every open slot for one meeple."""
    found = [_PLACE[place] for place in LOCATIONS if has_open_slot(state, seat, place)]
    if not state.rules.no_commissars:
        found += [_COMMISSAR[place] for place in LOCATIONS if _has_chair(state, seat, place)]
    return found


def has_open_slot(state: State, seat: int, place: str) -> bool:
    """Whether a Worker of the seat may take a slot there."""
    if not state.is_in_play(place) or place in state.rules.closed:
        return False
    if place == state.rules.fee_at and state.players[seat].rosettes < state.rules.fee:
        return False  # Ruling 28
    if place in OWN_BOARD:
        return place not in state.players[seat].at
    return len(state.workers.get(place, ())) < state.slots(place)


def _has_chair(state: State, seat: int, place: str) -> bool:
    """Whether the Commissar slot there is open."""
    if place in NO_COMMISSAR or not state.is_in_play(place) or place in state.rules.closed:
        return False
    if place in OWN_BOARD:
        return place not in state.players[seat].commissar_at
    return place not in state.commissars


def stand_at(state: State, seat: int, place: str) -> None:
    """A Worker takes the lowest free slot (ruling 25) and pays what placing costs."""
    player = state.players[seat]
    if place == state.rules.fee_at:
        pay_rosettes(state, player, state.rules.fee)
    if place in OWN_BOARD:
        player.at.append(place)
    else:
        state.workers.setdefault(place, []).append(seat)
    player.did(f"place/{place}")


def sit_at(state: State, seat: int, place: str) -> None:
    """A meeple becomes the Commissar."""
    player = state.players[seat]
    if place in OWN_BOARD:
        player.commissar_at.append(place)
    else:
        state.commissars[place] = seat
    player.did(f"place/{place}")


def stores(state: State, seat: int) -> list[tuple[Words, Cubes, int]]:
    """The Warehouse and the Docks with a Railcar: words, cubes, and free room."""
    player = state.players[seat]
    found: list[tuple[Words, Cubes, int]] = [(("warehouse",), player.warehouse, player.free)]
    for dock in (1, 2):
        load = state.dock_load(seat, dock)
        if load is not None:
            found.append((("dock", dock), load, BOARD.railcar_room - sum(load)))
    return found


def moves(state: State, seat: int) -> list[Action]:
    """Freight Elevator: one cube from one place to another that has room."""
    places = stores(state, seat)
    return [
        ("move", RESOURCES[resource], *source, *target)
        for source, cubes, _ in places
        for target, _, room in places
        if source != target and room > 0
        for resource in range(COUNT)
        if cubes[resource]
    ]
