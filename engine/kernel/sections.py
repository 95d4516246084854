"""Read a game's longer texts from one file of headings, such as its rules."""

from functools import cache
from pathlib import Path


@cache
def sections(file: Path) -> dict[str, str]:
    """Return the text below every heading of the file, in file order."""
    texts: dict[str, str] = {}
    for part in file.read_text(encoding="utf-8").split("\n# "):
        title, _, text = part.removeprefix("# ").partition("\n")
        texts[title.strip()] = text.strip()
    return texts
