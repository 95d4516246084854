"""The version of the program, as pyproject.toml says."""

import tomllib
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


@cache
def version() -> str:
    return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])
