"""Many tables at once: everybody is answered soon, and the bot's memory stays as it is.

Clicks come at their times whether or not the earlier ones were answered, and each is measured
from the moment it was due. In a long run 20 a second come first, then twice as many and so on,
until 99 of 100 are no longer answered within a second: the last rate that was is the knee.

The bot keeps pictures, pieces of pictures and positions in caches with a bound (about 110 MB in
all), so memory grows until these are full and is flat from then on. "Flat" is: over the last half
of the clicks at 20 a second, the straight line through the memory readings rises by no more than
`RISE` in a long run; and in any run the whole growth since the first clicks is below `ROOM`.
"""

from contextlib import AbstractContextManager

from proof.load import phases
from proof.load.phases import work
from proof.proof import Plant, Proof, planted


def _bot(name: str) -> Plant:
    def plant() -> AbstractContextManager[None]:
        return planted(phases, "COMMAND", ("-m", f"proof.bots.{name}"))

    return plant


PROOF = Proof(
    name="load",
    promise="200 tables with five people each: every click is answered within a second",
    work=work,
    goals={"clicks": 1800},
    small={"clicks": 30},
    mutants={
        "it answers all but every tenth press": _bot("swallowing"),
        "it keeps something of every press": _bot("leaking"),
    },
    needs_quiet=True,
)
