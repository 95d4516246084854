"""The resources that machines on the board make."""

from enum import StrEnum


class Resource(StrEnum):
    CHEMICALS = "chemicals"
    WOOD = "wood"
    GEARS = "gears"
    STEEL = "steel"


RESOURCES: tuple[str, ...] = tuple(str(resource) for resource in Resource)
