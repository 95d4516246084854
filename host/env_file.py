"""Reads settings from the environment and from `.env`, for the bot and the maintenance commands."""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from host.database.locations import Location, location_of

FILE = Path(".env")
DATABASE = Path("storage/tables.sqlite")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


class InvalidSettings(Exception):
    """Something is missing or wrong; `str()` says what to do."""


def read_settings(file: Path = FILE, given: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return all settings by name. The environment wins over the file, unless it is empty there."""
    set_there = {name: value.strip() for name, value in given.items() if value.strip()}
    return {**_lines(file), **set_there}


def database_of(settings: Mapping[str, str]) -> Location:
    return location_of(settings.get("DATABASE") or DATABASE)


def _lines(file: Path) -> dict[str, str]:
    pairs = (line.partition("=") for line in _text(file).splitlines())
    return {
        name.strip().removeprefix("export "): value.strip().strip("\"'")
        for name, is_pair, value in pairs
        if is_pair and not name.lstrip().startswith("#")
    }


def _text(file: Path) -> str:
    """Return the text of the file, "" if there is none; refuse one that others can read."""
    if not file.exists():
        return ""
    try:
        if file.stat().st_mode & OTHERS:
            raise InvalidSettings(
                f"Other users can read {file}, which holds the token: run `chmod 600 {file}`."
            )
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InvalidSettings(f"Can't read {file}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InvalidSettings(f"{file} is not a UTF-8 text file.") from None
