"""All proofs, in the order in which they are told."""

import importlib

from proof.proof import Proof

NAMES = (
    *("kill", "crash", "power", "faults", "fuzz", "worlds"),
    *("replay", "vanish", "load", "secrets", "names"),
)
PROOFS: dict[str, Proof] = {}
for _name in NAMES:  # for the time being: those that are there
    try:
        PROOFS[_name] = importlib.import_module(f"proof.{_name}").PROOF
    except ModuleNotFoundError as _error:
        if _error.name != f"proof.{_name}":
            raise
