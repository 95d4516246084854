"""A long run is kept in a folder, so that one that was interrupted goes on where it was."""

import hashlib
import json
import os
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from proof.proof import Outcome

ROOT = Path(__file__).parents[1]
FILE = "run.json"


class Another(Exception):
    """The folder holds something else."""


@dataclass
class Kept:
    """Only what was proved for the same code, with the same seed and time, counts."""

    folder: Path
    seconds: float | None
    seed: int
    spent: float = 0.0  # seconds, by runs that were interrupted
    code: str = field(default_factory=lambda: code_digest())
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
        if told["of"] != self._of:
            raise Another(
                f"In {self.folder} lies a run of other code, seed or time; choose another folder."
            )
        self.spent = told["spent"]

    @property
    def _of(self) -> list[Any]:
        return [self.code, self.seconds, self.seed]

    @property
    def wall(self) -> float:
        """Seconds that all of it has taken."""
        return self.spent + time.monotonic() - self._begun

    def note(self) -> None:
        """How much time is spent by now."""
        write_json(self.folder / FILE, {"of": self._of, "spent": self.wall})

    def file(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def outcome(self, name: str) -> Outcome | None:
        file = self.file(name)
        return Outcome(**read_json(file)) if file.exists() else None

    def forget(self) -> None:
        """All is done and told."""
        for file in self.folder.glob("*.json"):
            file.unlink()
        self.folder.rmdir()


def keep(outcome: Outcome, file: Path) -> None:
    write_json(file, asdict(outcome))


def read_json(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def write_json(file: Path, value: dict[str, Any]) -> None:
    """The whole or nothing."""
    new = file.with_suffix(".new")
    new.write_text(json.dumps(value), encoding="utf-8")
    os.replace(new, file)


def code_digest() -> str:
    """Of everything that is proved or proves."""
    rooms = [each for each in ROOT.iterdir() if not each.name.startswith(".")]
    files = {file for room in rooms for file in _sources(room)}
    found = hashlib.sha256()
    for file in sorted(files):
        found.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes())
    return found.hexdigest()


def _sources(place: Path) -> list[Path]:
    if place.is_file():
        return [place] if place.suffix in (".py", ".toml") else []
    return [*place.rglob("*.py"), *place.rglob("*.toml")]
