"""Every number that isn't printed on a card, read from `data/factory_42/board.toml` and checked."""

import tomllib
from typing import Literal

from engine.kernel.cards import DATA
from engine.kernel.strict import Strict

FOLDER = DATA / "factory_42"

Size = Literal["small", "medium", "large"]
Bundle = dict[str, int]


class ResourceRow(Strict):
    category: Literal["material", "metal", "food", "special"]
    size: Size
    supply: int
    points: int = 0  # of a requisition; 0: there is none
    burn: int = 0  # public Steam
    incinerate: int = 0  # Private Steam


class ImprovementRow(Strict):
    cost: Bundle
    room: int = 0  # of the Warehouse
    store: int = 0  # of Private Steam


class Requisition(Strict):
    pool: list[int]
    own: list[int]
    first_rosettes: int
    commissar_pool: int
    per_worker_pool: int
    per_worker_own: int


class Loading(Strict):
    least: int
    most: int
    with_commissar: int
    commissar_rosettes: int


class Spiking(Strict):
    draws: int
    draws_per_worker: int
    placed_per_worker: int
    commissar_cubes: int
    refill: Bundle
    slip: int
    bag: Bundle


class Steam(Strict):
    rupture_at: int
    rupture_to: int
    rosettes: list[int]


class Guild(Strict):
    steam: list[int]
    row: int
    commissar_rosettes: int


class Embassy(Strict):
    steam: int
    drawn: int
    commissar_magic: int


class Trading(Strict):
    sources: list[Literal["warehouse", "dock 1", "dock 2"]]


class Research(Strict):
    director_rosettes: int
    director_vp: int
    director_magic: int


class Accounting(Strict):
    actions: int
    bribe: list[str]
    bribe_vp: int
    favour_rosettes: int
    favour_vp: int
    fame_vp: int
    fame_rosettes: int
    cheat_cubes: int
    cheat_vp: int


class Scoring(Strict):
    order_vp: int
    hero_rosettes: int
    penalty_rosettes: int
    penalty_vp: int
    open_order_rosettes: int


class Final(Strict):
    rosettes_per_vp: int
    most: int
    unresearched: int


class Short(Strict):
    rounds: int
    rosettes: int
    vp: int
    points: int


class Tower(Strict):
    start: int
    full: int
    stick: dict[Size, list[int]]
    knock: dict[Size, int]


class Deals(Strict):
    clauses: int
    offers: int
    most: dict[str, int]


class Board(Strict):
    rounds: int
    rosettes: int
    railcars: int
    railcar_room: int
    warehouse_room: int
    least_vp: int
    most_vp: int
    meeples: dict[int, int]
    fewer_meeples: int
    fine: int
    resource: dict[str, ResourceRow]
    improvement: dict[str, ImprovementRow]
    slots: dict[str, int]
    more_slots: dict[int, dict[str, int]]
    requisition: Requisition
    loading: Loading
    spiking: Spiking
    steam: Steam
    guild: Guild
    embassy: Embassy
    trading: Trading
    research: Research
    accounting: Accounting
    scoring: Scoring
    final: Final
    short: Short
    tower: Tower
    deals: Deals


BOARD = Board.model_validate(
    tomllib.loads((FOLDER / "board.toml").read_text(encoding="utf-8")), strict=False
)
IMPROVEMENTS = BOARD.improvement
