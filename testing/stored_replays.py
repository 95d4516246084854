"""Replays the stored games and writes how they end, after cards or rules have changed.

Each keeps its seats, options and key: `python -m testing.stored_replays fantastic_factories`.
"""

import sys
from pathlib import Path
from random import Random

from engine import ALL_GAMES
from engine.cli.common import NAMES
from engine.kernel.codes import UNDO, code
from engine.kernel.journal import Entry, Journal, new_journal, read
from engine.kernel.luck import KeyedLuck
from testing.playing import MAX_ACTIONS, playable, some_action

FOLDER = Path(__file__).parents[1] / "tests" / "replays"
UNDONE = 0.1  # how often an action is undone if it can be


def played_anew(old: Journal, is_random: bool) -> tuple[Journal, str]:
    """Play a whole game with the same key; return it and how it ends."""
    game = ALL_GAMES[old.game]
    options, rng = game.options.model_validate(old.options), Random(old.commitment)
    journal = new_journal(game, old.seats, options, old.key)
    state = game.setup(options, old.seats, KeyedLuck(old.key))
    while waiting := game.to_act(state):
        seat = rng.choice(waiting)
        action = _chosen(game, state, seat, is_random, rng)
        game.apply(state, seat, action)
        journal.entries.append(Entry(seat, code(action)))
        assert len(journal.entries) < MAX_ACTIONS, "this game does not end"
    return journal, game.words.status(game.view(state, None), NAMES)


def _chosen(game, state, seat, is_random, rng):
    if UNDO in game.actions(state, seat) and rng.random() < UNDONE:
        return UNDO
    choices = game.choices(state, seat)
    if is_random:
        return some_action(playable(game, choices + game.asides(state, seat), rng), rng)
    return game.autopilot(game.view(state, seat), choices)


def main() -> None:
    for game in sys.argv[1:]:
        for file in sorted((FOLDER / game).glob("*.journal")):
            old = read(file.read_text(encoding="utf-8"))
            journal, ending = played_anew(old, "random" in file.stem)
            file.write_text(journal.text(), encoding="utf-8")
            file.with_suffix(".txt").write_text(f"{ending}\n", encoding="utf-8")
            print(file.relative_to(FOLDER), len(journal.entries))


if __name__ == "__main__":
    main()
