"""Mutated interactions of every kind: each is answered, and none does what it may not."""

from proof.fuzz.decoder import decode
from proof.fuzz.library import hurl
from proof.fuzz.mutants import MUTANTS
from proof.proof import Proof
from proof.trial import Trial


async def work(trial: Trial) -> None:
    decode(trial)
    if not trial.is_caught:
        await hurl(trial)


PROOF = Proof(
    name="fuzz",
    promise="every hostile interaction is answered or refused in one sentence, or two where the "
    "second says what to do; it changes nothing but what its user may change, and where it changes "
    "nothing others are told nothing",
    work=work,
    goals={"decodings": 500_000, "interactions": 20_000},
    small={"decodings": 4_000, "interactions": 150},
    mutants=MUTANTS,
    mutant_goals={"decodings": 300, "interactions": 600},
)
