"""Display names made to cause trouble: they ping nobody, and change nothing but the names.

Names in single sentences and pictures are tested in tests/cogs/test_words.py and
tests/render/test_layout.py.
"""

from cogs import board, responder
from proof.names.stories import HARMLESS, Story, differences, nasty_five
from proof.proof import Mutant, Proof, put
from proof.trial import Trial

STORIES = "stories"


async def work(trial: Trial) -> None:
    """Tell a story with harmless names, then with others; mutants need no presses to show."""
    plainly, is_pressed = Story(HARMLESS), not trial.with_a_mutant
    await plainly.tell(trial.folder / "harmless.sqlite", is_pressed)
    while trial.goes_on(STORIES):
        story = Story(nasty_five(trial.rng))
        await story.tell(trial.folder / f"story-{trial.counts[STORIES]}.sqlite", is_pressed)
        for lie in differences(story, plainly):
            trial.fault(f"{[*story.names]}: {lie}"[:600])
        trial.did(STORIES)


PROOF = Proof(
    "names",
    "whatever people are called, nobody is called by it and no layout breaks",
    work,
    goals={STORIES: 20},
    small={STORIES: 1},
    mutants={
        "names are stored and said as they come": Mutant(
            put((responder, "readable", str), (board, "safe_names", lambda table: table.names)),
            "does .*, not|nobody sees|is read where",
        ),
    },
)
