"""A crash of the process at every step that it takes on the disk, and what the next start finds."""

from collections.abc import Iterator
from typing import NamedTuple

from proof.disk import mutants
from proof.disk.episodes import recording_of
from proof.disk.images import Disk
from proof.disk.judge import LOST, PART_OF_A_COPY, REMAINS, Judge
from proof.disk.story import Story
from proof.disk.trace import Wrote
from proof.disk.vfs import lacking
from proof.proof import Mutant, Proof
from proof.trial import Trial


class Point(NamedTuple):
    """So many steps are done; of the next one, which writes, so many bytes."""

    story: Story
    position: int
    torn: int = 0

    @property
    def is_turn(self) -> bool:
        return not self.torn and self.position in self.story.turns


async def work(trial: Trial) -> None:
    async with recording_of(trial) as stories:
        judge, disks = Judge(trial), {story.name: Disk(story.trace) for story in stories}
        points = [point for story in stories for point in _points(story)]
        chosen = _chosen(points, trial.goals["points"])
        for story, position, torn in trial.some("points", chosen, in_order=True):
            disk = disks[story.name]
            disk.go_to(position)
            image = disk.after_a_crash(torn)
            if judge.is_new(story, image, position):
                trial.counts["files opened"] += 1
                await judge.judge(story, image, position)
        trial.totals["points"] = len(points)


def _points(story: Story) -> Iterator[Point]:
    """Between all steps, and within every write: a kill may cut one short, page by page."""
    for position, step in enumerate(story.trace.steps):
        yield Point(story, position)
        if isinstance(step, Wrote) and len(step.data) > 1:
            yield Point(story, position, len(step.data) // 2)
    yield Point(story, len(story.trace.steps))


def _chosen(points: list[Point], goal: int | None) -> list[Point]:
    """All; or the turns first, as far as they fit into a half, and others spread over the rest."""
    if goal is None:
        return points
    turns = [number for number, point in enumerate(points) if point.is_turn]
    others = [number for number, point in enumerate(points) if not point.is_turn]
    found = _spread(turns, goal // 2)
    return [points[number] for number in sorted(found + _spread(others, goal - len(found)))]


def _spread(numbers: list[int], most: int) -> list[int]:
    step = max(len(numbers) / most, 1.0)
    return [numbers[int(number * step)] for number in range(int(len(numbers) / step + 1e-9))]


PROOF = Proof(
    name="crash",
    promise="a crash at any step on the disk loses nothing and leaves nothing half done",
    work=work,
    goals={"clicks": 120, "points": None},
    small={"clicks": 24, "points": 100},
    mutant_goals={"points": 250},
    mutants={
        "a transaction in two parts": Mutant(
            mutants.split_transaction, "the end of its journal is missing or altered"
        ),
        "an answer before the commit": Mutant(mutants.hasty_answer, LOST),
        "a backup under its last name": Mutant(mutants.copy_in_place, PART_OF_A_COPY),
        "erasing without a note to scrub": Mutant(mutants.scrubbing_without_a_note, REMAINS),
    },
    lacks=lacking,
)
