"""Many tables at once: everybody is answered soon, and the bot's memory stays as it is.

Clicks come at their times whether or not the earlier ones were answered, and each is measured
from the moment it was due. 20 a second come first, then more than the bot can answer, until it has
come to rest again; then 20 a second come once more.

The bot keeps pictures, pieces of pictures and positions in caches with a bound (about 110 MB in
all), so its memory grows until these are full, which takes many thousands of clicks, but never by
more than `ROOM`. That nothing else grows is shown with the same bot and caches of an eighth, which
are full after `WARM` clicks: from then on the straight line through the memory readings rises by no
more than `NOISE` in all, so that the bar for a click is the lower the more of them are watched.

A click counts as answered when what became of it is shown: to acknowledge it is not enough. One
without, and one whose answer the sandbox could not take, is unanswered or broken; one whose button
went away before its time is gone. Nothing else may become of a click.
"""

from proof.bots import bot
from proof.load.phases import AFTER, FIRST, FRUGAL, RUSH, work
from proof.proof import Mutant, Proof

# Without an end where a busy machine makes the bot look idle before it has answered twice.
LATE = r"^clicks, 99 of 100 answered within, ms is ([\d,]+|inf), more than 1,000"

PROOF = Proof(
    name="load",
    promise="200 tables with five people each: every click is answered within a second",
    work=work,
    goals={FIRST: 2_400, RUSH: 1_200, AFTER: 1_200, FRUGAL: 3_000},
    small={FIRST: 10, RUSH: 8, AFTER: 5, FRUGAL: 5},
    mutants={
        "it defers at once and answers late": Mutant(
            bot("deferring"), LATE, True, {FIRST: 8, RUSH: 0, AFTER: 0, FRUGAL: 0}
        ),
    },
)
