"""The guided first round of a game: a prepared deal, and what to do step by step, as data."""

import hashlib
import tomllib
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from engine.kernel.codes import Action, parse
from engine.kernel.strict import Strict

Line = Annotated[str, Field(min_length=1, max_length=120)]


class Task(Strict):
    """One thing to do: what the learner reads, and the code that does it."""

    head: Line
    code: str


class Step(Strict):
    """Tasks that belong together, and why they are done."""

    why: Line
    tasks: tuple[Task, ...] = Field(min_length=1)


class Lesson(NamedTuple):
    """Where a learner is: the step, its number from 1 on, and what to do next."""

    step: Step
    number: int
    task: Task

    @property
    def action(self) -> Action:
        return parse(self.task.code)


class Course(Strict):
    """A guided first round for two seats: the learner sits first, an autopilot second.

    The deal is always the same, and the learner can only do one thing at a time. So the number of
    their actions says where they are.
    """

    deal: str  # any text: the luck is derived from it
    seats: int = 2
    options: dict[str, Any] = Field(default_factory=dict)
    end: Annotated[str, Field(max_length=300)]  # the whole game in a few words
    steps: tuple[Step, ...]

    @property
    def key(self) -> bytes:
        return hashlib.sha256(self.deal.encode()).digest()

    @property
    def moves(self) -> int:
        """How many actions it takes."""
        return sum(len(step.tasks) for step in self.steps)

    def at(self, moves: int) -> Lesson | None:
        """Return the lesson of somebody who acted `moves` times; None when the course is over."""
        lessons = [
            Lesson(step, number, task)
            for number, step in enumerate(self.steps, 1)
            for task in step.tasks
        ]
        return lessons[moves] if moves < len(lessons) else None


def load_course(folder: Path) -> Course:
    """Read the course from a game's data folder."""
    return Course.model_validate(tomllib.loads((folder / "course.toml").read_text("utf-8")))
