"""A crash or a power cut at any step that SQLite and our own code take on the disk."""

from collections.abc import Iterator
from typing import NamedTuple

from proof.disk import mutants
from proof.disk.judge import NOT_ALL, PART_OF_A_COPY, REMAINS, Judge
from proof.disk.story import Story, recording_of
from proof.proof import Mutant, Proof
from proof.trial import Trial
from testing.disk.images import Disk, Wrote
from testing.disk.recorder import lacking

CLICKS, POINTS, IMAGES = "clicks", "points", "images"
UNSYNCED = "cuts with nothing unsynced"
NEAR = 12  # steps
PASS = 500  # points, in the order of the trace, so that each disk is gone through but once


# A crash of the process at every step


class Point(NamedTuple):
    """So many steps are done; of the next one, which writes, so many bytes."""

    story: Story
    position: int
    torn: int = 0


async def crash(trial: Trial) -> None:
    async with recording_of(trial) as stories:
        judge, disks = Judge(trial), {story.name: Disk(story.trace) for story in stories}
        points = [point for story in stories for point in _points(story)]
        for story, position, torn in trial.some(POINTS, _chosen(points, trial), in_order=True):
            disk = disks[story.name]
            disk.go_to(position)
            await judge.judge(story, disk.after_a_crash(torn), position)
        trial.totals[POINTS] = len(points)


def _points(story: Story) -> Iterator[Point]:
    """Between all steps, and within every write: a kill may cut one short, page by page."""
    for position, step in enumerate(story.trace.steps):
        yield Point(story, position)
        if isinstance(step, Wrote) and len(step.data) > 1:
            yield Point(story, position, len(step.data) // 2)
    yield Point(story, len(story.trace.steps))


def _chosen(points: list[Point], trial: Trial) -> list[Point]:
    """All; or the turns first, as far as they fit into a half, and others spread over the rest."""
    goal = trial.goals[POINTS]
    if goal is None:
        return points
    is_turn = [not point.torn and point.position in point.story.turns for point in points]
    found = _spread([n for n, is_one in enumerate(is_turn) if is_one], goal // 2)
    others = [n for n, is_one in enumerate(is_turn) if not is_one]
    return [points[n] for n in sorted(found + _spread(others, goal - len(found)))]


def _spread(numbers: list[int], most: int) -> list[int]:
    step = max(len(numbers) / most, 1.0)
    return [numbers[int(number * step)] for number in range(int(len(numbers) / step + 1e-9))]


# Power cuts: of all that was not synced any part may be missing, torn or reordered


async def power(trial: Trial) -> None:
    async with recording_of(trial) as stories:
        judge, before = Judge(trial), -1
        await _cut_at_worst(trial, judge, stories)
        while trial.goes_on(IMAGES) and before < trial.counts[IMAGES]:
            before = trial.counts[IMAGES]
            for story, positions in _moments(trial, stories):
                await _cut(trial, judge, story, positions)


async def _cut_at_worst(trial: Trial, judge: Judge, stories: list[Story]) -> None:
    """Only what was synced is there, at every moment at which that is something new."""
    disks = {story.name: Disk(story.trace) for story in stories}
    moments = [(story, position) for story in stories for position in story.safe_moments]
    for story, position in trial.some(UNSYNCED, moments, in_order=True):
        disk = disks[story.name]
        disk.go_to(position)
        await judge.judge(story, disk.after_the_worst_cut(), position)


def _moments(trial: Trial, stories: list[Story]) -> Iterator[tuple[Story, list[int]]]:
    """One more pass over all stories, by their lengths; half of it near the turns."""
    total = sum(len(story.trace.steps) for story in stories)
    share = min(PASS, trial.goals[IMAGES] or PASS) / 2
    for story in stories:
        steps = len(story.trace.steps)
        many = int(share * steps / total) + 1
        anywhere = trial.rng.choices(range(steps + 1), k=many)
        turns = trial.rng.choices(story.turns, k=many)
        near = [min(turn + trial.rng.randrange(NEAR), steps) for turn in turns]
        yield story, sorted(anywhere + near)


async def _cut(trial: Trial, judge: Judge, story: Story, positions: list[int]) -> None:
    disk = Disk(story.trace)
    for position in positions:
        if not trial.goes_on(IMAGES):
            return
        disk.go_to(position)
        if await judge.judge(story, disk.after_a_cut(trial.rng), position):
            trial.did(IMAGES)


CRASH = Proof(
    name="crash",
    promise="a crash at any step on the disk loses nothing and leaves nothing half done",
    work=crash,
    goals={CLICKS: 120, POINTS: None},
    small={CLICKS: 24, POINTS: 40},
    mutant_goals={POINTS: 250},
    mutants={
        "a transaction in two parts": Mutant(mutants.split_transaction, NOT_ALL),
        "erasing without a note to scrub": Mutant(mutants.scrubbing_without_a_note, REMAINS),
    },
    lacks=lacking,
)
POWER = Proof(
    name="power",
    promise="a power cut loses nothing that was confirmed, whatever was on its way to the disk",
    work=power,
    goals={CLICKS: 100, UNSYNCED: None, IMAGES: 6_000},
    small={CLICKS: 24, UNSYNCED: 20, IMAGES: 30},
    mutant_goals={UNSYNCED: None, IMAGES: 200},
    mutants={
        "nothing is synced": Mutant(lambda: mutants.prepared_with("synchronous = OFF"), NOT_ALL),
        "a backup that is not synced": Mutant(mutants.copy_without_sync, PART_OF_A_COPY),
        "new names are not synced": Mutant(
            mutants.folders_not_synced, f"{NOT_ALL}|was made and is lost"
        ),
    },
    lacks=lacking,
)
