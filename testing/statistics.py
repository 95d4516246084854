"""Attempts and statistics to draw: some made by hand, some random, with any names."""

from collections.abc import Sequence
from random import Random

from render.challenge import RankedRow, Rival
from render.statistics import LevelRecord, Statistics

DAILY, MACHINE = "Daily challenge 2026-11-16", "Fantastic Factories · The Machine, hard"
NAMES = (
    "Ada",
    "Ben Turing",
    "Cleopatra of the Foundry",
    "Dirk",
    "Émile Zölá",
    "Fatima",
    "Gus",
    "高橋一郎",
    "Hannelore",
    "مرحبا بالعالم",
    "Ivo",
    "Joe",
)
RANKS = (1, 2, 2, 4, 5, 6, 7, 7, 7, 10, 11, 12)
RANGES = ("0", "1", "2–3", "4–6", "7+")
PARTS = ("goods", "prestige", "monuments", "unfinished masterpieces")
MUCH = Statistics(
    games=48,
    wins=31,
    average=21.43,
    best=34,
    rival="The Machine",
    levels=(
        LevelRecord("easy", 10, 12),
        LevelRecord("medium", 12, 20),
        LevelRecord("hard", 4, 11),
        LevelRecord("brutal", 0, 3),
    ),
    turn_time="median 3 h",
    dice=3.62,
    dice_rolled=1930,
    favorites=(
        ("Fulfillment Center", 24),
        ("Battery Factory", 19),
        ("Golem", 17),
        ("Trash Compactor", 9),
        ("Obelisk", 2),
    ),
    rating=1523,
    rated_games=29,
)
LITTLE = Statistics(
    games=3,
    wins=1,
    average=14.0,
    best=19,
    rival="The Machine",
    levels=(LevelRecord("easy", 1, 3),),
    turn_time="median 20 min",
    dice=3.31,
    dice_rolled=80,
)


def attempts(count: int) -> list[RankedRow]:
    """Return attempts, best first; most have beaten the opponent."""
    rng = Random(4)
    return [_attempt(rng, place) for place in range(count)]


def _attempt(rng: Random, place: int) -> RankedRow:
    goods, prestige = 16 - place, rng.randint(6, 14)
    gains = tuple(rng.choice((0, 1, 1, 2, 2, 3, 4)) for _ in range(rng.randint(9, 14)))
    parts = {"goods": goods, "prestige": prestige}
    score = goods + prestige
    rival = Rival("The Machine", score - (5, 2, 2, 1, 0)[place] if place < 5 else score + place)
    return RankedRow(RANKS[place], NAMES[place], score, place < 4, parts, len(gains), gains, rival)


def random_attempts(rng: Random, names: Sequence[str]) -> list[RankedRow]:
    """Return any number of attempts."""
    count = rng.choice((0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 30))
    return [random_attempt(rng, rng.choice(names)) for _ in range(count)]


def random_attempt(rng: Random, name: str) -> RankedRow:
    rounds = rng.choice((0, 1, 5, 9, 12, 15, 20, 31, 64, 200))
    gains = tuple(rng.randint(-1, 6) for _ in range(rounds))
    parts = {thing: rng.randint(0, 120) for thing in PARTS[: rng.randint(0, len(PARTS))]}
    rank, score = rng.choice((1, 2, 3, 4, 10, 97, 128)), rng.choice((-3, 0, 8, 23, 107, 999))
    rival = rng.choice((None, Rival(rng.choice(("The Machine", "W" * 60)), rng.randint(-9, 999))))
    return RankedRow(rank, name, score, rng.random() < 0.5, parts, rounds, gains, rival)


def random_statistics(rng: Random) -> Statistics:
    """Return statistics of which each part may be missing."""
    games = rng.choice((1, 2, 48, 12_345))
    full = {
        "average": rng.uniform(-2, 140),
        "best": rng.randint(0, 400),
        "levels": tuple(_level(rng) for _ in range(rng.randint(1, 8))),
        "turn_time": rng.choice(("3 h", "median 13 d 23 h", "median of all turns 20 min")),
        "dice": rng.choice((1.0, 3.2, 3.499, 3.5, 3.501, 3.9, 6.0, rng.uniform(1, 6))),
        "dice_rolled": rng.choice((0, 1, 123_456)),
        "favorites": tuple(_favorite(rng) for _ in range(rng.randint(1, 8))),
        "rating": rng.randint(0, 3000),
        "rated_games": rng.randint(0, 999),
    }
    kept = {name: value for name, value in full.items() if rng.random() < 0.7}
    rival = rng.choice(("the opponent", "The Machine", "a name of great length and more words"))
    return Statistics(games, rng.randint(0, games), rival=rival, **kept)


def _level(rng: Random) -> LevelRecord:
    games = rng.choice((0, 1, 20, 4000))
    return LevelRecord(rng.choice(("easy", "W" * 40)), rng.randint(0, games), games)


def _favorite(rng: Random) -> tuple[str, int]:
    names = ("Golem", "Fulfillment Center", "Big Order, Small Shelf and whatever else there is to")
    return rng.choice(names), rng.choice((0, 1, 24, 5000))
