"""Damaged files under every command: each must say one sentence, and a restore must always work."""

from proof.damage import mutants
from proof.damage.files import BACKUP, damaged_files, spoilt, whole_files
from proof.damage.judge import COMMANDS, Judge
from proof.proof import Mutant, Proof
from proof.trial import Trial


async def work(trial: Trial) -> None:
    whole = await whole_files(trial.folder)
    judge = Judge(trial, whole)
    while trial.goes_on("damaged databases"):
        case = damaged_files(whole, trial.rng)
        for command in COMMANDS:
            judge.ask(case, command)
        await judge.start(case)
        judge.put_back(case)
        trial.did("damaged databases")
    while trial.goes_on("damaged backups"):
        judge.take(*spoilt(whole[BACKUP], trial.rng))
        trial.did("damaged backups")


PROOF = Proof(
    name="damage",
    promise="a damaged file is one sentence under every command, and a restore always works",
    work=work,
    goals={"damaged databases": 3_000, "damaged backups": 3_000, "starts of a process": 60},
    small={"damaged databases": 25, "damaged backups": 40, "starts of a process": 1},
    mutant_goals={"damaged databases": 80, "damaged backups": 20, "starts of a process": 0},
    mutants={
        "only SQLite's own errors are told": Mutant(
            mutants.without_decoding, "a traceback: .*Unicode", seed=5
        ),
        "a restore that takes any backup": Mutant(
            mutants.taking_any_backup, "it was taken", goals={"damaged databases": 1}
        ),
    },
)
