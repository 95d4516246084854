"""Tables of every game at which every bend is tried, again and again."""

from collections import Counter
from random import Random

from proof.faults.bent import Bend, Bent
from proof.scene.crew import new_crew
from proof.scene.scene import Calm

PEOPLE = ("red", "blue", "green")
MOST_GAMES = 3
NOTHING = "nothing could be bent"


class Games:
    """A table of each game; whoever is done begins anew."""

    def __init__(self, s: Calm, rng: Random) -> None:
        self.s, self.rng = s, rng
        self.tables: dict[str, Bent] = {}
        self.bent: Counter[tuple[str, Bend]] = Counter()
        self.kinds: set[str] = set()  # of what was bent
        self.typed_again = 0  # codes that would have been legal once more
        self.ended = 0  # games that were played to their end

    async def lies_of(self, game: str, bend: Bend) -> list[str]:
        """What is never bent is a fault itself."""
        for _ in range(MOST_GAMES):
            bent = await self._table(game)
            if (found := await bent.lies_of(bend)) is not None:
                self.bent[game, bend] += 1
                self.kinds |= bent.kinds
                self.typed_again += bent.typed_again
                bent.typed_again = 0
                return [f"{game}: {each}" for each in found]
        return [f"{game}: {bend}: {NOTHING}"]

    async def _table(self, game: str) -> Bent:
        if game in self.tables and self.tables[game].crew.is_over:
            del self.tables[game]
            self.ended += 1
        if game not in self.tables:
            names = PEOPLE[: self.rng.randint(2, len(PEOPLE))]
            crew = await new_crew(self.s, game, self.rng.randrange(10**6), *names)
            self.tables[game] = Bent(crew, self.rng)
        return self.tables[game]
