"""Texts of a game in one file: a heading, then its words."""

from functools import cache
from pathlib import Path


@cache
def sections(file: Path) -> dict[str, str]:
    """Every heading with what stands below it, in their order."""
    found: dict[str, str] = {}
    for part in file.read_text(encoding="utf-8").split("\n# "):
        title, _, text = part.removeprefix("# ").partition("\n")
        found[title.strip()] = text.strip()
    return found
