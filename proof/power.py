"""Power cuts at random: of all that was not synced any part may be missing, torn or reordered."""

from collections.abc import Iterator

from proof.disk import mutants
from proof.disk.episodes import recording_of
from proof.disk.images import Disk
from proof.disk.judge import NOT_ALL, PART_OF_A_COPY, Judge
from proof.disk.story import Story
from proof.disk.vfs import lacking
from proof.proof import Mutant, Proof
from proof.trial import Trial

NEAR = 12  # steps
PASS = 500  # points, in the order of the trace, so that each disk is gone through but once


async def work(trial: Trial) -> None:
    async with recording_of(trial) as stories:
        judge, before = Judge(trial), -1
        await _cut_at_worst(trial, judge, stories)
        while trial.goes_on("images") and before < trial.counts["images"]:
            before = trial.counts["images"]
            for story, positions in _points(trial, stories):
                await _cut(trial, judge, story, positions)


async def _cut_at_worst(trial: Trial, judge: Judge, stories: list[Story]) -> None:
    """Only what was synced is there, at every moment at which that is something new."""
    disks = {story.name: Disk(story.trace) for story in stories}
    moments = [(story, position) for story in stories for position in story.safe_moments]
    for story, position in trial.some("cuts with nothing unsynced", moments, in_order=True):
        disk = disks[story.name]
        disk.go_to(position)
        image = disk.after_the_worst_cut()
        if judge.is_new(story, image, position):
            trial.counts["files opened"] += 1
            await judge.judge(story, image, position)


def _points(trial: Trial, stories: list[Story]) -> Iterator[tuple[Story, list[int]]]:
    """One more pass over all stories, by their lengths; half of it near the turns."""
    total = sum(len(story.trace.steps) for story in stories)
    share = min(PASS, trial.goals["images"] or PASS) / 2
    for story in stories:
        steps = len(story.trace.steps)
        anywhere = trial.rng.choices(range(steps + 1), k=int(share * steps / total) + 1)
        turns = trial.rng.choices(story.turns, k=int(share * steps / total) + 1)
        near = [min(turn + trial.rng.randrange(NEAR), steps) for turn in turns]
        yield story, sorted(anywhere + near)


async def _cut(trial: Trial, judge: Judge, story: Story, positions: list[int]) -> None:
    disk = Disk(story.trace)
    for position in positions:
        if not trial.goes_on("images"):
            return
        disk.go_to(position)
        image = disk.after_a_cut(trial.rng)
        if judge.is_new(story, image, position):
            trial.counts["files opened"] += 1
            trial.counts["images with something missing"] += image != disk.after_a_crash()
            await judge.judge(story, image, position)
            trial.did("images")


PROOF = Proof(
    name="power",
    promise="a power cut loses nothing that was confirmed, whatever was on its way to the disk",
    work=work,
    goals={"clicks": 100, "cuts with nothing unsynced": None, "images": 6_000},
    small={"clicks": 24, "cuts with nothing unsynced": 60, "images": 80},
    mutant_goals={"cuts with nothing unsynced": None, "images": 200},
    mutants={
        "nothing is synced": Mutant(lambda: mutants.prepared_with("synchronous = OFF"), NOT_ALL),
        "a backup that is not synced": Mutant(mutants.copy_without_sync, PART_OF_A_COPY),
        "new names are not synced": Mutant(
            mutants.folders_not_synced, f"{NOT_ALL}|was made and is lost"
        ),
    },
    lacks=lacking,
)
