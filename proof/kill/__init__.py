"""The bot is killed at random while people play: nothing confirmed is lost, all goes on.

A click counts as confirmed when its answer reached the sandbox before the kill and showed it as
done: for an action a panel without a warning that stands at a later move, for the lobby an
acknowledgement without a word, for /new the sentence that says so. After each kill a copy of the
file must hold every confirmed click as it was meant, every row of a person must have exactly one
click that asked for it, and every table must replay to its state.
"""

from contextlib import AbstractContextManager

from proof.kill import hall
from proof.kill.lives import work
from proof.proof import Plant, Proof, planted


def _bot(name: str) -> Plant:
    """Another bot in the place of the real one."""

    def plant() -> AbstractContextManager[None]:
        return planted(hall, "COMMAND", ("-m", f"proof.bots.{name}"))

    return plant


PROOF = Proof(
    name="kill",
    promise="whenever the bot is killed, what it confirmed is there, once and whole",
    work=work,
    goals={"kills": 500},
    small={"kills": 2},
    mutants={
        "it answers before it has stored": _bot("hasty"),
        "it stores several actions at once, later": _bot("batching"),
        "its buttons are known to the process that made them": _bot("forgetful"),
        "it does not remember clicks": _bot("unmindful"),
        "it says again what it has said before the kill": _bot("repeating"),
    },
    mutant_goals={"kills": 2},
    needs_quiet=True,
)
