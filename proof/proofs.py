"""All proofs, in the order in which they are told."""

from proof import (
    crash,
    damage,
    faults,
    fuzz,
    kill,
    load,
    names,
    power,
    secrets,
    stale,
    vanish,
    worlds,
)
from proof.replay import whole as replay

_ROOMS = (
    *(kill, crash, power, damage, faults, fuzz, worlds),
    *(replay, vanish, stale, load, secrets, names),
)
PROOFS = {room.PROOF.name: room.PROOF for room in _ROOMS}
