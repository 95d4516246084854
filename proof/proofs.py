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
    replay,
    secrets,
    stale,
    vanish,
    worlds,
)

_ALL = [kill.PROOF, cluster.PROOF, disk.CRASH, disk.POWER, damage.PROOF, faults.PROOF, fuzz.PROOF]
_ALL += [worlds.PROOF, replay.PROOF, vanish.PROOF, stale.PROOF, load.PROOF, secrets.PROOF]
_ALL += [names.PROOF]
PROOFS = {proof.name: proof for proof in _ALL}
