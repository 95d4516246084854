"""Remembers the card tables with which replays, scenarios and pictures were stored.

A changed card would fail all of them. Instead one test reports it (tests/engine/test_cards.py), and
they are skipped until the change is accepted with `python -m testing.stored_cards`.
"""

import hashlib
import json
import tomllib
from functools import cache
from pathlib import Path

import pytest

from engine import ALL_GAMES
from engine.kernel.cards import DATA

FILE = Path(__file__).parent / "stored" / "cards.json"
COURSE = "course.toml"  # the guided first round: not cards


def card_files(game: str, data: Path = DATA) -> list[Path]:
    return [file for file in sorted((data / game).glob("*.toml")) if file.name != COURSE]


def digest(game: str, data: Path = DATA) -> str:
    """Hash the contents of a game's tables, ignoring comments and the order of keys."""
    files = card_files(game, data)
    tables = {file.name: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}
    return hashlib.sha256(json.dumps(tables, sort_keys=True).encode()).hexdigest()


@cache
def changed_games() -> list[str]:
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    return [game for game in ALL_GAMES if digest(game) != stored.get(game)]


def skip_if_changed(*games: str) -> None:
    if changed := set(games) & set(changed_games()):
        pytest.skip(f"the cards of {', '.join(sorted(changed))} were changed")


def main() -> None:
    digests = {game: digest(game) for game in ALL_GAMES}
    FILE.write_text(json.dumps(digests, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
