"""A worker with one fault in it: `python -m proof.replay.mutants NAME` plants it, then works.

What a fault needs is imported when it is planted: some must be there before the cards are read.
"""

import sys
from collections.abc import Callable
from typing import Any


def _codes_in_the_order_of_a_set() -> None:
    from engine import GAMES

    for game in GAMES.values():
        plant(game, "choices", lambda choices: lambda state, seat: [*{*choices(state, seat)}])


def _autopilot_looks_at_hashes() -> None:
    from engine import GAMES

    for game in GAMES.values():
        plant(game, "autopilot", lambda _: lambda view, actions: min(actions, key=hash))


def _luck_of_the_process() -> None:
    import random

    from engine.kernel.luck import KeyedLuck

    plant(KeyedLuck, "below", lambda _: lambda luck, limit, *label: random.randrange(limit))


def _events_by_address() -> None:
    from engine.kernel.game import Game

    def by_address(advance: Any) -> Any:
        return lambda game, *words: sorted(advance(game, *words), key=id)

    plant(Game, "advance", by_address)


def _effect_in_an_assertion() -> None:
    from engine.kernel import game

    def asserted(forget: Any) -> Any:
        def checked(state: Any) -> None:
            assert forget(state) is None

        return checked

    plant(game, "forget", asserted)


def _local_time_in_words() -> None:
    import time

    from engine import GAMES

    for game in GAMES.values():
        words: Any = game.words
        plant(
            words, "status", lambda said: lambda *all_: f"{said(*all_)} ({time.localtime(0)[:5]})"
        )


def _checkpoints_by_address() -> None:
    """An address is used again by another checkpoint, whose text this is not."""
    from engine.kernel.game import Game

    texts: dict[int, bytes] = {}

    def remembered(_: Any) -> Any:
        return lambda game, base: texts.setdefault(id(base), game._json.dump_json(base))

    plant(Game, "_dumped_base", remembered)


def _a_card_costs_less() -> None:
    _reworded("cost = { metal = 2, energy = 1 }", "cost = { metal = 1, energy = 1 }")


def _a_card_has_one_copy_more() -> None:
    _reworded("copies = 2", "copies = 3")


def _reworded(before: str, after: str) -> None:
    """In every row of every card table that says so."""
    import tomllib

    plant(tomllib, "loads", lambda loads: lambda text: loads(text.replace(before, after)))


MUTANTS: dict[str, Callable[[], None]] = {
    "codes in the order of a set": _codes_in_the_order_of_a_set,
    "an autopilot that chooses by hash": _autopilot_looks_at_hashes,
    "luck of the process": _luck_of_the_process,
    "events in the order of their addresses": _events_by_address,
    "an effect inside an assertion": _effect_in_an_assertion,
    "local time in the words": _local_time_in_words,
    "checkpoints that are known by their addresses": _checkpoints_by_address,
    "a card that costs less than it did": _a_card_costs_less,
    "a card with one copy more": _a_card_has_one_copy_more,
}


def plant(place: Any, name: str, changed: Callable[[Any], Any]) -> None:
    """For good: the process is for nothing else."""
    setattr(place, name, changed(getattr(place, name)))


def main() -> None:
    MUTANTS[sys.argv[1]]()
    from proof.replay.worker import main as work

    work()


if __name__ == "__main__":
    main()
