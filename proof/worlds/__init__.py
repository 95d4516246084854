"""Paired worlds: hidden cards change no byte of what a viewer is told."""

import tomllib
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager, closing
from itertools import takewhile
from pathlib import Path

from cogs.gallery import Gallery
from engine import GAMES
from proof.proof import Proof
from proof.trial import Trial
from proof.worlds.channels import Viewer
from proof.worlds.house import House
from proof.worlds.mutants import MUTANTS, WIRED, WITH, WITHOUT
from proof.worlds.pairs import Pair, followed_pair, houses, pair_of, positions, viewers
from proof.worlds.told import Comparison, Found, Galleries
from proof.worlds.wire import Wired, wired_pairs
from render.studio import Studio

ALIKE = "worlds alike, not counted"
OTHERS = {WITHOUT: 4, WITH: 2}  # worlds that are held against one
EVERY = {WITHOUT: 12, WITH: 40}  # moves from one position to the next, on average
SPREAD = 60  # tables at least that the positions of one unit are taken from
MAX_ALIKE = 20
FOLLOWED = "clicks that autopilots or plans followed"
HIDDEN: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("hidden.toml").read_text(encoding="utf-8")
)
MANY = 5_000  # pairs without pictures, among which there must be such clicks
ENOUGH = 300  # pairs of a game in which everything hidden must have differed


class Worlds:
    """What one run has compared."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.pairs: Counter[str] = Counter()  # by game
        self.places: defaultdict[str, set[str]] = defaultdict(set)  # by game: what was exchanged

    async def without(self) -> None:
        for pairs in self._stops(WITHOUT):
            comparison = Comparison(pairs[0], self.trial.rng)
            for pair in pairs:
                self._judge(pair, comparison.differing(pair), WITHOUT)
            self.trial.counts[FOLLOWED] += comparison.follow_ups

    async def with_pictures(self) -> None:
        async with _galleries() as galleries:
            for pairs in self._stops(WITH):
                comparison = Comparison(pairs[0], self.trial.rng)
                for pair in pairs:
                    found = comparison.differing(pair)
                    found |= await comparison.differing_in_pictures(pair, galleries)
                    self._judge(pair, found, WITH)

    async def on_the_wire(self) -> None:
        """With pictures, too."""
        async with aclosing(wired_pairs(self.trial.folder, self.trial.rng)) as wired:
            while self.trial.goes_on(WIRED) and self._is_worth_it():
                self._judge_wired(await anext(wired))

    def _stops(self, unit: str) -> Iterator[list[Pair]]:
        """Every viewer at every position of whole games, with worlds that do differ."""
        trial, others = self.trial, OTHERS[unit]
        most = (trial.goals[unit] or 0) // (SPREAD * others)
        for house in takewhile(lambda _: self._is_worth_it(), houses(trial.rng)):
            with closing(house):
                looking = viewers(house)
                stops = max(1, most // len(looking))
                for _ in positions(house, trial.rng, EVERY[unit], stops):
                    for viewer in looking:
                        if not trial.goes_on(unit):
                            return
                        if pairs := self._paired(house, viewer, others):
                            yield pairs

    def _paired(self, house: House, viewer: Viewer, others: int) -> list[Pair]:
        seeds = [self.trial.rng.getrandbits(30) for _ in range(others)]
        pairs = list(filter(None, (pair_of(house, viewer, seed) for seed in seeds)))
        if len(pairs) < others:
            self.trial.counts[ALIKE] += others - len(pairs)
        elif first := followed_pair(house, viewer, self.trial.rng):
            return [first, *pairs[1:]]
        return pairs

    def _is_worth_it(self) -> bool:
        """Where hardly any worlds differ, nothing is hidden or `other_world` is wrong."""
        counts = self.trial.counts
        is_so = counts[ALIKE] <= MAX_ALIKE + counts[WITHOUT] + counts[WITH] + counts[WIRED]
        self.trial.check(is_so, "most worlds do not differ: there is nothing to compare")
        return is_so

    def _judge(self, pair: Pair, found: Found, unit: str) -> None:
        self._tell(str(pair), found)
        self.pairs[pair.game.id] += 1
        self.places[pair.game.id] |= set(pair.cards)
        self.trial.did(unit)

    def _judge_wired(self, pair: Wired) -> None:
        if pair.differing is None:
            self.trial.counts[ALIKE] += 1
            return
        self._tell(pair.name, pair.differing)
        self.trial.did(WIRED)

    def _tell(self, where: str, found: Found) -> None:
        for channel, fault in found.items():
            self.trial.fault(f"“{channel}” {fault} ({where})")

    def sum_up(self) -> None:
        """Worlds that always hide the same hands, or the same deck, would prove nothing."""
        for game in GAMES:
            self._exchanged(game, HIDDEN.get(game, []))
        is_followed = self.trial.counts[FOLLOWED] or self.trial.counts[WITHOUT] < MANY
        self.trial.check(is_followed, "no autopilot and no plan has ever followed a click")

    def _exchanged(self, game: str, hidden: list[str]) -> None:
        """All that is hidden was exchanged, and nothing else."""
        self.trial.check(hidden, f"nothing says what {game} hides")
        for place in hidden if self.pairs[game] > ENOUGH else ():
            is_there = any(each.startswith(place) for each in self.places[game])
            self.trial.check(is_there, f"no two worlds of {game} differ in “{place}”")
        for each in sorted(self.places[game]):
            is_known = each.startswith(tuple(hidden))
            self.trial.check(is_known, f"worlds of {game} differ in “{each}”, which is not hidden")


@asynccontextmanager
async def _galleries() -> AsyncIterator[Galleries]:
    studios = Studio(), Studio()
    try:
        yield Gallery(studios[0]), Gallery(studios[1])
    finally:
        for studio in studios:
            studio.close()


async def work(trial: Trial) -> None:
    worlds = Worlds(trial)
    await worlds.without()
    await worlds.with_pictures()
    await worlds.on_the_wire()
    worlds.sum_up()


PROOF = Proof(
    name="worlds",
    promise="nobody is told by any byte what they may not know",
    work=work,
    goals={WITHOUT: 20_000, WITH: 2_000, WIRED: 100},
    small={WITHOUT: 40, WITH: 6, WIRED: 1},
    mutants=MUTANTS,
    mutant_goals={WITHOUT: 600, WIRED: 3},
)
