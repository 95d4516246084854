"""Games of two versions of a program with different cards, written as journals.

`python -m testing.printings FOLDER` plays with whatever program it runs in. It first verifies the
journals in the folder, then writes games of its own there: by the newest rules, by rules 1, and
from rules 1 to the newest at many moments.
"""

import sys
from pathlib import Path
from random import Random
from typing import Any

from engine import ALL_GAMES
from engine.kernel.codes import code
from engine.kernel.journal import RULES, Entry, Journal, adopt, new_journal, read, verify
from engine.kernel.luck import KeyedLuck
from testing.playing import key_of

MOMENTS = (0, 1, *range(7, 120, 12))


def written(game: Any, seed: int, rules: int, adopt_at: int | None = None) -> Journal:
    """Play a game by these rules; its people may adopt the newest after some actions."""
    rng, seats, played = Random(seed), game.seats[-1], game.by_rules(rules)
    journal = new_journal(played, seats, game.options(), key_of(seed))
    state = played.setup(game.options(), seats, KeyedLuck(key_of(seed)))
    while waiting := played.to_act(state):
        if len(journal.entries) == adopt_at:
            state, played = adopt(played, game, state), game
            stored = played.dump(state).decode()
            assert not [card for card in game.old_cards if f'"{card}"' in stored]
            journal.entries.append(Entry(None, code((RULES, game.rules))))
        seat = rng.choice(waiting)
        choices = played.choices(state, seat)
        is_at_random = rng.random() < 0.3
        action = (
            rng.choice(choices)
            if is_at_random
            else played.autopilot(played.view(state, seat), choices)
        )
        played.apply(state, seat, action)
        journal.entries.append(Entry(seat, code(action)))
    return journal


def main() -> None:
    folder = Path(sys.argv[1])
    for file in sorted(folder.iterdir()):
        print(file.stem, verify(read(file.read_text(encoding="utf-8")), ALL_GAMES).result)
    for name, game in ALL_GAMES.items():
        made = {f"by_{rules}": written(game, 1, rules) for rules in range(1, game.rules + 1)}
        if game.rules > 1:
            made |= {f"after_{at}": written(game, 1, 1, at) for at in MOMENTS}
        for kind, journal in made.items():
            assert verify(journal, ALL_GAMES).result
            (folder / f"{name}.{kind}.journal").write_text(journal.text(), encoding="utf-8")


if __name__ == "__main__":
    main()
