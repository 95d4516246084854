"""The eleven resources. Cubes in one place are a list of counts in the order of RESOURCES."""

from collections.abc import Iterable, Mapping

from engine.factory_42.board import BOARD

Cubes = list[int]

RESOURCES: tuple[str, ...] = tuple(BOARD.resource)
COUNT = len(RESOURCES)
INDEX: dict[str, int] = {name: number for number, name in enumerate(RESOURCES)}
MAGIC, COAL = INDEX["magic"], INDEX["coal"]
SIZES = ("small", "medium", "large")
CATEGORIES = ("material", "metal", "food")

SIZE: tuple[str, ...] = tuple(row.size for row in BOARD.resource.values())
CATEGORY: tuple[str, ...] = tuple(row.category for row in BOARD.resource.values())
POINTS: tuple[int, ...] = tuple(row.points for row in BOARD.resource.values())
BURN: tuple[int, ...] = tuple(row.burn for row in BOARD.resource.values())
INCINERATE: tuple[int, ...] = tuple(row.incinerate for row in BOARD.resource.values())
OF_CATEGORY: dict[str, tuple[int, ...]] = {
    kind: tuple(n for n in range(COUNT) if CATEGORY[n] == kind) for kind in CATEGORIES
}
BURNABLE: tuple[int, ...] = tuple(n for n in range(COUNT) if BURN[n])
FUEL: tuple[int, ...] = tuple(n for n in range(COUNT) if INCINERATE[n])
REQUISITIONED: tuple[int, ...] = tuple(n for n in range(COUNT) if POINTS[n])

NEXT_SIZE: dict[int, int] = {  # Ruling 49, `upgrade`: within a category
    kinds[place]: kinds[place + 1] for kinds in OF_CATEGORY.values() for place in (0, 1)
}


def empty() -> Cubes:
    return [0] * COUNT


def cubes(bundle: Mapping[str, int]) -> Cubes:
    counts = empty()
    for name, count in bundle.items():
        counts[INDEX[name]] = count
    return counts


def named(counts: Iterable[int]) -> dict[str, int]:
    """Return only what is there, by name."""
    return {name: count for name, count in zip(RESOURCES, counts, strict=True) if count}


def add(target: Cubes, more: Iterable[int]) -> None:
    for number, count in enumerate(more):
        target[number] += count


def fits_within(cost: Iterable[int], stock: Iterable[int]) -> bool:
    return all(need <= have for need, have in zip(cost, stock, strict=True))
