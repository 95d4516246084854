"""What is set before the start, in the environment or `.env`; refused in one sentence."""

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

TOKEN = re.compile(r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class Unfit(Exception):
    """Something is missing or wrong; `str()` tells what to do."""


@dataclass(frozen=True, slots=True)
class Environment:
    database: Path
    backups: Path
    level: str
    token: str = field(repr=False)  # as it was given

    @property
    def checked_token(self) -> str:
        if not self.token:
            raise Unfit("DISCORD_TOKEN is not set: copy .env.example to .env and fill it in.")
        if not TOKEN.fullmatch(self.token):
            raise Unfit(
                "DISCORD_TOKEN does not look like a bot's token: copy it from the page “Bot” of "
                "your application in Discord's developer portal."
            )
        return self.token


def read(file: Path = Path(".env"), given: Mapping[str, str] = os.environ) -> Environment:
    """The environment wins over the file."""
    found = {**_lines(file), **given}
    database = Path(found.get("DATABASE") or "storage/tables.sqlite")
    backups = Path(found.get("BACKUPS") or database.parent / "backups")
    level = (found.get("LOG_LEVEL") or "INFO").upper()
    if level not in LEVELS:
        raise Unfit(f"LOG_LEVEL is one of {', '.join(LEVELS)}.")
    return Environment(database, backups, level, found.get("DISCORD_TOKEN", ""))


def _lines(file: Path) -> dict[str, str]:
    if not file.exists():
        return {}
    if file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        raise Unfit(f"{file} can be read by others and holds the token: run `chmod 600 {file}`.")
    pairs = (line.partition("=") for line in file.read_text(encoding="utf-8").splitlines())
    return {
        name.strip(): value.strip().strip("\"'")
        for name, is_pair, value in pairs
        if is_pair and not name.lstrip().startswith("#")
    }


def unwritable(database: Path) -> str | None:
    """Why the database cannot be kept there, if so."""
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        return f"{database.parent} cannot be made: {error.strerror}."
    if not os.access(database.parent, os.W_OK):
        return f"{database.parent} cannot be written; choose another DATABASE."
    return None
