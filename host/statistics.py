"""Statistics of a person or of some channels, summed up from their last results."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from host.caller import Caller
from host.records import Rating, SeatResult
from host.unit_of_work import UnitOfWork

MAX_GAMES = 500
MAX_LEADERS = 20
EXPECTED = 3.5  # pips of a die
MAX_CARDS = 5
ENOUGH = 10  # turns, to say how reliable somebody is


@dataclass(frozen=True, slots=True)
class Tally:
    games: int = 0  # also those that were left or are pending, which are in no other sum
    wins: int = 0
    left: int = 0
    by_autopilot: int = 0  # mostly; their cards are not among the favorites
    pending: int = 0  # attempts at open challenges, about which others learn nothing else
    average: float | None = None
    best: int | None = None
    levels: dict[str, tuple[int, int]] = field(default_factory=dict)  # wins and games, alone
    turn_ms: int | None = None  # on average
    dice: int = 0
    pips: float | None = None  # on average
    cards: tuple[tuple[str, int], ...] = ()


def of_person(uow: UnitOfWork, user: int, game: str, by: Caller | None = None) -> Tally:
    """Return a person's statistics; open challenges are left out for everybody else."""
    is_own = by is not None and by.id == user
    results = uow.store.results_of(user, MAX_GAMES, is_own)
    pending = 0 if is_own else uow.store.count_sealed(user, game)
    return tally([each for each in results if each.game == game], pending)


def of_channels(uow: UnitOfWork, channels: Sequence[int], game: str) -> Tally:
    results = uow.store.results_in(channels, MAX_GAMES)
    return tally([each for each in results if each.game == game])


def rating_of(uow: UnitOfWork, user: int, game: str) -> Rating:
    return uow.store.rating(user, game)


def leaders(uow: UnitOfWork, channels: Sequence[int], game: str) -> list[tuple[Rating, str]]:
    """Return those who have played here, the best first."""
    return uow.store.ratings_in(channels, game, MAX_LEADERS)


class Reliability(NamedTuple):
    """How many turns with a time limit somebody did in time, and how many ran out."""

    in_time: int = 0
    late: int = 0

    @property
    def turns(self) -> int:
        return self.in_time + self.late

    @property
    def is_known(self) -> bool:
        """Whether there are enough turns to say something about the person."""
        return self.turns >= ENOUGH

    @property
    def percent(self) -> int:
        """The share of turns in time; 100 only if none ran out."""
        return 100 * self.in_time // max(1, self.turns)


def reliability_of(uow: UnitOfWork, user: int) -> Reliability:
    return Reliability(*uow.store.turns_of(user))


def tally(results: Sequence[SeatResult], pending: int = 0) -> Tally:
    everything, results = results, [each for each in results if not each.has_left]
    left = len(everything) - len(results)
    if not results:
        return Tally(games=left + pending, left=left, pending=pending)
    scores = [each.score for each in results]
    dice, turns = _sum(results, "dice"), _sum(results, "turns")
    return Tally(
        games=len(everything) + pending,
        wins=sum(each.has_won for each in results),
        left=left,
        pending=pending,
        by_autopilot=sum(each.is_by_autopilot for each in results),
        average=sum(scores) / len(scores),
        best=max(scores),
        levels=_levels(results),
        turn_ms=_sum(results, "ms") // turns if turns else None,
        dice=dice,
        pips=_sum(results, "pips") / dice if dice else None,
        cards=_cards(results),
    )


def _sum(results: Sequence[SeatResult], fact: str) -> int:
    return sum(int(each.facts.get(fact, 0)) for each in results)


def _levels(results: Sequence[SeatResult]) -> dict[str, tuple[int, int]]:
    """Count games against each level of the game's own opponent."""
    games = Counter(each.level for each in results if each.level)
    wins = Counter(each.level for each in results if each.level and each.has_won)
    return {level: (wins[level], count) for level, count in games.items()}


def _cards(results: Sequence[SeatResult]) -> tuple[tuple[str, int], ...]:
    cards: Counter[str] = Counter()
    for result in results:
        if result.is_by_autopilot:
            continue
        cards.update(result.facts.get("cards", {}))
    return tuple(cards.most_common(MAX_CARDS))
