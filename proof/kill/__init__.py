"""The bot is killed at random while people play: nothing confirmed is lost, all goes on.

A click counts as answered when what became of it is shown, at once or after a deferral, and as
confirmed when that reached the sandbox before the kill and showed it as done: for an action a panel
without a warning that stands at a later move, for the lobby an acknowledgement without a word, for
/new the sentence that says so. After each kill a copy of the file must hold every confirmed click
as it was meant, every row of a person must have exactly one click that asked for it, and every
table must replay to its state.

Only kills while tables are played count as "kills", some of them at the first answer; on top of
them the bot is killed while it starts. Meanwhile something of every kind and of every verb is
left open and pressed in a later life, and what is still legal there may not be refused.
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
        "it answers before it has stored": Mutant(bot("hasty"), r"kill \d+: confirmed but lost: "),
    },
    mutant_goals={"kills": LARGE - 1},  # at most; at few tables most faults show sooner
)
