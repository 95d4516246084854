"""Many tables at once: everybody is answered soon, and the bot's memory stays as it is.

Clicks arrive on schedule, and each is measured from the moment it was due: 20 a second, then more
than the bot can answer, until it is idle again; then 20 a second once more.

The bot's caches have a bound (about 110 MB in all), so its memory may grow by `ROOM` until they are
full. That nothing else grows is shown with caches of an eighth, full after `WARM` clicks: from then
on the straight line through the memory readings rises by no more than `NOISE` in all.

A click is answered when its result is shown; an acknowledgement isn't enough. One whose answer the
sandbox couldn't take is broken, one whose button went away before its time is gone.
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
