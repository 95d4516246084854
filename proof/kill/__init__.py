"""The bot is killed at random while people play: nothing confirmed is lost, all goes on.

A click is answered when its result is shown, and confirmed when that reached the sandbox before the
kill: for an action a panel at a later move without a warning, in the lobby an acknowledgement, for
/new the sentence that says so. After each kill a copy of the file must hold every confirmed click,
every row of a person must have exactly one click that asked for it, and every table must replay to
its state.

Only kills while tables are played count; on top of them the bot is killed while it starts.
Meanwhile something of every kind is left open and pressed in a later life, where what is still
legal may not be refused.
"""

from proof.bots import bot
from proof.kill.hall import LARGE
from proof.kill.lives import work
from proof.proof import Mutant, Proof

PROOF = Proof(
    name="kill",
    promise="whenever the bot is killed, what it confirmed is there, once and whole",
    work=work,
    goals={"kills": 500},
    small={"kills": 2},
    mutants={
        "it answers before it has stored": Mutant(bot("hasty"), "confirmed but lost: "),
    },
    mutant_goals={"kills": LARGE - 1},  # at most; at few tables most faults show sooner
)
