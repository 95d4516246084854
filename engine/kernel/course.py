"""The guided first round of a game: a prepared deal, and what to do step by step, as data."""

import hashlib
import tomllib
from itertools import accumulate
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from engine.kernel.codes import Action, parse
from engine.kernel.strict import Strict

Line = Annotated[str, Field(min_length=1, max_length=120)]


class Step(Strict):
    """One thing to do: what, why, and the codes that do it, press by press."""

    head: Line
    why: Line
    codes: tuple[str, ...] = Field(min_length=1)


class Lesson(NamedTuple):
    """Where a learner is: the step, its number from 1 on, and the one action that comes next."""

    step: Step
    number: int
    action: Action


class Course(Strict):
    """A guided first round for two seats: the learner has the first one, an autopilot the other.

    The deal is always the same and the learner can do one thing at a time. So the number of their
    actions says where they are.
    """

    deal: str  # any words: the luck is made from them
    seats: int = 2
    options: dict[str, Any] = Field(default_factory=dict)
    end: Annotated[str, Field(max_length=300)]  # the whole game in a few words
    steps: tuple[Step, ...]

    @property
    def key(self) -> bytes:
        return hashlib.sha256(self.deal.encode()).digest()

    @property
    def presses(self) -> int:
        return sum(len(step.codes) for step in self.steps)

    def at(self, moves: int) -> Lesson | None:
        """Return the lesson of somebody who acted `moves` times; None when the course is over."""
        starts = accumulate((len(step.codes) for step in self.steps), initial=0)
        for number, (start, step) in enumerate(zip(starts, self.steps, strict=False), 1):
            if moves < start + len(step.codes):
                return Lesson(step, number, parse(step.codes[moves - start]))
        return None


def load_course(folder: Path) -> Course:
    """Read the course from a game's data folder."""
    return Course.model_validate(tomllib.loads((folder / "course.toml").read_text("utf-8")))
