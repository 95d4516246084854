"""Cards that change from one version of the rules to the next.

A copy of the program is edited as CONTRIBUTING.md says: the cards of today get `until`, and a
second printing of each stands beside it. Both programs play, and read what the other has written.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import ALL_GAMES
from engine.kernel.cards import CardRow, FaultyCards, load, reprinted
from testing.stored_cards import skip_if_changed

ROOT = Path(__file__).parents[2]
CHANGES = {  # whose cards are printed anew, and what is different on them
    "fantastic_factories/blueprints.toml": ("goods = 1", "goods = 2"),
    "factory_frenzy/cards.toml": ("cards = 1", "cards = 2"),
    "factory_42/orders.toml": ("rosettes = 1", "rosettes = 2"),
    "factory_42/inventions.toml": ("vp = 2", "vp = 3"),
}
ONE_OF_ITS_KIND = 'do = "copy"'  # the program looks for the only one


def next_version(root: Path) -> Path:
    shutil.copytree(ROOT / "engine", root / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for name, game in ALL_GAMES.items():
        shutil.copytree(ROOT / "data" / name, root / "data" / name)
        newer = f"RULES = {game.rules + 1} "
        for file in (root / "engine" / name).glob("*.py"):
            text = file.read_text(encoding="utf-8")
            file.write_text(re.sub(r"^RULES = \d+ ", newer, text, flags=re.M), encoding="utf-8")
    for name, (before, after) in CHANGES.items():
        file, rules = root / "data" / name, ALL_GAMES[name.partition("/")[0]].rules
        head, *rows = re.split(r"(?=^\[\[)", file.read_text(encoding="utf-8"), flags=re.M)
        kept = [row for row in rows if ONE_OF_ITS_KIND in row or "\nuntil = " in row]
        changed = [row for row in rows if row not in kept]
        old = [row.replace("\n", f"\nuntil = {rules}\n", 1) for row in changed]
        new = [printed_anew(row, rules + 1).replace(before, after) for row in changed]
        assert "".join(new).count(after) > "".join(changed).count(after)
        file.write_text("\n".join([head, *kept, *old, *new]), encoding="utf-8")
    return root


def printed_anew(row: str, rules: int) -> str:
    """The same card once more, from that version on and with the next letter."""
    letter = (re.findall(r'^printing = "(\w)"', row, flags=re.M) or ["a"])[0]
    plain = re.sub(r"^(since|printing) = .*\n", "", row, flags=re.M)
    since = f'\nsince = {rules}\nprinting = "{chr(ord(letter) + 1)}"\n'
    return plain.replace("\n", since, 1)


def played_by(program: Path, folder: Path) -> list[str]:
    """What the program says of the games in the folder; afterwards there are more."""
    words = [sys.executable, "-m", "testing.printings", str(folder)]
    path = os.pathsep.join(map(str, (program, ROOT)))
    done = subprocess.run(
        words, cwd=program, env={**os.environ, "PYTHONPATH": path}, text=True, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_games_with_the_cards_of_either_version_and_with_both_are_played_and_verified(tmp_path):
    """Also where a table changes to the new cards, which it may at any moment."""
    skip_if_changed(*ALL_GAMES)
    folder = tmp_path / "journals"
    folder.mkdir()
    old, new = ROOT, next_version(tmp_path / "next")
    assert played_by(old, folder) == []
    by_old = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.by_*")}
    said = played_by(old, folder)
    assert played_by(new, folder) == said  # the new program knows the old cards
    for name, text in by_old.items():  # and deals them to who began with them
        assert (folder / name).read_text(encoding="utf-8") == text
    verified = {line.partition(" ")[0] for line in played_by(new, folder)}
    for name in {file.partition("/")[0] for file in CHANGES}:
        game = ALL_GAMES[name]
        first = by_old[f"{name}.by_{game.rules}.journal"]
        second = (folder / f"{name}.by_{game.rules + 1}.journal").read_text(encoding="utf-8")
        assert "_b" in second and f"\nrules {game.rules + 1}\n" in second
        assert first.split("\n\n")[1] != second.split("\n\n")[1]
        assert verified >= {f"{name}.by_{game.rules + 1}", f"{name}.after_0", f"{name}.after_1"}


@pytest.mark.parametrize(
    ("rows", "is_faulty"),
    [
        (["", 'since = 2\nprinting = "b"'], True),
        (["until = 1", "since = 2"], True),
        (["until = 2", 'since = 2\nprinting = "b"'], True),
        (["until = 1", 'since = 2\nprinting = "b"'], False),
        (["until = 1", 'since = 3\nprinting = "c"'], False),
    ],
)
def test_two_printings_of_a_card_are_never_in_the_same_deck(rows, is_faulty, tmp_path):
    file = tmp_path / "cards.toml"
    file.write_text("".join(f'[[card]]\nname = "Tea Room"\n{row}\n' for row in rows))
    if is_faulty:
        with pytest.raises(FaultyCards, match="Tea Room: listed twice"):
            load(file, "card", CardRow)
    else:
        first, second = load(file, "card", CardRow)
        assert reprinted([first, second], 1, second.since) == {first.id: second.id}
