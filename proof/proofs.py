"""All proofs, in the order of docs/proofs.md."""

from proof import (
    cluster,
    damage,
    disk,
    faults,
    fuzz,
    kill,
    load,
    names,
    secrets,
    stale,
    vanish,
    worlds,
)
from proof.replay import whole as replay

_ALL = (
    *(
        kill.PROOF,
        cluster.PROOF,
        disk.CRASH,
        disk.POWER,
        damage.PROOF,
        faults.PROOF,
        fuzz.PROOF,
        worlds.PROOF,
    ),
    *(replay.PROOF, vanish.PROOF, stale.PROOF, load.PROOF, secrets.PROOF, names.PROOF),
)
PROOFS = {proof.name: proof for proof in _ALL}
