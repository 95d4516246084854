"""No panel that a person can press is old: in direct messages, and in private replies."""

from engine import GAMES
from proof.proof import Proof
from proof.stale.mutants import MUTANTS
from proof.stale.story import MOMENTS, Story
from proof.trial import Trial
from testing.scene.scene import calm_sandbox, hasty_disk

STORY = 30  # moments of one game, the end among them


async def work(trial: Trial) -> None:
    number = 0
    with hasty_disk():
        while trial.goes_on(MOMENTS):
            game = [*GAMES][number % len(GAMES)]
            async with calm_sandbox(trial.folder / f"{number}.sqlite") as s:
                story = Story(trial, s, game, trial.rng.getrandbits(32))
                await story.tell(STORY)
            number += 1


PROOF = Proof(
    "stale",
    "every panel that a person can press shows this moment, until it says that it is closed",
    work,
    goals={MOMENTS: 6_000},
    small={MOMENTS: 60},
    mutants=MUTANTS,
    mutant_goals={MOMENTS: 240},
)
