"""Names of cubes, of locations and of places on a player's board."""

from collections.abc import Iterable

from engine.factory_42.resources import RESOURCES
from engine.kernel.phrases import joined

LOCATION_NAMES = {
    "requisition": "Requisition",
    "bureaucracy": "Bureaucracy",
    "loading": "Loading",
    "spiking": "Spiking",
    "shipping": "Shipping",
    "steam": "Steam Generation",
    "operate": "Operate",
    "guild": "the Inventors' Guild",
    "embassy": "the Elven Embassy",
    "trading": "Trading",
    "research": "Research",
    "manufacturium1": "Manufacturium 1",
    "accounting": "Accounting",
    "manufacturium2": "Manufacturium 2",
}
IMPROVEMENT_NAMES = {
    "small_warehouse": "Small Warehouse",
    "large_warehouse": "Large Warehouse",
    "crane": "Crane",
    "incinerator": "Incinerator",
}


def location_name(place: str) -> str:
    return LOCATION_NAMES[place]


def resource_name(resource: str | int) -> str:
    """Return the name, such as “Flax”."""
    return (RESOURCES[resource] if isinstance(resource, int) else resource).capitalize()


def amount(count: int, resource: str | int) -> str:
    """Write “2 Flax”."""
    return f"{count} {resource_name(resource)}"


def parts(cubes: Iterable[int]) -> list[str]:
    """Write each resource that is there, with its count."""
    return [amount(count, resource) for resource, count in enumerate(cubes) if count]


def amounts(cubes: Iterable[int], none: str = "nothing") -> str:
    """Write “2 Flax and 1 Coal”."""
    return joined(parts(cubes)) or none


def listed(cubes: Iterable[int], none: str = "nothing") -> str:
    """Write “2 Flax, 1 Coal”."""
    return ", ".join(parts(cubes)) or none
