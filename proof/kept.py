"""A long run is kept in a folder, so that one that was interrupted goes on where it was."""

import hashlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from proof.proof import Outcome

ROOT = Path(__file__).parents[1]
FILE = "run.json"
FRAME = ("__main__", "everything", "kept", "proofs", "summary")  # they decide nothing
OF_ONE = {  # what only one proof is made of, or two
    **{f"proof/{name}": (name,) for name in ("damage", "faults", "fuzz", "kill", "load")},
    **{f"proof/{name}": (name,) for name in ("names", "replay", "secrets", "vanish", "worlds")},
    **{f"proof/{name}.py": (name,) for name in ("crash", "power")},
    **{f"proof/{name}.py": () for name in FRAME},
    "proof/disk": ("crash", "power"),
    "tests/proof": (),
}
OF_ALL = ("secrets",)  # it runs all tests, and so all proofs at a small scale
UNTOLD = (".md", ".pyc")  # they change nothing
ELSE = ("docs", "pictures", "storage")  # what is told, shown or kept


class Another(Exception):
    """The folder holds something else."""


@dataclass
class Kept:
    """What was proved counts as long as neither its proof nor anything shipped has changed."""

    folder: Path
    seconds: float | None
    seed: int
    spent: float = 0.0  # seconds, by runs that were interrupted
    _begun: float = field(default_factory=time.monotonic)

    @classmethod
    def in_folder(cls, folder: Path, seconds: float | None, seed: int) -> "Kept":
        folder.mkdir(parents=True, exist_ok=True)
        kept = cls(folder, seconds, seed)
        if (folder / FILE).exists():
            kept._go_on(read_json(folder / FILE))
        elif any(folder.iterdir()):
            raise Another(f"{folder} is not empty; choose another folder.")
        kept.note()
        return kept

    def _go_on(self, told: dict[str, Any]) -> None:
        if told["of"] != [self.seconds, self.seed]:
            raise Another(
                f"In {self.folder} lies a run with another seed or time; choose another folder."
            )
        self.spent = told["spent"]

    @property
    def wall(self) -> float:
        """Seconds that all of it has taken."""
        return self.spent + time.monotonic() - self._begun

    def note(self) -> None:
        """How much time is spent by now."""
        write_json(self.folder / FILE, {"of": [self.seconds, self.seed], "spent": self.wall})

    def file(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def outcome(self, name: str) -> Outcome | None:
        """Of this proof, if it was carried out with the code as it is now."""
        file = self.file(name)
        told = read_json(file) if file.exists() else {}
        is_of_now = told.get("code") == code_digest(name)
        return Outcome(**told["outcome"]) if is_of_now else None

    def forget(self) -> None:
        """All is done and told."""
        for file in self.folder.glob("*.json"):
            file.unlink()
        self.folder.rmdir()


def keep(outcome: Outcome, code: str, file: Path) -> None:
    """With a digest of the code that it was carried out with."""
    write_json(file, {"code": code, "outcome": asdict(outcome)})


def read_json(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def write_json(file: Path, value: dict[str, Any]) -> None:
    """The whole or nothing."""
    new = file.with_suffix(".new")
    new.write_text(json.dumps(value), encoding="utf-8")
    os.replace(new, file)


def code_digest(proof: str, root: Path = ROOT) -> str:
    """Of everything that is proved by it, and of what it is made of."""
    found = hashlib.sha256()
    for file in sorted(_sources(root)):
        name = file.relative_to(root).as_posix()
        if _is_part_of(proof, name):
            found.update(f"{name}\0".encode() + file.read_bytes())
    return found.hexdigest()


def _is_part_of(proof: str, name: str) -> bool:
    owners = [each for place, each in OF_ONE.items() if f"{name}/".startswith(f"{place}/")]
    if name.startswith("tests/") and "/test_" in name:
        owners.append(())  # no proof imports a test
    return proof in OF_ALL or not owners or proof in owners[0]


def _sources(root: Path) -> Iterator[Path]:
    """Code, cards, schemas, stored tables, pictures, and which libraries there are."""
    for place in root.iterdir():
        if place.name.startswith(".") or place.name in ELSE:
            continue
        files = place.rglob("*") if place.is_dir() else [place]
        yield from (file for file in files if file.is_file() and file.suffix not in UNTOLD)
